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
  bool is_cleanup = false;  // its function is called; else its memory is freed

  bool operator==(const Live&) const = default;
};

// When variables of blocks begin and end to live [C11 6.2.4]. The memory of most is allocated when
// the function is entered, and freed when it returns: nobody can tell the difference. The others
// are exact: those whose address may be kept beyond their block, and those of loops that begin
// without a value.
class CLifetimes {
 public:
  using Repetitions = std::function<std::optional<std::uint32_t>(const c::Statement& loop)>;
  CLifetimes(const c::Unit& unit, const Repetitions& repetitions_of);

  [[nodiscard]] bool is_exact(std::uint32_t function, std::uint32_t variable) const {
    return is_exact_[function][variable];
  }
  // Those of a block, or of a `for`.
  [[nodiscard]] const std::vector<std::uint32_t>& exact_of(std::uint32_t scope) const;
  // What lives at a label, or at a case of a switch, in the order in which it began.
  [[nodiscard]] const std::vector<Live>& at_label(std::uint32_t function,
                                                  const std::string& name) const;
  [[nodiscard]] const std::vector<Live>& at_case(c::StatementId id) const;

 private:
  // ---- Which addresses are kept
  void find_kept();
  void visit(std::uint32_t function, c::StatementId id);
  void visit(std::uint32_t function, c::NodeId id, bool is_kept);
  void visit_builtin(std::uint32_t function, const c::Node& node, bool is_kept);
  void keep(std::uint32_t function, std::uint32_t variable);

  // ---- Which variables are exact
  struct Around {
    bool is_loop = false;
    bool is_long = false;  // a loop of many iterations: their allocations would be too many
  };
  void find_exact(std::uint32_t function, const Repetitions& repetitions_of);
  void find_exact(std::uint32_t function, c::StatementId id, Around around,
                  const Repetitions& repetitions_of);
  void find_exact(std::uint32_t function, c::NodeId id, Around around,
                  const Repetitions& repetitions_of);
  void decide(std::uint32_t function, std::uint32_t variable, bool begins_unwritten, Around around);

  // ---- What lives where
  void follow(std::uint32_t function, c::StatementId id);
  void follow(std::uint32_t function, c::NodeId id);

  const c::Unit& unit_;
  std::vector<std::vector<bool>> is_kept_;                     // by function and variable
  bool has_changed_ = false;                                   // is_kept_
  std::vector<std::vector<bool>> is_exact_;                    // by function and variable
  std::map<std::uint32_t, std::vector<std::uint32_t>> exact_;  // by scope
  std::vector<Live> now_;
  std::map<std::pair<std::uint32_t, std::string>, std::vector<Live>> labels_;
  std::map<c::StatementId, std::vector<Live>> cases_;
};

}  // namespace drover::lowering
