#include "litmus/lower_c.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/suggestion.h"
#include "litmus/c_ast.h"
#include "litmus/c_primitives.h"
#include "litmus/kernel_words.h"
#include "litmus/parse_c.h"
#include "semantics/program/thread_builder.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::litmus {

namespace {

using namespace c;

// ---- What a thread's text says before it is lowered -------------------------------------

// Which variables a thread gives a value, and which names it reads.
class Names {
 public:
  explicit Names(const c::Thread& thread) {
    for (const StatementPtr& each : thread.body.statements) visit(each.get());
  }

  [[nodiscard]] bool is_assigned(const std::string& name) const { return assigned_.contains(name); }
  [[nodiscard]] const std::set<std::string>& assigned() const { return assigned_; }
  // The type that a variable is declared with; empty if it is not.
  [[nodiscard]] std::string type_of(const std::string& name) const {
    const auto declared = declared_.find(name);
    return declared == declared_.end() ? "" : declared->second;
  }
  // Variables that are assigned, neither declared nor used, and where.
  [[nodiscard]] std::map<std::string, SourceRange> undeclared() const {
    std::map<std::string, SourceRange> out;
    for (const auto& [name, range] : targets_) {
      if (!declared_.contains(name) && !used_.contains(name)) out.emplace(name, range);
    }
    return out;
  }

 private:
  void visit(const Statement* statement) {
    if (statement == nullptr) return;
    std::visit(overloaded{
                   [&](const Block& n) {
                     for (const StatementPtr& each : n.statements) visit(each.get());
                   },
                   [&](const If& n) {
                     visit(n.condition.get());
                     visit(n.if_true.get());
                     visit(n.if_false.get());
                   },
                   [&](const Loop& n) {
                     visit(n.start.get());
                     visit(n.condition.get());
                     visit(n.step.get());
                     visit(n.body.get());
                   },
                   [&](const Declaration& n) {
                     assigned_.insert(n.name);
                     declared_.emplace(n.name, n.type);
                     visit(n.value.get());
                   },
                   [&](const Assignment& n) {
                     if (const auto* name = std::get_if<Name>(&n.place->node)) {
                       assigned_.insert(name->name);
                       targets_.emplace(name->name, n.place->range);
                     } else {
                       visit(n.place.get());
                     }
                     visit(n.value.get());
                   },
                   [&](const Effect& n) { visit(n.expression.get()); },
                   [](const auto& /*a jump*/) {},
               },
               statement->node);
  }
  // Compare-exchanges of C write to what `&r` points to.
  void visit(const Expression* expression) {
    if (expression == nullptr) return;
    std::visit(overloaded{
                   [&](const Call& n) {
                     for (const ExpressionPtr& each : n.arguments) visit(each.get());
                   },
                   [&](const AddressOf& n) {
                     if (const auto* name = std::get_if<Name>(&n.operand->node)) {
                       assigned_.insert(name->name);
                       used_.insert(name->name);
                     }
                   },
                   [&](const Name& n) { used_.insert(n.name); },
                   [&](const Dereference& n) { visit(n.pointer.get()); },
                   [&](const Index& n) {
                     visit(n.array.get());
                     visit(n.index.get());
                   },
                   [&](const Unary& n) { visit(n.operand.get()); },
                   [&](const Binary& n) {
                     visit(n.left.get());
                     visit(n.right.get());
                   },
                   [&](const Conditional& n) {
                     visit(n.condition.get());
                     visit(n.if_true.get());
                     visit(n.if_false.get());
                   },
                   [](const auto& /*a leaf*/) {},
               },
               expression->node);
  }

