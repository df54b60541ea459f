#include "explorer/audit/random_graphs.h"

#include <algorithm>
#include <array>

namespace drover {

namespace {

std::vector<std::uint8_t> writes_of(const ShapedCandidate& at, std::uint8_t location) {
  const EventLayout layout(at.shape);
  return location < layout.writes.size() ? layout.writes[location] : std::vector<std::uint8_t>{};
}

}  // namespace

bool RandomGraphs::is_consistent(const ShapedCandidate& at) const {
  return model_.is_consistent(
      build_graph(EventLayout(at.shape), at.modes, at.candidate,
                  model_.has_coherence() ? CoherencePlaces::Given : CoherencePlaces::None));
}

// An event without its place: which thread, what it does.
AddedEvent RandomGraphs::pick_event(const ShapedCandidate& at, std::size_t locations) {
  using enum InstructionKind;
  AddedEvent event;
  event.thread = pick(at.shape.threads.size());
  const auto& thread = at.shape.threads[event.thread];
  if (!thread.empty() && thread.back().kind == OpenUpdate) {
    event.instruction = {Update, thread.back().location};
    return event;
  }
  constexpr std::array Kinds{Write, Write, Write, Read, Read, Read, OpenUpdate, Fence};
  event.instruction.kind = Kinds[pick(Kinds.size())];
  if (model_.needs_dependencies()) event.instruction.dependency = pick_dependency(at, event);
  const std::size_t weakest = event.instruction.kind == Fence ? 1 : 0;
  const auto modes = modes_of(event.instruction.kind);
  event.mode = modes[weakest + pick(modes.size() - weakest)];
  if (event.instruction.kind != Fence) {
    event.instruction.location = static_cast<std::uint8_t>(pick(locations));
  }
  return event;
}

// Half of the events behind a read depend on it.
Dependency RandomGraphs::pick_dependency(const ShapedCandidate& at, const AddedEvent& event) {
  using enum Dependency;
  const auto& thread = at.shape.threads[event.thread];
  const bool has_read = std::ranges::any_of(
      thread, [](const ShapeInstruction& before) { return is_read(before.kind); });
  if (!has_read || pick(2) == 0) return None;
  const Dependency chosen = std::array{Address, Data, Control}[pick(3)];
  const InstructionKind kind = event.instruction.kind;
  if (chosen == Address && kind == InstructionKind::Fence) return Control;
  if (chosen == Data && kind != InstructionKind::Write) return Control;
  return chosen;
}

AddedEvent RandomGraphs::maximal(const ShapedCandidate& at, AddedEvent event) {
  const std::uint8_t location = event.instruction.location;
  if (location >= at.candidate.coherence.size()) return event;
  const auto& order = at.candidate.coherence[location];
  event.coherence_position = order.size();
  if (!order.empty()) event.reads_from = order.back();
  return event;
}

void RandomGraphs::choose_place(const ShapedCandidate& at, AddedEvent& event) {
  const auto writes = writes_of(at, event.instruction.location);
  event.coherence_position = pick(writes.size() + 1);
  const std::size_t writer = pick(writes.size() + 1);
  event.reads_from = writer == writes.size() ? Candidate::Initial : writes[writer];
}

bool RandomGraphs::grow_one(const std::function<bool(const ShapedCandidate&)>& visit) {
  constexpr std::size_t MaxThreads = 4;
  constexpr std::size_t MaxLocations = 3;
  constexpr int Attempts = 6;
  ShapedCandidate at;
  at.shape.threads.resize(2 + pick(MaxThreads - 1));
  const std::size_t locations = 1 + pick(MaxLocations);
  while (event_count(at.shape) < max_events_) {
    AddedEvent event = pick_event(at, locations);
    const ShapedCandidate extended = with_event(at, maximal(at, event));
    if (!visit(extended)) return false;
    bool is_grown = false;
    for (int i = 0; i < Attempts && !is_grown; ++i) {
      choose_place(at, event);
      ShapedCandidate next = with_event(at, event);
      if (!is_consistent(next)) continue;
      is_grown = true;
      at = std::move(next);
    }
    // Without a consistent place, or where an open read has none for its write: the end.
    if (!is_grown) break;
    if (!visit(at)) return false;
  }
  return redirect_reads(at, visit);
}

bool RandomGraphs::redirect_reads(const ShapedCandidate& at,
                                  const std::function<bool(const ShapedCandidate&)>& visit) {
  const EventLayout layout(at.shape);
  for (const std::uint8_t read : layout.reads) {
    for (const std::uint8_t write : layout.writes[layout.events[read].location]) {
      if (at.candidate.reads_from[read] == write) continue;
      ShapedCandidate changed = at;
      changed.candidate.reads_from[read] = write;
      if (!visit(changed)) return false;
    }
  }
  return true;
}

}  // namespace drover
