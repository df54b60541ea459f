// Explicit instantiations for narrow graphs; the search instantiates the wider ones.

#include "explorer/algorithms/trust/departed_help.h"
#include "explorer/algorithms/trust/giving_up.h"
#include "explorer/algorithms/trust/next_event.h"
#include "explorer/algorithms/trust/no_more_writes.h"

namespace drover::trust {

template class DepartedHelp<1>;
template class DepartedHelp<2>;
template class GivenUpReads<1>;
template class GivenUpReads<2>;
template class NextEvent<1>;
template class NextEvent<2>;
template class NoMoreWrites<1>;
template class NoMoreWrites<2>;

}  // namespace drover::trust
