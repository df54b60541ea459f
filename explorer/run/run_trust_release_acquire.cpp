#include "explorer/models/incremental/release_acquire_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

std::unique_ptr<Search> make_trust_sra(const TrustJob& job) {
  return make_with<incremental::SraChecker>(job);
}

std::unique_ptr<Search> make_trust_ra(const TrustJob& job) {
  return make_with<incremental::RaChecker>(job);
}

}  // namespace drover
