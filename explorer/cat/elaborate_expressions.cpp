#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>

#include "explorer/cat/elaborate.h"
#include "frontend/suggestion.h"

namespace drover::cat {

namespace {

// Nested function calls may expand a short text to much work.
constexpr std::size_t MaxWork = 200'000;
constexpr std::size_t MaxCalls = 100;

bool is_function(ValueType type) {
  return type == ValueType::Function || type == ValueType::Builtin || type == ValueType::Procedure;
}

ValueType type_of(ValueKind kind) {
  return kind == ValueKind::Set ? ValueType::Set : ValueType::Relation;
}

}  // namespace

Elaborator::Elaborator(ModelFiles& files, const IncludeFinder& find_include,
                       const Variants& variants)
    // The parser limits how deep expressions are.
    : Walker(files, variants, {.work = MaxWork, .depth = MaxWork}), find_include_(find_include) {}

Value Elaborator::general() {
  is_general_ = true;
  return {ValueType::Unknown, {}};
}

// ---- Mistakes ------------------------------------------------------------------------------

bool Elaborator::is_same_mistake(const Diagnostic& a, const Diagnostic& b) {
  if (a.kind != b.kind) return false;
  const bool is_name = a.kind == DiagnosticKind::CatUnknownName;
  return is_name ? a.arguments == b.arguments : a.range.begin == b.range.begin;
}

void Elaborator::add_mistake(const Failure& mistake, std::deque<Failure>& all) {
  const auto is_known = [&](const Failure& other) {
    return other.file == mistake.file && is_same_mistake(other.diagnostic, mistake.diagnostic);
  };
  if (std::ranges::none_of(all, is_known)) all.push_back(mistake);
}

void Elaborator::report(Diagnostic diagnostic) {
  if (captured_ != nullptr) {
    add_mistake({file_, std::move(diagnostic)}, *captured_);
    return;
  }
  DiagnosticSink& sink = files_[file_]->sink;
  const auto is_known = [&](const Diagnostic& other) { return is_same_mistake(other, diagnostic); };
  if (std::ranges::any_of(sink.diagnostics(), is_known)) return;
  sink.report(diagnostic.kind, diagnostic.range) = std::move(diagnostic);
}

Value Elaborator::failure(DiagnosticKind kind, const SourceRange& range,
                          std::vector<std::string> arguments, std::string hint) {
  // A recursion without an end here may have one on a graph.
  const bool is_recursion = kind == DiagnosticKind::CatTooLarge && work_ <= MaxWork;
  if (is_recursion) return general();
  report({kind, range, std::move(arguments), std::move(hint), {}, false, {}});
  return {ValueType::Unknown, {}};
}

Value Elaborator::unknown_name(const Name& name, const Environment& environment) {
  std::vector<std::string> known;
  for (const Local* at = environment.locals.get(); at != nullptr; at = at->outer.get()) {
    known.emplace_back(at->name);
  }
  for (const auto& each : std::views::reverse(names_.entries())) known.push_back(each.name);
  Diagnostic diagnostic{DiagnosticKind::CatUnknownName, name.range, {name.text}, "", {}, false, {}};
  const Hint suggestion = did_you_mean(name.text, known);
  if (!suggestion.empty()) diagnostic.with_hint(suggestion);
  report(std::move(diagnostic));
  return {ValueType::Unknown, {}};
}

// Returns what was captured in a definition; null if it is nothing.
Mistakes Elaborator::mistakes_of(const Capture& capture) {
  if (capture.complaints.empty()) return nullptr;
  mistakes_.push_back(std::make_shared<const std::vector<Failure>>(capture.complaints.begin(),
                                                                   capture.complaints.end()));
  return mistakes_.back();
}

// ---- Names ---------------------------------------------------------------------------------

Value Elaborator::value_of(Definition& definition) {
  const bool is_new = definition.position &&
                      std::ranges::find(references_, *definition.position) == references_.end();
  if (is_new) references_.push_back(*definition.position);
  if (definition.mistakes == nullptr) return definition.value;
  used_mistakes_.push_back(definition.mistakes);
  const std::size_t here = file_;
  for (const auto& [file, diagnostic] : *definition.mistakes) {
    file_ = file;
    report(diagnostic);
  }
  file_ = here;
  return {ValueType::Unknown, {}};
}

std::optional<Value> Elaborator::predefined(std::string_view name) {
  const auto* found = std::ranges::find(BuiltinTable, name, &BuiltinDescription::name);
  if (found == BuiltinTable.end()) return std::nullopt;
  const bool is_known = found->builtin == Builtin::Domain || found->builtin == Builtin::Range;
  return is_known ? Value{ValueType::Builtin, found} : general();
}

std::vector<NamedDefinition> Elaborator::define(bool is_recursive,
                                                const std::vector<Binding>& bindings,
                                                const Environment& environment) {
  std::vector<std::size_t> outer_references = std::exchange(references_, {});
  std::vector<NamedDefinition> out;
  if (is_recursive) {
    out = define_recursive(bindings, environment);
  } else {
    for (const Binding& each : bindings) out.push_back(define_plain(each, environment));
  }
  references_ = std::move(outer_references);
  return out;
}

std::size_t Elaborator::add_definition(const Binding& binding) {
  std::string name = binding.name.text;
  if (binding.parameters) {
    name += "(";
    for (std::size_t i = 0; i < binding.parameters->size(); ++i) {
      name += (i == 0 ? "" : ", ") + (*binding.parameters)[i].text;
    }
    name += ")";
  }
  std::vector<CodeDefinition>& definitions = builder_.code().definitions;
  definitions.push_back({std::move(name), text(binding.value), std::exchange(references_, {})});
  return definitions.size() - 1;
}

NamedDefinition Elaborator::define_plain(const Binding& binding, const Environment& environment) {
  const Capture capture(*this);
  const DefinitionPtr definition = definition_of({ValueType::Unknown, {}});
  if (binding.names.size() > 1) {
    general();
  } else if (binding.parameters) {
    definition->value = make_function(
        {binding.name.text, &*binding.parameters, &binding.value, environment, file_});
    // Reports errors that do not depend on the arguments.
    Environment inner = environment;
    for (const Name& each : *binding.parameters) {
      inner = extend(inner, each.text, {ValueType::Unknown, {}});
    }
    evaluate(binding.value, inner);
  } else {
    definition->value = evaluate(binding.value, environment);
    if (const NodeIndex* node = definition->value.node()) {
      builder_.set_name(*node, binding.name.text);
    }
  }
  definition->position = add_definition(binding);
  definition->mistakes = mistakes_of(capture);
  if (definition->mistakes != nullptr) definition->value = {ValueType::Unknown, {}};
  return {binding.name.text, definition};
}

// Binds the names to unknown values, to infer which are sets and which are relations.
std::vector<ValueKind> Elaborator::kinds_of(const std::vector<Binding>& bindings,
                                            const Environment& environment) {
  Environment open = environment;
  for (const Binding& each : bindings) {
    if (each.parameters) general();
    open = extend(open, each.name.text, {ValueType::Unknown, {}});
  }
  std::vector<ValueKind> kinds;
  for (const Binding& each : bindings) {
    const bool is_set = !each.parameters && evaluate(each.value, open).type == ValueType::Set;
    kinds.push_back(is_set ? ValueKind::Set : ValueKind::Relation);
  }
  references_.clear();
  return kinds;
}

std::vector<NamedDefinition> Elaborator::define_recursive(const std::vector<Binding>& bindings,
                                                          const Environment& environment) {
  const Capture capture(*this);
  std::vector<NamedDefinition> out;
  for (const Binding& each : bindings) {
    out.push_back({each.name.text, definition_of({ValueType::Unknown, {}})});
  }
  const std::vector<ValueKind> kinds = kinds_of(bindings, environment);
  if (!builder_.may_open_group()) general();
  if (is_general_) return out;
  const std::uint32_t group = builder_.open_group(kinds);
  Environment inner = environment;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    inner = extend(inner, bindings[i].name.text, {type_of(kinds[i]), builder_.variable(group, i)});
  }
  std::vector<NodeIndex> bodies;
  bool is_sound = true;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Value value =
        coerce(evaluate(bindings[i].value, inner), type_of(kinds[i]), bindings[i].value);
    out[i].definition->position = add_definition(bindings[i]);
    is_sound = is_sound && value.node() != nullptr;
    bodies.push_back(value.node() != nullptr ? *value.node() : builder_.empty(kinds[i]));
  }
  // A `let rec` that uses a variable negatively may have no least solution: only the interpreter
  // can evaluate it, by iteration.
  const auto is_negative = [&](std::size_t body, std::size_t variable) {
    return builder_.uses_negatively(bodies[body], builder_.variable(group, variable));
  };
  for (std::size_t i = 0; is_sound && i < bindings.size(); ++i) {
    for (std::size_t j = 0; j < bindings.size(); ++j) {
      if (is_negative(i, j)) general();
    }
  }
  const std::vector<NodeIndex> results = builder_.close_group(group, std::move(bodies));
  const Mistakes mistakes = mistakes_of(capture);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    builder_.set_name(results[i], bindings[i].name.text);
    builder_.set_text(results[i], bindings[i].name.text);
    out[i].definition->mistakes = mistakes;
    if (is_sound && mistakes == nullptr) {
      out[i].definition->value = {type_of(kinds[i]), results[i]};
    }
  }
  return out;
}

