// Compiles programs with modes to programs of a machine.
//
// The mapping selects the instructions; this file writes each of them as Program code. The code is
// the same as litmus/ writes for that instruction of a litmus test, so that models see the same
// events with the same dependencies: tests/oracle/random_mappings.py prints compiled programs as
// litmus tests and compares the allowed outcomes.
//
// Branches: on most machines everything after a branch depends on it. In the kernel's model a
// control dependency ends where the paths of the branch meet; mapping/scopes.cpp marks these
// places.
//
// An access without a mode to a cell declared `na` is an `na` access. The cell must be known
// statically: if the address is computed and some cells are `na`, the mode must be written.
#include "mapping/compile.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "semantics/program/address.h"
#include "semantics/program/code_writer.h"
#include "semantics/program/control_barriers.h"
#include "semantics/program/rmw_operator.h"
#include "semantics/program/scope_tag.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::mapping {

namespace {

bool has_non_atomic_cells(const Program& program) {
  return std::ranges::any_of(program.objects, &SharedObject::is_non_atomic) ||
         std::ranges::any_of(program.structs, [](const StructLayout& layout) {
           return std::ranges::any_of(layout.fields, &StructField::is_non_atomic);
         });
}

// Writes one thread. A short-lived worker: holds references.
class ThreadCompiler {
 public:
  ThreadCompiler(const Program& program, const Mapping& mapping, Thread& thread,
                 DiagnosticSink& sink)
      : program_(program),
        mapping_(mapping),
        thread_(thread),
        has_non_atomic_(has_non_atomic_cells(program)),
        sink_(sink) {}

  void run() {
    const std::vector<Instruction> old = std::move(thread_.code);
    // The first targets have the numbers of the old instructions.
    for (std::size_t i = 0; i < old.size(); ++i) writer_.make_target();
    for (std::size_t i = 0; i < old.size(); ++i) {
      writer_.place({static_cast<std::uint32_t>(i)});
      source_ = old[i].source;
      std::visit([&](const auto& body) { compile(body); }, old[i].body);
    }
    thread_.code = writer_.finish();
    if (mapping_.machine->flow == Flow::Scoped) end_branches_where_ways_meet(thread_);
  }

 private:
  // ---- Pieces

  void emit(InstructionBody body) { writer_.emit(std::move(body), source_); }
  // Returns the tags of an instruction of the machine, with the scope of the access of the program,
  // whose tags are `given`.
  [[nodiscard]] TagSet scoped(const Step& step, TagSet tags, const TagSet& given) {
    const ScopeWords* words = mapping_.machine->scopes;
    TagSet scope = scopes_among(given);
    if (words == nullptr) {
      if (!scope.is_empty()) refuse_scope();
      return tags;
    }
    bool is_known = scope.is_empty();
    for (const std::string_view level : words->levels()) is_known |= scope == scope_tag(level);
    if (!is_known) refuse_scope();
    if (!step.is_scoped) return tags;
    return tags.with(scope.is_empty() ? scope_tag(words->usual) : scope);
  }
  void refuse_scope() {
    sink_.report(DiagnosticKind::MappingMisfit, source_, {"this scope", mapping_.name});
  }
  ExpressionPool& pool() { return thread_.expressions; }
  ExprId value_of(RegisterId reg) { return pool().register_value(reg, source_); }
  ExprId constant(Value value) { return pool().constant(value, source_); }
  ExprId binary(Operator op, ExprId a, ExprId b) { return pool().binary(op, a, b, source_); }
  RegisterId temporary() {
    thread_.registers.emplace_back();
    return RegisterId(thread_.registers.size() - 1);
  }
  // Returns an expression for `value` that stays valid when `target` changes.
  ExprId kept(ExprId value, RegisterId target) {
    const ExpressionNode& node = pool()[value];
    const bool is_kept =
        node.op == Operator::Constant || (node.op == Operator::Register && node.reg != target);
    if (is_kept) return value;
    const RegisterId copy = temporary();
    emit(Assign{.target = copy, .value = value});
    return value_of(copy);
  }
  // The same for an address, which keeps the size of its access.
  ExprId kept_address(ExprId address, RegisterId target) {
    ExpressionNode node = pool()[address];
    if (node.op != Operator::Guard || static_cast<Guard>(node.index) != Guard::Access) {
      return kept(address, target);
    }
    node.a = kept(node.a, target);
    return pool().add(node);
  }
  void branch(ExprId condition, CodeWriter::Target if_true, CodeWriter::Target if_false,
              Flow flow = Flow::Onward) {
    emit(Branch{condition, if_true.index, if_false.index, flow});
  }
  // Emits a branch whose two targets are the next instruction.
  void branch_on(ExprId value) {
    const CodeWriter::Target next = writer_.make_target();
    branch(value, next, next);
    writer_.place(next);
  }
  void stop_unless(ExprId condition, InstructionBody stop, Flow flow) {
    const CodeWriter::Target holds = writer_.make_target();
    const CodeWriter::Target fails = writer_.make_target();
    branch(condition, holds, fails, flow);
    writer_.place(fails);
    emit(std::move(stop));
    writer_.place(holds);
  }

