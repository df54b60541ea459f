#include "explorer/cat/elaborate.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <ranges>
#include <utility>

#include "explorer/cat/code_builder.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/overloaded.h"

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

// A short-lived worker.
class Elaborator : private Walker {
 public:
  Elaborator(ModelFiles& files, const IncludeFinder& find_include, const Variants& variants)
      // The parser limits how deep expressions are.
      : Walker(files, variants, {.work = MaxWork, .depth = MaxWork}), find_include_(find_include) {}

  // Elaborates the last of the files, on top of the definitions of the files before it. Diagnostics
  // go to the sink of their file; a model with errors, or a general one, gives no code.
  Elaborated run() {
    for (const BaseDescription& base : base_descriptions()) {
      if (base.base == Base::All) continue;
      NodeIndex node = builder_.base(base.base);
      // Without parts each event is an access of its own.
      if (base.base == Base::Si && !variants_.contains(MixedSizes)) {
        node = builder_.unary(Operation::Identity, builder_.base(Base::All));
      }
      names_.add(base.name, definition_of(of_node(node)));
    }
    const std::size_t own = files_.size() - 1;
    for (std::size_t i = 0; i <= own && !is_general_; ++i) {
      if (i == own) builder_.code().checks.clear();
      const auto& ast = files_[i]->ast;
      if (ast) Walker::run({{.instructions = &ast->instructions, .file = i}});
    }
    if (is_general_) return {std::nullopt, true};
    if (std::ranges::any_of(files_, [](const auto& file) { return file->sink.has_errors(); })) {
      return {};
    }
    warn_of_unused_mistakes(own);
    ModelFile& file = *files_[own];
    const auto& checks = builder_.code().checks;
    if (std::ranges::find(checks, CheckUse::Axiom, &CodeCheck::use) == checks.end()) {
      file.sink.report(DiagnosticKind::CatNoAxioms, file.source.range(0, 0));
    }
    complete();
    Code code = std::move(builder_.code());
    code.title = file.ast ? file.ast->title : "";
    // The last first: later names hide earlier ones.
    for (const auto& each : std::views::reverse(names_.entries())) {
      if (const NodeIndex* node = each.definition->value.node()) {
        code.names.try_emplace(each.name, *node);
      }
    }
    return {std::move(code), false};
  }

 private:
  // Captures diagnostics while it lives.
  class Capture {
   public:
    explicit Capture(Elaborator& elaborator)
        : elaborator_(elaborator), outer_(std::exchange(elaborator.captured_, &complaints)) {}
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture() { elaborator_.captured_ = outer_; }

    std::deque<Failure> complaints;  // a deque: references stay valid

   private:
    Elaborator& elaborator_;
    std::deque<Failure>* outer_;
  };

  // The model does not need these definitions, so their mistakes are only warnings.
  void warn_of_unused_mistakes(std::size_t own) {
    std::deque<Failure> unused;
    for (const Mistakes& each : mistakes_) {
      const bool is_used = std::ranges::find(used_mistakes_, each) != used_mistakes_.end();
      if (is_used) continue;
      for (const Failure& mistake : *each) add_mistake(mistake, unused);
    }
    for (const Failure& mistake : mistakes_of_shown_) add_mistake(mistake, unused);
    for (const auto& [file, diagnostic] : unused) {
      if (file != own) continue;
      Diagnostic& warning = files_[own]->sink.report(DiagnosticKind::CatUnusedMistake,
                                                     diagnostic.range, {diagnostic.message()});
      if (diagnostic.hint.empty()) continue;
      warning.hint = diagnostic.hint;
      warning.meant = diagnostic.meant;
    }
  }

