#include "litmus/dialects/assembly.h"

#include <algorithm>

#include "frontend/suggestion.h"
#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "semantics/program/thread_builder.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

constexpr std::uint32_t MaxArraySize = 4096;

// Returns the size of a type in bytes. herd gives every unknown type the size of an int.
std::uint32_t size_of_type(const std::string& type) {
  const auto contains = [&](std::string_view word) { return type.find(word) != std::string::npos; };
  if (contains("128")) return 16;
  if (contains("64") || contains("long") || contains("ptr") || contains("size_t")) return 8;
  if (contains("16") || contains("short")) return 2;
  if (contains("int8") || contains("char") || contains("bool")) return 1;
  return 4;
}

ValueView view_of_type(const std::string& type, bool is_pointer) {
  const bool is_unsigned = type.starts_with('u') || type.find(" u") != std::string::npos;
  switch (is_pointer ? 8 : size_of_type(type)) {
    case 1: return is_unsigned ? ValueView::Unsigned8 : ValueView::Signed8;
    case 2: return is_unsigned ? ValueView::Unsigned16 : ValueView::Signed16;
    case 4: return is_unsigned ? ValueView::Unsigned32 : ValueView::Signed32;
    default: return is_unsigned ? ValueView::Unsigned64 : ValueView::Whole;
  }
}

}  // namespace

std::string code_name(const std::string& thread, const std::string& label) {
  return format("label:\"{}:{}\"", thread, label);
}

std::string instruction_name(const std::string& text) {
  std::string out;
  bool is_spaced = false;
  for (const char c : text) {
    const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!is_space) {
      const bool is_tight =
          out.empty() || c == ',' || c == ']' || out.back() == ',' || out.back() == '[';
      if (is_spaced && !is_tight) out += ' ';
      out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    is_spaced = is_space;
  }
  return format("instr:\"{}\"", out);
}

// ---- The initial state --------------------------------------------------------------

void Assembly::add_init(const std::vector<InitItem>& items) {
  // All globals first: a value may be the address of a global that is declared later.
  for (const InitItem& item : items) {
    if (!item.location.is_register && check_shape(item)) {
      const bool is_array = item.location.index.has_value();
      add_object(item.location.name, item.location.index.value_or(1),
                 counts_elements_  ? 1
                 : item.is_pointer ? 8
                                   : size_of_type(item.type),
                 is_array);
      objects_.at(item.location.name).view = view_of_type(item.type, item.is_pointer);
    }
  }
  for (const InitItem& item : items) {
    check_address(item);
    if (item.location.is_register) {
      add_register_item(item);
    } else {
      add_item(item);
    }
  }
}

bool Assembly::check_shape(const InitItem& item) {
  const auto complain = [&](std::string why) {
    sink_.report(DiagnosticKind::LitmusInitialiser, item.range, {std::move(why)});
    return false;
  };
  if (objects_.contains(item.location.name)) {
    sink_.report(DiagnosticKind::LitmusDuplicateInit, item.location.range, {item.location.name});
    return false;
  }
  if (!item.location.index) {
    return item.is_list ? complain(format("`{}` is not an array: it takes one initial value",
                                          item.location.name))
                        : true;
  }
  if (item.type.empty() && !item.is_pointer) {
    return complain(
        format("an array is declared with its type, `int {}[{}]`; its elements have "
               "no initial values of their own",
               item.location.name, *item.location.index));
  }
  if (*item.location.index == 0 || *item.location.index > MaxArraySize) {
    return complain(format("an array has 1 to {} elements", MaxArraySize));
  }
  if (item.values.empty() && !item.is_list) return true;
  if (!item.is_list) return complain("the initial values of an array are a list, `{4,5}`");
  if (item.values.size() != *item.location.index) {
    return complain(format("`{}` has {} elements and {} initial values", item.location.name,
                           *item.location.index, item.values.size()));
  }
  return true;
}

// Warns about `int z = x`, which looks like a copy of the value.
void Assembly::check_address(const InitItem& item) {
  constexpr std::uint32_t SizeOfInt = 4;
  if (item.type.empty() || item.is_pointer || size_of_type(item.type) > SizeOfInt) return;
  for (const StateValue& value : item.values) {
    if (!value.is_address() || value.has_ampersand || value.is_code || value.is_instruction) {
      continue;
    }
    sink_
        .report(DiagnosticKind::LitmusAddress, value.range,
                {format("`{}` is the address of `{}` here, not its value", value.name, value.name)})
        .with_hint(format("if the address is meant, write `{}* {}` or `{} = {}`", item.type,
                          item.location.name, item.location.name, value.name));
  }
}

