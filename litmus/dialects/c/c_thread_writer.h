#pragma once

// Writes the threads of litmus tests in C: statements, expressions, plain accesses. The dialect
// that derives from this class lowers the calls.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/suggestion.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/c/parse_c.h"
#include "semantics/program/thread_builder.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::litmus::c {

// ---- Names of a thread before lowering --------------------------------------------------

// The variables that a thread assigns, and the names that it reads.
class Names {
 public:
  explicit Names(const Thread& thread) {
    for (const StatementPtr& each : thread.body.statements) visit(each.get());
  }

  [[nodiscard]] bool is_assigned(const std::string& name) const { return assigned_.contains(name); }
  [[nodiscard]] const std::set<std::string>& assigned() const { return assigned_; }
  // Returns the declared type of a variable; empty if it is not declared.
  [[nodiscard]] std::string type_of(const std::string& name) const {
    const auto declared = declared_.find(name);
    return declared == declared_.end() ? "" : declared->second;
  }
  // Returns the variables that are assigned but neither declared nor used, and their places.
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
  void visit(const Expression* expression) {
    if (expression == nullptr) return;
    if (const auto* name = std::get_if<Name>(&expression->node)) used_.insert(name->name);
    // A compare-exchange of C writes to the target of `&r`.
    const auto* address = std::get_if<AddressOf>(&expression->node);
    const auto* target = address ? std::get_if<Name>(&address->operand->node) : nullptr;
    if (target != nullptr) assigned_.insert(target->name);
    if (address != nullptr && target == nullptr) return;
    for_each_operand(*expression, [&](const Expression& each) { visit(&each); });
  }

  std::set<std::string> assigned_;
  std::set<std::string> used_;
  std::map<std::string, std::string> declared_;  // with their types
  std::map<std::string, SourceRange> targets_;   // places of first assignments
};

// True if the evaluation accesses memory.
inline bool has_effects(const Expression& expression) {
  bool accesses = std::holds_alternative<Call>(expression.node) ||
                  std::holds_alternative<Dereference>(expression.node) ||
                  std::holds_alternative<Index>(expression.node);
  for_each_operand(expression, [&](const Expression& each) { accesses |= has_effects(each); });
  return accesses;
}

inline std::string operand_words(std::size_t count) {
  return format("{} argument{}", count, count == 1 ? "" : "s");
}

// ---- Lowering ---------------------------------------------------------------------------

// Writes the code of one thread. A short-lived worker: holds references.
class ThreadWriter {
 public:
  ThreadWriter(const Thread& thread, Assembly& assembly, DiagnosticSink& sink)
      : thread_(thread),
        names_(thread),
        assembly_(assembly),
        sink_(sink),
        builder_(format("P{}", thread.number), ThreadRole::Worker, thread.range),
        end_(builder_.make_target()) {}
  virtual ~ThreadWriter() = default;
  ThreadWriter(const ThreadWriter&) = delete;
  ThreadWriter& operator=(const ThreadWriter&) = delete;

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

 protected:
  using Target = ThreadBuilder::Target;

  // Returns the value of a call, if it has one. Reports invalid calls.
  virtual std::optional<ExprId> lower_call(const Call& call, SourceRange at) = 0;
  // True if the call has no value.
  [[nodiscard]] virtual bool is_without_value(const Call& call) const = 0;
  // Returns the control dependencies that a condition creates.
  [[nodiscard]] virtual Flow flow() const { return Flow::Onward; }
  // Returns the mode of an access that is not a call.
  [[nodiscard]] virtual Mode plain_mode() const { return Mode::Na; }
  // True if the right operand of an operator is evaluated first.
  [[nodiscard]] virtual bool is_right_first(const Binary& /*binary*/) const { return false; }
  // True if a jump out of a loop or of the thread is ignored.
  virtual bool is_ignored(std::string_view word, SourceRange at) = 0;

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

  // Returns the value of a variable. An unassigned variable is 0, in herd and here.
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

  Hint hint_for_unknown(const std::string& name) {
    if (assembly_.has_global(name)) return format("add `int* {}` to the parameters", name);
    std::vector<std::string> known;
    for (const auto& [each, reg] : registers_) known.push_back(each);
    return did_you_mean(name, known);
  }