  // Adds the rules on spawn and join, and on happens-before, that every model needs.
  void complete() {
    const bool knows_sync = builder_.code().uses(Base::Sync);
    const NodeIndex sync = builder_.base(Base::Sync);
    const NodeIndex own_order = builder_.binary(Operation::Union, builder_.base(Base::Po), sync);
    const Definition* found = names_.find("hb", names_.size());
    const NodeIndex* hb = found != nullptr && found->value.type == ValueType::Relation
                              ? found->value.node()
                              : nullptr;
    Code& code = builder_.code();
    if (hb != nullptr && knows_sync) {
      code.happens_before = *hb;
    } else {
      const NodeIndex seen = hb != nullptr ? *hb : builder_.base(Base::Rf);
      code.happens_before =
          builder_.unary(Operation::Plus, builder_.binary(Operation::Union, own_order, seen));
    }
    if (knows_sync) return;
    NodeIndex communication = builder_.base(Base::Rf);
    const bool has_coherence =
        code.declares_coherence || code.uses(Base::Co) || code.uses(Base::Fr);
    if (has_coherence) {
      communication = builder_.binary(
          Operation::Union, communication,
          builder_.binary(Operation::Union, builder_.base(Base::Co), builder_.base(Base::Fr)));
    }
    const NodeIndex backwards = builder_.unary(Operation::Inverse, sync);
    code.checks.push_back(
        {.test = CheckTest::Empty,
         .node = builder_.binary(Operation::Intersection, communication, backwards),
         .name = "spawn-join",
         .text = has_coherence ? "(rf | co | fr) & sync^-1" : "rf & sync^-1",
         .comment = "added, as the model does not mention sync: a thread begins "
                    "after its spawn, and ends before its join",
         .references = {},
         .fails_for_good = true,
         .is_added = true});
  }

  // ---- Instructions

  Step execute(Frames& frames, const Instruction& instruction) override {
    const Step step = Walker::execute(frames, instruction);
    references_.clear();
    return is_general_ ? Step::Stopped : step;
  }

  Step execute_own(Frames& frames, const Instruction& instruction) override {
    const Environment environment = environment_of(frames.back());
    std::visit(overloaded{
                   [&](const Check& check) { add_check(check, instruction.range, environment); },
                   [&](const Show& show) { add_shown(show, environment); },
                   [&](const Unshow& unshow) { remove_shown(unshow, environment); },
                   [&](const With& with) { choose_coherence(with, environment); },
                   [&](const auto& /*ForAll, MatchBlock, Enumeration*/) { general(); },
               },
               instruction.body);
    return Step::GoOn;
  }

  Step execute_let(Frame& frame, const Let& let) override {
    if (let.when) general();
    return Walker::execute_let(frame, let);
  }

  void add_check(const Check& check, const SourceRange& range, const Environment& environment) {
    if (check.role == CheckRole::Assertion) {
      general();
      return;
    }
    const Value tested = evaluate(check.expression, environment);
    const bool is_set = check.test == Test::Empty && tested.type == ValueType::Set;
    const Value value =
        coerce(tested, is_set ? ValueType::Set : ValueType::Relation, check.expression);
    if (value.node() == nullptr) return;
    std::vector<CodeCheck>& checks = builder_.code().checks;
    const Growth growth = builder_[*value.node()].growth;
    checks.push_back(
        {.use = check.role,
         .test = check.test,
         .is_negated = check.is_negated,
         .node = *value.node(),
         .name = check.name ? check.name->text : format("check-{}", checks.size() + 1),
         .text = text(check.expression),
         .comment = comment_before(*files_[file_], range),
         .references = std::exchange(references_, {}),
         .fails_for_good = growth == Growth::None ||
                           growth == (check.is_negated ? Growth::Shrinks : Growth::Grows)});
  }

  void add_shown(const Show& show, const Environment& environment) {
    for (const ShownRelation& each : show.relations) {
      // A relation that cannot be shown is left out: that is no error of the model.
      Capture capture(*this);
      const Value value =
          coerce(evaluate(each.expression, environment), ValueType::Relation, each.expression);
      std::ranges::copy(capture.complaints, std::back_inserter(mistakes_of_shown_));
      if (value.node() == nullptr) continue;
      std::string name = each.name ? each.name->text : text(each.expression);
      if (find(name, environment) == nullptr) names_.add(name, definition_of(value));
      std::vector<std::string>& shown = builder_.code().shown;
      if (std::ranges::find(shown, name) == shown.end()) shown.push_back(std::move(name));
    }
  }

  void remove_shown(const Unshow& unshow, const Environment& environment) {
    for (const Name& each : unshow.names) {
      if (find(each.text, environment) == nullptr) {
        Capture capture(*this);
        unknown_name(each, environment);
        mistakes_of_shown_.push_back(capture.complaints.front());
      }
      std::erase(builder_.code().shown, each.text);
    }
  }

  // ---- Coherence

  std::optional<std::size_t> find_include(const std::string& name) override {
    return find_include_(name, file_);
  }

  Step execute_include(Frames& frames, const Include& include) override {
    // Executions always have coherence, so including these files only declares it.
    if (is_coherence_file(include.file.text)) {
      find_include(include.file.text);
      declare_coherence(environment_of(frames.back()));
      return Step::GoOn;
    }
    // cross.cat computes coherence, which executions already have.
    if (include.file.text == "cross.cat") return Step::GoOn;
    return Walker::execute_include(frames, include);
  }

