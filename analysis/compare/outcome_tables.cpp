#include "analysis/compare/outcome_tables.h"

#include <algorithm>

namespace drover::compare {

shapes::Shape restricted_to(const shapes::Shape& shape, const shapes::EventLayout& layout,
                            std::size_t location, std::vector<std::uint8_t>& events) {
  shapes::Shape part;
  for (const auto& thread : shape.threads) {
    std::vector<shapes::ShapeInstruction> kept;
    for (const shapes::ShapeInstruction& at : thread) {
      if (at.kind == shapes::InstructionKind::Fence || at.location != location) continue;
      kept.push_back({at.kind, 0});
    }
    if (!kept.empty()) part.threads.push_back(std::move(kept));
  }
  events.clear();
  for (std::size_t i = 0; i < layout.events.size(); ++i) {
    const shapes::ShapeEvent& event = layout.events[i];
    if (event.kind == shapes::InstructionKind::Fence || event.location != location) continue;
    events.push_back(static_cast<std::uint8_t>(i));
  }
  return part;
}

bool OutcomeTables::is_possible(const shapes::EventLayout& layout, const Outcome& outcome) const {
  if (filter_ == Filter::None) return true;
  const shapes::ModeAssignment weakest = shapes::weakest_modes(layout.instructions);
  return is_reached(*models_[0], layout, weakest, outcome) ||
         is_reached(*models_[1], layout, weakest, outcome);
}

const std::vector<Outcome>& OutcomeTables::outcomes_of(const shapes::Shape& shape) {
  const auto [place, is_new] = known_.try_emplace(shape.threads);
  std::vector<Outcome>& outcomes = place->second;
  if (!is_new) return outcomes;
  const shapes::EventLayout layout(shape);
  const auto last_read = std::ranges::find_if(layout.last_of_thread, [&](std::uint8_t event) {
    return layout.events[event].kind == shapes::InstructionKind::Read;
  });
  if (last_read != layout.last_of_thread.end()) {
    outcomes = with_last_read(shape, layout, *last_read);
    return outcomes;
  }
  shapes::Candidate reads;
  for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
    return shapes::for_each_reads_from(layout, reads, [&] {
      Outcome outcome{reads.reads_from, {last.begin(), last.end()}, {}};
      if (is_possible(layout, outcome)) outcomes.push_back(std::move(outcome));
      return may_go_on_();
    });
  });
  return outcomes;
}

// Extends the outcomes without a read that ends its thread by all sources of that read.
std::vector<Outcome> OutcomeTables::with_last_read(const shapes::Shape& shape,
                                                   const shapes::EventLayout& layout,
                                                   std::uint8_t read) {
  shapes::Shape lesser = shape;
  lesser.threads[layout.events[read].thread].pop_back();
  std::erase_if(lesser.threads, [](const auto& thread) { return thread.empty(); });
  const auto renumber = [&](std::uint8_t& event) {
    if (event != shapes::Candidate::Initial && event >= read) ++event;
  };
  std::vector<Outcome> outcomes;
  for (Outcome outcome : outcomes_of(lesser)) {
    std::ranges::for_each(outcome.reads_from, renumber);
    std::ranges::for_each(outcome.last_writes, renumber);
    outcome.reads_from.insert(outcome.reads_from.begin() + read, shapes::Candidate::Initial);
    if (outcome.last_writes.empty()) outcome.last_writes = {shapes::Candidate::Initial};
    if (is_possible(layout, outcome)) outcomes.push_back(outcome);
    for (const std::uint8_t write : layout.writes.front()) {
      outcome.reads_from[read] = write;
      if (is_possible(layout, outcome)) outcomes.push_back(outcome);
    }
  }
  return outcomes;
}

bool OutcomeTables::combine(const std::vector<Part>& parts, std::size_t location, Outcome& outcome,
                            const std::function<bool(const Outcome&)>& visit) {
  if (location == parts.size()) return visit(outcome);
  const Part& part = parts[location];
  const auto number = [&](std::uint8_t of_part) {
    return of_part == shapes::Candidate::Initial ? shapes::Candidate::Initial
                                                 : part.events[of_part];
  };
  for (const Outcome& each : *part.outcomes) {
    for (std::size_t i = 0; i < part.events.size(); ++i) {
      outcome.reads_from[part.events[i]] = number(each.reads_from[i]);
    }
    outcome.last_writes[location] = number(each.last_writes.front());
    if (!combine(parts, location + 1, outcome, visit)) return false;
  }
  return true;
}

bool OutcomeTables::for_each(const shapes::Shape& shape, const shapes::EventLayout& layout,
                             const std::function<bool(const Outcome&)>& visit) {
  std::vector<Part> parts(layout.writes.size());
  for (std::size_t location = 0; location < parts.size(); ++location) {
    const shapes::Shape part = restricted_to(shape, layout, location, parts[location].events);
    parts[location].outcomes = &outcomes_of(part);
  }
  Outcome outcome;
  outcome.reads_from.assign(layout.events.size(), shapes::Candidate::Initial);
  outcome.last_writes.assign(parts.size(), shapes::Candidate::Initial);
  return combine(parts, 0, outcome, visit);
}

}  // namespace drover::compare
