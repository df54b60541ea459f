#pragma once

// Threads that an assumption blocks because they have read what is overwritten by now. Nothing adds
// to such a thread, and the write stays overwritten; so the graph is dropped at once. Another
// execution has the errors of those that are dropped: Lemmas 2 and 62 (docs/proofs.md).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/algorithms/buffering/open_graph.h"
#include "explorer/algorithms/buffering/open_reads.h"
#include "explorer/algorithms/giving_up.h"
#include "explorer/algorithms/working_program.h"

namespace drover::buffering {

// Returns the events before an event in (po ∪ sync ∪ rf)+, as far as they are decided.
template <std::size_t Words>
[[nodiscard]] EventBits<Words> causes_in(const WorkingGraph<Words>& graph, Slot event) {
  EventBits<Words> found;
  EventBits<Words> added = graph[event].po;
  const auto add_source = [&](Slot read, EventBits<Words>& to) {
    const Slot source = graph[read].reads_from;
    if (source >= NoEvent) return;
    to |= graph[source].po;
    to.insert(source);
  };
  add_source(event, added);
  while (!added.is_empty()) {
    found |= added;
    EventBits<Words> more;
    added.for_each([&](Slot each) { add_source(each, more); });
    added = more - found;
  }
  return found;
}

template <std::size_t Words>
class StaleReads {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // All arguments but `options` must outlive this.
  StaleReads(const ProgramAutomata& automata, const WorkingProgram<Words>& program,
             const OpenGraph<Words>& open, const KnownModel<Words>& known,
             const BufferingOptions& options)
      : automata_(automata),
        program_(program),
        open_(open),
        order_{known.happens_before, open},
        flags_of_(known.flags_of),
        raised_(automata.thread_count()),
        is_kept_(options.giving_up == GivingUp::Stays),
        given_up_(program, options.giving_up, GivenUpHelp::Stays, options.atomic_cells) {}

  // True only if the graph is part of stale executions alone.
  [[nodiscard]] bool has_stale_thread(OpenReads<Words>& waits) const {
    if (is_kept_) return false;
    for (std::size_t t = 0; t < open_.graph.thread_count(); ++t) {
      const bool may_be_stale = has_ended(t) && !waits.future_of(t).has_open_read;
      if (may_be_stale && given_up_.is_stale(open_.graph, order_, t) && is_without_loss(t)) {
        return true;
      }
    }
    return false;
  }

 private:
  // The questions of giving_up.h about the model.
  struct Order {
    typename KnownModel<Words>::HappensBefore before;
    const OpenGraph<Words>& open;

    [[nodiscard]] Bits happens_before(const Graph& graph, Slot event) const {
      return before == nullptr ? graph[event].po
                               : before(graph, graph.events() - open.decided, event);
    }
  };

  [[nodiscard]] bool has_ended(std::size_t thread) const {
    return program_.kind_of(open_.graph, thread) == LabelKind::Block ||
           program_.is_waiting(open_.graph, thread);
  }

  // True if the thread has noted no failed computation, and others raise all flags that it raises.
  [[nodiscard]] bool is_without_loss(std::size_t thread) const {
    const NodeId node = open_.graph.thread(thread).node;
    if (automata_.thread(ThreadId(thread)).state(node).has_failed) return false;
    if (flags_of_ == nullptr) return true;
    std::uint64_t own = 0;
    for (const Slot slot : open_.graph.thread(thread).events) own |= raised_by(slot);
    if (own == 0) return true;
    std::uint64_t others = 0;
    open_.graph.events().for_each([&](Slot slot) {
      if (open_.graph[slot].thread != thread) others |= raised_by(slot);
    });
    return (own & ~others) == 0;
  }
  // Returns the flags that an event raises, which its node and the success of a read-modify-write
  // decide.
  [[nodiscard]] std::uint64_t raised_by(Slot slot) const {
    const auto& event = open_.graph[slot];
    const std::size_t outcome = event.is_exclusive_read ? 1 : event.is_failed_exclusive ? 2 : 0;
    const std::size_t at = 3 * std::size_t{event.node.value} + outcome;
    std::vector<std::optional<std::uint64_t>>& raised = raised_[event.thread];
    if (at >= raised.size()) raised.resize(at + 1);
    if (!raised[at]) raised[at] = flags_of_(event, program_.label_at(open_.graph, slot));
    return *raised[at];
  }

  const ProgramAutomata& automata_;
  const WorkingProgram<Words>& program_;
  const OpenGraph<Words>& open_;
  Order order_;
  typename KnownModel<Words>::FlagsOf flags_of_;
  // By thread, node and outcome.
  mutable std::vector<std::vector<std::optional<std::uint64_t>>> raised_;
  bool is_kept_;
  GivenUpReads<Words, Order> given_up_;
};

}  // namespace drover::buffering
