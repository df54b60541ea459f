#include "semantics/automaton/dependencies.h"

#include <algorithm>
#include <iterator>

#include "support/check.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using Reads = std::vector<std::uint32_t>;  // sorted

Reads joined(const Reads& a, const Reads& b) {
  Reads out;
  std::ranges::set_union(a, b, std::back_inserter(out));
  return out;
}

class Replay {
 public:
  Replay(const Thread& thread, HelpCalls help_calls)
      : thread_(thread),
        help_calls_(help_calls),
        registers_(thread.registers.size(), 0),
        origins_(thread.registers.size()) {}

  StepDependencies step(const ThreadStep& step, std::uint32_t index) {
    if (step.is_exclusive_write) return write_half();
    run_to(step.at);
    StepDependencies out;
    out.ctrl = ctrl_;
    std::visit(overloaded{
                   [&](const Load& i) {
                     out.addr = origins_of(i.address);
                     set(i.target, step.value, {index});
                     ++at_;
                   },
                   [&](const Store& i) {
                     out.addr = origins_of(i.address);
                     out.data = origins_of(i.value);
                     ++at_;
                   },
                   [&](const ReadModifyWrite& i) {
                     const bool forgets = i.op == RmwOperator::Exchange;
                     const Reads operand = origins_of(i.operand);
                     read_half(i.address, forgets ? operand : joined(operand, {index}), step, out);
                     set(i.target, step.value, {index});
                   },
                   [&](const CompareAndSwap& i) {
                     read_half(i.address, origins_of(i.desired), step, out);
                     const Reads expected = origins_of(i.expected);
                     const bool is_old = i.result == CasResult::OldValue;
                     const Value result = is_old ? step.value : Value{step.is_exclusive_read};
                     set(i.target, result, is_old ? Reads{index} : joined(expected, {index}));
                   },
                   [&](const Await& i) {
                     out.addr = origins_of(i.address);
                     set(i.target, step.value, {index});
                     ctrl_ = joined(ctrl_, origins_of(i.condition));
                     ++at_;
                   },
                   [&](const AwaitExchange& i) {
                     const Reads address = origins_of(i.address);
                     set(i.target, step.value, {index});
                     ctrl_ = joined(ctrl_, origins_of(i.condition));
                     out.addr = write_address_ = address;
                     write_data_ = origins_of(i.desired);
                     if (!step.is_exclusive_read) ++at_;
                   },
                   [&](const Allocate& i) {
                     set(i.target, step.value, origins_of(i.size));
                     ++at_;
                   },
                   [&](const Deallocate& i) {
                     out.addr = origins_of(i.address);
                     ++at_;
                   },
                   [&](const CallMarker& i) {
                     const bool is_skipped = !i.is_main && help_calls_ == HelpCalls::MarkOnly;
                     at_ = is_skipped ? i.end : at_ + 1;
                   },
                   [&](const auto&) { ++at_; },
               },
               thread_.code[step.at].body);
    return out;
  }

 private:
  // Runs what is no event up to the next event, which is at `target`.
  void run_to(InstructionIndex target) {
    while (at_ != target || is_local(thread_.code[at_])) run_one();
  }

  static bool is_local(const Instruction& instruction) {
    return std::visit(overloaded{
                          [](const Assign&) { return true; },
                          [](const Jump&) { return true; },
                          [](const Branch&) { return true; },
                          [](const Assume&) { return true; },
                          [](const Assert&) { return true; },
                          [](const LoopStart&) { return true; },
                          [](const LoopIteration&) { return true; },
                          [](const auto&) { return false; },
                      },
                      instruction.body);
  }

  void run_one() {
    std::visit(overloaded{
                   [&](const Assign& i) {
                     set(i.target, value_of(i.value), origins_of(i.value));
                     ++at_;
                   },
                   [&](const Jump& i) { at_ = i.target; },
                   [&](const Branch& i) {
                     ctrl_ = joined(ctrl_, origins_of(i.condition));
                     at_ = value_of(i.condition) != 0 ? i.if_true : i.if_false;
                   },
                   [&](const Assume& i) {
                     ctrl_ = joined(ctrl_, origins_of(i.condition));
                     ++at_;
                   },
                   [&](const Assert& i) {
                     ctrl_ = joined(ctrl_, origins_of(i.condition));
                     ++at_;
                   },
                   [&](const LoopStart&) { ++at_; },
                   [&](const LoopIteration&) { ++at_; },
                   [](const auto&) {
                     DROVER_UNREACHABLE("the thread took the steps that it is said to have taken");
                   },
               },
               thread_.code[at_].body);
  }

  void read_half(ExprId address, Reads data, const ThreadStep& step, StepDependencies& out) {
    out.addr = write_address_ = origins_of(address);
    write_data_ = std::move(data);
    if (!step.is_exclusive_read) ++at_;
  }

  StepDependencies write_half() {
    ++at_;
    return {std::move(write_address_), std::move(write_data_), ctrl_};
  }

  [[nodiscard]] Value value_of(ExprId expression) const {
    return evaluate(thread_.expressions, expression, registers_).value;
  }
  [[nodiscard]] Reads origins_of(ExprId expression) const {
    std::vector<RegisterId> used;
    thread_.expressions.collect_registers(expression, used);
    Reads out;
    for (const RegisterId reg : used) out = joined(out, origins_[reg.value]);
    return out;
  }
  void set(RegisterId target, Value value, Reads origins) {
    registers_[target.value] = value;
    origins_[target.value] = std::move(origins);
  }

  const Thread& thread_;
  HelpCalls help_calls_;
  InstructionIndex at_ = 0;
  std::vector<Value> registers_;
  std::vector<Reads> origins_;  // by register
  Reads ctrl_;
  Reads write_address_;  // of the write half that is to come
  Reads write_data_;
};

}  // namespace

std::vector<StepDependencies> dependencies_of(const Thread& thread,
                                              std::span<const ThreadStep> steps,
                                              HelpCalls help_calls) {
  Replay replay(thread, help_calls);
  std::vector<StepDependencies> out;
  out.reserve(steps.size());
  for (std::uint32_t i = 0; i < steps.size(); ++i) out.push_back(replay.step(steps[i], i));
  return out;
}

}  // namespace drover
