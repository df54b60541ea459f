#include "explorer/cat/elaborate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <utility>

#include "support/format.h"
#include "support/overloaded.h"

namespace drover::cat {

bool is_coherence_file(std::string_view name) {
  constexpr std::array<std::string_view, 4> Names{"cos.cat", "cos-opt.cat", "cos-no-opt.cat",
                                                  "cos-ok-opt.cat"};
  return std::ranges::find(Names, name) != Names.end();
}

Elaborated Elaborator::run() {
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

// The model does not need these definitions, so their mistakes are only warnings.
void Elaborator::warn_of_unused_mistakes(std::size_t own) {
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
void Elaborator::complete() {
  const bool knows_sync = builder_.code().uses(Base::Sync);
  const NodeIndex sync = builder_.base(Base::Sync);
  const NodeIndex own_order = builder_.binary(Operation::Union, builder_.base(Base::Po), sync);
  const Definition* found = names_.find("hb", names_.size());
  const NodeIndex* hb =
      found != nullptr && found->value.type == ValueType::Relation ? found->value.node() : nullptr;
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
  const bool has_coherence = code.declares_coherence || code.uses(Base::Co) || code.uses(Base::Fr);
  if (has_coherence) {
    communication = builder_.binary(
        Operation::Union, communication,
        builder_.binary(Operation::Union, builder_.base(Base::Co), builder_.base(Base::Fr)));
  }
  const NodeIndex backwards = builder_.unary(Operation::Inverse, sync);
  code.checks.push_back({.test = CheckTest::Empty,
                         .node = builder_.binary(Operation::Intersection, communication, backwards),
                         .name = "spawn-join",
                         .text = has_coherence ? "(rf | co | fr) & sync^-1" : "rf & sync^-1",
                         .comment = "added, as the model does not mention sync: a thread begins "
                                    "after its spawn, and ends before its join",
                         .references = {},
                         .fails_for_good = true,
                         .is_added = true});
}

// ---- Instructions --------------------------------------------------------------------------

Elaborator::Step Elaborator::execute(Frames& frames, const Instruction& instruction) {
  const Step step = Walker::execute(frames, instruction);
  references_.clear();
  return is_general_ ? Step::Stopped : step;
}

Elaborator::Step Elaborator::execute_own(Frames& frames, const Instruction& instruction) {
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

Elaborator::Step Elaborator::execute_let(Frame& frame, const Let& let) {
  if (let.when) general();
  return Walker::execute_let(frame, let);
}

void Elaborator::add_check(const Check& check, const SourceRange& range,
                           const Environment& environment) {
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

void Elaborator::add_shown(const Show& show, const Environment& environment) {
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

void Elaborator::remove_shown(const Unshow& unshow, const Environment& environment) {
  for (const Name& each : unshow.names) {
    if (find(each.text, environment) == nullptr) {
      Capture capture(*this);
      unknown_name(each, environment);
      mistakes_of_shown_.push_back(capture.complaints.front());
    }
    std::erase(builder_.code().shown, each.text);
  }
}

// ---- Coherence -----------------------------------------------------------------------------

std::optional<std::size_t> Elaborator::find_include(const std::string& name) {
  return find_include_(name, file_);
}

Elaborator::Step Elaborator::execute_include(Frames& frames, const Include& include) {
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
void Elaborator::choose_coherence(const With& with, const Environment& environment) {
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
void Elaborator::declare_coherence(const Environment& environment) {
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

}  // namespace drover::cat
