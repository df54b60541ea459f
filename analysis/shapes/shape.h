#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drover::shapes {

// What one instruction of a small program does. The order is the one in which programs of the
// same size are enumerated.
enum class InstructionKind : std::uint8_t {
  Write,
  Read,
  Update,        // a read-modify-write that always succeeds: two events
  OpenUpdate,    // its read alone, the last event of its thread: the write is yet to come
  FailedUpdate,  // a compare-and-swap that fails, whatever it reads: a read
  Fence
};

// How an instruction depends on the last read before it in its thread.
enum class Dependency : std::uint8_t {
  None,
  Data,     // the value it writes, which is the same whatever was read
  Address,  // its address, likewise
  Control   // whether it and all that follows is reached, which it always is
};

struct ShapeInstruction {
  InstructionKind kind = InstructionKind::Write;
  std::uint8_t location = 0;  // 0 for fences
  Dependency dependency = Dependency::None;

  auto operator<=>(const ShapeInstruction&) const = default;
};

// A small program without modes and values: straight-line threads. Writes have values of their
// own (candidate.h), so that reads tell where they read from. What a read returns changes nothing
// in what follows it; but it may be mentioned there, which some models care about.
struct Shape {
  std::vector<std::vector<ShapeInstruction>> threads;

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
// One more than the greatest location.
[[nodiscard]] std::size_t location_count(const Shape& shape);

// x, y, z, w, …
[[nodiscard]] std::string location_name(std::size_t location);

// `W x; R y || W y; R x`. U: Update, P: OpenUpdate, C: FailedUpdate, F: Fence. After the colon in
// `W x: data` is the dependency.
[[nodiscard]] std::string to_text(const Shape& shape);

// The least of the shapes that differ from `shape` in the order of the threads and in the names
// of the locations only. Threads with more events come first; then kinds count, then locations,
// then dependencies.
[[nodiscard]] Shape canonical(const Shape& shape);

}  // namespace drover::shapes
