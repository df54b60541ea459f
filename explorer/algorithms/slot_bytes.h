#pragma once

#include <cstddef>

#include "explorer/graph/shared_event_bits.h"
#include "support/bytes.h"

namespace drover {

template <std::size_t Words>
void write_slots(ByteWriter& out, const EventBits<Words>& events) {
  out.put(events.size());
  events.for_each([&](Slot slot) { out.put(slot); });
}

template <std::size_t Words>
[[nodiscard]] EventBits<Words> read_slots(ByteReader& in) {
  EventBits<Words> events;
  for (std::size_t left = in.get_count(); left > 0; --left) {
    events.insert(in.get_below(EventBits<Words>::Capacity));
  }
  return events;
}

}  // namespace drover
