#include "semantics/automaton/interpreter.h"

#include <algorithm>
#include <utility>

#include "semantics/program/address.h"
#include "semantics/program/instruction_effects.h"
#include "semantics/program/instruction_value.h"
#include "semantics/program/rmw_operator.h"
#include "semantics/program/unwritten.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace drover {

namespace {

bool changes_with_placement(RmwOperator op, Value old, Value operand) {
  const std::optional<Operator> combine = operator_of(op);
  return combine && depends_on_placement(*combine, old, operand);
}

ErrorFact guard_fault(const ExpressionNode& node, Value operand) {
  const std::vector<std::string> numbers{std::to_string(operand), std::to_string(node.value)};
  switch (static_cast<Guard>(node.index)) {
    case Guard::Signed: return {FactKind::NarrowOverflow, numbers};
    case Guard::Shift: return {FactKind::NarrowShift, numbers};
    case Guard::Index: return {FactKind::OutsideArray, numbers};
    case Guard::Shifted: return {FactKind::ShiftedOverflow, numbers};
    case Guard::Access: break;
  }
  return {};
}

// True if the thread stays at the read, with no write to come: see Interpreter::advance_values.
bool has_read_nothing(const ThreadState& state) {
  return !state.is_write_pending && state.pending_value == UnwrittenValue;
}

// The values that satisfy an exchange-await.
class SatisfyingValues : public ValueTest {
 public:
  SatisfyingValues(const ExpressionPool& pool, const AwaitExchange& await,
                   std::vector<Value> registers)
      : pool_(pool), await_(await), registers_(std::move(registers)) {}

  [[nodiscard]] bool contains(Value value) const override {
    std::vector<Value> registers = registers_;
    registers[await_.target.value] = value;
    const Evaluation holds = evaluate(pool_, await_.condition, registers);
    return !holds.faulted && holds.value != 0 &&
           !evaluate(pool_, await_.desired, registers).faulted;
  }

 private:
  const ExpressionPool& pool_;
  AwaitExchange await_;
  std::vector<Value> registers_;
};

}  // namespace

Interpreter::Interpreter(const Program& program, ThreadId thread, LocationTable& locations,
                         UnfoldOptions options)
    : program_(&program),
      thread_(&program.threads[thread.value]),
      id_(thread),
      locations_(&locations),
      options_(options),
      liveness_(program, thread),
      rules_(*thread_, options.branches == BranchSteps::On ? DependencyRules::Way::Given
                                                           : DependencyRules::Way::Decided),
      is_local_loop_(find_local_loops(*thread_)),
      local_iterations_(program.loops.size(), 0),
      iterations_(program.loops.size(), 0) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const std::optional<SpawnOrigin>& origin = program.threads[t].origin;
    if (!origin || origin->parent != id_) continue;
    children_.push_back({origin->serial, origin->routine, ThreadId(t)});
  }
}

ThreadState Interpreter::initial(std::span<const Value> arguments) const {
  DROVER_CHECK(arguments.size() == thread_->parameter_count, "each parameter has a value");
  ThreadState state;
  state.registers.assign(liveness_.register_count(), 0);
  std::ranges::copy(arguments, state.registers.begin());
  if (tracks_dependencies()) state.origins = ReadOrigins(thread_->registers.size());
  return state;
}

ThreadState Interpreter::dormant() const {
  ThreadState state;
  state.at = static_cast<InstructionIndex>(thread_->code.size() - 1);
  state.registers.assign(liveness_.register_count(), 0);
  return state;
}

void Interpreter::clear_dead(ThreadState& state) const {
  for (std::size_t reg = 0; reg < state.registers.size(); ++reg) {
    const bool live = state.is_write_pending ? liveness_.is_live_after(state.at, reg)
                                             : liveness_.is_live_before(state.at, reg);
    if (live) continue;
    state.registers[reg] = 0;
    if (tracks_dependencies() && reg < thread_->registers.size()) {
      state.origins[ReadOrigins::of_register(reg)].clear();
      state.origins[ReadOrigins::carried_by(reg)].clear();
    }
  }
}

