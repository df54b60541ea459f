#include "analysis/robust/sequential.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explorer/algorithms/verify_sc/verify_sc.h"
#include "explorer/graph/base_values.h"

namespace drover::robust {

namespace {

// The direct edges of po, sync and rf, and optionally of co and fr, between the events of threads.
// Initial writes come before everything.
class EventOrder {
 public:
  explicit EventOrder(const ExecutionGraph& graph) : graph_(graph), edges_(graph.size()) {
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const auto events = graph.events_of(ThreadId(t));
      for (std::size_t i = 1; i < events.size(); ++i) add(events[i - 1], events[i]);
    }
    for (const EventId id : graph.ids()) {
      if (graph.event(id).is_initial()) continue;
      if (graph.has_spawns()) add(graph.synchronised_with(id), id);
      add(graph.event(id).reads_from, id);
    }
    add_roles();
  }

  void add_coherence() {
    std::vector<EventId> next(graph_.size());
    for (const LocationId location : graph_.locations()) {
      const auto order = graph_.coherence(location);
      for (std::size_t i = 1; i < order.size(); ++i) {
        add(order[i - 1], order[i]);
        next[order[i - 1].value] = order[i];
      }
    }
    for (const EventId id : graph_.ids()) {
      const EventId source = graph_.event(id).reads_from;
      if (!source.is_none() && next[source.value] != id) add(id, next[source.value]);
    }
  }

  [[nodiscard]] bool is_acyclic() const {
    std::vector<std::uint32_t> missing(edges_.size(), 0);
    for (const auto& targets : edges_) {
      for (const std::uint32_t target : targets) ++missing[target];
    }
    std::vector<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < missing.size(); ++i) {
      if (missing[i] == 0) ready.push_back(i);
    }
    std::size_t done = 0;
    while (!ready.empty()) {
      const std::uint32_t event = ready.back();
      ready.pop_back();
      ++done;
      for (const std::uint32_t target : edges_[event]) {
        if (--missing[target] == 0) ready.push_back(target);
      }
    }
    return done == edges_.size();
  }

 private:
  void add(EventId from, EventId to) {
    if (from.is_none() || to.is_none() || graph_.event(from).is_initial()) return;
    edges_[from.value].push_back(static_cast<std::uint32_t>(to.value));
  }

  void add_roles() {
    for (std::size_t a = 0; a < graph_.thread_count(); ++a) {
      if (graph_.events_of(ThreadId(a)).empty()) continue;
      for (std::size_t b = 0; b < graph_.thread_count(); ++b) {
        const bool is_before = graph_.role(ThreadId(a)) < graph_.role(ThreadId(b));
        if (!is_before || graph_.events_of(ThreadId(b)).empty()) continue;
        add(graph_.events_of(ThreadId(a)).back(), graph_.events_of(ThreadId(b)).front());
      }
    }
  }

  const ExecutionGraph& graph_;
  std::vector<std::vector<std::uint32_t>> edges_;
};

// True if only the axioms know whether read-modify-writes of this graph are atomic.
bool needs_axioms(const ExecutionGraph& graph) {
  return std::ranges::any_of(graph.events(), [](const Event& event) {
    return event.label.tags.contains(Tag::Exclusive) || !event.label.part.is_whole();
  });
}

// True if the write of every read-modify-write is directly after the write that its read reads
// from.
bool are_updates_atomic(const ExecutionGraph& graph) {
  for (const LocationId location : graph.locations()) {
    const auto order = graph.coherence(location);
    for (std::size_t i = 1; i < order.size(); ++i) {
      const EventId read = first_half_of(graph, order[i]);
      if (!read.is_none() && graph.event(read).reads_from != order[i - 1]) return false;
    }
  }
  return true;
}

// The graph as an instance of VSC in which every read has one good write.
class ReadsInstance {
 public:
  explicit ReadsInstance(const ExecutionGraph& graph)
      : graph_(graph), operations_(graph.size(), vsc::NoOperation) {
    const std::vector<LocationId> locations = graph.locations();
    instance_.reset(graph.thread_count(), locations.size(), graph.size());
    for (std::size_t i = 0; i < locations.size(); ++i) {
      operations_[graph.initial_write(locations[i]).value] = instance_.initial_write(i);
    }
    for (std::size_t t = 0; t < graph.thread_count(); ++t) add_thread(t, locations);
    add_orders();
    for (const EventId id : graph.ids()) {
      const EventId source = graph.event(id).reads_from;
      if (source.is_none()) continue;
      instance_.add_good_write(operations_[id.value], operations_[source.value]);
    }
  }

