#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "explorer/graph/relation.h"
#include "semantics/program/label.h"
#include "semantics/program/thread_role.h"
#include "semantics/program/topology.h"
#include "support/strong_id.h"

namespace drover {

// One event, [RCMC] Def. 3.3. Initial writes belong to no thread.
struct Event {
  ThreadId thread;          // none() for an initial write
  std::uint32_t index = 0;  // serial number in its thread; of an initial write: its location
  NodeId node;              // the automaton state whose label this is
  Label label;              // for reads, `mode` is the one for the value read
  Mode declared_mode = Mode::Plain;  // reads: the label's mode for any value
  TagSet declared_tags;              // reads: the label's tags for any value
  Value value = 0;                   // the value read or written (else 0)
  EventId reads_from;                // reads: the source; none() while not chosen
  bool is_exclusive_read = false;    // a read with an exclusive value: its write follows directly
  bool is_failed_exclusive = false;  // the read of a compare-and-swap that fails

  [[nodiscard]] bool is_initial() const { return thread.is_none(); }
};

// The dependencies of events on reads of their thread, from the thread's code.
struct GraphDependencies {
  explicit GraphDependencies(std::size_t events)
      : addr(events),
        data(events),
        ctrl(events),
        pick_addr(events),
        pick_data(events),
        pick_ctrl(events),
        pick(events) {}

  Relation addr;  // the address of the access
  Relation data;  // the value written
  Relation ctrl;  // whether the event exists at all
  // Including values picked on the way (EventDependencies).
  Relation pick_addr;
  Relation pick_data;
  Relation pick_ctrl;
  Relation pick;
};

// Coherence and the order of fences, where a model leaves them partial.
struct ChosenOrders {
  Relation coherence;
  Relation fences;
};

// An execution graph, [RCMC] Def. 3.6, [SPORE] Def. 3.2: events, reads-from and,
// per location, coherence. Event ids are dense and in insertion order. A value
// type: copy it to keep it.
//
// Each accessed location has an initial write, the first of its coherence order. It is added when
// the location is first named.
//
// The roles of the threads order them (the initial thread comes before every worker, all workers
// come before the final thread); so do the events Spawn and Join. Events may be added in an order
// that does not respect this.
class ExecutionGraph {
 public:
  explicit ExecutionGraph(std::vector<ThreadRole> roles);

  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] const Event& event(EventId id) const { return events_[id.value]; }
  [[nodiscard]] std::span<const Event> events() const { return events_; }
  // The ids of all events, in the order of their insertion.
  [[nodiscard]] auto ids() const {
    return std::views::iota(std::size_t{0}, events_.size()) |
           std::views::transform([](std::size_t id) { return EventId(id); });
  }
  [[nodiscard]] std::size_t thread_count() const { return roles_.size(); }
  [[nodiscard]] ThreadRole role(ThreadId thread) const { return roles_[thread.value]; }
  [[nodiscard]] const std::vector<ThreadRole>& roles() const { return roles_; }
  // The events of a thread in program order.
  [[nodiscard]] std::span<const EventId> events_of(ThreadId thread) const;
  [[nodiscard]] EventId spawn_of(ThreadId thread) const { return spawns_[thread.value]; }
  // True if threads are ordered by more than their roles.
  [[nodiscard]] bool has_spawns() const { return spawn_count_ > 0 || !added_order_.empty(); }
  // Returns the direct predecessor of an event by spawn and join: for the first event of a thread,
  // its Spawn; for a Join, the last event of its thread, or its Spawn. Otherwise none().
  [[nodiscard]] EventId synchronised_with(EventId id) const;
  // Orders two events as spawn and join do, for a client that is not in the program. All events
  // that the order depends on must have been added.
  void add_order(EventId first, EventId second) { added_order_.emplace_back(first, second); }
  [[nodiscard]] std::span<const std::pair<EventId, EventId>> added_order() const {
    return added_order_;
  }

  // Returns the initial write of `location` (value `initial_value`); adds it if it is new.
  EventId ensure_initial_write(LocationId location, Value initial_value, TagSet tags = {});
  // none() if the location has not been named yet.
  [[nodiscard]] EventId initial_write(LocationId location) const;

  // Adds the next event of `thread`. A read has no source yet (see `set_reads_from`); a write is
  // not in coherence order until `insert_coherence`.
  EventId add(ThreadId thread, NodeId node, const Label& label);

  // Makes `read` read from `write` (which must be a write of the same location): sets its value,
  // whether it is exclusive, and the mode that follows from that.
  void set_reads_from(EventId read, EventId write);
  // The same for a read whose value is fixed in advance and whose source is chosen later.
  void set_read_value(EventId read, Value value);
  void clear_reads_from(EventId read);

  // Coherence order of one location: its writes so far, the initial write first.
  [[nodiscard]] std::span<const EventId> coherence(LocationId location) const;
  // Puts `write` at `position` (1 … coherence(location).size()) of its location's order.
  void insert_coherence(EventId write, std::size_t position);
  void erase_coherence(EventId write);
  [[nodiscard]] EventId coherence_maximal(LocationId location) const;
  // Returns the locations with an initial write, in increasing order.
  [[nodiscard]] std::vector<LocationId> locations() const;
  [[nodiscard]] std::span<const EventId> writes_to(
      LocationId location) const;  // initial write first

  // Dependencies are not updated automatically: set them once all events are added.
  void set_dependencies(std::shared_ptr<const GraphDependencies> dependencies) {
    dependencies_ = std::move(dependencies);
  }
  [[nodiscard]] const GraphDependencies* dependencies() const { return dependencies_.get(); }

  // The locations whose final values are needed; null: all. Only models with choices of their own
  // distinguish them.
  void set_observed(std::shared_ptr<const std::vector<LocationId>> observed) {
    observed_ = std::move(observed);
  }
  [[nodiscard]] const std::vector<LocationId>* observed() const { return observed_.get(); }
  // The places of the threads in a machine with scopes; null: there are none.
  void set_topology(std::shared_ptr<const Topology> topology) { topology_ = std::move(topology); }
  [[nodiscard]] const Topology* topology() const { return topology_.get(); }
  // The partial orders that a model has chosen; null: coherence is that of `coherence`.
  void set_orders(std::shared_ptr<const ChosenOrders> orders) { orders_ = std::move(orders); }
  [[nodiscard]] const ChosenOrders* orders() const { return orders_.get(); }

  // Selects one of the choices of the model (`with … from`).
  void set_choice(std::size_t choice) { choice_ = choice; }
  [[nodiscard]] std::size_t choice() const { return choice_; }

  // Removes the last event added. Only the last: insertion order stays dense.
  void remove_last();

 private:
  struct LocationState {
    EventId initial;
    std::vector<EventId> coherence;
    std::vector<EventId> writes;
  };
  LocationState& state_of(LocationId location);

  std::vector<ThreadRole> roles_;
  std::vector<Event> events_;
  std::vector<std::vector<EventId>> threads_;
  std::vector<EventId> spawns_;  // by thread
  std::size_t spawn_count_ = 0;  // includes joins
  std::vector<std::pair<EventId, EventId>> added_order_;
  std::shared_ptr<const GraphDependencies> dependencies_;
  std::shared_ptr<const std::vector<LocationId>> observed_;
  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const ChosenOrders> orders_;
  std::size_t choice_ = 0;
  std::vector<LocationState> locations_;  // by LocationId; unnamed locations have no initial write
};

}  // namespace drover
