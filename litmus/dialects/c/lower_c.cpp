#include "litmus/dialects/dialect.h"

#include <map>
#include <optional>
#include <string>

#include "frontend/suggestion.h"
#include "litmus/dialects/c/c_primitives.h"
#include "litmus/dialects/c/statement_writer.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using namespace c;

// Writes the code of one thread of C11. A short-lived worker: holds references.
class C11Writer : public StatementWriter {
 public:
  using StatementWriter::StatementWriter;

 private:
  // herd reads these words as variables and does nothing.
  bool is_ignored(std::string_view word) override {
    if (is_strict()) return true;
    sink_.report(DiagnosticKind::LitmusMeaning, here_,
                 {format("herd ignores `{}`; here it means what it means in C", word)});
    return false;
  }

  [[nodiscard]] bool is_without_value(const Expression& call) const override {
    const Primitive* primitive = find_primitive(call.name);
    return primitive != nullptr && !primitive->returns_value();
  }

  std::optional<ExprId> lower_call(const Expression& call) override {
    const Primitive* primitive = find_primitive(call.name);
    if (primitive == nullptr) {
      sink_.report(DiagnosticKind::LitmusUnknownFunction, here_, {call.name})
          .with_hint(did_you_mean(call.name, primitive_names()));
      return std::nullopt;
    }
    if (!check_arguments(call, primitive->operands + primitive->orders)) return std::nullopt;
    const Mode order = order_of(*primitive, call, 0);
    if (primitive->kind == PrimitiveKind::Fence) {
      if (order != Mode::Rlx) emit(FenceInstruction{order});
      return std::nullopt;
    }
    const ExprId address = pointer(call.operands[0]);
    const auto given = [&] { return value(call.operands[1]); };
    // As in herd, a load or a store with an invalid order has the valid half of it.
    switch (primitive->kind) {
      case PrimitiveKind::Load: return load(address, read_half(order));
      case PrimitiveKind::Store: return store(address, given(), write_half(order));
      case PrimitiveKind::Initialise: return store(address, given(), Mode::Na);
      case PrimitiveKind::Clear: return store(address, constant(0), write_half(order));
      case PrimitiveKind::Exchange: return exchange(address, given(), primitive->op, order);
      case PrimitiveKind::TestAndSet:
        return exchange(address, constant(1), RmwOperator::Exchange, order);
      case PrimitiveKind::StrongCompareExchange:
      case PrimitiveKind::WeakCompareExchange: return compare_exchange(*primitive, call, address);
      // Locks do nothing in herd's rc11 and sc models.
      case PrimitiveKind::Lock:
        if (!is_strict()) lock(address);
        break;
      case PrimitiveKind::Unlock:
        if (!is_strict()) store(address, constant(0), Mode::Rel);
        break;
      case PrimitiveKind::Fence: break;
    }
    return std::nullopt;
  }

  Mode order_of(const Primitive& primitive, const Expression& call, std::size_t which) {
    if (primitive.orders <= which) return Mode::Sc;
    return memory_order_of(call.operands[primitive.operands + which], sink_);
  }

  std::nullopt_t store(ExprId address, ExprId given, Mode mode) {
    emit(Store{address, given, mode});
    return std::nullopt;
  }

  ExprId exchange(ExprId address, ExprId operand, RmwOperator op, Mode mode) {
    const RegisterId target = temporary();
    emit(ReadModifyWrite{target, op, address, operand, mode});
    return value_of(target);
  }

  // As in herd: the expected value is read non-atomically. If the exchange fails, the value found
  // is written there non-atomically. `&r`, which herd does not support, is a variable instead.
  ExprId compare_exchange(const Primitive& primitive, const Expression& call, ExprId address) {
    const Expression& expected = call.operands[1];
    const RegisterId wanted = temporary();
    const std::optional<RegisterId> local = local_behind(expected);
    ExprId expected_address;
    if (local) {
      assign(wanted, value_of(*local));
    } else {
      expected_address = pointer(expected);
      emit(Load{wanted, expected_address, Mode::Na});
    }
    const ExprId desired = value(call.operands[2]);
    const Mode mode = order_of(primitive, call, 0);
    const Mode failure = read_half(order_of(primitive, call, 1));
    const RegisterId found = temporary();
    const RegisterId result = temporary();
    const ExprId is_equal = equal(value_of(found), value_of(wanted));
    const Target fails = make_target();
    const Target end = make_target();
    if (primitive.kind == PrimitiveKind::WeakCompareExchange) {
      const Target tries = make_target();
      const Target gives_up = make_target();
      branch(load(choice(call.range), Mode::Rlx), gives_up, tries);
      place(gives_up);
      emit(Load{found, address, failure});
      emit(Assume{is_equal});  // other failures belong to the strong exchange
      go_to(fails);
      place(tries);
    }
    emit(CompareAndSwap{found, CasResult::OldValue, address, value_of(wanted), desired, mode,
                        failure});
    assign(result, constant(1));
    branch(is_equal, end, fails);
    place(fails);
    assign(result, constant(0));
    if (local) {
      assign(*local, value_of(found));
    } else {
      store(expected_address, value_of(found), Mode::Na);
    }
    place(end);
    return value_of(result);
  }

  std::optional<RegisterId> local_behind(const Expression& expression) {
    if (expression.kind != ExpressionKind::AddressOf) return std::nullopt;
    const Expression& target = expression.operands[0];
    const bool is_local = target.kind == ExpressionKind::Name && !parameters_.contains(target.name);
    return is_local ? std::optional(register_of(target.name)) : std::nullopt;
  }

  // Returns the address of a cell that is 0 or 1: one cell for each time that this call may run.
  ExprId choice(SourceRange call) {
    const std::uint32_t rounds = assembly_.options().unroll + 1;
    std::uint32_t count = 1;
    ExprId index = constant(0);
    for (const LoopTargets& loop : loops_) {
      if (count > MaxChoices / rounds) {
        sink_.report(DiagnosticKind::LitmusUnsupported, here_,
                     {"a weak compare-exchange in loops this deep"});
        return index;
      }
      count *= rounds;
      index = binary(Operator::Multiply, index, constant(Value{rounds}));
      index = add(index, value_of(loop.counter));
    }
    const auto [cells, is_new] = choices_.try_emplace(call.begin, 0);
    if (is_new) cells->second = assembly_.add_choices(count);
    return add(constant(cells->second), index);
  }

  void lock(ExprId address) {
    sink_.report(
        DiagnosticKind::LitmusMeaning, here_,
        {"herd's rc11 and sc models give locks no meaning; here they provide mutual exclusion"});
    const RegisterId seen = temporary();
    const ExprId is_free = equal(value_of(seen), constant(0));
    emit(AwaitExchange{seen, address, is_free, constant(1), Mode::Acq, Mode::Rlx});
  }

  static constexpr std::uint32_t MaxChoices = 64;

  std::map<std::uint32_t, Value> choices_;  // by the beginning of the call: the first cell
};

}  // namespace

const Dialect C11Dialect{
    .architecture = "C", .default_model = "rc11", .compile = c::compile_threads<C11Writer>};

}  // namespace drover::litmus
