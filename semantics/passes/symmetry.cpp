#include "semantics/passes/symmetry.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "semantics/automaton/liveness.h"
#include "semantics/passes/spawn_finder.h"
#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "semantics/program/operands.h"
#include "support/overloaded.h"

namespace drover::passes {

namespace {

// True if the thread asks for itself (for an identity it may ask).
bool asks_which(const Thread& thread) {
  return std::ranges::any_of(thread.code, [](const Instruction& instruction) {
    const auto* self = std::get_if<Self>(&instruction.body);
    return self != nullptr && !self->is_identity;
  });
}

// True if a value is an offset that keeps an address inside its object: a constant, or an index
// with bounds checks times the size of an element.
bool is_bounded(const ExpressionPool& pool, ExprId id) {
  const ExpressionNode& node = pool[id];
  switch (node.op) {
    case Operator::Constant: return !address::is_address(node.value);
    case Operator::Guard: return static_cast<Guard>(node.index) == Guard::Index;
    case Operator::Multiply:
    case Operator::Add: return is_bounded(pool, node.a) && is_bounded(pool, node.b);
    default: return false;
  }
}

// Returns the node of an address that determines its object.
ExprId base_of(const ExpressionPool& pool, ExprId id) {
  while (true) {
    const ExpressionNode& node = pool[id];
    const bool is_sum = node.op == Operator::Add && is_bounded(pool, node.b);
    if (!is_sum && node.op != Operator::Guard) return id;
    id = node.a;
  }
}

// Memory that only one thread accesses, and whose address does not escape: shared objects, and
// allocations whose address is in one register with no other use.
class OwnObjects {
 public:
  explicit OwnObjects(const Program& program)
      : program_(program), owners_(program.objects.size()), is_common_(owners_.size(), false) {
    for (const SharedObject& object : program.objects) {
      for (const Value value : object.initial) note_address(value);
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      find_allocations(ThreadId(t));
      note_thread(ThreadId(t));
    }
  }

  // Returns the object that an access of `thread` is to, if it is such memory.
  [[nodiscard]] std::optional<std::size_t> object_of(ThreadId thread, ExprId address) const {
    const ExpressionPool& pool = program_.threads[thread.value].expressions;
    const auto object = object_at(thread, pool[base_of(pool, address)]);
    const bool is_own = object && !is_common_[*object] && owners_[*object] == thread;
    return is_own ? object : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> object_at(ThreadId thread,
                                                     const ExpressionNode& node) const {
    if (node.op == Operator::ElementAddress) return node.index;
    if (node.op == Operator::Register) {
      const auto found = allocations_.find({thread, node.reg.value});
      return found == allocations_.end() ? std::nullopt : std::optional(found->second);
    }
    return node.op == Operator::Constant ? shared_object_at(node.value, program_) : std::nullopt;
  }
  void note_address(Value value) {
    if (const auto object = shared_object_at(value, program_)) is_common_[*object] = true;
  }
  // Finds registers that only one allocation writes.
  void find_allocations(ThreadId id) {
    const Thread& thread = program_.threads[id.value];
    std::set<std::uint32_t> written;
    std::set<std::uint32_t> candidates;
    for (const Instruction& instruction : thread.code) {
      const RegisterId target = written_by(instruction.body);
      if (target.is_none()) continue;
      const bool is_first = written.insert(target.value).second;
      const auto* allocation = std::get_if<Allocate>(&instruction.body);
      if (is_first && allocation != nullptr && allocation->target == target) {
        candidates.insert(target.value);
      } else {
        candidates.erase(target.value);
      }
    }
    for (const std::uint32_t reg : candidates) {
      allocations_.emplace(std::pair(id, reg), owners_.size());
      owners_.push_back(id);
      is_common_.push_back(thread.result && thread.result->value == reg);
    }
  }
  void note_thread(ThreadId id) {
    const Thread& thread = program_.threads[id.value];
    const ExpressionPool& pool = thread.expressions;
    for (const Instruction& instruction : thread.code) {
      std::vector<ExprId> operands = operands_of(instruction.body);
      const bool is_access = !accessed_by(instruction.body).is_none() ||
                             std::holds_alternative<Deallocate>(instruction.body);
      if (is_access) {
        const ExprId base = base_of(pool, operands.front());
        if (const auto object = object_at(id, pool[base])) {
          if (!owners_[*object].is_none() && owners_[*object] != id) is_common_[*object] = true;
          owners_[*object] = id;
          // The offset after the base is a number; the index of an element may be another
          // expression.
          operands.front() =
              pool[base].op == Operator::ElementAddress ? pool[base].a : ExprId::none();
        }
      }
      for (const ExprId operand : operands) note_use(id, operand);
    }
  }
  // Marks objects whose addresses are used in an expression.
  void note_use(ThreadId id, ExprId expression) {
    if (expression.is_none()) return;
    const ExpressionNode& node = program_.threads[id.value].expressions[expression];
    if (const auto object = object_at(id, node)) is_common_[*object] = true;
    for (const ExprId part : {node.a, node.b, node.c}) note_use(id, part);
  }

  const Program& program_;
  std::vector<ThreadId> owners_;
  std::vector<bool> is_common_;
  std::map<std::pair<ThreadId, std::uint32_t>, std::size_t> allocations_;  // by register
};

// Tracks where a parent holds its spawned threads. A short-lived worker.
class ThreadValues {
 public:
  ThreadValues(const Program& program, ThreadId parent, const OwnObjects& objects)
      : thread_(program.threads[parent.value]),
        parent_(parent),
        objects_(objects),
        liveness_(program, parent) {}

