#include "semantics/await_pass.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "semantics/address.h"
#include "semantics/liveness.h"
#include "support/overloaded.h"

namespace drover {

namespace {

// The shared object that an address is in: a variable, or an element of an array. Nothing if
// it is not known before the program runs.
std::optional<std::size_t> object_of(const Program& program, const ExpressionNode& address) {
  if (address.op == Operator::ElementAddress) return address.index;
  const bool is_shared = address.op == Operator::Constant && address::is_address(address.value) &&
                         !address::is_heap(address.value) &&
                         address::object(address.value) < program.objects.size();
  if (!is_shared) return std::nullopt;
  return address::object(address.value);
}

// By shared object: whether every access to it is atomic.
std::vector<bool> find_atomic_objects(const Program& program) {
  std::vector<bool> is_atomic;
  for (const SharedObject& object : program.objects) is_atomic.push_back(!object.is_non_atomic);
  const auto note_access = [&](const Thread& thread, ExprId address, Mode mode) {
    if (mode != Mode::Na) return;
    if (const auto object = object_of(program, thread.expressions[address])) {
      is_atomic[*object] = false;
    } else {
      is_atomic.assign(is_atomic.size(), false);
    }
  };
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      if (const auto* load = std::get_if<Load>(&instruction.body)) {
        note_access(thread, load->address, load->mode);
      } else if (const auto* store = std::get_if<Store>(&instruction.body)) {
        note_access(thread, store->address, store->mode);
      }
    }
  }
  return is_atomic;
}

// A short-lived worker: holds references to what it looks at.
class AwaitFinder {
 public:
  AwaitFinder(const Program& program, const std::vector<bool>& is_atomic, ThreadId thread)
      : program_(program),
        is_atomic_(is_atomic),
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
      return Await{load->target, load->address,      assume->condition,
                   load->mode,   !assume->spin_loop, assume->spin_loop};
    }
    const auto* cas = std::get_if<CompareAndSwap>(&thread_.code[at].body);
    if (cas == nullptr || !is_success_of(*cas, assume->condition)) return std::nullopt;
    const bool is_dead = !liveness_.is_live_after(next, cas->target.value);
    if (!is_dead || !is_atomic_shared(cas->address, cas->mode)) return std::nullopt;
    return AwaitExchange{cas->target, cas->address,      cas->expected,      cas->desired,
                         cas->mode,   cas->failure_mode, !assume->spin_loop, assume->spin_loop};
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

  [[nodiscard]] bool is_atomic_shared(ExprId address, Mode mode) const {
    if (mode == Mode::Na) return false;
    const auto object = object_of(program_, thread_.expressions[address]);
    return object && is_atomic_[*object];
  }

  const Program& program_;
  const std::vector<bool>& is_atomic_;
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
  const std::vector<bool> is_atomic = find_atomic_objects(program);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const AwaitFinder finder(program, is_atomic, ThreadId(t));
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
  const std::vector<bool> is_atomic = find_atomic_objects(program);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const AwaitFinder finder(program, is_atomic, ThreadId(t));
    const std::vector<Instruction>& code = program.threads[t].code;
    for (InstructionIndex at = 0; at < code.size(); ++at) {
      if (is_await(code[at]) || finder.await_at(at)) return true;
    }
  }
  return false;
}

}  // namespace drover
