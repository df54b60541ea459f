#include "explorer/cat/walker.h"

#include <algorithm>
#include <utility>

#include "support/format.h"
#include "support/overloaded.h"

namespace drover::cat {

namespace {

constexpr std::size_t MaxFrames = 1'000;
constexpr std::string_view IncludeHint =
    "files are looked for beside the one that includes them, in the folders of -I, then among "
    "Drover's own";

// "1 argument", "2 arguments".
std::string arguments_text(std::size_t count) {
  return count == 1 ? "1 argument" : format("{} arguments", count);
}

}  // namespace

// ---- Instructions ------------------------------------------------------------------------------

Environment Walker::environment_of(const Frame& frame) const {
  return frame.is_local ? frame.environment : Environment{nullptr, names_.size()};
}

Walker::Step Walker::run(Frames frames) {
  while (!frames.empty()) {
    Frame& frame = frames.back();
    file_ = frame.file;
    if (frame.next < frame.instructions->size()) {
      const Instruction& instruction = (*frame.instructions)[frame.next++];
      const Step step = execute(frames, instruction);
      if (step != Step::GoOn) return step;
      continue;
    }
    const Frame ended = std::move(frames.back());
    frames.pop_back();
    // The names of a block stay visible in the enclosing frame.
    if (ended.is_local && ended.is_block && !frames.empty()) {
      frames.back().environment = ended.environment;
    }
  }
  return finish();
}

Walker::Step Walker::execute(Frames& frames, const Instruction& instruction) {
  return std::visit(
      overloaded{
          [&](const Let& let) { return execute_let(frames.back(), let); },
          [&](const Include& include) { return execute_include(frames, include); },
          [&](const Procedure& given) { return execute_procedure(frames.back(), given); },
          [&](const Call& call) { return execute_call(frames, call, instruction.range); },
          [&](const Conditional& given) { return execute_conditional(frames, given); },
          [](const Declaration& /*for tests, which are read without it*/) { return Step::GoOn; },
          [&](const auto& /*others*/) { return execute_own(frames, instruction); },
      },
      instruction.body);
}

void Walker::bind(Frame& frame, std::string_view name, DefinitionPtr definition) {
  if (frame.is_local) {
    frame.environment.locals = std::make_shared<const Local>(
        Local{{name, std::move(definition)}, frame.environment.locals});
    return;
  }
  prepare_global(*definition);
  names_.add(name, std::move(definition));
}

Walker::Step Walker::execute_let(Frame& frame, const Let& let) {
  for (NamedDefinition& each : define(let.is_recursive, let.bindings, environment_of(frame))) {
    bind(frame, each.name, std::move(each.definition));
  }
  return Step::GoOn;
}

namespace {

// Runs instructions in the frame's place, with its names.
template <typename Frame>
Frame block_in(const Frame& frame, const std::vector<Instruction>& instructions, std::size_t file) {
  return {.instructions = &instructions,
          .file = file,
          .is_local = frame.is_local,
          .environment = frame.environment,
          .is_block = true};
}

}  // namespace

Walker::Step Walker::execute_include(Frames& frames, const Include& include) {
  const auto found = find_include(include.file.text);
  if (!found) {
    return fail(failure(DiagnosticKind::CatNoInclude, include.file.range, {include.file.text},
                        std::string(IncludeHint)));
  }
  if (std::ranges::find(frames, *found, &Frame::file) != frames.end()) {
    return fail(failure(DiagnosticKind::CatIncludeCycle, include.file.range, {include.file.text}));
  }
  const auto& ast = files_[*found]->ast;
  if (ast) frames.push_back(block_in(frames.back(), ast->instructions, *found));
  return Step::GoOn;
}

Walker::Step Walker::execute_conditional(Frames& frames, const Conditional& conditional) {
  Value why;
  const auto is_so = holds(conditional.guard, environment_of(frames.back()), why);
  if (!is_so) return fail(why);
  const auto& chosen = *is_so ? conditional.then : conditional.otherwise;
  frames.push_back(block_in(frames.back(), chosen, frames.back().file));
  return Step::GoOn;
}

Walker::Step Walker::execute_procedure(Frame& frame, const Procedure& procedure) {
  auto made = std::make_shared<const ProcedureValue>(
      ProcedureValue{procedure.name.text, &procedure.parameters, &procedure.body,
                     environment_of(frame), frame.file});
  bind(frame, procedure.name.text, definition_of({ValueType::Procedure, std::move(made)}));
  return Step::GoOn;
}

// Names bound by a procedure are local to it.
Walker::Step Walker::execute_call(Frames& frames, const Call& call, const SourceRange& range) {
  const Environment environment = environment_of(frames.back());
  const Value found = look_up(call.procedure, environment);
  if (found.is_missing()) return fail(found);
  if (found.type != ValueType::Procedure) {
    return fail(
        failure(DiagnosticKind::CatNotProcedure, call.procedure.range, {call.procedure.text}));
  }
  if (frames.size() > MaxFrames) {
    return fail(failure(DiagnosticKind::CatTooLarge, range, {std::to_string(MaxFrames)}));
  }
  Value why;
  auto arguments = evaluate_all(call.arguments, environment, why);
  if (!arguments) return fail(why);
  const ProcedureValue& procedure = found.procedure();
  if (!fit_arguments(procedure.parameters->size(), *arguments)) {
    return fail(
        wrong_count(procedure.name, procedure.parameters->size(), arguments->size(), range));
  }
  Environment inner = extend(procedure.environment, procedure.name, found);
  for (std::size_t i = 0; i < arguments->size(); ++i) {
    inner = extend(inner, (*procedure.parameters)[i].text, std::move((*arguments)[i]));
  }
  frames.push_back({.instructions = procedure.body,
                    .file = procedure.file,
                    .is_local = true,
                    .environment = std::move(inner)});
  return Step::GoOn;
}

// ---- Names ---------------------------------------------------------------------------------

Environment Walker::extend(const Environment& environment, std::string_view name, Value value) {
  if (name == "_") return environment;
  return {std::make_shared<const Local>(
              Local{{name, definition_of(std::move(value))}, environment.locals}),
          environment.limit};
}

Definition* Walker::find(std::string_view name, const Environment& environment) const {
  for (const Local* at = environment.locals.get(); at != nullptr; at = at->outer.get()) {
    if (at->name == name) return at->definition.get();
  }
  return names_.find(name, environment.limit);
}

Value Walker::look_up(const Name& name, const Environment& environment) {
  if (Definition* found = find(name.text, environment)) return value_of(*found);
  if (auto given = predefined(name.text)) return *std::move(given);
  return unknown_name(name, environment);
}

// ---- Expressions ---------------------------------------------------------------------------

std::string Walker::text(const Expression& expression) const {
  return text_of(*files_[file_], expression.range);
}

Value Walker::wrong_kind(const Expression& expression, const Value& value, std::string due) {
  std::string hint;
  if (value.type == ValueType::Set && due == "a relation") {
    hint = "`[S]` is the identity on a set `S`, `S * T` all pairs from `S` to `T`";
  } else if (value.type == ValueType::Relation && due == "a set") {
    hint = "`domain(r)` and `range(r)` are the sets of a relation `r`";
  } else if (value.type == ValueType::Function) {
    hint = format("it takes {}", arguments_text(value.closure().parameters->size()));
  }
  return failure(DiagnosticKind::CatWrongKind, expression.range,
                 {text(expression), kind_name(value), std::move(due)}, std::move(hint));
}

Value Walker::wrong_count(const std::string& name, std::size_t due, std::size_t given,
                          const SourceRange& range) {
  return failure(DiagnosticKind::WrongOperandCount, range,
                 {name, arguments_text(due), std::to_string(given)});
}

Value Walker::evaluate(const Expression& expression, const Environment& environment) {
  if (++work_ > limits_.work || depth_ > limits_.depth) {
    return failure(DiagnosticKind::CatTooLarge, expression.range,
                   {std::to_string(work_ > limits_.work ? limits_.work : limits_.depth)});
  }
  ++depth_;
  Value value = evaluate_kind(expression, environment);
  --depth_;
  return value;
}

Value Walker::evaluate_kind(const Expression& expression, const Environment& environment) {
  const std::vector<Expression>& operands = expression.operands;
  switch (expression.kind) {
    case ExpressionKind::Name: return look_up(expression.name, environment);
    case ExpressionKind::Application:
      return call(look_up(expression.name, environment), operands, expression, environment);
    case ExpressionKind::Function:
      return make_function({"fun", &expression.parameters, operands.data(), environment, file_});
    case ExpressionKind::Try: return attempt(expression, environment);
    case ExpressionKind::If: {
      Value why;
      const std::optional<bool> is_so = holds(expression.guards[0], environment, why);
      return is_so ? evaluate(operands[*is_so ? 0 : 1], environment) : why;
    }
    case ExpressionKind::Let: {
      Environment inner = environment;
      for (NamedDefinition& each :
           define(expression.is_recursive, expression.bindings, environment)) {
        inner.locals = std::make_shared<const Local>(Local{std::move(each), inner.locals});
      }
      return evaluate(operands[0], inner);
    }
    case ExpressionKind::Empty:
    case ExpressionKind::EmptySet:
    case ExpressionKind::Everything:
    case ExpressionKind::Tag:
    case ExpressionKind::Tuple:
    case ExpressionKind::ExplicitSet:
    case ExpressionKind::Apply:
    case ExpressionKind::Match: return evaluate_own(expression, environment);
    default: break;
  }
  Value left = evaluate(operands[0], environment);
  if (left.is_failure()) return left;
  if (operands.size() == 1) return unary(expression, left);
  Value right = evaluate(operands[1], environment);
  if (right.is_failure()) return right;
  return combine(expression, left, right);
}

std::optional<std::vector<Value>> Walker::evaluate_all(std::span<const Expression> expressions,
                                                       const Environment& environment, Value& why) {
  std::vector<Value> values;
  for (const Expression& each : expressions) {
    values.push_back(evaluate(each, environment));
    if (!values.back().is_failure()) continue;
    why = std::move(values.back());
    return std::nullopt;
  }
  return values;
}

// ---- Functions -----------------------------------------------------------------------------

Value Walker::make_function(Closure closure) {
  return {ValueType::Function, std::make_shared<const Closure>(std::move(closure))};
}

Value Walker::call(const Value& function, std::span<const Expression> arguments,
                   const Expression& expression, const Environment& environment) {
  if (function.is_missing()) return function;
  const bool is_name = expression.kind == ExpressionKind::Application;
  const auto name = [&] { return is_name ? expression.name.text : text(expression.operands[0]); };
  if (function.type != ValueType::Function && function.type != ValueType::Builtin) {
    return failure(
        DiagnosticKind::CatNotFunction, is_name ? expression.name.range : expression.range,
        {name(), kind_name(function)}, "relations are composed with `;` and joined with `|`");
  }
  Value why;
  auto values = evaluate_all(arguments, environment, why);
  if (!values) return why;
  if (function.type == ValueType::Function) {
    return apply_closure(function.closure(), *std::move(values), expression);
  }
  const BuiltinDescription& builtin = function.builtin();
  if (values->size() == 1 && values->front().type == ValueType::Tuple) {
    values = std::vector<Value>(values->front().parts());
  }
  if (values->size() != builtin.parameters) {
    return wrong_count(name(), builtin.parameters, values->size(), expression.range);
  }
  return call_builtin(builtin, *values, expression);
}

Value Walker::apply_closure(const Closure& closure, std::vector<Value> arguments,
                            const Expression& expression) {
  if (!fit_arguments(closure.parameters->size(), arguments)) {
    return wrong_count(closure.name, closure.parameters->size(), arguments.size(),
                       expression.range);
  }
  Environment inner = closure.environment;
  if (closure.companions != nullptr) {
    for (const Binding& each : *closure.companions) {
      if (!each.parameters) continue;
      inner = extend(inner, each.name.text,
                     make_function({each.name.text, &*each.parameters, &each.value,
                                    closure.environment, closure.file, closure.companions}));
    }
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    inner = extend(inner, (*closure.parameters)[i].text, std::move(arguments[i]));
  }
  const std::size_t caller = std::exchange(file_, closure.file);
  Value value = evaluate(*closure.body, inner);
  file_ = caller;
  return value;
}

// ---- Guards --------------------------------------------------------------------------------

std::optional<bool> Walker::holds(const Guard& guard, const Environment& environment, Value& why) {
  switch (guard.kind) {
    case GuardKind::Variant: return variants_.contains(guard.variant.text);
    case GuardKind::Not: {
      const auto inner = holds(guard.parts[0], environment, why);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    case GuardKind::And:
    case GuardKind::Or: {
      const bool is_and = guard.kind == GuardKind::And;
      for (const Guard& part : guard.parts) {
        const auto inner = holds(part, environment, why);
        if (!inner || *inner != is_and) return inner;
      }
      return is_and;
    }
    case GuardKind::Equal:
    case GuardKind::Subset:
    case GuardKind::Member: break;
  }
  return compares(guard, environment, why);
}

}  // namespace drover::cat
