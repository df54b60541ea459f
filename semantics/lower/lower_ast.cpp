#include "semantics/lower/lower_ast.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "frontend/ast_walk.h"
#include "frontend/desugar.h"
#include "frontend/intrinsics.h"
#include "semantics/lower/thread_lowering.h"
#include "semantics/passes/spawned_threads.h"
#include "semantics/program/address.h"
#include "semantics/program/control_barriers.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::lowering {

namespace {

ConditionKind lower_kind(ast::ConditionKind kind) {
  switch (kind) {
    case ast::ConditionKind::Exists: return ConditionKind::Exists;
    case ast::ConditionKind::Forbid: return ConditionKind::Forbid;
    case ast::ConditionKind::Forall: return ConditionKind::Forall;
  }
  DROVER_UNREACHABLE("all kinds have a case");
}

// Lowers conditions. Their observables are listed in order of first mention.
class ConditionLowering {
 public:
  ConditionLowering(const CheckedProgram& program, Program& out) : program_(program), out_(out) {}

  ExprId lower(ast::ExprId id) {
    const SourceRange at = program_.ast[id].range;
    ExpressionPool& pool = out_.condition_expressions;
    return std::visit(
        overloaded{
            [&](const ast::IntegerLiteral& n) { return pool.constant(n.value, at); },
            [&](const ast::Name& /*n*/) { return lower_name(id); },
            [&](const ast::Index& n) { return lower_element(n, at); },
            [&](const ast::ThreadRegister& n) {
              return observed({.name = format("{}:{}", n.thread.text, n.reg.text),
                               .is_register = true,
                               .thread = ThreadId(program_[id].thread),
                               .reg = RegisterId(program_[id].index)},
                              at);
            },
            [&](const ast::Unary& n) { return pool.unary(n.op, lower(n.operand), at); },
            [&](const ast::Binary& n) {
              const ExprId left = lower(n.left);
              return pool.binary(n.op, left, lower(n.right), at);
            },
            [&](const ast::Conditional& n) { return lower_conditional(n, at); },
            [&](const auto& /*other*/) -> ExprId {
              DROVER_UNREACHABLE("the checker lets nothing else be in a condition");
            },
        },
        program_.ast[id].node);
  }

 private:
  ExprId lower_name(ast::ExprId id) {
    const Resolution& name = program_[id];
    const SourceRange at = program_.ast[id].range;
    if (name.kind == NameKind::Constant) {
      return out_.condition_expressions.constant(program_.constants[name.index].value, at);
    }
    return observed({.name = program_.shared[name.index].name,
                     .thread = {},
                     .reg = {},
                     .address = address::of_object(name.index)},
                    at);
  }

  ExprId lower_element(const ast::Index& n, SourceRange at) {
    const std::uint32_t object = program_[n.base].index;
    // The checker has verified that the index is constant and within bounds.
    const Evaluation index = evaluate(out_.condition_expressions, lower(n.index), {});
    return observed(
        {.name = format("{}[{}]", program_.shared[object].name, index.value),
         .thread = {},
         .reg = {},
         .address = address::of_object(object, static_cast<std::uint32_t>(index.value))},
        at);
  }

  ExprId lower_conditional(const ast::Conditional& n, SourceRange at) {
    const ExprId condition = lower(n.condition);
    const ExprId if_true = lower(n.if_true);
    return out_.condition_expressions.add({.op = Operator::Select,
                                           .a = condition,
                                           .b = if_true,
                                           .c = lower(n.if_false),
                                           .source = at});
  }

  ExprId observed(Observable observable, SourceRange at) {
    const auto [place, is_new] =
        indices_.try_emplace(observable.name, static_cast<std::uint32_t>(out_.observables.size()));
    if (is_new) out_.observables.push_back(std::move(observable));
    return out_.condition_expressions.add(
        {.op = Operator::Observed, .index = place->second, .source = at});
  }

