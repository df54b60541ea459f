
#include "semantics/lower/c/c_lifetimes.h"

#include <algorithm>

namespace drover::lowering {

using c::Builtin;
using c::NodeKind;
using c::StatementKind;

namespace {

class UnwrittenFinder {
 public:
  explicit UnwrittenFinder(const c::Unit& unit)
      : unit_(unit),
        found_{std::vector<bool>(unit.nodes.size(), false),
               {},
               std::vector<bool>(unit.functions.size(), false)} {}

  UnwrittenReads run() {
    for (const c::Function& function : unit_.functions) {
      found_.is_early.emplace_back(function.variables.size(), false);
    }
    read_all();
    for (std::uint32_t i = 0; i < unit_.functions.size(); ++i) {
      joins_may_give_nothing_ |= found_.may_fall_off[i] && unit_.functions[i].is_address_used;
    }
    if (joins_may_give_nothing_) read_all();
    return std::move(found_);
  }

 private:
  // The state at a place of a function.
  struct Flow {
    bool is_reached = false;
    std::vector<bool> is_unwritten = {};  // by variable

    bool operator==(const Flow&) const = default;
  };
  struct Enclosing {
    Flow exit;
    Flow next;   // a loop: target of `continue`
    Flow entry;  // a switch: before its cases
    bool is_switch = false;
    bool has_default = false;
  };

  void read_all() {
    for (std::uint32_t i = 0; i < unit_.functions.size(); ++i) {
      if (!unit_.functions[i].body.is_none()) read_function(i);
    }
  }

  void read_function(std::uint32_t index) {
    function_ = index;
    labels_.clear();
    enclosing_.clear();
    const c::Function& function = unit_.functions[index];
    Flow start{.is_reached = true, .is_unwritten = {}};
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
      start.is_unwritten.push_back(i >= function.parameter_count &&
                                   !function.variables[i].is_in_memory);
    }
    Flow end;
    do {
      has_grown_ = false;
      end = start;
      follow(function.body, end);
    } while (has_grown_);
    const bool has_value = !unit_.types.is_void(unit_.types[function.type].target);
    found_.may_fall_off[index] = has_value && end.is_reached && function.name != "main";
  }

  // true if `into` has grown
  static bool join(Flow& into, const Flow& more) {
    if (!more.is_reached) return false;
    if (!into.is_reached) {
      into = more;
      return true;
    }
    bool has_grown = false;
    for (std::size_t i = 0; i < more.is_unwritten.size(); ++i) {
      if (!more.is_unwritten[i] || into.is_unwritten[i]) continue;
      into.is_unwritten[i] = true;
      has_grown = true;
    }
    return has_grown;
  }

  void follow(c::StatementId id, Flow& flow) {
    if (id.is_none()) return;
    const c::Statement& statement = unit_[id];
    const auto nearest_loop = [&] {
      return std::find_if(enclosing_.rbegin(), enclosing_.rend(),
                          [](const Enclosing& each) { return !each.is_switch; });
    };
    switch (statement.kind) {
      case StatementKind::Empty: break;
      case StatementKind::Expression:
        if (!is_only_named(statement.node)) follow(statement.node, flow);
        break;
      case StatementKind::Declaration:
      case StatementKind::Initialise: {
        const bool is_register =
            !unit_.functions[function_].variables[statement.variable].is_in_memory;
        if (flow.is_reached && is_register) flow.is_unwritten[statement.variable] = true;
        for (const c::InitialItem& item : statement.items) follow(item.value, flow);
        const bool has_value = statement.kind == StatementKind::Initialise;
        if (flow.is_reached && has_value) flow.is_unwritten[statement.variable] = false;
        break;
      }
      case StatementKind::Block:
        for (const c::StatementId each : statement.list) follow(each, flow);
        break;
      case StatementKind::If: follow_if(statement, flow); break;
      case StatementKind::While:
      case StatementKind::DoWhile:
      case StatementKind::For: follow_loop(statement, flow); break;
      case StatementKind::Switch: follow_switch(statement, flow); break;
      case StatementKind::Case:
      case StatementKind::Default: {
        const auto of = std::find_if(enclosing_.rbegin(), enclosing_.rend(),
                                     [](const Enclosing& each) { return each.is_switch; });
        if (of != enclosing_.rend()) {
          join(flow, of->entry);
          of->has_default |= statement.kind == StatementKind::Default;
        }
        follow(statement.first, flow);
        break;
      }
      case StatementKind::Label:
        join(flow, labels_[statement.text]);
        follow(statement.first, flow);
        break;
      case StatementKind::Goto:
        has_grown_ |= join(labels_[statement.text], flow);
        flow = {};
        break;
      case StatementKind::Break:
        if (!enclosing_.empty()) join(enclosing_.back().exit, flow);
        flow = {};
        break;
      case StatementKind::Continue:
        if (nearest_loop() != enclosing_.rend()) join(nearest_loop()->next, flow);
        flow = {};
        break;
      case StatementKind::Return:
        follow(statement.node, flow);
        flow = {};
        break;
    }
  }

