#include "semantics/decompile/core_names.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "semantics/program/address.h"
#include "semantics/program/instruction_value.h"
#include "semantics/program/program_printer.h"
#include "support/format.h"

namespace drover::decompile {

namespace {

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
    const bool is_shared = address::is_address(value) && !address::is_heap(value);
    if (is_shared) out.insert(address::object(value));
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

}  // namespace

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
  for (SharedObject& object : out.program.objects) {
    for (std::size_t cell = 0; cell < object.initial.size(); ++cell) {
      const Value value = object.initial[cell];
      if (!shared_object_at(value, out.program)) continue;  // a number may look like an address
      out.init +=
          format("  {}@na := {};\n", cell_text(object, cell), address_text(out.program, value));
      object.initial[cell] = 0;
    }
  }
  if (!out.init.empty()) out.init = format("init {{\n{}}}\n", out.init);
  return out;
}

}  // namespace drover::decompile
