#include "semantics/lower/c/c_plain_wait.h"

#include <algorithm>
#include <string_view>

namespace drover::lowering {

namespace {

using c::NodeKind;
using c::StatementKind;

// A short-lived worker: holds a reference.
class PlainWait {
 public:
  explicit PlainWait(const c::Unit& unit) : unit_(unit) {}

  [[nodiscard]] bool is_it(std::span<const c::StatementId> block, std::size_t index) const {
    const c::Statement& loop = unit_[block[index]];
    if (loop.kind != StatementKind::While || index == 0 || !is_pure(loop.node, MaxDepth)) {
      return false;
    }
    const c::Node* wait = call_in(loop.first);
    const c::Node* lock = call_in(block[index - 1]);
    if (wait == nullptr || lock == nullptr) return false;
    const bool is_pair =
        (is_call(*wait, "pthread_cond_wait") && is_call(*lock, "pthread_mutex_lock")) ||
        (is_call(*wait, "cnd_wait") && is_call(*lock, "mtx_lock"));
    return is_pair && is_pure(wait->list[0], MaxDepth) && is_pure(wait->list[1], MaxDepth) &&
           is_same(wait->list[1], lock->list[0]);
  }

 private:
  static constexpr int MaxDepth = 8;  // of nested calls

  // Returns the call if it is all that a statement does.
  [[nodiscard]] const c::Node* call_in(c::StatementId id) const {
    if (id.is_none()) return nullptr;
    const c::Statement& statement = unit_[id];
    if (statement.kind == StatementKind::Block && statement.list.size() == 1) {
      return call_in(statement.list[0]);
    }
    if (statement.kind != StatementKind::Expression) return nullptr;
    const c::Node* node = &unit_[statement.node];
    while (node->kind == NodeKind::Convert) node = &unit_[node->a];
    return node->kind == NodeKind::Call && node->a.is_none() ? node : nullptr;
  }
  // True for a call of a function of Drover's headers.
  [[nodiscard]] bool is_call(const c::Node& call, std::string_view name) const {
    const c::Function& called = unit_.functions[call.index];
    return called.is_from_header && called.name == name;
  }

  [[nodiscard]] bool is_same(c::NodeId left, c::NodeId right) const {
    if (left == right) return true;
    if (left.is_none() || right.is_none()) return false;
    const c::Node& a = unit_[left];
    const c::Node& b = unit_[right];
    return a.kind == b.kind && a.type == b.type && a.value == b.value && a.index == b.index &&
           a.op == b.op && a.builtin.builtin == b.builtin.builtin && is_same(a.a, b.a) &&
           is_same(a.b, b.b) && is_same(a.c, b.c) &&
           std::ranges::equal(a.list, b.list,
                              [&](c::NodeId one, c::NodeId other) { return is_same(one, other); });
  }

  // True if the expression only reads.
  [[nodiscard]] bool is_pure(c::NodeId id, int depth) const {
    if (id.is_none()) return true;
    const c::Node& node = unit_[id];
    switch (node.kind) {
      case NodeKind::Assign:
      case NodeKind::CompoundAssign:
      case NodeKind::Step:
      case NodeKind::StatementExpression:
      case NodeKind::Initialised: return false;
      case NodeKind::Builtin:
        if (node.builtin.builtin != c::Builtin::AtomicLoad) return false;
        break;
      case NodeKind::Call:
        if (!node.a.is_none() || depth == 0 || !is_pure_function(node.index, depth - 1)) {
          return false;
        }
        break;
      default: break;
    }
    return is_pure(node.a, depth) && is_pure(node.b, depth) && is_pure(node.c, depth) &&
           std::ranges::all_of(node.list, [&](c::NodeId part) { return is_pure(part, depth); });
  }
  [[nodiscard]] bool is_pure_function(std::uint32_t index, int depth) const {
    const c::Function& function = unit_.functions[index];
    return !function.body.is_none() && !function.name.starts_with("__VERIFIER_atomic_") &&
           std::ranges::none_of(function.variables, &c::Variable::is_in_memory) &&
           is_pure(function.body, depth);
  }
  [[nodiscard]] bool is_pure(c::StatementId id, int depth) const {
    if (id.is_none()) return true;
    const c::Statement& statement = unit_[id];
    switch (statement.kind) {
      case StatementKind::Empty:
      case StatementKind::Declaration: return true;
      case StatementKind::Expression:
      case StatementKind::Return: return is_pure(statement.node, depth);
      case StatementKind::Initialise:
        return std::ranges::all_of(statement.items, [&](const c::InitialItem& item) {
          return is_pure(item.value, depth);
        });
      case StatementKind::Block:
        return std::ranges::all_of(statement.list,
                                   [&](c::StatementId each) { return is_pure(each, depth); });
      case StatementKind::If:
        return is_pure(statement.node, depth) && is_pure(statement.first, depth) &&
               is_pure(statement.second, depth);
      default: return false;
    }
  }

  const c::Unit& unit_;
};

}  // namespace

bool is_plain_wait(const c::Unit& unit, std::span<const c::StatementId> block, std::size_t index) {
  return PlainWait(unit).is_it(block, index);
}

}  // namespace drover::lowering