  [[nodiscard]] bool has_witness(std::span<const EventId> waiting) {
    for (const EventId read : waiting) {
      const vsc::VscIndex source = operations_[graph_.event(read).reads_from.value];
      for (const EventId write : graph_.writes_to(graph_.event(read).label.location)) {
        const vsc::VscIndex other = operations_[write.value];
        if (other == source) continue;
        if (instance_.order().is_before(source, other)) return false;
        instance_.add_order(other, source);
      }
    }
    vsc::VerifySc verify;
    return verify.run(instance_) == vsc::VscAnswer::Witness;
  }

 private:
  void add_thread(std::size_t thread, const std::vector<LocationId>& locations) {
    for (const EventId id : graph_.events_of(ThreadId(thread))) {
      const Label& label = graph_.event(id).label;
      const EventId first = first_half_of(graph_, id);
      if (!first.is_none()) {
        operations_[id.value] = operations_[first.value];
        continue;
      }
      vsc::VscOperation operation{.thread = static_cast<std::uint32_t>(thread),
                                  .kind = vsc::VscKind::Mark};
      if (label.is_read() || label.is_write()) {
        operation.kind = label.is_write()    ? vsc::VscKind::Write
                         : is_first_half(id) ? vsc::VscKind::Update
                                             : vsc::VscKind::Read;
        operation.variable = static_cast<std::uint32_t>(
            std::ranges::find(locations, label.location) - locations.begin());
      }
      operations_[id.value] = instance_.add(operation);
    }
  }
  [[nodiscard]] bool is_first_half(EventId id) const {
    const auto events = graph_.events_of(graph_.event(id).thread);
    const std::size_t next = graph_.event(id).index + std::size_t{1};
    return next < events.size() && first_half_of(graph_, events[next]) == id;
  }

  void add_orders() {
    for (const EventId id : graph_.ids()) {
      if (graph_.event(id).is_initial() || !graph_.has_spawns()) continue;
      add_order(graph_.synchronised_with(id), id);
    }
    for (std::size_t a = 0; a < graph_.thread_count(); ++a) {
      for (std::size_t b = 0; b < graph_.thread_count(); ++b) {
        const auto before = graph_.events_of(ThreadId(a));
        const auto after = graph_.events_of(ThreadId(b));
        const bool is_before = graph_.role(ThreadId(a)) < graph_.role(ThreadId(b));
        if (is_before && !before.empty() && !after.empty()) add_order(before.back(), after.front());
      }
    }
  }
  void add_order(EventId a, EventId b) {
    if (!a.is_none()) instance_.add_order(operations_[a.value], operations_[b.value]);
  }

  const ExecutionGraph& graph_;
  std::vector<vsc::VscIndex> operations_;  // by event
  vsc::VscInstance instance_;
};

// Tries every coherence order of these locations.
bool has_sequential_coherence(const MemoryModel& sc, ExecutionGraph& graph,
                              std::span<const EventId> waiting,
                              std::span<const LocationId> locations) {
  if (locations.empty()) {
    return sc.is_consistent(graph) && std::ranges::all_of(waiting, [&](EventId read) {
             const Event& event = graph.event(read);
             return graph.coherence_maximal(event.label.location) == event.reads_from;
           });
  }
  const auto given = graph.coherence(locations.front());
  std::vector<EventId> order(given.begin() + 1, given.end());
  std::ranges::sort(order);
  do {
    for (const EventId write : order) graph.erase_coherence(write);
    for (std::size_t i = 0; i < order.size(); ++i) graph.insert_coherence(order[i], i + 1);
    if (has_sequential_coherence(sc, graph, waiting, locations.subspan(1))) return true;
  } while (std::ranges::next_permutation(order).found);
  return false;
}

}  // namespace

bool is_sequential(const MemoryModel& sc, const ExecutionGraph& graph) {
  if (needs_axioms(graph)) return sc.is_consistent(graph);
  EventOrder order(graph);
  order.add_coherence();
  return order.is_acyclic() && are_updates_atomic(graph);
}

bool has_sequential_reads(const MemoryModel& sc, const ExecutionGraph& graph,
                          std::span<const EventId> waiting) {
  if (!EventOrder(graph).is_acyclic()) return false;
  if (!needs_axioms(graph)) return ReadsInstance(graph).has_witness(waiting);
  ExecutionGraph other = graph;
  return has_sequential_coherence(sc, other, waiting, graph.locations());
}

}  // namespace drover::robust
