#pragma once

// Handles a graph in which no thread can go on. It is an execution, which the observer judges
// ([SPORE] Algorithm 1, line 2), or it is stale (departed_awaits.h, giving_up.h) and dropped.
// Doubts about an execution are noted: cycles, and `help` calls that have left (departed_help.h).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/algorithms/trust/dead_ends.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/departed_help.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"

namespace drover::trust {

// True if po ∪ rf ∪ co has a cycle ([SPORE] §3.2, ISERRONEOUS_SYM). The search removes events
// without predecessors from the front of each thread; the events it cannot remove lie on or behind
// a cycle.
template <std::size_t Words>
class CausalCycleSearch {
 public:
  using Graph = WorkingGraph<Words>;

  [[nodiscard]] bool exist_in(const Graph& graph) {
    left_ = graph.events();
    next_.assign(graph.thread_count(), 0);
    for (bool has_moved = true; has_moved && !left_.is_empty();) {
      has_moved = false;
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        const auto& events = graph.thread(t).events;
        for (; next_[t] < events.size() && !has_predecessor(graph, events[next_[t]]); ++next_[t]) {
          left_.erase(events[next_[t]]);
          has_moved = true;
        }
      }
    }
    return !left_.is_empty();
  }

 private:
  // True if a remaining event directly precedes `slot`.
  [[nodiscard]] bool has_predecessor(const Graph& graph, Slot slot) const {
    const auto& event = graph[slot];
    if (event.po.intersects(left_)) return true;
    if (event.kind == LabelKind::Read) {
      return event.reads_from != InitialWrite && left_.contains(event.reads_from);
    }
    if (event.kind != LabelKind::Write) return false;
    const std::size_t rank = graph.coherence_rank(event.location, slot);
    return rank > 1 && left_.contains(graph.at_rank(event.location, rank - 1));
  }

  EventBits<Words> left_;
  std::vector<std::uint32_t> next_;  // by thread: number of removed events
};

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
  void report(const Graph& graph, incremental::AnyChecker<Words>& checker,
              std::size_t first_unfinished) {
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
  [[nodiscard]] bool is_stale(const Graph& graph, const incremental::AnyChecker<Words>& checker,
                              std::size_t first_unfinished) const {
    for (std::size_t t = first_unfinished; t < graph.thread_count(); ++t) {
      if (dead_ends_.given_up().is_stale(graph, checker, t)) return true;
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