Label Interpreter::run(ThreadState& state) {
  assertions_.clear();
  if (has_read_nothing(state)) {
    std::ranges::fill(state.registers, 0);
    return error_at(state, ErrorKind::Memory, {FactKind::UnwrittenRead});
  }
  if (state.is_write_pending) {
    clear_dead(state);
    return pending_write_label(state);
  }
  NextLabel label;
  landmark_ = {};
  std::uint64_t steps = 0;
  std::uint32_t last_loop = 0;
  for (InstructionIndex at = state.at; !(label = step(state)); at = state.at) {
    if (tracks_dependencies()) rules_.pass_local(thread_->code[at].body, state.origins);
    if (const auto* loop = std::get_if<LoopIteration>(&thread_->code[state.at].body)) {
      last_loop = loop->loop;
    }
    if (++steps == MaxLocalSteps) {
      label = cut_at(state, last_loop, CutReason::LocalSteps);
      break;
    }
  }
  clear_dead(state);
  if (tracks_dependencies() && !is_event(label->kind) && label->kind != LabelKind::Fork)
    state.origins = {};  // no event depends on it any more
  return *label;
}

Label Interpreter::label_at(LabelKind kind, const ThreadState& state) const {
  Label label;
  label.kind = kind;
  label.source = thread_->code[state.at].source;
  return label;
}

Label Interpreter::cut_at(const ThreadState& state, std::size_t loop, CutReason reason) const {
  Label label = label_at(LabelKind::Cut, state);
  label.detail = static_cast<std::uint32_t>(loop);
  label.value = static_cast<Value>(reason);
  return label;
}

Label Interpreter::error_at(const ThreadState& state, ErrorKind kind, ErrorFact fact) {
  return error_label(kind, std::move(fact), thread_->code[state.at].source);
}

Interpreter::NextLabel Interpreter::step(ThreadState& state) {
  const auto go_on = [&] {
    ++state.at;
    return NextLabel();
  };
  return std::visit(
      overloaded{
          [&](const Jump& i) {
            state.at = i.target;
            return NextLabel();
          },
          [&](const ControlEnd&) { return go_on(); },
          [&](const Self& i) {
            state.registers[i.target.value] =
                i.is_identity ? address::of_identity(id_) : address::of_thread(id_);
            return go_on();
          },
          [&](const LoopStart& i) {
            state.registers[i.counter.value] = 0;
            local_iterations_[i.loop] = 0;
            return go_on();
          },
          [&](const Choose& i) {
            Label label = label_at(LabelKind::Choose, state);
            label.size = i.count;
            return NextLabel(label);
          },
          [&](const Fail& i) {
            return NextLabel(error_at(state, i.kind, {FactKind::Said, {i.message}}));
          },
          [&](const BlockInstruction& i) {
            Label label = label_at(LabelKind::Block, state);
            label.is_dropped = i.is_dropped;
            return NextLabel(label);
          },
          [&](const Finish&) { return NextLabel(label_at(LabelKind::Finished, state)); },
          [&](const auto& instruction) { return step(state, instruction); },
      },
      thread_->code[state.at].body);
}

Interpreter::NextLabel Interpreter::step(ThreadState& state, const Assign& instruction) {
  const Outcome outcome = compute_in(state, instruction.value);
  if (outcome.fault) return outcome.fault;
  state.registers[instruction.target.value] = outcome.value;
  ++state.at;
  return {};
}

Interpreter::NextLabel Interpreter::step(ThreadState& state, const Branch& instruction) {
  const Outcome outcome = evaluate_in(state, instruction.condition);
  if (outcome.fault) return outcome.fault;
  const bool holds = outcome.value != 0;
  if (options_.branches == BranchSteps::On &&
      rules_.depends_on_reads(instruction.condition, state.origins)) {
    Label label = label_at(LabelKind::Fork, state);
    label.value = holds ? 1 : 0;
    return label;
  }
  state.at = holds ? instruction.if_true : instruction.if_false;
  return {};
}

Interpreter::NextLabel Interpreter::step(ThreadState& state, const Assume& instruction) {
  const Outcome outcome = evaluate_in(state, instruction.condition);
  if (outcome.fault) return outcome.fault;
  if (outcome.value == 0) {
    Label label = label_at(LabelKind::Block, state);
    label.is_spin = instruction.spin_loop.has_value();
    label.is_endless = instruction.is_endless;
    return label;
  }
  ++state.at;
  return {};
}

Interpreter::NextLabel Interpreter::step(ThreadState& state, const Assert& instruction) {
  const Outcome outcome = evaluate_in(state, instruction.condition);
  if (outcome.fault) return outcome.fault;
  if (outcome.value == 0) {
    return error_at(state, ErrorKind::Assertion, {FactKind::Said, {instruction.message}});
  }
  assertions_.push_back(state.at);
  ++state.at;
  return {};
}

