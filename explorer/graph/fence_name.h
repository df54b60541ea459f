#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "semantics/program/label.h"

namespace drover {

// Returns the instruction or primitive that a fence of a litmus dialect or a machine is: "DMB SY",
// "lwsync", "fence w,w", "smp_wmb", "MFENCE". Empty for fences that have modes instead.
[[nodiscard]] inline std::string fence_name(const Label& fence,
                                            std::string_view architecture = {}) {
  std::string name;
  if (architecture.starts_with("X86")) {
    name = fence.mode == Mode::Sc ? "MFENCE" : fence.mode == Mode::Rel ? "SFENCE" : "LFENCE";
  }
  fence.tags.for_each([&](Tag tag) {
    // The meaning of a barrier's tag is "Linux: smp_mb, and …".
    std::string_view text = TagTable[static_cast<std::size_t>(tag)].meaning;
    const std::size_t owner = text.find(": ");
    if (owner == std::string_view::npos) return;
    text.remove_prefix(owner + 2);
    if (!name.empty()) name += ' ';
    name += text.substr(0, text.find(", "));
  });
  return name;
}

}  // namespace drover
