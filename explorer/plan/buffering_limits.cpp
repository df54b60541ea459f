#include "explorer/plan/buffering_limits.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "explorer/algorithms/buffering/future_accesses.h"
#include "explorer/algorithms/buffering/given_ways.h"
#include "explorer/models/incremental/base_sets.h"
#include "explorer/models/model_proof.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "explorer/plan/settled_reads.h"
#include "explorer/run/searches.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/operands.h"
#include "support/overloaded.h"

namespace drover {

namespace {

// The registers of a thread whose values may come from memory, directly or by computation.
class RegistersFromMemory {
 public:
  explicit RegistersFromMemory(const Thread& thread)
      : RegistersFromMemory(thread, [](const Instruction& each) { return reads(each.body); }) {}
  // Only those from reads that `is_source` says.
  template <typename IsSource>
  RegistersFromMemory(const Thread& thread, const IsSource& is_source)
      : thread_(thread), is_from_memory_(thread.registers.size(), false) {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Instruction& instruction : thread.code) {
        const RegisterId target = target_of(instruction, is_source);
        if (target.is_none() || is_from_memory_[target.value]) continue;
        is_from_memory_[target.value] = true;
        has_changed = true;
      }
    }
  }

  [[nodiscard]] bool has_any_in(ExprId expression) const {
    std::vector<RegisterId> mentioned;
    thread_.expressions.collect_registers(expression, mentioned);
    return std::ranges::any_of(mentioned,
                               [&](RegisterId each) { return is_from_memory_[each.value]; });
  }

 private:
  // Returns the register into which the instruction puts such a value; none() if it does not.
  template <typename IsSource>
  [[nodiscard]] RegisterId target_of(const Instruction& instruction,
                                     const IsSource& is_source) const {
    if (const auto* assign = std::get_if<Assign>(&instruction.body)) {
      const bool is_so = assign->from_events > 0 || has_any_in(assign->value) ||
                         (assign->picked_by && has_any_in(*assign->picked_by));
      return is_so ? assign->target : RegisterId::none();
    }
    return is_source(instruction) ? drover::target_of(instruction.body) : RegisterId::none();
  }

  const Thread& thread_;
  std::vector<bool> is_from_memory_;  // by RegisterId
};

// True if the thread may end at the instruction because of a read value that no later event depends
// on. All later events depend on values computed for an address or a branch, and on a join. A
// computation from constants, or from values of a spawn or a join, does not depend on earlier
// reads: its failure is known before the thread goes on. Failures past which the thread goes on do
// not count.
bool may_fail_silently(const Thread& thread, const RegistersFromMemory& from_memory,
                       const Instruction& instruction,
                       FailedComputations failures = FailedComputations::End) {
  const bool ends = failures == FailedComputations::End;
  const auto may_fail = [&](ExprId id) {
    return thread.expressions.may_fault(id) && from_memory.has_any_in(id);
  };
  if (const auto* assign = std::get_if<Assign>(&instruction.body)) {
    return ends && may_fail(assign->value);
  }
  if (const auto* store = std::get_if<Store>(&instruction.body)) {
    return ends && may_fail(store->value);
  }
  if (const auto* update = std::get_if<ReadModifyWrite>(&instruction.body)) {
    // Computations after the read are between the halves: a thread that ends there could not have
    // gone on.
    return (ends && may_fail(update->operand)) || (update->desired && may_fail(*update->desired));
  }
  if (const auto* swap = std::get_if<CompareAndSwap>(&instruction.body)) {
    return ends && may_fail(swap->desired);
  }
  if (const auto* wait = std::get_if<AwaitExchange>(&instruction.body)) {
    return may_fail(wait->condition) || may_fail(wait->desired);
  }
  if (const auto* wait = std::get_if<Await>(&instruction.body)) return may_fail(wait->condition);
  const auto* spawn = std::get_if<Spawn>(&instruction.body);
  return spawn != nullptr && std::ranges::any_of(spawn->arguments, may_fail);
}