// ---- Functions -----------------------------------------------------------------------------

Value Elaborator::make_function(Closure closure) {
  std::set<std::string> seen;
  for (const Name& each : *closure.parameters) {
    if (!seen.insert(each.text).second) {
      failure(DiagnosticKind::DuplicateParameter, each.range, {each.text});
    }
  }
  return Walker::make_function(std::move(closure));
}

Value Elaborator::apply_closure(const Closure& closure, std::vector<Value> arguments,
                                const Expression& expression) {
  if (calls_ == MaxCalls) {
    const std::string most = std::to_string(MaxWork);
    report({DiagnosticKind::CatTooLarge, expression.range, {most}, "", {}, false, {}});
    return {ValueType::Unknown, {}};
  }
  // Definitions that the body uses belong to the function's own definition.
  std::vector<std::size_t> references = references_;
  ++calls_;
  Value value = Walker::apply_closure(closure, std::move(arguments), expression);
  --calls_;
  references_ = std::move(references);
  return value;
}

Value Elaborator::call_builtin(const BuiltinDescription& builtin,
                               const std::vector<Value>& arguments, const Expression& expression) {
  const Value value = coerce(arguments[0], ValueType::Relation, expression.operands[0]);
  if (value.node() == nullptr) return {ValueType::Set, {}};
  const bool is_domain = builtin.builtin == Builtin::Domain;
  return made(builder_.unary(is_domain ? Operation::Domain : Operation::Range, *value.node()),
              expression);
}

