#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explorer/algorithms/rvf/rvf_events.h"
#include "explorer/algorithms/verify_sc/verify_sc.h"

namespace drover::rvf {

// A condition on a trace besides the good writes of its reads.
struct RvfDemand {
  // A read after all events: the last write of `location` is one of `good`.
  struct LastWrite {
    LocationId location;
    std::vector<RvfRef> good;
  };
  std::vector<LastWrite> last_writes;
  // Orders one event before another: (before, after).
  std::optional<std::pair<RvfRef, RvfRef>> order;
};

// Asks VerifySC for traces of event sets.
//
// Down the search, event sets only grow, and the good writes of a read stay. An order that holds in
// every trace of a set also holds in every trace of a larger set: without the new events, such a
// trace is a trace of the smaller set. So each instance starts with the closure of an ancestor's.
class RvfSolver {
 public:
  RvfSolver(const vsc::VscOptions& options, std::function<bool()> should_stop)
      : options_(options), verify_(options) {
    verify_.set_stop(std::move(should_stop));
  }

  // The search enters a node and leaves it.
  void enter_node();
  void leave_node() { --depth_; }

  // True if the closure of the current events alone shows that the next read of `thread` cannot
  // read from any of `writes`. The read is about to be added.
  bool is_hopeless(const RvfEvents& events, std::size_t thread, std::span<const RvfRef> writes);

  // Finds an order of all events in which each read reads from one of its good writes; `guide` is
  // an order to try first. False if there is none, or the search was stopped. All events present
  // when the node was entered, or passed to `is_hopeless`, must still be there.
  bool find_trace(const RvfEvents& events, const RvfTrace& guide, const RvfDemand& demand,
                  RvfTrace& result);

  [[nodiscard]] vsc::VscCounters counters() const;

 private:
  struct Problem {
    vsc::VscInstance instance;
    bool is_valid = false;
    std::vector<std::uint32_t> variable_of;              // by location; NoOperation: not accessed
    std::uint32_t variable_count = 0;                    // number of accessed locations
    std::vector<std::vector<vsc::VscIndex>> operations;  // by thread and event
    std::vector<RvfRef> event_of;                        // by operation; of a pair, the read

    [[nodiscard]] vsc::VscIndex operation_of(RvfRef event) const {
      return event.is_initial() ? variable_of[event.index] : operations[event.thread][event.index];
    }
    std::uint32_t variable_for(LocationId location);
  };

  Problem& base_of(const RvfEvents& events);
  // Adds the new events and the demand. Every event that the demand names becomes an operation,
  // whatever its kind. After NoRoom the problem is unusable.
  enum class Extension : std::uint8_t { Done, NoRoom };
  static Extension extend(Problem& problem, const RvfEvents& events, const RvfDemand& demand);
  static void extend_thread(Problem& problem, const RvfEvents& events, std::uint32_t thread,
                            const RvfDemand& demand);
  static void make(Problem& problem, const RvfEvents& events, const RvfDemand& demand);
  static void add_last_reads(Problem& problem, const RvfEvents& events, const RvfDemand& demand);
  static void add_spawn_orders(Problem& problem, const RvfEvents& events, std::uint32_t thread,
                               std::size_t first);
  static void add_ends(const Problem& problem, const RvfEvents& events, RvfRef event,
                       std::vector<vsc::VscIndex>& out);
  static void add_good_writes(Problem& problem, vsc::VscIndex reader,
                              std::span<const RvfRef> writes);
  void make_trace(const RvfEvents& events, RvfTrace& result) const;

  vsc::VscOptions options_;
  vsc::VerifySc verify_;
  std::uint64_t refuted_at_once_ = 0;
  double seconds_ = 0;  // including the construction of instances
  std::size_t depth_ = 0;
  std::vector<std::unique_ptr<Problem>> bases_;  // by depth
  Problem problem_;
  std::vector<vsc::VscIndex> guide_;
};

}  // namespace drover::rvf
