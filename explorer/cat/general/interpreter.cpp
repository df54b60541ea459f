// Evaluates expressions.

#include "explorer/cat/general/interpreter.h"

#include <algorithm>
#include <array>

#include "explorer/cat/general/predefined.h"
#include "frontend/suggestion.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::cat::general {

namespace {

// Limits for one execution of a program: a model that exceeds them is given up.
constexpr std::size_t MaxWork = 4'000'000;
constexpr std::size_t MaxDepth = 1'500;
constexpr std::size_t MaxRounds = 10'000;

struct BuiltinName {
  std::string_view name;
  Builtin builtin;
};
constexpr std::array BuiltinNames{
    BuiltinName{"domain", Builtin::Domain},
    BuiltinName{"range", Builtin::Range},
    BuiltinName{"classes-loc", Builtin::ClassesOfLocation},
    BuiltinName{"classes", Builtin::Classes},
    BuiltinName{"linearisations", Builtin::Linearisations},
    BuiltinName{"bisimulation", Builtin::Bisimulation},
    BuiltinName{"lift", Builtin::Lift},
    BuiltinName{"delift", Builtin::Delift},
    BuiltinName{"tag2events", Builtin::Tag2Events},
    BuiltinName{"tag2fenced", Builtin::Tag2Fenced},
    BuiltinName{"fromto", Builtin::FromTo},
    BuiltinName{"different-values", Builtin::DifferentValues},
    BuiltinName{"all-unions", Builtin::Cross},
    BuiltinName{"same-oa", Builtin::NothingOfRelation},
    BuiltinName{"oa-changes", Builtin::NothingOfSet},
    BuiltinName{"at-least-one-writable", Builtin::NothingOfSet},
    BuiltinName{"inter_transitive", Builtin::Intersection},
    BuiltinName{"as_transitive", Builtin::SameRelation},
    BuiltinName{"fail", Builtin::Fail},
};

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const Script> script)
    : script_(std::move(script)), view_(script_->architecture) {}

void Interpreter::set_events(const ExecutionGraph& graph) {
  view_.set_events(graph);
  kept_.clear();
}

std::string Interpreter::text(const Expression& expression) const {
  return text_of(*script_->files[file_], expression.range);
}

Value Interpreter::failure(DiagnosticKind kind, const SourceRange& range,
                           std::vector<std::string> arguments, std::string hint) const {
  return of_failure({file_, range, kind, std::move(arguments), std::move(hint)});
}

Environment Interpreter::extend(const Environment& environment, std::string_view name,
                                Value value) const {
  if (name == "_") return environment;
  return {std::make_shared<const Local>(
              Local{name, definition_of(std::move(value)), environment.locals}),
          environment.limit};
}

// ---- Names ---------------------------------------------------------------------------------

std::string Interpreter::hint_on_name(const std::string& name) const {
  if (name == "co" || name == "fr") {
    return format("`{}` is defined by `include \"cos.cat\"`", name);
  }
  std::vector<std::string> known = names_.names();
  for (std::string& each : predefined_names(view_.architecture())) known.push_back(std::move(each));
  for (const BuiltinName& each : BuiltinNames) known.emplace_back(each.name);
  return did_you_mean(name, known).text;
}

Value Interpreter::look_up(const Name& name, const Environment& environment,
                           const SourceRange& range) {
  for (const Local* at = environment.locals.get(); at != nullptr; at = at->outer.get()) {
    if (at->name == name.text) return force(*at->definition);
  }
  if (Definition* found = names_.find(name.text, environment.limit)) return force(*found);
  if (auto given = view_.find(name.text)) {
    is_static_ = is_static_ && given->is_static;
    return std::move(given->value);
  }
  const auto* builtin = std::ranges::find(BuiltinNames, name.text, &BuiltinName::name);
  if (builtin != BuiltinNames.end()) return of_builtin(builtin->builtin);
  return of_failure({file_, range, DiagnosticKind::CatUnknownName, {name.text}, ""});
}

