// Executes instructions. The continuation of a path is a stack of frames, so that each choice of a
// `with … from` can continue with all following instructions, in any file.

#include <algorithm>

#include "explorer/cat/general/interpreter.h"
#include "frontend/cat/include_hint.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::cat::general {

std::optional<Failure> Interpreter::run(const ExecutionGraph& graph, const Visitor& visit) {
  view_.set_edges(graph);
  names_.shrink(0);
  failure_.reset();
  failed_check_ = nullptr;
  visit_ = &visit;
  work_ = 0;
  depth_ = 0;
  keeps_ = true;
  Way way;
  // The last file is pushed first: the stack runs from its end.
  for (std::size_t i = script_->order.size(); i-- > 0;) {
    const std::size_t file = script_->order[i];
    const auto& ast = script_->files[file]->ast;
    if (!ast) continue;
    way.frames.push_back({&ast->instructions, 0, file, false, {}});
  }
  run_way(std::move(way));
  visit_ = nullptr;
  return failure_;
}

Environment Interpreter::environment_of(const Frame& frame) const {
  return frame.is_local ? frame.environment : Environment{nullptr, names_.size()};
}

Interpreter::Step Interpreter::run_way(Way way) {
  while (!way.frames.empty()) {
    Frame& frame = way.frames.back();
    file_ = frame.file;
    if (frame.next < frame.instructions->size()) {
      const Instruction& instruction = (*frame.instructions)[frame.next++];
      const Step step = execute(way, instruction);
      if (step != Step::GoOn) return step;
      continue;
    }
    const Frame ended = std::move(way.frames.back());
    way.frames.pop_back();
    // The names of a block stay visible in the enclosing frame.
    if (ended.is_local && ended.is_block && !way.frames.empty()) {
      way.frames.back().environment = ended.environment;
    }
  }
  const bool goes_on = (*visit_)({std::move(way.flags)});
  return goes_on ? Step::GoOn : Step::Stopped;
}

Interpreter::Step Interpreter::fail(const Value& value) {
  failure_ = value.failure();
  if (failure_->kind == DiagnosticKind::CatUnknownName && failure_->hint.empty()) {
    failure_->hint = hint_on_name(failure_->arguments[0]);
  }
  return Step::Failed;
}

Interpreter::Step Interpreter::execute(Way& way, const Instruction& instruction) {
  return std::visit(
      overloaded{
          [&](const Let& let) { return execute_let(way, let); },
          [&](const Check& check) { return execute_check(way, check); },
          [](const Show& /*for pictures*/) { return Step::GoOn; },
          [](const Unshow& /*for pictures*/) { return Step::GoOn; },
          [&](const Include& include) { return execute_include(way, include); },
          [&](const With& with) { return execute_with(way, with); },
          [&](const Procedure& procedure) {
            Frame& frame = way.frames.back();
            Value value{ValueKind::Procedure,
                        std::make_shared<const ProcedureValue>(
                            ProcedureValue{procedure.name.text, &procedure.parameters,
                                           &procedure.body, environment_of(frame), frame.file})};
            bind(frame, procedure.name.text, definition_of(std::move(value)));
            return Step::GoOn;
          },
          [&](const Call& call) { return execute_call(way, call, instruction.range); },
          [&](const ForAll& all) { return execute_forall(way, all); },
          [&](const Conditional& conditional) { return execute_if(way, conditional); },
          [&](const MatchBlock& match) { return execute_match(way, match); },
          [&](const Enumeration& enumeration) {
            std::vector<Value> tags;
            for (const Name& tag : enumeration.tags) tags.push_back(of_tag(tag.text));
            bind(way.frames.back(), enumeration.name.text,
                 definition_of(of_members(std::move(tags), size())));
            return Step::GoOn;
          },
          [](const Declaration& /*for tests, which are read without it*/) { return Step::GoOn; },
      },
      instruction.body);
}

// ---- Names ---------------------------------------------------------------------------------