  // Returns the address that an expression evaluates to.
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
      end_condition(at);
      return;
    }
    const Target end = builder_.make_target();
    builder_.jump(end, at);
    builder_.place(if_false);
    lower(*choice.if_false);
    builder_.place(end);
    end_condition(at);
  }

  // Checks the bound before the body, as herd's -unroll.
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
    const bool has_condition = !is_do && loop.condition != nullptr;
    const Target leaves = builder_.make_target();
    builder_.place(head);
    if (has_condition) condition(*loop.condition, body, leaves);
    builder_.place(body);
    builder_.emit(LoopIteration{index, counter}, at);
    lower(*loop.body);
    builder_.place(targets.next);
    if (loop.step != nullptr) lower(*loop.step);
    if (is_do) {
      const Target again = builder_.make_target();
      condition(*loop.condition, again, leaves);
      builder_.place(again);
      end_condition(at);
      builder_.jump(head, at);
    } else {
      if (has_condition) end_condition(at);
      builder_.jump(head, at);
    }
    builder_.place(leaves);
    if (is_do || has_condition) end_condition(at);
    builder_.place(targets.exit);
    loops_.pop_back();
  }

  struct LoopTargets {
    Target exit;
    Target next;
    RegisterId counter;
  };
  void lower_node(const Break& /*n*/, SourceRange at) { leave("break", &LoopTargets::exit, at); }
  void lower_node(const Continue& /*n*/, SourceRange at) {
    leave("continue", &LoopTargets::next, at);
  }
  void leave(std::string_view word, Target LoopTargets::*target, SourceRange at) {
    if (is_ignored(word, at)) return;
    if (!loops_.empty()) return builder_.jump(loops_.back().*target, at);
    sink_.report(DiagnosticKind::LitmusOutsideLoop, at, {std::string(word)});
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

  // `x = 1;` writes nothing to memory: a parameter is an address.
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
      const ExprId old = load(*address, plain_mode(), at);
      given = pool().binary(assignment.op, old, given, at);
    }
    builder_.emit(Store{*address, given, plain_mode()}, at);
  }

  void lower_node(const Effect& effect, SourceRange /*at*/) {
    if (const auto* call = std::get_if<Call>(&effect.expression->node)) {
      lower_call(*call, effect.expression->range);
      return;
    }
    value(*effect.expression);
  }

  // Returns the address of an assignable expression; nothing if it is not assignable.
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
    builder_.branch(value(expression), if_true, if_false, expression.range, flow());
  }
  // Marks the point where the branches of a condition meet.
  void end_condition(SourceRange at) {
    if (flow() == Flow::Scoped) builder_.emit(ControlEnd{}, at);
  }

  ExprId value(const Expression& expression) {
    return std::visit([&](const auto& node) { return value_of(node, expression.range); },
                      expression.node);
  }

  ExprId value_of(const Number& number, SourceRange at) { return constant(number.value, at); }
  ExprId value_of(const Name& name, SourceRange at) { return variable(name.name, at); }
  ExprId value_of(const Dereference& star, SourceRange at) {
    return load(pointer(*star.pointer), plain_mode(), at);
  }
  ExprId value_of(const Index& index, SourceRange at) {
    return load(element(index, at), plain_mode(), at);
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
  // herd leaves the operands of an operator unordered. C leaves their order unspecified.
  ExprId value_of(const Binary& binary, SourceRange at) {
    const bool is_lazy = binary.op == Operator::And || binary.op == Operator::Or;
    if (is_lazy && has_effects(*binary.right)) return lazy(binary, at);
    if (is_right_first(binary)) {
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
    end_condition(at);
    return pool().register_value(result, at);
  }

  // Lowers `a && b` or `a || b` if b accesses memory.
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
    builder_.branch(left, is_and ? more : end, is_and ? end : more, at, flow());
    builder_.place(more);
    assign(result, truth(value(*binary.right)), at);
    builder_.place(end);
    end_condition(at);
    return pool().register_value(result, at);
  }

  ExprId value_of(const Call& call, SourceRange at) {
    const std::optional<ExprId> result = lower_call(call, at);
    if (result) return *result;
    if (is_without_value(call)) {
      sink_.report(DiagnosticKind::LitmusNoValue, at, {call.function});
    }
    return constant(0, at);
  }

  ExprId load(ExprId address, Mode mode, SourceRange at) {
    const RegisterId target = builder_.temporary();
    builder_.emit(Load{target, address, mode}, at);
    return pool().register_value(target, at);
  }

  const Thread& thread_;
  Names names_;
  Assembly& assembly_;
  DiagnosticSink& sink_;
  ThreadBuilder builder_;
  Target end_;
  Assembly::Registers registers_;
  std::map<std::string, Value> parameters_;
  std::vector<LoopTargets> loops_;
};

// Reads a program in C and writes the code of each thread with a `Writer`. True if the number of
// each thread is known.
template <typename Writer>
bool compile_threads(const SourceBuffer& source, Section section, Assembly& assembly,
                     DiagnosticSink& sink) {
  const std::optional<Program> program =
      parse_c(source, section, assembly.options().strictness, sink);
  if (!program) return false;
  for (const Thread& thread : program->threads) {
    if (thread.is_lost) {
      assembly.add_lost_thread(thread.number, thread.range);
    } else {
      Writer(thread, assembly, sink).run();
    }
  }
  return program->is_whole;
}

}  // namespace drover::litmus::c
