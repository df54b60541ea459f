#include "semantics/passes/spawn_symmetry.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>

#include "semantics/automaton/liveness.h"
#include "semantics/passes/spawn_finder.h"
#include "semantics/program/address.h"
#include "semantics/program/instruction_effects.h"
#include "support/overloaded.h"

namespace drover::passes {

namespace {

// Of the place that an instruction accesses; none() if it accesses none.
ExprId accessed(const InstructionBody& body) {
  return std::visit(overloaded{
                        [](const Load& i) { return i.address; },
                        [](const Store& i) { return i.address; },
                        [](const ReadModifyWrite& i) { return i.address; },
                        [](const CompareAndSwap& i) { return i.address; },
                        [](const Await& i) { return i.address; },
                        [](const AwaitExchange& i) { return i.address; },
                        [](const auto& /*other*/) { return ExprId::none(); },
                    },
                    body);
}

// Shared objects that only one thread accesses, and whose addresses nobody has.
class OwnObjects {
 public:
  explicit OwnObjects(const Program& program)
      : program_(program), owners_(program.objects.size()), is_common_(owners_.size(), false) {
    for (const SharedObject& object : program.objects) {
      for (const Value value : object.initial) note_address(value);
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) note_thread(ThreadId(t));
  }

  // The object that an access of `thread` is to, if it is one of these.
  [[nodiscard]] std::optional<std::size_t> object_of(ThreadId thread, ExprId address) const {
    const auto object = object_at(program_.threads[thread.value].expressions[address]);
    const bool is_own = object && !is_common_[*object] && owners_[*object] == thread;
    return is_own ? object : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> object_at(const ExpressionNode& node) const {
    if (node.op == Operator::ElementAddress) return node.index;
    const bool is_shared = node.op == Operator::Constant && address::is_address(node.value) &&
                           !address::is_heap(node.value) &&
                           address::object(node.value) < owners_.size();
    return is_shared ? std::optional<std::size_t>(address::object(node.value)) : std::nullopt;
  }
  void note_address(Value value) {
    const bool is_shared = address::is_address(value) && !address::is_heap(value) &&
                           address::object(value) < owners_.size();
    if (is_shared) is_common_[address::object(value)] = true;
  }
  void note_thread(ThreadId id) {
    const Thread& thread = program_.threads[id.value];
    std::vector<bool> is_place(thread.expressions.size(), false);
    for (const Instruction& instruction : thread.code) {
      const ExprId address = accessed(instruction.body);
      if (address.is_none()) continue;
      const auto object = object_at(thread.expressions[address]);
      if (!object) continue;
      is_place[address.value] = true;
      if (!owners_[*object].is_none() && owners_[*object] != id) is_common_[*object] = true;
      owners_[*object] = id;
    }
    for (std::size_t i = 0; i < thread.expressions.size(); ++i) {
      if (is_place[i]) continue;
      const auto object = object_at(thread.expressions[ExprId(i)]);
      if (object) is_common_[*object] = true;
    }
  }

  const Program& program_;
  std::vector<ThreadId> owners_;
  std::vector<bool> is_common_;
};

// Where a parent has the threads that it spawns. A short-lived worker.
class ThreadValues {
 public:
  ThreadValues(const Program& program, ThreadId parent, const OwnObjects& objects)
      : thread_(program.threads[parent.value]),
        parent_(parent),
        objects_(objects),
        liveness_(program, parent) {}

  // Whether they stay with the parent, and nobody looks at what joins give.
  [[nodiscard]] bool stay() {
    for (bool has_changed = true; has_changed && stays_;) {
      const std::size_t before = registers_.size() + cells_.size();
      for (InstructionIndex at = 0; at < thread_.code.size(); ++at) follow(at);
      has_changed = registers_.size() + cells_.size() > before;
    }
    return stays_ && !(thread_.result && registers_.contains(thread_.result->value));
  }

 private:
  [[nodiscard]] bool has_thread(ExprId expression) const {
    std::vector<RegisterId> used;
    thread_.expressions.collect_registers(expression, used);
    return std::ranges::any_of(used,
                               [&](RegisterId reg) { return registers_.contains(reg.value); });
  }

