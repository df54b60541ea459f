#include "litmus/dialects/dialect.h"

#include <optional>
#include <string>

#include "frontend/suggestion.h"
#include "litmus/dialects/c/c_primitives.h"
#include "litmus/dialects/c/c_thread_writer.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::litmus {

namespace {

using namespace c;

// True if a call may acquire: some order is none of relaxed, consume and release.
bool may_acquire(const Call& call) {
  const Primitive* primitive = find_primitive(call.function);
  if (primitive == nullptr || primitive->orders == 0) return true;
  for (std::size_t i = primitive->operands; i < call.arguments.size(); ++i) {
    const auto* order = std::get_if<Name>(&call.arguments[i]->node);
    const bool is_weak = order != nullptr && (order->name == "memory_order_relaxed" ||
                                              order->name == "memory_order_consume" ||
                                              order->name == "memory_order_release");
    if (!is_weak) return true;
  }
  return false;
}
bool may_acquire(const Expression& expression) {
  if (const auto* call = std::get_if<Call>(&expression.node)) return may_acquire(*call);
  bool acquires = false;
  for_each_operand(expression, [&](const Expression& each) { acquires |= may_acquire(each); });
  return acquires;
}

// Writes the code of one thread of C11. A short-lived worker: holds references.
class C11Writer : public ThreadWriter {
 public:
  using ThreadWriter::ThreadWriter;

 private:
  // herd reads these words as variables and does nothing.
  bool is_ignored(std::string_view word, SourceRange at) override {
    if (is_strict()) return true;
    sink_.report(DiagnosticKind::LitmusMeaning, at,
                 {format("herd ignores `{}`; here it means what it means in C", word)});
    return false;
  }

  [[nodiscard]] bool is_without_value(const Call& call) const override {
    const Primitive* primitive = find_primitive(call.function);
    return primitive != nullptr && !primitive->returns_value();
  }
  // Evaluates the left operand first, unless it may acquire and the right may not: a position on
  // the right alone must not order an access.
  [[nodiscard]] bool is_right_first(const Binary& binary) const override {
    return has_effects(*binary.right) && may_acquire(*binary.left) && !may_acquire(*binary.right);
  }

  std::optional<ExprId> lower_call(const Call& call, SourceRange at) override {
    const Primitive* primitive = find_primitive(call.function);
    if (primitive == nullptr) {
      sink_.report(DiagnosticKind::LitmusUnknownFunction, at, {call.function})
          .with_hint(did_you_mean(call.function, primitive_names()));
      return std::nullopt;
    }
    const std::size_t expected = primitive->operands + primitive->orders;
    if (call.arguments.size() != expected) {
      sink_.report(DiagnosticKind::LitmusArguments, at,
                   {call.function, operand_words(expected), std::to_string(call.arguments.size())});
      return std::nullopt;
    }
    return lower_primitive(*primitive, call, at);
  }

  std::optional<ExprId> lower_primitive(const Primitive& primitive, const Call& call,
                                        SourceRange at) {
    const Mode order = order_of(primitive, call, 0);
    switch (primitive.kind) {
      case PrimitiveKind::Load: {
        return load(pointer(*call.arguments[0]), mode_of_load(order), at);
      }
      case PrimitiveKind::Store: store(call, mode_of_store(order), at); return std::nullopt;
      case PrimitiveKind::Initialise: store(call, Mode::Na, at); return std::nullopt;
      case PrimitiveKind::Exchange: {
        const ExprId address = pointer(*call.arguments[0]);
        return exchange(address, value(*call.arguments[1]), primitive.op, order, at);
      }
      case PrimitiveKind::TestAndSet:
        return exchange(pointer(*call.arguments[0]), constant(1, at), RmwOperator::Exchange, order,
                        at);
      case PrimitiveKind::Clear:
        builder_.emit(Store{pointer(*call.arguments[0]), constant(0, at), mode_of_store(order)},
                      at);
        return std::nullopt;
      case PrimitiveKind::StrongCompareExchange:
      case PrimitiveKind::WeakCompareExchange: return compare_exchange(primitive, call, at);
      case PrimitiveKind::Fence:
        if (order != Mode::Rlx) builder_.emit(FenceInstruction{order}, at);
        return std::nullopt;
      case PrimitiveKind::Lock: lock(*call.arguments[0], at); return std::nullopt;
      case PrimitiveKind::Unlock: unlock(*call.arguments[0], at); return std::nullopt;
    }
    return std::nullopt;
  }

  Mode order_of(const Primitive& primitive, const Call& call, std::size_t which) {
    if (primitive.orders <= which) return Mode::Sc;
    const Expression& given = *call.arguments[primitive.operands + which];
    const auto* name = std::get_if<Name>(&given.node);
    const std::optional<Mode> mode = name == nullptr ? std::nullopt : find_memory_order(name->name);
    if (!mode) {
      const std::string text = name == nullptr ? "this" : name->name;
      sink_.report(DiagnosticKind::LitmusMemoryOrder, given.range, {text})
          .with_hint(did_you_mean(text, memory_order_names()));
    }
    return mode.value_or(Mode::Sc);
  }

