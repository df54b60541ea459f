#include <algorithm>

#include "frontend/ast_printer.h"
#include "frontend/ast_walk.h"
#include "frontend/check_context.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using namespace ast;

class ConditionChecker {
 public:
  explicit ConditionChecker(CheckContext& context) : context_(context) {}

  void check(ExprId id) {
    check_no_mode(id);
    std::visit(overloaded{
                   [](const IntegerLiteral&) {},
                   [&](const Name& n) { check_name(n, id); },
                   [&](const Index& n) { check_element(n, id); },
                   [&](const Unary& n) { check_parts(n); },
                   [&](const Binary& n) { check_parts(n); },
                   [&](const Conditional& n) { check_parts(n); },
                   [&](const ThreadRegister& n) { check_register(n, id); },
                   [&](const auto& /*other*/) { reject(id); },
               },
               context_.ast[id].node);
  }

 private:
  void check_parts(const auto& node) {
    for_each_part(node, [&](ExprId part) { check(part); });
  }
  void reject(ExprId id) {
    context_.sink
        .report(DiagnosticKind::NotInCondition, context_.ast[id].range, {describe(context_, id)})
        .with_hint(
            "it may mention `thread:register`, shared variables, elements `a[1]`, constants");
  }

  void check_no_mode(ExprId id) {
    const ModeName* mode = mode_of_place(context_.ast[id].node);
    if (mode == nullptr || mode->is_absent()) return;
    context_.sink.report(DiagnosticKind::MisplacedMode, mode->range,
                         {"a mode in a condition over final states"});
  }

  void check_name(const Name& n, ExprId id) {
    const SourceRange range = context_.ast[id].range;
    const Global* global = context_.find_global(n.name);
    if (global == nullptr) {
      context_.sink.report(DiagnosticKind::UndefinedName, range, {n.name})
          .with_hint(hint_for_name(n.name));
      return;
    }
    switch (global->kind) {
      case GlobalKind::Constant:
        context_.resolution(id) = {.kind = NameKind::Constant, .index = global->index};
        return;
      case GlobalKind::Shared:
        if (!context_.program.shared[global->index].is_array) {
          context_.resolution(id) = {.kind = NameKind::SharedScalar, .index = global->index};
          return;
        }
        context_.sink.report(DiagnosticKind::NotAValue, range, {"array", n.name})
            .with_hint(format("`{}[0]` is an element", n.name));
        return;
      case GlobalKind::Function:
      case GlobalKind::Struct:
        context_.sink.report(DiagnosticKind::NotAValue, range, {word_for(global->kind), n.name});
        return;
    }
  }

  Hint hint_for_name(const std::string& name) const {
    for (const ThreadInfo& thread : context_.program.threads) {
      if (std::ranges::find(thread.registers, name) != thread.registers.end()) {
        return format("a register is written `{}:{}`", thread.name, name);
      }
    }
    return did_you_mean(name, context_.global_names({GlobalKind::Constant, GlobalKind::Shared}));
  }

  void check_element(const Index& n, ExprId id) {
    const auto* base = std::get_if<Name>(&context_.ast[n.base].node);
    const Global* global = base != nullptr ? context_.find_global(base->name) : nullptr;
    const bool is_array = global != nullptr && global->kind == GlobalKind::Shared &&
                          context_.program.shared[global->index].is_array;
    if (!is_array) return reject(id);
    check_no_mode(n.base);
    context_.resolution(n.base) = {.kind = NameKind::SharedArray, .index = global->index};
    if (evaluate_constant(context_, n.index)) check_bounds(context_, n.index, global->index);
  }

  void check_register(const ThreadRegister& n, ExprId id) {
    const std::vector<ThreadInfo>& threads = context_.program.threads;
    const auto found = std::ranges::find(threads, n.thread.text, &ThreadInfo::name);
    if (found == threads.end()) return report_thread(n.thread);
    const auto reg = std::ranges::find(found->registers, n.reg.text);
    if (reg == found->registers.end()) return report_register(*found, n.reg);
    context_.resolution(id) = {.index = static_cast<std::uint32_t>(reg - found->registers.begin()),
                               .thread = static_cast<std::uint32_t>(found - threads.begin())};
  }

  void report_thread(const Identifier& name) {
    std::vector<std::string> names;
    std::vector<std::string> instances;
    for (const ThreadInfo& thread : context_.program.threads) {
      names.push_back(thread.name);
      const bool is_instance =
          thread.family_value && thread.name == name.text + std::to_string(*thread.family_value);
      if (is_instance) instances.push_back(thread.name);
    }
    Diagnostic& diagnostic =
        context_.sink.report(DiagnosticKind::UndefinedThread, name.range, {name.text});
    if (!instances.empty()) {
      diagnostic.with_hint(format("the threads of the family are {}", quoted_list(instances)));
      return;
    }
    Hint hint = did_you_mean(name.text, names);
    if (hint.empty() && !names.empty()) hint = format("the threads are {}", quoted_list(names));
    diagnostic.with_hint(hint);
  }

  void report_register(const ThreadInfo& thread, const Identifier& name) {
    Hint hint = did_you_mean(name.text, thread.registers);
    if (hint.empty()) {
      const Global* global = context_.find_global(name.text);
      if (global != nullptr && global->kind == GlobalKind::Shared) {
        hint = format("`{}` is shared: write it without the thread", name.text);
      } else if (!thread.registers.empty()) {
        hint = format("its registers are {}", quoted_list(thread.registers));
      } else {
        hint = "it assigns to none";
      }
    }
    context_.sink.report(DiagnosticKind::UndefinedRegister, name.range, {thread.name, name.text})
        .with_hint(hint);
  }

  CheckContext& context_;
};

}  // namespace

void check_condition(CheckContext& context, ast::ExprId condition) {
  ConditionChecker(context).check(condition);
  for_each_expression(context.ast, condition, [&](ExprId id) {
    const auto* binary = std::get_if<Binary>(&context.ast[id].node);
    const bool is_division =
        binary != nullptr && (binary->op == Operator::Divide || binary->op == Operator::Remainder);
    if (is_division && constant_value(context, binary->right) == 0) {
      context.sink.report(DiagnosticKind::ConstantDivisionByZero, context.ast[id].range);
    }
  });
}

}  // namespace drover