Value Interpreter::force(Definition& definition) {
  if (!definition.is_done) {
    if (definition.is_open) {
      return failure(DiagnosticKind::CatTooLarge, {}, {std::to_string(MaxDepth)});
    }
    definition.is_open = true;
    const std::size_t file = std::exchange(file_, definition.file);
    const bool is_static = std::exchange(is_static_, true);
    if (definition.group != nullptr) {
      force_group(*definition.group);
      definition.value = definition.group->values[definition.component];
      is_static_ = definition.group->is_static;
    } else {
      definition.value = evaluate(*definition.expression, definition.environment);
    }
    if (definition.part && !definition.value.is_failure()) {
      const bool fits = definition.value.kind == ValueKind::Tuple &&
                        *definition.part < definition.value.parts().size();
      definition.value = fits ? Value(definition.value.parts()[*definition.part])
                              : wrong_kind(*definition.expression, definition.value, "a tuple");
    }
    definition.is_static = is_static_;
    definition.is_done = true;
    definition.is_open = false;
    file_ = file;
    is_static_ = is_static;
    if (definition.is_static && definition.position && keeps_ && definition.expression != nullptr) {
      if (kept_.size() <= *definition.position) kept_.resize(*definition.position + 1);
      kept_[*definition.position] = {definition.expression, definition.part.value_or(0),
                                     definition.value};
    }
  }
  is_static_ = is_static_ && definition.is_static;
  return definition.value;
}

// All names start empty. In each iteration the bindings are evaluated in order, and see the new
// values of the bindings before them; until nothing changes.
void Interpreter::force_group(RecursiveGroup& group) {
  if (group.is_done) return;
  const bool is_static = std::exchange(is_static_, true);
  const std::vector<Binding>& bindings = *group.bindings;
  group.values.assign(bindings.size(), Value{});
  Environment inner = group.environment;
  std::vector<DefinitionPtr> variables;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Binding& binding = bindings[i];
    const DefinitionPtr variable = definition_of({});
    if (binding.parameters) {
      variable->value = of_function({binding.name.text, &*binding.parameters, &binding.value,
                                     group.environment, group.file, &bindings});
      group.values[i] = variable->value;
    }
    variables.push_back(variable);
    inner = {std::make_shared<const Local>(Local{binding.name.text, variable, inner.locals}),
             inner.limit};
  }
  bool has_changed = true;
  for (std::size_t round = 0; has_changed; ++round) {
    has_changed = false;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (bindings[i].parameters) continue;
      Value value = evaluate(bindings[i].value, inner);
      if (round > MaxRounds) {
        value = failure(DiagnosticKind::CatNoFixpoint, bindings[i].value.range,
                        {bindings[i].name.text, std::to_string(MaxRounds)});
      }
      if (value.is_failure()) {
        std::ranges::fill(group.values, value);
        has_changed = false;
        break;
      }
      if (are_equal(value, group.values[i], size())) continue;
      has_changed = true;
      group.values[i] = value;
      variables[i]->value = std::move(value);
    }
    if (group.when == nullptr || group.values.front().is_failure()) continue;
    const std::optional<bool> is_so = passes(*group.when, inner, nullptr);
    if (is_so == true) continue;
    group.is_rejected = true;
    break;
  }
  group.is_done = true;
  group.is_static = is_static_;
  is_static_ = is_static;
}

// ---- Evaluation ----------------------------------------------------------------------------

Value Interpreter::evaluate(const Expression& expression, const Environment& environment) {
  if (++work_ > MaxWork || depth_ > MaxDepth) {
    return failure(DiagnosticKind::CatTooLarge, expression.range,
                   {std::to_string(work_ > MaxWork ? MaxWork : MaxDepth)});
  }
  ++depth_;
  Value value = evaluate_operator(expression, environment);
  --depth_;
  return value;
}