  void follow(InstructionIndex at) {
    const InstructionBody& body = thread_.code[at].body;
    std::visit(overloaded{
                   [&](const Assign& i) {
                     if (has_thread(i.value)) registers_.insert(i.target.value);
                   },
                   [&](const Spawn& i) {
                     registers_.insert(i.target.value);
                     for (const ExprId argument : i.arguments) stays_ &= !has_thread(argument);
                   },
                   [&](const Join& i) { stays_ &= !liveness_.is_live_after(at, i.target.value); },
                   [&](const Load& i) {
                     const auto object = objects_.object_of(parent_, i.address);
                     if (object && cells_.contains(*object)) registers_.insert(i.target.value);
                     stays_ &= !has_thread(i.address);
                   },
                   [&](const Store& i) {
                     stays_ &= !has_thread(i.address);
                     if (!has_thread(i.value)) return;
                     const auto object = objects_.object_of(parent_, i.address);
                     stays_ &= object.has_value();
                     if (object) cells_.insert(*object);
                   },
                   [](const Branch&) {},
                   [](const Assume&) {},
                   [](const Assert&) {},
                   [](const Self&) {},
                   [&](const auto&) {
                     const Effects effects = effects_of(thread_.code[at], thread_.expressions,
                                                        liveness_.allocation_register());
                     stays_ &= std::ranges::none_of(effects.reads, [&](RegisterId reg) {
                       return registers_.contains(reg.value);
                     });
                   },
               },
               body);
  }

  const Thread& thread_;
  ThreadId parent_;
  const OwnObjects& objects_;
  Liveness liveness_;
  std::set<std::uint32_t> registers_;  // that may have a thread
  std::set<std::size_t> cells_;        // objects that may
  bool stays_ = true;
};

// Finds the groups among the threads that one parent spawns. A short-lived worker.
class SpawnGroups {
 public:
  SpawnGroups(const Program& program, const OwnObjects& objects)
      : program_(program), objects_(objects) {}

  std::vector<SymmetricThreads> run() {
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (program_.threads[t].role == ThreadRole::Worker) look_at(ThreadId(t));
    }
    return std::move(groups_);
  }

 private:
  void look_at(ThreadId parent) {
    std::vector<ThreadId> children;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto& origin = program_.threads[t].origin;
      if (origin && origin->parent == parent) children.emplace_back(t);
    }
    if (children.size() < 2 || !ThreadValues(program_, parent, objects_).stay()) return;
    const auto is_quiet = [&](const Instruction& instruction) {
      const ExprId address = accessed(instruction.body);
      return !address.is_none() && objects_.object_of(parent, address).has_value();
    };
    // The parent's own arguments are not asked for: what holds for all holds for these.
    const KnownValues unknown(program_.threads[parent.value].parameter_count);
    const auto max = static_cast<std::uint32_t>(program_.threads.size());
    const ThreadSpawns spawns = find_spawns(program_, parent, unknown, max, is_quiet);
    if (spawns.joins_apart) return;
    SymmetricThreads group;
    for (const ThreadId child : children) {
      if (!group.empty() && !follows(spawns, group.back(), child)) close(group);
      if (is_simple(child, spawns)) group.push_back(child);
    }
    close(group);
  }

  void close(SymmetricThreads& group) {
    if (group.size() > 1) groups_.push_back(group);
    group.clear();
  }

  // Whether it neither spawns nor joins, nor knows which thread it is; and there is no other thread
  // that might be spawned in its place.
  [[nodiscard]] bool is_simple(ThreadId child, const ThreadSpawns& spawns) const {
    const Thread& thread = program_.threads[child.value];
    const auto others = std::ranges::count_if(spawns.spawns, [&](const auto& spawn) {
      return spawn.first.first == thread.origin->serial;
    });
    return others == 1 && std::ranges::none_of(thread.code, [](const Instruction& instruction) {
             return std::holds_alternative<Spawn>(instruction.body) ||
                    std::holds_alternative<Join>(instruction.body) ||
                    std::holds_alternative<Self>(instruction.body);
           });
  }

  [[nodiscard]] bool follows(const ThreadSpawns& spawns, ThreadId left, ThreadId right) const {
    const SpawnOrigin& first = *program_.threads[left.value].origin;
    const SpawnOrigin& second = *program_.threads[right.value].origin;
    if (first.routine != second.routine || first.serial + 1 != second.serial) return false;
    const auto one = spawns.spawns.find({first.serial, first.routine});
    const auto other = spawns.spawns.find({second.serial, second.routine});
    if (one == spawns.spawns.end() || other == spawns.spawns.end()) return false;
    if (other->second.is_apart) return false;
    const Liveness liveness(program_, right);
    for (std::size_t i = 0; i < other->second.arguments.size(); ++i) {
      const KnownValue& value = other->second.arguments[i];
      const bool is_same = value && value == one->second.arguments[i];
      if (!is_same && liveness.is_live_before(0, i)) return false;
    }
    return true;
  }

  const Program& program_;
  const OwnObjects& objects_;
  std::vector<SymmetricThreads> groups_;
};

}  // namespace

std::vector<SymmetricThreads> find_symmetric_spawns(const Program& program) {
  if (program.routines.empty()) return {};
  const OwnObjects objects(program);
  return SpawnGroups(program, objects).run();
}

}  // namespace drover::passes
