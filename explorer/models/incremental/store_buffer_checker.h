#pragma once

#include "explorer/models/incremental/sc_checker.h"

namespace drover::incremental {

enum class BufferKind : std::uint8_t { Fifo, PerLocation };

// tso and pso, as in models/library/store-buffers.cat: stores the global order ppo ∪ fence ∪ sync ∪
// rfe ∪ co ∪ fr as a transitive order; coherence looks back along po. The global order does not
// contain all of po, so the writes that an event has seen do not decide whether its edge to the
// next write closes a cycle: that is checked.
template <std::size_t Words, BufferKind Kind>
class StoreBufferChecker : public PlainSteps {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // The predecessors of a read depend on whether it is exclusive or a failed exclusive: see
  // on_read.
  void on_add(const Graph& graph, Slot event) {
    order_.set(event, Bits());
    if (graph[event].kind == LabelKind::Write) add_preserved(graph, event);
  }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return last_seen_rank(graph, graph[event].location, graph[event].po);
  }
  bool on_read(const Graph& graph, Slot read) {
    order_.touch(read);
    add_preserved(graph, read);
    const Slot write = graph[read].reads_from;
    const bool is_external = write != InitialWrite && graph[write].thread != graph[read].thread;
    if (is_external) order_.add(read, write);
    const Slot next = overwriting(graph, read);
    if (next == NoEvent) return true;
    if (order_.before(read).contains(next)) return false;
    order_.insert_edge(graph, read, next);
    return true;
  }
  bool on_place(const Graph& graph, Slot write) {
    const LocationId location = graph[write].location;
    const std::size_t rank = graph.coherence_rank(location, write);
    const auto& coherence = graph.location(location).coherence;
    const bool is_last = rank == coherence.size();
    if (!is_last && closes_cycle(graph, write, rank, coherence[rank])) return false;
    order_write(graph, order_, write);
    return true;
  }
  [[nodiscard]] Bits happens_before(const Graph& graph, Slot event) const {
    return order_.before(event) | graph[event].po;
  }
  [[nodiscard]] std::size_t mark() const { return order_.mark(); }
  void undo(std::size_t mark) { order_.undo(mark); }
  void copy_without(const StoreBufferChecker& other, const Bits& kept, const Bits& deleted) {
    order_.copy_without(other.order_, kept, deleted);
  }

 private:
  // True if `next`, which comes after `write`, is already before it.
  [[nodiscard]] bool closes_cycle(const Graph& graph, Slot write, std::size_t rank,
                                  Slot next) const {
    if (order_.before(write).contains(next)) return true;
    const Slot previous = graph.at_rank(graph[write].location, rank - 1);
    if (previous != InitialWrite && order_.before(previous).contains(next)) return true;
    return graph.readers_of(graph[write].location, previous).any_of([&](Slot reader) {
      return reader == next || order_.before(reader).contains(next);
    });
  }

  // Adds the accesses before `event` in its thread that reach memory before it, and those of the
  // threads before its thread.
  void add_preserved(const Graph& graph, Slot event) {
    const auto& at = graph[event];
    const bool is_read = at.kind == LabelKind::Read;
    // A full fence between the accesses, or at the event; likewise a store barrier.
    bool is_fenced = at.is_exclusive_read || at.is_failed_exclusive;
    bool is_store_fenced = !is_read && at_least(at.mode, Mode::Rel);
    const auto& thread = graph.thread(at.thread).events;
    for (std::size_t i = at.index; i-- > 0;) {
      const Slot earlier = thread[i];
      const auto& other = graph[earlier];
      if (other.kind == LabelKind::Fence) {
        is_fenced |= other.mode == Mode::Sc || other.mode == Mode::Plain;
        is_store_fenced |= at_least(other.mode, Mode::Rel);
        continue;
      }
      // Buffers are empty at a spawn, and at a join.
      is_fenced |= other.kind == LabelKind::Spawn || other.kind == LabelKind::Join;
      const bool is_write = other.kind == LabelKind::Write;
      if (!is_write && other.kind != LabelKind::Read) continue;
      is_fenced |= is_write && (other.is_exclusive_write || other.mode == Mode::Sc);
      if (is_fenced || !is_write || keeps_order(other, at, is_read, is_store_fenced)) {
        order_.add(event, earlier);
      }
      // The barrier is before the release store: it orders earlier accesses.
      is_store_fenced |= is_write && at_least(other.mode, Mode::Rel);
    }
    Bits others = at.po;
    for (const Slot own : thread) others.erase(own);
    others.for_each([&](std::size_t earlier) { order_.add(event, static_cast<Slot>(earlier)); });
  }

  // True if a write stays before a later access of its thread without a full fence.
  static bool keeps_order(const WorkingEvent<Words>& write, const WorkingEvent<Words>& later,
                          bool is_read, bool is_store_fenced) {
    if (is_read) return false;
    return Kind == BufferKind::Fifo || write.location == later.location || is_store_fenced;
  }

  OrderRows<Words, PartOfPo::Some> order_;
};

}  // namespace drover::incremental
