#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "explorer/algorithms/verify_sc/closure.h"
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "explorer/algorithms/verify_sc/vsc_instance.h"
#include "explorer/algorithms/verify_sc/vsc_options.h"
#include "support/hash.h"

namespace drover::vsc {

// Witness states from which the search has found no witness. States are rows of numbers of one
// length, kept whole: the answer "no witness" must not depend on hashes.
class FailedStates {
 public:
  void reset(std::size_t length) {
    length_ = length;
    if (count_ == 0) return;
    count_ = 0;
    rows_.clear();
    std::ranges::fill(slots_, Empty);
  }
  [[nodiscard]] bool is_empty() const { return count_ == 0; }

  [[nodiscard]] bool contains(std::span<const std::uint32_t> state) const {
    return slots_[find(state)] != Empty;
  }
  void insert(std::span<const std::uint32_t> state) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    const std::size_t slot = find(state);
    if (slots_[slot] != Empty) return;
    slots_[slot] = static_cast<std::uint32_t>(count_++);
    rows_.insert(rows_.end(), state.begin(), state.end());
  }

 private:
  static constexpr std::uint32_t Empty = ~std::uint32_t{0};

  [[nodiscard]] std::span<const std::uint32_t> row(std::size_t index) const {
    return {rows_.data() + index * length_, length_};
  }
  // Returns the slot of the state, or the empty slot where it would go.
  [[nodiscard]] std::size_t find(std::span<const std::uint32_t> state) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of_range(state) & mask;
    while (slots_[slot] != Empty && !std::ranges::equal(row(slots_[slot]), state)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, Empty);
    for (std::size_t i = 0; i < count_; ++i) {
      slots_[find(row(i))] = static_cast<std::uint32_t>(i);
    }
  }

  std::size_t length_ = 0;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, Empty);
};

enum class VscAnswer : std::uint8_t { Witness, NoWitness, Stopped };

// Decides whether an instance has a witness, [RVF] Algorithm 1. One object serves many instances in
// sequence and reuses its memory.
class VerifySc {
 public:
  explicit VerifySc(VscOptions options = {}) : options_(options) {}

  // `should_stop` is polled during long searches; true makes the search give up.
  void set_stop(std::function<bool()> should_stop) { should_stop_ = std::move(should_stop); }

  // `guide`: the operations (all, none, or some of them) in the preferred order. Adds the closure
  // to the instance's order.
  VscAnswer run(VscInstance& instance, std::span<const VscIndex> guide = {});

  // After Witness: the operations in order, without initial writes.
  [[nodiscard]] std::span<const VscIndex> witness() const { return trace_; }
  // After NoWitness: the conflict that the closure found, if any.
  [[nodiscard]] const std::optional<ClosureConflict>& conflict() const { return conflict_; }
  [[nodiscard]] const VscCounters& counters() const { return counters_; }

  // Records from now on what explanations need: the steps of the closure and, if a search fails,
  // the longest trace that it tried.
  void keep_reasons() { keeps_reasons_ = true; }
  [[nodiscard]] const std::vector<OrderEdge>& steps() const { return steps_; }
  [[nodiscard]] std::span<const VscIndex> longest() const { return longest_; }

 private:
  struct Frame {
    std::size_t first_candidate = 0;  // in candidates_
    std::size_t next_candidate = 0;
    std::size_t last_candidate = 0;
    VscIndex done = NoOperation;    // the operation that led to the next state
    VscIndex hidden = NoOperation;  // the active write that it replaced
  };

  VscAnswer decide(VscInstance& instance, std::span<const VscIndex> guide);
  void prepare(const VscInstance& instance, std::span<const VscIndex> guide);
  VscAnswer search(const VscInstance& instance);

  // Appends the next possible operations to candidates_, best first.
  void find_candidates(const VscInstance& instance);
  [[nodiscard]] bool is_executable(const VscInstance& instance, VscIndex operation) const;
  [[nodiscard]] bool is_unwanted_write(const VscInstance& instance, VscIndex operation) const;
  void enter(const VscInstance& instance);
  void execute(const VscInstance& instance, VscIndex operation, Frame& frame);
  void undo(const VscInstance& instance, const Frame& frame);
  void write_state(const VscInstance& instance);

  VscOptions options_;
  std::function<bool()> should_stop_;
  VscCounters counters_;
  bool keeps_reasons_ = false;
  std::uint32_t polls_ = 0;
  std::vector<OrderEdge> steps_;
  std::optional<ClosureConflict> conflict_;

  std::vector<VscIndex> trace_;
  std::vector<VscIndex> longest_;
  std::vector<Frame> frames_;
  std::vector<VscIndex> candidates_;
  std::vector<std::uint32_t> rank_;      // by operation: its place in the guide
  std::vector<std::uint32_t> position_;  // by thread: number of executed operations
  std::vector<std::uint64_t> done_;      // the executed operations, as a bit row
  std::vector<VscIndex> active_;         // by variable: the last write
  std::vector<std::uint32_t> wanted_;    // by write: remaining reads that may read from it
  std::vector<std::uint32_t> missing_;   // by reader: remaining good writes
  std::vector<std::uint32_t> holders_;   // by variable: remaining reads with no good write to come
  // By write: the readers for which it is good, as ranges of one array.
  std::vector<std::uint32_t> readers_begin_;
  std::vector<VscIndex> readers_of_;
  std::vector<std::uint32_t> state_;  // the current state, in the format of FailedStates
  FailedStates failed_;
};

}  // namespace drover::vsc
