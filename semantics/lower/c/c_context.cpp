#include "semantics/lower/c/c_context.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "frontend/c/builtins.h"
#include "semantics/program/address.h"
#include "semantics/program/opaque_value.h"
#include "support/format.h"
#include "support/reach.h"

namespace drover::lowering {

namespace {

constexpr std::size_t MaxScalars = 1U << 16;

bool writes_places(c::Builtin builtin) {
  return effects_of(builtin).writes != BuiltinEffects::None;
}

// Returns the variable at the base of an lvalue, or of its address; none: another object.
std::optional<std::uint32_t> variable_of(const c::Unit& unit, c::NodeId id) {
  while (true) {
    const c::Node& node = unit[id];
    switch (node.kind) {
      case c::NodeKind::Local: return node.index;
      case c::NodeKind::Member:
      case c::NodeKind::Element:
      case c::NodeKind::BitField:
      case c::NodeKind::AddressOf: id = node.a; break;
      default: return std::nullopt;
    }
  }
}

bool holds_pointer(const c::TypeTable& types, c::TypeId type) {
  if (types.is_pointer(type)) return true;
  if (types.is_array(type)) return holds_pointer(types, types[type].target);
  return types.is_record(type) &&
         std::ranges::any_of(types.record_of(type).members, [&](const c::Member& member) {
           return holds_pointer(types, member.type);
         });
}

bool gives_address_as_number(const c::Unit& unit, const c::Node& node) {
  if (node.kind == c::NodeKind::Convert) {
    return unit.types.is_pointer(unit[node.a].type) && unit.types.is_integer(node.type);
  }
  return node.kind == c::NodeKind::Member && unit.types.is_record(unit[node.a].type) &&
         unit.types.has_union(unit[node.a].type) && holds_pointer(unit.types, unit[node.a].type);
}

bool is_byte(const c::TypeTable& types, c::TypeId type) {
  return types.is_integer(type) && types.bits_of(type) == 8 &&
         types.kind(type) != c::TypeKind::Bool;
}

// True for `(T *)bytes`; with via_void, also for `(T *)p`, where p points to void, but is no fresh
// memory.
bool types_bytes(const c::Unit& unit, const c::Node& node, bool via_void) {
  const c::TypeTable& types = unit.types;
  if (node.kind != c::NodeKind::Convert || !types.is_pointer(node.type)) return false;
  const c::TypeId from = unit[node.a].type;
  const c::TypeId to = types[node.type].target;
  if (!types.is_pointer(from) || !types.size_of(to) || is_byte(types, to)) return false;
  const c::TypeId old = types[from].target;
  return via_void ? types.is_void(old) && unit[node.a].kind != c::NodeKind::Builtin
                  : is_byte(types, old);
}

bool forgets_bytes(const c::Unit& unit, const c::Node& node) {
  const c::TypeTable& types = unit.types;
  if (node.kind != c::NodeKind::Convert || !types.is_pointer(node.type)) return false;
  const c::TypeId from = unit[node.a].type;
  return types.is_pointer(from) && types.is_void(types[node.type].target) &&
         is_byte(types, types[from].target);
}

}  // namespace

const std::string OtherFile =
    "give the file that defines it as well (`drover check main.c other.c`)";

std::uint32_t scalar_size(const c::TypeTable& types, c::TypeId type) {
  return static_cast<std::uint32_t>(types.size_of(type).value_or(1));
}

CContext::CContext(const c::Unit& unit_read, const SourceBuffer& source_text,
                   DiagnosticSink& diagnostics, Program& program, std::uint32_t recursion)
    : unit(unit_read),
      source(source_text),
      sink(diagnostics),
      out(program),
      max_recursion(recursion),
      lifetimes(find_lifetimes(unit_read,
                               [this](const c::Statement& loop) { return repetitions_of(loop); })),
      unwritten(find_unwritten_reads(unit_read)),
      effects_(unit_read.nodes.size()) {
  find_reached();
  callees_.emplace(unit, is_reached_function_);
  find_signs();
  // Heap layouts come first: their numbers are part of addresses.
  for (std::size_t i = 0; i < unit.nodes.size(); ++i) {
    const c::Node& node = unit.nodes[i];
    creates_threads |= is_reached_[i] && node.kind == c::NodeKind::Builtin &&
                       node.builtin.builtin == c::Builtin::Create;
    has_pointers_as_numbers |= is_reached_[i] && gives_address_as_number(unit, node);
    reallocates |= is_reached_[i] && node.kind == c::NodeKind::Builtin &&
                   node.builtin.builtin == c::Builtin::Reallocate;
  }
  bool forgets = false;
  bool remembers = false;
  for (std::size_t i = 0; i < unit.nodes.size(); ++i) {
    if (!is_reached_[i]) continue;
    has_buffers |= types_bytes(unit, unit.nodes[i], false);
    forgets |= forgets_bytes(unit, unit.nodes[i]);
    remembers |= types_bytes(unit, unit.nodes[i], true);
  }
  has_buffers |= forgets && remembers;
  add_objects();
  find_assigned();
}

bool CContext::holds_buffer(c::TypeId type) const {
  constexpr std::uint64_t LeastBytes = 4;
  if (!has_buffers) return false;
  if (unit.types.is_array(type)) {
    const c::Type& array = unit.types[type];
    const bool is_long = !array.count || *array.count >= LeastBytes;
    return (is_long && is_byte(unit.types, array.target)) || holds_buffer(array.target);
  }
  if (!unit.types.is_record(type)) return false;
  return std::ranges::any_of(unit.types.record_of(type).members,
                             [&](const c::Member& member) { return holds_buffer(member.type); });
}

bool CContext::is_const(c::TypeId type) const {
  while (unit.types.is_array(type)) type = unit.types[type].target;
  return unit.types[type].qualifiers.is_const;
}

Lifetime CContext::lifetime_of(std::uint32_t function, std::uint32_t variable) const {
  const c::Function& owner = unit.functions[function];
  const c::TypeId type = owner.variables[variable].type;
  const bool is_copy = is_copied_[function][variable] ||
                       (variable < owner.parameter_count && unit.types.is_record(type));
  return is_const(type) && !is_copy ? Lifetime::Constant : Lifetime::Function;
}

void CContext::add_fields(StructLayout& layout, c::TypeId type, const std::string& name,
                          std::uint32_t offset) const {
  std::vector<c::Scalar> scalars;
  unit.types.collect_scalars(type, name, 0, MaxScalars, scalars);
  layout.is_open |= unit.types.has_union(type) || scalars.size() >= MaxScalars;
  for (const c::Scalar& scalar : scalars) {
    layout.fields.push_back({.name = scalar.path,
                             .offset = offset + static_cast<std::uint32_t>(scalar.offset),
                             .size = scalar_size(unit.types, scalar.type)});
  }
}

// [C11 6.7.2.1p18], and arrays of no elements.
void CContext::add_flexible_array(StructLayout& layout, c::TypeId type) const {
  if (!unit.types.is_record(type)) return;
  std::string path;
  std::uint64_t offset = 0;
  while (unit.types.is_record(type)) {  // the last member may be a struct that ends in an array
    const c::Record& record = unit.types.record_of(type);
    if (record.members.empty() || record.is_union) return;
    const c::Member& last = record.members.back();
    if (!last.name.empty()) path += "." + last.name;
    offset += last.offset;
    type = last.type;
  }
  if (!unit.types.is_array(type) || unit.types[type].count.value_or(0) > 0) return;
  const c::TypeId element = unit.types[type].target;
  const auto size = scalar_size(unit.types, element);
  if (size == 0) return;
  layout.fields.push_back(
      {.name = path + "[]", .offset = static_cast<std::uint32_t>(offset), .size = size});
  add_fields(layout, element, "", 0);
}

StructLayout CContext::make_layout(c::TypeId type, const std::string& name,
                                   bool is_unwritten) const {
  StructLayout layout{.name = name, .fields = {}};
  layout.stride = std::max(1U, scalar_size(unit.types, type));
  layout.is_unwritten = is_unwritten;
  layout.is_open = !unit.types.size_of(type) || holds_buffer(type);
  add_fields(layout, type, "", 0);
  add_flexible_array(layout, type);
  return layout;
}

std::int32_t CContext::add_layout(const LayoutKey& key, StructLayout layout) {
  // Slots for heap layouts were reserved at the front.
  const auto index = static_cast<std::int32_t>(layouts_.size());
  out.structs[layouts_.size()] = std::move(layout);
  layouts_.emplace(key, index);
  return index;
}

std::int32_t CContext::layout_of(c::TypeId type, const std::string& name, bool is_unwritten,
                                 Lifetime lifetime) {
  const LayoutKey key(name, type, is_unwritten, lifetime);
  if (const auto known = layouts_.find(key); known != layouts_.end()) return known->second;
  const std::size_t reserved = 4;  // for untyped memory
  const bool is_full = layouts_.size() + reserved >= address::MaxLayouts;
  if (is_full) return layout_of_bytes(is_unwritten, lifetime);
  // An array of bytes has the layout of its elements.
  StructLayout layout = make_layout(type, name, is_unwritten);
  layout.is_open |= has_buffers && is_byte(unit.types, type);
  layout.is_owned = is_owned(lifetime);
  layout.is_read_only = lifetime == Lifetime::Constant;
  return add_layout(key, std::move(layout));
}

std::int32_t CContext::layout_of_bytes(bool is_unwritten, Lifetime lifetime, std::uint32_t hidden) {
  const c::TypeId any = c::TypeId(0);  // void
  const std::string name = hidden == 0 ? "bytes" : "block";
  const LayoutKey key(name, any, is_unwritten, lifetime);
  if (const auto known = layouts_.find(key); known != layouts_.end()) return known->second;
  StructLayout layout{.name = name, .fields = {}};
  layout.stride = 1;
  layout.is_unwritten = is_unwritten;
  layout.is_owned = is_owned(lifetime);
  layout.is_open = true;
  layout.hidden = hidden;
  return add_layout(key, std::move(layout));
}

std::int32_t CContext::thread_local_layout() {
  if (thread_local_layout_) return *thread_local_layout_;
  StructLayout layout{.name = "thread_local", .fields = {}};
  layout.stride = static_cast<std::uint32_t>(thread_local_size);
  for (const auto& [global, offset] : thread_locals) {
    const c::Global& variable = unit.globals[global];
    add_fields(layout, variable.type, "." + variable.name, static_cast<std::uint32_t>(offset));
  }
  const LayoutKey key("thread_local", c::TypeId(0), false, Lifetime::Function);
  thread_local_layout_ = add_layout(key, std::move(layout));
  return *thread_local_layout_;
}

std::vector<bool> CContext::used_globals() const {
  std::vector<std::uint32_t> used;
  for (std::size_t i = 0; i < unit.nodes.size(); ++i) {
    const bool is_used_here = unit.nodes[i].kind == c::NodeKind::Global && is_reached_[i];
    if (is_used_here) used.push_back(unit.nodes[i].index);
  }
  for (const auto& argument : unit.main_arguments) {
    if (argument) used.push_back(*argument);
  }
  // If an object is used, the targets of its pointers are used.
  return reached_from(used, unit.globals.size(), [&](std::uint32_t global, const auto& visit) {
    for (const c::StaticValue& value : unit.globals[global].initial) {
      if (!value.global) continue;
      visit(*value.global);
      const c::Global& target = unit.globals[*value.global];
      if (target.is_defined) continue;
      sink.report(DiagnosticKind::CError, target.place,
                  {format("`{}` is declared, but not defined here", target.name)})
          .with_hint(std::string(OtherFile))
          .with_note(unit.globals[global].place, format("the initial value of `{}` has its address",
                                                        unit.globals[global].name));
    }
  });
}

void CContext::add_objects() {
  out.structs.resize(address::MaxLayouts);
  add_globals(used_globals());
  function_addresses_.assign(unit.functions.size(), 0);
  for (std::size_t i = 0; i < unit.functions.size(); ++i) {
    if (!unit.functions[i].is_address_used) continue;
    function_addresses_[i] = address::of_object(static_cast<std::uint32_t>(out.objects.size()));
    out.objects.push_back({.name = unit.functions[i].name,
                           .initial = {},
                           .is_function = true,
                           .source = unit.functions[i].place});
  }
  for (std::size_t i = 0; i < unit.globals.size(); ++i) {
    if (global_addresses_[i] == 0) continue;
    SharedObject& object = out.objects[address::object(global_addresses_[i])];
    for (const c::StaticValue& value : unit.globals[i].initial) {
      if (value.offset >= object.initial.size()) continue;
      object.initial[value.offset] = cell_value(value);
      if (object.initial[value.offset] == 0) continue;
      const bool is_number = !value.global && !value.function && !value.is_opaque;
      const std::uint32_t size = value.type.is_none() ? 8 : scalar_size(unit.types, value.type);
      object.written.push_back({.begin = static_cast<std::uint32_t>(value.offset),
                                .count = size,
                                .can_be_cut = is_number && !value.type.is_none()});
    }
  }
}

void CContext::add_globals(const std::vector<bool>& is_used) {
  std::map<std::pair<c::TypeId, bool>, std::int32_t> layouts;
  for (std::size_t i = 0; i < unit.globals.size(); ++i) {
    const c::Global& global = unit.globals[i];
    global_addresses_.push_back(0);
    if (!is_used[i]) continue;
    const std::uint64_t size =
        std::max<std::uint64_t>(unit.types.size_of(global.type).value_or(1), 1);
    if (global.is_thread_local) {
      const auto alignment = static_cast<Value>(unit.types.alignment_of(global.type));
      thread_local_size = (thread_local_size + alignment - 1) / alignment * alignment;
      thread_locals.emplace(static_cast<std::uint32_t>(i), thread_local_size);
      thread_local_size += static_cast<Value>(size);
      continue;
    }
    const bool is_array = unit.types.is_array(global.type);
    const c::TypeId element = is_array ? unit.types[global.type].target : global.type;
    // Initialised bytes have their size.
    const bool is_buffer =
        holds_buffer(global.type) &&
        std::ranges::none_of(global.initial, [&](const c::StaticValue& value) {
          return value.value != 0 && !value.type.is_none() && is_byte(unit.types, value.type);
        });
    const auto [layout, is_new] = layouts.try_emplace(
        std::pair(element, is_buffer), static_cast<std::int32_t>(out.structs.size()));
    if (is_new) {
      out.structs.push_back(make_layout(element, unit.types.name(element), false));
      out.structs.back().is_open = is_buffer || unit.types.has_union(element) ||
                                   out.structs.back().fields.size() >= MaxScalars;
    }
    global_addresses_[i] = address::of_object(static_cast<std::uint32_t>(out.objects.size()));
    out.objects.push_back({.name = global.name,
                           .is_array = is_array,
                           .initial = std::vector<Value>(size, 0),
                           .layout = layout->second,
                           .is_read_only = global.name.starts_with('"') || is_const(global.type),
                           .source = global.place});
  }
}

Value CContext::value_of(const c::StaticValue& value) const {
  if (value.global) return global_addresses_[*value.global] + value.value;
  if (value.function) return function_addresses_[*value.function];
  return cell_value(value);
}

// Returns a number as its cell holds it.
Value CContext::cell_value(const c::StaticValue& value) const {
  if (value.global || value.function) return value_of(value);
  if (value.is_opaque) return OpaqueValue;
  const unsigned bits = value.type.is_none() ? 64 : unit.types.bits_of(value.type);
  if (!has_both_signs(bits)) return value.value;
  const auto unused = static_cast<int>(64 - bits);
  return static_cast<Value>(static_cast<std::uint64_t>(value.value) << unused) >> unused;
}

void CContext::find_signs() {
  are_signs_noted_.assign(unit.types.size(), false);
  for (std::size_t i = 0; i < unit.nodes.size(); ++i) {
    const c::Node& node = unit.nodes[i];
    if (!is_reached_[i]) continue;
    switch (node.kind) {
      case c::NodeKind::Local:
        if (node.is_in_memory) note_signs(node.type);
        break;
      case c::NodeKind::Global:
      case c::NodeKind::Dereference:
      case c::NodeKind::Member:
      case c::NodeKind::Element: note_signs(node.type); break;
      case c::NodeKind::Builtin: note_signs(node.computed); break;
      case c::NodeKind::Call:  // arguments for `...` are in memory
        for (const c::NodeId argument : node.list) {
          const bool is_passed = node.a.is_none() && unit.functions[node.index].reads_arguments;
          if (is_passed) note_signs(unit[argument].type);
        }
        break;
      default: break;
    }
  }
}

void CContext::note_signs(c::TypeId type) {
  if (type.is_none() || are_signs_noted_[type.value]) return;
  are_signs_noted_[type.value] = true;
  if (unit.types.is_array(type)) return note_signs(unit.types[type].target);
  if (unit.types.is_record(type)) {
    for (const c::Member& member : unit.types.record_of(type).members) {
      note_signs(member.bits ? member.bits->unit : member.type);
    }
    return;
  }
  const bool counts = unit.types.is_integer(type) && unit.types.kind(type) != c::TypeKind::Bool;
  const unsigned bits = unit.types.bits_of(type);
  if (!counts || bits >= 64 || !std::has_single_bit(bits)) return;
  std::uint8_t& noted = signs_[bits / 16];
  noted = static_cast<std::uint8_t>(noted | (unit.types.is_unsigned(type) ? 2U : 1U));
}

bool CContext::is_cell(Value address, std::uint32_t size) const {
  if (!address::is_shared(address)) return false;
  const std::uint64_t index = address::object(address);
  if (index >= out.objects.size() || out.objects[index].layout < 0) return false;
  const StructLayout& layout = out.structs[static_cast<std::size_t>(out.objects[index].layout)];
  if (layout.is_open || address::cell(address) >= out.objects[index].initial.size()) return false;
  const std::uint32_t offset = address::cell(address) % layout.stride;
  return std::ranges::any_of(layout.fields, [&](const StructField& field) {
    return field.offset == offset && field.size == size;
  });
}

std::optional<Value> CContext::thread_local_offset(std::uint32_t global) const {
  const auto found = thread_locals.find(global);
  return found == thread_locals.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t CContext::routine_of(std::uint32_t function, SourceRange created) {
  const auto known = std::ranges::find(routines_, function);
  const auto index = static_cast<std::uint32_t>(known - routines_.begin());
  if (known == routines_.end()) {
    routines_.push_back(function);
    creations_.push_back(created);
  }
  return index;
}

std::optional<SourceRange> CContext::creation_of(std::uint32_t function) const {
  const auto known = std::ranges::find(routines_, function);
  if (known == routines_.end()) return std::nullopt;
  return creations_[static_cast<std::size_t>(known - routines_.begin())];
}

std::optional<std::uint32_t> CContext::next_routine() {
  if (lowered_routines_ == routines_.size()) return std::nullopt;
  return static_cast<std::uint32_t>(lowered_routines_++);
}

void CContext::note_clock(SourceRange at) {
  sink.report(DiagnosticKind::CClock, at, {})
      .with_hint("--nondet LOW..HIGH makes it any of these numbers");
}

std::uint32_t CContext::loop_of(LoopKey key, const LoopInfo& loop) {
  const auto [place, is_new] =
      loops_.try_emplace(key, static_cast<std::uint32_t>(out.loops.size()));
  if (is_new) out.loops.push_back(loop);
  return place->second;
}

std::uint32_t CContext::recursion_of(std::uint32_t function, SourceRange at) {
  return loop_of(function, {.source = at,
                            .text = unit.functions[function].name + "(…)",
                            .recursion_depth = max_recursion,
                            .is_limited_by_code = is_limited_by_code});
}

// Returns the functions by priority, lowest first; those of one priority in order of definition.
std::vector<std::uint32_t> CContext::by_priority(Priority c::Function::*priority) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < unit.functions.size(); ++i) {
    if (unit.functions[i].*priority && !unit.functions[i].body.is_none()) found.push_back(i);
  }
  std::ranges::sort(found, {}, [&](std::uint32_t i) {
    return std::pair(*(unit.functions[i].*priority), unit.functions[i].body);
  });
  return found;
}

