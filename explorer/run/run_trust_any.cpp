#include "explorer/run/run_trust_with.h"

namespace drover {

template <std::size_t Words>
RunEnd run_any(const TrustJob& job, MakeAnyChecker<Words> make_checker) {
  return run_once<Words, incremental::AnyChecker<Words>>(job, std::move(make_checker));
}

template RunEnd run_any<1>(const TrustJob&, MakeAnyChecker<1>);
template RunEnd run_any<2>(const TrustJob&, MakeAnyChecker<2>);
template RunEnd run_any<4>(const TrustJob&, MakeAnyChecker<4>);
template RunEnd run_any<32>(const TrustJob&, MakeAnyChecker<32>);

namespace {

template <std::size_t Words>
RunEnd run_axioms(const TrustJob& job) {
  const auto axioms = axiom_checker<Words>(job);
  return run_any<Words>(job, [axioms] {
    return incremental::AnyChecker<Words>::template of<incremental::AxiomChecker<Words>>(axioms);
  });
}

}  // namespace

RunEnd run_trust_axioms(const TrustJob& job) {
  if (job.capacity <= 64) return run_axioms<1>(job);
  if (job.capacity <= 128) return run_axioms<2>(job);
  if (job.capacity <= 256) return run_axioms<4>(job);
  return run_axioms<32>(job);
}

}  // namespace drover
