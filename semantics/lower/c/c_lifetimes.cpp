#include "semantics/lower/c/c_lifetimes.h"

#include <algorithm>

namespace drover::lowering {

using c::NodeKind;
using c::StatementKind;

namespace {

constexpr std::uint32_t MaxAllocatingIterations = 1000;

// Returns the variable whose memory contains an lvalue; nothing: another object.
std::optional<std::uint32_t> object_of(const c::Unit& unit, c::NodeId id) {
  while (true) {
    const c::Node& node = unit[id];
    switch (node.kind) {
      case NodeKind::Local: return node.index;
      case NodeKind::Member:
      case NodeKind::Element:
      case NodeKind::Initialised: id = node.a; break;
      default: return std::nullopt;
    }
  }
}

bool is_loop(StatementKind kind) {
  return kind == StatementKind::While || kind == StatementKind::DoWhile ||
         kind == StatementKind::For;
}

}  // namespace

CLifetimes::CLifetimes(const c::Unit& unit, const Repetitions& repetitions_of) : unit_(unit) {
  for (const c::Function& function : unit.functions) {
    is_kept_.emplace_back(function.variables.size(), false);
    is_exact_.emplace_back(function.variables.size(), false);
  }
  const bool has_blocks = std::ranges::any_of(unit.functions, [](const c::Function& function) {
    return std::ranges::any_of(function.variables, [](const c::Variable& variable) {
      return variable.is_in_memory && variable.scope != 0;
    });
  });
  if (!has_blocks) return;
  find_kept();
  for (std::uint32_t i = 0; i < unit.functions.size(); ++i) {
    if (unit.functions[i].body.is_none()) continue;
    find_exact(i, repetitions_of);
    follow(i, unit.functions[i].body);
  }
}

namespace {

// Returns the list of a key; an empty one if it has none.
template <typename Map>
const typename Map::mapped_type& list_of(const Map& lists, const typename Map::key_type& key) {
  static const typename Map::mapped_type None;
  const auto found = lists.find(key);
  return found == lists.end() ? None : found->second;
}

}  // namespace

const std::vector<std::uint32_t>& CLifetimes::exact_of(std::uint32_t scope) const {
  return list_of(exact_, scope);
}

const std::vector<Live>& CLifetimes::at_label(std::uint32_t function,
                                              const std::string& name) const {
  return list_of(labels_, {function, name});
}

const std::vector<Live>& CLifetimes::at_case(c::StatementId id) const {
  return list_of(cases_, id);
}

// ---- Escaping addresses ----------------------------------------------------------------------

// A call keeps an argument if the function keeps its parameter. Repeats until no parameter is
// added.
void CLifetimes::find_kept() {
  do {
    has_changed_ = false;
    for (std::uint32_t i = 0; i < unit_.functions.size(); ++i) visit(i, unit_.functions[i].body);
  } while (has_changed_);
}

void CLifetimes::keep(std::uint32_t function, std::uint32_t variable) {
  if (is_kept_[function][variable]) return;
  is_kept_[function][variable] = true;
  has_changed_ = true;
}

void CLifetimes::visit(std::uint32_t function, c::StatementId id) {
  if (id.is_none()) return;
  const c::Statement& statement = unit_[id];
  visit(function, statement.node, statement.kind == StatementKind::Return);
  visit(function, statement.step, false);
  visit(function, statement.first);
  visit(function, statement.second);
  for (const c::StatementId each : statement.list) visit(function, each);
  for (const c::InitialItem& item : statement.items) visit(function, item.value, true);
}

// `is_kept`: the value may be used after the surrounding expression has ended.
void CLifetimes::visit(std::uint32_t function, c::NodeId id, bool is_kept) {
  if (id.is_none()) return;
  const c::Node& node = unit_[id];
  const auto parts = [&](bool a, bool b, bool c) {
    visit(function, node.a, a);
    visit(function, node.b, b);
    visit(function, node.c, c);
  };
  visit(function, node.statement);
  switch (node.kind) {
    case NodeKind::AddressOf:
      if (const auto variable = object_of(unit_, node.a); variable && is_kept) {
        keep(function, *variable);
      }
      return parts(false, false, false);
    case NodeKind::Load: {
      // If a pointer parameter is kept, its target is kept.
      const c::Node& lvalue = unit_[node.a];
      const bool is_parameter = lvalue.kind == NodeKind::Local &&
                                lvalue.index < unit_.functions[function].parameter_count;
      const bool is_open = is_parameter && (is_kept || lvalue.is_in_memory);
      if (is_open) keep(function, lvalue.index);
      return parts(false, false, false);
    }
    case NodeKind::Convert:
    case NodeKind::Negate:
    case NodeKind::Complement:
    case NodeKind::StatementExpression:
    case NodeKind::PointerAdd: return parts(is_kept, false, false);
    case NodeKind::Binary: {
      const bool is_part_kept = is_kept && !is_comparison(node.op);
      return parts(is_part_kept, is_part_kept, false);
    }
    case NodeKind::Conditional: return parts(false, is_kept, is_kept);
    case NodeKind::Comma: return parts(false, is_kept, false);
    case NodeKind::Assign:
    case NodeKind::CompoundAssign: return parts(false, true, false);
    case NodeKind::Call: {
      parts(false, false, false);
      for (std::size_t i = 0; i < node.list.size(); ++i) {
        const bool is_known = node.a.is_none() && i < unit_.functions[node.index].parameter_count;
        visit(function, node.list[i], !is_known || is_kept_[node.index][i]);
      }
      return;
    }
    case NodeKind::Builtin: return visit_builtin(function, node, is_kept);
    default: return parts(false, false, false);
  }
}

void CLifetimes::visit_builtin(std::uint32_t function, const c::Node& node, bool is_kept) {
  using c::Builtin;
  for (const c::NodeId part : {node.a, node.b, node.c}) visit(function, part, false);
  for (std::size_t i = 0; i < node.list.size(); ++i) {
    bool keeps = i > 0;  // by default, arguments after the first are written to the first
    switch (node.builtin.builtin) {
      case Builtin::CompareExchange: keeps = i == 2; break;
      case Builtin::LoadInto:
      case Builtin::StoreFrom:
      case Builtin::ExchangeInto:
      case Builtin::Join:
      case Builtin::Fill:
      case Builtin::Compare:
      case Builtin::Length:
      case Builtin::Print:
      case Builtin::Ignore:
      case Builtin::Assert:
      case Builtin::Assume: keeps = false; break;
      case Builtin::Copy: keeps = i == 0 && is_kept; break;
      case Builtin::ExitThread: keeps = true; break;
      default: break;
    }
    visit(function, node.list[i], keeps);
  }
}

// ---- Exact variables ----------------------------------------------------------------------------

void CLifetimes::find_exact(std::uint32_t function, const Repetitions& repetitions_of) {
  // A backward jump makes a loop of the code in between.
  const c::Function& found = unit_.functions[function];
  bool has_jumps = false;
  std::vector<c::StatementId> open{found.body};
  while (!open.empty() && !has_jumps) {
    const c::Statement& statement = unit_[open.back()];
    open.pop_back();
    has_jumps |= statement.kind == StatementKind::Label;
    for (const c::StatementId each : {statement.first, statement.second}) {
      if (!each.is_none()) open.push_back(each);
    }
    open.insert(open.end(), statement.list.begin(), statement.list.end());
  }
  find_exact(function, found.body, {.is_loop = has_jumps}, repetitions_of);
}

void CLifetimes::decide(std::uint32_t function, std::uint32_t index, bool begins_unwritten,
                        Around around) {
  const c::Function& owner = unit_.functions[function];
  const c::Variable& variable = owner.variables[index];
  const bool is_of_block =
      variable.is_in_memory && variable.scope != 0 && variable.scope != unit_[owner.body].scope;
  const bool matters = is_kept_[function][index] || (begins_unwritten && around.is_loop);
  if (!is_of_block || !matters || around.is_long || is_exact_[function][index]) return;
  is_exact_[function][index] = true;
  exact_[variable.scope].push_back(index);
}

void CLifetimes::find_exact(std::uint32_t function, c::StatementId id, Around around,
                            const Repetitions& repetitions_of) {
  if (id.is_none()) return;
  const c::Statement& statement = unit_[id];
  if (statement.kind == StatementKind::Declaration) {
    decide(function, statement.variable, true, around);
  } else if (statement.kind == StatementKind::Initialise) {
    decide(function, statement.variable, false, around);
  }
  for (const c::StatementId each : statement.list) {
    find_exact(function, each, around, repetitions_of);
  }
  for (const c::InitialItem& item : statement.items) {
    find_exact(function, item.value, around, repetitions_of);
  }
  if (is_loop(statement.kind)) {
    around.is_loop = true;
    around.is_long |= repetitions_of(statement).value_or(0) > MaxAllocatingIterations;
  }
  find_exact(function, statement.node, around, repetitions_of);
  find_exact(function, statement.step, around, repetitions_of);
  find_exact(function, statement.first, around, repetitions_of);
  find_exact(function, statement.second, around, repetitions_of);
}

void CLifetimes::find_exact(std::uint32_t function, c::NodeId id, Around around,
                            const Repetitions& repetitions_of) {
  if (id.is_none()) return;
  const c::Node& node = unit_[id];
  for (const c::NodeId part : {node.a, node.b, node.c}) {
    find_exact(function, part, around, repetitions_of);
  }
  for (const c::NodeId part : node.list) find_exact(function, part, around, repetitions_of);
  find_exact(function, node.statement, around, repetitions_of);
}

// ---- Live variables -----------------------------------------------------------------------------

void CLifetimes::follow(std::uint32_t function, c::StatementId id) {
  if (id.is_none()) return;
  const c::Statement& statement = unit_[id];
  const std::size_t outside = now_.size();
  for (const std::uint32_t variable : exact_of(statement.scope)) {
    now_.push_back({.variable = variable, .is_cleanup = false});
  }
  if (statement.kind == StatementKind::Label) labels_[{function, statement.text}] = now_;
  const bool is_case =
      statement.kind == StatementKind::Case || statement.kind == StatementKind::Default;
  if (is_case) cases_[id] = now_;
  for (const c::StatementId each : statement.list) follow(function, each);
  for (const c::InitialItem& item : statement.items) follow(function, item.value);
  follow(function, statement.node);
  follow(function, statement.step);
  follow(function, statement.first);
  follow(function, statement.second);
  const bool declares =
      statement.kind == StatementKind::Declaration || statement.kind == StatementKind::Initialise;
  if (declares) {
    const c::NodeId cleanup = unit_.functions[function].variables[statement.variable].cleanup;
    if (!cleanup.is_none()) now_.push_back({.variable = statement.variable, .is_cleanup = true});
    return;
  }
  now_.resize(outside);
}

void CLifetimes::follow(std::uint32_t function, c::NodeId id) {
  if (id.is_none()) return;
  const c::Node& node = unit_[id];
  for (const c::NodeId part : {node.a, node.b, node.c}) follow(function, part);
  for (const c::NodeId part : node.list) follow(function, part);
  follow(function, node.statement);
}

}  // namespace drover::lowering