std::vector<std::uint32_t> CContext::final_functions() const {
  std::vector<std::uint32_t> found = by_priority(&c::Function::destructor);
  std::ranges::reverse(found);
  return found;
}

std::optional<std::uint32_t> CContext::function_named(std::string_view name) const {
  const auto found = std::ranges::find(unit.functions, name, &c::Function::name);
  if (found == unit.functions.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - unit.functions.begin());
}

void CContext::assume(Assumption assumption) {
  const bool is_known = std::ranges::find(out.assumptions, assumption) != out.assumptions.end();
  if (!is_known) out.assumptions.push_back(assumption);
}

Value CContext::section_lock() {
  if (!section_lock_) {
    section_lock_ = address::of_object(static_cast<std::uint32_t>(out.objects.size()));
    out.objects.push_back({.name = "(atomic section)", .initial = {0}, .source = {}});
  }
  return *section_lock_;
}

// ---- Reachability --------------------------------------------------------------------------

void CContext::find_reached() {
  is_reached_.assign(unit.nodes.size(), false);
  is_reached_function_.assign(unit.functions.size(), false);
  is_reached_global_.assign(unit.globals.size(), false);
  for (std::uint32_t i = 0; i < unit.functions.size(); ++i) {
    const c::Function& function = unit.functions[i];
    const bool is_run = function.name == "main" || function.constructor || function.destructor;
    if (is_run) reach_function(i);
  }
  while (!to_be_read_.empty()) {
    const std::uint32_t function = to_be_read_.back();
    to_be_read_.pop_back();
    reach(unit.functions[function].body);
    for (const c::Variable& variable : unit.functions[function].variables) {
      reach(variable.cleanup);
      reach(variable.size);
    }
    for (const c::Implication& each : c::Implications) {
      if (each.used != unit.functions[function].name) continue;
      if (const auto found = function_named(each.needed)) reach_function(*found);
    }
  }
}