// ---- Where obstacles are

using Found = std::optional<LocatedObstacle>;

LocatedObstacle at(BufferingObstacle kind, const Instruction& instruction) {
  return {kind, instruction.source};
}

template <typename Predicate>
const Instruction* find_instruction(const Program& program, const Predicate& predicate) {
  for (const Thread& thread : program.threads) {
    const auto found = std::ranges::find_if(thread.code, predicate);
    if (found != thread.code.end()) return &*found;
  }
  return nullptr;
}

const Instruction* find_spawn(const Program& program) {
  return find_instruction(
      program, [](const Instruction& each) { return is_one_of<Spawn, Join>(each.body); });
}
const Instruction* find_apart_halves(const Program& program) {
  return find_instruction(program, &has_halves_apart);
}

// Limits that no model changes.
Found obstacle_to_all(const Program& program) {
  if (const Instruction* of = find_instruction(program, &is_located_fence)) {
    return at(BufferingObstacle::LocatedFences, *of);
  }
  const Instruction* const choice = find_instruction(
      program, [](const Instruction& each) { return std::holds_alternative<Choose>(each.body); });
  return choice == nullptr ? Found() : at(BufferingObstacle::Choices, *choice);
}

// ---- Pairs of a load and a store

// Visits the instructions that the thread may reach from `from` by local steps, with the events, or
// the end, at which these end.
template <typename Visit>
void visit_up_to_events(const Thread& thread, std::vector<InstructionIndex> from,
                        const Visit& visit) {
  std::vector<bool> is_seen(thread.code.size(), false);
  while (!from.empty()) {
    const InstructionIndex at = from.back();
    from.pop_back();
    if (is_seen[at]) continue;
    is_seen[at] = true;
    visit(at);
    if (may_be_event(thread.code[at].body)) continue;
    for (const InstructionIndex next : successors_of(thread.code[at], at)) from.push_back(next);
  }
}

// Returns an exclusive store that does not come directly after an exclusive load of the same
// address, its partner whatever the thread reads; null if there is none, as in compiled programs.
const Instruction* find_apart_half(const Thread& thread) {
  const Instruction* found = nullptr;
  const auto look_behind = [&](const std::vector<InstructionIndex>& from, const Load* load) {
    std::vector<RegisterId> written;
    if (load != nullptr) written.push_back(load->target);
    visit_up_to_events(thread, from, [&](InstructionIndex i) {
      if (!may_be_event(thread.code[i].body)) written.push_back(written_by(thread.code[i].body));
    });
    visit_up_to_events(thread, from, [&](InstructionIndex i) {
      const auto* store = std::get_if<Store>(&thread.code[i].body);
      if (store == nullptr || !store->tags.contains(Tag::Exclusive)) return;
      // The parts of a store follow each other, and the halves of a pair of C have the same parts.
      if (store->part.index > 0) return;
      const bool are_cut = load != nullptr && load->part.index + 1 == load->part.count &&
                           load->part.count == store->part.count && load->site.number != 0 &&
                           load->site.number == store->site.number;
      if (are_cut) return;
      const bool is_good =
          load != nullptr && load->part.is_whole() && store->part.is_whole() &&
          is_same_expression(thread.expressions, load->address, thread.expressions,
                             store->address) &&
          std::ranges::none_of(written, [&](RegisterId reg) {
            return !reg.is_none() && thread.expressions.mentions(store->address, reg);
          });
      if (!is_good) found = &thread.code[i];
    });
  };
  look_behind({0}, nullptr);
  for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
    if (!may_be_event(thread.code[i].body)) continue;
    const auto* load = std::get_if<Load>(&thread.code[i].body);
    const bool is_exclusive = load != nullptr && load->tags.contains(Tag::Exclusive);
    look_behind(successors_of(thread.code[i], i), is_exclusive ? load : nullptr);
  }
  return found;
}

