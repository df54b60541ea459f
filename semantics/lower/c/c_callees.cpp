#include "semantics/lower/c/c_callees.h"

#include "frontend/c/builtins.h"

namespace drover::lowering {

using c::NodeKind;
using c::StatementKind;

Callees::Callees(const c::Unit& unit, const std::vector<bool>& is_reached)
    : unit_(unit), memory_(words_for(unit.functions.size())) {
  const Functions none = memory_;
  for (const c::Function& function : unit.functions) {
    variables_.emplace_back(function.variables.size(), none);
    results_.push_back(none);
  }
  for (const c::Global& global : unit.globals) {
    for (const c::StaticValue& value : global.initial) {
      if (value.function) insert_bit(memory_, *value.function);
    }
  }
  do {
    has_grown_ = false;
    for (std::uint32_t i = 0; i < unit.functions.size(); ++i) {
      if (!is_reached[i]) continue;
      read(i, unit.functions[i].body);
      for (const c::Variable& variable : unit.functions[i].variables) read(i, variable.cleanup);
      // A thread gives its result to the one that joins it.
      if (unit.functions[i].is_address_used) flow(results_[i], memory_);
    }
  } while (has_grown_);
}

void Callees::flow(const Functions& from, Functions& into) {
  if (is_subset(from, into)) return;
  insert_bits(into, from);
  has_grown_ = true;
}

Callees::Functions& Callees::kept_in(std::uint32_t function, std::uint32_t variable) {
  const bool is_in_memory = unit_.functions[function].variables[variable].is_in_memory;
  return is_in_memory ? memory_ : variables_[function][variable];
}

const Callees::Functions& Callees::kept_in(std::uint32_t function, c::NodeId lvalue) const {
  const c::Node& node = unit_[lvalue];
  const bool is_register =
      node.kind == NodeKind::Local && !unit_.functions[function].variables[node.index].is_in_memory;
  return is_register ? variables_[function][node.index] : memory_;
}

Callees::Functions Callees::of(std::uint32_t function, c::NodeId value) const {
  Functions all(memory_.size());
  if (value.is_none()) return all;
  const c::Node& node = unit_[value];
  switch (node.kind) {
    case NodeKind::FunctionName: insert_bit(all, node.index); break;
    case NodeKind::Load: return kept_in(function, node.a);
    case NodeKind::AddressOf: break;
    case NodeKind::CompoundAssign:
    case NodeKind::Step:
      all = of(function, node.b);
      insert_bits(all, kept_in(function, node.a));
      break;
    case NodeKind::Assign:
    case NodeKind::Comma: return of(function, node.b);
    case NodeKind::Conditional:
      all = of(function, node.b);
      insert_bits(all, of(function, node.c));
      break;
    case NodeKind::Call:
      if (node.a.is_none()) return results_[node.index];
      [[fallthrough]];
    case NodeKind::Builtin:
      all = memory_;  // the results of functions called through pointers are there, too
      for (const c::NodeId part : node.list) insert_bits(all, of(function, part));
      break;
    default:
      for (const c::NodeId part : {node.a, node.b, node.c}) insert_bits(all, of(function, part));
      break;
  }
  return all;
}

void Callees::read(std::uint32_t function, c::StatementId id) {
  if (id.is_none()) return;
  const c::Statement& statement = unit_[id];
  c::for_each_child(statement, [&](auto part) { read(function, part); });
  if (statement.kind == StatementKind::Return) {
    flow(of(function, statement.node), results_[function]);
  }
  if (statement.kind != StatementKind::Initialise) return;
  for (const c::InitialItem& item : statement.items) {
    flow(of(function, item.value), kept_in(function, statement.variable));
  }
}

void Callees::read(std::uint32_t function, c::NodeId id) {
  if (id.is_none()) return;
  const c::Node& node = unit_[id];
  c::for_each_child(node, [&](auto part) { read(function, part); });
  switch (node.kind) {
    case NodeKind::Assign:
    case NodeKind::CompoundAssign:
    case NodeKind::Step: {
      const c::Node& place = unit_[node.a];
      const Functions value = of(function, node.b);
      flow(value, place.kind == NodeKind::Local ? kept_in(function, place.index) : memory_);
      break;
    }
    case NodeKind::Call: read_call(function, node); break;
    case NodeKind::Builtin: read_builtin(function, node); break;
    default: break;
  }
}

void Callees::pass(const Functions& value, std::uint32_t callee, std::size_t parameter) {
  const bool is_named = parameter < unit_.functions[callee].parameter_count;
  flow(value, is_named ? kept_in(callee, static_cast<std::uint32_t>(parameter)) : memory_);
}

void Callees::read_call(std::uint32_t function, const c::Node& call) {
  Functions called(memory_.size());
  if (call.a.is_none()) {
    insert_bit(called, call.index);
  } else {
    called = of(function, call.a);
  }
  for_each_bit(called, [&](std::size_t callee) {
    for (std::size_t i = 0; i < call.list.size(); ++i) {
      pass(of(function, call.list[i]), static_cast<std::uint32_t>(callee), i);
    }
  });
}

// A builtin may store its arguments, and write to a variable whose address it gets. One that
// creates a thread calls its second argument.
void Callees::read_builtin(std::uint32_t function, const c::Node& call) {
  const bool creates = call.builtin.builtin == c::Builtin::Create;
  for (std::size_t i = 0; i < call.list.size(); ++i) {
    if (!creates || i != 1) flow(of(function, call.list[i]), memory_);
  }
  for (const c::NodeId given : call.list) {
    const bool is_address = !given.is_none() && unit_[given].kind == NodeKind::AddressOf;
    const c::Node* place = is_address ? &unit_[unit_[given].a] : nullptr;
    if (place != nullptr && place->kind == NodeKind::Local) {
      flow(memory_, kept_in(function, place->index));
    }
  }
  if (!creates) return;
  for_each_bit(of(function, call.list[1]), [&](std::size_t callee) {
    pass(of(function, call.list[2]), static_cast<std::uint32_t>(callee), 0);
  });
}

}  // namespace drover::lowering
