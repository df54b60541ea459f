#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "litmus/dialects/c/parse_c.h"
#include "semantics/program/program.h"

// The evaluations in an expression, and the order that C gives them. [C11 6.5p3]: the operands of
// an operator are unsequenced, and so are the arguments of a call [C11 6.5.2.2p10]; the calls
// themselves are in some order, either first. Only the first operand of `&&`, `||` and `?:` comes
// before the others [C11 6.5.13p4, 6.5.14p4, 6.5.15p4].
namespace drover::litmus::c {

// True if the evaluation accesses memory.
[[nodiscard]] bool has_effects(const Expression& expression);

// True if two operands have accesses, in an order that C leaves open. `modified`: the variables
// that calls write to, see modified_variables.
[[nodiscard]] bool has_open_order(const Expression& expression,
                                  const std::set<std::string>& modified);

// Returns the variables in `&r`: a compare-exchange writes to them.
[[nodiscard]] std::set<std::string> modified_variables(const Expression& expression);

// One access, or a local computation: `result` becomes the value of `what`, which has no accesses
// in its operands.
struct Evaluation {
  // It takes place only if the register is not 0, or is 0.
  struct Guard {
    RegisterId reg;
    bool is_wanted = true;
  };
  Expression what;
  RegisterId result;
  bool is_access = false;
  std::vector<Guard> guards = {};
  std::vector<std::size_t> after = {};  // the evaluations that come first, by their indices
};

// The evaluations of the parts of a statement that C leaves unordered.
class Evaluations {
 public:
  // True if the first argument of a call is a place, `*x`, whose value is not read.
  using TakesPlace = std::function<bool(const Expression& call)>;
  using NewRegister = std::function<RegisterId()>;

  Evaluations(std::set<std::string> modified, TakesPlace takes_place, NewRegister new_register)
      : modified_(std::move(modified)),
        takes_place_(std::move(takes_place)),
        new_register_(std::move(new_register)) {}

  // Adds the evaluations in an expression and returns what is left of it, without accesses.
  Expression add_value(const Expression& expression);
  // The same for an expression that is assigned to, or whose address is taken.
  Expression add_place(const Expression& expression);
  // The same for the arguments of a call that comes after all evaluations.
  Expression add_arguments(const Expression& call);

  [[nodiscard]] const std::vector<Evaluation>& all() const { return all_; }
  // Returns the accesses that may be next once some evaluations are done; in `done`, adds the local
  // computations that are due, and calls `run` for each.
  std::vector<std::size_t> next_accesses(std::vector<bool>& done,
                                         const std::function<void(std::size_t)>& run) const;
  // Returns the number of orders of the accesses; more than `limit` if there are more.
  [[nodiscard]] std::size_t count_orders(std::size_t limit) const;

 private:
  struct Part {
    Expression rest;
    std::vector<std::size_t> needs;
  };
  Part value_of(const Expression& expression);
  Part place_of(const Expression& expression);
  Part arguments_of(const Expression& call);
  Part with_values_of_operands(const Expression& expression);
  Part lazy(const Expression& expression);
  Part conditional(const Expression& expression);
  Part evaluated(Part part, bool is_access);
  Part guarded(const Expression& expression, const Part& condition, bool is_wanted);
  std::size_t count_after(std::vector<bool> done, std::size_t limit) const;

  std::set<std::string> modified_;
  TakesPlace takes_place_;
  NewRegister new_register_;
  std::vector<Evaluation> all_;
  std::vector<Evaluation::Guard> guards_;  // of what is added now
};

}  // namespace drover::litmus::c
