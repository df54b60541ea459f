#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "semantics/program/program.h"
#include "support/scope_words.h"

// The instructions of each machine that mappings can use.
namespace drover::mapping {

enum class StepKind : std::uint8_t {
  Barrier,
  Branch,  // on the value read, to the next instruction: everything after the branch depends on the
           // read
  Load,
  Store,
  Update,  // one atomic instruction
  Pair     // a load-reserve and a store-conditional, retried until the store succeeds
};

// One instruction of a row.
struct Step {
  std::string_view word;  // its name in mappings
  StepKind kind = StepKind::Barrier;
  TagSet read_tags = {};     // of a Barrier: its own tags
  TagSet write_tags = {};    // for Store, Update and Pair
  Mode barrier = Mode::Rlx;  // Sc: a full barrier, as in litmus tests
  // On machines with scopes: its order, which their models read, and whether it has a scope.
  Mode order = Mode::Plain;
  bool is_scoped = false;
};

// The dependencies of the status register of a successful store-conditional.
enum class Status : std::uint8_t {
  Nothing,          // AArch64
  AddressAndWrite,  // RISC-V
  AddressAndValue   // Power
};

// The ordering of a failed compare-and-swap.
enum class FailedSwap : std::uint8_t {
  Ordered,   // as strong as a successful one
  Unordered  // a read that orders nothing
};

// The notation of the machine's litmus tests.
enum class Notation : std::uint8_t { Arm, Riscv, Power, KernelC, None };

struct Machine {
  std::string_view architecture;  // first word of litmus tests
  std::string_view name;          // in lower case, as in --to
  Notation notation = Notation::Arm;
  std::span<const Step> steps;
  Halves halves = Halves::Two;  // events of an Update in the model
  bool compares = false;        // true if the machine has an atomic compare-and-swap
  Status status = Status::Nothing;
  bool picks_result = false;  // of a compare-and-swap: CompareAndSwap::picks_result
  FailedSwap failed_swap = FailedSwap::Ordered;
  // The extent of control dependencies. Scoped: they end where the paths of the branch meet
  // (mapping/scopes.cpp), and `assume` and `assert` order nothing.
  Flow flow = Flow::Onward;
  bool swap_writes = false;               // a compare-and-swap that fails writes the old value back
  const ScopeWords* scopes = nullptr;     // null if it has none
  FenceInstruction control_barrier = {};  // on machines with scopes
  TagSet initial_tags = {};               // of initial writes
  TagSet non_atomic_tags = {};            // of those of cells that are declared `na`, besides
};

[[nodiscard]] std::span<const Machine> machines();
// Finds a machine by architecture or name; null if there is none.
[[nodiscard]] const Machine* find_machine(std::string_view name);
[[nodiscard]] const Step* find_step(const Machine& machine, std::string_view word);
// Returns the instruction with these tags; null if there is none.
[[nodiscard]] const Step* find_step(const Machine& machine, StepKind kind, TagSet read_tags,
                                    TagSet write_tags);

}  // namespace drover::mapping