  std::set<std::string> assigned_;
  std::set<std::string> used_;
  std::map<std::string, std::string> declared_;  // with their types
  std::map<std::string, SourceRange> targets_;   // where they are first assigned
};

// Whether evaluating touches memory.
bool has_effects(const Expression& expression) {
  return std::visit(
      overloaded{
          [](const Number&) { return false; },
          [](const Name&) { return false; },
          [](const AddressOf& n) { return has_effects(*n.operand); },
          [](const Unary& n) { return has_effects(*n.operand); },
          [](const Binary& n) { return has_effects(*n.left) || has_effects(*n.right); },
          [](const Conditional& n) {
            return has_effects(*n.condition) || has_effects(*n.if_true) || has_effects(*n.if_false);
          },
          [](const auto& /*an access*/) { return true; },
      },
      expression.node);
}

// Whether evaluating may acquire: some call in it is not relaxed.
bool may_acquire(const Expression& expression) {
  return std::visit(
      overloaded{
          [](const Call& n) {
            const Primitive* primitive = find_primitive(n.function);
            if (primitive == nullptr || primitive->orders == 0) return true;
            for (std::size_t i = primitive->operands; i < n.arguments.size(); ++i) {
              const auto* order = std::get_if<Name>(&n.arguments[i]->node);
              const bool is_weak = order != nullptr && (order->name == "memory_order_relaxed" ||
                                                        order->name == "memory_order_consume" ||
                                                        order->name == "memory_order_release");
              if (!is_weak) return true;
            }
            return false;
          },
          [](const Dereference& n) { return may_acquire(*n.pointer); },
          [](const Index& n) { return may_acquire(*n.array) || may_acquire(*n.index); },
          [](const AddressOf& n) { return may_acquire(*n.operand); },
          [](const Unary& n) { return may_acquire(*n.operand); },
          [](const Binary& n) { return may_acquire(*n.left) || may_acquire(*n.right); },
          [](const Conditional& n) {
            return may_acquire(*n.condition) || may_acquire(*n.if_true) || may_acquire(*n.if_false);
          },
          [](const auto& /*a leaf*/) { return false; },
      },
      expression.node);
}

std::string operand_words(std::size_t count) {
  return format("{} argument{}", count, count == 1 ? "" : "s");
}

// ---- Lowering ---------------------------------------------------------------------------

// Writes the code of one thread. A short-lived worker: holds references.
class ThreadLowering {
 public:
  ThreadLowering(const c::Thread& thread, Assembly& assembly, DiagnosticSink& sink)
      : thread_(thread),
        names_(thread),
        assembly_(assembly),
        sink_(sink),
        builder_(format("P{}", thread.number), ThreadRole::Worker, thread.range),
        end_(builder_.make_target()) {}

  void run() {
    declare_parameters();
    for (const auto& [name, value] : assembly_.initial_registers(thread_.number)) {
      assign(register_of(name), constant(value, thread_.range), thread_.range);
    }
    for (const std::string& name : names_.assigned()) register_of(name);
    for (const auto& [name, range] : names_.undeclared()) {
      if (!parameters_.contains(name)) assembly_.add_unused(thread_.number, name, range);
    }
    for (const StatementPtr& each : thread_.body.statements) lower(*each);
    builder_.place(end_);
    assembly_.add_thread(thread_.number, builder_.finish(thread_.range), std::move(registers_),
                         thread_.range);
  }

 private:
  using Target = ThreadBuilder::Target;

  [[nodiscard]] bool is_strict() const {
    return assembly_.options().strictness == Strictness::Herd;
  }
  ExpressionPool& pool() { return builder_.expressions(); }
  ExprId constant(Value value, SourceRange at) { return pool().constant(value, at); }
  void assign(RegisterId target, ExprId value, SourceRange at) {
    builder_.emit(Assign{target, value}, at);
  }

  // ---- Variables ----

  // A parameter is a variable that holds the address of the global of its name.
  void declare_parameters() {
    std::set<std::string> seen;
    for (const Parameter& parameter : thread_.parameters) {
      if (!parameter.is_pointer) {
        sink_.report(DiagnosticKind::LitmusParameter, parameter.range, {parameter.name})
            .with_hint(
                format("write `int* {}`: parameters are the addresses of globals", parameter.name));
        continue;
      }
      if (!seen.insert(parameter.name).second) {
        sink_.report(DiagnosticKind::LitmusDuplicateParameter, parameter.range, {parameter.name});
        continue;
      }
      const Value address = assembly_.address_of(parameter.name);
      parameters_.emplace(parameter.name, address);
      assign(register_of(parameter.name), constant(address, parameter.range), parameter.range);
    }
  }

  RegisterId register_of(const std::string& name) {
    const auto known = registers_.find(name);
    if (known != registers_.end()) return known->second;
    const RegisterId made = builder_.named_register(name, true);
    registers_.emplace(name, made);
    return made;
  }

  [[nodiscard]] bool is_variable(const std::string& name) const {
    return registers_.contains(name) || names_.is_assigned(name);
  }

  // The value of a variable. One that nobody assigns is 0, in herd and here.
  ExprId variable(const std::string& name, SourceRange at) {
    const auto parameter = parameters_.find(name);
    if (parameter != parameters_.end() && !names_.is_assigned(name)) {
      return constant(parameter->second, at);
    }
    if (!is_variable(name)) {
      sink_.report(DiagnosticKind::LitmusNeverAssigned, at, {name, std::to_string(thread_.number)})
          .with_hint(hint_for_unknown(name));
    }
    return pool().register_value(register_of(name), at);
  }