// True if the register is only ever 0: a status, which may be computed from what was read.
bool is_always_zero(const Thread& thread, RegisterId reg) {
  const ExpressionPool& pool = thread.expressions;
  const auto is_zero = [&](ExprId id) {
    return pool[id].op == Operator::Constant && pool[id].value == 0;
  };
  return std::ranges::all_of(thread.code, [&](const Instruction& each) {
    if (written_by(each.body) != reg) return true;
    const auto* assign = std::get_if<Assign>(&each.body);
    if (assign == nullptr) return false;
    const ExpressionNode& value = pool[assign->value];
    return is_zero(assign->value) || (value.op == Operator::BitAnd && is_zero(value.b));
  });
}

// Returns a dropped end that the thread may come to; null if there is none. It does not come there
// by a store of a pair that succeeds: the branch of the loop around it only makes what follows
// depend on it (mapping/compile.cpp).
const Instruction* find_drop(const Thread& thread) {
  const ExpressionPool& pool = thread.expressions;
  std::vector<bool> is_left_out(thread.code.size(), false);
  std::vector<std::size_t> ways(thread.code.size(), 0);
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    for (const InstructionIndex next : successors_of(thread.code[at], at)) ++ways[next];
    const auto* branch = std::get_if<Branch>(&thread.code[at].body);
    if (branch == nullptr) continue;
    const ExpressionNode& condition = pool[branch->condition];
    const bool holds = condition.op == Operator::Equal &&
                       pool[condition.a].op == Operator::Register &&
                       pool[condition.b].op == Operator::Constant && pool[condition.b].value == 0 &&
                       is_always_zero(thread, pool[condition.a].reg);
    if (holds) is_left_out[branch->if_false] = true;
  }
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    const auto* block = std::get_if<BlockInstruction>(&thread.code[at].body);
    if (block != nullptr && block->is_dropped && !(is_left_out[at] && ways[at] == 1)) {
      return &thread.code[at];
    }
  }
  return nullptr;
}

// AreForks: both ways are tried (BranchSteps::OfSilent).
enum class SilentBranches : std::uint8_t { AreForks, AreObstacles };

std::optional<BufferingObstacle> obstacle_in(const Thread& thread,
                                             const RegistersFromMemory& from_memory,
                                             const Instruction& instruction,
                                             FailedComputations failures, SilentBranches silent) {
  if (const auto* branch = std::get_if<Branch>(&instruction.body)) {
    const bool is_fork = branch->flow == Flow::Silent && silent == SilentBranches::AreForks;
    if (branch->flow != Flow::Onward && !is_fork) return BufferingObstacle::ScopedBranches;
  }
  if (const auto* allocate = std::get_if<Allocate>(&instruction.body)) {
    const bool is_constant = thread.expressions[allocate->size].op == Operator::Constant;
    if (!is_constant) return BufferingObstacle::ComputedSize;
  }
  if (std::holds_alternative<CallMarker>(instruction.body)) {
    return BufferingObstacle::AnnotatedCalls;
  }
  if (may_fail_silently(thread, from_memory, instruction, failures)) {
    return BufferingObstacle::MayFail;
  }
  return std::nullopt;
}

// Returns the condition that decides whether, or where, the thread goes on after the instruction.
std::optional<ExprId> condition_of(const Instruction& instruction) {
  if (const auto* branch = std::get_if<Branch>(&instruction.body)) return branch->condition;
  if (const auto* assume = std::get_if<Assume>(&instruction.body)) return assume->condition;
  const auto* assertion = std::get_if<Assert>(&instruction.body);
  return assertion == nullptr ? std::nullopt : std::optional(assertion->condition);
}

// Returns the registers, besides the one that it reads, that decide whether the instruction writes.
std::vector<RegisterId> compared_by(const Thread& thread, const InstructionBody& body) {
  std::vector<RegisterId> out;
  if (const auto* swap = std::get_if<CompareAndSwap>(&body)) {
    thread.expressions.collect_registers(swap->expected, out);
  } else if (const auto* wait = std::get_if<AwaitExchange>(&body)) {
    thread.expressions.collect_registers(wait->condition, out);
    std::erase(out, wait->target);
  }
  return out;
}

