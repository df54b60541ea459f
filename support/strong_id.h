#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace drover {

// A small integer that cannot be mistaken for another kind of small integer.
// Pass by value. `Tag` is an empty struct naming the kind. The default value is
// `none()`, which is not a valid id.
template <typename Tag>
struct StrongId {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();

  constexpr StrongId() = default;
  constexpr explicit StrongId(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}

  static constexpr StrongId none() { return StrongId(); }
  [[nodiscard]] constexpr bool is_none() const { return *this == none(); }

  constexpr auto operator<=>(const StrongId&) const = default;
};

using ThreadId = StrongId<struct ThreadTag>;      // index into Program::threads
using LocationId = StrongId<struct LocationTag>;  // index into a LocationTable
using RegisterId = StrongId<struct RegisterTag>;  // index into a thread's registers
using NodeId = StrongId<struct NodeTag>;          // state of one thread's automaton
using EventId = StrongId<struct EventTag>;        // dense index into an ExecutionGraph

}  // namespace drover

template <typename Tag>
struct std::hash<drover::StrongId<Tag>> {
  std::size_t operator()(drover::StrongId<Tag> id) const noexcept { return id.value; }
};
