#include "explorer/algorithms/execution_graph_of.h"
#include "explorer/models/incremental/axiom_checker.h"
#include "explorer/models/incremental/comparing_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

using incremental::AnyChecker;
using incremental::AxiomChecker;

// The axioms of the model, for checkers that ask them.
template <std::size_t Words>
AxiomChecker<Words> axiom_checker(const TrustJob& job) {
  return AxiomChecker<Words>(std::make_shared<incremental::GraphAxioms<Words>>(
      job.model, [&automata = job.automata,
                  dependencies = job.options.dependencies](const WorkingGraph<Words>& graph) {
        return execution_graph_of(graph, automata, dependencies);
      }));
}

template <std::size_t Words>
MakeAnyChecker<Words> compared(const TrustJob& job, MakeAnyChecker<Words> make_checker) {
  return [axioms = axiom_checker<Words>(job), make_checker = std::move(make_checker),
          steps = std::make_shared<CheckSample>()] {
    using Comparing = incremental::ComparingChecker<AnyChecker<Words>>;
    return AnyChecker<Words>::template of<Comparing>(make_checker(), axioms,
                                                     incremental::fail_on_disagreement, steps);
  };
}

}  // namespace

template <std::size_t Words>
std::unique_ptr<Search> make_any(const TrustJob& job, MakeAnyChecker<Words> make_checker) {
  const bool is_compared = job.options.comparison == trust::Comparison::WithAxioms;
  return make_once<Words, AnyChecker<Words>>(
      job, is_compared ? compared<Words>(job, std::move(make_checker)) : std::move(make_checker));
}

template std::unique_ptr<Search> make_any<1>(const TrustJob&, MakeAnyChecker<1>);
template std::unique_ptr<Search> make_any<2>(const TrustJob&, MakeAnyChecker<2>);
template std::unique_ptr<Search> make_any<4>(const TrustJob&, MakeAnyChecker<4>);
template std::unique_ptr<Search> make_any<8>(const TrustJob&, MakeAnyChecker<8>);
template std::unique_ptr<Search> make_any<AnyNumberOfWords>(const TrustJob&,
                                                            MakeAnyChecker<AnyNumberOfWords>);

namespace {

template <std::size_t Words>
std::unique_ptr<Search> make_axioms(const TrustJob& job) {
  return make_once<Words, AnyChecker<Words>>(job, [axioms = axiom_checker<Words>(job)] {
    return AnyChecker<Words>::template of<AxiomChecker<Words>>(axioms);
  });
}

}  // namespace

std::unique_ptr<Search> make_trust_axioms(const TrustJob& job) {
  if (job.capacity <= 64) return make_axioms<1>(job);
  if (job.capacity <= 128) return make_axioms<2>(job);
  if (job.capacity <= 256) return make_axioms<4>(job);
  return make_axioms<AnyNumberOfWords>(job);
}

}  // namespace drover
