#include "analysis/shapes/edit_candidate.h"

#include <algorithm>

namespace drover::shapes {

std::vector<std::uint8_t> removable_events(const EventLayout& layout, const Candidate& candidate) {
  std::vector<std::uint8_t> events;
  for (const std::uint8_t event : layout.last_of_thread) {
    if (std::ranges::find(candidate.reads_from, event) == candidate.reads_from.end()) {
      events.push_back(event);
    }
  }
  return events;
}

std::vector<std::uint8_t> plain_reads_and_fences(const EventLayout& layout) {
  std::vector<bool> has_dependency(layout.thread_count, false);
  for (const ShapeEvent& event : layout.events) {
    if (event.dependency != Dependency::None) has_dependency[event.thread] = true;
  }
  std::vector<std::uint8_t> events;
  for (std::size_t i = 0; i < layout.events.size(); ++i) {
    const ShapeEvent& event = layout.events[i];
    const bool is_plain = event.kind == InstructionKind::Read ||
                          event.kind == InstructionKind::FailedUpdate ||
                          event.kind == InstructionKind::Fence;
    if (is_plain && !has_dependency[event.thread]) events.push_back(static_cast<std::uint8_t>(i));
  }
  return events;
}

ShapedCandidate without_event(const ShapedCandidate& from, const EventLayout& layout,
                              std::size_t event) {
  ShapedCandidate to = from;
  const ShapeEvent& removed = layout.events[event];
  auto& thread = to.shape.threads[removed.thread];
  if (removed.kind == InstructionKind::Update) {
    thread.back().kind = InstructionKind::OpenUpdate;
  } else {
    std::size_t first = 0;  // instruction of the thread
    for (std::size_t t = 0; t < removed.thread; ++t) first += from.shape.threads[t].size();
    thread.erase(thread.begin() + static_cast<std::ptrdiff_t>(removed.instruction - first));
    if (!to.modes.empty()) to.modes.erase(to.modes.begin() + removed.instruction);
  }
  const auto renumber = [&](std::uint8_t& number) {
    if (number != Candidate::Initial && number > event) --number;
  };
  auto& reads_from = to.candidate.reads_from;
  reads_from.erase(reads_from.begin() + static_cast<std::ptrdiff_t>(event));
  std::ranges::for_each(reads_from, renumber);
  for (auto& order : to.candidate.coherence) {
    std::erase(order, static_cast<std::uint8_t>(event));
    std::ranges::for_each(order, renumber);
  }
  return to;
}

ShapedCandidate with_event(const ShapedCandidate& from, const AddedEvent& added) {
  ShapedCandidate to = from;
  std::size_t number = 0;       // of the event
  std::size_t instruction = 0;  // of the instruction
  for (std::size_t t = 0; t <= added.thread; ++t) {
    number += event_count(from.shape.threads[t]);
    instruction += from.shape.threads[t].size();
  }
  const auto renumber = [&](std::uint8_t& each) {
    if (each != Candidate::Initial && each >= number) ++each;
  };
  auto& candidate = to.candidate;
  std::ranges::for_each(candidate.reads_from, renumber);
  for (auto& order : candidate.coherence) std::ranges::for_each(order, renumber);

  auto& thread = to.shape.threads[added.thread];
  if (added.instruction.kind == InstructionKind::Update) {
    thread.back().kind = InstructionKind::Update;
  } else {
    thread.push_back(added.instruction);
    to.modes.insert(to.modes.begin() + static_cast<std::ptrdiff_t>(instruction), added.mode);
  }
  std::uint8_t writer = added.reads_from;
  renumber(writer);
  candidate.reads_from.insert(candidate.reads_from.begin() + static_cast<std::ptrdiff_t>(number),
                              is_write(added.instruction.kind) ? Candidate::Initial : writer);
  candidate.coherence.resize(std::max(candidate.coherence.size(), location_count(to.shape)));
  if (is_write(added.instruction.kind)) {
    auto& order = candidate.coherence[added.instruction.location];
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(added.coherence_position),
                 static_cast<std::uint8_t>(number));
  }
  return to;
}

}  // namespace drover::shapes
