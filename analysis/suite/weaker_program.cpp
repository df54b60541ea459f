#include "analysis/suite/weaker_program.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "analysis/shapes/candidate.h"
#include "explorer/graph/execution_graph.h"
#include "semantics/program/mode.h"

namespace drover::suite {

namespace {

using shapes::Candidate;
using shapes::Dependency;
using shapes::EventLayout;
using shapes::InstructionKind;
using shapes::ShapeEvent;

constexpr std::uint8_t Free = PartialOutcome::Free;

// The program with a read and a write in place of a read-modify-write.
TestedProgram split(const TestedProgram& program, std::uint8_t instruction) {
  std::vector<ShapeEvent> events = program.layout.events;
  for (ShapeEvent& event : events) {
    const bool is_it = event.instruction == instruction;
    if (event.instruction > instruction || (is_it && event.is_write)) ++event.instruction;
    if (is_it) event.kind = event.is_read ? InstructionKind::Read : InstructionKind::Write;
  }
  std::vector<InstructionKind> kinds = program.layout.instructions;
  kinds[instruction] = InstructionKind::Read;
  kinds.insert(kinds.begin() + instruction + 1, InstructionKind::Write);
  shapes::ModeAssignment modes = program.modes;
  const Mode mode = modes[instruction];
  modes[instruction] = read_half(mode);
  modes.insert(modes.begin() + instruction + 1, write_half(mode));
  return {layout_of(std::move(events), std::move(kinds), program.layout),
          std::move(modes),
          program.outcome,
          program.notion,
          program.coherence,
          {}};
}

TestedProgram without_dependency(const TestedProgram& program, std::uint8_t instruction) {
  TestedProgram weaker = program;
  weaker.layout.has_dependencies = false;
  for (ShapeEvent& event : weaker.layout.events) {
    if (event.instruction == instruction) event.dependency = Dependency::None;
    if (event.dependency != Dependency::None) weaker.layout.has_dependencies = true;
  }
  return weaker;
}

std::uint8_t scope_of(const EventLayout& layout, std::size_t instruction) {
  return std::ranges::find(layout.events, instruction, &ShapeEvent::instruction)->scope;
}

bool depends(const EventLayout& layout, std::size_t instruction) {
  return std::ranges::any_of(layout.events, [&](const ShapeEvent& event) {
    return event.instruction == instruction && event.dependency != Dependency::None;
  });
}

// Chooses what the outcome leaves open.
class Choice {
 public:
  Choice(const MemoryModel& model, const TestedProgram& program)
      : model_(model),
        program_(program),
        outcome_{program.outcome.reads_from, program.outcome.last_writes, {}} {}

  bool choose_source(std::size_t read) {
    const EventLayout& layout = program_.layout;
    if (read == layout.reads.size()) return choose_last(0);
    const std::uint8_t event = layout.reads[read];
    if (program_.outcome.reads_from[event] != Free) return choose_source(read + 1);
    outcome_.reads_from[event] = Candidate::Initial;
    if (choose_source(read + 1)) return true;
    for (const std::uint8_t write : layout.writes[layout.events[event].location]) {
      if (layout.events[write].instruction == layout.events[event].instruction) continue;
      outcome_.reads_from[event] = write;
      if (choose_source(read + 1)) return true;
    }
    return false;
  }

 private:
  bool choose_last(std::size_t location) {
    const EventLayout& layout = program_.layout;
    if (location == layout.writes.size()) {
      return compare::is_reached(model_, layout, program_.modes, outcome_);
    }
    const std::uint8_t given = program_.outcome.last_writes[location];
    if (given != Free) return choose_last(location + 1);
    outcome_.last_writes[location] = Candidate::Initial;
    if (layout.writes[location].empty()) return choose_last(location + 1);
    return std::ranges::any_of(layout.writes[location], [&](std::uint8_t write) {
      outcome_.last_writes[location] = write;
      return choose_last(location + 1);
    });
  }

