#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "frontend/c/unit.h"

// Private to lowering.
namespace drover::lowering {

// Finds reads of register variables that may precede their first write, and functions that may end
// without the `return` of their value. Considers all paths through a function, including infeasible
// ones: the lowered code checks at run time.
class UnwrittenReads {
 public:
  explicit UnwrittenReads(const c::Unit& unit);

  // For a node that reads a variable: Load, CompoundAssign, Step, and the address from which a
  // builtin reads one value.
  [[nodiscard]] bool may_read_nothing(c::NodeId node) const { return is_open_[node.value]; }
  // True if some node may read the variable too early.
  [[nodiscard]] bool may_be_read_early(std::uint32_t function, std::uint32_t variable) const {
    return is_early_[function][variable];
  }
  // True if control may reach the end of a function with a value.
  [[nodiscard]] bool may_fall_off(std::uint32_t function) const { return falls_off_[function]; }

 private:
  // The state at a place of a function.
  struct Flow {
    bool is_reached = false;
    std::vector<bool> is_unwritten = {};  // by variable

    bool operator==(const Flow&) const = default;
  };
  struct Enclosing {
    Flow exit;
    Flow next;   // a loop: target of `continue`
    Flow entry;  // a switch: before its cases
    bool is_switch = false;
    bool has_default = false;
  };

  void read_all();
  void read_function(std::uint32_t function);
  static bool join(Flow& into, const Flow& more);  // true if `into` has grown
  void follow(c::StatementId id, Flow& flow);
  void follow_if(const c::Statement& statement, Flow& flow);
  void follow_loop(const c::Statement& statement, Flow& flow);
  void follow_switch(const c::Statement& statement, Flow& flow);
  void follow(c::NodeId id, Flow& flow);
  void follow_parts(const c::Node& node, Flow& flow);
  void follow_builtin(const c::Node& node, Flow& flow);
  void read(c::NodeId by, c::NodeId lvalue, Flow& flow);
  void write(c::NodeId lvalue, Flow& flow);
  [[nodiscard]] bool is_only_named(c::NodeId id) const;
  // True if a condition is the constant `truth`; false if it is not constant.
  [[nodiscard]] bool is_always(c::NodeId condition, bool truth) const;

  const c::Unit& unit_;
  std::uint32_t function_ = 0;
  std::vector<bool> is_open_;                // by node
  std::vector<std::vector<bool>> is_early_;  // by function and variable
  std::vector<bool> falls_off_;              // by function
  bool joins_may_give_nothing_ = false;      // a thread may end without a result
  std::vector<Enclosing> enclosing_;
  std::map<std::string, Flow> labels_;
  bool has_grown_ = false;  // labels_ has grown
};

}  // namespace drover::lowering
