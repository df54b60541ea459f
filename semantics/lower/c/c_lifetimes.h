#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/c/unit.h"

// Private to lowering.
namespace drover::lowering {

// The action for a variable when a scope is left.
struct Live {
  std::uint32_t variable = 0;
  bool is_cleanup = false;  // true: calls its function; false: frees its memory

  bool operator==(const Live&) const = default;
};

// True if the statement begins the lifetime of its variable.
[[nodiscard]] inline bool declares(const c::Statement& statement) {
  return statement.kind == c::StatementKind::Declaration ||
         statement.kind == c::StatementKind::Initialise;
}

// The effects of a builtin besides its value. Arguments are numbers in Node::list.
struct BuiltinEffects {
  static constexpr std::size_t None = 99;
  // The arguments that may be used after the call. Written: all but the first, which are written to
  // the first.
  enum class Kept : std::uint8_t { Written, Nothing, Third, FirstIfResult, All };

  c::Builtin builtin = c::Builtin::None;
  Kept kept = Kept::Written;
  std::size_t reads = None;   // the argument that is the address of a place that it reads
  std::size_t writes = None;  // the argument that is the address of a place that it writes
  bool ends_thread = false;   // it does not return
};
[[nodiscard]] const BuiltinEffects& effects_of(c::Builtin builtin);

// Begin and end of the lifetimes of block variables [C11 6.2.4]. Most are allocated at function
// entry, and freed at its return: the difference is not observable. The others have exact
// lifetimes: variables whose address may be kept beyond their block, and variables of loops without
// an initial value.
struct CLifetimes {
  // The exact variables of a block, or of a `for`.
  [[nodiscard]] const std::vector<std::uint32_t>& exact_of(std::uint32_t scope) const;
  // The live variables at a label, or at a case of a switch, in the order of their beginning.
  [[nodiscard]] const std::vector<Live>& at_label(std::uint32_t function,
                                                  const std::string& name) const;
  [[nodiscard]] const std::vector<Live>& at_case(c::StatementId id) const;

  std::vector<std::vector<bool>> is_exact;                    // by function and variable
  std::map<std::uint32_t, std::vector<std::uint32_t>> exact;  // by scope
  std::map<std::pair<std::uint32_t, std::string>, std::vector<Live>> labels;
  std::map<c::StatementId, std::vector<Live>> cases;
};

using Repetitions = std::function<std::optional<std::uint32_t>(const c::Statement& loop)>;
[[nodiscard]] CLifetimes find_lifetimes(const c::Unit& unit, const Repetitions& repetitions_of);

// Finds reads of register variables that may precede their first write, and functions that may end
// without the `return` of their value. Considers all paths through a function, including infeasible
// ones: the lowered code checks at run time.
struct UnwrittenReads {
  // By node that reads a variable: Load, CompoundAssign, Step, and the address from which a builtin
  // reads one value.
  std::vector<bool> is_open;
  // By function and variable: true if some node may read the variable too early.
  std::vector<std::vector<bool>> is_early;
  // By function: true if control may reach the end of a function with a value.
  std::vector<bool> may_fall_off;
};
[[nodiscard]] UnwrittenReads find_unwritten_reads(const c::Unit& unit);

}  // namespace drover::lowering
