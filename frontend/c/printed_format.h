#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drover::c {

// The kind of argument that a conversion asks for.
enum class Asked : std::uint8_t { Nothing, Integer, Floating, Text, Pointer, Unknown };

// A width or a precision: a number, or an argument (`*`).
struct PrintedSize {
  bool is_argument = false;
  int value = 0;
};

// A conversion in the format of `printf` [C11 7.21.6.1p4].
struct Conversion {
  std::string text = {};  // as written: `%08lx`
  std::size_t begin = 0;
  Asked asked = Asked::Unknown;
  char letter = 0;
  unsigned bits = 32;          // of an Integer that is passed
  unsigned printed_bits = 32;  // of the part of it that is printed: `%hhd`
  std::string flags = {};      // of "-+ #0"
  std::optional<PrintedSize> width = {};
  std::optional<PrintedSize> precision = {};

  // The number of arguments for width and precision.
  [[nodiscard]] int stars() const {
    return (width && width->is_argument ? 1 : 0) + (precision && precision->is_argument ? 1 : 0);
  }
};

[[nodiscard]] std::vector<Conversion> conversions_of(std::string_view format);

}  // namespace drover::c
