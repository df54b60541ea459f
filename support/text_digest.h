#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/format.h"

namespace drover {

// 32 hexadecimal digits. FNV-1a, twice with different starts: to tell texts apart, not to keep
// secrets. Not support/hash.h: this is written into files and printed, so it must be the same on
// every machine and in every version.
[[nodiscard]] inline std::string text_digest(std::string_view text) {
  constexpr std::uint64_t Prime = 0x100000001b3;
  std::uint64_t first = 0xcbf29ce484222325;
  std::uint64_t second = 0x84222325cbf29ce4;
  for (const char c : text) {
    first = (first ^ static_cast<unsigned char>(c)) * Prime;
    second = (second ^ static_cast<unsigned char>(~c)) * Prime;
  }
  return format("{:016x}{:016x}", first, second);
}

}  // namespace drover
