#include "explorer/cat/expression_elaborator.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "frontend/suggestion.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::cat {

namespace {

// Nested function calls may expand a short text to much work.
constexpr std::size_t MaxWork = 200'000;
constexpr std::size_t MaxCallDepth = 100;

std::string type_name(ValueType type) {
  switch (type) {
    case ValueType::Set: return "a set";
    case ValueType::Relation: return "a relation";
    case ValueType::Function: return "a function";
    case ValueType::Procedure: return "a procedure";
    case ValueType::Empty:
    case ValueType::Broken:
    case ValueType::Unknown: break;
  }
  return "a value";
}

bool is_value(ValueType type) {
  return type != ValueType::Function && type != ValueType::Procedure;
}

ValueKind kind_of(ValueType type) {
  return type == ValueType::Set ? ValueKind::Set : ValueKind::Relation;
}

ValueType type_of(ValueKind kind) {
  return kind == ValueKind::Set ? ValueType::Set : ValueType::Relation;
}

// Functions on sets of sets and the like, which general/interpreter.h implements.
bool is_general_function(std::string_view name) {
  constexpr std::array<std::string_view, 22> Names{
      "classes-loc",      "partition",    "classes",    "linearisations",
      "bisimulation",     "lift",         "delift",     "tag2events",
      "tag2instrs",       "tag2fenced",   "fromto",     "different-values",
      "all-unions",       "same-oa",      "oa-changes", "cross",
      "inter_transitive", "fail",         "map",        "at-least-one-writable",
      "generate_orders",  "as_transitive"};
  return std::ranges::find(Names, name) != Names.end();
}

}  // namespace

Diagnostic& ExpressionElaborator::report(DiagnosticKind kind, const SourceRange& range,
                                         std::initializer_list<std::string> arguments) {
  if (captured_ != nullptr) {
    captured_->push_back({file_, {kind, range, arguments, "", {}, false, {}}});
    return captured_->back().diagnostic;
  }
  return files_[file_]->sink.report(kind, range, arguments);
}

// Reports the mistakes of a definition to its user.
void ExpressionElaborator::report_mistakes(const Value& broken) {
  for (Broken& each : broken_) each.is_used = each.is_used || each.mistakes == broken.mistakes;
  for (const Deferred& each : *broken.mistakes) {
    // Reported once, however often the definition is used.
    const bool is_told =
        captured_ == nullptr &&
        std::ranges::any_of(files_[each.file]->sink.diagnostics(), [&](const Diagnostic& other) {
          return other.kind == each.diagnostic.kind &&
                 other.range.begin == each.diagnostic.range.begin;
        });
    if (is_told) continue;
    const std::size_t here = std::exchange(file_, each.file);
    Diagnostic& diagnostic = report(each.diagnostic.kind, each.diagnostic.range, {});
    diagnostic = each.diagnostic;
    file_ = here;
  }
}

std::vector<Deferred> ExpressionElaborator::unused_mistakes() const {
  std::vector<Deferred> out;
  for (const Broken& each : broken_) {
    if (!each.is_used) out.insert(out.end(), each.mistakes->begin(), each.mistakes->end());
  }
  return out;
}

void ExpressionElaborator::report_unknown(const Name& name, const ScopePointer& scope) {
  std::vector<std::string> known;
  for (const Scope* at = scope.get(); at != nullptr; at = at->outer.get())
    known.push_back(at->name);
  Diagnostic& diagnostic = report(DiagnosticKind::CatUnknownName, name.range, {name.text});
  const Hint suggestion = did_you_mean(name.text, known);
  if (!suggestion.empty()) diagnostic.with_hint(suggestion);
}

Value ExpressionElaborator::made(ValueType type, NodeIndex node, const Expression& expression) {
  builder_.set_text(node, text_of(*files_[file_], expression.range));
  return {type, node, nullptr};
}

