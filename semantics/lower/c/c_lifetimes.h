#pragma once

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

// Begin and end of the lifetimes of block variables [C11 6.2.4]. Most are allocated at function
// entry, and freed at its return: the difference is not observable. The others have exact
// lifetimes: variables whose address may be kept beyond their block, and variables of loops without
// an initial value.
class CLifetimes {
 public:
  using Repetitions = std::function<std::optional<std::uint32_t>(const c::Statement& loop)>;
  CLifetimes(const c::Unit& unit, const Repetitions& repetitions_of);

  [[nodiscard]] bool is_exact(std::uint32_t function, std::uint32_t variable) const {
    return is_exact_[function][variable];
  }
  // The exact variables of a block, or of a `for`.
  [[nodiscard]] const std::vector<std::uint32_t>& exact_of(std::uint32_t scope) const;
  // The live variables at a label, or at a case of a switch, in the order of their beginning.
  [[nodiscard]] const std::vector<Live>& at_label(std::uint32_t function,
                                                  const std::string& name) const;
  [[nodiscard]] const std::vector<Live>& at_case(c::StatementId id) const;

 private:
  // ---- Escaping addresses
  void find_kept();
  void visit(std::uint32_t function, c::StatementId id);
  void visit(std::uint32_t function, c::NodeId id, bool is_kept);
  void visit_builtin(std::uint32_t function, const c::Node& node, bool is_kept);
  void keep(std::uint32_t function, std::uint32_t variable);

  // ---- Exact variables
  struct Around {
    bool is_loop = false;
    bool is_long = false;  // a loop of many iterations, which would allocate too often
  };
  void find_exact(std::uint32_t function, const Repetitions& repetitions_of);
  void find_exact(std::uint32_t function, c::StatementId id, Around around,
                  const Repetitions& repetitions_of);
  void find_exact(std::uint32_t function, c::NodeId id, Around around,
                  const Repetitions& repetitions_of);
  void decide(std::uint32_t function, std::uint32_t variable, bool begins_unwritten, Around around);

  // ---- Live variables
  void follow(std::uint32_t function, c::StatementId id);
  void follow(std::uint32_t function, c::NodeId id);

  const c::Unit& unit_;
  std::vector<std::vector<bool>> is_kept_;                     // by function and variable
  bool has_changed_ = false;                                   // is_kept_ has changed
  std::vector<std::vector<bool>> is_exact_;                    // by function and variable
  std::map<std::uint32_t, std::vector<std::uint32_t>> exact_;  // by scope
  std::vector<Live> now_;
  std::map<std::pair<std::uint32_t, std::string>, std::vector<Live>> labels_;
  std::map<c::StatementId, std::vector<Live>> cases_;
};

}  // namespace drover::lowering
