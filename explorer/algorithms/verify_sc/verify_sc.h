#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "explorer/algorithms/verify_sc/closure.h"
#include "explorer/algorithms/verify_sc/failed_states.h"
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "explorer/algorithms/verify_sc/vsc_instance.h"
#include "explorer/algorithms/verify_sc/vsc_options.h"

namespace drover::vsc {

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
  [[nodiscard]] const std::vector<ClosureStep>& steps() const { return steps_; }
  [[nodiscard]] std::span<const VscIndex> longest() const { return longest_; }

 private:
  // A witness state on the path of the search.
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
  std::vector<ClosureStep> steps_;
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