Interpreter::NextLabel Interpreter::step(ThreadState& state, const LoopIteration& instruction) {
  if (is_local_loop_[state.at]) return step_local_loop(state, instruction);
  Value& count = state.registers[instruction.counter.value];
  if (count >= static_cast<Value>(options_.unroll)) {
    return cut_at(state, instruction.loop, CutReason::LoopBound);
  }
  ++count;
  ++state.at;
  std::uint32_t& most = iterations_[instruction.loop];
  most = std::max(most, static_cast<std::uint32_t>(count));
  return {};
}

Interpreter::NextLabel Interpreter::step_local_loop(ThreadState& state,
                                                    const LoopIteration& instruction) {
  if (is_back(state)) {
    return cut_at(state, instruction.loop, CutReason::Endless);
  }
  if (++landmark_.age >= landmark_.max_age) {
    landmark_ = {state.at, state.registers, 0, 2 * landmark_.max_age};
  }
  std::uint32_t& count = local_iterations_[instruction.loop];
  ++count;
  ++state.at;
  std::uint32_t& most = iterations_[instruction.loop];
  most = std::max(most, count);
  return {};
}

bool Interpreter::is_back(const ThreadState& state) const {
  if (landmark_.registers.empty() || landmark_.at != state.at) return false;
  for (std::size_t reg = 0; reg < state.registers.size(); ++reg) {
    const bool is_same = state.registers[reg] == landmark_.registers[reg];
    if (!is_same && liveness_.is_live_before(state.at, reg)) return false;
  }
  return true;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state,
                                         const FenceInstruction& instruction) {
  Label label = label_at(LabelKind::Fence, state);
  label.mode = instruction.mode;
  label.tags = instruction.tags;
  return instruction.address ? access(label, state, *instruction.address) : label;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state, const Load& instruction) {
  Label label = label_at(LabelKind::Read, state);
  label.mode = label.failure_mode = instruction.mode;
  label.tags = label.failure_tags = instruction.tags;
  return access(label, state, instruction.address);
}

// Operands are evaluated from left to right, the address first: a fault in it precedes faults in
// the others. Whether there is a cell is checked at the access itself.
Interpreter::NextLabel Interpreter::step(ThreadState& state, const Store& instruction) {
  const Outcome address = evaluate_in(state, instruction.address);
  if (address.fault) return address.fault;
  const Outcome value = compute_in(state, instruction.value);
  if (value.fault) return value.fault;
  Label label = label_at(LabelKind::Write, state);
  label.mode = instruction.mode;
  label.tags = instruction.tags;
  label.value = value.value;
  return access(label, state, instruction.address);
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state, const Await& instruction) {
  Label label = exclusive_read(state, instruction.address, instruction.mode, instruction.mode, {});
  if (label.is_read()) label.is_await = true;
  label.tags = label.failure_tags = instruction.tags;
  label.is_assumed = instruction.is_assumed;
  label.is_spin = instruction.spin_loop.has_value();
  return label;
}

Interpreter::NextLabel Interpreter::step(ThreadState& state, const ReadModifyWrite& instruction) {
  const Outcome address = evaluate_in(state, instruction.address);
  if (address.fault) return address.fault;
  const Outcome operand = compute_in(state, instruction.operand);
  if (operand.fault) return operand.fault;
  Label label =
      exclusive_read(state, instruction.address, read_half(instruction.mode),
                     read_half(instruction.mode), {ExclusiveValues::Kind::All, 0, nullptr});
  if (!label.is_read()) return label;
  label.is_commuting = is_commuting(instruction, liveness_, state.at);
  label.is_fused = instruction.halves == Halves::Fused;
  label.tags = label.failure_tags = instruction.read_tags;
  return label;
}

