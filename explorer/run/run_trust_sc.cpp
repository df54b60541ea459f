#include "explorer/models/incremental/sc_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

RunEnd run_trust_sc(const TrustJob& job) { return run_with<incremental::ScChecker>(job); }

}  // namespace drover