  // True if they stay with the parent, and the results of joins are unused.
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
    return thread_.expressions.mentions_any(
        expression, [&](RegisterId reg) { return registers_.contains(reg.value); });
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
                     const Effects effects = effects_of(thread_, at);
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
  std::set<std::uint32_t> registers_;  // may hold a thread
  std::set<std::size_t> cells_;        // objects that may hold a thread
  bool stays_ = true;
};

// Finds groups among the threads of one parent. A short-lived worker.
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
      const ExprId address = accessed_by(instruction.body);
      return !address.is_none() && objects_.object_of(parent, address).has_value();
    };
    // The parent's arguments are left unknown: the result holds for all of them.
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

  // True if the thread neither spawns nor joins, nor asks for its own thread (for an identity it
  // may ask), and no thread of another function may be spawned in its place.
  [[nodiscard]] bool is_simple(ThreadId child, const ThreadSpawns& spawns) const {
    const Thread& thread = program_.threads[child.value];
    const auto others = std::ranges::count_if(spawns.spawns, [&](const auto& spawn) {
      return spawn.first.first == thread.origin->serial;
    });
    return others == 1 && !has_any<Spawn, Join>(thread) && !asks_which(thread);
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

// Finds symmetric spawned threads: exchanging the behaviour of two of them gives an execution of
// the program that no other thread can distinguish. This holds for threads that one parent spawns
// one right after the other, with the same function and the same arguments as far as it uses them,
// if
// - the function neither spawns nor joins, nor asks for its own thread (it may ask for an identity,
//   Self::is_identity);
// - the parent does nothing between the spawns, and joins either all of them without doing anything
//   in between, or none: so the events before and after each thread are the same. Joins are
//   counted: joining a thread twice is an error, and such a program is explored again without
//   symmetry (explore.cpp). An existing error of this kind is found: before the first join all
//   threads are equal, and all of them may finish there;
// - the results of the joins are unused;
// - only the parent has the threads as values, in registers and in variables that no other thread
//   accesses (accesses to those do not count as actions).
// All of this is found statically. In doubt, threads are not symmetric.
std::vector<SymmetricThreads> find_symmetric_spawns(const Program& program) {
  if (program.routines.empty()) return {};
  const OwnObjects objects(program);
  return SpawnGroups(program, objects).run();
}

// Equal text gives equal indices, so comparing them one by one is enough. Unused expressions, left
// over from substituted constants, do not count. A thread's stand-in counts as its own memory does.
bool have_same_code(const Thread& a, const Thread& b) {
  if (a.role != b.role || a.registers.size() != b.registers.size() ||
      !std::ranges::equal(a.code, b.code, {}, &Instruction::body, &Instruction::body)) {
    return false;
  }
  return std::ranges::all_of(a.code, [&](const Instruction& instruction) {
    return std::ranges::all_of(operands_of(instruction.body), [&](ExprId id) {
      return is_same_expression(a.expressions, id, b.expressions, id);
    });
  });
}

// True for a thread that is spawned, that spawns or joins one, or that asks for its own thread:
// exchanging two of these would exchange others, too.
bool has_to_do_with_threads(const Thread& thread) {
  return thread.origin || has_any<Spawn, Join>(thread) || asks_which(thread);
}

// On a machine with scopes: exchanging threads at different places may put one out of a scope.
bool are_in_one_place(const Program& program, std::size_t a, std::size_t b) {
  return program.topology == nullptr || program.topology->places[a] == program.topology->places[b];
}

bool is_observed(const Program& program, ThreadId thread) {
  return std::ranges::any_of(program.observables, [&](const Observable& observable) {
    return observable.is_register && observable.thread == thread;
  });
}

}  // namespace

std::vector<SymmetricThreads> find_symmetric_threads(const Program& program) {
  std::vector<SymmetricThreads> groups;
  const Thread* previous = nullptr;  // the thread before this one, in the current group
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    if (thread.role != ThreadRole::Worker || is_observed(program, ThreadId(t)) ||
        has_to_do_with_threads(thread)) {
      previous = nullptr;
      continue;
    }
    if (previous == nullptr || !have_same_code(*previous, thread) ||
        !are_in_one_place(program, t - 1, t)) {
      groups.emplace_back();
    }
    groups.back().emplace_back(t);
    previous = &thread;
  }
  std::erase_if(groups, [](const SymmetricThreads& group) { return group.size() < 2; });
  for (SymmetricThreads& group : find_symmetric_spawns(program)) groups.push_back(std::move(group));
  return groups;
}

}  // namespace drover::passes