Interpreter::NextLabel Interpreter::step(ThreadState& state, const CompareAndSwap& instruction) {
  const Outcome address = evaluate_in(state, instruction.address);
  if (address.fault) return address.fault;
  const Outcome expected = evaluate_in(state, instruction.expected);
  if (expected.fault) return expected.fault;
  const Outcome desired = compute_in(state, instruction.desired);
  if (desired.fault) return desired.fault;
  Label label = exclusive_read(state, instruction.address, read_half(instruction.mode),
                               instruction.failure_mode,
                               {ExclusiveValues::Kind::One, expected.value, nullptr});
  label.tags = instruction.read_tags;
  label.failure_tags = instruction.failure_tags;
  return label;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state,
                                         const AwaitExchange& instruction) {
  const Outcome address = evaluate_in(state, instruction.address);
  if (address.fault) return address.fault;
  ExclusiveValues exclusive;
  if (const auto expected = expected_value(instruction)) {
    const Outcome value = evaluate_in(state, *expected);
    if (value.fault) return value.fault;
    exclusive = {ExclusiveValues::Kind::One, value.value, nullptr};
  } else {
    tests_.push_back(
        std::make_unique<SatisfyingValues>(thread_->expressions, instruction, state.registers));
    exclusive = {ExclusiveValues::Kind::Tested, 0, tests_.back().get()};
  }
  Label label = exclusive_read(state, instruction.address, read_half(instruction.mode),
                               instruction.failure_mode, exclusive);
  if (label.is_read()) label.is_await = true;
  label.tags = label.failure_tags = instruction.read_tags;
  label.is_assumed = instruction.is_assumed;
  label.is_spin = instruction.spin_loop.has_value();
  return label;
}

std::optional<ExprId> Interpreter::expected_value(const AwaitExchange& instruction) const {
  const ExpressionPool& pool = thread_->expressions;
  const ExpressionNode& condition = pool[instruction.condition];
  if (condition.op != Operator::Equal || pool.may_fault(instruction.desired)) return std::nullopt;
  const auto is_target = [&](ExprId id) {
    return pool[id].op == Operator::Register && pool[id].reg == instruction.target;
  };
  const auto is_known = [&](ExprId id) { return !pool.mentions(id, instruction.target); };
  if (is_target(condition.a) && is_known(condition.b)) return condition.b;
  if (is_target(condition.b) && is_known(condition.a)) return condition.a;
  return std::nullopt;
}

Label Interpreter::exclusive_read(const ThreadState& state, ExprId address_expression, Mode mode,
                                  Mode failure_mode, ExclusiveValues exclusive) {
  Label label = label_at(LabelKind::Read, state);
  label.mode = mode;
  label.failure_mode = failure_mode;
  label.exclusive = exclusive;
  label = access(label, state, address_expression);
  if (label.is_read() && locations_->is_non_atomic(label.location)) {
    return error_at(state, ErrorKind::Memory,
                    {FactKind::AtomicOnNonAtomic, {locations_->name(label.location)}});
  }
  return label;
}

Label Interpreter::pending_write_label(const ThreadState& state) const {
  Label label = label_at(LabelKind::Write, state);
  label.is_exclusive_write = true;
  label.location = locations_->find_or_add(state.pending_address);
  label.value = state.pending_value;
  const auto take = [&](Mode mode, TagSet tags) {
    label.mode = write_half(mode);
    label.tags = tags;
  };
  std::visit(overloaded{
                 [&](const ReadModifyWrite& i) {
                   take(i.mode, i.write_tags);
                   label.is_fused = i.halves == Halves::Fused;
                 },
                 [&](const CompareAndSwap& i) { take(i.mode, i.write_tags); },
                 [&](const AwaitExchange& i) { take(i.mode, i.write_tags); },
                 [](const auto&) { DROVER_UNREACHABLE("only an RMW has a pending write"); },
             },
             thread_->code[state.at].body);
  return label;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state, const Allocate& instruction) {
  const Outcome size = evaluate_in(state, instruction.size);
  if (size.fault) return size.fault;
  if (size.value <= 0 || size.value > Value{address::MaxCells}) {
    return error_at(state, ErrorKind::Memory,
                    {FactKind::AllocationSize,
                     {std::to_string(size.value), std::to_string(address::MaxCells)}});
  }
  const Value count = state.registers[liveness_.allocation_register().value];
  if (count >= Value{address::MaxAllocations}) {
    return error_at(state, ErrorKind::Memory, {FactKind::TooManyAllocations});
  }
  Label label = label_at(LabelKind::Alloc, state);
  label.value =
      address::of_allocation(id_, instruction.struct_index, static_cast<std::uint32_t>(count));
  label.size = size.value;
  return label;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state, const Deallocate& instruction) {
  const Outcome outcome = evaluate_in(state, instruction.address);
  if (outcome.fault) return outcome.fault;
  // Freeing the null address does nothing, as in C.
  if (outcome.value != 0 && !address::is_heap(outcome.value)) {
    return error_at(state, ErrorKind::Memory,
                    {FactKind::WrongFree, {locations_->value_text(outcome.value)}});
  }
  Label label = label_at(LabelKind::Free, state);
  label.value = outcome.value;
  return label;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state, const CallMarker& instruction) {
  AnnotatedCall call{instruction.function, {}};
  if (auto fault = evaluate_all(state, instruction.arguments, call.arguments)) return fault;
  Label label = label_at(LabelKind::Call, state);
  label.is_main_call = instruction.is_main;
  label.detail = static_cast<std::uint32_t>(calls_.size());
  calls_.push_back(std::move(call));
  return label;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state, const Spawn& instruction) {
  std::vector<Value> arguments;
  if (auto fault = evaluate_all(state, instruction.arguments, arguments)) return fault;
  const RegisterId counter = spawn_register(liveness_.allocation_register());
  const Value serial = state.registers[counter.value];
  const auto child = std::ranges::find_if(children_, [&](const Child& each) {
    return Value{each.serial} == serial && each.routine == instruction.routine;
  });
  if (child == children_.end()) {
    return cut_at(state, program_->loops.size(), CutReason::Threads);
  }
  Label label = label_at(LabelKind::Spawn, state);
  label.value = address::of_thread(child->thread);
  label.detail = static_cast<std::uint32_t>(arguments_.size());
  arguments_.push_back(std::move(arguments));
  return label;
}

