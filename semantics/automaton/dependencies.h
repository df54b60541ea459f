#pragma once

// Address, data and control dependencies, as part of thread states: each register has the set of
// reads that its value was computed from. As in herd, dependencies are syntactic: `r * 0` depends
// on `r`. The Flow of a branch says which events depend on the reads in its condition; all events
// after `assume`, `assert` and an await depend on their conditions (but not after awaits of
// dialects whose model decides that).
//
// A register also carries the reads that selected its value: those of a pick (Assign::picked_by),
// and of the scoped branches around an assignment. A branch of Flow::Scoped also depends on the
// reads that its condition carries. Otherwise carried reads give pick dependencies only.
//
// Only models that mention addr, data or ctrl need this (UnfoldOptions::dependencies). Without it,
// the sets are empty and unused.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "semantics/program/program.h"
#include "support/hash.h"

namespace drover {

// Reads of one thread, by event index. Most threads have fewer than 64 events: these need no
// allocation.
class ReadSet {
 public:
  ReadSet() = default;
  ReadSet(std::initializer_list<std::uint32_t> reads) {
    for (const std::uint32_t read : reads) insert(read);
  }
  static ReadSet of(std::uint32_t read) {
    ReadSet out;
    out.insert(read);
    return out;
  }

  void insert(std::uint32_t read) {
    if (read < Bits) {
      low_ |= std::uint64_t{1} << read;
      return;
    }
    const std::size_t word = read / Bits - 1;
    if (word >= high_.size()) high_.resize(word + 1, 0);
    high_[word] |= std::uint64_t{1} << (read % Bits);
  }
  void insert_all(const ReadSet& other) {
    low_ |= other.low_;
    if (high_.size() < other.high_.size()) high_.resize(other.high_.size(), 0);
    for (std::size_t i = 0; i < other.high_.size(); ++i) high_[i] |= other.high_[i];
  }
  void clear() {
    low_ = 0;
    high_.clear();
  }
  [[nodiscard]] bool is_empty() const { return low_ == 0 && high_.empty(); }

  // Visits the indices in increasing order.
  template <typename Visit>
  void for_each(Visit visit) const {
    visit_word(low_, 0, visit);
    for (std::size_t i = 0; i < high_.size(); ++i) {
      visit_word(high_[i], static_cast<std::uint32_t>((i + 1) * Bits), visit);
    }
  }

  bool operator==(const ReadSet&) const = default;
  friend std::size_t hash_value(const ReadSet& set) { return hash_of(set.low_, set.high_); }

 private:
  static constexpr std::uint32_t Bits = 64;

  template <typename Visit>
  static void visit_word(std::uint64_t word, std::uint32_t first, Visit& visit) {
    for (; word != 0; word &= word - 1) {
      visit(first + static_cast<std::uint32_t>(std::countr_zero(word)));
    }
  }

  std::uint64_t low_ = 0;
  std::vector<std::uint64_t> high_;  // the last word is not 0
};

[[nodiscard]] inline ReadSet joined(ReadSet a, const ReadSet& b) {
  a.insert_all(b);
  return a;
}

// The reads of its thread that an event depends on.
struct EventDependencies {
  ReadSet addr;  // the address of the access
  ReadSet data;  // the value written
  ReadSet ctrl;  // whether the thread reaches the event
  // The same including carried reads: supersets.
  ReadSet pick_addr = {};
  ReadSet pick_data = {};
  ReadSet pick_ctrl = {};
  ReadSet pick = {};  // the reads that decided whether the access occurs
  // The reads that determine the event except for its written value: its address, the control path
  // (unless given), and whether it is half of a read-modify-write. Used by explorers, not by
  // models.
  ReadSet shape = {};

  bool operator==(const EventDependencies&) const = default;
};

// The origins of a thread's values between two labels.
class ReadOrigins {
 public:
  ReadOrigins() = default;  // not tracked
  explicit ReadOrigins(std::size_t registers) : sets_(FirstRegister + 2 * registers) {}

  // Number of events of the thread: the index of the next one.
  std::uint32_t events = 0;

