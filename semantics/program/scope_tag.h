#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "semantics/program/tag.h"

namespace drover {

// The tags of scopes, by the levels of machines.
inline constexpr std::array ScopeTags{std::pair(Tag::CtaScope, std::string_view("cta")),
                                      std::pair(Tag::GpuScope, std::string_view("gpu")),
                                      std::pair(Tag::SysScope, std::string_view("sys")),
                                      std::pair(Tag::SubgroupScope, std::string_view("sg")),
                                      std::pair(Tag::WorkgroupScope, std::string_view("wg")),
                                      std::pair(Tag::QueueFamilyScope, std::string_view("qf")),
                                      std::pair(Tag::DeviceScope, std::string_view("dv")),
                                      std::pair(Tag::DeviceScope, std::string_view("dev")),
                                      std::pair(Tag::AllScope, std::string_view("all"))};

// Returns the tag of a scope; none for another word, or no word.
[[nodiscard]] constexpr TagSet scope_tag(std::string_view level) {
  for (const auto& [tag, name] : ScopeTags) {
    if (name == level) return TagSet::of(tag);
  }
  return {};
}

// Returns those of the tags that are scopes.
[[nodiscard]] constexpr TagSet scopes_among(const TagSet& tags) {
  TagSet out;
  for (const auto& [tag, name] : ScopeTags) {
    if (tags.contains(tag)) out.insert(tag);
  }
  return out;
}

// True for the tags of operations of the core language.
[[nodiscard]] constexpr bool is_only_scope(const TagSet& tags) {
  return !tags.is_empty() && scopes_among(tags) == tags;
}

}  // namespace drover