void CContext::reach_function(std::uint32_t function) {
  if (is_reached_function_[function]) return;
  is_reached_function_[function] = true;
  to_be_read_.push_back(function);
  const auto [begin, end] = for_mentioned_.equal_range(function);
  std::vector<c::StatementId> branches;
  for (auto each = begin; each != end; ++each) branches.push_back(each->second);
  for_mentioned_.erase(begin, end);
  for (const c::StatementId branch : branches) reach(branch);
}

void CContext::reach_global(std::uint32_t global) {
  if (is_reached_global_[global]) return;
  is_reached_global_[global] = true;
  for (const c::StaticValue& value : unit.globals[global].initial) {
    if (value.function) reach_function(*value.function);
    if (value.global) reach_global(*value.global);
  }
}

void CContext::reach(c::StatementId id) {
  if (id.is_none()) return;
  const c::Statement& statement = unit[id];
  if (statement.kind == c::StatementKind::If) {
    const c::Node& condition = unit[statement.node];
    if (condition.kind == c::NodeKind::Builtin &&
        condition.builtin.builtin == c::Builtin::IsMentioned) {
      const auto function = function_named(condition.text);
      reach(statement.second);
      if (function && is_reached_function_[*function]) {
        reach(statement.first);
      } else if (function) {
        for_mentioned_.emplace(*function, statement.first);
      }
      return;
    }
  }
  c::for_each_child(statement, [this](auto part) { reach(part); });
}