  std::string hint_for_unknown(const std::string& name) {
    if (assembly_.has_global(name)) return format("add `int* {}` to the parameters", name);
    std::vector<std::string> known;
    for (const auto& [each, reg] : registers_) known.push_back(each);
    return did_you_mean(name, known);
  }

  // The address that an expression gives.
  ExprId pointer(const Expression& expression) {
    const auto* name = std::get_if<Name>(&expression.node);
    if (name != nullptr && !is_variable(name->name)) {
      sink_
          .report(DiagnosticKind::LitmusNotAParameter, expression.range,
                  {name->name, std::to_string(thread_.number)})
          .with_hint(hint_for_unknown(name->name));
      return constant(0, expression.range);
    }
    return value(expression);
  }

  // ---- Statements ----

  void lower(const Statement& statement) {
    const std::size_t mark = builder_.temporaries_mark();
    std::visit([&](const auto& node) { lower_node(node, statement.range); }, statement.node);
    builder_.release_temporaries(mark);
  }

  void lower_node(const Block& block, SourceRange /*at*/) {
    for (const StatementPtr& each : block.statements) lower(*each);
  }

  void lower_node(const If& choice, SourceRange at) {
    const Target if_true = builder_.make_target();
    const Target if_false = builder_.make_target();
    condition(*choice.condition, if_true, if_false);
    builder_.place(if_true);
    lower(*choice.if_true);
    if (choice.if_false == nullptr) {
      builder_.place(if_false);
      return;
    }
    const Target end = builder_.make_target();
    builder_.jump(end, at);
    builder_.place(if_false);
    lower(*choice.if_false);
    builder_.place(end);
  }

  // The bound is looked at before the body, as herd's -unroll.
  void lower_node(const Loop& loop, SourceRange at) {
    if (loop.start != nullptr) lower(*loop.start);
    const std::uint32_t index = assembly_.add_loop(at, loop.word);
    const RegisterId counter = builder_.named_register("", false);
    builder_.emit(LoopStart{index, counter}, at);
    const Target head = builder_.make_target();
    const Target body = builder_.make_target();
    loops_.push_back({builder_.make_target(), builder_.make_target(), counter});
    const LoopTargets targets = loops_.back();
    const bool is_do = loop.word == "do";
    builder_.place(head);
    if (!is_do && loop.condition != nullptr) condition(*loop.condition, body, targets.exit);
    builder_.place(body);
    builder_.emit(LoopIteration{index, counter}, at);
    lower(*loop.body);
    builder_.place(targets.next);
    if (loop.step != nullptr) lower(*loop.step);
    if (is_do) {
      condition(*loop.condition, head, targets.exit);
    } else {
      builder_.jump(head, at);
    }
    builder_.place(targets.exit);
    loops_.pop_back();
  }

  // herd takes these words for variables and does nothing.
  bool is_ignored(std::string_view word, SourceRange at) {
    if (is_strict()) return true;
    sink_.report(DiagnosticKind::LitmusMeaning, at,
                 {format("herd ignores `{}`; here it means what it means in C", word)});
    return false;
  }

  void lower_node(const Break& /*n*/, SourceRange at) {
    if (is_ignored("break", at)) return;
    if (loops_.empty()) {
      sink_.report(DiagnosticKind::LitmusOutsideLoop, at, {"break"});
      return;
    }
    builder_.jump(loops_.back().exit, at);
  }

  void lower_node(const Continue& /*n*/, SourceRange at) {
    if (is_ignored("continue", at)) return;
    if (loops_.empty()) {
      sink_.report(DiagnosticKind::LitmusOutsideLoop, at, {"continue"});
      return;
    }
    builder_.jump(loops_.back().next, at);
  }

  void lower_node(const Return& back, SourceRange at) {
    if (is_ignored("return", at)) return;
    if (back.value != nullptr) value(*back.value);
    builder_.jump(end_, at);
  }

  void lower_node(const Declaration& declared, SourceRange at) {
    const RegisterId target = register_of(declared.name);
    if (declared.value == nullptr) return;
    check_no_address(declared.name, *declared.value);
    assign(target, value(*declared.value), at);
  }

