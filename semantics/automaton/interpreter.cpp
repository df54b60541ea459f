#include "semantics/automaton/interpreter.h"

#include <algorithm>
#include <utility>

#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "semantics/program/operands.h"
#include "semantics/program/rmw_operator.h"
#include "semantics/program/value.h"
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

bool mixes_sizes(FactKind kind) {
  return kind == FactKind::MixedSizes || kind == FactKind::MixedAtomics ||
         kind == FactKind::MixedWithMember;
}

// True if the thread stays at the read, with no write to come: see Interpreter::advance_values.
bool has_read_nothing(const ThreadState& state) {
  return !state.is_write_pending && state.pending_value == UnwrittenValue;
}

Label label_at(LabelKind kind, SourceRange source) {
  Label label;
  label.kind = kind;
  label.source = source;
  return label;
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
    children_.emplace(std::pair(origin->serial, origin->routine), ThreadId(t));
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

// Executes the instruction at the position of a thread: the state advances, or stays at the
// returned label. A short-lived worker.
class Interpreter::Step {
 public:
  Step(Interpreter& interpreter, ThreadState& state)
      : in_(interpreter), thread_(*interpreter.thread_), state_(state) {}

  NextLabel run() { return std::visit(*this, thread_.code[state_.at].body); }

  [[nodiscard]] Label cut(std::size_t loop, CutReason reason) const {
    Label label = label_of(LabelKind::Cut);
    label.detail = static_cast<std::uint32_t>(loop);
    label.value = static_cast<Value>(reason);
    return label;
  }
  Label error(ErrorKind kind, ErrorFact fact) {
    return error(kind, std::move(fact), thread_.code[state_.at].source);
  }

  NextLabel operator()(const Jump& i) {
    state_.at = i.target;
    return {};
  }
  NextLabel operator()(const ControlEnd& /*none*/) { return go_on(); }
  NextLabel operator()(const Self& i) {
    state_.registers[i.target.value] =
        i.is_identity ? address::of_identity(in_.id_) : address::of_thread(in_.id_);
    return go_on();
  }
  NextLabel operator()(const LoopStart& i) {
    state_.registers[i.counter.value] = 0;
    in_.local_iterations_[i.loop] = 0;
    return go_on();
  }
  NextLabel operator()(const Choose& i) {
    Label label = label_of(LabelKind::Choose);
    label.size = i.count;
    label.is_of_order = i.what == ChoiceOf::Order;
    label.is_of_barrier = i.what == ChoiceOf::Barrier;
    if (!label.is_of_barrier) return label;
    label.detail = i.barrier;
    if (!i.resource) return label;
    const auto resource = value_of(*i.resource);
    if (!resource) return fault_;
    label.value = *resource;
    return label;
  }
  NextLabel operator()(const Fail& i) { return error(i.kind, {FactKind::Said, {i.message}}); }
  NextLabel operator()(const BlockInstruction& i) {
    Label label = label_of(LabelKind::Block);
    label.is_dropped = i.is_dropped;
    return label;
  }
  NextLabel operator()(const Finish& /*none*/) { return label_of(LabelKind::Finished); }
  NextLabel operator()(const Assign& i) {
    const auto value = computed(i.value);
    if (!value) return fault_;
    state_.registers[i.target.value] = *value;
    return go_on();
  }
  NextLabel operator()(const Branch& i) {
    const auto value = value_of(i.condition);
    if (!value) return fault_;
    const BranchSteps steps = in_.options_.branches;
    const bool is_step =
        steps == BranchSteps::On || (steps == BranchSteps::OfSilent && i.flow == Flow::Silent);
    if (is_step && in_.rules_.depends_on_reads(i.condition, state_.origins)) {
      Label label = label_of(LabelKind::Fork);
      label.value = *value != 0 ? 1 : 0;
      return label;
    }
    state_.at = *value != 0 ? i.if_true : i.if_false;
    return {};
  }
  NextLabel operator()(const Assume& i) {
    const auto value = value_of(i.condition);
    if (!value) return fault_;
    if (*value != 0) return go_on();
    Label label = label_of(LabelKind::Block);
    label.is_spin = i.spin_loop.has_value();
    label.is_endless = i.is_endless;
    return label;
  }
  NextLabel operator()(const Assert& i) {
    const auto value = value_of(i.condition);
    if (!value) return fault_;
    if (*value == 0) return error(ErrorKind::Assertion, {FactKind::Said, {i.message}});
    in_.assertions_.push_back(state_.at);
    return go_on();
  }
  NextLabel operator()(const LoopIteration& i) {
    Value count = 0;
    if (in_.is_local_loop_[state_.at]) {
      if (in_.is_back(state_)) return cut(i.loop, CutReason::Endless);
      Landmark& landmark = in_.landmark_;
      if (++landmark.age >= landmark.max_age) {
        landmark = {state_.at, state_.registers, 0, 2 * landmark.max_age};
      }
      count = ++in_.local_iterations_[i.loop];
    } else {
      count = state_.registers[i.counter.value];
      if (count >= static_cast<Value>(in_.options_.unroll)) {
        return cut(i.loop, CutReason::LoopBound);
      }
      state_.registers[i.counter.value] = ++count;
    }
    std::uint32_t& most = in_.iterations_[i.loop];
    most = std::max(most, static_cast<std::uint32_t>(count));
    return go_on();
  }
  NextLabel operator()(const FenceInstruction& i) {
    Label label = label_of(LabelKind::Fence);
    label.mode = i.mode;
    label.tags = i.tags;
    return i.address ? access(label, *i.address) : label;
  }
  NextLabel operator()(const Load& i) {
    Label label = label_of(LabelKind::Read);
    label.mode = label.failure_mode = i.mode;
    label.tags = label.failure_tags = i.tags;
    label.alias = i.alias;
    take_part(i.part, label);
    return access(label, i.address);
  }
  // Operands are evaluated from left to right, the address first: a fault in it precedes faults in
  // the others. Whether there is a cell is checked at the access itself.
  NextLabel operator()(const Store& i) {
    if (!value_of(i.address)) return fault_;
    const auto value = computed(i.value);
    if (!value) return fault_;
    Label label = label_of(LabelKind::Write);
    label.mode = i.mode;
    label.tags = i.tags;
    label.value = *value;
    label.alias = i.alias;
    take_part(i.part, label);
    return access(label, i.address);
  }
  NextLabel operator()(const ReadModifyWrite& i) {
    if (!value_of(i.address) || !computed(i.operand)) return fault_;
    Label label = exclusive_read(i.address, read_half(i.mode), read_half(i.mode),
                                 {ExclusiveValues::Kind::All, 0, nullptr});
    if (!label.is_read()) return label;
    label.is_commuting = is_commuting(i, in_.liveness_, state_.at);
    label.is_fused = i.halves == Halves::Fused;
    label.tags = label.failure_tags = i.read_tags;
    label.alias = i.alias;
    return label;
  }
  NextLabel operator()(const CompareAndSwap& i) {
    if (!value_of(i.address)) return fault_;
    const auto expected = value_of(i.expected);
    if (!expected || !computed(i.desired)) return fault_;
    Label label = exclusive_read(i.address, read_half(i.mode), i.failure_mode,
                                 {ExclusiveValues::Kind::One, *expected, nullptr});
    label.tags = i.read_tags;
    label.failure_tags = i.failure_tags;
    return label;
  }
  NextLabel operator()(const Await& i) {
    if (state_.wait == ThreadState::Wait::HasRead) {
      const Evaluation holds = evaluate(thread_.expressions, i.condition, state_.registers);
      Label label = label_of(LabelKind::Fork);
      label.value = holds.faulted || holds.value != 0 ? 1 : 0;
      return label;
    }
    Label label = awaiting(exclusive_read(i.address, i.mode, i.mode, {}), i, i.tags);
    if (state_.wait == ThreadState::Wait::Fails) label.kind = LabelKind::Block;
    return label;
  }
  NextLabel operator()(const AwaitExchange& i) {
    if (!value_of(i.address)) return fault_;
    ExclusiveValues exclusive;
    if (const auto known = in_.expected_value(i)) {
      const auto expected = value_of(*known);
      if (!expected) return fault_;
      exclusive = {ExclusiveValues::Kind::One, *expected, nullptr};
    } else {
      in_.tests_.push_back(
          std::make_unique<SatisfyingValues>(thread_.expressions, i, state_.registers));
      exclusive = {ExclusiveValues::Kind::Tested, 0, in_.tests_.back().get()};
    }
    return awaiting(exclusive_read(i.address, read_half(i.mode), i.failure_mode, exclusive), i,
                    i.read_tags);
  }
  NextLabel operator()(const Allocate& i) {
    const auto size = value_of(i.size);
    if (!size) return fault_;
    if (*size <= 0 || *size > Value{address::MaxCells}) {
      const ErrorKind kind = *size <= 0 ? ErrorKind::Memory : ErrorKind::Unsupported;
      return error(kind, {FactKind::AllocationSize,
                          {std::to_string(*size), std::to_string(address::MaxCells)}});
    }
    const Value count = state_.registers[in_.liveness_.allocation_register().value];
    if (count >= Value{address::MaxAllocations}) {
      return error(ErrorKind::Unsupported, {FactKind::TooManyAllocations});
    }
    Label label = label_of(LabelKind::Alloc);
    label.value =
        address::of_allocation(in_.id_, i.struct_index, static_cast<std::uint32_t>(count));
    label.size = *size;
    return label;
  }
  NextLabel operator()(const Deallocate& i) {
    const auto value = value_of(i.address);
    if (!value) return fault_;
    // Freeing the null address does nothing, as in C.
    if (*value != 0 && !address::is_heap(*value)) return error_about(FactKind::WrongFree, *value);
    Label label = label_of(LabelKind::Free);
    label.value = *value;
    return label;
  }
  NextLabel operator()(const CallMarker& i) {
    auto arguments = values_of(i.arguments);
    if (!arguments) return fault_;
    Label label = label_of(LabelKind::Call);
    label.is_main_call = i.is_main;
    label.detail = static_cast<std::uint32_t>(in_.calls_.size());
    in_.calls_.push_back({i.function, *std::move(arguments)});
    return label;
  }
  NextLabel operator()(const OperationMark& i) {
    auto values = values_of(i.values);
    if (!values) return fault_;
    Label label = label_of(LabelKind::Mark);
    label.is_begin = i.is_begin;
    label.detail = static_cast<std::uint32_t>(in_.calls_.size());
    in_.calls_.push_back({i.operation, *std::move(values)});
    return label;
  }
  NextLabel operator()(const Spawn& i) {
    auto arguments = values_of(i.arguments);
    if (!arguments) return fault_;
    const RegisterId counter = spawn_register(in_.liveness_.allocation_register());
    const auto serial = static_cast<std::uint32_t>(state_.registers[counter.value]);
    const auto child = in_.children_.find({serial, i.routine});
    if (child == in_.children_.end()) return cut(in_.program_->loops.size(), CutReason::Threads);
    Label label = label_of(LabelKind::Spawn);
    label.value = address::of_thread(child->second);
    label.detail = static_cast<std::uint32_t>(in_.arguments_.size());
    in_.arguments_.push_back(*std::move(arguments));
    return label;
  }
  NextLabel operator()(const Join& i) {
    const auto value = value_of(i.thread);
    if (!value) return fault_;
    const std::vector<Thread>& threads = in_.program_->threads;
    const bool is_worker = address::is_thread(*value) &&
                           address::thread_of(*value).value < threads.size() &&
                           threads[address::thread_of(*value).value].role == ThreadRole::Worker;
    if (!is_worker) return error_about(FactKind::WrongJoin, *value, ErrorKind::Thread);
    if (address::thread_of(*value) == in_.id_) {
      return error(ErrorKind::Thread, {FactKind::SelfJoin});
    }
    Label label = label_of(LabelKind::Join);
    label.value = *value;
    return label;
  }

 private:
  NextLabel go_on() {
    ++state_.at;
    return {};
  }
  [[nodiscard]] Label label_of(LabelKind kind) const {
    return label_at(kind, thread_.code[state_.at].source);
  }

  // ---- Values

  // Nothing if the evaluation faults: `fault_` is then the label.
  std::optional<Value> value_of(ExprId expression) {
    const Evaluation evaluation = evaluate(thread_.expressions, expression, state_.registers);
    in_.depends_on_placement_ |= evaluation.depends_on_placement;
    if (!evaluation.faulted) return evaluation.value;
    fault_ = error(evaluation.fault, fault_of(evaluation),
                   thread_.expressions[evaluation.fault_at].source);
    return std::nullopt;
  }
  // Like value_of, for assigned or written values: a failure may be noted in the state.
  std::optional<Value> computed(ExprId expression) {
    const auto value = value_of(expression);
    if (value || !in_.is_noted(state_, expression)) return value;
    state_.has_failed = true;
    return 0;
  }
  std::optional<std::vector<Value>> values_of(std::span<const ExprId> expressions) {
    std::vector<Value> values;
    for (const ExprId expression : expressions) {
      const auto value = value_of(expression);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return values;
  }

  // ---- Errors

  Label error(ErrorKind kind, ErrorFact fact, SourceRange source) {
    Label label = label_at(LabelKind::Error, source);
    label.error = kind;
    std::vector<ErrorFact>& facts = in_.facts_;
    const auto known = std::find(facts.begin(), facts.end(), fact);
    label.detail = static_cast<std::uint32_t>(known - facts.begin());
    if (known == facts.end()) facts.push_back(std::move(fact));
    return label;
  }
  Label error_about(FactKind kind, Value value, ErrorKind error_kind = ErrorKind::Memory) {
    return error(error_kind, {kind, {in_.locations_->value_text(value)}});
  }
  [[nodiscard]] ErrorFact fault_of(const Evaluation& evaluation) const {
    const ExpressionNode& node = thread_.expressions[evaluation.fault_at];
    if (evaluation.is_address_strained) return {FactKind::AddressStrained};
    switch (node.op) {
      case Operator::Divide:
      case Operator::UnsignedDivide: return {FactKind::DivisionByZero};
      case Operator::Remainder:
      case Operator::UnsignedRemainder: return {FactKind::RemainderByZero};
      case Operator::ElementAddress:
        return {FactKind::OutsideObject,
                {std::to_string(evaluation.fault_operand), in_.program_->objects[node.index].name,
                 std::to_string(node.value)}};
      case Operator::AddChecked:
      case Operator::SubtractChecked:
      case Operator::MultiplyChecked: return {FactKind::Overflow};
      case Operator::Guard: return guard_fault(node, evaluation.fault_operand);
      default: return {FactKind::WrongShift, {std::to_string(evaluation.fault_operand)}};
    }
  }

  // ---- Accesses

  static void take_part(const AccessPart& part, Label& label) {
    label.part = part;
    if (part.update == AccessPart::Update::None) return;
    label.is_fused = part.update == AccessPart::Update::Fused;
    if (label.is_read()) {
      label.exclusive = {ExclusiveValues::Kind::All, 0, nullptr};
    } else {
      label.is_exclusive_write = true;
    }
  }
  [[nodiscard]] AccessSite current_site() const {
    AccessSite site = std::visit(
        [](const auto& i) -> AccessSite {
          if constexpr (requires { i.site; }) return i.site;
          return {};
        },
        thread_.code[state_.at].body);
    if (site.is_atomic && in_.options_.atomic_sizes == AtomicSizes::One) site.number = 0;
    return site;
  }
  // Sets the location of an access, or turns `label` into an error.
  Label access(Label label, ExprId address_expression) {
    const auto address = value_of(address_expression);
    if (!address) return *fault_;
    LocationTable& locations = *in_.locations_;
    const ExpressionNode& node = thread_.expressions[address_expression];
    const bool has_size =
        node.op == Operator::Guard && static_cast<Guard>(node.index) == Guard::Access;
    if (has_size) {
      std::optional<ErrorFact> mismatch =
          locations.mismatch(*address, static_cast<std::uint32_t>(node.value), current_site());
      if (mismatch) {
        const ErrorKind kind =
            mixes_sizes(mismatch->kind) ? ErrorKind::Unsupported : ErrorKind::Memory;
        return error(kind, *std::move(mismatch));
      }
    }
    label.location = locations.find_or_add(*address);
    if (label.location.is_none()) {
      if (*address == 0) return error(ErrorKind::Memory, {FactKind::NullAccess});
      return error_about(FactKind::WildAccess, *address);
    }
    const bool may_write =
        label.kind == LabelKind::Write || label.exclusive.kind != ExclusiveValues::Kind::None;
    if (may_write && is_code(*address, *in_.program_)) {
      return error_about(FactKind::CodeChange, *address);
    }
    const auto* store = std::get_if<Store>(&thread_.code[state_.at].body);
    const bool is_initial = store != nullptr && store->is_initial;
    if (may_write && !is_initial && locations.is_read_only(*address)) {
      return error(ErrorKind::Memory, {FactKind::ReadOnlyWrite, {locations.name(label.location)}});
    }
    const bool is_plain = label.mode == Mode::Plain;
    if (is_plain && locations.is_non_atomic(label.location)) {
      label.mode = label.failure_mode = Mode::Na;
    }
    return label;
  }
  // Returns the read half of a read-modify-write; its cell must not be non-atomic.
  Label exclusive_read(ExprId address, Mode mode, Mode failure_mode, ExclusiveValues exclusive) {
    Label label = label_of(LabelKind::Read);
    label.mode = mode;
    label.failure_mode = failure_mode;
    label.exclusive = exclusive;
    label = access(label, address);
    if (label.is_read() && in_.locations_->is_non_atomic(label.location)) {
      return error(ErrorKind::Memory,
                   {FactKind::AtomicOnNonAtomic, {in_.locations_->name(label.location)}});
    }
    return label;
  }
  template <typename Instruction>
  static Label awaiting(Label label, const Instruction& i, TagSet tags) {
    if (label.is_read()) label.is_await = true;
    label.tags = label.failure_tags = tags;
    label.is_assumed = i.is_assumed;
    label.is_spin = i.spin_loop.has_value();
    return label;
  }

  Interpreter& in_;
  const Thread& thread_;
  ThreadState& state_;
  NextLabel fault_;  // of the last evaluation that faulted
};

Label Interpreter::run(ThreadState& state) {
  assertions_.clear();
  if (has_read_nothing(state)) {
    std::ranges::fill(state.registers, 0);
    return Step(*this, state).error(ErrorKind::Memory, {FactKind::UnwrittenRead});
  }
  if (state.is_write_pending) {
    clear_dead(state);
    return pending_write_label(state);
  }
  NextLabel label;
  landmark_ = {};
  std::uint64_t steps = 0;
  std::uint32_t last_loop = 0;
  for (InstructionIndex at = state.at; !(label = Step(*this, state).run()); at = state.at) {
    if (tracks_dependencies()) rules_.pass_local(thread_->code[at].body, state.origins);
    if (const auto* loop = std::get_if<LoopIteration>(&thread_->code[state.at].body)) {
      last_loop = loop->loop;
    }
    if (++steps == MaxLocalSteps) {
      label = Step(*this, state).cut(last_loop, CutReason::LocalSteps);
      break;
    }
  }
  if (state.wait != ThreadState::Wait::HasRead) clear_dead(state);
  if (tracks_dependencies() && !is_event(label->kind) && label->kind != LabelKind::Fork)
    state.origins = {};  // no event depends on it any more
  return *label;
}

bool Interpreter::is_back(const ThreadState& state) const {
  if (landmark_.registers.empty() || landmark_.at != state.at) return false;
  for (std::size_t reg = 0; reg < state.registers.size(); ++reg) {
    const bool is_same = state.registers[reg] == landmark_.registers[reg];
    if (!is_same && liveness_.is_live_before(state.at, reg)) return false;
  }
  return true;
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

Label Interpreter::pending_write_label(const ThreadState& state) const {
  Label label = label_at(LabelKind::Write, thread_->code[state.at].source);
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
                   label.alias = i.alias;
                   label.is_fused = i.halves == Halves::Fused;
                 },
                 [&](const CompareAndSwap& i) { take(i.mode, i.write_tags); },
                 [&](const AwaitExchange& i) { take(i.mode, i.write_tags); },
                 [](const auto&) { DROVER_UNREACHABLE("only an RMW has a pending write"); },
             },
             thread_->code[state.at].body);
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
  if (state.wait == ThreadState::Wait::HasRead) {
    const ExprId condition = std::get<Await>(thread_->code[state.at].body).condition;
    return rules_.dependencies(Branch{.condition = condition}, Part::Whole, state.origins);
  }
  return rules_.dependencies(thread_->code[state.at].body,
                             state.is_write_pending ? Part::WriteHalf : Part::Whole, state.origins);
}