void CContext::reach(c::NodeId id) {
  if (id.is_none() || is_reached_[id.value]) return;
  is_reached_[id.value] = true;
  const c::Node& node = unit[id];
  const bool is_text =
      node.kind == c::NodeKind::Builtin && node.builtin.builtin == c::Builtin::Format;
  const bool is_function = (node.kind == c::NodeKind::Call && node.a.is_none()) ||
                           node.kind == c::NodeKind::FunctionName || is_text;
  if (is_function) reach_function(node.index);
  if (node.kind == c::NodeKind::Global) reach_global(node.index);
  c::for_each_child(node, [this](auto part) { reach(part); });
}

NodeEffects CContext::effects(c::NodeId id) {
  if (id.is_none()) return {};
  NodeEffects& known = effects_[id.value];
  if (known.is_known) return known;
  const c::Node& node = unit[id];
  NodeEffects all;
  const auto add = [&](NodeEffects more) {
    all.touches |= more.touches;
    all.changes |= more.changes;
  };
  for (const c::NodeId part : {node.a, node.b, node.c}) add(effects(part));
  for (const c::NodeId part : node.list) add(effects(part));
  switch (node.kind) {
    case c::NodeKind::Load:
    case c::NodeKind::Unsupported:
    case c::NodeKind::Call: all.touches = true; break;
    case c::NodeKind::Assign:
    case c::NodeKind::CompoundAssign:
    case c::NodeKind::Step:
    case c::NodeKind::StatementExpression:
    case c::NodeKind::Initialised: all.touches = all.changes = true; break;
    case c::NodeKind::Builtin:
      all.touches |= node.builtin.builtin != c::Builtin::IsMentioned;
      all.changes |= writes_places(node.builtin.builtin);
      break;
    default: break;
  }
  // Reading a register variable takes no instruction, unless it may be unwritten.
  const bool is_register = node.kind == c::NodeKind::Load &&
                           unit[node.a].kind == c::NodeKind::Local && !unit[node.a].is_in_memory;
  if (is_register) all.touches = unwritten.is_open[id.value];
  all.is_known = true;
  effects_[id.value] = all;
  return all;
}