Interpreter::NextLabel Interpreter::step(const ThreadState& state, const Join& instruction) {
  const Outcome outcome = evaluate_in(state, instruction.thread);
  if (outcome.fault) return outcome.fault;
  const auto is_worker = [&](ThreadId thread) {
    return thread.value < program_->threads.size() &&
           program_->threads[thread.value].role == ThreadRole::Worker;
  };
  const bool is_thread =
      address::is_thread(outcome.value) && is_worker(address::thread_of(outcome.value));
  if (!is_thread) {
    return error_at(state, ErrorKind::Thread,
                    {FactKind::WrongJoin, {locations_->value_text(outcome.value)}});
  }
  if (address::thread_of(outcome.value) == id_) {
    return error_at(state, ErrorKind::Thread, {FactKind::SelfJoin});
  }
  Label label = label_at(LabelKind::Join, state);
  label.value = outcome.value;
  return label;
}

std::optional<ThreadState> Interpreter::advance(ThreadState state, const Label& label,
                                                Value value) {
  using Part = DependencyRules::Part;
  const InstructionIndex at = state.at;
  const bool is_write_half = state.is_write_pending;
  std::optional<ThreadState> after = advance_values(std::move(state), label, value);
  if (!after || !tracks_dependencies()) return after;
  if (label.kind == LabelKind::Fork) {
    rules_.pass_local(thread_->code[at].body, after->origins);
    return after;
  }
  const Part part = is_write_half             ? Part::WriteHalf
                    : after->is_write_pending ? Part::ReadHalf
                                              : Part::Whole;
  rules_.pass_event(thread_->code[at].body, part, after->origins);
  return after;
}

EventDependencies Interpreter::dependencies(const ThreadState& state) const {
  using Part = DependencyRules::Part;
  return rules_.dependencies(thread_->code[state.at].body,
                             state.is_write_pending ? Part::WriteHalf : Part::Whole, state.origins);
}