Value ExpressionElaborator::elaborate(const Expression& expression, const ScopePointer& scope) {
  if (++work_ > MaxWork) {
    report(DiagnosticKind::CatTooLarge, expression.range, {std::to_string(MaxWork)});
    return Value::unknown();
  }
  switch (expression.kind) {
    case ExpressionKind::Name: return name(expression, scope);
    case ExpressionKind::Empty:
    case ExpressionKind::EmptySet: return {ValueType::Empty, std::nullopt, nullptr};
    case ExpressionKind::Tag:
    case ExpressionKind::Tuple:
    case ExpressionKind::ExplicitSet:
    case ExpressionKind::Apply:
    case ExpressionKind::Match: return general();
    case ExpressionKind::If: {
      const std::optional<bool> is_so = holds(expression.guards[0]);
      if (!is_so) return general();
      return elaborate(expression.operands[*is_so ? 0 : 1], scope);
    }
    case ExpressionKind::Everything:
      return made(ValueType::Set, builder_.everything(ValueKind::Set), expression);
    case ExpressionKind::Identity:
      return unary(Operation::Identity, ValueType::Set, expression, scope);
    case ExpressionKind::Application: return apply(expression, scope);
    case ExpressionKind::Plus:
      return unary(Operation::Plus, ValueType::Relation, expression, scope);
    case ExpressionKind::Optional:
      return unary(Operation::Optional, ValueType::Relation, expression, scope);
    case ExpressionKind::Star: {
      Value plus = unary(Operation::Plus, ValueType::Relation, expression, scope);
      if (!plus.node) return plus;
      return made(ValueType::Relation, builder_.unary(Operation::Optional, *plus.node), expression);
    }
    case ExpressionKind::Inverse:
      return unary(Operation::Inverse, ValueType::Relation, expression, scope);
    case ExpressionKind::Complement: return complement(expression, scope);
    case ExpressionKind::Product:
      return pair_up(Operation::Product, ValueType::Set, expression, scope);
    case ExpressionKind::Intersection: return combine(Operation::Intersection, expression, scope);
    case ExpressionKind::Difference: return combine(Operation::Difference, expression, scope);
    case ExpressionKind::Sequence:
      return pair_up(Operation::Sequence, ValueType::Relation, expression, scope);
    case ExpressionKind::Addition:
      // Adds an element to a set; for two sets or relations, their union.
      if (elaborate(expression.operands[1], scope).type == ValueType::Empty) return general();
      return combine(Operation::Union, expression, scope);
    case ExpressionKind::Union: return combine(Operation::Union, expression, scope);
    case ExpressionKind::Let:
      return elaborate(expression.operands[0],
                       bind(expression.is_recursive, expression.bindings, scope));
    case ExpressionKind::Function: {
      check_parameters(expression.parameters);
      auto function = std::make_shared<const Callable>(
          Callable{"fun", &expression.parameters, &expression.operands[0], nullptr, scope, file_});
      return {ValueType::Function, std::nullopt, std::move(function)};
    }
    case ExpressionKind::Try: return attempt(expression, scope);
  }
  DROVER_UNREACHABLE("unknown kind of expression");
}

// ---- Names and calls -----------------------------------------------------------------------

void ExpressionElaborator::note_reference(const Scope& found) {
  const bool is_new =
      found.definition && std::ranges::find(references_, *found.definition) == references_.end();
  if (is_new) references_.push_back(*found.definition);
}

Value ExpressionElaborator::name(const Expression& expression, const ScopePointer& scope) {
  const Scope* found = find(scope, expression.name.text);
  if (found == nullptr) {
    if (is_general_function(expression.name.text)) return general();
    report_unknown(expression.name, scope);
    return Value::unknown();
  }
  note_reference(*found);
  if (found->value.type == ValueType::Broken) {
    report_mistakes(found->value);
    return Value::unknown();
  }
  return found->value;
}

Value ExpressionElaborator::apply(const Expression& expression, const ScopePointer& scope) {
  const Scope* found = find(scope, expression.name.text);
  if (found == nullptr) {
    if (expression.name.text == "domain")
      return apply_builtin(Operation::Domain, expression, scope);
    if (expression.name.text == "range") return apply_builtin(Operation::Range, expression, scope);
    if (is_general_function(expression.name.text)) return general();
    report_unknown(expression.name, scope);
    return Value::unknown();
  }
  note_reference(*found);
  if (found->value.type == ValueType::Broken) report_mistakes(found->value);
  if (found->value.type == ValueType::Function) {
    return apply_callable(*found->value.callable, expression, scope);
  }
  if (found->value.type != ValueType::Unknown && found->value.type != ValueType::Broken) {
    report(DiagnosticKind::CatNotFunction, expression.name.range,
           {expression.name.text, type_name(found->value.type)})
        .with_hint("relations are composed with `;` and joined with `|`");
  }
  return Value::unknown();
}

