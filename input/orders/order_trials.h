#pragma once

// Finds the modes that an order of C decides. An order may reach an access through macros,
// parameters or variables. Drover does not follow these: it changes the order in the text, reads
// the program again, and compares the modes. So every use of an order in the language is covered,
// and a change of more than modes is detected.

#include <compare>
#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/c/unit.h"
#include "input/orders/c_text.h"
#include "input/orders/places.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/program/program.h"

namespace drover::input {

// A mode of an instruction: the mode of the access or fence, or the failure mode of a
// compare-and-swap.
struct ModeSlot {
  std::size_t instruction = 0;  // index into all_instructions
  bool is_failure = false;

  auto operator<=>(const ModeSlot&) const = default;
};

// The places of an instruction's modes; null if it has none.
struct InstructionModes {
  orders::SiteKind kind = orders::SiteKind::Load;
  Mode* mode = nullptr;
  Mode* failure_mode = nullptr;
};
[[nodiscard]] InstructionModes modes_of(Instruction& instruction);

// The modes of an instruction.
struct ModedInstruction {
  orders::SiteKind kind = orders::SiteKind::Load;
  Mode mode = Mode::Plain;
  std::optional<Mode> failure_mode;
};
// Nothing for an instruction that has no mode or is non-atomic.
[[nodiscard]] std::optional<ModedInstruction> moded(const Instruction& instruction);

// Returns the instructions of threads, then of routines.
[[nodiscard]] std::vector<const Instruction*> all_instructions(const Program& program);
[[nodiscard]] std::vector<Instruction*> all_instructions(Program& program);

// An order of the text that could be changed.
struct OrderCandidate {
  ModePlace place;
  Mode now = Mode::Sc;
  bool is_pinned = false;
};

class OrderTrials {
 public:
  explicit OrderTrials(const Subject& subject);

  // Returns the program with all fences, relaxed fences included. Nothing if it is too large.
  [[nodiscard]] const std::optional<Program>& program() const { return program_; }
  [[nodiscard]] bool can_try() const { return program_.has_value() && trials_ < MaxTrials; }

  struct Effect {
    std::optional<LeftAlone> fault;  // the order decides more than modes, or cannot be changed
    std::vector<ModeSlot> slots;
  };
  [[nodiscard]] Effect effect_of(const OrderCandidate& candidate);

 private:
  // Each trial reads the program once.
  static constexpr std::size_t MaxTrials = 256;

  [[nodiscard]] Effect effect_of(const OrderCandidate& candidate, Mode mode) const;
  [[nodiscard]] orders::Strength common_to(const Effect& effect) const;

  const Subject& subject_;
  std::optional<Program> program_;
  std::size_t trials_ = 0;
};

// Returns the pairs of loads that became one instruction: the first load, and the load whose source
// the instruction has.
[[nodiscard]] lowering::MergedLoads merged_loads_of(const Subject& subject);

// Lowers a changed unit of the subject.
[[nodiscard]] std::optional<Program> lowered_again(const Subject& subject, const c::Unit& unit);

// Makes relaxed fences instructions from now on.
void keep_relaxed_fences(c::Unit& unit);

// True if two C programs have the same instructions, apart from their places in the source. One of
// them may have additional fences of mode rlx, which do nothing.
[[nodiscard]] bool is_same_code(const Program& a, const Program& b);

// True if two programs have the same instructions apart from the modes of atomic accesses and
// fences.
[[nodiscard]] bool is_same_but_modes(const Program& a, const Program& b);

}  // namespace drover::input