// True if the instruction is of a dialect: what it compares is no control dependency by itself
// (semantics/automaton/dependencies.h).
bool has_tags(const InstructionBody& body) {
  if (const auto* swap = std::get_if<CompareAndSwap>(&body)) return !swap->read_tags.is_empty();
  const auto* wait = std::get_if<AwaitExchange>(&body);
  return wait != nullptr && !wait->read_tags.is_empty();
}

// A model that lets writes pass read-modify-writes may order the halves of these or not: see
// orders_dependent_writes in models/dependency_proof.cpp.
enum class UpdateHalves : std::uint8_t { Ordered, Unordered };
Found obstacle_to_passing_updates(const Program& program, UpdateHalves halves) {
  for (const Thread& thread : program.threads) {
    bool compares = false;
    for (const Instruction& instruction : thread.code) {
      const bool waits = std::holds_alternative<AwaitExchange>(instruction.body);
      if (halves == UpdateHalves::Unordered && waits) {
        return at(BufferingObstacle::ApartLocks, instruction);
      }
      compares |= has_tags(instruction.body) && !compared_by(thread, instruction.body).empty();
    }
    if (!compares) continue;
    const Instruction* const unsettled =
        find_unsettled(thread, {.by_dependencies = true}, [&](InstructionIndex i) {
          const InstructionBody& body = thread.code[i].body;
          return has_tags(body) ? compared_by(thread, body) : std::vector<RegisterId>();
        });
    if (unsettled != nullptr) return at(BufferingObstacle::ExpectsRead, *unsettled);
  }
  return std::nullopt;
}

// Returns the obstacle of an instruction whose dependency or end is not covered by promised ways.
std::optional<BufferingObstacle> obstacle_to_ways_in(const Thread& thread,
                                                     const RegistersFromMemory& from_memory,
                                                     const Instruction& instruction) {
  const InstructionBody& body = instruction.body;
  // The stop of a loop that would repeat asks for nothing (Lemma 38).
  if (const auto* assume = std::get_if<Assume>(&body)) {
    const bool is_end = thread.expressions[assume->condition].op == Operator::Constant;
    if (!is_end) return BufferingObstacle::Waits;
  }
  // Compiled assertions are branches; the assertion itself follows with a condition known to hold
  // (mapping/compile.cpp).
  if (const auto* assertion = std::get_if<Assert>(&body)) {
    if (from_memory.has_any_in(assertion->condition)) return BufferingObstacle::Waits;
  }
  if (const auto* allocate = std::get_if<Allocate>(&body)) {
    const bool is_constant = thread.expressions[allocate->size].op == Operator::Constant;
    if (!is_constant) return BufferingObstacle::ComputedSize;
  }
  if (std::holds_alternative<CallMarker>(body)) return BufferingObstacle::AnnotatedCalls;
  if (const auto* swap = std::get_if<CompareAndSwap>(&body)) {
    if (swap->picks_result) return BufferingObstacle::PickedValues;
  }
  const auto is_picked = [](const auto* of) { return of != nullptr && of->picked_by; };
  if (is_picked(std::get_if<Assign>(&body)) || is_picked(std::get_if<Store>(&body)) ||
      is_picked(std::get_if<ReadModifyWrite>(&body))) {
    return BufferingObstacle::PickedValues;
  }
  const auto may_fail = [&](ExprId id) {
    return !id.is_none() && thread.expressions.may_fault(id) && from_memory.has_any_in(id);
  };
  const bool fails = may_fail(condition_of(instruction).value_or(ExprId::none())) ||
                     may_fail(accessed_by(body)) ||
                     may_fail_silently(thread, from_memory, instruction);
  return fails ? std::optional(BufferingObstacle::MayFail) : std::nullopt;
}