// ---- Which variables are assigned -------------------------------------------------------

void CContext::find_assigned() {
  is_assigned_.resize(unit.functions.size());
  for (std::uint32_t i = 0; i < unit.functions.size(); ++i) {
    is_assigned_[i].assign(unit.functions[i].variables.size(), false);
    is_copied_.emplace_back(unit.functions[i].variables.size(), false);
    if (!unit.functions[i].body.is_none()) note_assigned(i, unit.functions[i].body);
  }
}

void CContext::note_assigned(std::uint32_t function, c::StatementId id) {
  if (id.is_none()) return;
  const c::Statement& statement = unit[id];
  if (declares(statement)) is_assigned_[function][statement.variable] = true;
  for (const c::InitialItem& item : statement.items) {
    const bool is_copy = !item.value.is_none() && unit.types.is_record(item.type);
    if (is_copy) is_copied_[function][statement.variable] = true;
  }
  c::for_each_child(statement, [&](auto part) { note_assigned(function, part); });
}

void CContext::note_assigned(std::uint32_t function, c::NodeId id) {
  if (id.is_none()) return;
  const c::Node& node = unit[id];
  const auto note = [&](c::NodeId lvalue) {
    if (const auto variable = variable_of(unit, lvalue)) is_assigned_[function][*variable] = true;
  };
  switch (node.kind) {
    case c::NodeKind::Assign:
    case c::NodeKind::CompoundAssign:
    case c::NodeKind::Step: note(node.a); break;
    case c::NodeKind::Builtin:
      if (!writes_places(node.builtin.builtin)) break;
      for (const c::NodeId argument : node.list) {
        if (!argument.is_none() && unit[argument].kind == c::NodeKind::AddressOf) note(argument);
      }
      break;
    default: break;
  }
  c::for_each_child(node, [&](auto part) { note_assigned(function, part); });
}

