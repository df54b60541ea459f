#include "semantics/lower/c/c_lifetimes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/overloaded.h"

namespace drover::lowering {

using c::NodeKind;
using c::StatementKind;

namespace {

constexpr std::uint32_t MaxAllocatingIterations = 1000;

// Other builtins have the defaults.
constexpr auto EffectsTable = [] {
  using enum BuiltinEffects::Kept;
  using enum c::Builtin;
  return std::array{
      BuiltinEffects{.builtin = CompareExchange, .kept = Third, .reads = 1, .writes = 1},
      BuiltinEffects{.builtin = LoadInto, .kept = Nothing, .writes = 1},
      BuiltinEffects{.builtin = StoreFrom, .kept = Nothing, .reads = 1},
      BuiltinEffects{.builtin = ExchangeInto, .kept = Nothing, .reads = 1, .writes = 2},
      BuiltinEffects{.builtin = Create, .writes = 0},
      BuiltinEffects{.builtin = Join, .kept = Nothing, .writes = 1},
      BuiltinEffects{.builtin = AddOverflows, .kept = Nothing, .writes = 2},
      BuiltinEffects{.builtin = SubtractOverflows, .kept = Nothing, .writes = 2},
      BuiltinEffects{.builtin = MultiplyOverflows, .kept = Nothing, .writes = 2},
      BuiltinEffects{.builtin = Fill, .kept = Nothing},
      BuiltinEffects{.builtin = Compare, .kept = Nothing},
      BuiltinEffects{.builtin = Length, .kept = Nothing},
      BuiltinEffects{.builtin = Print, .kept = Nothing},
      BuiltinEffects{.builtin = Ignore, .kept = Nothing},
      BuiltinEffects{.builtin = Assert, .kept = Nothing},
      BuiltinEffects{.builtin = Assume, .kept = Nothing},
      BuiltinEffects{.builtin = Copy, .kept = FirstIfResult},
      BuiltinEffects{.builtin = ExitThread, .kept = All, .ends_thread = true},
      BuiltinEffects{.builtin = Abort, .ends_thread = true},
      BuiltinEffects{.builtin = Exit, .ends_thread = true},
      BuiltinEffects{.builtin = Misuse, .ends_thread = true},
      BuiltinEffects{.builtin = BadMemory, .ends_thread = true},
      BuiltinEffects{.builtin = VariableArguments, .kept = Nothing},
      BuiltinEffects{.builtin = Unreachable, .ends_thread = true}};
}();

// Returns the variable whose memory contains an lvalue; nothing: another object.
std::optional<std::uint32_t> object_of(const c::Unit& unit, c::NodeId id) {
  while (true) {
    const c::Node& node = unit[id];
    switch (node.kind) {
      case NodeKind::Local: return node.index;
      case NodeKind::Member:
      case NodeKind::Element:
      case NodeKind::BitField:
      case NodeKind::Initialised: id = node.a; break;
      default: return std::nullopt;
    }
  }
}

bool is_loop(StatementKind kind) {
  return kind == StatementKind::While || kind == StatementKind::DoWhile ||
         kind == StatementKind::For;
}

// Returns the list of a key; an empty one if it has none.
template <typename Map>
const typename Map::mapped_type& list_of(const Map& lists, const typename Map::key_type& key) {
  static const typename Map::mapped_type None;
  const auto found = lists.find(key);
  return found == lists.end() ? None : found->second;
}

class LifetimeFinder {
 public:
  LifetimeFinder(const c::Unit& unit, const Repetitions& repetitions_of)
      : unit_(unit), repetitions_of_(repetitions_of) {}

  CLifetimes run() {
    for (const c::Function& function : unit_.functions) {
      is_kept_.emplace_back(function.variables.size(), false);
      found_.is_exact.emplace_back(function.variables.size(), false);
      for (std::size_t i = 0; i < function.variables.size(); ++i) {
        found_.is_exact.back()[i] = !function.variables[i].size.is_none();
      }
    }
    const bool has_blocks = std::ranges::any_of(unit_.functions, [](const c::Function& function) {
      return std::ranges::any_of(function.variables, [](const c::Variable& variable) {
        return variable.is_in_memory && variable.scope != 0;
      });
    });
    if (!has_blocks) return std::move(found_);
    find_kept();
    for (std::uint32_t i = 0; i < unit_.functions.size(); ++i) {
      if (unit_.functions[i].body.is_none()) continue;
      find_exact(i);
      follow(i, unit_.functions[i].body);
    }
    return std::move(found_);
  }

 private:
  // ---- Escaping addresses
  // A call keeps an argument if the function keeps its parameter. Repeats until no parameter is
  // added.
  void find_kept() {
    do {
      has_changed_ = false;
      for (std::uint32_t i = 0; i < unit_.functions.size(); ++i) visit(i, unit_.functions[i].body);
    } while (has_changed_);
  }

