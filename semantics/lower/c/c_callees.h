#pragma once

#include <cstdint>
#include <vector>

#include "frontend/c/unit.h"
#include "support/bit_set.h"

// Private to lowering.
namespace drover::lowering {

// The functions whose addresses a value may hold, in the whole program. An address flows with
// values: from its name through conversions and operators into variables, parameters and results.
// A value that is stored in memory may be read by every load from memory, so no assumption about
// types or aliases is made.
class Callees {
 public:
  // Reads the functions that are marked.
  Callees(const c::Unit& unit, const std::vector<bool>& is_reached);

  using Functions = std::vector<BitWord>;  // a bit per function in Unit::functions

  // The functions that the value of an expression in this function may be the address of.
  [[nodiscard]] Functions of(std::uint32_t function, c::NodeId value) const;

 private:
  void read(std::uint32_t function, c::StatementId statement);
  void read(std::uint32_t function, c::NodeId node);
  void read_call(std::uint32_t function, const c::Node& call);
  void read_builtin(std::uint32_t function, const c::Node& call);
  // The place of a value: a variable in a register, or memory.
  [[nodiscard]] Functions& kept_in(std::uint32_t function, std::uint32_t variable);
  [[nodiscard]] const Functions& kept_in(std::uint32_t function, c::NodeId lvalue) const;
  void flow(const Functions& from, Functions& into);
  void pass(const Functions& value, std::uint32_t callee, std::size_t parameter);

  const c::Unit& unit_;
  Functions memory_;
  std::vector<std::vector<Functions>> variables_;  // by function and variable
  std::vector<Functions> results_;                 // by function
  bool has_grown_ = false;
};

}  // namespace drover::lowering
