#include "explorer/cat/elaborate.h"

#include <algorithm>
#include <utility>

#include "explorer/cat/expression_elaborator.h"
#include "frontend/cat/include_hint.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::cat {

namespace {

// Executes the instructions of a model, in order. A short-lived worker: holds references.
class Elaboration {
 public:
  Elaboration(ModelFiles& files, const IncludeFinder& find_include,
              const ElaborationContext& context)
      : files_(files),
        find_include_(find_include),
        expressions_(builder_, files, context.variants) {
    for (const BaseDescription& base : base_descriptions()) {
      if (base.base == Base::All) continue;
      bind(std::string(base.name), builder_.base(base.base), base.kind);
    }
  }

  Elaborated run() {
    const std::size_t given = files_.size();
    for (std::size_t i = 0; i < given; ++i) {
      if (i + 1 == given) builder_.code().checks.clear();
      run_file(i);
    }
    if (expressions_.is_general()) return {std::nullopt, true};
    if (std::ranges::any_of(files_, [](const auto& file) { return file->sink.has_errors(); })) {
      return {};
    }
    const std::size_t own = given - 1;
    warn_of_unused_mistakes(own);
    const bool has_axioms = std::ranges::any_of(builder_.code().checks, [](const CodeCheck& check) {
      return check.use == CheckUse::Axiom;
    });
    if (!has_axioms)
      files_[own]->sink.report(DiagnosticKind::CatNoAxioms, files_[own]->source.range(0, 0));
    complete();
    Code code = std::move(builder_.code());
    code.title = files_[own]->ast ? files_[own]->ast->title : "";
    // Innermost first: inner names hide outer ones.
    for (const Scope* at = scope_.get(); at != nullptr; at = at->outer.get()) {
      if (at->value.node) code.names.try_emplace(at->name, *at->value.node);
    }
    return {std::move(code), false};
  }

 private:
  // These definitions are unused, so their mistakes are only warnings.
  void warn_of_unused_mistakes(std::size_t own) {
    std::vector<Deferred> mistakes = expressions_.unused_mistakes();
    mistakes.insert(mistakes.end(), complaints_on_shown_.begin(), complaints_on_shown_.end());
    for (const Deferred& each : mistakes) {
      if (each.file != own) continue;
      Diagnostic& warning = files_[own]->sink.report(
          DiagnosticKind::CatUnusedMistake, each.diagnostic.range, {each.diagnostic.message()});
      if (each.diagnostic.hint.empty()) continue;
      warning.hint = each.diagnostic.hint;
      warning.meant = each.diagnostic.meant;
    }
  }

  void bind(const std::string& name, NodeIndex node, ValueKind kind) {
    const ValueType type = kind == ValueKind::Set ? ValueType::Set : ValueType::Relation;
    scope_ = with_name(std::move(scope_), name, Value{type, node, nullptr});
  }