  const CheckedProgram& program_;
  Program& out_;
  std::map<std::string, std::uint32_t> indices_;
};

void lower_declarations(const CheckedProgram& program, Program& out) {
  for (const SharedInfo& shared : program.shared) {
    out.objects.push_back({.name = shared.name,
                           .is_array = shared.is_array,
                           .is_non_atomic = shared.is_non_atomic,
                           .initial = shared.initial,
                           .source = shared.range});
  }
  for (const StructInfo& structure : program.structs) {
    StructLayout layout{.name = structure.name, .fields = {}};
    for (const FieldInfo& field : structure.fields) {
      layout.fields.push_back({field.name, field.is_non_atomic});
    }
    out.structs.push_back(std::move(layout));
  }
}

// Fills LoweringContext::touches. Bare places do not need instructions: after desugaring they occur
// only where no access is meant.
void find_touching_expressions(LoweringContext& context) {
  const Ast& ast = context.program.ast;
  constexpr std::uint8_t Unknown = 2;
  context.touches.assign(ast.expression_count(), Unknown);
  const auto find = [&](const auto& self, ast::ExprId id) -> bool {
    std::uint8_t& known = context.touches[id.value];
    if (known != Unknown) return known != 0;
    const Resolution& resolution = context.program[id];
    const bool is_intrinsic = resolution.kind == NameKind::Intrinsic;
    bool result =
        std::holds_alternative<ast::Call>(ast[id].node)
            ? !is_intrinsic || info_of(static_cast<Intrinsic>(resolution.index)).is_instruction
            : is_one_of<ast::Load, ast::ReadModifyWrite, ast::CompareAndSwap, ast::Await,
                        ast::AwaitExchange, ast::AllocateStruct, ast::AllocateCells, ast::Spawn,
                        ast::Join>(ast[id].node);
    ast::for_each_child(ast[id].node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ast::ExprId>) {
        const bool is_touching = self(self, child);
        result = result || is_touching;
      }
    });
    known = result ? 1 : 0;
    return result;
  };
  for (std::size_t i = 0; i < ast.expression_count(); ++i) find(find, ast::ExprId(i));
}

}  // namespace

std::int32_t LoweringContext::unwritten_cells() {
  if (!unwritten_layout) {
    unwritten_layout = static_cast<std::int32_t>(structs.size());
    StructLayout layout{.name = "cells", .fields = {}};
    layout.stride = 1;
    layout.is_unwritten = true;
    layout.is_open = true;
    structs.push_back(std::move(layout));
  }
  return *unwritten_layout;
}