Value Interpreter::evaluate_operator(const Expression& expression, const Environment& environment) {
  switch (expression.kind) {
    case ExpressionKind::Name: return look_up(expression.name, environment, expression.range);
    case ExpressionKind::Empty: return of_relation(Relation(size()));
    case ExpressionKind::EmptySet: return {};
    case ExpressionKind::Everything: return {ValueKind::Everything, {}};
    case ExpressionKind::Tag: return of_tag(expression.name.text);
    case ExpressionKind::Function:
      return of_function(
          {"fun", &expression.parameters, &expression.operands[0], environment, file_, nullptr});
    case ExpressionKind::Let:
      return evaluate(expression.operands[0], let_in(expression, environment));
    case ExpressionKind::Try: {
      Value value = evaluate(expression.operands[0], environment);
      return value.is_failure() ? evaluate(expression.operands[1], environment) : value;
    }
    case ExpressionKind::If: {
      Value why;
      const std::optional<bool> is_so = holds(expression.guards[0], environment, why);
      if (!is_so) return why;
      return evaluate(expression.operands[*is_so ? 0 : 1], environment);
    }
    case ExpressionKind::Match: {
      Value subject = evaluate(expression.operands[0], environment);
      if (subject.is_failure()) return subject;
      Environment inner = environment;
      const auto chosen = match(subject, expression.patterns, inner);
      if (!chosen)
        return wrong_kind(expression.operands[0], subject, "something that a clause has");
      return evaluate(expression.operands[*chosen + 1], inner);
    }
    case ExpressionKind::Application:
    case ExpressionKind::Apply:
    case ExpressionKind::Tuple:
    case ExpressionKind::ExplicitSet: return evaluate_parts(expression, environment);
    default: break;
  }
  Value left = evaluate(expression.operands[0], environment);
  if (left.is_failure()) return left;
  if (expression.operands.size() == 1) return unary(expression, left);
  Value right = evaluate(expression.operands[1], environment);
  if (right.is_failure()) return right;
  return combine(expression, left, right);
}

Value Interpreter::evaluate_parts(const Expression& expression, const Environment& environment) {
  Value function;
  std::size_t first = 0;
  if (expression.kind == ExpressionKind::Application) {
    function = look_up(expression.name, environment, expression.name.range);
  } else if (expression.kind == ExpressionKind::Apply) {
    function = evaluate(expression.operands[0], environment);
    first = 1;
  }
  if (function.is_failure()) return function;
  std::vector<Value> parts;
  for (std::size_t i = first; i < expression.operands.size(); ++i) {
    parts.push_back(evaluate(expression.operands[i], environment));
    if (parts.back().is_failure()) return parts.back();
  }
  if (expression.kind == ExpressionKind::Tuple) return of_tuple(std::move(parts));
  if (expression.kind != ExpressionKind::ExplicitSet) {
    return apply(function, std::move(parts), expression);
  }
  Value set;
  for (std::size_t i = parts.size(); i-- > 0;) {
    set = add(expression.operands[i], parts[i], set);
    if (set.is_failure()) break;
  }
  return set;
}

// Evaluates the bindings at once; a failed binding fails its users only.
Environment Interpreter::let_in(const Expression& expression, const Environment& environment) {
  Environment inner = environment;
  if (expression.is_recursive) {
    RecursiveGroup group;
    group.bindings = &expression.bindings;
    group.environment = environment;
    group.file = file_;
    force_group(group);
    is_static_ = is_static_ && group.is_static;
    for (std::size_t i = 0; i < expression.bindings.size(); ++i) {
      inner = extend(inner, expression.bindings[i].name.text, group.values[i]);
    }
    return inner;
  }
  for (const Binding& binding : expression.bindings) {
    if (binding.parameters) {
      inner = extend(inner, binding.name.text,
                     of_function({binding.name.text, &*binding.parameters, &binding.value,
                                  environment, file_, nullptr}));
      continue;
    }
    const Value value = evaluate(binding.value, environment);
    if (binding.names.size() == 1) {
      inner = extend(inner, binding.name.text, value);
      continue;
    }
    const bool fits =
        value.kind == ValueKind::Tuple && value.parts().size() == binding.names.size();
    for (std::size_t i = 0; i < binding.names.size(); ++i) {
      Value part = fits                 ? value.parts()[i]
                   : value.is_failure() ? value
                                        : wrong_kind(binding.value, value, "a tuple");
      inner = extend(inner, binding.names[i].text, std::move(part));
    }
  }
  return inner;
}

// ---- Functions -----------------------------------------------------------------------------

Value Interpreter::apply(const Value& function, std::vector<Value> arguments,
                         const Expression& expression) {
  switch (function.kind) {
    case ValueKind::Function:
      return apply_closure(function.closure(), std::move(arguments), expression);
    case ValueKind::Builtin:
      if (arguments.size() == 1 && arguments[0].kind == ValueKind::Tuple) {
        arguments = std::vector<Value>(arguments[0].parts());
      }
      return call_builtin(function.builtin(), arguments, expression);
    default: break;
  }
  const std::string what = expression.kind == ExpressionKind::Application
                               ? expression.name.text
                               : text(expression.operands[0]);
  return failure(DiagnosticKind::CatNotFunction, expression.range, {what, kind_name(function)},
                 "relations are composed with `;` and joined with `|`");
}

