#pragma once

// Private to make_trust: TruSt with one checker, at every capacity there is. One source file per
// family of models, so that they compile side by side.

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/trust/trust_search.h"
#include "explorer/models/incremental/any_checker.h"
#include "explorer/models/memory_model.h"

namespace drover {

// What make_trust is asked to do. What it refers to outlives the search.
struct TrustJob {
  const MemoryModel& model;
  std::size_t capacity;
  ProgramAutomata& automata;
  trust::TrustOptions options;
  RunControl& control;
  ExecutionObserver& observer;
};

template <std::size_t Words, typename Checker>
std::unique_ptr<Search> make_once(const TrustJob& job, std::function<Checker()> make_checker) {
  return std::make_unique<trust::TrustSearch<Words, Checker>>(
      job.automata, job.options, std::move(make_checker), job.control, job.observer);
}

// With a checker behind virtual functions: one instance of TruSt for all of them. Compares it with
// the axioms if the options say so.
template <std::size_t Words>
using MakeAnyChecker = std::function<incremental::AnyChecker<Words>()>;
template <std::size_t Words>
std::unique_ptr<Search> make_any(const TrustJob& job, MakeAnyChecker<Words> make_checker);

extern template std::unique_ptr<Search> make_any<1>(const TrustJob&, MakeAnyChecker<1>);
extern template std::unique_ptr<Search> make_any<2>(const TrustJob&, MakeAnyChecker<2>);
extern template std::unique_ptr<Search> make_any<4>(const TrustJob&, MakeAnyChecker<4>);
extern template std::unique_ptr<Search> make_any<8>(const TrustJob&, MakeAnyChecker<8>);
extern template std::unique_ptr<Search> make_any<AnyNumberOfWords>(
    const TrustJob&, MakeAnyChecker<AnyNumberOfWords>);

// Sets of events are so large here that a virtual call costs nothing beside them.
template <std::size_t Words, typename Checker>
std::unique_ptr<Search> make_wide(const TrustJob& job) {
  return make_any<Words>(job,
                         [] { return incremental::AnyChecker<Words>::template of<Checker>(); });
}

template <std::size_t Words, typename Checker>
std::unique_ptr<Search> make_narrow(const TrustJob& job) {
  if (job.options.comparison == trust::Comparison::WithAxioms) {
    return make_wide<Words, Checker>(job);
  }
  return make_once<Words, Checker>(job, [] { return Checker(); });
}

template <template <std::size_t> typename Checker>
std::unique_ptr<Search> make_with(const TrustJob& job) {
  if (job.capacity <= 64) return make_narrow<1, Checker<1>>(job);
  if (job.capacity <= 128) return make_narrow<2, Checker<2>>(job);
  if (job.capacity <= 256) return make_wide<4, Checker<4>>(job);
  if (job.capacity <= 512) return make_wide<8, Checker<8>>(job);
  return make_wide<AnyNumberOfWords, Checker<AnyNumberOfWords>>(job);
}

std::unique_ptr<Search> make_trust_sc(const TrustJob& job);
std::unique_ptr<Search> make_trust_tso(const TrustJob& job);
std::unique_ptr<Search> make_trust_pso(const TrustJob& job);
std::unique_ptr<Search> make_trust_sra(const TrustJob& job);
std::unique_ptr<Search> make_trust_ra(const TrustJob& job);
std::unique_ptr<Search> make_trust_rc11(const TrustJob& job);
std::unique_ptr<Search> make_trust_rc20(const TrustJob& job);
// For models without a checker of their own: with the one for compiled models, or the axioms.
std::unique_ptr<Search> make_trust_cat(const TrustJob& job);
std::unique_ptr<Search> make_trust_axioms(const TrustJob& job);

}  // namespace drover