// A thread must not pass branches on read values again and again without an event.
Found obstacle_of_branches(const Thread& thread, const RegistersFromMemory& from_memory,
                           BranchSteps steps) {
  const auto branches = [&](InstructionIndex at) {
    const bool are_all = steps == BranchSteps::On;
    if (are_all && std::holds_alternative<Await>(thread.code[at].body)) return true;
    const auto* branch = std::get_if<Branch>(&thread.code[at].body);
    return branch != nullptr && (are_all || branch->flow == Flow::Silent) &&
           from_memory.has_any_in(branch->condition);
  };
  std::size_t count = 0;
  for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
    count += branches(i) ? 1 : 0;
    if (count > buffering::GivenWays<1>::MaxForks) {
      return at(BufferingObstacle::ManyBranches, thread.code[i]);
    }
  }
  const auto comes_back = [&](InstructionIndex from) {
    std::vector<bool> is_seen(thread.code.size(), false);
    std::vector<InstructionIndex> left = {from};
    while (!left.empty()) {
      const InstructionIndex at = left.back();
      left.pop_back();
      if (may_be_event(thread.code[at].body)) continue;
      for (const InstructionIndex next : successors_of(thread.code[at], at)) {
        if (next == from) return true;
        if (!is_seen[next]) left.push_back(next);
        is_seen[next] = true;
      }
    }
    return false;
  };
  for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
    if (branches(i) && comes_back(i)) return at(BufferingObstacle::EndlessBranches, thread.code[i]);
  }
  return std::nullopt;
}

// Under a model in which branches and addresses do not hold back all later events: an event must be
// determined by the way to it, and by its address.
Found obstacle_to_promised_ways(const Program& program) {
  if (const Instruction* of = find_apart_halves(program)) {
    return at(BufferingObstacle::ApartHalves, *of);
  }
  if (const Found found = obstacle_to_all(program)) return found;
  if (const Instruction* of = find_spawn(program)) return at(BufferingObstacle::Spawns, *of);
  for (const Thread& thread : program.threads) {
    const RegistersFromMemory from_memory(thread);
    if (const auto found = obstacle_of_branches(thread, from_memory, BranchSteps::On)) return found;
    for (const Instruction& instruction : thread.code) {
      if (const auto found = obstacle_to_ways_in(thread, from_memory, instruction)) {
        return at(*found, instruction);
      }
    }
  }
  return std::nullopt;
}

// True if the read, or the read half, of an instruction is in all sets, whatever it reads.
bool reads_in(const cat::Code& code, const LocalOrder::Sets& sets, const InstructionBody& body) {
  const auto is_in = [&](const EventClass& event, const TagSet& tags) {
    return std::ranges::all_of(
        sets, [&](cat::NodeIndex set) { return incremental::is_in_set(code, set, event, tags); });
  };
  const auto is_half_in = [&](const auto& update) {
    return is_in(
        {.kind = LabelKind::Read, .mode = read_half(update.mode), .is_exclusive_read = true},
        update.read_tags);
  };
  return std::visit(
      overloaded{
          [&](const Load& i) { return is_in({.kind = LabelKind::Read, .mode = i.mode}, i.tags); },
          [&](const Await& i) { return is_in({.kind = LabelKind::Read, .mode = i.mode}, i.tags); },
          [&](const ReadModifyWrite& i) { return is_half_in(i); },
          [&](const AwaitExchange& i) { return is_half_in(i); },
          [&](const CompareAndSwap& i) {
            return is_half_in(i) && is_in({.kind = LabelKind::Read,
                                           .mode = i.failure_mode,
                                           .is_failed_exclusive = true},
                                          i.failure_tags);
          },
          [](const auto& /*no read*/) { return false; },
      },
      body);
}