  // `int r = x;` reads nothing: a parameter is an address.
  void check_no_address(const std::string& variable, const Expression& given) {
    const std::string type = names_.type_of(variable);
    const auto* name = std::get_if<Name>(&given.node);
    const bool is_address =
        name != nullptr && parameters_.contains(name->name) && !names_.is_assigned(name->name);
    const bool may_hold_address = type.empty() || type.find('*') != std::string::npos ||
                                  type.find("ptr") != std::string::npos ||
                                  type.find("64") != std::string::npos ||
                                  type.find("long") != std::string::npos;
    if (!is_address || may_hold_address) return;
    sink_
        .report(DiagnosticKind::LitmusAddress, given.range,
                {format("`{0}` is an address, not what is in the variable `{0}`", name->name)})
        .with_hint(format("its value is `*{0}`, or `atomic_load({0})`", name->name));
  }

  // `x = 1;` writes nothing to memory, for the same reason.
  void check_assigned_parameter(const std::string& name, const Assignment& assignment) {
    const bool is_number = std::holds_alternative<Number>(assignment.value->node);
    if (!parameters_.contains(name) || !is_number) return;
    sink_
        .report(DiagnosticKind::LitmusAddress, assignment.place->range,
                {format("`{0}` is an address: this does not write to the variable `{0}`", name)})
        .with_hint(format("write `*{0} = …`, or `atomic_store({0}, …)`", name));
  }

  void lower_node(const Assignment& assignment, SourceRange at) {
    if (const auto* name = std::get_if<Name>(&assignment.place->node)) {
      if (!assignment.is_compound) check_no_address(name->name, *assignment.value);
      check_assigned_parameter(name->name, assignment);
      ExprId given = value(*assignment.value);
      if (assignment.is_compound) {
        given = pool().binary(assignment.op, variable(name->name, at), given, at);
      }
      assign(register_of(name->name), given, at);
      return;
    }
    const std::optional<ExprId> address = place(*assignment.place);
    if (!address) return;
    ExprId given = value(*assignment.value);
    if (assignment.is_compound) {
      const ExprId old = load(*address, Mode::Na, at);
      given = pool().binary(assignment.op, old, given, at);
    }
    builder_.emit(Store{*address, given, Mode::Na}, at);
  }

  void lower_node(const Effect& effect, SourceRange /*at*/) {
    if (const auto* call = std::get_if<Call>(&effect.expression->node)) {
      lower_call(*call, effect.expression->range);
      return;
    }
    value(*effect.expression);
  }

  // The address of something that can be assigned to.
  std::optional<ExprId> place(const Expression& expression) {
    if (const auto* star = std::get_if<Dereference>(&expression.node))
      return pointer(*star->pointer);
    if (const auto* index = std::get_if<Index>(&expression.node)) {
      return element(*index, expression.range);
    }
    sink_.report(DiagnosticKind::LitmusNotAssignable, expression.range);
    return std::nullopt;
  }

  ExprId element(const Index& index, SourceRange at) {
    const auto* name = std::get_if<Name>(&index.array->node);
    const std::uint32_t size = name == nullptr ? 4 : assembly_.element_size(name->name);
    const ExprId base = pointer(*index.array);
    const ExprId offset =
        pool().binary(Operator::Multiply, value(*index.index), constant(Value{size}, at), at);
    return pool().binary(Operator::Add, base, offset, at);
  }

  // ---- Expressions ----

  void condition(const Expression& expression, Target if_true, Target if_false) {
    builder_.branch(value(expression), if_true, if_false, expression.range);
  }

  ExprId value(const Expression& expression) {
    return std::visit([&](const auto& node) { return value_of(node, expression.range); },
                      expression.node);
  }

