#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "litmus/possible_addresses.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// The bytes `begin` to `end` - 1 of an object.
struct ByteRange {
  std::size_t object = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool overlaps(const ByteRange& other) const {
    return object == other.object && begin < other.end && other.begin < end;
  }
  auto operator<=>(const ByteRange&) const = default;
};

// The accesses of a test of machines, and the places where they overlap in part: with other sizes,
// or at other offsets. Without such places a location is one cell, whatever its size.
struct AccessLayout {
  std::vector<SizedAccess> accesses;
  // By object: the sorted offsets at which cells begin inside an access or an element.
  std::vector<std::vector<std::uint32_t>> cuts;

  [[nodiscard]] bool has_cuts() const;
  [[nodiscard]] bool has_cut(const ByteRange& range) const;
};

[[nodiscard]] AccessLayout access_layout(const Program& program);

// Returns the bytes that an access may touch: of an unknown address, every aligned place of every
// object.
[[nodiscard]] std::vector<ByteRange> places_of(const SizedAccess& access, const Program& program);
// Returns the elements of an object.
[[nodiscard]] std::vector<ByteRange> elements_of(std::size_t object, const Program& program);
// As in source: `x`, `x+2`, `a[1]`.
[[nodiscard]] std::string place_text(const ByteRange& range, const Program& program);

}  // namespace drover::litmus
