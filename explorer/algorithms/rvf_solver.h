#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "explorer/algorithms/rvf_events.h"
#include "explorer/verify_sc/verify_sc.h"

namespace drover {

// Something that a trace must satisfy besides the good writes of its reads.
struct RvfDemand {
  // A read behind everything: the last write of `location` is one of `good`.
  struct LastWrite {
    LocationId location;
    std::vector<RvfRef> good;
  };
  std::vector<LastWrite> last_writes;
  // One event before another: (before, after).
  std::optional<std::pair<RvfRef, RvfRef>> order;
};

// Asks VerifySC for traces of event sets.
class RvfSolver {
 public:
  RvfSolver(const VscOptions& options, std::function<bool()> should_stop) : verify_(options) {
    verify_.set_stop(std::move(should_stop));
  }

  // Puts all events into an order in which each read reads from one of its good writes; `guide`
  // is an order to try first. False if there is none, or the search was stopped.
  bool find_trace(const RvfEvents& events, const RvfTrace& guide, const RvfDemand& demand,
                  RvfTrace& result);

  [[nodiscard]] const VscCounters& counters() const { return verify_.counters(); }

 private:
  void build(const RvfEvents& events, const RvfDemand& demand);
  void add_threads(const RvfEvents& events, const RvfDemand& demand);
  void add_roles(const RvfEvents& events);
  void add_last_reads(const RvfEvents& events, const RvfDemand& demand);
  void add_good_writes(VscIndex reader, std::span<const RvfRef> writes);
  void make_trace(const RvfEvents& events, RvfTrace& result) const;
  // The operation of an event; none if it has none.
  [[nodiscard]] VscIndex operation_of(RvfRef event) const {
    return event.is_initial() ? variable_of_[event.index] : operations_[event.thread][event.index];
  }
  std::uint32_t variable_of(LocationId location);

  VerifySc verify_;
  VscInstance instance_;
  std::vector<std::uint32_t> variable_of_;         // by location; NoOperation: not accessed
  std::vector<LocationId> locations_;              // by variable
  std::vector<std::vector<VscIndex>> operations_;  // by thread and event
  std::vector<RvfRef> event_of_;                   // by operation; of a pair, the read
  std::vector<VscIndex> guide_;
};

}  // namespace drover
