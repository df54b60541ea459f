// Finds the pairs of a relation that follow from others.
//
// Boost.Graph's transitive_reduction does not apply: it reduces one acyclic graph by itself. Here a
// pair is left out if there is a detour of two steps through `cover`. `cover` is another relation:
// it contains program order, which is drawn anyway, and need not be transitive. Relations are bit
// matrices, so that one product finds all detours.

#include "drawing/useful_pairs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>

namespace drover::drawing {

namespace {

using Pairs = std::vector<std::pair<EventId, EventId>>;

Relation program_order(const ExecutionGraph& graph) {
  Relation po(graph.size());
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> order = graph.events_of(ThreadId(t));
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j) po.insert(order[i], order[j]);
    }
  }
  return po;
}

bool is_subset(const Relation& small, const Relation& large) { return (small - large).is_empty(); }

// True for relations within one location. They contain program order only by accident, if an
// execution has a single location.
bool is_of_one_location(std::string_view name) {
  constexpr std::array<std::string_view, 7> Names{"po", "po-loc", "co", "coi", "eco", "com", "mo"};
  return std::ranges::find(Names, name) != Names.end();
}

// Returns the coherence successor of the source of `read`. none() if there is none, or no
// coherence.
EventId next_write(const ExecutionGraph& graph, EventId read) {
  const Event& event = graph.event(read);
  if (event.reads_from.is_none()) return EventId::none();
  const std::span<const EventId> order = graph.coherence(event.label.location);
  const auto place = std::ranges::find(order, event.reads_from);
  if (place == order.end() || std::next(place) == order.end()) return EventId::none();
  return *std::next(place);
}

Pairs from_read_pairs(const ExecutionGraph& graph, const Relation& relation) {
  Pairs out;
  for (const auto& [read, write] : relation.pairs()) {
    const Event& from = graph.event(read);
    const Event& to = graph.event(write);
    const bool is_plain_to_see = from.thread == to.thread && from.index < to.index;
    const EventId next = next_write(graph, read);
    if (is_plain_to_see) continue;
    if (next.is_none() || next == write) out.emplace_back(read, write);
  }
  return out;
}

}  // namespace

std::vector<std::pair<EventId, EventId>> useful_pairs(const ExecutionGraph& graph,
                                                      std::string_view name,
                                                      const Relation& relation) {
  Relation shown = relation;
  for (std::size_t i = 0; i < graph.size(); ++i) shown.erase(EventId(i), EventId(i));
  if (name == "fr" || name == "rb") return from_read_pairs(graph, shown);
  const Relation po = program_order(graph);
  if (name == "sw") {
    const Relation before = plus(po | shown);
    return (before.is_acyclic() ? shown - seq(before, before) : shown).pairs();
  }
  const bool contains_po =
      !is_of_one_location(name) && is_subset(po, relation) && !is_subset(shown, po);
  const bool is_po_closed = is_subset(seq(po, relation) | seq(relation, po), relation | po);
  const bool is_transitive = is_subset(seq(relation, relation), relation);
  Relation cover = is_transitive ? relation : Relation(graph.size());
  if (is_po_closed) cover |= relation | po;
  if (contains_po) shown -= po;
  if (!cover.is_acyclic()) return shown.pairs();
  return (shown - seq(cover, cover)).pairs();
}

}  // namespace drover::drawing
