#include "explorer/algorithms/trust/swapped_cells.h"

#include <set>
#include <variant>

#include "semantics/program/address.h"
#include "semantics/program/atomic_objects.h"
#include "support/overloaded.h"

namespace drover::trust {

namespace {

// A short-lived worker: holds references.
class Finder {
 public:
  explicit Finder(const Program& program)
      : program_(program),
        objects_(program),
        is_swapped_(program.objects.size(), false),
        is_changed_(program.objects.size(), false) {}

  SwappedCells run() {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const Thread& thread = program_.threads[t];
      if (thread.role == ThreadRole::Init) continue;
      for (const Instruction& instruction : thread.code) note(ThreadId(t), thread, instruction);
    }
    SwappedCells found;
    found.objects.resize(program_.objects.size());
    for (std::size_t i = 0; i < found.objects.size(); ++i) {
      found.objects[i] = is_swapped_[i] && !is_changed_[i];
    }
    found.has_heap = has_heap_;
    if (expected_.size() == 1) found.expected_of_heap = *expected_.begin();
    return found;
  }

 private:
  void note(ThreadId id, const Thread& thread, const Instruction& instruction) {
    std::visit(overloaded{
                   [&](const Store& i) { mark(id, thread, i.address, is_changed_); },
                   [&](const ReadModifyWrite& i) {
                     mark(id, thread, i.address, is_changed_);
                     if (may_be_heap(thread, i.address)) expected_.insert(std::nullopt);
                   },
                   [&](const CompareAndSwap& i) {
                     note_swap(id, thread, i.address, constant(thread, i.expected));
                   },
                   [&](const AwaitExchange& i) {
                     note_swap(id, thread, i.address, expected_by(thread, i));
                   },
                   [](const auto& /*writes nothing*/) {},
               },
               instruction.body);
  }
  void note_swap(ThreadId id, const Thread& thread, ExprId address, std::optional<Value> expected) {
    mark(id, thread, address, is_swapped_);
    if (!may_be_heap(thread, address)) return;
    has_heap_ = true;
    expected_.insert(expected);
  }

  [[nodiscard]] bool may_be_heap(const Thread& thread, ExprId address) const {
    return !objects_.object_of(thread.expressions[address]);
  }
  void mark(ThreadId id, const Thread& thread, ExprId address, std::vector<bool>& objects) const {
    if (const auto object = objects_.object_of(thread.expressions[address])) {
      objects[*object] = true;
      return;
    }
    const std::vector<bool> possible = objects_.objects_of(id, thread.expressions, address);
    for (std::size_t i = 0; i < possible.size(); ++i) objects[i] = objects[i] || possible[i];
  }
  static std::optional<Value> constant(const Thread& thread, ExprId id) {
    const ExpressionNode& node = thread.expressions[id];
    return node.op == Operator::Constant ? std::optional(node.value) : std::nullopt;
  }
  static std::optional<Value> expected_by(const Thread& thread, const AwaitExchange& i) {
    const ExpressionNode& condition = thread.expressions[i.condition];
    if (condition.op != Operator::Equal) return std::nullopt;
    const auto is_target = [&](ExprId id) {
      const ExpressionNode& node = thread.expressions[id];
      return node.op == Operator::Register && node.reg == i.target;
    };
    if (is_target(condition.a)) return constant(thread, condition.b);
    return is_target(condition.b) ? constant(thread, condition.a) : std::nullopt;
  }

  const Program& program_;
  AtomicObjects objects_;
  std::vector<bool> is_swapped_;  // by shared object
  std::vector<bool> is_changed_;  // the same, by something else
  bool has_heap_ = false;
  std::set<std::optional<Value>> expected_;  // of swaps of the heap; none: it is not a constant
};

}  // namespace

bool SwappedCells::contains(Value at) const {
  return address::is_heap(at) ? has_heap : objects[address::object(at)];
}

SwappedCells find_swapped_cells(const Program& program) { return Finder(program).run(); }

}  // namespace drover::trust
