#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "support/bytes.h"

namespace drover::work {

// The place of a work item in the order in which a single worker would explore everything.
//
// A part split off an item comes after the rest of the item, and before the parts split off
// earlier. So the places of the parts follow that of the whole, the last part first.
class Place {
 public:
  Place() = default;

  // Returns the place of the `serial`-th part split off, counted from 0.
  [[nodiscard]] Place part(std::uint32_t serial) const {
    Place part = *this;
    part.path_.push_back(std::numeric_limits<std::uint32_t>::max() - serial);
    return part;
  }

  auto operator<=>(const Place&) const = default;

  void write(ByteWriter& out) const {
    out.put(path_.size());
    for (const std::uint32_t step : path_)
      out.put(std::numeric_limits<std::uint32_t>::max() - step);
  }
  static Place read(ByteReader& in) {
    Place place;
    const std::size_t size = in.get_count();
    for (std::size_t i = 0; i < size; ++i) {
      place = place.part(static_cast<std::uint32_t>(in.get()));
    }
    return place;
  }

 private:
  std::vector<std::uint32_t> path_;
};

// A moment of an exploration: the item, and a serial number in it.
struct Moment {
  Place place;
  std::uint64_t serial = 0;

  auto operator<=>(const Moment&) const = default;
};

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