  // ---- Rows

  // Returns the object that an address expression names; null if the expression does not show it.
  [[nodiscard]] const SharedObject* object_in(ExprId id) {
    const ExpressionNode& node = pool()[id];
    if (node.op == Operator::ElementAddress) return &program_.objects[node.index];
    if (node.op == Operator::Constant) {
      const auto object = address::shared_object(node.value, program_.objects.size());
      return object ? &program_.objects[*object] : nullptr;
    }
    if (node.op == Operator::Register || node.op == Operator::Observed) return nullptr;
    const SharedObject* found = object_in(node.a);
    const bool is_unary = node.op == Operator::Negate || node.op == Operator::Complement ||
                          node.op == Operator::Not || node.op == Operator::Guard;
    return found != nullptr || is_unary ? found : object_in(node.b);
  }
  // Returns the mode of an access, given the declaration of its cell.
  [[nodiscard]] Mode mode_at(Mode mode, ExprId address) {
    if (mode != Mode::Plain || !has_non_atomic_) return mode;
    const SharedObject* object = object_in(address);
    if (object != nullptr) return object->is_non_atomic ? Mode::Na : Mode::Sc;
    sink_
        .report(DiagnosticKind::MappingMisfit, source_,
                {"an access without a mode, where some cells are `na` and the address is computed,",
                 mapping_.name})
        .with_hint("write its mode: `@na`, `@rlx`, `@acq`, `@rel` or `@sc`");
    return Mode::Sc;
  }
  [[nodiscard]] const Row* row_for(AccessKind kind, Mode mode) {
    const Row* row = mapping_.find(kind, mode);
    if (row != nullptr) return row;
    const AccessKindInfo& info = access_kinds()[static_cast<std::size_t>(kind)];
    sink_
        .report(DiagnosticKind::MappingRow, source_,
                {mapping_.name, format("{} with the mode `{}`", info.noun,
                                       mode_name(mode == Mode::Plain ? Mode::Sc : mode))})
        .with_hint(mode == Mode::Plain ? Hint("an access without a mode is `sc`: write its mode")
                                       : Hint());
    return nullptr;
  }
  // Writes the row. `access(step)` writes the access, which leaves the value read in `read`.
  template <typename Access>
  void write_row(AccessKind kind, Mode mode, const TagSet& given, RegisterId read, Access access) {
    const Row* row = row_for(kind, mode);
    if (row == nullptr) return;
    for (const Step& step : row->steps) {
      if (step.kind == StepKind::Barrier) {
        emit(FenceInstruction{.mode = step.barrier, .tags = scoped(step, step.read_tags, given)});
      } else if (step.kind == StepKind::Branch) {
        branch_on(value_of(read));
      } else {
        access(step);
      }
    }
  }

  // ---- Accesses

