#include "analysis/suite/stronger_program.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/shapes/candidate.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "semantics/program/mode.h"

namespace drover::suite {

namespace {

using shapes::Candidate;
using shapes::Dependency;
using shapes::EventLayout;
using shapes::InstructionKind;
using shapes::ShapeEvent;

// The first and the last event of an instruction.
std::pair<std::size_t, std::size_t> events_of(const EventLayout& layout, std::size_t instruction) {
  std::size_t first = 0;
  while (layout.events[first].instruction != instruction) ++first;
  std::size_t last = first;
  while (last + 1 < layout.events.size() && layout.events[last + 1].instruction == instruction) {
    ++last;
  }
  return {first, last};
}

// The program with a fence before the instruction `place`, whose first event is `at`.
TestedProgram with_fence(const TestedProgram& program, std::size_t place, std::size_t at,
                         Mode mode) {
  const auto later = [&](std::uint8_t event) {
    const bool is_event = event != Candidate::Initial && event != PartialOutcome::Free;
    return static_cast<std::uint8_t>(event + (is_event && event >= at ? 1 : 0));
  };
  std::vector<ShapeEvent> events = program.layout.events;
  for (ShapeEvent& event : events) {
    if (event.instruction >= place) ++event.instruction;
    if (event.dependency != Dependency::None) event.source = later(event.source);
  }
  ShapeEvent fence;
  fence.thread = events[at].thread;
  fence.instruction = static_cast<std::uint8_t>(place);
  fence.kind = InstructionKind::Fence;
  const auto offset = static_cast<std::ptrdiff_t>(at);
  events.insert(events.begin() + offset, fence);
  std::vector<InstructionKind> kinds = program.layout.instructions;
  kinds.insert(kinds.begin() + static_cast<std::ptrdiff_t>(place), InstructionKind::Fence);
  TestedProgram out = program;
  out.layout = layout_of(std::move(events), std::move(kinds), program.layout);
  out.modes.insert(out.modes.begin() + static_cast<std::ptrdiff_t>(place), mode);
  std::ranges::transform(out.outcome.reads_from, out.outcome.reads_from.begin(), later);
  std::ranges::transform(out.outcome.last_writes, out.outcome.last_writes.begin(), later);
  out.outcome.reads_from.insert(out.outcome.reads_from.begin() + offset, Candidate::Initial);
  return out;
}

// The program with a read-modify-write in place of the read `place` and the write after it.
TestedProgram with_update(const TestedProgram& program, std::size_t place, Mode mode) {
  std::vector<ShapeEvent> events = program.layout.events;
  const std::size_t read = events_of(program.layout, place).first;
  for (ShapeEvent& event : events) {
    if (event.instruction > place) --event.instruction;
  }
  events[read].kind = InstructionKind::Update;
  events[read + 1].kind = InstructionKind::Update;
  events[read + 1].dependency = events[read].dependency;
  events[read + 1].source = events[read].source;
  events[read].scope = events[read + 1].scope =
      std::min(events[read].scope, events[read + 1].scope);
  std::vector<InstructionKind> kinds = program.layout.instructions;
  kinds[place] = InstructionKind::Update;
  const auto offset = static_cast<std::ptrdiff_t>(place) + 1;
  kinds.erase(kinds.begin() + offset);
  TestedProgram out = program;
  out.layout = layout_of(std::move(events), std::move(kinds), program.layout);
  out.modes[place] = mode;
  out.modes.erase(out.modes.begin() + offset);
  return out;
}

TestedProgram with_dependency(const TestedProgram& program, std::size_t place, Dependency how,
                              std::uint8_t source) {
  TestedProgram out = program;
  out.layout.has_dependencies = true;
  for (ShapeEvent& event : out.layout.events) {
    if (event.instruction != place) continue;
    event.dependency = how;
    event.source = source;
  }
  return out;
}

// One step of strengthening at one instruction. Short-lived: holds references.
class StrongerAt {
 public:
  using Visit = std::function<bool(Strengthening, const TestedProgram&)>;

  StrongerAt(const Vocabulary& vocabulary, const TestedProgram& program, std::size_t place,
             const Visit& visit)
      : vocabulary_(vocabulary),
        program_(program),
        layout_(program.layout),
        place_(place),
        kind_(layout_.instructions[place]),
        first_(events_of(layout_, place).first),
        visit_(visit) {}

  // Each returns false if `visit` did.
  bool promote() {
    for (const Mode mode : vocabulary_.one_stronger(kind_, program_.modes[place_])) {
      TestedProgram stronger = program_;
      stronger.modes[place_] = mode;
      if (!visit_(Strengthening::Promote, stronger)) return false;
    }
    return true;
  }

  bool widen() {
    const auto wider = with_scope_moved(program_, place_, -1);
    return !wider || visit_(Strengthening::Widen, *wider);
  }

