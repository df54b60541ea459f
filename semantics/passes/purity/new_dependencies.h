#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/program.h"

namespace drover::passes {

// Finds out where a thread that stops in pure iterations would get dependencies that it does not
// have in the program: the conditions of Lemma 20 (docs/proofs.md). A search that visits more than
// MaxSteps instructions counts as if there were some. Holds references.
class NewDependencies {
 public:
  static constexpr std::size_t MaxSteps = 64;

  NewDependencies(const Thread& thread, const ControlFlow& flow, const Liveness& liveness)
      : thread_(thread), flow_(flow), liveness_(liveness) {}

  // True if the thread, from `at` on, branches on the register before its next event: then a test
  // of the register at this place gives no new dependency.
  [[nodiscard]] bool is_tested(InstructionIndex at, RegisterId reg) const;
  // True if every assignment that reaches the header gives the register a constant.
  [[nodiscard]] bool is_constant(const NaturalLoop& loop, RegisterId reg) const {
    return is_constant(loop, reg, Arrivals::All);
  }
  // True if it does not matter which reads the register depends on when the thread comes to the
  // loop: its value is a constant, or only decides the way to the next event. ((a) of Lemma 20)
  [[nodiscard]] bool is_free(const NaturalLoop& loop, RegisterId reg) const;

 private:
  // The registers whose values depend on one value.
  using Carriers = std::vector<RegisterId>;

  [[nodiscard]] bool is_tested(InstructionIndex at, Carriers carriers, std::size_t& steps) const;
  [[nodiscard]] bool only_decides(InstructionIndex at, Carriers carriers, std::size_t& steps) const;
  enum class Arrivals : std::uint8_t { FromOutside, All };
  [[nodiscard]] bool is_constant(const NaturalLoop& loop, RegisterId reg, Arrivals arrivals) const;
  [[nodiscard]] bool mentions(ExprId expression, const Carriers& carriers) const;
  void pass(InstructionIndex at, Carriers& carriers) const;

  const Thread& thread_;
  const ControlFlow& flow_;
  const Liveness& liveness_;
};

}  // namespace drover::passes
