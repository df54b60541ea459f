#pragma once

// Consistent choices that are not explored because they lead to no execution:
// - A read after which its thread gives up, unless it reads the last write (giving_up.h): a later
//   write revisits the read (Lemma 3, docs/proofs.md).
// - A graph that gets no further write and ends stale (no_more_writes.h).
// - The read of a read-modify-write whose write would have no place, not even behind a revisit
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
  [[nodiscard, gnu::always_inline]] bool has_given_up(const Graph& graph, const Checker& checker,
                                                      Slot read, NodeId next) const {
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

  // True if the write of a read-modify-write, the next event if `read` reads from `source`, has a
  // place or revisits a read. Asked before the read has its source, because most writes without a
  // place have nothing to revisit either. The causes of the write are the read, the causes of the
  // read, and what the write's twin adds.
  [[nodiscard]] bool may_write(const Graph& graph, Slot read, Slot source) const {
    const LocationId location = graph[read].location;
    const std::size_t rank = graph.coherence_rank(location, source);
    const Slot rival = rival_at(graph, location, rank);
    if (rival == NoEvent) return true;
    Bits causes = graph[read].causes;
    causes.insert(read);
    if (source != InitialWrite) {
      causes |= graph[source].causes;
      causes.insert(source);
    }
    const Bits others =
        revisitable_with_rival(graph, graph.location(location).reads - causes, rival);
    if (!symmetry_.is_empty()) return !others.is_empty();
    return others.any_of([&](Slot other) {
      if (!is_maximal_read(graph, other, causes)) return false;
      Bits deleted = graph.events() - graph[other].older - causes;
      deleted.erase(other);
      return are_maximal(graph, other, causes, deleted);
    });
  }

  // True if every extension of the graph is stale (no_more_writes.h).
  [[nodiscard]] bool is_over(const Graph& graph, const Checker& checker) const {
    return drops_over_ && no_more_writes_.is_over(graph, checker);
  }

 private:
  const WorkingProgram<Words>& program_;
  const SymmetryBefore& symmetry_;
  FailedAwaits failed_awaits_;
  GivenUpReads<Words> given_up_;
  CodeAhead code_ahead_;
  bool drops_over_;
  NoMoreWrites<Words> no_more_writes_;
};

}  // namespace drover::trust