  ExprId value_of(const Number& number, SourceRange at) { return constant(number.value, at); }
  ExprId value_of(const Name& name, SourceRange at) { return variable(name.name, at); }
  ExprId value_of(const Dereference& star, SourceRange at) {
    return load(pointer(*star.pointer), Mode::Na, at);
  }
  ExprId value_of(const Index& index, SourceRange at) {
    return load(element(index, at), Mode::Na, at);
  }
  ExprId value_of(const AddressOf& reference, SourceRange at) {
    const Expression& operand = *reference.operand;
    if (!std::holds_alternative<Name>(operand.node))
      return place(operand).value_or(constant(0, at));
    sink_.report(DiagnosticKind::LitmusUnsupported, at, {"the address of a local variable"})
        .with_hint(
            "parameters are addresses already; only the second argument of a "
            "compare-exchange may be `&r`");
    return constant(0, at);
  }
  ExprId value_of(const Unary& unary, SourceRange at) {
    return pool().unary(unary.op, value(*unary.operand), at);
  }
  // herd leaves the operands of an operator unordered, C leaves their order open. Here the left
  // one comes first, unless it may acquire and the right one may not: what would only be
  // ordered because it stands on the right is not.
  ExprId value_of(const Binary& binary, SourceRange at) {
    const bool is_lazy = binary.op == Operator::And || binary.op == Operator::Or;
    if (is_lazy && has_effects(*binary.right)) return lazy(binary, at);
    const bool is_right_first =
        has_effects(*binary.right) && may_acquire(*binary.left) && !may_acquire(*binary.right);
    if (is_right_first) {
      const ExprId right = value(*binary.right);
      const ExprId left = value(*binary.left);
      return pool().binary(binary.op, left, right, at);
    }
    const ExprId left = value(*binary.left);
    const ExprId right = value(*binary.right);
    return pool().binary(binary.op, left, right, at);
  }
  ExprId value_of(const Conditional& choice, SourceRange at) {
    const Target if_true = builder_.make_target();
    const Target if_false = builder_.make_target();
    const Target end = builder_.make_target();
    const RegisterId result = builder_.temporary();
    condition(*choice.condition, if_true, if_false);
    builder_.place(if_true);
    assign(result, value(*choice.if_true), at);
    builder_.jump(end, at);
    builder_.place(if_false);
    assign(result, value(*choice.if_false), at);
    builder_.place(end);
    return pool().register_value(result, at);
  }

  // `a && b` where b touches memory.
  ExprId lazy(const Binary& binary, SourceRange at) {
    const RegisterId result = builder_.temporary();
    const Target more = builder_.make_target();
    const Target end = builder_.make_target();
    const bool is_and = binary.op == Operator::And;
    const auto truth = [&](ExprId id) {
      return pool().binary(Operator::NotEqual, id, constant(0, at), at);
    };
    assign(result, truth(value(*binary.left)), at);
    const ExprId left = pool().register_value(result, at);
    builder_.branch(left, is_and ? more : end, is_and ? end : more, at);
    builder_.place(more);
    assign(result, truth(value(*binary.right)), at);
    builder_.place(end);
    return pool().register_value(result, at);
  }

  ExprId value_of(const Call& call, SourceRange at) {
    const std::optional<ExprId> result = lower_call(call, at);
    if (result) return *result;
    const Primitive* primitive = find_primitive(call.function);
    if (primitive != nullptr && !primitive->returns_value()) {
      sink_.report(DiagnosticKind::LitmusNoValue, at, {call.function});
    }
    return constant(0, at);
  }

  ExprId load(ExprId address, Mode mode, SourceRange at) {
    const RegisterId target = builder_.temporary();
    builder_.emit(Load{target, address, mode}, at);
    return pool().register_value(target, at);
  }

  // ---- Calls ----

  // The value of a call, if it has one. Complains about calls that make no sense.
  std::optional<ExprId> lower_call(const Call& call, SourceRange at) {
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

  // As herd has it: the expected value is read non-atomically, and where the exchange fails
  // the value found is written there non-atomically. `&r`, which herd does not know, is a
  // variable instead.
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
      builder_.emit(Assume{is_equal}, at);  // the other failures are those of the strong one
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

  // The address of a cell that is 0 or 1: one for each time that this may be reached.
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

  // In herd's rc11 and sc models locks do nothing.
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
    sink_.report(DiagnosticKind::LitmusMeaning, at,
                 {"herd's rc11 and sc models give locks no meaning; here they exclude each other"});
  }

  static constexpr std::uint32_t MaxChoices = 64;

  struct LoopTargets {
    Target exit;
    Target next;
    RegisterId counter;
  };

  const c::Thread& thread_;
  Names names_;
  Assembly& assembly_;
  DiagnosticSink& sink_;
  ThreadBuilder builder_;
  Target end_;
  Assembly::Registers registers_;
  std::map<std::string, Value> parameters_;
  std::vector<LoopTargets> loops_;
};

}  // namespace

bool compile_c(const SourceBuffer& source, Section section, Assembly& assembly,
               DiagnosticSink& sink) {
  if (const auto word = find_kernel_word(source, section)) {
    sink.report(DiagnosticKind::LitmusKernel, *word, {std::string(source.text(*word))});
    return false;
  }
  const std::optional<c::Program> program =
      parse_c(source, section, assembly.options().strictness, sink);
  if (!program) return false;
  for (const c::Thread& thread : program->threads) {
    if (thread.is_lost) {
      assembly.add_lost_thread(thread.number, thread.range);
    } else {
      ThreadLowering(thread, assembly, sink).run();
    }
  }
  return program->is_whole;
}

}  // namespace drover::litmus