Value ExpressionElaborator::apply_builtin(Operation operation, const Expression& expression,
                                          const ScopePointer& scope) {
  if (expression.operands.size() != 1) {
    report(DiagnosticKind::WrongOperandCount, expression.range,
           {expression.name.text, arguments_text(1), std::to_string(expression.operands.size())});
    return Value::unknown();
  }
  const Expression& operand = expression.operands[0];
  const Value value = coerce(elaborate(operand, scope), ValueType::Relation, operand);
  if (!value.node) return {ValueType::Set, std::nullopt, nullptr};
  return made(ValueType::Set, builder_.unary(operation, *value.node), expression);
}

std::optional<ScopePointer> ExpressionElaborator::bind_arguments(
    const Callable& callable, const std::vector<Expression>& arguments, const ScopePointer& scope,
    const SourceRange& range) {
  if (callable.parameters->size() != arguments.size()) {
    report(DiagnosticKind::WrongOperandCount, range,
           {callable.name, arguments_text(callable.parameters->size()),
            std::to_string(arguments.size())});
    return std::nullopt;
  }
  ScopePointer inner = callable.scope;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    inner =
        with_name(std::move(inner), (*callable.parameters)[i].text, elaborate(arguments[i], scope));
  }
  return inner;
}

Value ExpressionElaborator::apply_callable(const Callable& callable, const Expression& expression,
                                           const ScopePointer& scope) {
  const auto inner = bind_arguments(callable, expression.operands, scope, expression.range);
  if (!inner) return Value::unknown();
  if (depth_ == MaxCallDepth) {
    report(DiagnosticKind::CatTooLarge, expression.range, {std::to_string(MaxWork)});
    return Value::unknown();
  }
  const std::size_t caller = std::exchange(file_, callable.file);
  ++depth_;
  // Definitions that the body uses belong to the function's own definition.
  std::vector<std::size_t> references = references_;
  Value value = elaborate(*callable.body, *inner);
  references_ = std::move(references);
  --depth_;
  file_ = caller;
  return value;
}

// Returns the second operand if the first has any mistake.
Value ExpressionElaborator::attempt(const Expression& expression, const ScopePointer& scope) {
  {
    const Capture trial(*this);
    Value value = elaborate(expression.operands[0], scope);
    if (trial.complaints.empty()) return value;
  }
  return elaborate(expression.operands[1], scope);
}

std::optional<bool> ExpressionElaborator::holds(const Guard& guard) {
  return guard_holds(
      guard, [&](const std::string& name) { return variants_.contains(name); },
      [](const Guard& /*comparison*/) { return std::optional<bool>(); });
}

// ---- Operators ------------------------------------------------------------------------------

Value ExpressionElaborator::coerce(Value value, ValueType due, const Expression& expression) {
  if (value.type == due) return value;
  if (value.type == ValueType::Empty) {
    return {due, builder_.empty(kind_of(due)), nullptr};
  }
  if (value.type == ValueType::Unknown) return {due, std::nullopt, nullptr};
  Diagnostic& diagnostic =
      report(DiagnosticKind::CatWrongKind, expression.range,
             {text_of(*files_[file_], expression.range), type_name(value.type), type_name(due)});
  if (value.type == ValueType::Set && due == ValueType::Relation) {
    diagnostic.with_hint("`[S]` is the identity on a set `S`, `S * T` all pairs from `S` to `T`");
  } else if (value.type == ValueType::Relation && due == ValueType::Set) {
    diagnostic.with_hint("`domain(r)` and `range(r)` are the sets of a relation `r`");
  } else if (value.type == ValueType::Function) {
    diagnostic.with_hint(format("it takes {}", arguments_text(value.callable->parameters->size())));
  }
  return {due, std::nullopt, nullptr};
}

Value ExpressionElaborator::unary(Operation operation, ValueType due, const Expression& expression,
                                  const ScopePointer& scope) {
  const Expression& operand = expression.operands[0];
  const Value value = coerce(elaborate(operand, scope), due, operand);
  if (!value.node) return {ValueType::Relation, std::nullopt, nullptr};
  return made(ValueType::Relation, builder_.unary(operation, *value.node), expression);
}

