#include "litmus/convert/idle_cuts.h"

#include <limits>
#include <optional>
#include <vector>

#include "litmus/value_bounds.h"
#include "semantics/automaton/liveness.h"
#include "semantics/program/address.h"
#include "semantics/program/operands.h"

namespace drover::litmus {

namespace {

// Simplifies the expressions of a thread. A short-lived worker: holds references.
class Simplifier {
 public:
  Simplifier(const ValueBounds& bounds, std::size_t thread, ExpressionPool& pool)
      : bounds_(bounds), thread_(thread), pool_(pool) {}

  ExprId run(ExprId id) {
    const ExpressionNode node = pool_[id];
    if (node.op == Operator::Constant || node.op == Operator::Register || node.a.is_none()) {
      return id;
    }
    if (node.op == Operator::Select) {
      if (const auto chosen = bounds_.chosen_of(thread_, node)) return run(*chosen);
    }
    if (const auto idle = cut_by(node)) return run(*idle);
    ExpressionNode out = node;
    out.a = run(node.a);
    if (!node.b.is_none()) out.b = run(node.b);
    if (!node.c.is_none()) out.c = run(node.c);
    if (const auto value = constant_of(out)) return pool_.constant(*value, node.source);
    return out.a == node.a && out.b == node.b && out.c == node.c ? id : pool_.add(out);
  }

 private:
  // Returns the value that the node cuts, if the cut changes nothing.
  [[nodiscard]] std::optional<ExprId> cut_by(const ExpressionNode& node) const {
    const auto right = node.b.is_none() ? std::nullopt : pool_.known(node.b);
    if (!right) return std::nullopt;
    const Value mask = *right;
    if (node.op == Operator::BitAnd && mask > 0 && (mask & (mask + 1)) == 0) {
      return bounds_.of(thread_, node.a).is_within(0, mask) ? std::optional(node.a) : std::nullopt;
    }
    const ExpressionNode& inner = pool_[node.a];
    const bool is_extension = node.op == Operator::ShiftRight && inner.op == Operator::ShiftLeft &&
                              pool_.known(inner.b) == right && *right > 0 && *right < 64;
    if (!is_extension) return std::nullopt;
    const Value most = std::numeric_limits<Value>::max() >> *right;
    const bool is_idle = bounds_.of(thread_, inner.a).is_within(-most - 1, most);
    return is_idle ? std::optional(inner.a) : std::nullopt;
  }

  [[nodiscard]] std::optional<Value> constant_of(const ExpressionNode& node) const {
    if (node.b.is_none() || !node.c.is_none()) return std::nullopt;
    const auto left = pool_.known(node.a);
    const auto right = pool_.known(node.b);
    if (!left || !right || address::is_address(*left) || address::is_address(*right)) {
      return std::nullopt;
    }
    const bool is_bitwise = node.op == Operator::BitAnd || node.op == Operator::BitOr;
    return is_bitwise ? std::optional(apply_binary(node.op, *left, *right).value) : std::nullopt;
  }

  const ValueBounds& bounds_;
  std::size_t thread_;
  ExpressionPool& pool_;
};

// Lets a load write its result into the register that the next instruction copies it to, if nothing
// else reads the first register.
void join_copies(Program& program, std::size_t t) {
  const Liveness liveness(program, ThreadId(t));
  Thread& thread = program.threads[t];
  const std::vector<bool> is_entered = entries_of(thread);
  for (InstructionIndex i = 0; i + 1 < thread.code.size(); ++i) {
    auto* load = std::get_if<Load>(&thread.code[i].body);
    const auto* copy = std::get_if<Assign>(&thread.code[i + 1].body);
    if (load == nullptr || copy == nullptr || copy->picked_by || copy->from_events > 0) continue;
    const ExpressionNode& value = thread.expressions[copy->value];
    const bool is_copy = value.op == Operator::Register && value.reg == load->target;
    if (!is_copy || is_entered[i + 1]) continue;
    if (copy->target != load->target && liveness.is_live_after(i + 1, load->target.value)) continue;
    load->target = copy->target;
    thread.code[i + 1].body = Jump{i + 2};
  }
}

// Leaves out assignments that nothing reads.
void drop_unused(Program& program, std::size_t t) {
  Thread& thread = program.threads[t];
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    const Liveness liveness(program, ThreadId(t));
    for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
      const auto* assign = std::get_if<Assign>(&thread.code[i].body);
      if (assign == nullptr || liveness.is_live_after(i, assign->target.value)) continue;
      thread.code[i].body = Jump{i + 1};
      is_changed = true;
    }
  }
}

}  // namespace

Program without_idle_cuts(Program program) {
  const Program original = program;
  ValueBounds bounds(original);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    Thread& thread = program.threads[t];
    // The pool of the original answers about its own expressions alone.
    Simplifier simplifier(bounds, t, thread.expressions);
    std::size_t at = 0;
    bounds.walk(t, [&](const Instruction&) {
      // The value that an instruction reads is not bounded before it.
      for_each_operand(thread.code[at++].body, [&](ExprId& each, bool sees_target) {
        if (!sees_target) each = simplifier.run(each);
      });
    });
    drop_unused(program, t);
    join_copies(program, t);
  }
  return program;
}

}  // namespace drover::litmus
