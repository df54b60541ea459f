#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "semantics/program/program.h"

// The instructions that mappings are made of, by machine.
namespace drover::mapping {

enum class StepKind : std::uint8_t {
  Barrier,
  Branch,  // on the value that was read, to what comes next: what is after it depends on the read
  Load,
  Store,
  Update,  // one atomic instruction
  Pair     // a load and a store that belong together, tried until the store is done
};

// One instruction of a row.
struct Step {
  std::string_view word;  // as mappings have it
  StepKind kind = StepKind::Barrier;
  TagSet read_tags = {};     // of a Barrier: its own
  TagSet write_tags = {};    // of a Store, an Update, a Pair
  Mode barrier = Mode::Rlx;  // Sc: a full barrier; as litmus tests have them
};

// What a store-conditional that was done leaves to depend on.
enum class Status : std::uint8_t {
  Nothing,          // AArch64
  AddressAndWrite,  // RISC-V
  AddressAndValue   // Power
};

// What a compare-and-swap that fails is.
enum class FailedSwap : std::uint8_t {
  Ordered,   // as much as one that succeeds
  Unordered  // a read that orders nothing
};

// How programs for it are written.
enum class Notation : std::uint8_t { Arm, Riscv, Power, KernelC };

struct Machine {
  std::string_view architecture;  // first word of litmus tests
  std::string_view name;          // in lower case, as --to has it
  Notation notation = Notation::Arm;
  std::span<const Step> steps;
  Halves halves = Halves::Two;  // of an Update, as the model sees it
  bool compares = false;        // whether there is an Update that compares and swaps
  Status status = Status::Nothing;
  bool picks_result = false;  // of a compare-and-swap: CompareAndSwap::picks_result
  FailedSwap failed_swap = FailedSwap::Ordered;
  // What depends on a condition. Scoped: what is done before its ways meet (mapping/scopes.h); what
  // stops a thread (assume, assert) holds back nothing then.
  Flow flow = Flow::Onward;
};

[[nodiscard]] std::span<const Machine> machines();
// By architecture or by name; nullptr: there is none.
[[nodiscard]] const Machine* find_machine(std::string_view name);
[[nodiscard]] const Step* find_step(const Machine& machine, std::string_view word);
// The instruction with these tags; nullptr: there is none.
[[nodiscard]] const Step* find_step(const Machine& machine, StepKind kind, TagSet read_tags,
                                    TagSet write_tags);

}  // namespace drover::mapping
