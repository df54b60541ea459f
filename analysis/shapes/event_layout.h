#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/shapes/shape.h"

namespace drover::shapes {

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
};

}  // namespace drover::shapes
