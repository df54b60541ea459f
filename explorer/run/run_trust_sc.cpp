#include "explorer/models/incremental/sc_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

std::unique_ptr<Search> make_trust_sc(const TrustJob& job) {
  return make_with<incremental::ScChecker>(job);
}

}  // namespace drover