void Assembly::add_item(const InitItem& item) {
  const auto known = objects_.find(item.location.name);
  if (known == objects_.end()) return;  // reported before
  const ObjectInfo info = known->second;
  for (std::size_t i = 0; i < item.values.size(); ++i) {
    const Value value = value_of(item.values[i]);
    std::vector<Value>& cells = program_.objects[info.index].initial;
    if (i * info.element_size < cells.size()) cells[i * info.element_size] = value;
  }
  program_.objects[info.index].source = item.range;
}

void Assembly::add_register_item(const InitItem& item) {
  if (item.is_list || item.location.index) {
    sink_.report(DiagnosticKind::LitmusInitialiser, item.range, {"a register takes one value"});
    return;
  }
  const bool is_of_any = item.location.is_of_any_thread;
  std::map<std::string, Value>& registers =
      is_of_any ? shared_names_ : initial_registers_[item.location.thread];
  if (!is_of_any) register_items_.emplace(item.location.thread, item.location.range);
  register_views_[{item.location.thread, item.location.name}] =
      view_of_type(item.type, item.is_pointer);
  const Value value = item.values.empty() ? 0 : value_of(item.values.front());
  if (!item.values.empty() && item.values.front().is_code) {
    code_values_.emplace(item.values.front().name, item.values.front().range);
  }
  if (!registers.emplace(item.location.name, value).second) {
    sink_.report(DiagnosticKind::LitmusDuplicateInit, item.location.range,
                 {is_of_any ? item.location.name
                            : format("{}:{}", item.location.thread, item.location.name)});
  }
}

Value Assembly::value_of(const StateValue& value) {
  if (!value.is_address()) return value.number;
  if (value.is_code) return address_of_code(value.name);
  if (value.is_instruction) return instruction(value.name);
  if (value.name == "NOP" && !has_global(value.name)) return instruction(instruction_name("NOP"));
  const Value base = address_of(value.name);
  return base + static_cast<Value>(value.index.value_or(0)) * element_size(value.name);
}

// ---- Globals ------------------------------------------------------------------------

std::uint32_t Assembly::add_object(const std::string& name, std::uint32_t elements,
                                   std::uint32_t size, bool is_array) {
  const auto index = static_cast<std::uint32_t>(program_.objects.size());
  SharedObject& object = program_.objects.emplace_back();
  object.name = name;
  object.is_array = is_array;
  object.element_bytes = size;
  object.initial.assign(is_array ? std::size_t{elements} * size : 1, 0);
  objects_.emplace(name, ObjectInfo{index, size, elements, is_array, ValueView::Signed32});
  return index;
}

std::uint32_t Assembly::object(const std::string& name) {
  const auto known = objects_.find(name);
  return known != objects_.end() ? known->second.index : add_object(name, 1, 4, false);
}

Value Assembly::address_of(const std::string& name) { return address::of_object(object(name)); }

Value Assembly::address_of_code(const std::string& name) {
  const Value address = address_of(name);
  SharedObject& code = program_.objects[objects_.at(name).index];
  code.is_function = true;
  code.initial.clear();
  return address;
}

Value Assembly::instruction(const std::string& name) {
  address_of_code(name);
  return instruction_value(objects_.at(name).index);
}

void Assembly::fill_code() {
  for (const auto& [label, text] : code_) {
    const auto known = objects_.find(label);
    if (known == objects_.end()) continue;  // no code has its address
    const std::uint32_t object = known->second.index;
    const Value value = instruction(text);
    program_.objects[object].initial = {value};
  }
}

std::uint32_t Assembly::element_size(const std::string& name) const {
  const auto known = objects_.find(name);
  return known == objects_.end() ? 4 : known->second.element_size;
}

bool Assembly::is_array(const std::string& name) const {
  const auto known = objects_.find(name);
  return known != objects_.end() && known->second.is_array;
}

// Each cell has a thread of its own that sets it. So nothing orders the choices: a read reads the
// initial 0 or that write, and both are always consistent.
Value Assembly::add_choices(std::uint32_t count) {
  const auto index = static_cast<std::uint32_t>(program_.objects.size());
  SharedObject& object = program_.objects.emplace_back();
  object.name = format("choice {}", choices_++);
  object.is_array = true;
  object.initial.assign(count, 0);
  for (std::uint32_t cell = 0; cell < count; ++cell) {
    ThreadBuilder builder(format("choice {}.{}", choices_ - 1, cell), ThreadRole::Worker, {});
    const ExprId address = builder.expressions().constant(address::of_object(index, cell));
    builder.emit(Store{address, builder.expressions().constant(1), Mode::Rlx}, {});
    program_.threads.push_back(builder.finish({}));
  }
  return address::of_object(index);
}

