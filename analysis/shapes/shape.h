#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "semantics/program/topology.h"
#include "support/scope_words.h"

namespace drover::shapes {

// The kind of an instruction of a small program. Programs of the same size are enumerated in this
// order.
enum class InstructionKind : std::uint8_t {
  Write,
  Read,
  Update,        // a read-modify-write that always succeeds: two events
  OpenUpdate,    // the read alone, last in its thread, with the write still missing
  FailedUpdate,  // a compare-and-swap that always fails: a read
  Fence
};

// The dependency of an instruction on the last read before it in its thread.
enum class Dependency : std::uint8_t {
  None,
  Data,     // in the written value, without changing it
  Address,  // in the address, without changing it
  Control   // by a branch that is always taken
};

struct ShapeInstruction {
  InstructionKind kind = InstructionKind::Write;
  std::uint8_t location = 0;  // 0 for fences
  Dependency dependency = Dependency::None;
  std::uint8_t scope = 0;  // its level in the shape's machine: 0 is the widest

  auto operator<=>(const ShapeInstruction&) const = default;
};

// A small program without modes and values: straight-line threads. Writes have unique values
// (candidate.h), so that reads show their sources. A read value does not change later instructions,
// but they may depend on it syntactically, which matters to some models.
struct Shape {
  std::vector<std::vector<ShapeInstruction>> threads;
  // The machine whose scopes the instructions have; null: they have none.
  const ScopeWords* machine = nullptr;
  std::vector<std::vector<std::uint32_t>> places = {};  // as in Topology

  bool operator==(const Shape&) const = default;
};

[[nodiscard]] constexpr bool is_read(InstructionKind kind) {
  return kind == InstructionKind::Read || kind == InstructionKind::Update ||
         kind == InstructionKind::OpenUpdate || kind == InstructionKind::FailedUpdate;
}
[[nodiscard]] constexpr bool is_write(InstructionKind kind) {
  return kind == InstructionKind::Write || kind == InstructionKind::Update;
}
[[nodiscard]] constexpr std::size_t event_count(InstructionKind kind) {
  return kind == InstructionKind::Update ? 2 : 1;
}

[[nodiscard]] std::size_t event_count(const std::vector<ShapeInstruction>& thread);
[[nodiscard]] std::size_t event_count(const Shape& shape);
// Returns one more than the greatest location.
[[nodiscard]] std::size_t location_count(const Shape& shape);

// Returns x, y, z, w, …
[[nodiscard]] std::string location_name(std::size_t location);

// Format: `W x; R y || W y; R x`. U: Update, P: OpenUpdate, C: FailedUpdate, F: Fence. `W x: data`
// has a data dependency.
[[nodiscard]] std::string to_text(const Shape& shape);

// Returns the least shape that differs from `shape` only in the order of threads and the names of
// locations. Threads with more events come first; then kinds count, then locations, then
// dependencies.
[[nodiscard]] Shape canonical(const Shape& shape);

// One event of a shape. Events are numbered thread by thread, in program order.
struct ShapeEvent {
  std::uint8_t thread = 0;
  std::uint8_t instruction = 0;  // number in the shape, thread by thread
  InstructionKind kind = InstructionKind::Write;
  bool is_read = false;
  bool is_write = false;
  std::uint8_t location = 0;
  Dependency dependency = Dependency::None;
  std::uint8_t source = 0;  // the read it depends on, if any
  std::uint8_t scope = 0;   // as in ShapeInstruction
};

// The events of a shape, with indices.
struct EventLayout {
  explicit EventLayout(const Shape& shape);

  std::vector<ShapeEvent> events;
  std::vector<InstructionKind> instructions;      // of all threads
  std::vector<std::uint8_t> reads;                // event numbers
  std::vector<std::vector<std::uint8_t>> writes;  // by location: event numbers
  std::vector<std::uint8_t> last_of_thread;       // event numbers
  std::vector<bool> is_accessed;                  // by location
  std::size_t thread_count = 0;
  std::size_t accessed_count = 0;
  bool has_dependencies = false;
  std::shared_ptr<const Topology> topology;  // null: events have no scopes
};

}  // namespace drover::shapes