// ---- Loops that count ----------------------------------------------------------------------

template <typename Id>
bool CContext::changes(Id id, std::uint32_t variable) const {
  if (id.is_none()) return false;
  if (changes_itself(unit[id], variable)) return true;
  bool is_changed = false;
  c::for_each_child(unit[id], [&](auto part) { is_changed |= changes(part, variable); });
  return is_changed;
}

bool CContext::changes_itself(const c::Statement& statement, std::uint32_t variable) {
  // A jump from outside may enter at a label.
  return (declares(statement) && statement.variable == variable) ||
         statement.kind == c::StatementKind::Label;
}

bool CContext::changes_itself(const c::Node& node, std::uint32_t variable) const {
  switch (node.kind) {
    case c::NodeKind::Assign:
    case c::NodeKind::CompoundAssign:
    case c::NodeKind::Step:
    case c::NodeKind::AddressOf: return variable_of(unit, node.a) == variable;
    default: return false;
  }
}

namespace {

// Returns the operand of a chain of conversions.
const c::Node& unconverted(const c::Unit& unit, c::NodeId id) {
  while (unit[id].kind == c::NodeKind::Convert) id = unit[id].a;
  return unit[id];
}

std::optional<std::int64_t> integer_of(const c::Unit& unit, c::NodeId id) {
  if (id.is_none()) return 0;
  const c::Node& node = unconverted(unit, id);
  return node.kind == c::NodeKind::Integer ? std::optional(node.value) : std::nullopt;
}

// int i = 0, or i = 0
struct CountStart {
  std::uint32_t variable = 0;
  std::int64_t value = 0;
};
std::optional<CountStart> start_of(const c::Unit& unit, c::StatementId id) {
  const c::Statement* first = &unit[id];
  while (first->kind == c::StatementKind::Block && first->list.size() == 1) {
    first = &unit[first->list[0]];
  }
  std::uint32_t variable = first->variable;
  std::optional<std::int64_t> start;
  if (first->kind == c::StatementKind::Initialise && first->items.size() == 1) {
    start = integer_of(unit, first->items[0].value);
  } else if (first->kind == c::StatementKind::Expression && !first->node.is_none()) {
    const c::Node& assign = unconverted(unit, first->node);
    const bool is_local =
        assign.kind == c::NodeKind::Assign && unit[assign.a].kind == c::NodeKind::Local;
    if (!is_local) return std::nullopt;
    variable = unit[assign.a].index;
    start = integer_of(unit, assign.b);
  }
  if (!start) return std::nullopt;
  return CountStart{.variable = variable, .value = *start};
}

// i++ or i += 2
std::optional<std::int64_t> change_by(const c::Unit& unit, const c::Node& step) {
  if (step.is_pointer_step) return std::nullopt;
  if (step.kind == c::NodeKind::Step) return step.value;
  if (step.kind != c::NodeKind::CompoundAssign) return std::nullopt;
  const auto change = integer_of(unit, step.b);
  if (!change || step.op == Operator::Add) return change;
  return step.op == Operator::Subtract ? std::optional(-*change) : std::nullopt;
}

bool holds(Operator op, std::int64_t value, std::int64_t end) {
  switch (op) {
    case Operator::Less: return value < end;
    case Operator::LessEqual: return value <= end;
    case Operator::Greater: return value > end;
    case Operator::GreaterEqual: return value >= end;
    case Operator::NotEqual: return value != end;
    default: return false;
  }
}

}  // namespace