// Returns the second operand if the first has any mistake.
Value Elaborator::attempt(const Expression& expression, const Environment& environment) {
  {
    const Capture trial(*this);
    Value value = evaluate(expression.operands[0], environment);
    if (trial.complaints.empty()) return value;
  }
  return evaluate(expression.operands[1], environment);
}

std::optional<bool> Elaborator::compares(const Guard& /*guard*/, const Environment& /*environment*/,
                                         Value& why) {
  why = general();
  return std::nullopt;
}

// ---- Operators -----------------------------------------------------------------------------

Value Elaborator::of_node(NodeIndex node) const { return {type_of(builder_[node].kind), node}; }

Value Elaborator::made(NodeIndex node, const Expression& expression) {
  builder_.set_text(node, text(expression));
  return of_node(node);
}

Value Elaborator::coerce(const Value& value, ValueType due, const Expression& expression) {
  if (value.type == due) return value;
  const bool is_set = due == ValueType::Set;
  if (value.type == ValueType::Empty) {
    return {due, builder_.empty(is_set ? ValueKind::Set : ValueKind::Relation)};
  }
  if (value.type != ValueType::Unknown) {
    wrong_kind(expression, value, is_set ? "a set" : "a relation");
  }
  return {due, {}};
}

Value Elaborator::evaluate_own(const Expression& expression, const Environment& /*environment*/) {
  switch (expression.kind) {
    case ExpressionKind::Empty:
    case ExpressionKind::EmptySet: return {};
    case ExpressionKind::Everything: return made(builder_.everything(ValueKind::Set), expression);
    default: return general();
  }
}