// False if the condition does not hold.
template <typename Instruction>
bool Interpreter::pass_await(ThreadState& state, const Instruction& instruction, Value value) {
  [[maybe_unused]] const Value address = known_value(state, instruction.address);
  state.registers[instruction.target.value] = value;
  const auto evaluated = [&](ExprId expression) {
    const Evaluation evaluation = evaluate(thread_->expressions, expression, state.registers);
    depends_on_placement_ |= evaluation.depends_on_placement;
    return evaluation;
  };
  const Evaluation holds = evaluated(instruction.condition);
  if (!holds.faulted && holds.value == 0) return false;
  if constexpr (requires { instruction.desired; }) {
    const Evaluation desired = holds.faulted ? holds : evaluated(instruction.desired);
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

std::optional<ThreadState> Interpreter::advance_values(ThreadState state, const Label& label,
                                                       Value value) {
  if (state.is_write_pending) {
    state.is_write_pending = false;
    state.pending_address = state.pending_value = 0;
    ++state.at;
    return state;
  }
  const InstructionIndex at = state.at;
  const auto* load = std::get_if<Load>(&thread_->code[at].body);
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
            depends_on_placement_ |= drover::depends_on_placement(Operator::Equal, value,
                                                                  known_value(state, i.expected));
            pass_compare(state, i, label, value);
            return true;
          },
          [&](const AwaitExchange& i) { return pass_await(state, i, value); },
          [&](const Await& i) {
            if (label.kind == LabelKind::Fork) {
              state.wait = value != 0 ? ThreadState::Wait::None : ThreadState::Wait::Fails;
              if (value != 0) ++state.at;
              return true;
            }
            const bool holds = pass_await(state, i, value);
            if (options_.branches != BranchSteps::On) return holds;
            state.at = at;
            state.wait = ThreadState::Wait::HasRead;
            return true;
          },
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

void Interpreter::begin_write(ThreadState& state, ExprId address_expression, Value desired,
                              RegisterId target, Value result) const {
  state.is_write_pending = true;
  state.pending_address = known_value(state, address_expression);
  state.pending_value = desired;
  state.registers[target.value] = result;
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

}  // namespace drover