  void compile(const Load& i) {
    write_row(AccessKind::Load, mode_at(i.mode, i.address), i.tags, i.target,
              [&](const Step& step) {
                emit(Load{.target = i.target,
                          .address = i.address,
                          .mode = step.order,
                          .tags = scoped(step, step.read_tags, i.tags),
                          .may_read_nothing = i.may_read_nothing,
                          .site = i.site});
              });
  }
  void compile(const Store& i) {
    write_row(AccessKind::Store, mode_at(i.mode, i.address), i.tags, {}, [&](const Step& step) {
      emit(Store{.address = i.address,
                 .value = i.value,
                 .mode = step.order,
                 .tags = scoped(step, step.write_tags, i.tags),
                 .picked_by = i.picked_by,
                 .site = i.site});
    });
  }
  void compile(const FenceInstruction& i) {
    if (is_control_barrier(i)) return emit(mapping_.machine->control_barrier);
    // A barrier of this machine stays; of another one, its meaning in C stays.
    if (scopes_among(i.tags) != i.tags) {
      const Step* step = find_step(*mapping_.machine, StepKind::Barrier, i.tags, {});
      if (step != nullptr) return emit(FenceInstruction{.mode = step->barrier, .tags = i.tags});
    }
    // A relaxed fence orders nothing, as in C.
    if (i.mode == Mode::Rlx) return;
    write_row(AccessKind::Fence, i.mode, i.tags, {}, [](auto&) {});
  }
  void compile(const Await& i) {
    write_row(AccessKind::Load, mode_at(i.mode, i.address), i.tags, i.target,
              [&](const Step& step) {
                Await await = i;
                await.mode = step.order;
                await.tags = scoped(step, step.read_tags, i.tags);
                emit(await);
              });
  }
  // The branch belongs to the retry loop.
  void compile(const AwaitExchange& i) {
    // A failed attempt is retried: no barrier follows it.
    const Mode mode = swap_mode(*mapping_.machine, i.mode, i.failure_mode);
    write_row(AccessKind::CompareAndSwap, mode, i.read_tags, i.target, [&](const Step& step) {
      AwaitExchange exchange = i;
      exchange.mode = step.order;
      exchange.failure_mode = read_half(step.order);
      exchange.read_tags = scoped(step, step.read_tags, i.read_tags);
      exchange.write_tags = scoped(step, step.write_tags, i.read_tags);
      emit(exchange);
      if (mapping_.machine->flow == Flow::Onward) branch_on(i.condition);
    });
  }

  void compile(const ReadModifyWrite& i) {
    const bool is_plain_swap = i.op == RmwOperator::Exchange && !i.desired;
    write_row(AccessKind::Update, i.mode, i.read_tags, i.target, [&](const Step& step) {
      if (step.kind == StepKind::Pair) return write_pair(i, is_plain_swap, step);
      ReadModifyWrite update = i;
      update.mode = step.order;
      update.halves = mapping_.machine->halves;
      update.read_tags = scoped(step, step.read_tags, i.read_tags);
      update.write_tags = scoped(step, step.write_tags, i.read_tags);
      emit(update);
    });
  }
  void write_pair(const ReadModifyWrite& i, bool is_plain_swap, const Step& step) {
    const ExprId operand = kept(i.operand, i.target);
    const ExprId at = kept_address(i.address, i.target);
    emit(Load{.target = i.target, .address = at, .tags = step.read_tags, .site = i.site});
    const ExprId old = value_of(i.target);
    ExprId desired = operand;
    if (i.desired) {
      desired = *i.desired;
    } else if (!is_plain_swap) {
      desired = binary(*operator_of(i.op), old, operand);
    }
    write_conditional(at, viewed_in(i.view, desired), i.site, step);
  }
  // Only C has narrow cells.
  [[nodiscard]] ExprId viewed_in(ValueView view, ExprId value) {
    if (view == ValueView::Whole || view == ValueView::Unsigned64) return value;
    const int bits = std::abs(static_cast<int>(view));
    if (is_unsigned(view)) {
      return binary(Operator::BitAnd, value, constant((Value{1} << bits) - 1));
    }
    const ExprId count = constant(64 - static_cast<Value>(bits));
    return binary(Operator::ShiftRight, binary(Operator::ShiftLeft, value, count), count);
  }
  // Writes the successful store of a pair, and the branch of the retry loop on its status.
  void write_conditional(ExprId at, ExprId value, AccessSite site, const Step& step) {
    Store store{.address = at, .value = value, .tags = step.write_tags, .site = site};
    const RegisterId status = temporary();
    const auto nothing_of = [&](ExprId from) {
      return binary(Operator::BitAnd, from, constant(0));
    };
    switch (mapping_.machine->status) {
      case Status::Nothing:
        store.picked_by = at;
        emit(store);
        emit(Assign{.target = status, .value = constant(0)});
        break;
      case Status::AddressAndWrite:
        emit(store);
        emit(Assign{.target = status, .value = nothing_of(at), .from_events = 1});
        break;
      case Status::AddressAndValue:
        emit(store);
        emit(Assign{.target = status, .value = nothing_of(binary(Operator::BitOr, at, value))});
        break;
    }
    // Discards the executions in which the store fails.
    stop_unless(binary(Operator::Equal, value_of(status), constant(0)),
                BlockInstruction{.is_dropped = true}, Flow::Onward);
  }

