#pragma once

#include <cstdint>

#include "explorer/work/place.h"
#include "support/bytes.h"

namespace drover::work {

// A part of an exploration that nobody works on yet.
struct Item {
  Place place;
  std::uint32_t width = 0;  // the least of the sizes of graphs that it fits into, by index
  bool is_whole = false;    // all of it, from the start: there are no bytes
  Bytes bytes;              // see Search

  void write(ByteWriter& out) const {
    place.write(out);
    out.put(width);
    out.put(is_whole ? 1 : 0);
    out.put(bytes);
  }
  static Item read(ByteReader& in) {
    Item item;
    item.place = Place::read(in);
    item.width = static_cast<std::uint32_t>(in.get_below(16));
    item.is_whole = in.get_below(2) == 1;
    item.bytes = in.get_text();
    return item;
  }
};

}  // namespace drover::work
