#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "explorer/models/incremental/axiom_checker.h"
#include "support/check.h"
#include "support/check_sample.h"

namespace drover::incremental {

// A step on which a checker and the axioms disagree.
struct Disagreement {
  Slot event = NoEvent;     // the read that got its writer, or the write that got its position
  bool is_allowed = false;  // the checker's verdict; the axioms say the contrary
};
using OnDisagreement = std::function<void(const Disagreement&)>;

inline void fail_on_disagreement(const Disagreement& /*disagreement*/) {
  DROVER_UNREACHABLE("the incremental checker and the axioms agree on every step");
}

// Compares a checker's verdicts with the axioms, on graphs of at most MaxCompared events: the cost
// of the axioms is cubic in the events. In a long run CheckSample selects the steps. The returned
// verdicts are those of the checker, so that the exploration is unchanged.
template <typename Checker>
class ComparingChecker : public Checker {
 public:
  using Graph = typename Checker::Graph;
  using Bits = typename Checker::Bits;
  using Axioms = AxiomChecker<Graph::WordCount>;
  static constexpr std::size_t MaxCompared = 200;

  ComparingChecker(Checker checker, Axioms axioms,
                   OnDisagreement on_disagreement = fail_on_disagreement,
                   std::shared_ptr<CheckSample> steps = std::make_shared<CheckSample>())
      : Checker(std::move(checker)),
        axioms_(std::move(axioms)),
        on_disagreement_(std::move(on_disagreement)),
        steps_(std::move(steps)) {}

  // The axioms must also reject the writes below the rank.
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) {
    const std::size_t lowest = Checker::lowest_rank(graph, event);
    if (lowest > 0 && is_compared(graph)) compare_below(graph, event, lowest);
    return lowest;
  }
  bool on_read(const Graph& graph, Slot read) {
    const bool is_allowed = Checker::on_read(graph, read);
    if (is_compared(graph)) compare(read, is_allowed, axioms_.on_read(graph, read));
    return is_allowed;
  }
  bool on_place(const Graph& graph, Slot write) {
    const bool is_allowed = Checker::on_place(graph, write);
    if (is_compared(graph)) compare(write, is_allowed, axioms_.on_place(graph, write));
    return is_allowed;
  }

 private:
  bool is_compared(const Graph& graph) { return graph.size() <= MaxCompared && steps_->take(); }

  void compare(Slot event, bool is_allowed, bool axioms_allow) const {
    if (is_allowed != axioms_allow) on_disagreement_({.event = event, .is_allowed = is_allowed});
  }

  void compare_below(const Graph& graph, Slot event, std::size_t lowest) {
    const auto copy = std::make_unique<Graph>(graph);  // large: not on the stack
    const LocationId location = graph[event].location;
    for (std::size_t rank = 0; rank < lowest; ++rank) {
      if (graph[event].kind == LabelKind::Read) {
        copy->set_reads_from(event, graph.at_rank(location, rank));
        compare(event, false, axioms_.on_read(*copy, event));
        copy->clear_reads_from(event);
      } else {
        copy->place(event, rank);
        compare(event, false, axioms_.on_place(*copy, event));
        copy->unplace(event);
      }
    }
  }

  Axioms axioms_;
  OnDisagreement on_disagreement_;
  std::shared_ptr<CheckSample> steps_;
};

}  // namespace drover::incremental