  const MemoryModel& model_;
  const TestedProgram& program_;
  compare::Outcome outcome_;
};

// Asks about one execution.
bool is_execution_allowed(const MemoryModel& model, const TestedProgram& program) {
  const EventLayout& layout = program.layout;
  shapes::Candidate candidate{program.outcome.reads_from, program.coherence};
  std::vector<std::uint8_t> open;
  for (const std::uint8_t read : layout.reads) {
    if (candidate.reads_from[read] != Free) continue;
    candidate.reads_from[read] = Candidate::Initial;
    open.push_back(read);
  }
  if (program.notion == Notion::Executions) {
    ExecutionGraph graph =
        shapes::build_graph(layout, program.modes, candidate, shapes::CoherencePlaces::Given);
    for (const std::uint8_t read : open) graph.clear_reads_from(shapes::event_id(layout, read));
    return model.is_consistent(graph);
  }
  // A read from an earlier write comes before the same writes, and maybe before more of them.
  const std::function<bool(std::size_t)> choose = [&](std::size_t next) {
    if (next == open.size()) {
      return model.is_consistent(
          shapes::build_graph(layout, program.modes, candidate, shapes::CoherencePlaces::Given));
    }
    const std::uint8_t read = open[next];
    candidate.reads_from[read] = Candidate::Initial;
    if (choose(next + 1)) return true;
    for (std::size_t i = 0; i < program.earlier[read]; ++i) {
      const std::uint8_t write = candidate.coherence[layout.events[read].location][i];
      if (layout.events[write].instruction == layout.events[read].instruction) continue;
      candidate.reads_from[read] = write;
      if (choose(next + 1)) return true;
    }
    return false;
  };
  return choose(0);
}

}  // namespace

EventLayout layout_of(std::vector<ShapeEvent> events, std::vector<InstructionKind> instructions,
                      const EventLayout& like) {
  EventLayout layout{shapes::Shape{}};
  layout.events = std::move(events);
  layout.instructions = std::move(instructions);
  layout.thread_count = like.thread_count;
  layout.topology = like.topology;
  layout.writes.assign(like.writes.size(), {});
  layout.is_accessed.assign(like.writes.size(), false);
  layout.last_of_thread.clear();
  for (std::size_t i = 0; i < layout.events.size(); ++i) {
    const ShapeEvent& event = layout.events[i];
    const auto number = static_cast<std::uint8_t>(i);
    const bool is_last =
        i + 1 == layout.events.size() || layout.events[i + 1].thread != event.thread;
    if (is_last) layout.last_of_thread.push_back(number);
    if (event.dependency != Dependency::None) layout.has_dependencies = true;
    if (event.kind == InstructionKind::Fence) continue;
    layout.is_accessed[event.location] = true;
    if (event.is_read) layout.reads.push_back(number);
    if (event.is_write) layout.writes[event.location].push_back(number);
  }
  layout.accessed_count = static_cast<std::size_t>(std::ranges::count(layout.is_accessed, true));
  return layout;
}

TestedProgram without(const TestedProgram& program, std::uint8_t instruction) {
  constexpr std::uint8_t Gone = 0xFD;
  std::vector<std::uint8_t> number;  // by old event
  std::vector<ShapeEvent> events;
  for (const ShapeEvent& event : program.layout.events) {
    const bool stays = event.instruction != instruction;
    number.push_back(stays ? static_cast<std::uint8_t>(events.size()) : Gone);
    if (stays) events.push_back(event);
  }
  const auto renumbered = [&](std::uint8_t event) {
    if (event == Candidate::Initial || event == Free) return event;
    return number[event] == Gone ? Free : number[event];
  };
  for (ShapeEvent& event : events) {
    if (event.dependency != Dependency::None && number[event.source] == Gone) {
      event.dependency = Dependency::None;
    }
    event.source = event.dependency == Dependency::None ? 0 : number[event.source];
    if (event.instruction > instruction) --event.instruction;
  }
  std::vector<InstructionKind> kinds = program.layout.instructions;
  kinds.erase(kinds.begin() + instruction);
  shapes::ModeAssignment modes = program.modes;
  modes.erase(modes.begin() + instruction);
  PartialOutcome outcome;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] != Gone) {
      outcome.reads_from.push_back(renumbered(program.outcome.reads_from[i]));
    }
  }
  for (const std::uint8_t last : program.outcome.last_writes) {
    outcome.last_writes.push_back(renumbered(last));
  }
  std::vector<std::vector<std::uint8_t>> coherence(program.coherence.size());
  for (std::size_t i = 0; i < coherence.size(); ++i) {
    for (const std::uint8_t write : program.coherence[i]) {
      if (number[write] != Gone) coherence[i].push_back(number[write]);
    }
  }
  std::vector<std::uint8_t> earlier;
  for (std::size_t i = 0; i < number.size() && program.notion == Notion::OrderedExecutions; ++i) {
    if (number[i] == Gone) continue;
    const ShapeEvent& event = program.layout.events[i];
    const std::uint8_t source = program.outcome.reads_from[i];
    const bool is_free = event.is_read && source != Candidate::Initial && number[source] == Gone;
    const auto order =
        is_free ? std::span(program.coherence[event.location]) : std::span<const std::uint8_t>();
    earlier.push_back(static_cast<std::uint8_t>(std::ranges::find(order, source) - order.begin()));
  }
  return {layout_of(std::move(events), std::move(kinds), program.layout),
          std::move(modes),
          std::move(outcome),
          program.notion,
          std::move(coherence),
          std::move(earlier)};
}

