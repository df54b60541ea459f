#include "analysis/explain/coherence_checker.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "explorer/graph/base_relations.h"
#include "explorer/graph/thread_order.h"

namespace drover::explain {

namespace {

// Repeatedly removes nodes without predecessors.
bool is_acyclic(std::size_t count, const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
  std::vector<std::size_t> incoming(count, 0);
  std::vector<std::size_t> begin(count + 1, 0);
  for (const auto& [from, to] : edges) {
    ++incoming[to];
    ++begin[from + 1];
  }
  for (std::size_t i = 0; i < count; ++i) begin[i + 1] += begin[i];
  std::vector<std::size_t> targets(edges.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const auto& [from, to] : edges) targets[next[from]++] = to;
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < count; ++i) {
    if (incoming[i] == 0) ready.push_back(i);
  }
  for (std::size_t done = 0; done < ready.size(); ++done) {
    for (std::size_t k = begin[ready[done]]; k < begin[ready[done] + 1]; ++k) {
      if (--incoming[targets[k]] == 0) ready.push_back(targets[k]);
    }
  }
  return ready.size() == count;
}

}  // namespace

bool satisfies_coherence(const ExecutionGraph& graph) {
  const BaseRelations base = base_relations(graph, plain_fence_is_sc);
  const Relation order = (base.po | base.sync) & base.same_location;
  if (!(order | base.rf | base.co | base.fr).is_acyclic()) return false;
  return (base.rmw & seq(base.fr, base.co)).is_empty();
}

void CoherenceChecker::set_events(const ExecutionGraph& graph) {
  places_.clear();
  number_.assign(graph.size(), 0);
  std::vector<std::size_t> place_of;  // by location
  for (const LocationId location : graph.locations()) {
    if (place_of.size() <= location.value) place_of.resize(location.value + 1);
    place_of[location.value] = places_.size();
    places_.emplace_back().location = location;
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Label& label = graph.event(EventId(i)).label;
    if (!label.is_access()) continue;
    std::vector<EventId>& accesses = places_[place_of[label.location.value]].accesses;
    number_[i] = accesses.size();
    accesses.emplace_back(i);
  }
  for (Place& place : places_) add_order(graph, place);
}

void CoherenceChecker::add_order(const ExecutionGraph& graph, Place& place) const {
  struct Ends {
    ThreadRole role = ThreadRole::Worker;
    std::size_t first = 0;
    std::size_t last = 0;
    std::vector<EventId> accesses = {};
  };
  std::vector<Ends> threads;
  const std::size_t initial = number_[graph.initial_write(place.location).value];
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    std::optional<Ends> ends;
    for (const EventId id : graph.events_of(ThreadId(t))) {
      const Label& label = graph.event(id).label;
      if (!label.is_access() || label.location != place.location) continue;
      const std::size_t number = number_[id.value];
      place.order.emplace_back(ends ? ends->last : initial, number);
      if (!ends) ends = Ends{graph.role(ThreadId(t)), number, number};
      ends->last = number;
      ends->accesses.push_back(id);
    }
    if (ends) threads.push_back(*std::move(ends));
  }
  const ThreadOrder order(graph);
  for (const Ends& early : threads) {
    for (const Ends& late : threads) {
      const bool is_spawn = early.role == ThreadRole::Init && late.role != ThreadRole::Init;
      const bool is_join = early.role != ThreadRole::Final && late.role == ThreadRole::Final;
      if (is_spawn || is_join) place.order.emplace_back(early.last, late.first);
      if (&early == &late || !graph.has_spawns()) continue;
      for (const EventId first : early.accesses) {
        for (const EventId second : late.accesses) {
          if (!order.is_before(first, second)) continue;
          place.order.emplace_back(number_[first.value], number_[second.value]);
        }
      }
    }
  }
}

bool CoherenceChecker::is_consistent(const ExecutionGraph& graph) {
  for (Place& place : places_) {
    const std::span<const EventId> coherence = graph.coherence(place.location);
    const auto source = [&](EventId access) { return graph.event(access).reads_from; };
    const bool is_same = place.is_known && std::ranges::equal(coherence, place.coherence) &&
                         std::ranges::equal(place.accesses, place.reads_from, {}, source);
    if (!is_same) {
      place.coherence.assign(coherence.begin(), coherence.end());
      place.reads_from.clear();
      std::ranges::transform(place.accesses, std::back_inserter(place.reads_from), source);
      place.is_coherent = is_atomic(graph, place) && is_coherent(graph, place);
      place.is_known = true;
    }
    if (!place.is_coherent) return false;
  }
  return true;
}

// True if no write lies between the source of a read-modify-write and its write.
bool CoherenceChecker::is_atomic(const ExecutionGraph& graph, const Place& place) {
  for (const EventId access : place.accesses) {
    const Event& read = graph.event(access);
    if (!read.is_exclusive_read || read.reads_from.is_none()) continue;
    const std::span<const EventId> thread = graph.events_of(read.thread);
    if (read.index + 1 >= thread.size()) continue;
    const EventId write = thread[read.index + 1];
    if (!graph.event(write).label.is_exclusive_write) continue;
    const auto source = std::ranges::find(place.coherence, read.reads_from);
    const auto own = std::ranges::find(place.coherence, write);
    const bool are_placed = source != place.coherence.end() && own != place.coherence.end();
    if (are_placed && own - source > 1) return false;
  }
  return true;
}

// A write without a coherence position comes only after the initial write.
bool CoherenceChecker::is_coherent(const ExecutionGraph& graph, const Place& place) const {
  std::vector<Edge> edges = place.order;
  const auto number = [&](EventId id) { return number_[id.value]; };
  std::vector<EventId> next(place.accesses.size());  // by write: the next write in coherence
  for (std::size_t i = 1; i < place.coherence.size(); ++i) {
    next[number(place.coherence[i - 1])] = place.coherence[i];
    edges.emplace_back(number(place.coherence[i - 1]), number(place.coherence[i]));
  }
  std::vector<EventId> unplaced;
  for (const EventId write : graph.writes_to(place.location)) {
    const bool is_placed = std::ranges::find(place.coherence, write) != place.coherence.end();
    if (is_placed) continue;
    unplaced.push_back(write);
    edges.emplace_back(number(place.coherence.front()), number(write));
  }
  for (std::size_t k = 0; k < place.accesses.size(); ++k) {
    const EventId source = place.reads_from[k];
    if (source.is_none()) continue;
    edges.emplace_back(number(source), k);  // rf
    const EventId overwriting = next[number(source)];
    if (!overwriting.is_none()) edges.emplace_back(k, number(overwriting));  // fr
    if (source != place.coherence.front()) continue;
    for (const EventId write : unplaced) edges.emplace_back(k, number(write));
  }
  return is_acyclic(place.accesses.size(), edges);
}

}  // namespace drover::explain
