#include "analysis/audit/random_graphs.h"

#include <algorithm>
#include <array>

namespace drover::audit {

namespace {

std::vector<std::uint8_t> writes_of(const shapes::ShapedCandidate& at, std::uint8_t location) {
  const shapes::EventLayout layout(at.shape);
  return location < layout.writes.size() ? layout.writes[location] : std::vector<std::uint8_t>{};
}

}  // namespace

bool RandomGraphs::is_consistent(const shapes::ShapedCandidate& at) const {
  return model_.is_consistent(shapes::build_graph(
      shapes::EventLayout(at.shape), at.modes, at.candidate,
      model_.has_coherence() ? shapes::CoherencePlaces::Given : shapes::CoherencePlaces::None));
}

// Picks the thread and kind of a new event, not its rf or co position.
shapes::AddedEvent RandomGraphs::pick_event(const shapes::ShapedCandidate& at,
                                            std::size_t locations) {
  using enum shapes::InstructionKind;
  shapes::AddedEvent event;
  event.thread = pick(at.shape.threads.size());
  const auto& thread = at.shape.threads[event.thread];
  if (!thread.empty() && thread.back().kind == OpenUpdate) {
    event.instruction = {Update, thread.back().location};
    return event;
  }
  constexpr std::array Kinds{Write, Write, Write, Read, Read, Read, OpenUpdate, Fence};
  event.instruction.kind = Kinds[pick(Kinds.size())];
  const bool may_fail = event.instruction.kind == Read && model_.tells_failed_updates();
  if (may_fail && pick(3) == 0) event.instruction.kind = FailedUpdate;
  if (model_.needs_dependencies()) event.instruction.dependency = pick_dependency(at, event);
  const std::size_t weakest = event.instruction.kind == Fence ? 1 : 0;
  const auto modes = shapes::modes_of(event.instruction.kind);
  event.mode = modes[weakest + pick(modes.size() - weakest)];
  if (event.instruction.kind != Fence) {
    event.instruction.location = static_cast<std::uint8_t>(pick(locations));
  }
  return event;
}

// Half of the events after a read get a dependency on it.
shapes::Dependency RandomGraphs::pick_dependency(const shapes::ShapedCandidate& at,
                                                 const shapes::AddedEvent& event) {
  using enum shapes::Dependency;
  const auto& thread = at.shape.threads[event.thread];
  const bool has_read = std::ranges::any_of(
      thread, [](const shapes::ShapeInstruction& before) { return shapes::is_read(before.kind); });
  if (!has_read || pick(2) == 0) return None;
  const shapes::Dependency chosen = std::array{Address, Data, Control}[pick(3)];
  const shapes::InstructionKind kind = event.instruction.kind;
  if (chosen == Address && kind == shapes::InstructionKind::Fence) return Control;
  if (chosen == Data && kind != shapes::InstructionKind::Write) return Control;
  return chosen;
}

shapes::AddedEvent RandomGraphs::maximal(const shapes::ShapedCandidate& at,
                                         shapes::AddedEvent event) {
  const std::uint8_t location = event.instruction.location;
  if (location >= at.candidate.coherence.size()) return event;
  const auto& order = at.candidate.coherence[location];
  event.coherence_position = order.size();
  if (!order.empty()) event.reads_from = order.back();
  return event;
}

void RandomGraphs::choose_place(const shapes::ShapedCandidate& at, shapes::AddedEvent& event) {
  const auto writes = writes_of(at, event.instruction.location);
  event.coherence_position = pick(writes.size() + 1);
  const std::size_t writer = pick(writes.size() + 1);
  event.reads_from = writer == writes.size() ? shapes::Candidate::Initial : writes[writer];
}

bool RandomGraphs::grow_one(const std::function<bool(const shapes::ShapedCandidate&)>& visit) {
  constexpr std::size_t MaxThreads = 4;
  constexpr std::size_t MaxLocations = 3;
  constexpr int Attempts = 6;
  shapes::ShapedCandidate at;
  at.shape.threads.resize(2 + pick(MaxThreads - 1));
  const std::size_t locations = 1 + pick(MaxLocations);
  while (shapes::event_count(at.shape) < max_events_) {
    shapes::AddedEvent event = pick_event(at, locations);
    const shapes::ShapedCandidate extended = shapes::with_event(at, maximal(at, event));
    if (!visit(extended)) return false;
    bool is_grown = false;
    for (int i = 0; i < Attempts && !is_grown; ++i) {
      choose_place(at, event);
      shapes::ShapedCandidate next = shapes::with_event(at, event);
      if (!is_consistent(next)) continue;
      is_grown = true;
      at = std::move(next);
    }
    // Stops if no attempt finds a consistent position for the event, or for an open read's write.
    if (!is_grown) break;
    if (!visit(at)) return false;
  }
  return redirect_reads(at, visit);
}

bool RandomGraphs::redirect_reads(
    const shapes::ShapedCandidate& at,
    const std::function<bool(const shapes::ShapedCandidate&)>& visit) {
  const shapes::EventLayout layout(at.shape);
  for (const std::uint8_t read : layout.reads) {
    for (const std::uint8_t write : layout.writes[layout.events[read].location]) {
      if (at.candidate.reads_from[read] == write) continue;
      shapes::ShapedCandidate changed = at;
      changed.candidate.reads_from[read] = write;
      if (!visit(changed)) return false;
    }
  }
  return true;
}

}  // namespace drover::audit
