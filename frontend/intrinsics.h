#pragma once

#include <cstdint>
#include <string_view>

// Functions that every program has, unless it declares a function of that name: C's operations on
// numbers and memory, for C programs that are converted to the core language.
namespace drover {

enum class Intrinsic : std::uint8_t {
  Int8,               // (e): e, which must fit into a signed integer of this size
  Int16,              // (e)
  Int32,              // (e)
  Add64,              // (a, b): the sum, which must fit into a signed 64-bit integer
  Subtract64,         // (a, b)
  Multiply64,         // (a, b)
  UnsignedDivide,     // (a, b): of unsigned numbers
  UnsignedRemainder,  // (a, b)
  Index,              // (e, n): e, which must be in 0 … n - 1: an array index
  Shift,              // (e, n): as Index: a shift count for n bits
  Shifted,            // (e, n): e, which must be a valid left shift of a signed n-bit integer
  Choose,             // (n): any of 0 … n - 1
  Unwritten,          // (n): n fresh cells without a value: reading one is an error
  Barrier             // (): a control barrier of the threads of a group; 1
};

struct IntrinsicInfo {
  Intrinsic intrinsic = Intrinsic::Int8;
  std::string_view name;
  std::uint8_t arguments = 1;   // 0 only for instructions
  bool has_bound = false;       // the last argument is a constant of at least 1
  std::int64_t most = 1 << 24;  // maximum of the bound
  bool is_instruction = false;  // is an instruction of its own
  std::string_view meaning;
};

// Null if there is none of this name.
[[nodiscard]] const IntrinsicInfo* find_intrinsic(std::string_view name);
[[nodiscard]] const IntrinsicInfo& info_of(Intrinsic intrinsic);

}  // namespace drover
