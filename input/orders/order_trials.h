#pragma once

// Which modes an order of C decides. It may come to an access through macros, parameters,
// variables: that is not followed. The order is changed in the text, the program is read again, and
// what has another mode then is what the order decides. So whatever the language can do with an
// order is understood, and what more than modes depends on is seen.

#include <compare>
#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/c/unit.h"
#include "input/orders/c_text.h"
#include "input/orders/places.h"
#include "semantics/lower/c/lower_c.h"

namespace drover::input {

// The mode of an instruction: that of the access or fence, or that of a compare-and-swap that
// fails.
struct ModeSlot {
  std::size_t instruction = 0;  // of threads, then of routines
  bool is_failure = false;

  auto operator<=>(const ModeSlot&) const = default;
};

// What an instruction has modes for.
struct ModedInstruction {
  orders::SiteKind kind = orders::SiteKind::Load;
  Mode mode = Mode::Plain;
  std::optional<Mode> failure_mode;
};
// Nothing for what has no mode, or is non-atomic.
[[nodiscard]] std::optional<ModedInstruction> moded(const Instruction& instruction);

// Those of threads, then those of routines.
[[nodiscard]] std::vector<const Instruction*> all_instructions(const Program& program);
[[nodiscard]] std::vector<Instruction*> all_instructions(Program& program);

// An order that could be another one.
struct OrderCandidate {
  ModePlace place;
  Mode now = Mode::Sc;
  bool is_pinned = false;
};

class OrderTrials {
 public:
  explicit OrderTrials(const Subject& subject);

  // The program with all fences, relaxed ones too. Nothing: it is too large.
  [[nodiscard]] const std::optional<Program>& program() const { return program_; }
  [[nodiscard]] bool can_try() const { return program_.has_value() && trials_ < MaxTrials; }

  struct Effect {
    std::optional<LeftAlone> fault;  // it decides more, or cannot be changed
    std::vector<ModeSlot> slots;
  };
  [[nodiscard]] Effect effect_of(const OrderCandidate& candidate);

 private:
  // Each takes as long as it takes to read the program.
  static constexpr std::size_t MaxTrials = 256;

  [[nodiscard]] Effect effect_of(const OrderCandidate& candidate, Mode mode) const;
  [[nodiscard]] orders::Strength common_to(const Effect& effect) const;

  const Subject& subject_;
  std::optional<Program> program_;
  std::size_t trials_ = 0;
};

// The loads of a program that became one instruction of it: the first one, and the one whose place
// it has.
[[nodiscard]] lowering::MergedLoads merged_loads_of(const Subject& subject);

// The program of a changed unit of the subject.
[[nodiscard]] std::optional<Program> lowered_again(const Subject& subject, const c::Unit& unit);

// From now on, fences that are relaxed are instructions.
void keep_relaxed_fences(c::Unit& unit);

}  // namespace drover::input
