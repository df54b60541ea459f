#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

// The words for scopes, and for the places of threads, by machine: `x@rel.cta`, `@ cta 0, gpu 1`.
namespace drover {

struct ScopeWords {
  std::string_view machine;                 // the first word of its litmus tests
  std::array<std::string_view, 4> storage;  // the levels, outermost first; the first has one member
  std::size_t count = 0;
  std::string_view usual;    // the scope of an access that is written without one
  std::string_view barrier;  // the level whose threads wait for each other at control barriers

  [[nodiscard]] constexpr std::span<const std::string_view> levels() const {
    return std::span(storage).first(count);
  }
  [[nodiscard]] constexpr bool has(std::string_view word) const {
    return std::ranges::find(levels(), word) != levels().end();
  }
  // A thread has no number at the outermost level.
  [[nodiscard]] constexpr bool has_place(std::string_view word) const {
    return has(word) && word != storage.front();
  }
};

// OpenCL comes before Vulkan: a program that names only their common level, `wg`, has its levels.
inline constexpr std::array ScopeMachines{ScopeWords{.machine = "PTX",
                                                     .storage = {"sys", "gpu", "cta"},
                                                     .count = 3,
                                                     .usual = "sys",
                                                     .barrier = "cta"},
                                          ScopeWords{.machine = "OPENCL",
                                                     .storage = {"all", "dev", "wg"},
                                                     .count = 3,
                                                     .usual = "dev",
                                                     .barrier = "wg"},
                                          ScopeWords{.machine = "VULKAN",
                                                     .storage = {"dv", "qf", "wg", "sg"},
                                                     .count = 4,
                                                     .usual = "dv",
                                                     .barrier = "wg"}};

// Null if the machine has no scopes.
[[nodiscard]] constexpr const ScopeWords* find_scope_words(std::string_view machine) {
  const auto found = std::ranges::find(ScopeMachines, machine, &ScopeWords::machine);
  return found == ScopeMachines.end() ? nullptr : &*found;
}

}  // namespace drover