Vocabulary Vocabulary::all() {
  const auto list = [](InstructionKind kind) {
    const auto modes = shapes::modes_of(kind);
    return std::vector<Mode>(modes.begin(), modes.end());
  };
  return {list(InstructionKind::Read), list(InstructionKind::Write), list(InstructionKind::Update),
          list(InstructionKind::Fence)};
}

const std::vector<Mode>& Vocabulary::modes_of(InstructionKind kind) const {
  switch (kind) {
    case InstructionKind::Read:
    case InstructionKind::FailedUpdate: return reads;
    case InstructionKind::Write: return writes;
    case InstructionKind::Update:
    case InstructionKind::OpenUpdate: return updates;
    case InstructionKind::Fence: break;
  }
  return fences;
}

Mode Vocabulary::effective(InstructionKind kind, Mode mode) const {
  Mode best = Mode::Rlx;
  for (const Mode each : modes_of(kind)) {
    if (at_least(mode, each) && at_least(each, best)) best = each;
  }
  return best;
}

std::vector<Mode> Vocabulary::one_weaker(InstructionKind kind, Mode mode) const {
  std::vector<Mode> below;
  for (const Mode each : modes_of(kind)) {
    if (each == mode || !at_least(mode, each)) continue;
    std::erase_if(below, [&](Mode weaker) { return at_least(each, weaker); });
    below.push_back(each);
  }
  return below;
}

std::vector<Mode> Vocabulary::one_stronger(InstructionKind kind, Mode mode) const {
  std::vector<Mode> above;
  for (const Mode each : modes_of(kind)) {
    const bool is_next =
        each != mode && at_least(each, mode) &&
        std::ranges::none_of(above, [&](Mode next) { return at_least(each, next); });
    if (is_next) above.push_back(each);
  }
  return above;
}

std::optional<TestedProgram> with_scope_moved(const TestedProgram& program, std::size_t instruction,
                                              int levels) {
  if (program.layout.topology == nullptr) return std::nullopt;
  const int scope = scope_of(program.layout, instruction) + levels;
  if (scope < 0 || scope >= static_cast<int>(program.layout.topology->levels.size())) {
    return std::nullopt;
  }
  TestedProgram moved = program;
  for (ShapeEvent& event : moved.layout.events) {
    if (event.instruction == instruction) event.scope = static_cast<std::uint8_t>(scope);
  }
  return moved;
}

bool is_undefined(const MemoryModel& model, const EventLayout& layout,
                  const shapes::ModeAssignment& modes) {
  if (model.is_builtin() || !model.facts().has_undefined) return false;
  const auto is_defined = [&](const ExecutionGraph& graph) {
    return !model.is_consistent(graph) ||
           std::ranges::none_of(model.raised_flags(graph), &RaisedFlag::makes_undefined);
  };
  Candidate candidate;
  return !shapes::for_each_reads_from(layout, candidate, [&] {
    return shapes::for_each_coherence(layout, candidate, [&] {
      return is_defined(
          shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::Given));
    });
  });
}

bool is_reached(const MemoryModel& model, const TestedProgram& program) {
  return program.notion == Notion::Outcomes ? Choice(model, program).choose_source(0)
                                            : is_execution_allowed(model, program);
}

bool is_allowed(const MemoryModel& model, const TestedProgram& program) {
  return is_reached(model, program) ||
         (program.layout.topology != nullptr && is_undefined(model, program.layout, program.modes));
}

bool for_each_weaker(const TestedProgram& program, const Vocabulary& vocabulary,
                     const std::function<bool(Weakening, const TestedProgram&)>& visit) {
  const auto& kinds = program.layout.instructions;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto at = static_cast<std::uint8_t>(i);
    if (!visit(Weakening::Remove, without(program, at))) return false;
    if (kinds[i] == InstructionKind::Update && !visit(Weakening::Split, split(program, at))) {
      return false;
    }
    if (depends(program.layout, i) && !visit(Weakening::Cut, without_dependency(program, at))) {
      return false;
    }
    for (const Mode mode : vocabulary.one_weaker(kinds[i], program.modes[i])) {
      // A fence that goes is removed.
      if (kinds[i] == InstructionKind::Fence && mode == Mode::Rlx) continue;
      TestedProgram weaker = program;
      weaker.modes[i] = mode;
      if (!visit(Weakening::Demote, weaker)) return false;
    }
    const auto narrower = with_scope_moved(program, i, 1);
    if (narrower && !visit(Weakening::Narrow, *narrower)) return false;
  }
  return true;
}

}  // namespace drover::suite