  void store(const Call& call, Mode mode, SourceRange at) {
    const ExprId address = pointer(*call.arguments[0]);
    const ExprId given = value(*call.arguments[1]);
    builder_.emit(Store{address, given, mode}, at);
  }

  ExprId exchange(ExprId address, ExprId operand, RmwOperator op, Mode mode, SourceRange at) {
    const RegisterId target = builder_.temporary();
    builder_.emit(ReadModifyWrite{target, op, address, operand, mode}, at);
    return pool().register_value(target, at);
  }

  // As in herd: the expected value is read non-atomically. If the exchange fails, the value found
  // is written there non-atomically. `&r`, which herd does not support, is a variable instead.
  ExprId compare_exchange(const Primitive& primitive, const Call& call, SourceRange at) {
    const ExprId address = pointer(*call.arguments[0]);
    const Expression& expected = *call.arguments[1];
    const RegisterId wanted = builder_.temporary();
    const std::optional<RegisterId> local = local_behind(expected);
    ExprId expected_address;
    if (local) {
      assign(wanted, pool().register_value(*local, at), at);
    } else {
      expected_address = pointer(expected);
      builder_.emit(Load{wanted, expected_address, Mode::Na}, at);
    }
    const ExprId desired = value(*call.arguments[2]);
    const Mode mode = order_of(primitive, call, 0);
    const Mode failure = mode_of_load(order_of(primitive, call, 1));
    const RegisterId found = builder_.temporary();
    const RegisterId result = builder_.temporary();
    const ExprId is_equal = pool().binary(Operator::Equal, pool().register_value(found, at),
                                          pool().register_value(wanted, at), at);
    const Target fails = builder_.make_target();
    const Target end = builder_.make_target();
    if (primitive.kind == PrimitiveKind::WeakCompareExchange) {
      const Target tries = builder_.make_target();
      const Target gives_up = builder_.make_target();
      builder_.branch(load(choice(at), Mode::Rlx, at), gives_up, tries, at);
      builder_.place(gives_up);
      builder_.emit(Load{found, address, failure}, at);
      builder_.emit(Assume{is_equal}, at);  // other failures belong to the strong exchange
      builder_.jump(fails, at);
      builder_.place(tries);
    }
    builder_.emit(CompareAndSwap{found, CasResult::OldValue, address,
                                 pool().register_value(wanted, at), desired, mode, failure},
                  at);
    assign(result, constant(1, at), at);
    builder_.branch(is_equal, end, fails, at);
    builder_.place(fails);
    assign(result, constant(0, at), at);
    const ExprId old = pool().register_value(found, at);
    if (local) {
      assign(*local, old, at);
    } else {
      builder_.emit(Store{expected_address, old, Mode::Na}, at);
    }
    builder_.place(end);
    return pool().register_value(result, at);
  }

  std::optional<RegisterId> local_behind(const Expression& expression) {
    const auto* reference = std::get_if<AddressOf>(&expression.node);
    if (reference == nullptr) return std::nullopt;
    const auto* name = std::get_if<Name>(&reference->operand->node);
    if (name == nullptr || parameters_.contains(name->name)) return std::nullopt;
    return register_of(name->name);
  }

  // Returns the address of a cell that is 0 or 1: one cell for each time that this code may run.
  ExprId choice(SourceRange at) {
    const std::uint32_t rounds = assembly_.options().unroll + 1;
    std::uint32_t count = 1;
    ExprId index = constant(0, at);
    for (const LoopTargets& loop : loops_) {
      if (count > MaxChoices / rounds) {
        sink_.report(DiagnosticKind::LitmusUnsupported, at,
                     {"a weak compare-exchange in loops this deep"});
        return index;
      }
      count *= rounds;
      index = pool().binary(Operator::Multiply, index, constant(Value{rounds}, at), at);
      index = pool().binary(Operator::Add, index, pool().register_value(loop.counter, at), at);
    }
    return pool().binary(Operator::Add, constant(assembly_.add_choices(count), at), index, at);
  }

  // Locks do nothing in herd's rc11 and sc models.
  void lock(const Expression& mutex, SourceRange at) {
    const ExprId address = pointer(mutex);
    if (is_strict()) return;
    warn_about_locks(at);
    const RegisterId seen = builder_.temporary();
    const ExprId is_free =
        pool().binary(Operator::Equal, pool().register_value(seen, at), constant(0, at), at);
    builder_.emit(AwaitExchange{seen, address, is_free, constant(1, at), Mode::Acq, Mode::Rlx}, at);
  }
  void unlock(const Expression& mutex, SourceRange at) {
    const ExprId address = pointer(mutex);
    if (is_strict()) return;
    builder_.emit(Store{address, constant(0, at), Mode::Rel}, at);
  }
  void warn_about_locks(SourceRange at) {
    sink_.report(
        DiagnosticKind::LitmusMeaning, at,
        {"herd's rc11 and sc models give locks no meaning; here they provide mutual exclusion"});
  }

  static constexpr std::uint32_t MaxChoices = 64;
};

}  // namespace

const Dialect C11Dialect{
    .architecture = "C", .default_model = "rc11", .compile = c::compile_threads<C11Writer>};

}  // namespace drover::litmus