  // Coherence is given: the explorer tries every order of the writes of each location.
  void choose_coherence(const With& with, const Environment& environment) {
    const bool is_coherence = with.name.text == "co" &&
                              with.source.kind == ExpressionKind::Application &&
                              with.source.name.text == "generate_cos";
    if (!is_coherence || with.source.operands.size() != 1) {
      general();
      return;
    }
    const Expression& least = with.source.operands[0];
    const Value value = coerce(evaluate(least, environment), ValueType::Relation, least);
    const Definition* co0 = find("co0", environment);
    const NodeIndex* plain = co0 != nullptr ? co0->value.node() : nullptr;
    // If coherence must contain another relation, the model chooses it.
    const NodeIndex* node = value.node();
    if (node != nullptr && (plain == nullptr || *plain != *node)) general();
    declare_coherence(environment);
  }

  // Declares coherence, unless the model redefines writes, reads or locations.
  void declare_coherence(const Environment& environment) {
    const auto is_given = [&](Base base) {
      const auto& name = base_descriptions()[static_cast<std::size_t>(base)].name;
      const Definition* found = find(name, environment);
      const NodeIndex* node = found != nullptr ? found->value.node() : nullptr;
      return node != nullptr && *node == builder_.base(base);
    };
    if (!std::ranges::all_of(std::array{Base::Writes, Base::Reads, Base::Rf, Base::Loc,
                                        Base::InitialWrites, Base::Co, Base::Fr},
                             is_given)) {
      general();
    }
    builder_.code().declares_coherence = true;
  }

  Step fail(const Value& /*failure*/) override { return Step::GoOn; }

  // Marks the model as general: it has a value that is neither set nor relation.
  Value general() {
    is_general_ = true;
    return {ValueType::Unknown, {}};
  }

  // ---- Mistakes

  static bool is_same_mistake(const Diagnostic& a, const Diagnostic& b) {
    if (a.kind != b.kind) return false;
    const bool is_name = a.kind == DiagnosticKind::CatUnknownName;
    return is_name ? a.arguments == b.arguments : a.range.begin == b.range.begin;
  }

  static void add_mistake(const Failure& mistake, std::deque<Failure>& all) {
    const auto is_known = [&](const Failure& other) {
      return other.file == mistake.file && is_same_mistake(other.diagnostic, mistake.diagnostic);
    };
    if (std::ranges::none_of(all, is_known)) all.push_back(mistake);
  }

  // Reports a mistake once: an unknown name where it occurs first, however often it is used.
  void report(Diagnostic diagnostic) {
    if (captured_ != nullptr) {
      add_mistake({file_, std::move(diagnostic)}, *captured_);
      return;
    }
    DiagnosticSink& sink = files_[file_]->sink;
    const auto is_known = [&](const Diagnostic& other) {
      return is_same_mistake(other, diagnostic);
    };
    if (std::ranges::any_of(sink.diagnostics(), is_known)) return;
    sink.report(diagnostic.kind, diagnostic.range) = std::move(diagnostic);
  }

  Value failure(DiagnosticKind kind, const SourceRange& range, std::vector<std::string> arguments,
                std::string hint = "") override {
    // A recursion without an end here may have one on a graph.
    const bool is_recursion = kind == DiagnosticKind::CatTooLarge && work_ <= MaxWork;
    if (is_recursion) return general();
    report({kind, range, std::move(arguments), std::move(hint), {}, false, {}});
    return {ValueType::Unknown, {}};
  }

  Value unknown_name(const Name& name, const Environment& environment) override {
    std::vector<std::string> known;
    for (const Local* at = environment.locals.get(); at != nullptr; at = at->outer.get()) {
      known.emplace_back(at->name);
    }
    for (const auto& each : std::views::reverse(names_.entries())) known.push_back(each.name);
    Diagnostic diagnostic{
        DiagnosticKind::CatUnknownName, name.range, {name.text}, "", {}, false, {}};
    const Hint suggestion = did_you_mean(name.text, known);
    if (!suggestion.empty()) diagnostic.with_hint(suggestion);
    report(std::move(diagnostic));
    return {ValueType::Unknown, {}};
  }

  // Returns what was captured in a definition; null if it is nothing.
  Mistakes mistakes_of(const Capture& capture) {
    if (capture.complaints.empty()) return nullptr;
    mistakes_.push_back(std::make_shared<const std::vector<Failure>>(capture.complaints.begin(),
                                                                     capture.complaints.end()));
    return mistakes_.back();
  }

