#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "semantics/automaton/thread_automaton.h"

namespace drover::incremental {

// Numbers thread states by their next event, ignoring its value: two states with the same number
// have labels that no model distinguishes, and that depend on the same reads.
class EventShapes {
 public:
  // `automata` must outlive it.
  explicit EventShapes(const ProgramAutomata& automata) : automata_(automata) {}

  [[nodiscard]] std::uint32_t of(std::size_t thread, NodeId node) {
    if (numbers_.size() <= thread) numbers_.resize(thread + 1);
    std::vector<std::uint32_t>& numbers = numbers_[thread];
    if (numbers.size() <= node.value) numbers.resize(node.value + std::size_t{1}, Unknown);
    std::uint32_t& number = numbers[node.value];
    if (number == Unknown) number = find(thread, node);
    return number;
  }

 private:
  static constexpr std::uint32_t Unknown = static_cast<std::uint32_t>(-1);

  struct Shape {
    Label label;
    EventDependencies dependencies;
    bool operator==(const Shape&) const = default;
  };

  [[nodiscard]] std::uint32_t find(std::size_t thread, NodeId node) {
    const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    Shape shape{automaton.label(node), automaton.dependencies(node)};
    // Ignores the written, expected and allocated values.
    shape.label.value = shape.label.size = 0;
    shape.label.exclusive.one = 0;
    shape.label.exclusive.test = nullptr;
    const auto found = std::ranges::find(shapes_, shape);
    const auto number = static_cast<std::uint32_t>(found - shapes_.begin());
    if (found == shapes_.end()) shapes_.push_back(std::move(shape));
    return number;
  }

  const ProgramAutomata& automata_;
  std::vector<Shape> shapes_;
  std::vector<std::vector<std::uint32_t>> numbers_;  // by thread and node
};

}  // namespace drover::incremental