Value ExpressionElaborator::pair_up(Operation operation, ValueType due,
                                    const Expression& expression, const ScopePointer& scope) {
  const Expression& left = expression.operands[0];
  const Expression& right = expression.operands[1];
  const Value a = coerce(elaborate(left, scope), due, left);
  const Value b = coerce(elaborate(right, scope), due, right);
  if (!a.node || !b.node) return {ValueType::Relation, std::nullopt, nullptr};
  return made(ValueType::Relation, builder_.binary(operation, *a.node, *b.node), expression);
}

Value ExpressionElaborator::combine(Operation operation, const Expression& expression,
                                    const ScopePointer& scope) {
  const Expression& left = expression.operands[0];
  const Expression& right = expression.operands[1];
  Value a = elaborate(left, scope);
  Value b = elaborate(right, scope);
  if (a.type == ValueType::Empty && b.type == ValueType::Empty) return a;
  const auto is_known = [](const Value& value) {
    return value.type == ValueType::Set || value.type == ValueType::Relation;
  };
  // The left operand decides between set and relation, if it can.
  ValueType due = is_known(a) ? a.type : b.type;
  if (!is_value(due)) due = ValueType::Relation;
  if (due == ValueType::Unknown || due == ValueType::Empty) {
    if (!is_value(a.type)) coerce(a, ValueType::Relation, left);
    return Value::unknown();
  }
  a = coerce(std::move(a), due, left);
  b = coerce(std::move(b), due, right);
  if (!a.node || !b.node) return {due, std::nullopt, nullptr};
  return made(due, builder_.binary(operation, *a.node, *b.node), expression);
}

Value ExpressionElaborator::complement(const Expression& expression, const ScopePointer& scope) {
  const Expression& operand = expression.operands[0];
  Value value = elaborate(operand, scope);
  if (value.type == ValueType::Unknown) return value;
  if (value.type != ValueType::Set) value = coerce(std::move(value), ValueType::Relation, operand);
  if (!value.node) return value;
  return made(value.type, builder_.unary(Operation::Complement, *value.node), expression);
}

std::optional<NodeIndex> ExpressionElaborator::relation(const Expression& expression,
                                                        const ScopePointer& scope) {
  return coerce(elaborate(expression, scope), ValueType::Relation, expression).node;
}

// ---- let -------------------------------------------------------------------------------------

std::optional<std::size_t> ExpressionElaborator::add_definition(
    const Binding& binding, std::vector<std::size_t> references) {
  std::string name = binding.name.text;
  if (binding.parameters) {
    name += "(";
    for (std::size_t i = 0; i < binding.parameters->size(); ++i) {
      name += (i == 0 ? "" : ", ") + (*binding.parameters)[i].text;
    }
    name += ")";
  }
  std::vector<CodeDefinition>& definitions = builder_.code().definitions;
  definitions.push_back(
      {std::move(name), text_of(*files_[file_], binding.value.range), std::move(references)});
  return definitions.size() - 1;
}

void ExpressionElaborator::check_parameters(const std::vector<Name>& parameters) {
  std::set<std::string> seen;
  for (const Name& each : parameters) {
    if (!seen.insert(each.text).second) {
      report(DiagnosticKind::DuplicateParameter, each.range, {each.text});
    }
  }
}

// Reports errors of a function that do not depend on its arguments.
void ExpressionElaborator::check_body(const Callable& function) {
  ScopePointer inner = function.scope;
  for (const Name& parameter : *function.parameters) {
    inner = with_name(std::move(inner), parameter.text, Value::unknown());
  }
  (void)elaborate(*function.body, inner);
}

ScopePointer ExpressionElaborator::bind_plain(const Binding& binding, const ScopePointer& scope,
                                              ScopePointer onto) {
  const std::vector<std::size_t> outer_references = take_references();
  Value value;
  Capture capture(*this);
  if (binding.names.size() > 1) {
    value = general();
  } else if (binding.parameters) {
    check_parameters(*binding.parameters);
    auto function = std::make_shared<const Callable>(
        Callable{binding.name.text, &*binding.parameters, &binding.value, nullptr, scope, file_});
    check_body(*function);
    value = {ValueType::Function, std::nullopt, std::move(function)};
  } else {
    value = elaborate(binding.value, scope);
    if (value.node) builder_.set_name(*value.node, binding.name.text);
  }
  const auto definition = add_definition(binding, take_references());
  references_ = outer_references;
  if (!capture.complaints.empty()) {
    auto mistakes = std::make_shared<std::vector<Deferred>>(capture.complaints.begin(),
                                                            capture.complaints.end());
    broken_.push_back({mistakes, false});
    value = {ValueType::Broken, std::nullopt, nullptr, std::move(mistakes)};
  }
  return with_name(std::move(onto), binding.name.text, std::move(value), definition);
}