  // ---- Names

  Value value_of(Definition& definition) override {
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

  std::optional<Value> predefined(std::string_view name) override {
    const auto* found = std::ranges::find(BuiltinTable, name, &BuiltinDescription::name);
    if (found == BuiltinTable.end()) return std::nullopt;
    const bool is_known = found->builtin == Builtin::Domain || found->builtin == Builtin::Range;
    return is_known ? Value{ValueType::Builtin, found} : general();
  }

  std::vector<NamedDefinition> define(bool is_recursive, const std::vector<Binding>& bindings,
                                      const Environment& environment) override {
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

  std::size_t add_definition(const Binding& binding) {
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

  NamedDefinition define_plain(const Binding& binding, const Environment& environment) {
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
  std::vector<ValueKind> kinds_of(const std::vector<Binding>& bindings,
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

  std::vector<NamedDefinition> define_recursive(const std::vector<Binding>& bindings,
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
      inner =
          extend(inner, bindings[i].name.text, {type_of(kinds[i]), builder_.variable(group, i)});
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

  // ---- Functions

  Value make_function(Closure closure) override {
    std::set<std::string> seen;
    for (const Name& each : *closure.parameters) {
      if (!seen.insert(each.text).second) {
        failure(DiagnosticKind::DuplicateParameter, each.range, {each.text});
      }
    }
    return Walker::make_function(std::move(closure));
  }

  Value apply_closure(const Closure& closure, std::vector<Value> arguments,
                      const Expression& expression) override {
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

  Value call_builtin(const BuiltinDescription& builtin, const std::vector<Value>& arguments,
                     const Expression& expression) override {
    const Value value = coerce(arguments[0], ValueType::Relation, expression.operands[0]);
    if (value.node() == nullptr) return {ValueType::Set, {}};
    const bool is_domain = builtin.builtin == Builtin::Domain;
    return made(builder_.unary(is_domain ? Operation::Domain : Operation::Range, *value.node()),
                expression);
  }

  // Returns the second operand if the first has any mistake.
  Value attempt(const Expression& expression, const Environment& environment) override {
    {
      const Capture trial(*this);
      Value value = evaluate(expression.operands[0], environment);
      if (trial.complaints.empty()) return value;
    }
    return evaluate(expression.operands[1], environment);
  }

  std::optional<bool> compares(const Guard& /*guard*/, const Environment& /*environment*/,
                               Value& why) override {
    why = general();
    return std::nullopt;
  }

  // ---- Operators

  Value of_node(NodeIndex node) const { return {type_of(builder_[node].kind), node}; }

  // Returns the value of a node that the expression made.
  Value made(NodeIndex node, const Expression& expression) {
    builder_.set_text(node, text(expression));
    return of_node(node);
  }

  // Returns `value` if it has type `due`; else reports a diagnostic and returns a value without a
  // node.
  Value coerce(const Value& value, ValueType due, const Expression& expression) {
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

  Value evaluate_own(const Expression& expression, const Environment& /*environment*/) override {
    switch (expression.kind) {
      case ExpressionKind::Empty:
      case ExpressionKind::EmptySet: return {};
      case ExpressionKind::Everything: return made(builder_.everything(ValueKind::Set), expression);
      default: return general();
    }
  }

  Value unary(const Expression& expression, const Value& operand) override {
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

  Value combine(const Expression& expression, const Value& a, const Value& b) override {
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
  bool fit_arguments(std::size_t parameters, std::vector<Value>& arguments) const override {
    return arguments.size() == parameters;
  }

  const IncludeFinder& find_include_;
  CodeBuilder builder_;
  bool is_general_ = false;
  std::deque<Failure>* captured_ = nullptr;
  std::vector<Mistakes> mistakes_;  // by definition that has any
  std::vector<Mistakes> used_mistakes_;
  std::vector<Failure> mistakes_of_shown_;
  std::size_t calls_ = 0;                // of functions inside each other
  std::vector<std::size_t> references_;  // the definitions used since the last check or definition
};

}  // namespace

bool is_coherence_file(std::string_view name) {
  constexpr std::array<std::string_view, 4> Names{"cos.cat", "cos-opt.cat", "cos-no-opt.cat",
                                                  "cos-ok-opt.cat"};
  return std::ranges::find(Names, name) != Names.end();
}

Elaborated elaborate(ModelFiles& files, const IncludeFinder& find_include,
                     const Variants& variants) {
  return Elaborator(files, find_include, variants).run();
}

}  // namespace drover::cat
