#pragma once

// Writes the threads of litmus tests in C: statements, expressions, plain accesses. The dialect
// that derives from this class lowers the calls.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/suggestion.h"
#include "litmus/dialects/c/parse_c.h"
#include "litmus/dialects/c/unsequenced.h"
#include "litmus/dialects/thread_writer.h"
#include "support/format.h"

namespace drover::litmus::c {

// ---- Names of a thread before lowering --------------------------------------------------

// The variables that a thread assigns, and the names that it reads.
class Names {
 public:
  explicit Names(const Thread& thread) { visit(thread.body); }

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
  void visit(const std::vector<Statement>& statements) {
    for (const Statement& each : statements) {
      visit(each.start);
      visit_values(each);
      visit(each.step);
      visit(each.body);
      visit(each.otherwise);
    }
  }
  void visit_values(const Statement& statement) {
    if (statement.kind == StatementKind::Return) return;
    if (statement.kind == StatementKind::Declaration) {
      assigned_.insert(statement.name);
      declared_.emplace(statement.name, statement.type);
    }
    const bool is_assignment = statement.kind == StatementKind::Assignment;
    for (const Expression& each : statement.values) {
      const bool is_place = is_assignment && &each == &statement.values.front();
      if (is_place && each.kind == ExpressionKind::Name) {
        assigned_.insert(each.name);
        targets_.emplace(each.name, each.range);
      } else {
        visit(each);
      }
    }
  }
  void visit(const Expression& expression) {
    if (expression.kind == ExpressionKind::Name) used_.insert(expression.name);
    if (expression.kind == ExpressionKind::AddressOf) {
      // A compare-exchange of C writes to the target of `&r`.
      const Expression& target = expression.operands.front();
      if (target.kind != ExpressionKind::Name) return;
      assigned_.insert(target.name);
    }
    for (const Expression& each : expression.operands) visit(each);
  }

  std::set<std::string> assigned_;
  std::set<std::string> used_;
  std::map<std::string, std::string> declared_;  // with their types
  std::map<std::string, SourceRange> targets_;   // places of first assignments
};

// ---- Lowering ---------------------------------------------------------------------------

// Writes the code of one thread. A short-lived worker: holds references.
class StatementWriter : public ThreadWriter {
 public:
  StatementWriter(const Thread& thread, Assembly& assembly, DiagnosticSink& sink)
      : ThreadWriter(thread.number, thread.range, assembly, sink),
        thread_(thread),
        names_(thread) {}

  void run() {
    declare_parameters();
    set_initial_registers();
    for (const std::string& name : names_.assigned()) register_of(name);
    for (const auto& [name, range] : names_.undeclared()) {
      if (!parameters_.contains(name)) assembly_.add_unused(number_, name, range);
    }
    lower(thread_.body);
    here_ = range_;
    finish();
  }

 protected:
  // Returns the value of a call, if it has one. Reports invalid calls.
  virtual std::optional<ExprId> lower_call(const Expression& call) = 0;
  // True if the call has no value.
  [[nodiscard]] virtual bool is_without_value(const Expression& call) const = 0;
  // Returns the control dependencies that a condition creates.
  [[nodiscard]] virtual Flow flow() const { return Flow::Onward; }
  // Returns the mode of an access that is not a call.
  [[nodiscard]] virtual Mode plain_mode() const { return Mode::Na; }
  // Returns the tags of a store that is not a call.
  [[nodiscard]] virtual TagSet plain_store_tags() const { return {}; }
  // True if a label before the call has a meaning.
  [[nodiscard]] virtual bool takes_label(const Expression& /*call*/) const { return false; }
  // True if the first argument of a call is a place, `*x`, instead of an address.
  [[nodiscard]] virtual bool takes_place(const Expression& /*call*/) const { return false; }
  // True if a jump out of a loop or of the thread is ignored.
  virtual bool is_ignored(std::string_view word) = 0;

  [[nodiscard]] bool is_strict() const {
    return assembly_.options().strictness == Strictness::Herd;
  }

  // False, with a diagnostic, if a call has another number of arguments.
  bool check_arguments(const Expression& call, std::size_t expected) {
    if (call.operands.size() == expected) return true;
    sink_.report(DiagnosticKind::LitmusArguments, here_,
                 {call.name, format("{} argument{}", expected, expected == 1 ? "" : "s"),
                  std::to_string(call.operands.size())});
    return false;
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
      here_ = parameter.range;
      assign(register_of(parameter.name), constant(address));
    }
    here_ = range_;
  }

