#pragma once

// SetCO of [SPORE] Algorithm 1, in place, with its undo and that of SetRF; and G \ Deleted of
// line 11.

#include <algorithm>
#include <cstddef>

#include "explorer/algorithms/trust/trust_frames.h"

namespace drover::trust {

template <std::size_t Words>
void take_back_rf(Configuration<Words>& at, Slot read, std::size_t mark) {
  auto& event = at.graph[read];
  at.graph.set_node(event.thread, event.node);
  at.checker.undo(mark);
  at.graph.clear_reads_from(read);
  event.is_pending_await = false;
}

// SetCO(G, w, write), where w has the rank of the frame.
template <std::size_t Words>
void set_co(Frame<Words>& frame) {
  frame.at->graph.place(frame.event, frame.rank);
  frame.mark = frame.at->checker.mark();
  frame.is_taken = true;
}
template <std::size_t Words>
void take_back_co(Frame<Words>& frame) {
  Configuration<Words>& at = *frame.at;
  const auto& event = at.graph[frame.event];
  at.graph.set_node(event.thread, event.node);
  at.checker.undo(frame.mark);
  at.graph.unplace(frame.event);
  frame.is_taken = false;
}

template <std::size_t Words>
void copy_without(const Configuration<Words>& from, Configuration<Words>& to, Slot read,
                  const EventBits<Words>& deleted) {
  to.graph.copy_without(from.graph, deleted);
  to.checker.copy_without(from.checker, to.graph.events(), deleted);
  to.graph.drop_waits_after(from.graph[read].stamp);
}

// SetRF(G \ deleted, read, write), except that `write` has no place and `read` no source yet: the
// new frame chooses them.
template <std::size_t Words>
void push_revisited(TrustFrames<Words>& frames, const Configuration<Words>& from, Slot read,
                    Slot write, const EventBits<Words>& deleted) {
  Configuration<Words>& to = frames.configuration(from.depth + 1);
  copy_without(from, to, read, deleted);
  to.graph.clear_reads_from(read);
  to.graph[read].is_pending_await = false;
  to.graph.set_node(to.graph[read].thread, to.graph[read].node);
  to.checker.on_add(to.graph, read);
  frames.push_placing(to, FrameKind::Revisit, write, read);
}

// The same for an await that `write` does not satisfy (departed_awaits.h), or another read after
// which its thread gives up (giving_up.h): the read leaves with the deleted events, and its thread
// is set back before it.
template <std::size_t Words>
void push_departure(TrustFrames<Words>& frames, const Configuration<Words>& from, Slot read,
                    Slot write, EventBits<Words> deleted) {
  Configuration<Words>& to = frames.configuration(from.depth + 1);
  const auto& event = from.graph[read];
  deleted.insert(read);
  copy_without(from, to, read, deleted);
  to.graph.add_wait(
      {.thread = event.thread, .index = event.index, .anchor = write, .stamp = event.stamp});
  frames.push_placing(to, FrameKind::Departure, write, NoEvent);
  // Only the last place is explored.
  Frame<Words>& frame = frames.top();
  frame.lowest = std::max(frame.lowest, frame.last);
  frame.rank = std::max(frame.rank, frame.lowest);
}

}  // namespace drover::trust
