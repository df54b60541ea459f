#include "explorer/models/incremental/store_buffer_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

template <std::size_t Words>
using TsoChecker = incremental::StoreBufferChecker<Words, incremental::BufferKind::Fifo>;

template <std::size_t Words>
using PsoChecker = incremental::StoreBufferChecker<Words, incremental::BufferKind::PerLocation>;

}  // namespace

std::unique_ptr<Search> make_trust_tso(const TrustJob& job) { return make_with<TsoChecker>(job); }

std::unique_ptr<Search> make_trust_pso(const TrustJob& job) { return make_with<PsoChecker>(job); }

}  // namespace drover
