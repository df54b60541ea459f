#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "semantics/program/value.h"
#include "support/source_range.h"

// The initial and final states of litmus files.
namespace drover::litmus {

// `x`, `[x]`, `a[1]`, `0:r0`.
struct Location {
  bool is_register = false;
  std::uint32_t thread = 0;       // registers
  bool is_of_any_thread = false;  // a register without a thread, `%x`
  std::string name;
  std::optional<std::uint32_t> index;  // `a[1]`: the element
  SourceRange range;

  // Ignores the range.
  bool operator==(const Location& other) const {
    return is_register == other.is_register && thread == other.thread && name == other.name &&
           index == other.index;
  }
};

// `1`, or a name: the address of a global, or of code (`label:"P0:L0"`), or an instruction.
struct StateValue {
  Value number = 0;
  std::string name;  // empty for a number
  bool is_code = false;
  bool is_instruction = false;  // `instr:"NOP"`: the name
  std::optional<std::uint32_t> index;
  bool has_ampersand = false;  // `&x`, in the initial state
  SourceRange range;

  [[nodiscard]] bool is_address() const { return !name.empty(); }
};

// An item of the init section.
struct InitItem {
  std::string type;  // "int", "_Atomic int"; empty if there is none
  bool is_pointer = false;
  Location location;
  std::vector<StateValue> values;  // none: 0
  bool is_list = false;            // `{4,5}`
  // `y @ texture aliases x`, or `y aliases x`: another name of `aliased`.
  std::string aliased;
  std::string proxy;
  SourceRange range;
};

enum class Comparison : std::uint8_t { Equal, Less, Greater, LessEqual, GreaterEqual };

[[nodiscard]] constexpr bool compares(Comparison comparison, Value left, Value right) {
  switch (comparison) {
    case Comparison::Equal: return left == right;
    case Comparison::Less: return left < right;
    case Comparison::Greater: return left > right;
    case Comparison::LessEqual: return left <= right;
    case Comparison::GreaterEqual: return left >= right;
  }
  return false;
}

// `1:r0=1`, `x=y`, `a={1,2}`, `1:r0<2`. The second part is its meaning in a program: the left
// observables equal the right observables, or the right values.
struct Atom {
  Location left;
  Comparison comparison = Comparison::Equal;
  std::variant<StateValue, Location, std::vector<StateValue>> right;

  std::vector<std::uint32_t> left_observables;  // indices into Program::observables
  std::vector<std::uint32_t> right_observables;
  std::vector<Value> right_values;  // used if right_observables is empty
};

enum class PropositionKind : std::uint8_t { True, False, Atom, Not, And, Or, Implies };

struct Proposition {
  PropositionKind kind = PropositionKind::True;
  std::vector<Proposition> operands;
  Atom atom;
};

// Calls `visit` with each atom of a proposition.
template <typename AnyProposition, typename Visit>
void for_each_atom(AnyProposition& proposition, const Visit& visit) {
  if (proposition.kind == PropositionKind::Atom) visit(proposition.atom);
  for (auto& operand : proposition.operands) for_each_atom(operand, visit);
}

enum class Quantifier : std::uint8_t { Exists, NotExists, Forall };

// The condition section. The default is forall (true).
struct FinalCondition {
  std::vector<Location> locations;  // shown besides the locations of the proposition
  std::optional<Proposition> filter;
  Quantifier quantifier = Quantifier::Forall;
  Proposition proposition;
};

}  // namespace drover::litmus