  void compile(const CompareAndSwap& i) {
    const Mode mode = swap_mode(*mapping_.machine, i.mode, i.failure_mode);
    const bool is_unordered = mapping_.machine->failed_swap == FailedSwap::Unordered;
    const ExprId expected = is_unordered ? kept(i.expected, i.target) : i.expected;
    write_row(AccessKind::CompareAndSwap, mode, i.read_tags, i.target, [&](const Step& step) {
      if (step.kind == StepKind::Pair) return write_pair(i, step);
      if (mapping_.machine->swap_writes) return write_always(i, step);
      CompareAndSwap swap = i;
      swap.expected = expected;
      swap.mode = step.order;
      swap.failure_mode = read_half(step.order);
      swap.read_tags = scoped(step, step.read_tags, i.read_tags);
      swap.write_tags = scoped(step, step.write_tags, i.read_tags);
      swap.failure_tags = swap.read_tags.without(Tag::Exclusive);
      swap.picks_result = mapping_.machine->picks_result;
      emit(swap);
    });
    if (is_unordered) write_failure(i, expected);
  }
  // Writes the old value back if it is not the expected one.
  void write_always(const CompareAndSwap& i, const Step& step) {
    const ExprId expected = kept(i.expected, {});
    const ExprId desired = kept(i.desired, {});
    const RegisterId old = temporary();
    const ExprId is_equal = binary(Operator::Equal, value_of(old), expected);
    const ExprId next = pool().add({.op = Operator::Select,
                                    .a = is_equal,
                                    .b = desired,
                                    .c = value_of(old),
                                    .source = source_});
    // Depends on both operands.
    emit(ReadModifyWrite{.target = old,
                         .op = RmwOperator::Add,
                         .address = i.address,
                         .operand = binary(Operator::Add, expected, desired),
                         .mode = step.order,
                         .read_tags = scoped(step, step.read_tags, i.read_tags),
                         .write_tags = scoped(step, step.write_tags, i.read_tags),
                         .desired = next});
    emit(Assign{.target = i.target,
                .value = i.result == CasResult::OldValue ? value_of(old) : is_equal});
  }
  // Writes the barriers that the failure mode requires, on the failing path.
  void write_failure(const CompareAndSwap& i, ExprId expected) {
    const Mode mode = i.failure_mode == Mode::Plain ? Mode::Sc : i.failure_mode;
    if (mode != Mode::Acq && mode != Mode::Sc) return;
    const Row* row = row_for(AccessKind::FailedSwap, mode);
    if (row == nullptr || row->steps.empty()) return;
    const ExprId succeeds = i.result == CasResult::Success
                                ? value_of(i.target)
                                : binary(Operator::Equal, value_of(i.target), expected);
    const CodeWriter::Target fails = writer_.make_target();
    const CodeWriter::Target end = writer_.make_target();
    branch(succeeds, end, fails);
    writer_.place(fails);
    write_row(AccessKind::FailedSwap, mode, i.read_tags, i.target, [](auto&) {});
    writer_.place(end);
  }
  void write_pair(const CompareAndSwap& i, const Step& step) {
    const ExprId expected = kept(i.expected, {});
    const ExprId desired = kept(i.desired, {});
    const ExprId at = kept_address(i.address, {});
    const RegisterId old = temporary();
    emit(Load{.target = old, .address = at, .tags = step.read_tags, .site = i.site});
    const ExprId is_equal = binary(Operator::Equal, value_of(old), expected);
    const CodeWriter::Target succeeds = writer_.make_target();
    const CodeWriter::Target end = writer_.make_target();
    branch(is_equal, succeeds, end);
    writer_.place(succeeds);
    write_conditional(at, desired, i.site, step);
    writer_.place(end);
    const ExprId result = i.result == CasResult::OldValue ? value_of(old) : is_equal;
    emit(Assign{.target = i.target, .value = result});
  }

