#pragma once

#include <cstdint>

#include "explorer/work/place.h"
#include "support/bytes.h"

namespace drover::work {

// A waiting part of an exploration.
struct Item {
  Place place;
  std::uint32_t width = 0;  // index of the smallest graph size that fits
  bool is_whole = false;    // the whole exploration: no bytes
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