  [[nodiscard]] bool is_variable(const std::string& name) const {
    return registers_.contains(name) || names_.is_assigned(name);
  }

  // Returns the value of a variable. An unassigned variable is 0, in herd and here.
  ExprId variable(const std::string& name) {
    const auto parameter = parameters_.find(name);
    if (parameter != parameters_.end() && !names_.is_assigned(name)) {
      return constant(parameter->second);
    }
    if (!is_variable(name)) {
      sink_.report(DiagnosticKind::LitmusNeverAssigned, here_, {name, std::to_string(number_)})
          .with_hint(hint_for_unknown(name));
    }
    return value_of(register_of(name));
  }

  Hint hint_for_unknown(const std::string& name) {
    if (assembly_.has_global(name)) return format("add `int* {}` to the parameters", name);
    return did_you_mean(name, keys_of(registers_));
  }

  // Returns the address that an expression evaluates to.
  ExprId pointer(const Expression& expression) {
    const bool is_name = expression.kind == ExpressionKind::Name;
    if (!is_name || is_variable(expression.name)) return value(expression);
    sink_
        .report(DiagnosticKind::LitmusNotAParameter, expression.range,
                {expression.name, std::to_string(number_)})
        .with_hint(hint_for_unknown(expression.name));
    return pool().constant(0, expression.range);
  }

  // ---- Statements ----

  void lower(const std::vector<Statement>& statements) {
    for (const Statement& each : statements) {
      const std::size_t mark = builder_.temporaries_mark();
      const SourceRange before = std::exchange(here_, each.range);
      lower(each);
      here_ = before;
      builder_.release_temporaries(mark);
    }
  }

