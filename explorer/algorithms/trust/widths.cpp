// The widths that several searches use.

#include "explorer/algorithms/trust/departed_help.h"
#include "explorer/algorithms/trust/giving_up.h"
#include "explorer/algorithms/trust/hopeless.h"
#include "explorer/algorithms/trust/hopeless_together.h"
#include "explorer/algorithms/trust/next_event.h"

namespace drover::trust {

template class DepartedHelp<1>;
template class DepartedHelp<2>;
template class GivenUpReads<1>;
template class GivenUpReads<2>;
template class HopelessReads<1>;
template class HopelessReads<2>;
template class HopelessTogether<1>;
template class HopelessTogether<2>;
template class NextEvent<1>;
template class NextEvent<2>;

}  // namespace drover::trust