void Interpreter::bind(Frame& frame, std::string_view name, DefinitionPtr definition) {
  if (frame.is_local) {
    frame.environment.locals =
        std::make_shared<const Local>(Local{name, std::move(definition), frame.environment.locals});
    return;
  }
  definition->position = names_.size();
  const bool is_kept = keeps_ && names_.size() < kept_.size() && !definition->is_done &&
                       kept_[names_.size()].expression == definition->expression &&
                       kept_[names_.size()].part == definition->part.value_or(0);
  if (is_kept) {
    definition->value = kept_[names_.size()].value;
    definition->is_done = true;
  }
  names_.add(name, std::move(definition));
}

void Interpreter::bind_all(Frame& frame, const Let& let) {
  const Environment environment = environment_of(frame);
  std::shared_ptr<RecursiveGroup> group;
  if (let.is_recursive) {
    group = std::make_shared<RecursiveGroup>();
    group->bindings = &let.bindings;
    group->environment = environment;
    group->file = frame.file;
  }
  for (std::size_t i = 0; i < let.bindings.size(); ++i) {
    const Binding& binding = let.bindings[i];
    for (std::size_t part = 0; part < binding.names.size(); ++part) {
      auto definition = std::make_shared<Definition>();
      definition->expression = &binding.value;
      definition->environment = environment;
      definition->file = frame.file;
      definition->group = group;
      definition->component = i;
      if (binding.names.size() > 1) definition->part = part;
      if (binding.parameters && group == nullptr) {
        definition->is_done = true;
        definition->value = of_function({binding.name.text, &*binding.parameters, &binding.value,
                                         environment, frame.file, nullptr});
      }
      bind(frame, binding.names[part].text, std::move(definition));
    }
  }
}

Interpreter::Step Interpreter::execute_let(Way& way, const Let& let) {
  Frame& frame = way.frames.back();
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
  bind_all(frame, let);
  return Step::GoOn;
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
      is_so = is_empty(value) || (value.kind == ValueKind::Everything && size() == 0);
      break;
  }
  if (tested != nullptr) *tested = std::move(value);
  return is_so != check.is_negated;
}

Interpreter::Step Interpreter::execute_check(Way& way, const Check& check) {
  Value tested;
  const std::optional<bool> is_so = passes(check, environment_of(way.frames.back()), &tested);
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
  if (tested.kind == ValueKind::Relation) {
    const auto pairs = tested.relation().pairs();
    if (!pairs.empty()) {
      flag.events = {view_.original(pairs.front().first), view_.original(pairs.front().second)};
    }
  }
  way.flags.push_back(std::move(flag));
  return Step::GoOn;
}

// ---- Choices -------------------------------------------------------------------------------

Interpreter::Step Interpreter::execute_with(Way& way, const With& with) {
  const Value source = evaluate(with.source, environment_of(way.frames.back()));
  if (source.is_failure()) return fail(source);
  const auto members = members_of(source);
  if (!members) return fail(wrong_kind(with.source, source, "a set of choices"));
  const std::size_t known = names_.size();
  for (const Value& member : *members) {
    Way chosen = way;
    DefinitionPtr definition = definition_of(member);
    definition->is_static = false;
    bind(chosen.frames.back(), with.name.text, std::move(definition));
    const bool keeps = keeps_;
    const Step step = run_way(std::move(chosen));
    keeps_ = keeps;
    names_.shrink(known);
    if (step == Step::Failed || step == Step::Stopped) return step;
  }
  // All following instructions have run.
  return Step::Rejected;
}

void Interpreter::push_block(Way& way, const std::vector<Instruction>& instructions) {
  const Frame& frame = way.frames.back();
  Frame block{&instructions, 0, frame.file, frame.is_local, frame.environment};
  block.is_block = true;
  way.frames.push_back(std::move(block));
}