  void visit(std::uint32_t function, c::StatementId id) {
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
  void visit(std::uint32_t function, c::NodeId id, bool is_kept) {
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

  void visit_builtin(std::uint32_t function, const c::Node& node, bool is_kept) {
    using Kept = BuiltinEffects::Kept;
    for (const c::NodeId part : {node.a, node.b, node.c}) visit(function, part, false);
    const Kept kept = effects_of(node.builtin.builtin).kept;
    for (std::size_t i = 0; i < node.list.size(); ++i) {
      const bool keeps = kept == Kept::All || (kept == Kept::Written && i > 0) ||
                         (kept == Kept::Third && i == 2) ||
                         (kept == Kept::FirstIfResult && i == 0 && is_kept);
      visit(function, node.list[i], keeps);
    }
  }

  void keep(std::uint32_t function, std::uint32_t variable) {
    if (is_kept_[function][variable]) return;
    is_kept_[function][variable] = true;
    has_changed_ = true;
  }

  // ---- Exact variables
  struct Around {
    bool is_loop = false;
    bool is_long = false;  // a loop of many iterations, which would allocate too often
  };
  void find_exact(std::uint32_t function) {
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
    find_exact(function, found.body, {.is_loop = has_jumps});
  }

  void find_exact(std::uint32_t function, c::StatementId id, Around around) {
    const c::Statement& statement = unit_[id];
    if (declares(statement)) {
      decide(function, statement.variable, statement.kind == StatementKind::Declaration, around);
    }
    // The statement before a `for` is not repeated.
    Around inside = around;
    if (is_loop(statement.kind)) {
      inside.is_loop = true;
      inside.is_long |= repetitions_of_(statement).value_or(0) > MaxAllocatingIterations;
    }
    c::for_each_child(
        statement, overloaded{[&](c::NodeId part) { find_exact(function, part, inside); },
                              [&](c::StatementId part) {
                                const bool is_before =
                                    std::ranges::find(statement.list, part) != statement.list.end();
                                find_exact(function, part, is_before ? around : inside);
                              }});
  }

  void find_exact(std::uint32_t function, c::NodeId id, Around around) {
    c::for_each_child(unit_[id], [&](auto part) { find_exact(function, part, around); });
  }

  void decide(std::uint32_t function, std::uint32_t index, bool begins_unwritten, Around around) {
    const c::Function& owner = unit_.functions[function];
    const c::Variable& variable = owner.variables[index];
    const bool is_of_block =
        variable.is_in_memory && variable.scope != 0 && variable.scope != unit_[owner.body].scope;
    const bool matters = is_kept_[function][index] || (begins_unwritten && around.is_loop);
    if (!is_of_block || !matters || around.is_long || found_.is_exact[function][index]) return;
    found_.is_exact[function][index] = true;
    found_.exact[variable.scope].push_back(index);
  }

  // ---- Live variables
  void follow(std::uint32_t function, c::StatementId id) {
    const c::Statement& statement = unit_[id];
    const std::size_t outside = now_.size();
    for (const std::uint32_t variable : found_.exact_of(statement.scope)) {
      now_.push_back({.variable = variable, .is_cleanup = false});
    }
    if (statement.kind == StatementKind::Label) found_.labels[{function, statement.text}] = now_;
    const bool is_case =
        statement.kind == StatementKind::Case || statement.kind == StatementKind::Default;
    if (is_case) found_.cases[id] = now_;
    c::for_each_child(statement, [&](auto part) { follow(function, part); });
    if (declares(statement)) {
      const c::Variable& declared = unit_.functions[function].variables[statement.variable];
      const c::NodeId cleanup = declared.cleanup;
      if (!declared.size.is_none()) {
        now_.push_back({.variable = statement.variable, .is_cleanup = false});
      }
      if (!cleanup.is_none()) now_.push_back({.variable = statement.variable, .is_cleanup = true});
      return;
    }
    now_.resize(outside);
  }

  void follow(std::uint32_t function, c::NodeId id) {
    c::for_each_child(unit_[id], [&](auto part) { follow(function, part); });
  }

  const c::Unit& unit_;
  const Repetitions& repetitions_of_;
  CLifetimes found_;
  std::vector<std::vector<bool>> is_kept_;  // by function and variable
  bool has_changed_ = false;                // is_kept_ has changed
  std::vector<Live> now_;
};

}  // namespace

const std::vector<std::uint32_t>& CLifetimes::exact_of(std::uint32_t scope) const {
  return list_of(exact, scope);
}

const std::vector<Live>& CLifetimes::at_label(std::uint32_t function,
                                              const std::string& name) const {
  return list_of(labels, {function, name});
}

const std::vector<Live>& CLifetimes::at_case(c::StatementId id) const { return list_of(cases, id); }

const BuiltinEffects& effects_of(c::Builtin builtin) {
  static constexpr BuiltinEffects Default;
  const auto* found = std::ranges::find(EffectsTable, builtin, &BuiltinEffects::builtin);
  return found == EffectsTable.end() ? Default : *found;
}

CLifetimes find_lifetimes(const c::Unit& unit, const Repetitions& repetitions_of) {
  return LifetimeFinder(unit, repetitions_of).run();
}

}  // namespace drover::lowering
