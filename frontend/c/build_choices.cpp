// Numbers that a program may get from its environment: `__VERIFIER_nondet_int`, `rand` and the
// like. With a given range, a number is each of its values. Without one, the uses of the number
// decide: where it is only compared with constants, a number between each two of them and the
// constants themselves stand for all; where only its remainder by a constant counts, the remainders
// do.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

namespace {

// The most values that a choice without a given range has.
constexpr std::size_t MostValues = 100;

// Finds the numbers that the uses of a value tell apart. A short-lived worker: holds references.
class ValueUses {
 public:
  ValueUses(const Unit& unit, const Function& function, std::size_t first_node,
            std::size_t first_statement)
      : unit_(unit), function_(function) {
    for (std::size_t i = first_node; i < unit.nodes.size(); ++i) {
      const NodeId user(i);
      for_each_child(unit.nodes[i], [&](auto part) { add(part, nodes_, user); });
      if (unit.nodes[i].kind == NodeKind::Load) loads_.push_back(user);
    }
    for (std::size_t i = first_statement; i < unit.statements.size(); ++i) {
      const StatementId user(i);
      for_each_child(unit.statements[i], [&](auto part) { add(part, statements_, user); });
      if (unit.statements[i].kind == StatementKind::Case) cases_.push_back(user);
    }
  }

  // The values that stand for all numbers of a range; nothing if others may differ from them.
  std::optional<std::vector<std::int64_t>> values(NodeId number, ChoiceRange range) {
    points_.clear();
    remainders_.clear();
    variables_.clear();
    range_ = range;
    if (!follow(number)) return std::nullopt;
    if (!remainders_.empty()) {
      if (!points_.empty()) return std::nullopt;
      return std::vector(remainders_.begin(), remainders_.end());
    }
    std::set<std::int64_t> values;
    const auto take = [&](std::int64_t value) {
      if (value >= range.low && value <= range.high) values.insert(value);
    };
    if (points_.empty()) take(std::max<std::int64_t>(range.low, 0));
    for (const std::int64_t point : points_) {
      take(point);
      if (point > range.low) take(point - 1);
      if (point < range.high) take(point + 1);
    }
    if (values.size() > MostValues) return std::nullopt;
    return std::vector(values.begin(), values.end());
  }

 private:
  template <typename User>
  using Users = std::map<std::uint32_t, std::vector<User>>;
  template <typename User>
  static void add(NodeId part, Users<User>& users, User user) {
    users[part.value].push_back(user);
  }
  template <typename User>
  static void add(StatementId /*part*/, Users<User>& /*users*/, User /*user*/) {}

  [[nodiscard]] std::optional<std::int64_t> constant(NodeId id) const {
    const Node& node = unit_[id];
    if (node.kind == NodeKind::Integer) return node.value;
    if (node.kind != NodeKind::Negate && node.kind != NodeKind::Convert) return std::nullopt;
    if (!unit_.types.is_integer(node.type)) return std::nullopt;
    const auto inner = constant(node.a);
    if (!inner) return std::nullopt;
    const bool is_negated = node.kind == NodeKind::Negate;
    return unit_.types.wrapped(node.type, is_negated ? 0 - *inner : *inner);
  }

  // False if a use may depend on the value in an unknown way.
  bool follow(NodeId id) {
    const auto statements = statements_.find(id.value);
    if (statements != statements_.end()) {
      for (const StatementId user : statements->second) {
        if (!follow_in(unit_[user], id)) return false;
      }
    }
    const auto nodes = nodes_.find(id.value);
    if (nodes == nodes_.end()) return true;
    return std::ranges::all_of(nodes->second, [&](NodeId user) { return follow_in(user, id); });
  }