  void follow_if(const c::Statement& statement, Flow& flow) {
    follow(statement.node, flow);
    Flow otherwise = is_always(statement.node, true) ? Flow{} : flow;
    if (is_always(statement.node, false)) flow = {};
    follow(statement.first, flow);
    follow(statement.second, otherwise);
    join(flow, otherwise);
  }

  // Iterates until nothing is added at the loop's head.
  void follow_loop(const c::Statement& statement, Flow& flow) {
    for (const c::StatementId each : statement.list) follow(each, flow);
    enclosing_.emplace_back();
    const std::size_t index = enclosing_.size() - 1;
    const bool is_first_free = statement.kind == StatementKind::DoWhile;
    const auto test = [&](Flow& at) {
      follow(statement.node, at);
      if (!is_always(statement.node, true)) join(enclosing_[index].exit, at);
      if (is_always(statement.node, false)) at = {};
    };
    Flow head = flow;
    do {
      flow = head;
      if (!is_first_free) test(flow);
      follow(statement.first, flow);
      join(flow, enclosing_[index].next);
      follow(statement.step, flow);
      if (is_first_free) test(flow);
    } while (join(head, flow));
    flow = enclosing_[index].exit;
    enclosing_.pop_back();
  }

  void follow_switch(const c::Statement& statement, Flow& flow) {
    follow(statement.node, flow);
    enclosing_.push_back({.exit = {}, .next = {}, .entry = flow, .is_switch = true});
    const std::size_t index = enclosing_.size() - 1;
    const Flow before = flow;
    flow = {};
    follow(statement.first, flow);
    join(flow, enclosing_[index].exit);
    if (!enclosing_[index].has_default) join(flow, before);
    enclosing_.pop_back();
  }

  void follow(c::NodeId id, Flow& flow) {
    if (id.is_none()) return;
    const c::Node& node = unit_[id];
    switch (node.kind) {
      case NodeKind::Convert:
        if (unit_.types.is_void(node.type) && is_only_named(id)) break;
        follow_parts(node, flow);
        break;
      case NodeKind::Load:
        follow(node.a, flow);
        read(id, node.a, flow);
        break;
      case NodeKind::Assign:
        follow(node.b, flow);
        follow(node.a, flow);
        write(node.a, flow);
        break;
      case NodeKind::CompoundAssign:
      case NodeKind::Step:
        follow(node.b, flow);
        follow(node.a, flow);
        read(id, node.a, flow);
        write(node.a, flow);
        break;
      case NodeKind::And:
      case NodeKind::Or: {
        follow(node.a, flow);
        Flow right = flow;
        follow(node.b, right);
        const bool is_and = node.kind == NodeKind::And;
        if (is_always(node.a, is_and)) flow = {};
        join(flow, right);
        break;
      }
      case NodeKind::Conditional: {
        follow(node.a, flow);
        Flow otherwise = flow;
        follow(node.b, flow);
        follow(node.c, otherwise);
        join(flow, otherwise);
        break;
      }
      case NodeKind::StatementExpression:
        follow(node.statement, flow);
        follow(node.a, flow);
        break;
      case NodeKind::Initialised: follow(node.statement, flow); break;
      case NodeKind::Call:
        follow_parts(node, flow);
        if (node.a.is_none() && unit_.functions[node.index].is_noreturn) flow = {};
        break;
      case NodeKind::Builtin: follow_builtin(node, flow); break;
      default: follow_parts(node, flow); break;
    }
  }

