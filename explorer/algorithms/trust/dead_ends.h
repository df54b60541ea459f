#pragma once

// Consistent choices that are not explored because they lead to no execution:
// - A read after which its thread gives up, unless it reads the last write (giving_up.h): a later
//   write revisits the read (Lemma 3, docs/proofs.md).
// - A graph that gets no further write and ends stale (no_more_writes.h).
// - The read of a read-modify-write whose write would have neither a place nor a read to revisit
//   (Lemma 8).

#include <cstddef>

#include "explorer/algorithms/giving_up.h"
#include "explorer/algorithms/trust/code_ahead.h"
#include "explorer/algorithms/trust/coherence_ranks.h"
#include "explorer/algorithms/trust/maximality.h"
#include "explorer/algorithms/trust/no_more_writes.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"

namespace drover::trust {

template <std::size_t Words>
class DeadEnds {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using Checker = incremental::AnyChecker<Words>;

  // All arguments except the options must outlive this.
  DeadEnds(const WorkingProgram<Words>& program, ProgramAutomata& automata,
           const SymmetryBefore& symmetry, const TrustOptions& options)
      : program_(program),
        symmetry_(symmetry),
        failed_awaits_(options.failed_awaits),
        given_up_(
            program,
            options.failed_awaits == FailedAwaits::Leave ? options.giving_up : GivingUp::Stays,
            options.given_up_help, options.atomic_cells),
        code_ahead_(automata),
        drops_over_(options.over_graphs == OverGraphs::Dropped && !given_up_.are_awaits()),
        no_more_writes_(program, automata, given_up_, symmetry, code_ahead_) {}
  DeadEnds(const DeadEnds&) = delete;
  DeadEnds& operator=(const DeadEnds&) = delete;

  [[nodiscard]] const GivenUpReads<Words>& given_up() const { return given_up_; }
  [[nodiscard]] const CodeAhead& code_ahead() const { return code_ahead_; }

  // True if the thread of `read` gives up when the read leads it to `next`.
  [[nodiscard]] bool has_given_up(const Graph& graph, const Checker& checker, Slot read,
                                  NodeId next) const {
    const auto& event = graph[read];
    return given_up_.has_given_up(graph, checker, event.thread, next, event.location,
                                  graph.previous_of(read));
  }

  // True if `read`, when revisited by `write`, leaves the graph (graph_changes.h).
  [[nodiscard]] bool leaves(const Graph& graph, const Checker& checker, Slot read,
                            Slot write) const {
    return failed_awaits_ == FailedAwaits::Leave &&
           has_given_up(graph, checker, read, program_.next_node(graph, read, graph[write].value));
  }

  // True if the graph may lead to an execution now that `read` has its source.
  [[nodiscard]] bool leads_on(const Graph& graph, const Checker& checker, Slot read) const {
    return graph[read].is_exclusive_read ? may_write(graph, read) : !is_over(graph, checker);
  }

  // True if every extension of the graph is stale (no_more_writes.h).
  [[nodiscard]] bool is_over(const Graph& graph, const Checker& checker) const {
    return drops_over_ && no_more_writes_.is_over(graph, checker);
  }

 private:
  // True if the write of the read-modify-write, the next event, has a place or may revisit a read.
  // Checked at the read, because most writes without a place have nothing to revisit either. The
  // causes of the write are the read, the causes of the read, and what the write's twin adds.
  [[nodiscard]] bool may_write(const Graph& graph, Slot read) const {
    const auto& event = graph[read];
    const std::size_t rank = graph.coherence_rank(event.location, event.reads_from);
    if (!splits_rmw(graph, event.location, rank)) return true;
    Bits others = graph.location(event.location).reads - event.causes;
    others.erase(read);
    if (!symmetry_.is_empty()) return !others.is_empty();
    // Tried first: the read of the read-modify-write that overwrote the source of `read`.
    const Slot rival = graph.previous_of(graph.at_rank(event.location, rank + 1));
    const auto is_maximal = [&](Slot other) { return is_maximal_read(graph, other, read); };
    return (others.contains(rival) && is_maximal(rival)) || others.any_of(is_maximal);
  }

  const WorkingProgram<Words>& program_;
  const SymmetryBefore& symmetry_;
  FailedAwaits failed_awaits_;
  GivenUpReads<Words> given_up_;
  CodeAhead code_ahead_;
  bool drops_over_;
  NoMoreWrites<Words> no_more_writes_;
};

}  // namespace drover::trust