// A function of several parameters also accepts a tuple.
bool Interpreter::fit_arguments(std::size_t parameters, std::vector<Value>& arguments) {
  if (parameters == arguments.size()) return true;
  if (arguments.size() == 1 && arguments[0].kind == ValueKind::Tuple &&
      arguments[0].parts().size() == parameters) {
    arguments = std::vector<Value>(arguments[0].parts());
    return true;
  }
  if (parameters != 1) return false;
  Value tuple = of_tuple(std::move(arguments));
  arguments = {std::move(tuple)};
  return true;
}

Value Interpreter::apply_closure(const Closure& closure, std::vector<Value> arguments,
                                 const Expression& expression) {
  if (!fit_arguments(closure.parameters->size(), arguments)) {
    return failure(DiagnosticKind::WrongOperandCount, expression.range,
                   {closure.name, arguments_text(closure.parameters->size()),
                    std::to_string(arguments.size())});
  }
  Environment inner = closure.environment;
  if (closure.companions != nullptr) {
    for (const Binding& each : *closure.companions) {
      if (!each.parameters) continue;
      inner = extend(inner, each.name.text,
                     of_function({each.name.text, &*each.parameters, &each.value,
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

// ---- Choices -------------------------------------------------------------------------------

std::optional<std::size_t> Interpreter::match(const Value& subject,
                                              const std::vector<Pattern>& patterns,
                                              Environment& environment) {
  std::optional<std::vector<Value>> members;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const Pattern& pattern = patterns[i];
    switch (pattern.kind) {
      case PatternKind::Anything: return i;
      case PatternKind::Tag:
        if (subject.kind == ValueKind::Tag && subject.tag() == pattern.element.text) return i;
        break;
      case PatternKind::EmptySet:
        if (is_empty(subject)) return i;
        break;
      case PatternKind::Element:
      case PatternKind::Split: {
        if (!members) members = members_of(subject);
        if (!members || members->empty()) break;
        const bool splits = pattern.kind == PatternKind::Split;
        const std::size_t at = splits ? members->size() / 2 : 0;
        const auto middle = members->begin() + static_cast<std::ptrdiff_t>(at);
        const auto part = [&](auto begin, auto end) {
          return of_members(std::vector<Value>(begin, end), size());
        };
        if (splits) {
          environment = extend(environment, pattern.before.text, part(members->begin(), middle));
        }
        environment = extend(environment, pattern.element.text, *middle);
        environment = extend(environment, pattern.rest.text, part(middle + 1, members->end()));
        return i;
      }
    }
  }
  return std::nullopt;
}

std::optional<bool> Interpreter::holds(const Guard& guard, const Environment& environment,
                                       Value& why) {
  return guard_holds(
      guard, [&](const std::string& name) { return script_->variants.contains(name); },
      [&](const Guard& comparison) { return compares(comparison, environment, why); });
}

// Nothing, and `why`, if the operands cannot be compared.
std::optional<bool> Interpreter::compares(const Guard& guard, const Environment& environment,
                                          Value& why) {
  const Value left = evaluate(guard.operands[0], environment);
  const Value right = left.is_failure() ? left : evaluate(guard.operands[1], environment);
  if (right.is_failure()) {
    why = right;
    return std::nullopt;
  }
  if (guard.kind == GuardKind::Equal) return are_equal(left, right, size());
  const auto all = members_of(right);
  const auto some =
      guard.kind == GuardKind::Member ? std::optional(std::vector<Value>{left}) : members_of(left);
  if (!all || !some) {
    why = wrong_kind(guard.operands[all ? 0 : 1], all ? left : right, "a set");
    return std::nullopt;
  }
  return std::ranges::all_of(*some, [&](const Value& each) {
    return std::ranges::any_of(*all, [&](const Value& other) { return compare(each, other) == 0; });
  });
}

std::optional<Relation> Interpreter::relation(std::string_view name) {
  const Name asked{std::string(name), {}};
  const Value value = look_up(asked, {nullptr, names_.size()}, {});
  if (value.kind != ValueKind::Relation) return std::nullopt;
  Relation out(view_.graph().size());
  for (const auto& [from, to] : value.relation().pairs()) {
    out.insert(view_.original(from), view_.original(to));
  }
  return out;
}

}  // namespace drover::cat::general
