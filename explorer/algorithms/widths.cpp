// Explicit instantiations of the widths that several searches share. (Not WorkingGraph: its short
// functions run at every step; fewer of them would be inlined, which costs 3 % of the time.)

#include "explorer/algorithms/suspicion.h"
#include "explorer/algorithms/working_program.h"

namespace drover {

template class WorkingProgram<1>;
template class WorkingProgram<2>;
template class WorkingProgram<4>;
template class WorkingProgram<8>;
template class WorkingProgram<AnyNumberOfWords>;
template class Suspicion<1>;
template class Suspicion<2>;
template class Suspicion<4>;
template class Suspicion<8>;
template class Suspicion<AnyNumberOfWords>;

}  // namespace drover