  // With scoped branches, `assume` orders nothing after it.
  void compile(const Assume& i) {
    if (mapping_.machine->flow == Flow::Onward) return emit(i);
    stop_unless(i.condition, BlockInstruction{}, Flow::Silent);
  }
  // The control dependency on the condition remains.
  void compile(const Assert& i) {
    if (mapping_.machine->flow == Flow::Onward) return emit(i);
    stop_unless(i.condition, Fail{.message = i.message}, Flow::Silent);
    emit(Assert{.condition = constant(1), .message = i.message});
  }
  // A machine with memories of several kinds does not say in which one an allocation is.
  void compile(const Allocate& i) {
    if (!mapping_.machine->initial_tags.is_empty()) {
      sink_.report(DiagnosticKind::MappingMisfit, source_, {"an allocation", mapping_.name});
    }
    emit(i);
  }
  // Other instructions are copied.
  template <typename Other>
  void compile(const Other& other) {
    emit(other);
  }

  const Program& program_;
  const Mapping& mapping_;
  Thread& thread_;
  bool has_non_atomic_;
  DiagnosticSink& sink_;
  CodeWriter writer_;
  SourceRange source_;
};

// Returns the places of the threads in the levels of the machine. A level of the program that the
// machine does not have must be the same for all threads.
std::shared_ptr<const Topology> places_on(const Machine& machine, const Program& program,
                                          const Mapping& mapping, DiagnosticSink& sink) {
  const Topology* given = program.topology.get();
  const auto levels = machine.scopes->levels();
  Topology out;
  out.levels.assign(levels.begin(), levels.end());
  out.barrier_level = machine.scopes->barrier;
  out.places.assign(program.threads.size(), std::vector<std::uint32_t>(levels.size(), 0));
  if (given == nullptr) return std::make_shared<const Topology>(std::move(out));
  out.barriers = given->barriers;
  for (std::size_t level = 0; level < given->levels.size(); ++level) {
    const std::size_t at = out.depth_of(given->levels[level]);
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      const std::uint32_t number = given->places[t][level];
      if (at < levels.size()) {
        out.places[t][at] = number;
      } else if (number != 0) {
        sink.report(DiagnosticKind::MappingMisfit, program.threads[t].source,
                    {format("the place `{} {}` of `{}`", given->levels[level], number,
                            program.threads[t].name),
                     mapping.name});
      }
    }
  }
  return std::make_shared<const Topology>(std::move(out));
}

// Refuses a program with places of threads for a machine without.
void refuse_places(const Program& program, const Mapping& mapping, DiagnosticSink& sink) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (program.threads[t].role != ThreadRole::Worker) continue;
    sink.report(DiagnosticKind::MappingMisfit, program.threads[t].source,
                {"a program with scopes", mapping.name});
    return;
  }
}

}  // namespace

std::optional<Program> compile(const Program& program, const Mapping& mapping,
                               DiagnosticSink& sink) {
  DROVER_CHECK(program.architecture.empty(), "programs of machines are compiled already");
  const std::size_t errors_before = sink.error_count();
  Program compiled = program;
  const Machine& machine = *mapping.machine;
  if (machine.scopes != nullptr) {
    compiled.topology = places_on(machine, program, mapping, sink);
  } else if (program.topology != nullptr) {
    refuse_places(program, mapping, sink);
  }
  for (SharedObject& object : compiled.objects) {
    object.initial_tags = object.initial_tags.with(machine.initial_tags);
    if (object.is_non_atomic)
      object.initial_tags = object.initial_tags.with(machine.non_atomic_tags);
  }
  for (Thread& thread : compiled.threads) ThreadCompiler(program, mapping, thread, sink).run();
  for (Thread& thread : compiled.routines) ThreadCompiler(program, mapping, thread, sink).run();
  if (sink.error_count() != errors_before) return std::nullopt;
  compiled.architecture = mapping.machine->architecture;
  return compiled;
}

}  // namespace drover::mapping
