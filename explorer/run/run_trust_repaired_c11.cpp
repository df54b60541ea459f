#include "explorer/models/incremental/repaired_c11_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

template <std::size_t Words>
using Rc11Checker =
    incremental::RepairedC11Checker<Words, incremental::ReleaseSequence::WithOwnWrites>;

template <std::size_t Words>
using Rc20Checker = incremental::RepairedC11Checker<Words, incremental::ReleaseSequence::RmwsOnly>;

}  // namespace

std::unique_ptr<Search> make_trust_rc11(const TrustJob& job) { return make_with<Rc11Checker>(job); }

std::unique_ptr<Search> make_trust_rc20(const TrustJob& job) { return make_with<Rc20Checker>(job); }

}  // namespace drover