// True if the write of a read-modify-write that always writes is in all sets.
bool writes_in(const cat::Code& code, const LocalOrder::Sets& sets, const InstructionBody& body) {
  const auto is_half_in = [&](const auto& update) {
    return std::ranges::all_of(sets, [&](cat::NodeIndex set) {
      return incremental::is_in_set(
          code, set,
          {.kind = LabelKind::Write, .mode = write_half(update.mode), .is_exclusive_write = true},
          update.write_tags);
    });
  };
  if (const auto* update = std::get_if<ReadModifyWrite>(&body)) return is_half_in(*update);
  const auto* wait = std::get_if<AwaitExchange>(&body);
  return wait != nullptr && is_half_in(*wait);
}

// The rules of a model in whose order only barriers put a read before all writes behind.
SettlingRules settling_by_barriers(const cat::Code& code, const DependencyProofs& proofs) {
  return {.at_once =
              [&](const Instruction& read) {
                return std::ranges::any_of(
                    proofs.local_order.barriers, [&](const LocalOrder::Barrier& each) {
                      const bool is_barrier =
                          reads_in(code, each.reads, read.body) ||
                          (proofs.orders_halves && writes_in(code, each.reads, read.body));
                      return !each.fences && is_barrier;
                    });
              },
          .by_fence =
              [&](const Instruction& read, const Instruction& fence) {
                const auto& of = std::get<FenceInstruction>(fence.body);
                const auto is_in = [&](cat::NodeIndex set) {
                  return incremental::is_in_set(
                      code, set, {.kind = LabelKind::Fence, .mode = of.mode}, of.tags);
                };
                return std::ranges::any_of(
                    proofs.local_order.barriers, [&](const LocalOrder::Barrier& each) {
                      return each.fences && reads_in(code, each.reads, read.body) &&
                             std::ranges::all_of(*each.fences, is_in);
                    });
              }};
}

// Returns an instruction whose address, or what it compares, depends on a read that does not hold
// back the writes behind it.
Found find_unsettled_operand(const Program& program, const SettlingRules& rules) {
  const buffering::FutureAccesses writes(program, buffering::FutureKind::Writes);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    const auto needed = [&](InstructionIndex i) {
      const InstructionBody& body = thread.code[i].body;
      std::vector<RegisterId> out = compared_by(thread, body);
      const ExprId address = addressed_by(body);
      if (!address.is_none() && writes.may_access_behind(t, i)) {
        thread.expressions.collect_registers(address, out);
      }
      return out;
    };
    const Instruction* const unsettled = find_unsettled(thread, rules, needed);
    if (unsettled == nullptr) continue;
    if (compared_by(thread, unsettled->body).empty()) {
      return at(BufferingObstacle::WriteBehindRead, *unsettled);
    }
    const bool swaps = std::holds_alternative<CompareAndSwap>(unsettled->body);
    return at(swaps ? BufferingObstacle::ExpectsRead : BufferingObstacle::Waits, *unsettled);
  }
  return std::nullopt;
}

// True if the accesses of an instruction are in a set, whatever they read.
bool is_in_set(const cat::Code& code, cat::NodeIndex set, const Instruction& instruction) {
  const auto has = [&](const EventClass& event, const TagSet& tags) {
    return incremental::is_in_set(code, set, event, tags);
  };
  const auto has_halves = [&](const auto& update) {
    return has({.kind = LabelKind::Read, .mode = read_half(update.mode), .is_exclusive_read = true},
               update.read_tags) &&
           has({.kind = LabelKind::Write,
                .mode = write_half(update.mode),
                .is_exclusive_write = true},
               update.write_tags);
  };
  return std::visit(
      overloaded{
          [&](const Load& i) { return has({.kind = LabelKind::Read, .mode = i.mode}, i.tags); },
          [&](const Store& i) { return has({.kind = LabelKind::Write, .mode = i.mode}, i.tags); },
          [&](const ReadModifyWrite& i) { return has_halves(i); },
          [&](const CompareAndSwap& i) {
            return has_halves(i) && has({.kind = LabelKind::Read,
                                         .mode = i.failure_mode,
                                         .is_failed_exclusive = true},
                                        i.failure_tags);
          },
          [](const auto& /*no access*/) { return true; },
      },
      instruction.body);
}

