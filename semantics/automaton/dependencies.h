#pragma once

// Address, data and control dependencies, as part of the states of a thread: with each register
// goes the set of reads that its value was computed from. As in herd, dependencies are those of the
// text: `r * 0` depends on `r`. A branch makes what its Flow says depend on the reads in its
// condition; `assume`, `assert` and an await make all that comes after them depend on them.
//
// Besides the reads that its value was computed from, a register carries those that decided which
// value it is: of a pick (Assign::picked_by), and of the scoped branches around an assignment. A
// branch of Flow::Scoped depends on what its condition carries, too. Elsewhere what is carried
// makes pick dependencies only.
//
// Only models that speak of addr, data or ctrl need this (UnfoldOptions::dependencies).
// Without it, the sets are empty and nobody looks at them.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "semantics/automaton/read_set.h"
#include "semantics/program/program.h"

namespace drover {

// The reads of its thread that an event depends on.
struct EventDependencies {
  ReadSet addr;  // the address of the access
  ReadSet data;  // the value written
  ReadSet ctrl;  // whether the thread comes there
  // The same with what is carried: supersets of them.
  ReadSet pick_addr = {};
  ReadSet pick_data = {};
  ReadSet pick_ctrl = {};
  ReadSet pick = {};  // what decided that there is such an access
  // What decides which event it is, but for the value that it writes: address, way (unless that is
  // given), and whether it is half of a read-modify-write. No model speaks of it; explorers do.
  ReadSet shape = {};

  bool operator==(const EventDependencies&) const = default;
};

// Which reads the things that a thread holds between two labels come from.
class ReadOrigins {
 public:
  ReadOrigins() = default;  // nobody looks at them
  explicit ReadOrigins(std::size_t registers) : sets_(FirstRegister + 2 * registers) {}

  // How many events the thread has had: the index of the next.
  std::uint32_t events = 0;

  [[nodiscard]] ReadSet& of_register(std::size_t reg) { return sets_[FirstRegister + 2 * reg]; }
  [[nodiscard]] const ReadSet& of_register(std::size_t reg) const {
    return sets_[FirstRegister + 2 * reg];
  }
  // What the register carries.
  [[nodiscard]] ReadSet& carried(std::size_t reg) { return sets_[FirstRegister + 2 * reg + 1]; }
  [[nodiscard]] const ReadSet& carried(std::size_t reg) const {
    return sets_[FirstRegister + 2 * reg + 1];
  }
  // Of all conditions that count here.
  [[nodiscard]] ReadSet& control() { return sets_[Control]; }
  [[nodiscard]] const ReadSet& control() const { return sets_[Control]; }
  // What the conditions carry.
  [[nodiscard]] ReadSet& carried_control() { return sets_[CarriedControl]; }
  [[nodiscard]] const ReadSet& carried_control() const { return sets_[CarriedControl]; }
  // Of the write half of a read-modify-write, if that comes next.
  [[nodiscard]] ReadSet& pending_address() { return sets_[PendingAddress]; }
  [[nodiscard]] const ReadSet& pending_address() const { return sets_[PendingAddress]; }
  [[nodiscard]] ReadSet& pending_value() { return sets_[PendingValue]; }
  [[nodiscard]] const ReadSet& pending_value() const { return sets_[PendingValue]; }
  // What only decided that there is such a write, or picked its value.
  [[nodiscard]] ReadSet& pending_pick() { return sets_[PendingPick]; }
  [[nodiscard]] const ReadSet& pending_pick() const { return sets_[PendingPick]; }

  // Scoped branches: what counts before them comes back at their end.
  void open_scope() { scopes_.push_back(control()); }
  void close_scope();
  [[nodiscard]] bool is_in_scope() const { return !scopes_.empty(); }

  [[nodiscard]] const std::vector<ReadSet>& sets() const { return sets_; }

  bool operator==(const ReadOrigins&) const = default;

 private:
  enum : std::size_t {
    Control,
    CarriedControl,
    PendingAddress,
    PendingValue,
    PendingPick,
    FirstRegister
  };

  std::vector<ReadSet> sets_;  // one vector: thread states are small where nobody looks at this
  std::vector<ReadSet> scopes_;
};

// How the instructions of a thread hand on where values come from. Knows no values.
// A short-lived worker of Interpreter: `thread` must outlive it.
class DependencyRules {
 public:
  enum class Way : std::uint8_t { Decided, Given };
  explicit DependencyRules(const Thread& thread, Way way = Way::Decided)
      : thread_(&thread), way_(way) {}

  // Whether an expression is computed from what was read.
  [[nodiscard]] bool depends_on_reads(ExprId expression, const ReadOrigins& origins) const {
    return !of(expression, origins).is_empty();
  }

  // Changes the origins as an instruction does that is not an event.
  void pass_local(const InstructionBody& body, ReadOrigins& origins) const;

  enum class Part : std::uint8_t {
    Whole,     // an event of its own
    ReadHalf,  // the write half follows
    WriteHalf
  };
  // The same for an event.
  void pass_event(const InstructionBody& body, Part part, ReadOrigins& origins) const;

  // What the next event depends on, which is one of this instruction. Of a branch: its condition,
  // as data.
  [[nodiscard]] EventDependencies dependencies(const InstructionBody& body, Part part,
                                               const ReadOrigins& origins) const;

 private:
  // All of them, but of the shape only what is not in others.
  [[nodiscard]] EventDependencies labelled(const InstructionBody& body, Part part,
                                           const ReadOrigins& origins) const;
  [[nodiscard]] ReadSet of(ExprId expression, const ReadOrigins& origins) const;
  // The same without what `target` comes from.
  [[nodiscard]] ReadSet of_others(ExprId expression, RegisterId target,
                                  const ReadOrigins& origins) const;
  [[nodiscard]] ReadSet carried_by(ExprId expression, const ReadOrigins& origins) const;
  [[nodiscard]] ReadSet picked(const ReadModifyWrite& instruction,
                               const ReadOrigins& origins) const;
  void assign(const Assign& instruction, ReadOrigins& origins) const;
  void branch(const Branch& instruction, ReadOrigins& origins) const;
  // pass_event for what has two halves. `index`: of the event.
  void pass_update(const ReadModifyWrite& instruction, Part part, std::uint32_t index,
                   ReadOrigins& origins) const;
  void pass_compare(const CompareAndSwap& instruction, Part part, std::uint32_t index,
                    ReadOrigins& origins) const;
  void depend_on_condition(ExprId condition, ReadOrigins& origins) const;

  const Thread* thread_;
  Way way_;
};

}  // namespace drover