std::optional<std::uint32_t> CContext::repetitions_of(const c::Statement& loop) const {
  constexpr std::uint32_t MaxRepetitions = 100'000;
  const bool is_counting = loop.kind == c::StatementKind::For && loop.list.size() == 1 &&
                           !loop.list[0].is_none() && !loop.node.is_none() && !loop.step.is_none();
  if (!is_counting) return std::nullopt;
  const c::Node& step = unconverted(unit, loop.step);
  const c::Node& condition = unconverted(unit, loop.node);  // i < 400
  const auto start = start_of(unit, loop.list[0]);
  const auto change = change_by(unit, step);
  if (!start || !change || condition.kind != c::NodeKind::Binary) return std::nullopt;
  const auto is_it = [&](c::NodeId id) {
    const c::Node& node = unit[id];
    return node.kind == c::NodeKind::Local && node.index == start->variable && !node.is_in_memory;
  };
  const c::Node& left = unconverted(unit, condition.a);
  const auto end = integer_of(unit, condition.b);
  const bool is_about_it = left.kind == c::NodeKind::Load && is_it(left.a) && is_it(step.a);
  if (!is_about_it || !end || changes(loop.first, start->variable)) return std::nullopt;
  // Every counter type can hold these values: no conversion changes them.
  constexpr std::int64_t Least = 0;
  constexpr std::int64_t Greatest = (std::int64_t{1} << 31) - 1;
  std::uint32_t count = 0;
  for (std::int64_t value = start->value; holds(condition.op, value, *end); value += *change) {
    if (value < Least || value >= Greatest || ++count > MaxRepetitions) return std::nullopt;
  }
  const bool is_wide = unit.types.bits_of(unit[step.a].type) >= 32;
  return is_wide && start->value >= Least && *end >= Least && *end <= Greatest
             ? std::optional(count)
             : std::nullopt;
}

}  // namespace drover::lowering