Value Elaborator::unary(const Expression& expression, const Value& operand) {
  const Expression& inner = expression.operands[0];
  const auto of = [&](ValueType due, Operation operation) {
    const Value value = coerce(operand, due, inner);
    return value.node() != nullptr ? made(builder_.unary(operation, *value.node()), expression)
                                   : Value{ValueType::Relation, {}};
  };
  switch (expression.kind) {
    case ExpressionKind::Identity: return of(ValueType::Set, Operation::Identity);
    case ExpressionKind::Optional: return of(ValueType::Relation, Operation::Optional);
    case ExpressionKind::Inverse: return of(ValueType::Relation, Operation::Inverse);
    case ExpressionKind::Plus: return of(ValueType::Relation, Operation::Plus);
    case ExpressionKind::Star: {
      Value plus = of(ValueType::Relation, Operation::Plus);
      if (plus.node() == nullptr) return plus;
      return made(builder_.unary(Operation::Optional, *plus.node()), expression);
    }
    default: break;
  }
  // Complement.
  if (operand.type == ValueType::Unknown) return operand;
  const bool is_set = operand.type == ValueType::Set;
  Value value = coerce(operand, is_set ? ValueType::Set : ValueType::Relation, inner);
  if (value.node() == nullptr) return value;
  return made(builder_.unary(Operation::Complement, *value.node()), expression);
}

Value Elaborator::combine(const Expression& expression, const Value& a, const Value& b) {
  const Expression& left = expression.operands[0];
  const Expression& right = expression.operands[1];
  const auto of = [&](ValueType due, ValueType result, Operation operation) {
    const Value first = coerce(a, due, left);
    const Value second = coerce(b, due, right);
    if (first.node() == nullptr || second.node() == nullptr) return Value{result, {}};
    return made(builder_.binary(operation, *first.node(), *second.node()), expression);
  };
  Operation operation = Operation::Union;
  switch (expression.kind) {
    case ExpressionKind::Product:
      return of(ValueType::Set, ValueType::Relation, Operation::Product);
    case ExpressionKind::Sequence:
      return of(ValueType::Relation, ValueType::Relation, Operation::Sequence);
    case ExpressionKind::Addition:
      // Adds an element to a set; for two sets or relations, their union.
      if (b.type == ValueType::Empty) return general();
      break;
    case ExpressionKind::Intersection: operation = Operation::Intersection; break;
    case ExpressionKind::Difference: operation = Operation::Difference; break;
    default: break;
  }
  if (a.type == ValueType::Empty && b.type == ValueType::Empty) return a;
  // The left operand decides between set and relation, if it can.
  const bool is_known = a.type == ValueType::Set || a.type == ValueType::Relation;
  ValueType due = is_known ? a.type : b.type;
  if (is_function(due)) due = ValueType::Relation;
  if (due == ValueType::Unknown || due == ValueType::Empty) {
    if (is_function(a.type)) coerce(a, ValueType::Relation, left);
    return {ValueType::Unknown, {}};
  }
  return of(due, due, operation);
}

}  // namespace drover::cat
