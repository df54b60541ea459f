#include "semantics/decompile/source_printer.h"

#include <algorithm>
#include <string_view>

#include "semantics/decompile/core_names.h"
#include "semantics/decompile/source_code.h"
#include "semantics/decompile/source_expression.h"
#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "semantics/program/program_printer.h"
#include "support/format.h"

namespace drover::decompile {

namespace {

std::string shared_text(const SharedObject& object) {
  std::string out = object.name;
  if (object.is_array) out += format("[{}]", object.initial.size());
  if (std::ranges::all_of(object.initial, [](Value value) { return value == 0; })) return out;
  if (!object.is_array) return out + format(" = {}", object.initial.front());
  std::string values;
  for (const Value value : object.initial) {
    values += (values.empty() ? "" : ", ") + std::to_string(value);
  }
  return out + format(" = {{{}}}", values);
}

std::string declarations_text(const Program& program) {
  std::string out;
  const SharedObject* previous = nullptr;
  for (const SharedObject& object : program.objects) {
    if (object.name.empty()) continue;
    const bool continues = previous != nullptr && previous->is_non_atomic == object.is_non_atomic;
    if (previous != nullptr && !continues) out += ";\n";
    out += continues ? ", " : object.is_non_atomic ? "shared na " : "shared ";
    out += shared_text(object);
    previous = &object;
  }
  if (previous != nullptr) out += ";\n";
  for (const StructLayout& layout : program.structs) {
    // Layouts of C: their cells have no names, and there are unused slots.
    if (layout.stride != 0 || layout.name.empty()) continue;
    out += format("struct {} {{", layout.name);
    for (const StructField& field : layout.fields) {
      out += format(" {}{};", field.is_non_atomic ? "na " : "", field.name);
    }
    out += " }\n";
  }
  return out;
}

std::string condition_text(const Program& program, const Condition& condition) {
  const std::string_view word = condition.kind == ConditionKind::Exists   ? "exists"
                                : condition.kind == ConditionKind::Forbid ? "forbid"
                                                                          : "forall";
  const SourceExpression text =
      expression_text(program.condition_expressions, condition.expression,
                      [&](const ExpressionNode& node) -> SourceExpression {
                        if (node.op == Operator::Constant) return integer(node.value);
                        return {program.observables[node.index].name, PostfixLevel};
                      });
  return format("{}{} ({});\n", condition.is_required ? "require " : "", word, text.text);
}

// Returns the program with a thread for each routine, even if no thread runs it.
Program with_all_routines(const Program& program) {
  Program out = program;
  for (std::size_t i = 0; i < program.routines.size(); ++i) {
    const bool has_thread = std::ranges::any_of(program.threads, [&](const Thread& thread) {
      return thread.origin && thread.origin->routine == i;
    });
    if (has_thread) continue;
    out.threads.push_back(program.routines[i]);
    out.threads.back().origin =
        SpawnOrigin{.parent = {}, .serial = 0, .routine = static_cast<std::uint32_t>(i)};
  }
  return out;
}

SourceDeclarations collect_declarations(const Program& program) {
  const auto keywords = core_keywords();
  SourceDeclarations out{program, {keywords.begin(), keywords.end()}, {}};
  for (const SharedObject& object : program.objects) out.taken.insert(object.name);
  for (const StructLayout& layout : program.structs) out.taken.insert(layout.name);
  for (const Thread& routine : program.routines) out.taken.insert(routine.name);
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      if (const auto* call = std::get_if<CallMarker>(&instruction.body)) {
        out.taken.insert(call->function);
      }
    }
  }
  return out;
}

}  // namespace

std::string print_expression(const Program& program, const ExpressionPool& pool, ExprId expression,
                             const std::function<std::string(RegisterId)>& name_of) {
  const LocationTable names(program);
  const auto leaf = [&](const ExpressionNode& node) -> SourceExpression {
    if (node.op == Operator::Register) return {name_of(node.reg), PostfixLevel};
    if (node.op == Operator::Observed) return {program.observables[node.index].name, PostfixLevel};
    if (node.op == Operator::Constant) {
      if (!address::is_address(node.value)) return integer(node.value);
      return {names.value_text(node.value), PrefixLevel};
    }
    const std::string index = print_expression(program, pool, node.a, name_of);
    return {format("&{}[{}]", program.objects[node.index].name, index), PrefixLevel};
  };
  return expression_text(pool, expression, leaf).text;
}

std::optional<std::string> print_source(const Program& given) {
  const CoreForm form = is_of_c(given) ? core_form(given) : CoreForm{given, ""};
  const Program program = with_all_routines(form.program);
  SourceDeclarations declarations = collect_declarations(program);
  std::string threads;
  std::string routines;
  std::vector<bool> is_printed(program.routines.size(), false);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    // Threads that run the same function stay equal after every pass.
    const auto& origin = program.threads[t].origin;
    if (origin && is_printed[origin->routine]) continue;
    if (origin) is_printed[origin->routine] = true;
    const std::optional<std::string> text = thread_text(declarations, ThreadId(t));
    if (!text) return std::nullopt;
    (origin ? routines : threads) += "\n" + *text;
  }
  std::string out = declarations_text(program);
  for (const auto& [name, text] : declarations.functions) out += "\n" + text;
  out += routines;
  if (!form.init.empty()) out += "\n" + form.init;
  out += threads;
  if (!program.conditions.empty()) out += "\n";
  for (const Condition& condition : program.conditions) out += condition_text(program, condition);
  return out;
}

}  // namespace drover::decompile
