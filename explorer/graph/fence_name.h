#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "semantics/program/label.h"
#include "semantics/program/scope_tag.h"

namespace drover {

// Returns the name of a fence of a GPU, or of a control barrier: `fence.sc.gpu`,
// `cbar.acqrel.wg.semsc0`.
[[nodiscard]] inline std::string gpu_fence_name(const Label& fence) {
  const bool is_barrier =
      fence.tags.contains(Tag::ControlBarrier) || (fence.tags.is_empty() && fence.mode <= Mode::Na);
  std::string name = is_barrier ? "barrier" : "fence";
  if (fence.mode > Mode::Na) name += '.' + std::string(mode_name(fence.mode));
  fence.tags.for_each([&](Tag tag) {
    if (tag == Tag::GenericProxy || tag == Tag::ControlBarrier) return;
    name += '.';
    for (const char c : tag_name(tag)) name += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return name;
}

// Returns the instruction or primitive that a fence of a litmus dialect or a machine is: "DMB SY",
// "lwsync", "fence w,w", "smp_wmb", "MFENCE",
// "fence.sc.gpu". Empty for fences that have modes instead.
[[nodiscard]] inline std::string fence_name(const Label& fence,
                                            std::string_view architecture = {}) {
  std::string name;
  if (architecture == "PTX" || architecture == "VULKAN" || architecture == "OPENCL") {
    return gpu_fence_name(fence);
  }
  if (architecture.empty() && is_only_scope(fence.tags)) return "";
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