// The shared objects that an access may be to.
std::vector<bool> objects_of(const AtomicObjects& objects, const Thread& thread, ThreadId id,
                             const Instruction& access) {
  return objects.objects_of(id, thread.expressions, accessed_by(access.body));
}

// Returns an access that the model does not order, unless nothing depends on it: it is a load whose
// value goes into no event, or a store, of a shared object that only such loads read (Lemma 75,
// docs/proofs.md). Null if there is none.
template <typename IsOrdered>
const Instruction* find_loose_access(const Program& program, const IsOrdered& is_ordered) {
  const AtomicObjects objects(program);
  std::vector<bool> is_plain(program.objects.size(), false);
  bool has_any = false;
  for (const Thread& thread : program.threads) {
    for (const Instruction& each : thread.code) {
      if (is_ordered(each)) continue;
      has_any = true;
      const auto object = objects.object_of(thread.expressions[accessed_by(each.body)]);
      if (!object || !is_one_of<Load, Store>(each.body)) return &each;
      is_plain[*object] = true;
    }
  }
  if (!has_any) return nullptr;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    const RegistersFromMemory from_loose(
        thread, [&](const Instruction& each) { return reads(each.body) && !is_ordered(each); });
    for (const Instruction& each : thread.code) {
      bool is_used = false;
      if (may_be_event(each.body)) {
        for_each_operand(each.body, [&](ExprId operand, bool /*sees_target*/) {
          is_used |= from_loose.has_any_in(operand);
        });
      }
      if (is_used) return &each;
      if (!reads(each.body) || !is_ordered(each)) continue;
      const std::vector<bool> read = objects_of(objects, thread, ThreadId(t), each);
      for (std::size_t i = 0; i < read.size(); ++i) {
        if (read[i] && is_plain[i]) return &each;
      }
    }
  }
  return nullptr;
}

Found obstacle_to_promises(const Program& program, const MemoryModel& model) {
  if (const Found found = obstacle_to_promised_ways(program)) return found;
  if (model.code() == nullptr) return LocatedObstacle{BufferingObstacle::UnorderedAccesses};
  const DependencyProofs& proofs = model.proofs().dependencies;
  // A thread stops at a waiting exchange until it is answered (Lemma 14, docs/proofs.md).
  const SettlingRules rules = settling_by_barriers(*model.code(), proofs);
  const Instruction* const passed = find_instruction(program, [&](const Instruction& each) {
    return std::holds_alternative<AwaitExchange>(each.body) && !rules.at_once(each);
  });
  if (passed != nullptr) return at(BufferingObstacle::Waits, *passed);
  if (const Found found = find_unsettled_operand(program, rules)) return found;
  if (!proofs.accesses) return std::nullopt;
  const Instruction* const loose = find_loose_access(program, [&](const Instruction& each) {
    return is_in_set(*model.code(), *proofs.accesses, each);
  });
  if (loose == nullptr) return std::nullopt;
  return at(BufferingObstacle::UnorderedAccesses, *loose);
}

Found obstacle_under_any(const Program& program, FailedComputations failures) {
  if (const Found found = obstacle_to_all(program)) return found;
  const bool are_forks = has_parts(program);
  for (const Thread& thread : program.threads) {
    if (const Instruction* of = find_drop(thread)) return at(BufferingObstacle::Drops, *of);
    if (const Instruction* of = find_apart_half(thread)) {
      return at(BufferingObstacle::ApartHalves, *of);
    }
    const RegistersFromMemory from_memory(thread);
    if (are_forks) {
      const auto found = obstacle_of_branches(thread, from_memory, BranchSteps::OfSilent);
      if (found) return found;
    }
    const auto silent = are_forks ? SilentBranches::AreForks : SilentBranches::AreObstacles;
    for (const Instruction& instruction : thread.code) {
      if (const auto found = obstacle_in(thread, from_memory, instruction, failures, silent)) {
        return at(*found, instruction);
      }
    }
  }
  return std::nullopt;
}