// ---- Threads ------------------------------------------------------------------------

std::map<std::string, Value> Assembly::initial_registers(std::uint32_t thread) const {
  std::map<std::string, Value> all = shared_names_;
  const auto known = initial_registers_.find(thread);
  if (known != initial_registers_.end()) all.insert(known->second.begin(), known->second.end());
  return all;
}

std::uint32_t Assembly::add_loop(SourceRange range, std::string text) {
  program_.loops.push_back({range, std::move(text)});
  return static_cast<std::uint32_t>(program_.loops.size() - 1);
}

void Assembly::add_thread(std::uint32_t number, Thread thread, Registers registers,
                          SourceRange range) {
  const auto [known, is_new] =
      threads_.emplace(number, LitmusThread{program_.threads.size(), std::move(registers)});
  if (!is_new) {
    sink_.report(DiagnosticKind::LitmusDuplicateThread, range, {std::to_string(number)});
    return;
  }
  program_.threads.push_back(std::move(thread));
}

// ---- Conditions ---------------------------------------------------------------------

void Assembly::check_labels() {
  const std::vector<std::string> known(labels_.begin(), labels_.end());
  for (const auto& [name, range] : code_values_) {
    if (labels_.contains(name)) continue;
    sink_.report(DiagnosticKind::LitmusLabel, range, {"unknown", name})
        .with_hint(did_you_mean(name, known));
  }
}

void Assembly::resolve(FinalCondition& condition) {
  check_labels();
  fill_code();
  for (const auto& [thread, range] : register_items_) {
    if (!threads_.contains(thread)) {
      sink_.report(DiagnosticKind::LitmusNoSuchThread, range, {std::to_string(thread)});
    }
  }
  for (const Location& location : condition.locations) observe(location);
  const auto resolve_atom = [&](Atom& atom) { resolve(atom); };
  if (condition.filter) for_each_atom(*condition.filter, resolve_atom);
  for_each_atom(condition.proposition, resolve_atom);
}

void Assembly::resolve(Atom& atom) {
  atom.left_observables = observe(atom.left);
  if (const auto* other = std::get_if<Location>(&atom.right)) {
    atom.right_observables = observe(*other);
  } else if (const auto* list = std::get_if<std::vector<StateValue>>(&atom.right)) {
    // A register holds no array: it never equals a list.
    if (atom.left.is_register) return;
    for (const StateValue& value : *list) atom.right_values.push_back(value_of(value));
  } else {
    const auto& value = std::get<StateValue>(atom.right);
    if (value.is_code && !labels_.contains(value.name)) {
      sink_.report(DiagnosticKind::LitmusLabel, value.range, {"unknown", value.name});
    } else if (value.is_address() && !value.is_code && !value.is_instruction &&
               !has_global(value.name)) {
      sink_.report(DiagnosticKind::LitmusUnknownGlobal, value.range, {value.name});
    }
    atom.right_values = {value_of(value)};
  }
  // Values of the condition may come from nowhere (Candidates).
  for (const Value value : atom.right_values) program_.condition_expressions.constant(value);
  // Converts a value to the view of the observable that it is compared with.
  for (std::size_t i = 0; i < atom.right_values.size() && i < atom.left_observables.size(); ++i) {
    const ValueView view = program_.observables[atom.left_observables[i]].view;
    atom.right_values[i] = viewed(view, atom.right_values[i]);
  }
  const std::size_t right = std::max(atom.right_observables.size(), atom.right_values.size());
  if (right == atom.left_observables.size() || atom.left_observables.empty()) return;
  const bool is_list = atom.left_observables.size() > 1;
  if (is_list && std::holds_alternative<std::vector<StateValue>>(atom.right))
    return;  // never equal
  sink_.report(DiagnosticKind::LitmusInitialiser, atom.left.range,
               {is_list ? "an array is compared with a list, `{4,5}`"
                        : "only an array is compared with a list"});
}

std::vector<std::uint32_t> Assembly::observe(const Location& location) {
  return location.is_register ? observe_register(location) : observe_global(location);
}

