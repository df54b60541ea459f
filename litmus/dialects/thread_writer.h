#pragma once

#include <optional>
#include <string>
#include <utility>

#include "frontend/diagnostic.h"
#include "litmus/dialects/assembly.h"
#include "semantics/program/thread_builder.h"

namespace drover::litmus {

// Writes the code of one thread: its registers, and the expressions and instructions of the current
// place in the text. A dialect derives from this class. A short-lived worker: holds references.
class ThreadWriter {
 public:
  virtual ~ThreadWriter() = default;
  ThreadWriter(const ThreadWriter&) = delete;
  ThreadWriter& operator=(const ThreadWriter&) = delete;

 protected:
  using Target = ThreadBuilder::Target;

  ThreadWriter(std::uint32_t number, SourceRange range, Assembly& assembly, DiagnosticSink& sink);

  // Sets the registers of the initial state.
  void set_initial_registers();
  // Moves the thread into the assembly.
  void finish();

  // Returns the register with this name. Creates it at its first mention.
  RegisterId register_of(const std::string& name);
  RegisterId temporary() { return builder_.temporary(); }

  ExpressionPool& pool() { return builder_.expressions(); }
  ExprId constant(Value value) { return pool().constant(value, here_); }
  ExprId value_of(RegisterId reg) { return pool().register_value(reg, here_); }
  ExprId binary(Operator op, ExprId a, ExprId b) { return pool().binary(op, a, b, here_); }
  ExprId unary(Operator op, ExprId a) { return pool().unary(op, a, here_); }
  ExprId add(ExprId a, ExprId b) { return binary(Operator::Add, a, b); }
  ExprId bit_and(ExprId a, ExprId b) { return binary(Operator::BitAnd, a, b); }
  ExprId bit_or(ExprId a, ExprId b) { return binary(Operator::BitOr, a, b); }
  ExprId bit_xor(ExprId a, ExprId b) { return binary(Operator::BitXor, a, b); }
  ExprId equal(ExprId a, ExprId b) { return binary(Operator::Equal, a, b); }

  void emit(InstructionBody body) { builder_.emit(std::move(body), here_); }
  void assign(RegisterId target, ExprId value) { emit(Assign{target, value}); }
  Target make_target() { return builder_.make_target(); }
  void place(Target target) { builder_.place(target); }
  void go_to(Target target) { builder_.jump(target, here_); }
  void branch(ExprId condition, Target if_true, Target if_false, Flow flow = Flow::Onward) {
    builder_.branch(condition, if_true, if_false, here_, flow);
  }
  template <typename First, typename Second>
  void if_else(ExprId condition, Flow flow, const First& if_true, const Second& if_false) {
    two_sides([&](Target here, Target there) { branch(condition, here, there, flow); }, if_true,
              if_false);
  }
  // Writes a branch with two sides, which meet afterwards: `split` writes the jumps to them.
  template <typename Split, typename First, typename Second>
  void two_sides(const Split& split, const First& if_true, const Second& if_false) {
    const Target here = make_target();
    const Target there = make_target();
    const Target end = make_target();
    split(here, there);
    place(here);
    if_true();
    go_to(end);
    place(there);
    if_false();
    place(end);
  }
  // A control barrier: the thread stops at one that is not passed.
  void pass_barrier(BarrierSite site, std::optional<ExprId> resource, Mode mode, TagSet tags);
  // Discards executions in which the condition does not hold. Creates no dependency.
  void require(ExprId condition);

  const std::uint32_t number_;
  const SourceRange range_;
  SourceRange here_;  // the place of what is written next
  Assembly& assembly_;
  DiagnosticSink& sink_;
  ThreadBuilder builder_;
  const Target end_;  // of the thread
  Assembly::Registers registers_;
};

}  // namespace drover::litmus
