#pragma once

// Handles a graph in which no thread can go on. It is an execution, which the observer judges
// ([SPORE] Algorithm 1, line 2), or it is stale (departed_awaits.h, giving_up.h) and dropped.
// Doubts about an execution are noted: cycles (causal_cycle.h), and `help` calls that have left
// (departed_help.h).

#include <cstddef>

#include "explorer/algorithms/trust/causal_cycle.h"
#include "explorer/algorithms/trust/dead_ends.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/departed_help.h"
#include "explorer/algorithms/trust/happens_before.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"

namespace drover::trust {

template <std::size_t Words>
class MaximalGraphs {
 public:
  using Graph = WorkingGraph<Words>;

  // All arguments except the options must outlive this.
  MaximalGraphs(WorkingProgram<Words>& program, const Program& source,
                const SymmetryBefore& symmetry, const DeadEnds<Words>& dead_ends,
                const TrustOptions& options)
      : program_(program),
        dead_ends_(dead_ends),
        departed_help_(program, source, options),
        looks_for_cycles_(!symmetry.is_empty() && options.causal_cycles == CausalCycles::Possible) {
  }

  // The threads before `first_unfinished` have finished.
  template <typename Checker>
  void report(const Graph& graph, Checker& checker, std::size_t first_unfinished) {
    const auto happens_before = [&](Slot event) { return checker.happens_before(graph, event); };
    if (first_unfinished == graph.thread_count()) {
      program_.note_finished(graph);
    } else {
      program_.note_ends(graph);
    }
    if (is_stale(graph, checker, first_unfinished)) {
      program_.report_stale(graph, happens_before);
      return;
    }
    if (looks_for_cycles_) program_.set_causal_cycle(cycles_.exist_in(graph));
    program_.set_doubtful_help(departed_help_.is_in_doubt(graph));
    program_.report_noted(graph, happens_before, [&] { return checker.may_raise_flags(graph); });
  }

 private:
  // Lemma 2 and Lemma 4 (docs/proofs.md).
  [[nodiscard]] bool is_stale(const Graph& graph, HappensBefore<Words> hb,
                              std::size_t first_unfinished) const {
    for (std::size_t t = first_unfinished; t < graph.thread_count(); ++t) {
      if (dead_ends_.given_up().is_stale(graph, hb, t)) return true;
    }
    return has_stray_read(graph);
  }

  WorkingProgram<Words>& program_;
  const DeadEnds<Words>& dead_ends_;
  DepartedHelp<Words> departed_help_;
  bool looks_for_cycles_;
  CausalCycleSearch<Words> cycles_;
};

}  // namespace drover::trust