  void follow_parts(const c::Node& node, Flow& flow) {
    for (const c::NodeId part : {node.a, node.b, node.c}) follow(part, flow);
    for (const c::NodeId part : node.list) follow(part, flow);
  }

  void follow_builtin(const c::Node& node, Flow& flow) {
    follow_parts(node, flow);
    const auto variable_at = [&](std::size_t i) {
      const bool is_place = i < node.list.size() && !node.list[i].is_none() &&
                            unit_[node.list[i]].kind == NodeKind::AddressOf;
      return is_place ? unit_[node.list[i]].a : c::NodeId::none();
    };
    const BuiltinEffects& effects = effects_of(node.builtin.builtin);
    const c::NodeId given = variable_at(effects.reads);
    if (!given.is_none()) read(node.list[effects.reads], given, flow);
    const bool is_open = node.builtin.builtin == Builtin::Join && joins_may_give_nothing_;
    const c::NodeId written = variable_at(effects.writes);
    if (!written.is_none() && !is_open) write(written, flow);
    const bool fails = node.builtin.builtin == Builtin::Assert && !node.list.empty() &&
                       is_always(node.list[0], false);
    if (fails || effects.ends_thread) flow = {};
  }

  // After a read without an error, the variable counts as written.
  void read(c::NodeId by, c::NodeId lvalue, Flow& flow) {
    const c::Node& node = unit_[lvalue];
    if (node.kind != NodeKind::Local || node.is_in_memory || !flow.is_reached) return;
    if (!flow.is_unwritten[node.index]) return;
    found_.is_open[by.value] = true;
    found_.is_early[function_][node.index] = true;
    flow.is_unwritten[node.index] = false;
  }

  void write(c::NodeId lvalue, Flow& flow) {
    const c::Node& node = unit_[lvalue];
    if (node.kind == NodeKind::Local && flow.is_reached) flow.is_unwritten[node.index] = false;
  }

  // True for `(void)x;`, which compilers do not read.
  [[nodiscard]] bool is_only_named(c::NodeId id) const {
    while (!id.is_none() && unit_[id].kind == NodeKind::Convert &&
           unit_.types.is_void(unit_[id].type)) {
      id = unit_[id].a;
    }
    return !id.is_none() && unit_[id].kind == NodeKind::Load &&
           unit_[unit_[id].a].kind == NodeKind::Local;
  }

  // True if a condition is the constant `truth`; false if it is not constant.
  [[nodiscard]] bool is_always(c::NodeId condition, bool truth) const {
    if (condition.is_none()) return truth;  // for (;;)
    const c::Node& node = unit_[condition];
    return node.kind == NodeKind::Integer && (node.value != 0) == truth;
  }

  const c::Unit& unit_;
  UnwrittenReads found_;
  std::uint32_t function_ = 0;
  bool joins_may_give_nothing_ = false;  // a thread may end without a result
  std::vector<Enclosing> enclosing_;
  std::map<std::string, Flow> labels_;
  bool has_grown_ = false;  // labels_ has grown
};

}  // namespace

UnwrittenReads find_unwritten_reads(const c::Unit& unit) { return UnwrittenFinder(unit).run(); }

}  // namespace drover::lowering