  bool follow_in(const Statement& user, NodeId id) {
    switch (user.kind) {
      case StatementKind::Expression: return true;
      case StatementKind::If:
      case StatementKind::While:
      case StatementKind::DoWhile:
      case StatementKind::For:
        if (user.node == id) points_.insert(0);
        return true;
      case StatementKind::Switch:
        for (const StatementId each : cases_) {
          points_.insert(unit_[each].value);
          points_.insert(unit_[each].last);
        }
        return true;
      case StatementKind::Initialise: return follow_variable(user.variable);
      default: return false;
    }
  }

  bool follow_in(NodeId user_id, NodeId id) {
    const Node& user = unit_[user_id];
    switch (user.kind) {
      case NodeKind::Not:
      case NodeKind::And:
      case NodeKind::Or: points_.insert(0); return true;
      case NodeKind::Conditional:
        if (user.a != id) return follow(user_id);
        points_.insert(0);
        return true;
      case NodeKind::Comma: return user.a == id || follow(user_id);
      case NodeKind::StatementExpression: return follow(user_id);
      case NodeKind::Convert: return follow_conversion(user_id, unit_[id].type);
      case NodeKind::Binary: return follow_operation(user, id);
      case NodeKind::Assign: {
        const Node& place = unit_[user.a];
        return user.b == id && place.kind == NodeKind::Local && follow_variable(place.index) &&
               follow(user_id);
      }
      case NodeKind::Builtin:
        if (user.builtin.builtin == Builtin::Assume || user.builtin.builtin == Builtin::Assert) {
          points_.insert(0);
          return true;
        }
        return user.builtin.builtin == Builtin::Ignore || user.builtin.builtin == Builtin::Print;
      default: return false;
    }
  }

  bool follow_conversion(NodeId id, TypeId from) {
    const TypeId to = unit_[id].type;
    const TypeTable& types = unit_.types;
    if (types.is_void(to)) return true;
    if (types.kind(to) == TypeKind::Bool) {
      points_.insert(0);
      return true;
    }
    if (!types.is_integer(to)) return false;
    const bool keeps_value = types.is_unsigned(from) == types.is_unsigned(to)
                                 ? types.bits_of(from) <= types.bits_of(to)
                                 : (types.is_unsigned(from) || range_.low >= 0) &&
                                       types.bits_of(from) <= types.bits_of(to) &&
                                       types.wrapped(to, range_.high) == range_.high;
    return keeps_value && follow(id);
  }

  bool follow_operation(const Node& user, NodeId id) {
    const auto other = constant(user.a == id ? user.b : user.a);
    if (!other || user.a == user.b) return false;
    const bool is_wide_unsigned = unit_.types.is_unsigned(unit_[id].type) && *other < 0;
    if (is_wide_unsigned) return false;
    if (is_comparison(user.op)) {
      points_.insert(*other);
      return true;
    }
    if (!remainders_.empty()) return false;
    const auto most = static_cast<std::int64_t>(MostValues);
    if (user.op == Operator::Remainder && user.a == id && *other > 0 && *other <= most) {
      const std::int64_t least = range_.low < 0 ? 1 - *other : 0;
      for (std::int64_t each = least; each < *other; ++each) remainders_.insert(each);
      return true;
    }
    if (user.op == Operator::BitAnd && *other >= 0 && *other < most) {
      for (std::int64_t each = 0; each <= *other; ++each) {
        if ((each & ~*other) == 0) remainders_.insert(each);
      }
      return true;
    }
    return false;
  }

  // True if the variable is a register whose value is used in known ways.
  bool follow_variable(std::uint32_t variable) {
    if (!variables_.insert(variable).second) return true;
    const Variable& followed = function_.variables[variable];
    if (followed.is_in_memory || !unit_.types.is_integer(followed.type)) return false;
    const bool fits = unit_.types.wrapped(followed.type, range_.low) == range_.low &&
                      unit_.types.wrapped(followed.type, range_.high) == range_.high;
    if (!fits) return false;
    const auto is_variable = [&](NodeId id) {
      return unit_[id].kind == NodeKind::Local && unit_[id].index == variable;
    };
    for (const auto& [part, users] : nodes_) {
      if (!is_variable(NodeId(part))) continue;
      for (const NodeId user : users) {
        const NodeKind kind = unit_[user].kind;
        if (kind != NodeKind::Load && kind != NodeKind::Assign) return false;
      }
    }
    return std::ranges::all_of(
        loads_, [&](NodeId load) { return !is_variable(unit_[load].a) || follow(load); });
  }

