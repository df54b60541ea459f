#include "explorer/findings/spin_checker.h"

#include <algorithm>
#include <utility>

#include "semantics/decompile/source_printer.h"
#include "semantics/program/operands.h"
#include "support/overloaded.h"

namespace drover {

namespace {

// A pure iteration is short.
constexpr std::size_t MaxSteps = 10000;
// The number of times a thread may pass one stop: see the head of the class.
constexpr std::ptrdiff_t MaxPasses = 2;

// Copies an expression with values for all registers except one, and simplifies it.
class Specialiser {
 public:
  Specialiser(const ExpressionPool& from, ExpressionPool& to, const ThreadState& state,
              RegisterId kept)
      : from_(from), to_(to), state_(state), kept_(kept) {}

  ExprId run(ExprId id) {
    if (id.is_none()) return id;
    ExpressionNode node = from_[id];
    if (node.op == Operator::Register && node.reg != kept_) {
      return to_.constant(state_.registers[node.reg.value]);
    }
    node.a = run(node.a);
    node.b = run(node.b);
    node.c = run(node.c);
    if (node.op == Operator::And || node.op == Operator::Or) return joined(node);
    const ExprId copy = to_.add(node);
    std::vector<RegisterId> registers;
    to_.collect_registers(copy, registers);
    if (!registers.empty()) return copy;
    const Evaluation evaluation = evaluate(to_, copy, {});
    return evaluation.faulted ? copy : to_.constant(evaluation.value);
  }

 private:
  // Drops a constant side that does not decide the result.
  ExprId joined(const ExpressionNode& node) {
    const bool neutral = node.op == Operator::And;
    const auto is_neutral = [&](ExprId side) {
      return to_[side].op == Operator::Constant && (to_[side].value != 0) == neutral;
    };
    if (is_neutral(node.a)) return node.b;
    if (is_neutral(node.b)) return node.a;
    return to_.add(node);
  }

  const ExpressionPool& from_;
  ExpressionPool& to_;
  const ThreadState& state_;
  RegisterId kept_;
};

}  // namespace

std::string awaited_text(const Program& program, ThreadId thread, const ThreadState& state,
                         RegisterId target, const std::string& cell) {
  const Thread& code = program.threads[thread.value];
  const ExprId condition =
      std::visit(overloaded{[](const Await& i) { return i.condition; },
                            [](const AwaitExchange& i) { return i.condition; },
                            [](const Assume& i) { return i.condition; },
                            [](const auto& /*waits for nothing*/) { return ExprId::none(); }},
                 code.code[state.at].body);
  if (condition.is_none()) return "";
  ExpressionPool pool;
  const ExprId special = Specialiser(code.expressions, pool, state, target).run(condition);
  return decompile::print_expression(program, pool, special,
                                     [&](RegisterId /*target*/) { return cell; });
}

SpinChecker::SpinChecker(const Program& program, Origins origins, UnfoldOptions options)
    : program_(&program), origins_(std::move(origins)), locations_(program) {
  // One thread runs again, on unchanging memory.
  options.dependencies = DependencyTracking::Off;
  options.branches = BranchSteps::Off;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    threads_.emplace_back(program, ThreadId(t), locations_, options);
  }
}

ThreadState SpinChecker::without_awaits(ThreadId thread, ThreadState state) const {
  if (origins_.empty()) return state;
  state.at = origins_[thread.value][state.at];
  // Registers added with awaits stand before the counts of allocations and spawns, which do not
  // matter to a loop that changes nothing.
  const std::size_t own = program_->threads[thread.value].registers.size();
  const std::size_t all = threads_[thread.value].register_count();
  std::copy(state.registers.end() - static_cast<std::ptrdiff_t>(all - own), state.registers.end(),
            state.registers.begin() + static_cast<std::ptrdiff_t>(own));
  state.registers.resize(all);
  return state;
}

std::optional<ThreadState> SpinChecker::stop_behind(ThreadId thread, ThreadState state,
                                                    Value value) {
  if (origins_.empty()) return std::nullopt;
  Interpreter& interpreter = threads_[thread.value];
  state = without_awaits(thread, std::move(state));
  const Label read = interpreter.run(state);
  if (!read.is_read() || read.is_await) return std::nullopt;
  auto after = interpreter.advance(state, read, value);
  // An assumed read-modify-write may have a pending write.
  while (after && after->is_write_pending) {
    after = interpreter.advance(*after, interpreter.run(*after), 0);
  }
  return after && interpreter.run(*after).kind == LabelKind::Block ? after : std::nullopt;
}

std::optional<Spin> SpinChecker::run_on(ThreadId thread, ThreadState state, const Memory& memory,
                                        WaitText text, const Secrets& is_secret) {
  Interpreter& interpreter = threads_[thread.value];
  state = without_awaits(thread, std::move(state));
  std::vector<InstructionIndex> passed;  // stops that it has passed
  Spin spin;
  RegisterId target;  // the target of its last read
  for (std::size_t step = 0; step < MaxSteps; ++step) {
    const Label label = interpreter.run(state);
    if (label.kind == LabelKind::Block && label.is_spin) {
      if (!spin.address) spin.source = label.source;
      spin.loop = std::get<Assume>(program_->threads[thread.value].code[state.at].body).spin_loop;
      if (std::ranges::count(passed, state.at) == MaxPasses) {
        if (text == WaitText::Included && spin.address) {
          spin.awaited =
              awaited_text(*program_, thread, state, target, locations_.cell_name(*spin.address));
        }
        return spin;
      }
      passed.push_back(state.at++);
      continue;
    }
    Value value = 0;
    if (label.is_read()) {
      spin = {locations_.address(label.location), memory(locations_.address(label.location)),
              label.source, std::nullopt, ""};
      value = spin.value;
      target = target_of(program_->threads[thread.value].code[state.at].body);
      if (text == WaitText::Included && label.is_await) {
        spin.awaited =
            awaited_text(*program_, thread, state, target, locations_.cell_name(*spin.address));
      }
    } else if (label.is_write()) {
      // A read-modify-write may write the value already in memory, a store to memory of which no
      // other thread knows.
      const Value address = locations_.address(label.location);
      const bool is_of_others = label.is_exclusive_write ? label.value != memory(address)
                                                         : !is_secret || !is_secret(address);
      if (is_of_others) return std::nullopt;
    } else if (!label.is_fence()) {
      return std::nullopt;
    }
    auto after = interpreter.advance(std::move(state), label, value);
    if (!after) return label.is_assumed ? std::nullopt : std::optional(spin);
    state = std::move(*after);
  }
  return std::nullopt;
}

}  // namespace drover