std::optional<ThreadState> Interpreter::advance_values(ThreadState state, const Label& label,
                                                       Value value) {
  if (state.is_write_pending) {
    state.is_write_pending = false;
    state.pending_address = state.pending_value = 0;
    ++state.at;
    return state;
  }
  const auto* load = std::get_if<Load>(&thread_->code[state.at].body);
  const bool is_copy = load != nullptr && load->may_read_nothing;
  if (label.is_read() && value == UnwrittenValue && !is_copy) {
    state.pending_value = UnwrittenValue;
    return state;
  }
  const auto set_and_move = [&](RegisterId target, Value result) {
    state.registers[target.value] = result;
    ++state.at;
    return true;
  };
  const bool goes_on = std::visit(
      overloaded{
          [&](const Load& i) { return set_and_move(i.target, value); },
          [&](const Choose& i) { return set_and_move(i.target, value); },
          [&](const ReadModifyWrite& i) {
            pass_update(state, i, value);
            return true;
          },
          [&](const CompareAndSwap& i) {
            pass_compare(state, i, label, value);
            return true;
          },
          [&](const AwaitExchange& i) { return pass_await_exchange(state, i, value); },
          [&](const Await& i) { return pass_await(state, i, value); },
          [&](const Allocate& i) {
            ++state.registers[liveness_.allocation_register().value];
            return set_and_move(i.target, label.value);
          },
          [&](const Spawn& i) {
            ++state.registers[spawn_register(liveness_.allocation_register()).value];
            return set_and_move(i.target, label.value);
          },
          [&](const Join& i) { return set_and_move(i.target, value); },
          [&](const CallMarker& i) {
            const bool is_skipped = !i.is_main && options_.help_calls == HelpCalls::MarkOnly;
            state.at = is_skipped ? i.end : state.at + 1;
            return true;
          },
          [&](const Branch& i) {
            state.at = value != 0 ? i.if_true : i.if_false;
            return true;
          },
          [&](const auto&) {
            ++state.at;
            return true;
          },
      },
      thread_->code[state.at].body);
  if (!goes_on) return std::nullopt;
  return state;
}

void Interpreter::pass_update(ThreadState& state, const ReadModifyWrite& instruction, Value value) {
  const Value operand = known_value(state, instruction.operand);
  if (!instruction.desired) {
    const Value desired = viewed(instruction.view, apply(instruction.op, value, operand));
    depends_on_placement_ |= changes_with_placement(instruction.op, value, operand);
    begin_write(state, instruction.address, desired, instruction.target, value);
    return;
  }
  begin_write(state, instruction.address, 0, instruction.target, value);
  state.pending_value = known_value(state, *instruction.desired);
}

void Interpreter::pass_compare(ThreadState& state, const CompareAndSwap& instruction,
                               const Label& label, Value value) const {
  const bool succeeds = label.exclusive.contains(value);
  const Value result = instruction.result == CasResult::OldValue ? value : Value{succeeds};
  if (succeeds) {
    const Value desired = known_value(state, instruction.desired);
    begin_write(state, instruction.address, desired, instruction.target, result);
  } else {
    state.registers[instruction.target.value] = result;
    ++state.at;
  }
}

bool Interpreter::pass_await(ThreadState& state, const Await& instruction, Value value) {
  state.registers[instruction.target.value] = value;
  const Evaluation holds = evaluate(thread_->expressions, instruction.condition, state.registers);
  depends_on_placement_ |= holds.depends_on_placement;
  if (!holds.faulted && holds.value == 0) return false;
  ++state.at;
  return true;
}

bool Interpreter::pass_await_exchange(ThreadState& state, const AwaitExchange& instruction,
                                      Value value) {
  const Value address = known_value(state, instruction.address);
  state.registers[instruction.target.value] = value;
  const Evaluation holds = evaluate(thread_->expressions, instruction.condition, state.registers);
  depends_on_placement_ |= holds.depends_on_placement;
  if (!holds.faulted && holds.value == 0) return false;
  if (!holds.faulted) {
    const Evaluation desired = evaluate(thread_->expressions, instruction.desired, state.registers);
    depends_on_placement_ |= desired.depends_on_placement;
    if (!desired.faulted) {
      state.is_write_pending = true;
      state.pending_address = address;
      state.pending_value = desired.value;
      return true;
    }
  }
  ++state.at;
  return true;
}

void Interpreter::begin_write(ThreadState& state, ExprId address_expression, Value desired,
                              RegisterId target, Value result) const {
  state.is_write_pending = true;
  state.pending_address = known_value(state, address_expression);
  state.pending_value = desired;
  state.registers[target.value] = result;
}

Interpreter::Outcome Interpreter::evaluate_in(const ThreadState& state, ExprId expression) {
  const Evaluation evaluation = evaluate(thread_->expressions, expression, state.registers);
  depends_on_placement_ |= evaluation.depends_on_placement;
  if (!evaluation.faulted) return {evaluation.value, {}};
  return {0, error_label(evaluation.fault, fault_of(evaluation),
                         thread_->expressions[evaluation.fault_at].source)};
}