  const Unit& unit_;
  const Function& function_;
  Users<NodeId> nodes_;
  Users<StatementId> statements_;
  std::vector<NodeId> loads_;
  std::vector<StatementId> cases_;
  ChoiceRange range_;
  std::set<std::int64_t> points_;  // numbers that the value is compared with
  std::set<std::int64_t> remainders_;
  std::set<std::uint32_t> variables_;  // those that are followed
};

}  // namespace

NodeId UnitBuilder::any_number(const BuiltinInfo& info, const std::vector<NodeId>& arguments,
                               Node node) {
  const SourceRange at = node.place;
  const TypeId type = node.type;
  const std::string& name = info.name;
  NodeId step;  // rand_r changes the state that it is given
  if (!arguments.empty()) {
    const TypeId state = types_.pointer_to(types_.basic(TypeKind::UnsignedInt));
    const NodeId seed = dereferenced(converted(arguments[0], state, at), at);
    step = compound_assign(Operator::Add, seed, int_node(1, at), at);
  }
  const auto stepped = [&](NodeId choice) {
    if (step.is_none()) return choice;
    return add(Node{.kind = NodeKind::Comma, .type = type, .place = at, .a = step, .b = choice});
  };
  const unsigned value_bits = types_.bits_of(type) - (types_.is_unsigned(type) ? 0 : 1);
  const auto high =
      static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - std::min(value_bits, 63U)));
  ChoiceRange range{.low = types_.is_unsigned(type) ? 0 : -high - 1, .high = high};
  constexpr std::int64_t MostRandom = 2147483647;  // RAND_MAX
  if (!name.starts_with("__VERIFIER")) range = {.low = 0, .high = MostRandom};
  node.builtin.builtin = Builtin::Nondeterministic;
  node.text = name;
  if (!options_.nondet) {
    if (!function_) return error_node(at, format("`{}` outside a function", name));
    const NodeId choice = add(std::move(node));
    open_choices_.push_back({.node = choice, .name = name, .range = range});
    return stepped(choice);
  }
  range.low = std::max(range.low, options_.nondet->low);
  range.high = std::min(range.high, options_.nondet->high);
  if (range.high < range.low) {
    return error_node(at,
                      format("no number from {} to {} is a value of `{}`", options_.nondet->low,
                             options_.nondet->high, name),
                      "give another range with --nondet");
  }
  node.value = range.low;
  node.index = static_cast<std::uint32_t>(range.high - range.low + 1);
  return stepped(add(std::move(node)));
}

void UnitBuilder::settle_choices(std::size_t first_node, std::size_t first_statement) {
  if (open_choices_.empty()) return;
  ValueUses uses(unit_, current(), first_node, first_statement);
  std::vector<std::optional<std::vector<std::int64_t>>> found;
  for (const OpenChoice& each : open_choices_) found.push_back(uses.values(each.node, each.range));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const OpenChoice& each = open_choices_[i];
    const SourceRange at = place_of(each.node);
    if (!found[i]) {
      unit_.nodes[each.node.value] = (*this)[unsupported_node(
          at, format("`{}` without a range is", each.name),
          "give the numbers that it may be: --nondet LOW..HIGH", type_of(each.node))];
      continue;
    }
    std::vector<NodeId> values;
    for (const std::int64_t value : *found[i]) {
      values.push_back(integer(value, type_of(each.node), at));
    }
    Node& choice = unit_.nodes[each.node.value];
    choice.text.clear();
    choice.index = static_cast<std::uint32_t>(values.size());
    choice.list = std::move(values);
  }
  open_choices_.clear();
}

}  // namespace drover::c