void ExpressionElaborator::check_least_solution(NodeIndex body,
                                                const std::vector<Binding>& bindings,
                                                std::uint32_t group) {
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Node* culprit = builder_.find_negative_use(body, builder_.variable(group, i));
    if (culprit == nullptr) continue;
    // Only the interpreter can evaluate this `let rec`, by iteration.
    (void)general();
    return;
  }
}

// Binds the names to unknown values first, to infer which are sets and which are relations.
std::pair<ScopePointer, std::vector<ValueKind>> ExpressionElaborator::kinds_of(
    const std::vector<Binding>& bindings, const ScopePointer& scope) {
  ScopePointer open = scope;
  for (const Binding& each : bindings) {
    if (each.parameters) (void)general();
    open = with_name(std::move(open), each.name.text, Value::unknown());
  }
  std::vector<ValueKind> kinds;
  kinds.reserve(bindings.size());
  for (const Binding& each : bindings) {
    const ValueType type = each.parameters ? ValueType::Unknown : elaborate(each.value, open).type;
    kinds.push_back(type == ValueType::Set ? ValueKind::Set : ValueKind::Relation);
  }
  return {std::move(open), std::move(kinds)};
}

Value ExpressionElaborator::named(NodeIndex node, ValueKind kind, const std::string& name) {
  builder_.set_name(node, name);
  builder_.set_text(node, name);
  return {type_of(kind), node, nullptr};
}

ScopePointer ExpressionElaborator::bind_recursive(const std::vector<Binding>& bindings,
                                                  const ScopePointer& scope) {
  const std::vector<std::size_t> outer_references = take_references();
  Capture capture(*this);
  auto [open, kinds] = kinds_of(bindings, scope);
  take_references();
  const bool is_function = std::ranges::any_of(
      bindings, [](const Binding& each) { return each.parameters.has_value(); });
  if (is_function || !builder_.may_open_group()) {
    if (!is_function) (void)general();
    references_ = outer_references;
    return open;
  }
  const std::uint32_t group = builder_.open_group(kinds);
  ScopePointer inner = scope;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    inner = with_name(std::move(inner), bindings[i].name.text,
                      Value{type_of(kinds[i]), builder_.variable(group, i), nullptr});
  }
  std::vector<NodeIndex> bodies;
  std::vector<std::optional<std::size_t>> definitions;
  bool is_sound = true;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Value value =
        coerce(elaborate(bindings[i].value, inner), type_of(kinds[i]), bindings[i].value);
    definitions.push_back(add_definition(bindings[i], take_references()));
    is_sound = is_sound && value.node.has_value();
    bodies.push_back(value.node.value_or(builder_.empty(kinds[i])));
  }
  // Before the group is closed: afterwards its variables would be followed.
  for (std::size_t i = 0; is_sound && i < bindings.size(); ++i) {
    check_least_solution(bodies[i], bindings, group);
  }
  const std::vector<NodeIndex> results = builder_.close_group(group, std::move(bodies));
  std::shared_ptr<std::vector<Deferred>> mistakes;
  if (!capture.complaints.empty()) {
    mistakes = std::make_shared<std::vector<Deferred>>(capture.complaints.begin(),
                                                       capture.complaints.end());
    broken_.push_back({mistakes, false});
  }
  ScopePointer bound = scope;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    Value value = named(results[i], kinds[i], bindings[i].name.text);
    if (!is_sound) value = Value::unknown();
    if (mistakes != nullptr) value = {ValueType::Broken, std::nullopt, nullptr, mistakes};
    bound = with_name(std::move(bound), bindings[i].name.text, std::move(value), definitions[i]);
  }
  references_ = outer_references;
  return bound;
}

ScopePointer ExpressionElaborator::bind(bool is_recursive, const std::vector<Binding>& bindings,
                                        ScopePointer scope) {
  if (is_recursive) return bind_recursive(bindings, scope);
  const ScopePointer outer = scope;
  for (const Binding& each : bindings) scope = bind_plain(each, outer, std::move(scope));
  return scope;
}

}  // namespace drover::cat