Interpreter::NextLabel Interpreter::evaluate_all(const ThreadState& state,
                                                 std::span<const ExprId> expressions,
                                                 std::vector<Value>& values) {
  for (const ExprId expression : expressions) {
    Outcome outcome = evaluate_in(state, expression);
    if (outcome.fault) return std::move(outcome.fault);
    values.push_back(outcome.value);
  }
  return {};
}

Interpreter::Outcome Interpreter::compute_in(ThreadState& state, ExprId expression) {
  Outcome outcome = evaluate_in(state, expression);
  if (!outcome.fault || !is_noted(state, expression)) return outcome;
  state.has_failed = true;
  return {};
}

bool Interpreter::is_noted(const ThreadState& state, ExprId expression) const {
  return options_.failures == FailedComputations::AreNoted &&
         rules_.depends_on_reads(expression, state.origins);
}

Value Interpreter::known_value(const ThreadState& state, ExprId expression) const {
  const Evaluation evaluation = evaluate(thread_->expressions, expression, state.registers);
  if (!evaluation.faulted) return evaluation.value;
  DROVER_CHECK(is_noted(state, expression), "operands were evaluated when the label was made");
  return 0;
}

ErrorFact Interpreter::fault_of(const Evaluation& evaluation) const {
  const ExpressionNode& node = thread_->expressions[evaluation.fault_at];
  if (evaluation.is_address_strained) return {FactKind::AddressStrained};
  switch (node.op) {
    case Operator::Divide:
    case Operator::UnsignedDivide: return {FactKind::DivisionByZero};
    case Operator::Remainder:
    case Operator::UnsignedRemainder: return {FactKind::RemainderByZero};
    case Operator::ElementAddress:
      return {FactKind::OutsideObject,
              {std::to_string(evaluation.fault_operand), program_->objects[node.index].name,
               std::to_string(node.value)}};
    case Operator::AddChecked:
    case Operator::SubtractChecked:
    case Operator::MultiplyChecked: return {FactKind::Overflow};
    case Operator::Guard: return guard_fault(node, evaluation.fault_operand);
    default: return {FactKind::WrongShift, {std::to_string(evaluation.fault_operand)}};
  }
}

Label Interpreter::access(Label label, const ThreadState& state, ExprId address_expression) {
  const Outcome outcome = evaluate_in(state, address_expression);
  if (outcome.fault) return *outcome.fault;
  const ExpressionNode& node = thread_->expressions[address_expression];
  const bool has_size =
      node.op == Operator::Guard && static_cast<Guard>(node.index) == Guard::Access;
  if (has_size) {
    std::optional<ErrorFact> mismatch =
        locations_->mismatch(outcome.value, static_cast<std::uint32_t>(node.value));
    if (mismatch) return error_at(state, ErrorKind::Memory, *std::move(mismatch));
  }
  label.location = locations_->find_or_add(outcome.value);
  if (label.location.is_none()) {
    if (outcome.value == 0) {
      return error_at(state, ErrorKind::Memory, {FactKind::NullAccess});
    }
    return error_at(state, ErrorKind::Memory,
                    {FactKind::WildAccess, {locations_->value_text(outcome.value)}});
  }
  const bool may_write =
      label.kind == LabelKind::Write || label.exclusive.kind != ExclusiveValues::Kind::None;
  if (may_write && is_code(outcome.value, *program_)) {
    return error_at(state, ErrorKind::Memory,
                    {FactKind::CodeChange, {locations_->value_text(outcome.value)}});
  }
  const auto* store = std::get_if<Store>(&thread_->code[state.at].body);
  const bool is_initial = store != nullptr && store->is_initial;
  if (may_write && !is_initial && locations_->is_read_only(outcome.value)) {
    return error_at(state, ErrorKind::Memory,
                    {FactKind::ReadOnlyWrite, {locations_->name(label.location)}});
  }
  const bool is_plain = label.mode == Mode::Plain;
  if (is_plain && locations_->is_non_atomic(label.location)) {
    label.mode = label.failure_mode = Mode::Na;
  }
  return label;
}

Label Interpreter::error_label(ErrorKind kind, ErrorFact fact, SourceRange source) {
  Label label;
  label.kind = LabelKind::Error;
  label.error = kind;
  label.source = source;
  const auto known = std::find(facts_.begin(), facts_.end(), fact);
  label.detail = static_cast<std::uint32_t>(known - facts_.begin());
  if (known == facts_.end()) facts_.push_back(std::move(fact));
  return label;
}

}  // namespace drover
