// [C11 6.5p2]: a side effect on a scalar object that is unsequenced relative to another side effect
// on it, or to a use of its value, is undefined. Drover evaluates from left to right and so has a
// result for such an expression; compilers may have others.
//
// The check covers variables, their members, and their elements with constant indices. A called
// function does not interleave with the rest of the expression. Objects behind pointers are not
// tracked.
#include "frontend/c/unit_builder.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace drover::c {

namespace {

// A scalar: its variable and its offset.
struct ScalarPlace {
  bool is_global = false;
  std::uint32_t index = 0;
  std::int64_t offset = 0;

  auto operator<=>(const ScalarPlace&) const = default;
};
using Places = std::set<ScalarPlace>;

struct Touched {
  Places used;
  Places changed;
};

void add_all(Touched& to, const Touched& from) {
  to.used.insert(from.used.begin(), from.used.end());
  to.changed.insert(from.changed.begin(), from.changed.end());
}

class SequenceCheck {
 public:
  SequenceCheck(const Unit& unit, const Function& function, DiagnosticSink& sink)
      : unit_(unit), function_(function), sink_(sink) {}

  void check(StatementId id) {
    if (id.is_none()) return;
    const Statement& statement = unit_[id];
    check_whole(statement.node);
    check_whole(statement.step);
    // [C11 6.7.9p23]: initialisers of a list are unordered, but each is a full expression.
    for (const InitialItem& item : statement.items) check_whole(item.value);
    for (const StatementId each : statement.list) check(each);
    check(statement.first);
    check(statement.second);
  }

 private:
  void check_whole(NodeId id) {
    if (id.is_none()) return;
    changed_ = {};
    find_changed(id);
    if (!changed_.empty()) (void)touched(id);
  }

  [[nodiscard]] std::optional<ScalarPlace> place_of(NodeId id) const {
    std::int64_t offset = 0;
    while (true) {
      const Node& node = unit_[id];
      switch (node.kind) {
        case NodeKind::Local: return ScalarPlace{false, node.index, offset};
        case NodeKind::Global: return ScalarPlace{true, node.index, offset};
        case NodeKind::Member: offset += node.value; break;
        case NodeKind::Element: {
          const Node& index = unit_[node.b];
          if (index.kind != NodeKind::Integer) return std::nullopt;
          offset +=
              index.value * static_cast<std::int64_t>(unit_.types.size_of(node.type).value_or(1));
          break;
        }
        default: return std::nullopt;
      }
      id = node.a;
    }
  }

  static bool changes_its_place(NodeKind kind) {
    return kind == NodeKind::Assign || kind == NodeKind::CompoundAssign || kind == NodeKind::Step;
  }

  // Finds the places that the expression changes: only these are checked.
  void find_changed(NodeId id) {
    if (id.is_none()) return;
    const Node& node = unit_[id];
    if (changes_its_place(node.kind)) {
      if (const auto place = place_of(node.a)) changed_.insert(*place);
    }
    for (const NodeId part : {node.a, node.b, node.c}) find_changed(part);
    for (const NodeId part : node.list) find_changed(part);
  }

  // Returns the accesses of evaluating a place, without the place itself.
  Touched touched_by_place(NodeId id) {
    const Node& node = unit_[id];
    switch (node.kind) {
      case NodeKind::Member: return touched_by_place(node.a);
      case NodeKind::Element: return together({node.a, node.b}, node, true);
      case NodeKind::Dereference: return touched(node.a);
      default: return {};
    }
  }

  // Combines parts that are unordered among each other. The first may be a place.
  Touched together(const std::vector<NodeId>& parts, const Node& whole, bool is_first_place) {
    Touched all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].is_none()) continue;
      const Touched part =
          i == 0 && is_first_place ? touched_by_place(parts[i]) : touched(parts[i]);
      report_common(all.changed, part.used, whole);
      report_common(all.changed, part.changed, whole);
      report_common(part.changed, all.used, whole);
      add_all(all, part);
    }
    return all;
  }

  void report_common(const Places& changed, const Places& touched, const Node& whole) {
    for (const ScalarPlace& place : changed) {
      if (!touched.contains(place)) continue;
      const std::string& name =
          place.is_global ? unit_.globals[place.index].name : function_.variables[place.index].name;
      if (name.empty()) continue;  // a variable of Drover's own
      sink_.report(DiagnosticKind::CUnsequenced, whole.place, {name})
          .with_hint("split it into two statements: compilers may choose any order");
    }
  }

  Touched touched(NodeId id) {
    if (id.is_none()) return {};
    const Node& node = unit_[id];
    switch (node.kind) {
      case NodeKind::Load: {
        Touched out = touched_by_place(node.a);
        const auto place = place_of(node.a);
        if (place && changed_.contains(*place)) out.used.insert(*place);
        return out;
      }
      case NodeKind::AddressOf: return touched_by_place(node.a);
      case NodeKind::Binary:
      case NodeKind::PointerAdd:
      case NodeKind::PointerDifference: return together({node.a, node.b}, node, false);
      case NodeKind::Assign:
      case NodeKind::CompoundAssign:
      case NodeKind::Step: {
        Touched out = together({node.a, node.b}, node, true);
        if (const auto place = place_of(node.a)) {
          // The values are computed before the assignment; their side effects may be pending.
          report_common({*place}, out.changed, node);
          out.changed.insert(*place);
        }
        return out;
      }
      case NodeKind::Call:
      case NodeKind::Builtin: {
        std::vector<NodeId> parts{node.a, node.b, node.c};
        parts.insert(parts.end(), node.list.begin(), node.list.end());
        return together(parts, node, false);
      }
      case NodeKind::And:
      case NodeKind::Or:
      case NodeKind::Comma:
      case NodeKind::Conditional:
      case NodeKind::Convert:
      case NodeKind::Negate:
      case NodeKind::Complement:
      case NodeKind::Not: {
        Touched out = touched(node.a);
        add_all(out, touched(node.b));
        add_all(out, touched(node.c));
        return out;
      }
      case NodeKind::StatementExpression: {
        Places changed = std::exchange(changed_, {});
        check(node.statement);
        changed_ = std::move(changed);
        return {};
      }
      default: return {};
    }
  }

  const Unit& unit_;
  const Function& function_;
  DiagnosticSink& sink_;
  Places changed_;
};

}  // namespace

void check_sequence(const Unit& unit, DiagnosticSink& sink) {
  for (const Function& function : unit.functions) {
    if (function.is_from_header) continue;
    SequenceCheck(unit, function, sink).check(function.body);
  }
}

}  // namespace drover::c