  void lower(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::If: return lower_if(statement);
      case StatementKind::Loop: return lower_loop(statement);
      case StatementKind::Break: return leave("break", &LoopTargets::exit);
      case StatementKind::Continue: return leave("continue", &LoopTargets::next);
      case StatementKind::Return:
        if (is_ignored("return")) return;
        if (!statement.values.empty()) value(statement.values.front());
        return go_to(end_);
      case StatementKind::Declaration: {
        const RegisterId target = register_of(statement.name);
        if (statement.values.empty()) return;
        check_no_address(statement.name, statement.values.front());
        return assign(target, value(statement.values.front()));
      }
      case StatementKind::Assignment: return lower_assignment(statement);
      case StatementKind::Effect: {
        const Expression& effect = statement.values.front();
        if (effect.kind != ExpressionKind::Call) {
          value(effect);
          return;
        }
        here_ = effect.range;
        label_ = statement.label;
        if (!label_.empty() && !takes_label(effect)) {
          sink_.report(DiagnosticKind::LitmusUnsupported, statement.range, {"a label"});
        }
        lower_call_after_arguments(effect);
      }
    }
  }

  void lower_if(const Statement& choice) {
    const auto lower_body = [&] { lower(choice.body); };
    const auto lower_otherwise = [&] { lower(choice.otherwise); };
    if (!choice.otherwise.empty()) {
      return choose_by(choice.values.front(), lower_body, lower_otherwise);
    }
    const Target if_true = make_target();
    const Target if_false = make_target();
    condition(choice.values.front(), if_true, if_false);
    place(if_true);
    lower_body();
    place(if_false);
    end_condition();
  }

  // Checks the bound before the body, as herd's -unroll.
  void lower_loop(const Statement& loop) {
    lower(loop.start);
    const std::uint32_t index = assembly_.add_loop(here_, loop.name);
    const RegisterId counter = builder_.named_register("", false);
    emit(LoopStart{index, counter});
    const Target head = make_target();
    const Target body = make_target();
    const Target leaves = make_target();
    loops_.push_back({make_target(), make_target(), counter});
    const LoopTargets targets = loops_.back();
    const bool is_do = loop.name == "do";
    const bool has_condition = !is_do && !loop.values.empty();
    place(head);
    if (has_condition) condition(loop.values.front(), body, leaves);
    place(body);
    emit(LoopIteration{index, counter});
    lower(loop.body);
    place(targets.next);
    lower(loop.step);
    if (is_do) {
      const Target again = make_target();
      condition(loop.values.front(), again, leaves);
      place(again);
    }
    if (is_do || has_condition) end_condition();
    go_to(head);
    place(leaves);
    if (is_do || has_condition) end_condition();
    place(targets.exit);
    loops_.pop_back();
  }

  struct LoopTargets {
    Target exit;
    Target next;
    RegisterId counter;
  };
  void leave(std::string_view word, Target LoopTargets::*target) {
    if (is_ignored(word)) return;
    if (!loops_.empty()) return go_to(loops_.back().*target);
    sink_.report(DiagnosticKind::LitmusOutsideLoop, here_, {std::string(word)});
  }

  // `int r = x;` reads nothing: a parameter is an address.
  void check_no_address(const std::string& variable, const Expression& given) {
    const std::string type = names_.type_of(variable);
    const bool is_address = given.kind == ExpressionKind::Name &&
                            parameters_.contains(given.name) && !names_.is_assigned(given.name);
    const bool may_hold_address = type.empty() || type.find('*') != std::string::npos ||
                                  type.find("ptr") != std::string::npos ||
                                  type.find("64") != std::string::npos ||
                                  type.find("long") != std::string::npos;
    if (!is_address || may_hold_address) return;
    sink_
        .report(DiagnosticKind::LitmusAddress, given.range,
                {format("`{0}` is an address, not what is in the variable `{0}`", given.name)})
        .with_hint(format("its value is `*{0}`, or `atomic_load({0})`", given.name));
  }

  // `x = 1;` writes nothing to memory: a parameter is an address.
  void check_assigned_parameter(const Expression& place, const Expression& given) {
    if (!parameters_.contains(place.name) || given.kind != ExpressionKind::Number) return;
    sink_
        .report(
            DiagnosticKind::LitmusAddress, place.range,
            {format("`{0}` is an address: this does not write to the variable `{0}`", place.name)})
        .with_hint(format("write `*{0} = …`, or `atomic_store({0}, …)`", place.name));
  }

  void lower_assignment(const Statement& assignment) {
    const Expression& target = assignment.values[0];
    const Expression& given = assignment.values[1];
    if (target.kind == ExpressionKind::Name) {
      if (!assignment.op) check_no_address(target.name, given);
      check_assigned_parameter(target, given);
      ExprId written = value(given);
      if (assignment.op) written = binary(*assignment.op, variable(target.name), written);
      return assign(register_of(target.name), written);
    }
    if (lower_in_every_order(assignment)) return;
    const std::optional<ExprId> address = place_of(target);
    if (!address) return;
    ExprId written = value(given);
    if (assignment.op) written = binary(*assignment.op, load(*address, plain_mode()), written);
    emit(Store{*address, written, plain_mode(), plain_store_tags()});
  }

  // Lowers an assignment to memory if C leaves the order of its accesses open: those in the place,
  // those in the value, and the read of `*x += e`. The write comes after all of them.
  bool lower_in_every_order(const Statement& assignment) {
    const Expression& target = assignment.values[0];
    const Expression& given = assignment.values[1];
    if (!has_effects(target) || !has_effects(given)) return false;
    return in_every_order(
        modified_variables(given), assignment.range,
        [&](Evaluations& evaluations) {
          Statement rest = assignment;
          rest.op.reset();
          rest.values = {evaluations.add_place(target), evaluations.add_value(given)};
          if (!assignment.op) return rest;
          rest.values[1] = {.kind = ExpressionKind::Binary,
                            .range = assignment.range,
                            .op = *assignment.op,
                            .operands = {evaluations.add_value(rest.values[0]), rest.values[1]}};
          return rest;
        },
        [&](const Statement& rest) { lower_assignment(rest); });
  }

  // Returns the address of an assignable expression; nothing if it is not assignable.
  std::optional<ExprId> place_of(const Expression& expression) {
    if (expression.kind == ExpressionKind::Dereference) return pointer(expression.operands[0]);
    const SourceRange before = std::exchange(here_, expression.range);
    std::optional<ExprId> found;
    if (expression.kind == ExpressionKind::Index) {
      found = element(expression);
    } else {
      sink_.report(DiagnosticKind::LitmusNotAssignable, here_);
    }
    here_ = before;
    return found;
  }

  ExprId element(const Expression& index) {
    const Expression& array = index.operands[0];
    const bool is_named = array.kind == ExpressionKind::Name;
    const std::uint32_t size = is_named ? assembly_.element_size(array.name) : 4;
    const ExprId base = pointer(array);
    return add(base, binary(Operator::Multiply, value(index.operands[1]), constant(Value{size})));
  }

  // ---- Expressions ----

  void condition(const Expression& expression, Target if_true, Target if_false) {
    builder_.branch(value(expression), if_true, if_false, expression.range, flow());
  }
  // Marks the point where the branches of a condition meet.
  void end_condition() {
    if (flow() == Flow::Scoped) emit(ControlEnd{});
  }
  template <typename First, typename Second>
  void choose_by(const Expression& given, const First& if_true, const Second& if_false) {
    two_sides([&](Target here, Target there) { condition(given, here, there); }, if_true, if_false);
    end_condition();
  }

  ExprId value(const Expression& expression) {
    const SourceRange before = std::exchange(here_, expression.range);
    std::optional<ExprId> out;
    const std::set<std::string> modified = modified_variables(expression);
    if (has_open_order(expression, modified)) {
      in_every_order(
          modified, expression.range,
          [&](Evaluations& evaluations) { return evaluations.add_value(expression); },
          [&](const Expression& rest) { out = value_here(rest); });
    }
    if (!out) out = value_here(expression);
    here_ = before;
    return *out;
  }

  // Lowers a call whose value, if any, is dropped.
  void lower_call_after_arguments(const Expression& call) {
    const std::set<std::string> modified = modified_variables(call);
    const bool is_lowered =
        has_open_order(call, modified) &&
        in_every_order(
            modified, call.range,
            [&](Evaluations& evaluations) { return evaluations.add_arguments(call); },
            [&](const Expression& rest) { lower_call(rest); });
    if (!is_lowered) lower_call(call);
  }

  // ---- Accesses in every order

  // Writes the accesses that `collect` adds, in every order that C allows; then passes what is left
  // of the code to `go_on`. False, and nothing is written, if there is only one order.
  template <typename Collect, typename GoOn>
  bool in_every_order(const std::set<std::string>& modified, SourceRange range,
                      const Collect& collect, const GoOn& go_on) {
    const std::size_t mark = builder_.temporaries_mark();
    Evaluations evaluations(
        modified, [this](const Expression& call) { return takes_place(call); },
        [this] { return temporary(); });
    const auto rest = collect(evaluations);
    const std::size_t orders = evaluations.count_orders(MaxOrders);
    if (orders == 1) {
      builder_.release_temporaries(mark);
      return false;
    }
    if (orders > MaxOrders) {
      sink_
          .report(DiagnosticKind::LitmusUnsupported, range,
                  {format("an expression whose accesses have more than {} orders", MaxOrders)})
          .with_hint("assign some of their values to variables first: statements are in order");
    } else {
      run_in_every_order(evaluations, std::vector<bool>(evaluations.all().size(), false));
    }
    go_on(rest);
    return true;
  }

  void run_in_every_order(const Evaluations& evaluations, std::vector<bool> done) {
    const auto run = [&](std::size_t which) {
      done[which] = true;
      run_evaluation(evaluations.all()[which], 0);
    };
    for (;;) {
      const std::vector<std::size_t> next = evaluations.next_accesses(done, run);
      if (next.empty()) return;
      if (next.size() == 1) {
        run(next.front());
        continue;
      }
      const std::size_t mark = builder_.temporaries_mark();
      const RegisterId way = temporary();
      emit(Choose{way, static_cast<std::uint32_t>(next.size()), ChoiceOf::Order});
      run_way(way, 0, next.size(), [&](std::size_t which) {
        builder_.release_temporaries(mark);
        std::vector<bool> with = done;
        with[next[which]] = true;
        run_evaluation(evaluations.all()[next[which]], 0);
        run_in_every_order(evaluations, std::move(with));
      });
      return;
    }
  }

  // Writes a branch to one of several sides, which meet afterwards.
  template <typename Side>
  void run_way(RegisterId way, std::size_t first, std::size_t count, const Side& side) {
    if (first + 1 == count) return side(first);
    if_else(
        equal(value_of(way), constant(static_cast<Value>(first))), Flow::Silent,
        [&] { side(first); }, [&] { run_way(way, first + 1, count, side); });
  }

  void run_evaluation(const Evaluation& evaluation, std::size_t guard) {
    if (guard == evaluation.guards.size()) {
      const std::size_t mark = builder_.temporaries_mark();
      assign(evaluation.result, value(evaluation.what));
      return builder_.release_temporaries(mark);
    }
    const auto [reg, is_wanted] = evaluation.guards[guard];
    const auto go_on = [&] { run_evaluation(evaluation, guard + 1); };
    const auto nothing = [] {};
    const Expression condition{.kind = ExpressionKind::Register,
                               .range = evaluation.what.range,
                               .number = Value{reg.value}};
    if (is_wanted) return choose_by(condition, go_on, nothing);
    choose_by(condition, nothing, go_on);
  }

  ExprId value_here(const Expression& expression) {
    const std::vector<Expression>& operands = expression.operands;
    switch (expression.kind) {
      case ExpressionKind::Number: return constant(expression.number);
      case ExpressionKind::Name: return variable(expression.name);
      case ExpressionKind::Register:
        return value_of(RegisterId(static_cast<std::uint32_t>(expression.number)));
      case ExpressionKind::Call: return value_of_call(expression);
      case ExpressionKind::Dereference: return load(pointer(operands[0]), plain_mode());
      case ExpressionKind::Index: return load(element(expression), plain_mode());
      case ExpressionKind::AddressOf: return address_of(operands[0]);
      case ExpressionKind::Unary: return unary(expression.op, value(operands[0]));
      case ExpressionKind::Binary: return value_of_binary(expression);
      case ExpressionKind::Conditional: {
        const RegisterId result = temporary();
        choose_by(
            operands[0], [&] { assign(result, value(operands[1])); },
            [&] { assign(result, value(operands[2])); });
        return value_of(result);
      }
    }
    return constant(0);
  }

  ExprId address_of(const Expression& operand) {
    if (operand.kind != ExpressionKind::Name) return place_of(operand).value_or(constant(0));
    sink_.report(DiagnosticKind::LitmusUnsupported, here_, {"the address of a local variable"})
        .with_hint(
            "parameters are addresses already; only the second argument of a "
            "compare-exchange may be `&r`");
    return constant(0);
  }

  ExprId value_of_binary(const Expression& given) {
    const Expression& right = given.operands[1];
    const bool is_lazy = given.op == Operator::And || given.op == Operator::Or;
    if (is_lazy && has_effects(right)) return lazy(given);
    const ExprId first = value(given.operands[0]);
    return binary(given.op, first, value(right));
  }

  // Lowers `a && b` or `a || b` if b accesses memory.
  ExprId lazy(const Expression& given) {
    const RegisterId result = temporary();
    const Target more = make_target();
    const Target end = make_target();
    const bool is_and = given.op == Operator::And;
    const auto truth = [&](ExprId id) { return binary(Operator::NotEqual, id, constant(0)); };
    assign(result, truth(value(given.operands[0])));
    branch(value_of(result), is_and ? more : end, is_and ? end : more, flow());
    place(more);
    assign(result, truth(value(given.operands[1])));
    place(end);
    end_condition();
    return value_of(result);
  }

  ExprId value_of_call(const Expression& call) {
    const std::optional<ExprId> result = lower_call(call);
    if (result) return *result;
    if (is_without_value(call)) sink_.report(DiagnosticKind::LitmusNoValue, here_, {call.name});
    return constant(0);
  }

  ExprId load(ExprId address, Mode mode, TagSet tags = {}) {
    const RegisterId target = temporary();
    emit(Load{target, address, mode, tags});
    return value_of(target);
  }

  // The accesses of an expression that C leaves unordered: six.
  static constexpr std::size_t MaxOrders = 720;

  const Thread& thread_;
  Names names_;
  std::string label_;  // of the call that is lowered; else empty
  std::map<std::string, Value> parameters_;
  std::vector<LoopTargets> loops_;
};

