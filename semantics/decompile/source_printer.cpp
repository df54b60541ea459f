#include "semantics/decompile/source_printer.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "semantics/decompile/source_code.h"
#include "semantics/decompile/source_expression.h"
#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "semantics/program/program_printer.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::decompile {

namespace {

// A C program with core-language objects and names: an object is one cell, or an array with a cell
// for each byte, of which only the first cell of each scalar is used.
struct CoreForm {
  Program program;
  std::string init;  // the text of the block; empty if there is none
};

// Hands out unique core-language names.
class FreshNames {
 public:
  FreshNames() {
    for (const auto& word : core_keywords()) taken_.emplace(word);
    // Predefined names of every program.
    for (const char* name : {"self", "int8", "int16", "int32", "add64", "sub64", "mul64", "udiv64",
                             "urem64", "index", "shift", "shifted", "choose", "unwritten"}) {
      taken_.insert(name);
    }
  }
  std::string of(const std::string& wanted) {
    std::string name;
    for (const char c : wanted) {
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "o" + name;
    const std::string first = name;
    for (int number = 2; !taken_.insert(name).second; ++number) {
      name = format("{}_{}", first, number);
    }
    return name;
  }

 private:
  std::set<std::string> taken_;
};

// True if the object is one scalar.
bool is_scalar(const Program& program, const SharedObject& object) {
  if (object.is_array || object.layout < 0) return false;
  const StructLayout& layout = program.structs[static_cast<std::size_t>(object.layout)];
  return !layout.is_open && layout.fields.size() == 1 && layout.fields.front().offset == 0 &&
         layout.fields.front().size == object.initial.size();
}

std::string cell_text(const SharedObject& object, std::size_t cell) {
  return object.is_array ? format("{}[{}]", object.name, cell) : object.name;
}

std::string address_text(const Program& program, Value value) {
  const SharedObject& object = program.objects[address::object(value)];
  const std::uint32_t cell = address::cell(value);
  if (cell < object.initial.size()) return "&" + cell_text(object, cell);
  return format("&{} + {}", cell_text(object, 0), cell);
}

// Returns the objects whose addresses occur in an instruction or an initial value.
std::set<std::uint64_t> mentioned_objects(const Program& program) {
  std::set<std::uint64_t> out;
  const auto note = [&](Value value) {
    if (address::is_shared(value)) out.insert(address::object(value));
  };
  const auto note_thread = [&](const Thread& thread) {
    for (std::size_t i = 0; i < thread.expressions.size(); ++i) {
      const ExpressionNode& node = thread.expressions[ExprId(i)];
      if (node.op == Operator::Constant) note(node.value);
    }
  };
  for (const Thread& thread : program.threads) note_thread(thread);
  for (const Thread& routine : program.routines) note_thread(routine);
  for (const SharedObject& object : program.objects) {
    for (const Value value : object.initial) note(value);
  }
  return out;
}

// True if the program comes from C.
bool is_of_c(const Program& program) {
  return std::ranges::any_of(
             program.objects,
             [](const SharedObject& object) { return object.layout >= 0 || object.is_function; }) ||
         // "main" is not a name in the core language.
         std::ranges::any_of(program.threads,
                             [](const Thread& thread) { return thread.name == "main"; });
}

CoreForm core_form(const Program& program) {
  CoreForm out{program, ""};
  FreshNames names;
  for (Thread& routine : out.program.routines) routine.name = names.of(routine.name);
  for (Thread& thread : out.program.threads) {
    if (!thread.origin) {
      thread.name = names.of(thread.name == "main" ? "main_thread" : thread.name);
    }
  }
  const std::set<std::uint64_t> mentioned = mentioned_objects(program);
  for (std::size_t i = 0; i < out.program.objects.size(); ++i) {
    SharedObject& object = out.program.objects[i];
    if (object.is_function && !mentioned.contains(i)) {
      object.name.clear();  // not declared
      continue;
    }
    object.name = names.of(object.is_function ? object.name + "_address" : object.name);
    if (object.is_function) {
      object.initial = {0};
    } else if (object.layout >= 0) {
      object.is_array = !is_scalar(program, object);
      if (!object.is_array) object.initial.resize(1);
    }
    object.layout = -1;
    object.is_function = false;
  }
  return out;
}

// Initialises cells to addresses in the `init` block: declarations cannot.
void move_addresses(CoreForm& form) {
  for (SharedObject& object : form.program.objects) {
    for (std::size_t cell = 0; cell < object.initial.size(); ++cell) {
      const Value value = object.initial[cell];
      if (!shared_object_at(value, form.program)) continue;  // a number may look like an address
      form.init +=
          format("  {}@na := {};\n", cell_text(object, cell), address_text(form.program, value));
      object.initial[cell] = 0;
    }
  }
  if (!form.init.empty()) form.init = format("init {{\n{}}}\n", form.init);
}

std::string shared_text(const SharedObject& object) {
  std::string out = object.name;
  if (object.is_array) out += format("[{}]", object.initial.size());
  if (std::ranges::all_of(object.initial, [](Value value) { return value == 0; })) return out;
  if (!object.is_array) return out + format(" = {}", object.initial.front());
  const std::string values =
      joined(object.initial, ", ", [](Value value) { return std::to_string(value); });
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
  const bool is_c = is_of_c(given);
  CoreForm form = is_c ? core_form(given) : CoreForm{given, ""};
  if (is_c || !given.architecture.empty()) move_addresses(form);
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
