#include "explorer/models/incremental/release_acquire_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

RunEnd run_trust_sra(const TrustJob& job) { return run_with<incremental::SraChecker>(job); }

RunEnd run_trust_ra(const TrustJob& job) { return run_with<incremental::RaChecker>(job); }

}  // namespace drover