namespace {

// Loops and structs of the code that is lowered are added to `out`.
LoweringContext context_of(const CheckedProgram& desugared, const SourceBuffer& source,
                           DiagnosticSink& sink, std::size_t max_instructions, Program& out) {
  LoweringContext context{.program = desugared,
                          .source = source,
                          .sink = sink,
                          .loops = out.loops,
                          .structs = out.structs,
                          .loop_indices = {},
                          .touches = {},
                          .max_size = max_instructions};
  find_touching_expressions(context);
  return context;
}

// Returns the operations of the objects whose specification is code, a thread each.
std::optional<Program> lower_specification(const CheckedProgram& program,
                                           const SourceBuffer& source, DiagnosticSink& sink,
                                           std::size_t max_instructions) {
  const CheckedProgram desugared = desugar(program);
  Program out;
  out.file = source.name();
  lower_declarations(desugared, out);
  LoweringContext context = context_of(desugared, source, sink, max_instructions, out);
  for (const SpecifiedObject& object : desugared.objects) {
    if (object.kind != ObjectKind::Code) continue;
    for (const SpecifiedObject::Operation& operation : object.operations) {
      const auto function =
          std::ranges::find(desugared.functions, operation.function, &FunctionInfo::name);
      std::optional<Thread> thread = lower_routine(
          context, static_cast<std::uint32_t>(function - desugared.functions.begin()));
      if (!thread) return std::nullopt;
      for (const Instruction& each : thread->code) {
        if (!is_one_of<Allocate, Deallocate, Spawn, Join>(each.body)) continue;
        sink.report(DiagnosticKind::NotInOneStep, each.source);
        return std::nullopt;
      }
      thread->name = operation.function;
      // It starts when it is called.
      thread->origin = SpawnOrigin{};
      out.threads.push_back(*std::move(thread));
    }
  }
  return out;
}

// The init and the final block are at place 0 of all levels.
std::shared_ptr<const Topology> lower_places(const CheckedProgram& program,
                                             std::vector<BarrierSite> barriers) {
  // Without a word of a machine, all threads are in one place.
  const ScopeWords& words = program.scopes != nullptr ? *program.scopes : ScopeMachines.front();
  const auto levels = words.levels();
  Topology out;
  out.levels.assign(levels.begin(), levels.end());
  out.barrier_level = words.barrier;
  out.barriers = std::move(barriers);
  for (const ThreadInfo& thread : program.threads) {
    out.places.push_back(thread.places);
    out.places.back().resize(levels.size(), 0);
  }
  return std::make_shared<const Topology>(std::move(out));
}

// The n-th control barrier in the code of a thread belongs with the n-th of the other threads.
std::vector<BarrierSite> number_barriers(Program& program, DiagnosticSink& sink) {
  std::vector<BarrierSite> sites;
  std::vector<std::size_t> counts(program.threads.size(), 0);
  const auto refuse = [&](const Instruction& at, const char* what, const char* hint) {
    sink.report(DiagnosticKind::MisplacedScope, at.source, {what}).with_hint(Hint(hint));
  };
  for (const BarrierChoice& each : barrier_choices(program)) {
    Thread& thread = program.threads[each.thread.value];
    Instruction& instruction = thread.code[each.at];
    if (thread.role != ThreadRole::Worker) {
      refuse(instruction, "a control barrier outside a thread", "");
    } else if (each.is_in_loop) {
      refuse(instruction, "a control barrier in a loop",
             "write the iterations one after the other, each with its own barrier");
    }
    const std::string instance = std::to_string(counts[each.thread.value]++);
    std::get<Choose>(instruction.body).barrier = static_cast<std::uint32_t>(sites.size());
    sites.push_back({.instance = instance, .thread = each.thread});
  }
  for (const Thread& routine : program.routines) {
    for (const Instruction& each : routine.code) {
      const auto* choice = std::get_if<Choose>(&each.body);
      if (choice == nullptr || choice->what != ChoiceOf::Barrier) continue;
      refuse(each, "a control barrier in a function that is spawned",
             "threads with control barriers are written as `thread`");
    }
  }
  return sites;
}

}  // namespace

std::optional<Program> lower(const CheckedProgram& program, const SourceBuffer& source,
                             DiagnosticSink& sink, std::size_t max_instructions) {
  const CheckedProgram desugared = desugar(program);
  Program out;
  out.file = source.name();
  lower_declarations(desugared, out);

  LoweringContext context = context_of(desugared, source, sink, max_instructions, out);
  for (const ThreadInfo& info : desugared.threads) {
    std::optional<Thread> thread = lower_thread(context, info);
    if (!thread) return std::nullopt;
    out.threads.push_back(*std::move(thread));
  }
  for (std::size_t i = 0; i < context.routines.size(); ++i) {
    std::optional<Thread> routine = lower_routine(context, context.routines[i]);
    if (!routine) return std::nullopt;
    out.routines.push_back(*std::move(routine));
  }
  ConditionLowering conditions(desugared, out);
  for (const ast::Item& item : desugared.ast.items) {
    const auto* condition = std::get_if<ast::ConditionItem>(&item.node);
    if (condition == nullptr) continue;
    out.conditions.push_back({.kind = lower_kind(condition->kind),
                              .expression = conditions.lower(condition->condition),
                              .text = std::string(source.text(condition->text)),
                              .source = item.range,
                              .is_required = condition->is_required});
  }
  const std::size_t errors = sink.error_count();
  std::vector<BarrierSite> barriers = number_barriers(out, sink);
  if (sink.error_count() != errors) return std::nullopt;
  if (program.scopes != nullptr || !barriers.empty()) {
    out.topology = lower_places(desugared, std::move(barriers));
  }
  passes::add_spawned_threads(out);
  out.specified = program.objects;
  if (program.sequential != nullptr) {
    auto sequential = lower_specification(*program.sequential, source, sink, max_instructions);
    if (!sequential) return std::nullopt;
    out.sequential = std::make_shared<const Program>(*std::move(sequential));
  }
  return out;
}

}  // namespace drover::lowering
