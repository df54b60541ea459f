// Names, and the expressions that need more than sets and relations.

#include "explorer/cat/general/interpreter.h"

#include <algorithm>
#include <iterator>

#include "frontend/suggestion.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::cat::general {

namespace {

// Limits for one execution of a program: a model that exceeds them is given up.
constexpr std::size_t MaxWork = 4'000'000;
constexpr std::size_t MaxDepth = 1'500;
constexpr std::size_t MaxRounds = 10'000;

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const Script> script)
    : Walker(script->files, script->variants, {.work = MaxWork, .depth = MaxDepth}),
      script_(std::move(script)),
      view_(script_->architecture) {}

void Interpreter::set_events(const ExecutionGraph& graph) {
  view_.set_events(graph);
  kept_.clear();
}

Value Interpreter::failure(DiagnosticKind kind, const SourceRange& range,
                           std::vector<std::string> arguments, std::string hint) {
  return of_failure({file_, {kind, range, std::move(arguments), std::move(hint), {}, false, {}}});
}

// ---- Names ---------------------------------------------------------------------------------

std::string Interpreter::hint_on_name(const std::string& name) const {
  if (name == "co" || name == "fr") {
    return format("`{}` is defined by `include \"cos.cat\"`", name);
  }
  std::vector<std::string> known;
  for (const GlobalNames::Entry& each : names_.entries()) known.push_back(each.name);
  std::ranges::copy(view_.names(), std::back_inserter(known));
  for (const BuiltinDescription& each : BuiltinTable) {
    if (each.builtin != Builtin::InLibrary) known.emplace_back(each.name);
  }
  return did_you_mean(name, known).text;
}

std::optional<Value> Interpreter::predefined(std::string_view name) {
  if (auto given = view_.find(name)) {
    is_static_ = is_static_ && given->is_static;
    return std::move(given->value);
  }
  const auto* found = std::ranges::find(BuiltinTable, name, &BuiltinDescription::name);
  if (found == BuiltinTable.end() || found->builtin == Builtin::InLibrary) return std::nullopt;
  return Value{ValueType::Builtin, found};
}

Value Interpreter::unknown_name(const Name& name, const Environment& /*environment*/) {
  return failure(DiagnosticKind::CatUnknownName, name.range, {name.text});
}

std::vector<NamedDefinition> Interpreter::define(bool is_recursive,
                                                 const std::vector<Binding>& bindings,
                                                 const Environment& environment) {
  std::shared_ptr<RecursiveGroup> group;
  if (is_recursive) {
    group = std::make_shared<RecursiveGroup>();
    group->bindings = &bindings;
    group->environment = environment;
    group->file = file_;
  }
  std::vector<NamedDefinition> out;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Binding& binding = bindings[i];
    for (std::size_t part = 0; part < binding.names.size(); ++part) {
      auto definition = std::make_shared<Definition>();
      definition->expression = &binding.value;
      definition->environment = environment;
      definition->file = file_;
      definition->group = group;
      definition->component = i;
      if (binding.names.size() > 1) definition->part = part;
      if (binding.parameters && group == nullptr) {
        definition->is_done = true;
        definition->value = make_function(
            {binding.name.text, &*binding.parameters, &binding.value, environment, file_});
      }
      out.push_back({binding.names[part].text, std::move(definition)});
    }
  }
  return out;
}

// Takes the value of the last execution, if it depends on the events alone.
void Interpreter::prepare_global(Definition& definition) {
  definition.position = names_.size();
  if (!keeps_ || names_.size() >= kept_.size() || definition.is_done) return;
  const Kept& kept = kept_[names_.size()];
  if (kept.expression != definition.expression || kept.part != definition.part.value_or(0)) return;
  definition.value = kept.value;
  definition.is_done = true;
}

Value Interpreter::value_of(Definition& definition) {
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
      const bool fits = definition.value.type == ValueType::Tuple &&
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
    if (binding.parameters) {
      group.values[i] = make_function({binding.name.text, &*binding.parameters, &binding.value,
                                       group.environment, group.file, &bindings});
    }
    variables.push_back(definition_of(group.values[i]));
    inner.locals =
        std::make_shared<const Local>(Local{{binding.name.text, variables[i]}, inner.locals});
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
    group.is_rejected = passes(*group.when, inner, nullptr) != true;
    if (group.is_rejected) break;
  }
  group.is_done = true;
  group.is_static = is_static_;
  is_static_ = is_static;
}

// ---- Expressions ---------------------------------------------------------------------------

Value Interpreter::attempt(const Expression& expression, const Environment& environment) {
  Value value = evaluate(expression.operands[0], environment);
  return value.is_failure() ? evaluate(expression.operands[1], environment) : value;
}

