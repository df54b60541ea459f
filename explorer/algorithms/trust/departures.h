#pragma once

// How an await leaves the graph (departed_awaits.h gives the rules): a write that does not satisfy
// the await revisits it. Other reads after which a thread gives up leave in the same way
// (giving_up.h).

#include <algorithm>
#include <cstddef>

#include "explorer/algorithms/trust/graph_changes.h"
#include "explorer/algorithms/trust/trust_frames.h"

namespace drover::trust {

// Removes the read together with the deleted events, and sets its thread back before the read.
template <std::size_t Words, typename Checker>
void push_departure(TrustFrames<Words, Checker>& frames, const Configuration<Words, Checker>& from,
                    Slot read, Slot write, EventBits<Words> deleted) {
  Configuration<Words, Checker>& to = frames.configuration(from.depth + 1);
  const auto& event = from.graph[read];
  deleted.insert(read);
  copy_without(from, to, read, deleted);
  to.graph.add_wait(
      {.thread = event.thread, .index = event.index, .anchor = write, .stamp = event.stamp});
  frames.push_placing(to, FrameKind::Departure, write, NoEvent);
  // Only the last place is explored.
  Frame<Words, Checker>& frame = frames.top();
  frame.lowest = std::max(frame.lowest, frame.last);
  frame.rank = std::max(frame.rank, frame.lowest);
}

}  // namespace drover::trust