  // Adds the rules on spawn and join, and on happens-before, that every model needs.
  void complete() {
    const bool knows_sync = builder_.code().uses(Base::Sync);
    const NodeIndex sync = builder_.base(Base::Sync);
    const NodeIndex own_order = builder_.binary(Operation::Union, builder_.base(Base::Po), sync);
    const Scope* hb = find(scope_, "hb");
    const bool has_hb = hb != nullptr && hb->value.type == ValueType::Relation;
    Code& code = builder_.code();
    if (has_hb && knows_sync) {
      code.happens_before = *hb->value.node;
    } else {
      const NodeIndex seen = has_hb ? *hb->value.node : builder_.base(Base::Rf);
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
    CodeCheck check;
    check.test = CheckTest::Empty;
    check.node = builder_.binary(Operation::Intersection, communication,
                                 builder_.unary(Operation::Inverse, sync));
    check.name = "spawn-join";
    check.text = has_coherence ? "(rf | co | fr) & sync^-1" : "rf & sync^-1";
    check.comment = "every model: init, then the threads, then final";
    check.fails_for_good = true;
    code.checks.push_back(std::move(check));
  }

  void run_file(std::size_t file) {
    if (!files_[file]->ast) return;
    const std::size_t caller = expressions_.file();
    open_files_.push_back(file);
    expressions_.set_file(file);
    run_instructions(files_[file]->ast->instructions);
    open_files_.pop_back();
    expressions_.set_file(caller);
  }

  void run_instructions(const std::vector<Instruction>& instructions) {
    for (const Instruction& each : instructions) {
      std::visit(overloaded{
                     [&](const Let& let) {
                       if (let.when) (void)expressions_.general();
                       scope_ = expressions_.bind(let.is_recursive, let.bindings, scope_);
                     },
                     [&](const Check& check) { add_check(check, each.range); },
                     [&](const Show& show) { add_shown(show); },
                     [&](const Unshow& unshow) { remove_shown(unshow); },
                     [&](const Include& include) { run_include(include); },
                     [&](const With& with) { run_with(with); },
                     [&](const Procedure& procedure) { define(procedure); },
                     [&](const Call& call) { run_call(call, each.range); },
                     [&](const Conditional& conditional) { run_conditional(conditional); },
                     [](const Declaration& /*for tests*/) {},
                     [&](const auto& /*ForAll, MatchBlock, Enumeration*/) {
                       (void)expressions_.general();
                     },
                 },
                 each.body);
      (void)expressions_.take_references();
      if (expressions_.is_general()) return;
    }
  }

  void run_conditional(const Conditional& conditional) {
    const std::optional<bool> is_so = expressions_.holds(conditional.guard);
    if (!is_so) {
      (void)expressions_.general();
      return;
    }
    run_instructions(*is_so ? conditional.then : conditional.otherwise);
  }

  void add_check(const Check& check, const SourceRange& range) {
    if (check.role == CheckRole::Assertion) {
      (void)expressions_.general();
      return;
    }
    (void)expressions_.take_references();
    std::optional<NodeIndex> node;
    if (check.test == Test::Empty) {
      const Value value = expressions_.elaborate(check.expression, scope_);
      const bool is_set = value.type == ValueType::Set;
      node = is_set ? value.node : expressions_.relation(check.expression, scope_);
    } else {
      node = expressions_.relation(check.expression, scope_);
    }
    if (!node) return;
    std::vector<CodeCheck>& checks = builder_.code().checks;
    CodeCheck out;
    out.use = check.role;
    out.test = check.test;
    const ModelFile& file = *files_[expressions_.file()];
    out.is_negated = check.is_negated;
    out.node = *node;
    out.name = check.name ? check.name->text : format("check-{}", checks.size() + 1);
    out.text = text_of(file, check.expression.range);
    out.comment = comment_before(file, range);
    out.references = expressions_.take_references();
    const Growth growth = builder_[*node].growth;
    out.fails_for_good =
        growth == Growth::None || growth == (check.is_negated ? Growth::Shrinks : Growth::Grows);
    checks.push_back(std::move(out));
  }

  void add_shown(const Show& show) {
    for (const ShownRelation& each : show.relations) {
      std::optional<NodeIndex> node;
      {
        // A relation that cannot be shown is left out: that is no error of the model.
        ExpressionElaborator::Capture capture(expressions_);
        node = expressions_.relation(each.expression, scope_);
        for (const Deferred& complaint : capture.complaints)
          complaints_on_shown_.push_back(complaint);
      }
      if (!node) continue;
      std::string name = each.name ? each.name->text
                                   : text_of(*files_[expressions_.file()], each.expression.range);
      if (find(scope_, name) == nullptr) bind(name, *node, ValueKind::Relation);
      std::vector<std::string>& shown = builder_.code().shown;
      if (std::ranges::find(shown, name) == shown.end()) shown.push_back(std::move(name));
    }
  }

  void remove_shown(const Unshow& unshow) {
    for (const Name& each : unshow.names) {
      if (find(scope_, each.text) == nullptr) {
        ExpressionElaborator::Capture capture(expressions_);
        expressions_.report_unknown(each, scope_);
        complaints_on_shown_.push_back(capture.complaints.front());
      }
      std::erase(builder_.code().shown, each.text);
    }
  }

  void run_include(const Include& include) {
    const std::size_t from = expressions_.file();
    // Executions always have coherence, so including these files only declares it.
    if (is_coherence_file(include.file.text)) {
      (void)find_include_(include.file.text, from);
      return declare_coherence();
    }
    // cross.cat computes coherence, which executions already have.
    if (include.file.text == "cross.cat") return;
    const std::optional<std::size_t> file = find_include_(include.file.text, from);
    if (!file) {
      expressions_.report(DiagnosticKind::CatNoInclude, include.file.range, {include.file.text})
          .with_hint(std::string(IncludeHint));
      return;
    }
    if (std::ranges::find(open_files_, *file) != open_files_.end()) {
      expressions_.report(DiagnosticKind::CatIncludeCycle, include.file.range, {include.file.text});
      return;
    }
    run_file(*file);
  }

  // Coherence is given: the explorer tries every order of the writes of each location.
  void run_with(const With& with) {
    const bool is_coherence = with.name.text == "co" &&
                              with.source.kind == ExpressionKind::Application &&
                              with.source.name.text == "generate_cos";
    if (!is_coherence || with.source.operands.size() != 1) {
      (void)expressions_.general();
      return;
    }
    const Expression& least = with.source.operands[0];
    const std::optional<NodeIndex> node = expressions_.relation(least, scope_);
    const Scope* co0 = find(scope_, "co0");
    const bool is_plain = node && co0 != nullptr && co0->value.node == node;
    // If coherence must contain another relation, the model chooses it.
    if (node && !is_plain) (void)expressions_.general();
    declare_coherence();
  }

  // Declares coherence, unless the model redefines writes, reads or locations.
  void declare_coherence() {
    const auto is_given = [&](const char* name, Base base) {
      const Scope* found = find(scope_, name);
      return found != nullptr && found->value.node == builder_.base(base);
    };
    const bool is_usual = is_given("W", Base::Writes) && is_given("R", Base::Reads) &&
                          is_given("rf", Base::Rf) && is_given("loc", Base::Loc) &&
                          is_given("IW", Base::InitialWrites) && is_given("co", Base::Co) &&
                          is_given("fr", Base::Fr);
    if (!is_usual) (void)expressions_.general();
    builder_.code().declares_coherence = true;
  }

  void define(const Procedure& procedure) {
    auto callable = std::make_shared<const Callable>(
        Callable{procedure.name.text, &procedure.parameters, nullptr, &procedure.body, scope_,
                 expressions_.file()});
    scope_ = with_name(std::move(scope_), procedure.name.text,
                       Value{ValueType::Procedure, std::nullopt, std::move(callable)});
  }

  // Names that a procedure binds are its own.
  void run_call(const Call& call, const SourceRange& range) {
    const Scope* found = find(scope_, call.procedure.text);
    if (found == nullptr) return expressions_.report_unknown(call.procedure, scope_);
    if (found->value.type != ValueType::Procedure) {
      expressions_.report(DiagnosticKind::CatNotProcedure, call.procedure.range,
                          {call.procedure.text});
      return;
    }
    const Callable callable = *found->value.callable;
    const auto inner = expressions_.bind_arguments(callable, call.arguments, scope_, range);
    if (!inner) return;
    const ScopePointer outer = std::exchange(scope_, *inner);
    const std::size_t caller = expressions_.file();
    expressions_.set_file(callable.file);
    run_instructions(*callable.instructions);
    expressions_.set_file(caller);
    scope_ = outer;
  }

  ModelFiles& files_;
  const IncludeFinder& find_include_;
  CodeBuilder builder_;
  ExpressionElaborator expressions_;
  ScopePointer scope_;
  std::vector<std::size_t> open_files_;
  std::vector<Deferred> complaints_on_shown_;
};

}  // namespace

bool is_coherence_file(std::string_view name) {
  return name == "cos.cat" || name == "cos-opt.cat" || name == "cos-no-opt.cat" ||
         name == "cos-ok-opt.cat";
}

Elaborated elaborate(ModelFiles& files, const IncludeFinder& find_include,
                     const ElaborationContext& context) {
  return Elaboration(files, find_include, context).run();
}

}  // namespace drover::cat
