// Runs the instructions that depend on the execution: checks, choices and loops. (`show` and
// `unshow` are about pictures and do nothing here.)

#include "explorer/cat/general/interpreter.h"
#include "support/overloaded.h"

namespace drover::cat::general {

std::optional<Failure> Interpreter::run(const ExecutionGraph& graph, const Visitor& visit) {
  view_.set_edges(graph);
  names_.shrink(0);
  failure_.reset();
  failed_check_ = nullptr;
  flags_.clear();
  visit_ = &visit;
  work_ = 0;
  keeps_ = true;
  Frames frames;
  // The last file is pushed first: the stack runs from its end.
  for (std::size_t i = script_->order.size(); i-- > 0;) {
    const std::size_t file = script_->order[i];
    const auto& ast = script_->files[file]->ast;
    if (ast) frames.push_back({.instructions = &ast->instructions, .file = file});
  }
  Walker::run(std::move(frames));
  visit_ = nullptr;
  return failure_;
}

Interpreter::Step Interpreter::finish() {
  const bool goes_on = (*visit_)(flags_);
  return goes_on ? Step::GoOn : Step::Stopped;
}

Interpreter::Step Interpreter::fail(const Value& value) {
  failure_ = value.failure();
  Diagnostic& diagnostic = failure_->diagnostic;
  if (diagnostic.kind == DiagnosticKind::CatUnknownName && diagnostic.hint.empty()) {
    diagnostic.hint = hint_on_name(diagnostic.arguments[0]);
  }
  return Step::Failed;
}

std::optional<std::size_t> Interpreter::find_include(const std::string& name) {
  const auto found = script_->includes.find({file_, name});
  return found == script_->includes.end() ? std::nullopt : std::optional(found->second);
}

Interpreter::Step Interpreter::execute_own(Frames& frames, const Instruction& instruction) {
  return std::visit(
      overloaded{
          [&](const Check& check) { return execute_check(frames.back(), check); },
          [&](const With& with) { return execute_with(frames, with); },
          [&](const ForAll& all) { return execute_forall(frames, all); },
          [&](const MatchBlock& match) { return execute_match(frames, match); },
          [&](const Enumeration& enumeration) {
            std::vector<Value> tags;
            for (const Name& tag : enumeration.tags) tags.push_back(of_tag(tag.text));
            bind(frames.back(), enumeration.name.text,
                 definition_of(of_members(std::move(tags), size())));
            return Step::GoOn;
          },
          [](const auto& /*Show, Unshow, and what the walker does*/) { return Step::GoOn; },
      },
      instruction.body);
}

Interpreter::Step Interpreter::execute_let(Frame& frame, const Let& let) {
  if (let.when && let.is_recursive) {
    RecursiveGroup group;
    group.bindings = &let.bindings;
    group.environment = environment_of(frame);
    group.file = frame.file;
    group.when = &*let.when;
    force_group(group);
    if (failure_) return Step::Failed;
    failed_check_ = &*let.when;
    if (group.is_rejected) return Step::Rejected;
  }
  return Walker::execute_let(frame, let);
}

// Values are kept for the next execution by the positions of names: the choice of the instructions
// that run, which determines these positions, must then not depend on edges.
Interpreter::Step Interpreter::execute_conditional(Frames& frames, const Conditional& conditional) {
  const bool is_static = std::exchange(is_static_, true);
  const Step step = Walker::execute_conditional(frames, conditional);
  keeps_ = keeps_ && is_static_;
  is_static_ = is_static;
  return step;
}

// ---- Checks --------------------------------------------------------------------------------

// Nothing if the evaluation fails.
std::optional<bool> Interpreter::passes(const Check& check, const Environment& environment,
                                        Value* tested) {
  Value value = evaluate(check.expression, environment);
  if (check.test != Test::Empty) value = as_relation(value, check.expression);
  if (!value.is_failure() && !members_of(value)) {
    value = wrong_kind(check.expression, value, "a set or a relation");
  }
  if (value.is_failure()) {
    fail(value);
    return std::nullopt;
  }
  bool is_so = false;
  switch (check.test) {
    case Test::Acyclic: is_so = value.relation().is_acyclic(); break;
    case Test::Irreflexive: is_so = value.relation().is_irreflexive(); break;
    case Test::Empty:
      is_so = is_empty(value) || (value.type == ValueType::Everything && size() == 0);
      break;
  }
  if (tested != nullptr) *tested = std::move(value);
  return is_so != check.is_negated;
}

Interpreter::Step Interpreter::execute_check(const Frame& frame, const Check& check) {
  Value tested;
  const std::optional<bool> is_so = passes(check, environment_of(frame), &tested);
  if (!is_so) return Step::Failed;
  const std::string name = check.name ? check.name->text : "";
  switch (check.role) {
    case CheckRole::Axiom:
      if (*is_so) return Step::GoOn;
      failed_check_ = &check;
      return Step::Rejected;
    case CheckRole::Assertion:
      if (*is_so) return Step::GoOn;
      return fail(failure(DiagnosticKind::CatAssertion, check.expression.range,
                          {name.empty() ? text(check.expression) : name}));
    case CheckRole::Flag:
    case CheckRole::UndefinedUnless: break;
  }
  const bool makes_undefined = check.role == CheckRole::UndefinedUnless;
  if (*is_so == makes_undefined || (!makes_undefined && name.empty())) return Step::GoOn;
  Flag flag{name, makes_undefined, std::nullopt};
  if (tested.type == ValueType::Relation && !tested.relation().is_empty()) {
    const auto [from, to] = tested.relation().pairs().front();
    flag.events = {view_.original(from), view_.original(to)};
  }
  flags_.push_back(std::move(flag));
  return Step::GoOn;
}

// ---- Choices -------------------------------------------------------------------------------

Interpreter::Step Interpreter::execute_with(Frames& frames, const With& with) {
  Value why;
  const auto members = members_of(evaluate(with.source, environment_of(frames.back())), with.source,
                                  "a set of choices", why);
  if (!members) return fail(why);
  const std::size_t known = names_.size();
  const std::size_t flags = flags_.size();
  for (const Value& member : *members) {
    Frames chosen = frames;
    DefinitionPtr definition = definition_of(member);
    definition->is_static = false;
    bind(chosen.back(), with.name.text, std::move(definition));
    const bool keeps = keeps_;
    const Step step = Walker::run(std::move(chosen));
    keeps_ = keeps;
    names_.shrink(known);
    flags_.resize(flags);
    if (step == Step::Failed || step == Step::Stopped) return step;
  }
  // All following instructions have run.
  return Step::Rejected;
}

Interpreter::Step Interpreter::execute_forall(Frames& frames, const ForAll& all) {
  const Frame& frame = frames.back();
  const Environment environment = environment_of(frame);
  const std::size_t file = frame.file;
  Value why;
  const auto members = members_of(evaluate(all.source, environment), all.source, "a set", why);
  if (!members) return fail(why);
  for (std::size_t i = members->size(); i-- > 0;) {
    frames.push_back({.instructions = &all.body,
                      .file = file,
                      .is_local = true,
                      .environment = extend(environment, all.element.text, (*members)[i])});
  }
  return Step::GoOn;
}

Interpreter::Step Interpreter::execute_match(Frames& frames, const MatchBlock& block) {
  Environment inner = environment_of(frames.back());
  Value why;
  const auto chosen = match(block.subject, block.patterns, inner, why);
  if (!chosen) return fail(why);
  frames.push_back({.instructions = &block.blocks[*chosen],
                    .file = frames.back().file,
                    .is_local = true,
                    .environment = std::move(inner)});
  return Step::GoOn;
}

}  // namespace drover::cat::general
