#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explorer/graph/base.h"
#include "explorer/graph/event_set.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover {

// Returns the read of the read-modify-write whose write the event is: of its part, if it is cut.
// none() for other events.
[[nodiscard]] EventId first_half_of(const ExecutionGraph& graph, EventId event);
[[nodiscard]] inline bool is_second_half(const ExecutionGraph& graph, EventId event) {
  return !first_half_of(graph, event).is_none();
}

// The representation of the halves of a read-modify-write.
enum class UpdateEvents : std::uint8_t {
  AsInGraph,  // two events, always
  Two,        // two events, unless their labels are fused
  One         // one event, which `rmw` pairs with itself
};

// The values of all base sets and relations on an execution graph ([RCMC] Def. 3.5, 3.6), each
// computed on demand. Events have dense indices here, one for both halves of a read-modify-write
// that the model sees as one event.
//
// Relations are monotone: more events, sources of reads or places in coherence only add pairs. In a
// partial graph a read without a source has no rf and no fr edges, and a write without a place in
// coherence is ordered only after the initial write of its location.
class BaseValues {
 public:
  // The graph must not change while values are computed.
  void set_events(const ExecutionGraph& graph, UpdateEvents halves);
  // Sets another graph over the same events, with other rf and co edges.
  void set_edges(const ExecutionGraph& graph);

  [[nodiscard]] const ExecutionGraph& graph() const { return *graph_; }
  [[nodiscard]] std::size_t size() const { return first_of_.size(); }
  [[nodiscard]] std::size_t event_count() const { return index_of_.size(); }
  [[nodiscard]] EventId at(EventId event) const { return index_of_[event.value]; }
  // Returns the graph event of an index: the first half if there are two.
  [[nodiscard]] EventId original(EventId index) const { return first_of_[index.value]; }

  [[nodiscard]] EventSet set(Base base) const;
  [[nodiscard]] Relation relation(Base base) const;
  // The same, into an existing object.
  void fill(Base base, EventSet& out) const;
  void fill(Base base, Relation& out) const;

 private:
  [[nodiscard]] BaseSets sets_of_event(EventId event) const;
  [[nodiscard]] const Relation& coherence() const;
  void fill_final_writes(EventSet& out) const;
  void fill_located(Base base, EventSet* set, Relation* pairs) const;
  void fill_threads(Base base, Relation& out) const;
  void fill_sync(Relation& out) const;
  void fill_accesses(Relation& out) const;
  void erase_apart(std::span<const EventId> order, std::size_t index, Relation& out) const;
  void fill_updates(Base base, std::span<const EventId> order, Relation& out) const;
  void fill_same_value(Relation& out) const;
  void fill_scoped(Base base, Relation& out) const;
  void fill_dependencies(Base base, Relation& out) const;
  // True for two events of one instruction that is cut into parts, unless they are the halves of
  // one part of a read-modify-write: neither program order nor dependencies relate them.
  [[nodiscard]] bool are_apart(EventId a, EventId b) const;

  const ExecutionGraph* graph_ = nullptr;
  UpdateEvents halves_ = UpdateEvents::Two;
  std::vector<EventId> index_of_;  // by event of the graph
  std::vector<EventId> first_of_;  // by index
  bool has_fused_ = false;
  mutable Relation coherence_;
  mutable bool has_coherence_ = false;  // `coherence_` is up to date
};

}  // namespace drover