Value Interpreter::evaluate_own(const Expression& expression, const Environment& environment) {
  const std::vector<Expression>& operands = expression.operands;
  Value why;
  switch (expression.kind) {
    case ExpressionKind::Empty: return of_relation(Relation(size()));
    case ExpressionKind::EmptySet: return {};
    case ExpressionKind::Everything: return {ValueType::Everything, {}};
    case ExpressionKind::Tag: return of_tag(expression.name.text);
    case ExpressionKind::Apply:
      return call(evaluate(operands[0], environment), std::span(operands).subspan(1), expression,
                  environment);
    case ExpressionKind::Match: {
      Environment inner = environment;
      const auto chosen = match(operands[0], expression.patterns, inner, why);
      return chosen ? evaluate(operands[*chosen + 1], inner) : why;
    }
    case ExpressionKind::Tuple: {
      auto parts = evaluate_all(operands, environment, why);
      return parts ? of_tuple(*std::move(parts)) : why;
    }
    case ExpressionKind::ExplicitSet: {
      const auto parts = evaluate_all(operands, environment, why);
      if (!parts) return why;
      Value set;
      for (std::size_t i = parts->size(); i-- > 0 && !set.is_failure();) {
        set = add(operands[i], (*parts)[i], set);
      }
      return set;
    }
    default: break;
  }
  DROVER_UNREACHABLE("the walker evaluates all other expressions");
}

// A function of several parameters also accepts a tuple.
bool Interpreter::fit_arguments(std::size_t parameters, std::vector<Value>& arguments) const {
  if (parameters == arguments.size()) return true;
  if (arguments.size() == 1 && arguments[0].type == ValueType::Tuple &&
      arguments[0].parts().size() == parameters) {
    arguments = std::vector<Value>(arguments[0].parts());
    return true;
  }
  if (parameters != 1) return false;
  Value tuple = of_tuple(std::move(arguments));
  arguments = {std::move(tuple)};
  return true;
}

// ---- Choices -------------------------------------------------------------------------------

std::optional<std::size_t> Interpreter::match(const Expression& subject,
                                              const std::vector<Pattern>& patterns,
                                              Environment& environment, Value& why) {
  const Value value = evaluate(subject, environment);
  if (value.is_failure()) {
    why = value;
    return std::nullopt;
  }
  const auto members = members_of(value);
  const auto part = [&](auto begin, auto end) {
    return of_members(std::vector<Value>(begin, end), size());
  };
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const Pattern& pattern = patterns[i];
    switch (pattern.kind) {
      case PatternKind::Anything: return i;
      case PatternKind::Tag:
        if (value.type == ValueType::Tag && value.tag() == pattern.element.text) return i;
        break;
      case PatternKind::EmptySet:
        if (is_empty(value)) return i;
        break;
      case PatternKind::Element:
      case PatternKind::Split: {
        if (!members || members->empty()) break;
        const bool splits = pattern.kind == PatternKind::Split;
        const std::size_t at = splits ? members->size() / 2 : 0;
        const auto middle = members->begin() + static_cast<std::ptrdiff_t>(at);
        if (splits) {
          environment = extend(environment, pattern.before.text, part(members->begin(), middle));
        }
        environment = extend(environment, pattern.element.text, *middle);
        environment = extend(environment, pattern.rest.text, part(middle + 1, members->end()));
        return i;
      }
    }
  }
  why = wrong_kind(subject, value, "something that a clause has");
  return std::nullopt;
}

std::optional<bool> Interpreter::compares(const Guard& guard, const Environment& environment,
                                          Value& why) {
  const auto operands = evaluate_all(guard.operands, environment, why);
  if (!operands) return std::nullopt;
  const Value& left = operands->front();
  const Value& right = operands->back();
  if (guard.kind == GuardKind::Equal) return are_equal(left, right, size());
  const auto all = members_of(right, guard.operands[1], "a set", why);
  if (!all) return std::nullopt;
  const auto is_member = [&](const Value& value) {
    return std::ranges::any_of(*all, [&](const Value& each) { return compare(each, value) == 0; });
  };
  if (guard.kind == GuardKind::Member) return is_member(left);
  const auto some = members_of(left, guard.operands[0], "a set", why);
  return some ? std::optional(std::ranges::all_of(*some, is_member)) : std::nullopt;
}

std::optional<Relation> Interpreter::relation(std::string_view name) {
  const Value value = look_up({std::string(name), {}}, {nullptr, names_.size()});
  if (value.type != ValueType::Relation) return std::nullopt;
  Relation out(view_.graph().size());
  for (const auto& [from, to] : value.relation().pairs()) {
    out.insert(view_.original(from), view_.original(to));
  }
  return out;
}

}  // namespace drover::cat::general