  bool insert() {
    const auto next = next_access();
    if (!next) return true;
    for (const Mode mode : vocabulary_.fences) {
      const bool is_strongest =
          mode != Mode::Rlx && vocabulary_.one_stronger(InstructionKind::Fence, mode).empty();
      if (!is_strongest) continue;
      if (!visit_(Strengthening::Insert, with_fence(program_, place_ + 1, *next, mode))) {
        return false;
      }
    }
    return true;
  }

  bool join() {
    const auto next = next_access();
    if (!next || kind_ != InstructionKind::Read) return true;
    const ShapeEvent& write = layout_.events[*next];
    if (write.kind != InstructionKind::Write) return true;
    if (write.location != layout_.events[first_].location) return true;
    if (program_.outcome.reads_from[first_] == *next) return true;
    std::vector<Mode> least;
    for (const Mode mode : vocabulary_.updates) {
      const bool is_enough = at_least(read_half(mode), program_.modes[place_]) &&
                             at_least(write_half(mode), program_.modes[place_ + 1]);
      const auto is_weaker = [&](Mode other) { return at_least(mode, other); };
      if (is_enough && std::ranges::none_of(least, is_weaker)) least.push_back(mode);
    }
    return std::ranges::all_of(least, [&](Mode mode) {
      return visit_(Strengthening::Join, with_update(program_, place_, mode));
    });
  }

  bool depend() {
    const ShapeEvent& here = layout_.events[first_];
    if (here.dependency != Dependency::None) return true;
    std::optional<std::uint8_t> source;
    bool is_under_branch = false;  // one on that read
    for (std::size_t i = 0; i < first_; ++i) {
      const ShapeEvent& event = layout_.events[i];
      if (event.thread != here.thread) continue;
      if (event.dependency == Dependency::Control) is_under_branch = true;
      if (!event.is_read) continue;
      source = static_cast<std::uint8_t>(i);
      is_under_branch = false;
    }
    if (!source) return true;
    for (const Dependency how : {Dependency::Data, Dependency::Address, Dependency::Control}) {
      if (how == Dependency::Data && !shapes::is_write(kind_)) continue;
      if (how == Dependency::Address && kind_ == InstructionKind::Fence) continue;
      if (how == Dependency::Control && is_under_branch) continue;
      if (!visit_(Strengthening::Depend, with_dependency(program_, place_, how, *source))) {
        return false;
      }
    }
    return true;
  }

 private:
  // Returns the first event of the next instruction of the thread, if both are accesses.
  [[nodiscard]] std::optional<std::size_t> next_access() const {
    const std::size_t next = events_of(layout_, place_).second + 1;
    if (kind_ == InstructionKind::Fence || next == layout_.events.size()) return std::nullopt;
    const ShapeEvent& event = layout_.events[next];
    if (event.thread != layout_.events[first_].thread) return std::nullopt;
    if (event.kind == InstructionKind::Fence) return std::nullopt;
    return next;
  }

  const Vocabulary& vocabulary_;
  const TestedProgram& program_;
  const EventLayout& layout_;
  std::size_t place_;
  InstructionKind kind_;
  std::size_t first_;  // event
  const Visit& visit_;
};

// Allowed, and forbidden after each of its strengthenings.
bool is_saturated(const MemoryModel& model, const Vocabulary& vocabulary,
                  const TestedProgram& program, const Allows& allows) {
  bool has_stronger = false;
  const auto forbids = [&](Strengthening, const TestedProgram& stronger) {
    has_stronger = true;
    return !allows(stronger);
  };
  return for_each_stronger(model, vocabulary, program, forbids) && has_stronger && allows(program);
}

}  // namespace

bool for_each_stronger(const MemoryModel& model, const Vocabulary& vocabulary,
                       const TestedProgram& program,
                       const std::function<bool(Strengthening, const TestedProgram&)>& visit) {
  const bool has_dependencies = shapes::dependencies_for(model) == shapes::Dependencies::Yes;
  for (std::size_t place = 0; place < program.layout.instructions.size(); ++place) {
    StrongerAt at(vocabulary, program, place, visit);
    if (!at.insert() || !at.promote() || !at.widen() || !at.join()) return false;
    if (has_dependencies && !at.depend()) return false;
  }
  return true;
}

bool is_tight(const MemoryModel& model, const Vocabulary& vocabulary, const TestedProgram& program,
              const Allows& allows) {
  if (!is_saturated(model, vocabulary, program, allows)) return false;
  for (std::size_t place = 0; place < program.layout.instructions.size(); ++place) {
    const TestedProgram part = without(program, static_cast<std::uint8_t>(place));
    if (is_saturated(model, vocabulary, part, allows)) return false;
  }
  TestedProgram part = program;
  for (std::uint8_t& last : part.outcome.last_writes) {
    const std::uint8_t kept = std::exchange(last, PartialOutcome::Free);
    if (kept != PartialOutcome::Free && is_saturated(model, vocabulary, part, allows)) return false;
    last = kept;
  }
  return true;
}

}  // namespace drover::suite
