#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "semantics/program/program.h"

namespace drover::litmus {

// The values that something may have: one of a few, or else any number, or anything.
struct PossibleValues {
  enum class Unknown : std::uint8_t { No, Number, Anything };
  Unknown unknown = Unknown::No;
  std::vector<Value> values = {};  // sorted, each once; empty if unknown

  static PossibleValues only(Value value) { return {Unknown::No, {value}}; }
  static PossibleValues number() { return {Unknown::Number, {}}; }
  static PossibleValues anything() { return {Unknown::Anything, {}}; }

  [[nodiscard]] bool is_known() const { return unknown == Unknown::No; }
  [[nodiscard]] bool may_be_address() const;
  void add(const PossibleValues& others);
  bool operator==(const PossibleValues&) const = default;
};

// An access of a machine's instruction, with the addresses that it may have.
struct SizedAccess {
  std::size_t thread = 0;
  InstructionIndex at = 0;
  std::uint32_t bytes = 0;
  PossibleValues addresses;
  PossibleValues written;  // without values: it only reads
};

// Returns the accesses with a size, by thread and instruction, those that are never reached left
// out. The addresses are those of a constant propagation over the whole program; memory is one
// value for each address that some access has. `is_torn`, by object: accesses overlap in part
// there, so that reads may return any number. Empty: only values that addresses depend on are
// followed, and what is written may be anything.
[[nodiscard]] std::vector<SizedAccess> sized_accesses(const Program& program,
                                                      const std::vector<bool>& is_torn);

}  // namespace drover::litmus