std::optional<BufferingObstacle> kind_of(const Found& found) {
  return found ? std::optional(found->kind) : std::nullopt;
}

}  // namespace

std::optional<BufferingObstacle> obstacle_to_buffering(const Program& program,
                                                       FailedComputations failures) {
  return kind_of(obstacle_under_any(program, failures));
}

std::optional<BufferingObstacle> buffering_obstacle(const Program& program,
                                                    const MemoryModel& model,
                                                    FailedComputations failures) {
  return kind_of(find_buffering_obstacle(program, model, failures));
}

std::optional<LocatedObstacle> find_buffering_obstacle(const Program& program,
                                                       const MemoryModel& model,
                                                       FailedComputations failures) {
  const DependencyProofs& proofs = model.proofs().dependencies;
  if (proofs.acyclicity.only_without_spawns && !proofs.promises_ways) {
    if (const Instruction* of = find_spawn(program)) {
      return at(BufferingObstacle::SpawnsUnproved, *of);
    }
  }
  // Lemmas 70 and 71 (docs/proofs.md).
  if (!model.is_builtin()) {
    if (const Instruction* of = find_apart_halves(program)) {
      return at(BufferingObstacle::ApartHalves, *of);
    }
  }
  // Lemma 76 (docs/proofs.md).
  if (!model.has_parts() || proofs.promises_ways) {
    if (const Instruction* of = find_instruction(program, &accesses_part)) {
      return at(BufferingObstacle::Parts, *of);
    }
  }
  if (proofs.promises_ways) return obstacle_to_promises(program, model);
  if (const Found found = obstacle_under_any(program, failures)) return found;
  if (proofs.orders_updates) return std::nullopt;
  return obstacle_to_passing_updates(
      program, proofs.orders_halves ? UpdateHalves::Ordered : UpdateHalves::Unordered);
}

bool may_note_failures(const MemoryModel& model) {
  const DependencyProofs& proofs = model.proofs().dependencies;
  // Nothing leads from the parts of an access that is added maximally to others, if nothing leads
  // from such an event (Lemma 76).
  const MemoryModel& of_whole = model.has_parts() ? *find_model(model.name()) : model;
  // With promises, executions may be dropped.
  return !proofs.promises_ways && of_whole.proofs().dependencies.extends_maximally &&
         proofs.not_of_parts.empty();
}

bool may_drop_stale_reads(const Program& program, const MemoryModel& model) {
  if (model.code() == nullptr) return false;
  const DependencyProofs& dependencies = model.proofs().dependencies;
  const StaleReadProofs& stale = model.proofs().stale_reads;
  // With promises, executions may be dropped; so they may where a store must succeed. Those of
  // pairs do (Lemma 77).
  const bool may_drop = std::ranges::any_of(
      program.threads, [](const Thread& thread) { return find_drop(thread) != nullptr; });
  if (dependencies.promises_ways || may_drop) return false;
  const bool has_flags = model.has_flags() && !stale.has_flags_of_events;
  const bool keeps_prefixes =
      model.proofs()[ModelProperty::PrefixClosedness].is_proved || are_asked_of_parts(model);
  return keeps_prefixes && dependencies.extends_maximally && dependencies.coherence.is_proved &&
         !has_flags && (!has_allocations(program) || stale.keeps_order);
}

UnfoldOptions unfolded_for_buffering(const MemoryModel& model, UnfoldOptions options) {
  options.dependencies = DependencyTracking::On;
  if (model.proofs().dependencies.promises_ways) {
    options.branches = BranchSteps::On;
  } else if (model.has_parts()) {
    options.branches = BranchSteps::OfSilent;
  }
  return options;
}

}  // namespace drover
