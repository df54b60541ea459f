#include "semantics/await_pass.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "semantics/address.h"
#include "semantics/liveness.h"
#include "support/overloaded.h"

namespace drover {

namespace {

// A short-lived worker: holds references to what it looks at.
class AwaitFinder {
 public:
  AwaitFinder(const Program& program, ThreadId thread)
      : program_(program),
        thread_(program.threads[thread.value]),
        liveness_(program, thread),
        is_target_(thread_.code.size(), false) {
    for (const Instruction& instruction : thread_.code) {
      std::visit(
          overloaded{[&](const Jump& i) { is_target_[i.target] = true; },
                     [&](const Branch& i) {
                       is_target_[i.if_true] = true;
                       is_target_[i.if_false] = true;
                     },
                     [&](const CallMarker& i) { is_target_[i.end] = true; }, [](const auto&) {}},
          instruction.body);
    }
  }

  // What the instruction at `at` becomes if the next one, an assume, is part of it.
  [[nodiscard]] std::optional<InstructionBody> await_at(InstructionIndex at) const {
    const InstructionIndex next = at + 1;
    if (next >= thread_.code.size() || is_target_[next]) return std::nullopt;
    const auto* assume = std::get_if<Assume>(&thread_.code[next].body);
    if (assume == nullptr || thread_.expressions.may_fault(assume->condition)) return std::nullopt;
    if (const auto* load = std::get_if<Load>(&thread_.code[at].body)) {
      if (!is_atomic_shared(load->address, load->mode)) return std::nullopt;
      if (!mentions(assume->condition, load->target)) return std::nullopt;
      return Await{load->target, load->address, assume->condition, load->mode, true};
    }
    const auto* cas = std::get_if<CompareAndSwap>(&thread_.code[at].body);
    if (cas == nullptr || !is_success_of(*cas, assume->condition)) return std::nullopt;
    const bool is_dead = !liveness_.is_live_after(next, cas->target.value);
    if (!is_dead || !is_atomic_shared(cas->address, cas->mode)) return std::nullopt;
    return AwaitExchange{cas->target, cas->address,      cas->expected, cas->desired,
                         cas->mode,   cas->failure_mode, true};
  }

 private:
  [[nodiscard]] bool mentions(ExprId expression, RegisterId reg) const {
    std::vector<RegisterId> registers;
    thread_.expressions.collect_registers(expression, registers);
    return std::ranges::find(registers, reg) != registers.end();
  }
  [[nodiscard]] bool is_success_of(const CompareAndSwap& cas, ExprId condition) const {
    const ExpressionNode& node = thread_.expressions[condition];
    return cas.result == CasResult::Success && node.op == Operator::Register &&
           node.reg == cas.target;
  }

  // The address must be known: a variable, or an element of an array.
  [[nodiscard]] bool is_atomic_shared(ExprId address, Mode mode) const {
    if (mode == Mode::Na) return false;
    const ExpressionNode& node = thread_.expressions[address];
    if (node.op == Operator::ElementAddress) return !program_.objects[node.index].is_non_atomic;
    const bool is_shared = node.op == Operator::Constant && address::is_address(node.value) &&
                           !address::is_heap(node.value) &&
                           address::object(node.value) < program_.objects.size();
    return is_shared && !program_.objects[address::object(node.value)].is_non_atomic;
  }

  const Program& program_;
  const Thread& thread_;
  Liveness liveness_;
  std::vector<bool> is_target_;  // by instruction: whether a jump leads there
};

bool is_await(const Instruction& instruction) {
  return std::holds_alternative<Await>(instruction.body) ||
         std::holds_alternative<AwaitExchange>(instruction.body);
}

}  // namespace

Program with_awaits(const Program& program) {
  Program result = program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const AwaitFinder finder(program, ThreadId(t));
    std::vector<Instruction>& code = result.threads[t].code;
    for (InstructionIndex at = 0; at < code.size(); ++at) {
      const auto await = finder.await_at(at);
      if (!await) continue;
      code[at].body = *await;
      code[at + 1].body = Jump{at + 2};  // what is assumed holds behind the await
    }
  }
  return result;
}

bool has_awaits(const Program& program) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const AwaitFinder finder(program, ThreadId(t));
    const std::vector<Instruction>& code = program.threads[t].code;
    for (InstructionIndex at = 0; at < code.size(); ++at) {
      if (is_await(code[at]) || finder.await_at(at)) return true;
    }
  }
  return false;
}

}  // namespace drover
