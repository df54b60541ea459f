#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/strong_id.h"

// The places of threads in a machine with scopes, and what threads share there.
namespace drover {

// The ways of a thread at a control barrier.
enum class BarrierWay : std::uint8_t {
  Stops,  // the barrier is never passed
  Passes,
  Synchronises  // passes, and is among the threads that the others wait for (with a quorum)
};

// A control barrier in the text of a thread.
struct BarrierSite {
  std::string instance;  // barriers of one name in one group belong together
  ThreadId thread;
  bool waits = true;                          // false: `bar.arrive`
  bool has_resource = false;                  // only barriers of an equal resource belong together
  std::optional<std::int64_t> resource = {};  // the resource, if it is a constant
  std::optional<std::uint32_t> quorum = {};   // how many suffice; none: all
};

struct Topology {
  std::vector<std::string> levels;                 // outermost first: sys, gpu, cta
  std::string barrier_level;                       // the level whose threads wait for each other
  std::vector<std::vector<std::uint32_t>> places;  // by thread: its number at each level
  std::vector<std::pair<ThreadId, ThreadId>> system_order;
  std::vector<BarrierSite> barriers;

  // Returns the index of a level; the number of levels if there is none of that name.
  [[nodiscard]] std::size_t depth_of(std::string_view level) const {
    return static_cast<std::size_t>(std::ranges::find(levels, level) - levels.begin());
  }
  // True if two threads share this level and all outer ones.
  [[nodiscard]] bool share(ThreadId a, ThreadId b, std::size_t depth) const {
    const auto& one = places[a.value];
    const auto& other = places[b.value];
    return depth < levels.size() &&
           std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(depth) + 1,
                      other.begin());
  }
};

}  // namespace drover