Interpreter::Step Interpreter::execute_include(Way& way, const Include& include) {
  const std::size_t from = way.frames.back().file;
  const auto found = script_->includes.find({from, include.file.text});
  if (found == script_->includes.end()) {
    return fail(failure(DiagnosticKind::CatNoInclude, include.file.range, {include.file.text},
                        std::string(IncludeHint)));
  }
  const bool is_open = std::ranges::any_of(
      way.frames, [&](const Frame& frame) { return frame.file == found->second; });
  if (is_open) {
    return fail(failure(DiagnosticKind::CatIncludeCycle, include.file.range, {include.file.text}));
  }
  const auto& ast = script_->files[found->second]->ast;
  if (!ast) return Step::GoOn;
  push_block(way, ast->instructions);
  way.frames.back().file = found->second;
  return Step::GoOn;
}

// Names bound by a procedure are local to it.
Interpreter::Step Interpreter::execute_call(Way& way, const Call& call, const SourceRange& range) {
  const Environment environment = environment_of(way.frames.back());
  const Value found = look_up(call.procedure, environment, call.procedure.range);
  if (found.is_failure()) return fail(found);
  if (found.kind != ValueKind::Procedure) {
    return fail(
        failure(DiagnosticKind::CatNotProcedure, call.procedure.range, {call.procedure.text}));
  }
  if (way.frames.size() > MaxFrames) {
    return fail(failure(DiagnosticKind::CatTooLarge, range, {std::to_string(MaxFrames)}));
  }
  std::vector<Value> arguments;
  for (const Expression& each : call.arguments) {
    arguments.push_back(evaluate(each, environment));
    if (arguments.back().is_failure()) return fail(arguments.back());
  }
  const ProcedureValue& procedure = found.procedure();
  if (!fit_arguments(procedure.parameters->size(), arguments)) {
    return fail(failure(DiagnosticKind::WrongOperandCount, range,
                        {procedure.name, arguments_text(procedure.parameters->size()),
                         std::to_string(arguments.size())}));
  }
  Frame frame{procedure.body, 0, procedure.file, true, procedure.environment};
  frame.environment = extend(frame.environment, procedure.name, found);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    frame.environment =
        extend(frame.environment, (*procedure.parameters)[i].text, std::move(arguments[i]));
  }
  way.frames.push_back(std::move(frame));
  return Step::GoOn;
}

Interpreter::Step Interpreter::execute_forall(Way& way, const ForAll& all) {
  const Environment environment = environment_of(way.frames.back());
  const std::size_t file = way.frames.back().file;
  const Value source = evaluate(all.source, environment);
  if (source.is_failure()) return fail(source);
  const auto members = members_of(source);
  if (!members) return fail(wrong_kind(all.source, source, "a set"));
  for (std::size_t i = members->size(); i-- > 0;) {
    way.frames.push_back(
        {&all.body, 0, file, true, extend(environment, all.element.text, (*members)[i])});
  }
  return Step::GoOn;
}

Interpreter::Step Interpreter::execute_if(Way& way, const Conditional& conditional) {
  const bool is_static = std::exchange(is_static_, true);
  Value why;
  const auto is_so = holds(conditional.guard, environment_of(way.frames.back()), why);
  if (!is_static_) keeps_ = false;
  is_static_ = is_static;
  if (!is_so) return fail(why);
  push_block(way, *is_so ? conditional.then : conditional.otherwise);
  return Step::GoOn;
}

Interpreter::Step Interpreter::execute_match(Way& way, const MatchBlock& block) {
  const Environment environment = environment_of(way.frames.back());
  const std::size_t file = way.frames.back().file;
  const Value subject = evaluate(block.subject, environment);
  if (subject.is_failure()) return fail(subject);
  Environment inner = environment;
  const auto chosen = match(subject, block.patterns, inner);
  if (!chosen) return fail(wrong_kind(block.subject, subject, "something that a clause has"));
  way.frames.push_back({&block.blocks[*chosen], 0, file, true, inner});
  return Step::GoOn;
}

}  // namespace drover::cat::general