  // The indices of the sets; the sets of registers come last.
  enum Slot : std::size_t {
    Control,         // the reads of all conditions in effect
    CarriedControl,  // the reads that these conditions carry
    // For the write half of a read-modify-write, if it comes next. PendingPick: the reads that
    // decided whether this write occurs, or picked its value.
    PendingAddress,
    PendingValue,
    PendingPick,
    FirstRegister
  };
  [[nodiscard]] static constexpr std::size_t of_register(std::size_t reg) {
    return FirstRegister + 2 * reg;
  }
  // The reads that the register carries.
  [[nodiscard]] static constexpr std::size_t carried_by(std::size_t reg) {
    return of_register(reg) + 1;
  }
  [[nodiscard]] ReadSet& operator[](std::size_t slot) { return sets_[slot]; }
  [[nodiscard]] const ReadSet& operator[](std::size_t slot) const { return sets_[slot]; }

  // Opens a scoped branch. Its end restores the conditions that were in effect before.
  void open_scope() { scopes_.push_back(sets_[Control]); }
  void close_scope();
  [[nodiscard]] bool is_in_scope() const { return !scopes_.empty(); }

  [[nodiscard]] const std::vector<ReadSet>& sets() const { return sets_; }

  bool operator==(const ReadOrigins&) const = default;

 private:
  std::vector<ReadSet> sets_;  // one vector: thread states stay small if nothing is tracked
  std::vector<ReadSet> scopes_;
};

// Propagates origins through the instructions of a thread, without knowing values. A short-lived
// worker of Interpreter: `thread` must outlive it.
class DependencyRules {
 public:
  enum class Way : std::uint8_t { Decided, Given };
  explicit DependencyRules(const Thread& thread, Way way = Way::Decided)
      : thread_(&thread), way_(way) {}

  // True if an expression is computed from reads.
  [[nodiscard]] bool depends_on_reads(ExprId expression, const ReadOrigins& origins) const {
    return !of(expression, origins).is_empty();
  }

  // Updates the origins for an instruction that is not an event.
  void pass_local(const InstructionBody& body, ReadOrigins& origins) const;

  enum class Part : std::uint8_t {
    Whole,     // an event of its own
    ReadHalf,  // the write half follows
    WriteHalf
  };
  // Updates the origins for an event.
  void pass_event(const InstructionBody& body, Part part, ReadOrigins& origins) const;

  // Returns the dependencies of the next event, which comes from this instruction. For a branch:
  // its condition, as data.
  [[nodiscard]] EventDependencies dependencies(const InstructionBody& body, Part part,
                                               const ReadOrigins& origins) const;

 private:
  // Returns all dependencies; `shape` has only reads that are not in the others.
  [[nodiscard]] EventDependencies labelled(const InstructionBody& body, Part part,
                                           const ReadOrigins& origins) const;
  // Returns the origins of the values of all registers in an expression but one.
  [[nodiscard]] ReadSet of(ExprId expression, const ReadOrigins& origins,
                           RegisterId ignored = {}) const {
    return collected(expression, origins, ReadOrigins::of_register, ignored);
  }
  // Returns the reads that the registers in an expression carry.
  [[nodiscard]] ReadSet carried_by(ExprId expression, const ReadOrigins& origins) const {
    return collected(expression, origins, ReadOrigins::carried_by, {});
  }
  [[nodiscard]] ReadSet collected(ExprId expression, const ReadOrigins& origins,
                                  std::size_t (*slot_of)(std::size_t reg),
                                  RegisterId ignored) const;
  [[nodiscard]] ReadSet picked(const ReadModifyWrite& instruction,
                               const ReadOrigins& origins) const;
  void assign(const Assign& instruction, ReadOrigins& origins) const;
  void branch(const Branch& instruction, ReadOrigins& origins) const;
  // pass_event for instructions with two halves. `index` is that of the event.
  void pass_update(const ReadModifyWrite& instruction, Part part, std::uint32_t index,
                   ReadOrigins& origins) const;
  void pass_compare(const CompareAndSwap& instruction, Part part, std::uint32_t index,
                    ReadOrigins& origins) const;
  void depend_on_condition(ExprId condition, ReadOrigins& origins) const;

  const Thread* thread_;
  Way way_;
};

}  // namespace drover