std::vector<std::uint32_t> Assembly::observe_register(const Location& location) {
  const auto thread = threads_.find(location.thread);
  if (thread == threads_.end()) {
    sink_.report(DiagnosticKind::LitmusNoSuchThread, location.range,
                 {std::to_string(location.thread)});
    return {};
  }
  LitmusThread& known = thread->second;
  unused_.erase({location.thread, location.name});
  auto found = known.registers.find(location.name);
  if (found == known.registers.end()) {
    sink_
        .report(DiagnosticKind::LitmusUnknownRegister, location.range,
                {std::to_string(location.thread), location.name})
        .with_hint(did_you_mean(location.name, keys_of(known.registers)));
    std::vector<RegisterInfo>& registers = program_.threads[known.index].registers;
    registers.push_back({location.name, true});
    found = known.registers.emplace(location.name, RegisterId(registers.size() - 1)).first;
  }
  Observable observable{.name = format("{}:{}", location.thread, location.name),
                        .is_register = true,
                        .thread = ThreadId(known.index),
                        .reg = found->second};
  const auto view = register_views_.find({location.thread, location.name});
  if (uses_types_) {
    observable.view = view == register_views_.end() ? ValueView::Signed32 : view->second;
  }
  return {add_observable(std::move(observable))};
}

void Assembly::report_unused() {
  const std::vector<std::string> globals = keys_of(objects_);
  for (const auto& [variable, range] : unused_) {
    const auto& [thread, name] = variable;
    sink_.report(DiagnosticKind::LitmusUnusedVariable, range, {name, std::to_string(thread)})
        .with_hint(did_you_mean(name, globals));
  }
}

std::vector<std::uint32_t> Assembly::observe_global(const Location& location) {
  if (!has_global(location.name)) {
    sink_.report(DiagnosticKind::LitmusUnknownGlobal, location.range, {location.name})
        .with_hint(did_you_mean(location.name, keys_of(objects_)));
  }
  const Value base = address_of(location.name);
  const ObjectInfo& info = objects_.at(location.name);
  program_.objects[info.index].is_observed = true;
  const auto observe_element = [&](std::uint32_t element, std::string name) {
    Observable observable;
    observable.name = std::move(name);
    observable.address = base + Value{element} * info.element_size;
    if (uses_types_) observable.view = info.view;
    return add_observable(std::move(observable));
  };
  if (location.index && !info.is_array) {
    sink_.report(DiagnosticKind::LitmusNoArray, location.range, {location.name});
    return {};
  }
  if (location.index && *location.index >= info.elements) {
    sink_.report(
        DiagnosticKind::IndexOutOfBounds, location.range,
        {std::to_string(*location.index), location.name, format("{} elements", info.elements)});
    return {};
  }
  if (location.index) {
    return {observe_element(*location.index, format("{}[{}]", location.name, *location.index))};
  }
  if (!info.is_array) return {observe_element(0, location.name)};
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < info.elements; ++i) {
    all.push_back(observe_element(i, format("{}[{}]", location.name, i)));
  }
  return all;
}

std::uint32_t Assembly::add_observable(Observable observable) {
  const auto known = std::ranges::find(program_.observables, observable.name, &Observable::name);
  if (known != program_.observables.end()) {
    return static_cast<std::uint32_t>(known - program_.observables.begin());
  }
  program_.observables.push_back(std::move(observable));
  return static_cast<std::uint32_t>(program_.observables.size() - 1);
}

// Memory holds the bits of an initial value: a 64-bit read of the int -1 reads 0xffffffff.
void Assembly::cut_initial_values() {
  for (const auto& [name, info] : objects_) {
    if (info.element_size >= sizeof(Value)) continue;
    const Value mask = (Value{1} << (8 * info.element_size)) - 1;
    for (Value& value : program_.objects[info.index].initial) {
      if (!address::is_shared(value)) value &= mask;
    }
  }
}

void Assembly::open_objects() {
  for (const auto& [name, info] : objects_) {
    SharedObject& object = program_.objects[info.index];
    if (!object.is_function) object.open_from = info.elements * info.element_size;
  }
}

Program Assembly::finish(std::string file) {
  program_.file = std::move(file);
  if (uses_types_) cut_initial_values();
  if (is_memory_open_) open_objects();
  program_.topology = topology();
  // Explorers record final states only for a program with a condition. The test's own condition is
  // evaluated by `judge` (run_litmus.h).
  Condition condition;
  condition.expression = program_.condition_expressions.constant(1);
  condition.text = "true";
  program_.conditions = {condition};
  return std::move(program_);
}

}  // namespace drover::litmus