// Writes the code of each thread with a `Writer`.
template <typename Writer>
void write_threads(const Program& program, Assembly& assembly, DiagnosticSink& sink) {
  for (const Thread& thread : program.threads) {
    if (thread.is_lost) {
      assembly.add_lost_thread(thread.number, thread.range);
    } else {
      Writer(thread, assembly, sink).run();
    }
  }
}

// Reads a program in C and writes the code of each thread with a `Writer`. True if the number of
// each thread is known.
template <typename Writer>
bool compile_threads(const SourceBuffer& source, Section section, Assembly& assembly,
                     DiagnosticSink& sink) {
  const std::optional<Program> program =
      parse_c(source, section, assembly.options().strictness, sink);
  if (!program) return false;
  for (const Thread& thread : program->threads) {
    const bool is_of_c = std::ranges::all_of(
        thread.parameters, [](const Parameter& each) { return each.space.empty(); });
    if (is_of_c && thread.place.empty()) continue;
    sink.report(DiagnosticKind::LitmusUnsupported, thread.range,
                {"a place, or a memory, as in OpenCL"})
        .with_hint("the first word of a test of OpenCL is `OPENCL`");
  }
  write_threads<Writer>(*program, assembly, sink);
  return program->is_whole;
}

}  // namespace drover::litmus::c
