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

// Something that a trace must satisfy besides the good writes of its reads.
struct RvfDemand {
  // A read after everything: the last write of `location` is one of `good`.
  struct LastWrite {
    LocationId location;
    std::vector<RvfRef> good;
  };
  std::vector<LastWrite> last_writes;
  // One event before another: (before, after).
  std::optional<std::pair<RvfRef, RvfRef>> order;
};

// Asks VerifySC for traces of event sets.
//
// Down the search, event sets only grow, and the good writes of a read stay. What every trace of
// a set keeps, every trace of a larger one keeps too: without the events that have come, it is a
// trace of the smaller. So each instance begins with the closure of one further up.
class RvfSolver {
 public:
  RvfSolver(const vsc::VscOptions& options, std::function<bool()> should_stop)
      : options_(options), verify_(options) {
    verify_.set_stop(std::move(should_stop));
  }

  // The search goes down to a node and comes back from it.
  void enter_node();
  void leave_node() { --depth_; }

  // Whether a read that is next in `thread` cannot read from any of `writes`, as far as that is
  // known from the closure of the current events alone. It is about to be added.
  bool is_hopeless(const RvfEvents& events, std::size_t thread, std::span<const RvfRef> writes);

  // Puts all events into an order in which each read reads from one of its good writes; `guide`
  // is an order to try first. False if there is none, or the search was stopped. Of the events
  // at hand when the node was entered, or asked about by `is_hopeless`, none may have gone.
  bool find_trace(const RvfEvents& events, const RvfTrace& guide, const RvfDemand& demand,
                  RvfTrace& result);

  [[nodiscard]] vsc::VscCounters counters() const;

 private:
  // An instance, and which events its operations are.
  struct Problem {
    vsc::VscInstance instance;
    bool is_valid = false;
    std::vector<std::uint32_t> variable_of;              // by location; NoOperation: not accessed
    std::uint32_t variable_count = 0;                    // of those that are
    std::vector<std::vector<vsc::VscIndex>> operations;  // by thread and event
    std::vector<RvfRef> event_of;                        // by operation; of a pair, the read

    // The operation of an event, or of an initial write.
    [[nodiscard]] vsc::VscIndex operation_of(RvfRef event) const {
      return event.is_initial() ? variable_of[event.index] : operations[event.thread][event.index];
    }
    std::uint32_t variable_for(LocationId location);
  };

  // The closure of the node's events.
  Problem& base_of(const RvfEvents& events);
  // Adds the events that have come since, and the demand. What it names is an operation,
  // whatever kind of event it is. NoRoom leaves the problem useless.
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
  double seconds_ = 0;  // with what it takes to put instances together
  std::size_t depth_ = 0;
  std::vector<std::unique_ptr<Problem>> bases_;  // by depth
  Problem problem_;
  std::vector<vsc::VscIndex> guide_;
};

}  // namespace drover::rvf
