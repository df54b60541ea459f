#include "analysis/shapes/shape.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "support/format.h"

namespace drover::shapes {

std::size_t event_count(const std::vector<ShapeInstruction>& thread) {
  std::size_t count = 0;
  for (const ShapeInstruction& instruction : thread) count += event_count(instruction.kind);
  return count;
}

std::size_t event_count(const Shape& shape) {
  std::size_t count = 0;
  for (const auto& thread : shape.threads) count += event_count(thread);
  return count;
}

std::size_t location_count(const Shape& shape) {
  std::size_t count = 0;
  for (const auto& thread : shape.threads) {
    for (const ShapeInstruction& instruction : thread) {
      if (instruction.kind == InstructionKind::Fence) continue;
      count = std::max(count, instruction.location + std::size_t{1});
    }
  }
  return count;
}

std::string location_name(std::size_t location) {
  constexpr std::array<const char*, 4> Names{"x", "y", "z", "w"};
  return location < Names.size() ? Names[location] : format("a{}", location);
}

std::string to_text(const Shape& shape) {
  constexpr std::array<char, 6> Letters{'W', 'R', 'U', 'P', 'C', 'F'};
  constexpr std::array<const char*, 4> Dependencies{"", ": data", ": addr", ": ctrl"};
  std::string text;
  for (std::size_t t = 0; t < shape.threads.size(); ++t) {
    if (t > 0) text += " || ";
    for (std::size_t i = 0; i < shape.threads[t].size(); ++i) {
      const ShapeInstruction& instruction = shape.threads[t][i];
      if (i > 0) text += "; ";
      text += Letters[static_cast<std::size_t>(instruction.kind)];
      if (instruction.kind != InstructionKind::Fence) {
        text += " " + location_name(instruction.location);
      }
      text += Dependencies[static_cast<std::size_t>(instruction.dependency)];
    }
  }
  return text;
}

namespace {

// Returns the sort key of a shape.
std::tuple<std::vector<InstructionKind>, std::vector<std::uint8_t>, std::vector<Dependency>> key_of(
    const Shape& shape) {
  std::vector<InstructionKind> kinds;
  std::vector<Dependency> dependencies;
  std::vector<std::uint8_t> locations;
  for (const auto& thread : shape.threads) {
    for (const ShapeInstruction& instruction : thread) {
      kinds.push_back(instruction.kind);
      dependencies.push_back(instruction.dependency);
      if (instruction.kind != InstructionKind::Fence) locations.push_back(instruction.location);
    }
  }
  return {std::move(kinds), std::move(locations), std::move(dependencies)};
}

// Names locations by first occurrence.
void rename_locations(Shape& shape) {
  constexpr std::uint8_t Unnamed = 0xFF;
  std::array<std::uint8_t, 256> names;
  names.fill(Unnamed);
  std::uint8_t next = 0;
  for (auto& thread : shape.threads) {
    for (ShapeInstruction& instruction : thread) {
      if (instruction.kind == InstructionKind::Fence) continue;
      std::uint8_t& name = names[instruction.location];
      if (name == Unnamed) name = next++;
      instruction.location = name;
    }
  }
}

}  // namespace

Shape canonical(const Shape& shape) {
  std::vector<std::size_t> order(shape.threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Shape best;
  bool has_best = false;
  do {
    Shape image;
    for (const std::size_t t : order) image.threads.push_back(shape.threads[t]);
    const bool is_sorted = std::ranges::is_sorted(
        image.threads, std::greater<>(), [](const auto& thread) { return event_count(thread); });
    if (!is_sorted) continue;
    rename_locations(image);
    if (has_best && key_of(best) <= key_of(image)) continue;
    best = std::move(image);
    has_best = true;
  } while (std::ranges::next_permutation(order).found);
  return best;
}

EventLayout::EventLayout(const Shape& shape)
    : writes(location_count(shape)),
      is_accessed(writes.size()),
      thread_count(shape.threads.size()) {
  if (shape.machine != nullptr) {
    const auto levels = shape.machine->levels();
    Topology placed;
    placed.levels.assign(levels.begin(), levels.end());
    placed.places = shape.places;
    topology = std::make_shared<const Topology>(std::move(placed));
  }
  for (std::size_t t = 0; t < shape.threads.size(); ++t) {
    std::optional<std::uint8_t> last_read;
    for (const ShapeInstruction& at : shape.threads[t]) {
      const auto instruction = static_cast<std::uint8_t>(instructions.size());
      instructions.push_back(at.kind);
      ShapeEvent event{
          static_cast<std::uint8_t>(t), instruction, at.kind, false, false, at.location};
      event.scope = at.scope;
      if (at.dependency != Dependency::None && last_read) {
        event.dependency = at.dependency;
        event.source = *last_read;
        has_dependencies = true;
      }
      if (is_read(at.kind)) {
        last_read = static_cast<std::uint8_t>(events.size());
        reads.push_back(*last_read);
        events.push_back(event);
        events.back().is_read = true;
      }
      if (is_write(at.kind)) {
        writes[at.location].push_back(static_cast<std::uint8_t>(events.size()));
        events.push_back(event);
        events.back().is_write = true;
      }
      if (at.kind == InstructionKind::Fence) {
        events.push_back(event);
      } else {
        is_accessed[at.location] = true;
      }
    }
    if (!shape.threads[t].empty()) {
      last_of_thread.push_back(static_cast<std::uint8_t>(events.size() - 1));
    }
  }
  accessed_count = static_cast<std::size_t>(std::ranges::count(is_accessed, true));
}

}  // namespace drover::shapes
