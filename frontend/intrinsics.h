#pragma once

#include <cstdint>
#include <string_view>

// Functions that every program has, unless it declares one of that name itself: what C does with
// its numbers and its memory, for C programs that are converted to the core language.
namespace drover {

enum class Intrinsic : std::uint8_t {
  Int8,               // (e): e, which has to fit into so many bits, with a sign
  Int16,              // (e)
  Int32,              // (e)
  Add64,              // (a, b): the sum, which has to fit into 64 bits, with a sign
  Subtract64,         // (a, b)
  Multiply64,         // (a, b)
  UnsignedDivide,     // (a, b): of the bits without a sign
  UnsignedRemainder,  // (a, b)
  Index,              // (e, n): e, which has to be one of 0 … n - 1: an index of an array
  Shift,              // (e, n): the same: by how many bits something of n bits is shifted
  Shifted,   // (e, n): e, which has to be what n bits with a sign shifted to the left may be
  Choose,    // (n): any of 0 … n - 1
  Unwritten  // (n): n fresh cells that have no value: reading one is an error
};

struct IntrinsicInfo {
  Intrinsic intrinsic = Intrinsic::Int8;
  std::string_view name;
  std::uint8_t arguments = 1;
  bool has_bound = false;       // the last argument is a constant, of 1 or more
  std::int64_t most = 1 << 24;  // of the bound
  bool is_instruction = false;  // takes one of its own
  std::string_view meaning;
};

// Nothing of this name: null.
[[nodiscard]] const IntrinsicInfo* find_intrinsic(std::string_view name);
[[nodiscard]] const IntrinsicInfo& info_of(Intrinsic intrinsic);

}  // namespace drover
