#include "drawing/compose.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "explorer/graph/graph_names.h"
#include "semantics/program/address.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

using Pairs = std::vector<std::pair<EventId, EventId>>;

constexpr std::size_t Nowhere = std::numeric_limits<std::size_t>::max();

NodeKind kind_of(const Event& event) {
  if (event.is_initial()) return NodeKind::Initial;
  switch (event.label.kind) {
    case LabelKind::Read: return NodeKind::Read;
    case LabelKind::Write: return NodeKind::Write;
    case LabelKind::Fence: return NodeKind::Fence;
    default: return NodeKind::Other;
  }
}

// Short-lived: holds references to its input.
class Composer {
 public:
  Composer(const ExecutionGraph& graph, const GraphNames& names, const MemoryModel& model,
           const PictureRequest& request)
      : graph_(graph),
        names_(names),
        model_(model),
        request_(request),
        node_of_(graph.size(), Nowhere) {}

  Picture compose() {
    if (!request_.parts.has_bookkeeping) find_bookkeeping();
    if (request_.parts.has_title) picture_.title = request_.title;
    picture_.captions = request_.captions;
    picture_.has_legend = request_.parts.has_legend;
    add_initial_writes();
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) add_thread(ThreadId(t));
    add_groups();
    add_remarks();
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const std::size_t to = node_of_[i];
      const EventId writer = graph_.event(EventId(i)).reads_from;
      const std::size_t from = writer.is_none() ? Nowhere : node_of_[writer.value];
      if (to != Nowhere && from != Nowhere) picture_.reads_from.emplace_back(from, to);
    }
    for (const auto& [from, to] : spawns_and_joins()) {
      picture_.synchronised.emplace_back(node_of_[from.value], node_of_[to.value]);
    }
    for (const std::string& relation : request_.relations) add_relation(relation);
    if (request_.violation) {
      for (const CycleEdge& edge : request_.violation->cycle) add_cycle_edge(edge);
    }
    sort_edges();
    join_edges();
    for (const std::string& relation : request_.asked_for) note_missing(relation);
    if (!request_.parts.has_title) picture_.captions.clear();
    return std::move(picture_);
  }

 private:
  std::size_t add_node(EventId id, std::string text) {
    const Event& event = graph_.event(id);
    node_of_[id.value] = picture_.nodes.size();
    picture_.nodes.push_back({.kind = kind_of(event),
                              .event = id,
                              .letter = event_letter(graph_, id, names_),
                              .thread = event.thread,
                              .text = std::move(text)});
    const SourceRange& at = event.label.source;
    if (request_.parts.has_lines && at.line != 0) {
      PictureNode& node = picture_.nodes.back();
      node.line = names_.places->combined_line(names_.places->outside_wrappers(at));
      node.place = names_.line(at);
      node.calls = names_.places->wrapped_calls_text(at);
    }
    return picture_.nodes.size() - 1;
  }

  [[nodiscard]] bool is_on_cycle(EventId id) const {
    return request_.violation && std::ranges::any_of(request_.violation->cycle, [&](auto& edge) {
             return edge.from == id || edge.to == id;
           });
  }
  [[nodiscard]] bool is_read(EventId write) const {
    return std::ranges::any_of(graph_.events(),
                               [&](const Event& event) { return event.reads_from == write; });
  }
  [[nodiscard]] bool is_remarked(EventId id) const {
    return std::ranges::any_of(request_.remarks, [&](auto& remark) { return remark.event == id; });
  }

  // Finds the events that only keep spawned threads in variables: the accesses to a location to
  // which only threads are written, and the allocation of such locations and its end.
  void find_bookkeeping() {
    is_left_out_.assign(graph_.size(), false);
    std::vector<std::string> kept;      // names of locations
    std::vector<std::string> left_out;  // likewise
    for (const LocationId location : graph_.locations()) {
      const bool is_kept = !holds_threads(location);
      (is_kept ? kept : left_out).push_back(names_.location(location));
      if (is_kept) continue;
      for (const EventId id : graph_.ids()) {
        is_left_out_[id.value] =
            is_left_out_[id.value] ||
            (graph_.event(id).label.is_access() && graph_.event(id).label.location == location);
      }
    }
    for (const EventId id : graph_.ids()) {
      const Label& label = graph_.event(id).label;
      const bool is_block = label.kind == LabelKind::Alloc || label.kind == LabelKind::Free;
      if (!is_block || is_remarked(id)) continue;
      const std::string block = names_.value(label.value);
      const auto is_inside = [&](const std::string& name) {
        return name.starts_with(block) && (name.size() == block.size() ||
                                           name[block.size()] == '[' || name[block.size()] == '-');
      };
      is_left_out_[id.value] =
          std::ranges::any_of(left_out, is_inside) && std::ranges::none_of(kept, is_inside);
    }
  }

  [[nodiscard]] bool holds_threads(LocationId location) const {
    bool has_thread = false;
    for (const EventId id : graph_.ids()) {
      const Event& event = graph_.event(id);
      if (!event.label.is_access() || event.label.location != location) continue;
      if (is_on_cycle(id) || is_remarked(id)) return false;
      if (event.is_initial() || event.label.is_read()) continue;
      if (!address::is_thread(event.value)) return false;
      has_thread = true;
    }
    return has_thread;
  }

  [[nodiscard]] bool is_left_out(EventId id) const {
    return !is_left_out_.empty() && is_left_out_[id.value];
  }

  // Returns spawns with the first drawn events of their threads, and the last ones with joins.
  [[nodiscard]] Pairs spawns_and_joins() const {
    Pairs pairs;
    for (const EventId id : graph_.ids()) {
      EventId from = graph_.synchronised_with(id);
      EventId to = id;
      if (from.is_none() || graph_.event(from).thread == graph_.event(to).thread) continue;
      const auto spawned = graph_.events_of(graph_.event(to).thread);
      for (auto at = std::ranges::find(spawned, to); is_left_out(*at);) {
        if (++at == spawned.end()) break;
        to = *at;
      }
      const auto joined = graph_.events_of(graph_.event(from).thread);
      for (auto at = std::ranges::find(joined, from); is_left_out(*at);) {
        if (at == joined.begin()) break;
        from = *--at;
      }
      if (!is_left_out(from) && !is_left_out(to)) pairs.emplace_back(from, to);
    }
    return pairs;
  }

  // Leaves initial writes out if too many of them are read.
  [[nodiscard]] InitialWrites which_initial_writes() {
    if (request_.initial != InitialWrites::WhereRead) return request_.initial;
    const auto read = static_cast<std::size_t>(std::ranges::count_if(
        graph_.locations(),
        [&](LocationId location) { return is_read(graph_.initial_write(location)); }));
    constexpr std::size_t MaxRows = 3;
    if (read <= MaxRows * std::max<std::size_t>(graph_.thread_count(), 1)) return request_.initial;
    picture_.captions.push_back({"reads without rf see the initial value", false});
    return InitialWrites::None;
  }

  void add_initial_writes() {
    const InitialWrites which = which_initial_writes();
    for (const LocationId location : graph_.locations()) {
      const EventId id = graph_.initial_write(location);
      if (is_left_out(id)) continue;
      const bool is_wanted = which == InitialWrites::All || is_on_cycle(id) || is_remarked(id) ||
                             (which == InitialWrites::WhereRead && is_read(id));
      if (!is_wanted) continue;
      const std::string text =
          format("init {} = {}", names_.location(location), names_.value(graph_.event(id).value));
      picture_.initial.push_back(add_node(id, text));
    }
  }

  void add_thread(ThreadId thread) {
    PictureThread out{
        names_.threads[thread.value], graph_.role(thread), {}, names_.is_shown(graph_, thread)};
    for (const EventId id : graph_.events_of(thread)) {
      if (is_left_out(id)) continue;
      const Event& event = graph_.event(id);
      const std::size_t node = add_node(id, describe_event(event, names_));
      picture_.nodes[node].is_joined =
          event.label.is_exclusive_write && !out.nodes.empty() &&
          graph_.event(picture_.nodes[out.nodes.back()].event).is_exclusive_read;
      out.nodes.push_back(node);
    }
    if (thread.value < request_.endings.size()) {
      const ThreadEnding& ending = request_.endings[thread.value];
      if (!ending.text.empty()) {
        out.nodes.push_back(picture_.nodes.size());
        picture_.nodes.push_back({.kind = NodeKind::Ending,
                                  .event = EventId::none(),
                                  .thread = thread,
                                  .text = ending.text,
                                  .is_alarming = ending.is_alarming});
      }
    }
    for (std::size_t i = 1; i < out.nodes.size(); ++i) {
      if (picture_.nodes[out.nodes[i]].is_joined) continue;
      picture_.edges.push_back({out.nodes[i - 1], out.nodes[i], "po", false});
    }
    picture_.threads.push_back(std::move(out));
  }

  // Adds boxes for the places of threads. A place within another one of the same threads shares its
  // box: `wg 0, qf 0`.
  void add_groups() {
    const Topology* topology = graph_.topology();
    if (topology == nullptr) return;
    // The init and the final block are at no place.
    const auto is_block = [&](std::size_t t) {
      return graph_.role(ThreadId(t)) != ThreadRole::Worker;
    };
    std::size_t first = 0;
    std::size_t end = graph_.thread_count();
    if (first < end && is_block(first)) ++first;
    if (first < end && is_block(end - 1)) --end;
    add_groups_of(*topology, 1, first, end);
  }
  // Adds those of a level for the threads from `first` on; returns how many boxes are nested there.
  std::size_t add_groups_of(const Topology& topology, std::size_t level, std::size_t first,
                            std::size_t end) {
    std::size_t most = 0;
    if (level >= topology.levels.size()) return most;
    for (std::size_t t = first; t < end;) {
      std::size_t next = t + 1;
      std::size_t depth = level;
      while (next < end && topology.share(ThreadId(t), ThreadId(next), level)) ++next;
      // Inner places of the same threads.
      while (depth + 1 < topology.levels.size() && shares_all(topology, depth + 1, t, next)) {
        ++depth;
      }
      std::string name;
      for (std::size_t each = depth + 1; each-- > level;) {
        name += format("{}{} {}", name.empty() ? "" : ", ", topology.levels[each],
                       topology.places[t][each]);
      }
      const std::size_t index = picture_.groups.size();
      picture_.groups.push_back({std::move(name), t, next - 1, 0});
      picture_.groups[index].height = add_groups_of(topology, depth + 1, t, next);
      most = std::max(most, picture_.groups[index].height + 1);
      t = next;
    }
    return most;
  }
  static bool shares_all(const Topology& topology, std::size_t level, std::size_t first,
                         std::size_t end) {
    for (std::size_t t = first; t < end; ++t) {
      if (!topology.share(ThreadId(first), ThreadId(t), level)) return false;
    }
    return true;
  }

  void add_remarks() {
    for (const EventRemark& remark : request_.remarks) {
      PictureNode& node = picture_.nodes[node_of_[remark.event.value]];
      node.remarks.push_back(picture_.remarks.size());
      node.is_alarming = true;
      picture_.remarks.push_back(
          format("{}: {}", event_and_place(graph_, remark.event, names_), remark.text));
    }
  }

  // True for an edge between the halves of an RMW, which are drawn as one.
  [[nodiscard]] bool is_within_joined(std::size_t from, std::size_t to) const {
    return to == from + 1 && picture_.nodes[to].is_joined;
  }

  // True for a coherence edge from the source of an RMW to its write, if the drawn rf edge shows
  // it.
  [[nodiscard]] bool is_clear_from_reads_from(const std::string& name, std::size_t from,
                                              std::size_t to) const {
    const bool has_rf = std::ranges::find(request_.relations, "rf") != request_.relations.end();
    if (name != "co" || !has_rf || !picture_.nodes[to].is_joined) return false;
    const Event& read = graph_.event(picture_.nodes[to - 1].event);
    return read.reads_from == picture_.nodes[from].event;
  }

  [[nodiscard]] std::optional<Relation> pairs_of(const std::string& name) const {
    const auto own = std::ranges::find(request_.own, name, &NamedRelation::name);
    return own == request_.own.end() ? model_.relation(graph_, name) : own->pairs;
  }

  void add_relation(const std::string& name) {
    if (name == "po") return;
    const std::optional<Relation> relation = pairs_of(name);
    if (!relation) return;
    // Unless it is asked for, sync is drawn for spawns and joins only.
    const bool is_usual_sync =
        name == "sync" && std::ranges::find(request_.asked_for, name) == request_.asked_for.end();
    const Pairs drawn = is_usual_sync ? spawns_and_joins() : useful_pairs(graph_, name, *relation);
    for (const auto& [from, to] : drawn) {
      const std::size_t a = node_of_[from.value];
      const std::size_t b = node_of_[to.value];
      if (a == Nowhere || b == Nowhere || is_within_joined(a, b)) continue;
      if (is_clear_from_reads_from(name, a, b)) continue;
      const bool is_from_initial = graph_.event(from).is_initial();
      if (is_from_initial && name != "rf" && request_.initial != InitialWrites::All) continue;
      picture_.edges.push_back({a, b, name, false});
    }
  }

  void mark(EventId from, const std::string& relation, EventId to) {
    const std::size_t a = node_of_[from.value];
    const std::size_t b = node_of_[to.value];
    if (a == Nowhere || b == Nowhere || a == b) return;
    const auto known = std::ranges::find_if(picture_.edges, [&](const PictureEdge& edge) {
      return edge.from == a && edge.to == b && edge.relation == relation;
    });
    if (known != picture_.edges.end()) {
      known->is_in_cycle = true;
    } else if (!is_within_joined(a, b)) {
      picture_.edges.push_back({a, b, relation, true});
    }
  }

  void add_cycle_edge(const CycleEdge& edge) {
    const std::vector<CycleEdge> edges = drawn_edges(graph_, edge);
    EventId from = edges.front().from;
    for (const CycleEdge& each : edges) {
      if (is_left_out(each.to)) continue;
      mark(from, each.edge, each.to);
      from = each.to;
    }
  }

  // Sorts by relation, in the requested order; unrequested relations of a cycle come last.
  void sort_edges() {
    std::vector<std::string> order{"po"};
    for (const std::string& relation : request_.relations) {
      if (std::ranges::find(order, relation) == order.end()) order.push_back(relation);
    }
    for (const PictureEdge& edge : picture_.edges) {
      if (std::ranges::find(order, edge.relation) == order.end()) order.push_back(edge.relation);
    }
    std::ranges::stable_sort(picture_.edges, {}, [&](const PictureEdge& edge) {
      return std::ranges::find(order, edge.relation) - order.begin();
    });
    for (const std::string& relation : order) {
      const bool is_drawn = std::ranges::any_of(
          picture_.edges, [&](const PictureEdge& edge) { return edge.relation == relation; });
      if (is_drawn) picture_.relations.push_back(relation);
    }
  }

  // Joins edges between the same events into one line. Program order stays a separate straight
  // line.
  void join_edges() {
    std::vector<PictureEdge> joined;
    for (PictureEdge& edge : picture_.edges) {
      const auto same = std::ranges::find_if(joined, [&](const PictureEdge& other) {
        return edge.relation != "po" && other.relation != "po" && other.from == edge.from &&
               other.to == edge.to;
      });
      if (same == joined.end()) {
        joined.push_back(std::move(edge));
        continue;
      }
      same->also.push_back(std::move(edge.relation));
      same->is_in_cycle = same->is_in_cycle || edge.is_in_cycle;
    }
    picture_.edges = std::move(joined);
  }

  void note_missing(const std::string& name) {
    const bool is_drawn =
        name == "po" || std::ranges::find(picture_.relations, name) != picture_.relations.end();
    if (is_drawn) return;
    std::optional<Relation> relation = pairs_of(name);
    if (!relation) return;
    picture_.missing.push_back({name, relation->is_empty()});
  }

  const ExecutionGraph& graph_;
  const GraphNames& names_;
  const MemoryModel& model_;
  const PictureRequest& request_;
  std::vector<std::size_t> node_of_;  // by event
  std::vector<bool> is_left_out_;     // by event; empty: none is
  Picture picture_;
};

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

// True for program order, and for relations within one location, which contain program order only
// if an execution has a single location.
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

std::vector<CycleEdge> drawn_edges(const ExecutionGraph& graph, const CycleEdge& edge) {
  constexpr std::string_view Inverse = "^-1";
  CycleEdge forwards = edge;
  if (forwards.edge.ends_with(Inverse)) {
    forwards.edge.erase(forwards.edge.size() - Inverse.size());
    std::swap(forwards.from, forwards.to);
  }
  const Event& event = graph.event(forwards.from);
  std::span<const EventId> order;
  if (forwards.edge == "po" && !event.is_initial()) order = graph.events_of(event.thread);
  if (forwards.edge == "co") order = graph.coherence(event.label.location);
  const auto begin = std::ranges::find(order, forwards.from);
  const auto end = std::find(begin, order.end(), forwards.to);
  if (begin == order.end() || end == order.end()) return {forwards};
  std::vector<CycleEdge> edges;
  for (auto at = begin; at != end; ++at) edges.push_back({*at, forwards.edge, *std::next(at)});
  return edges;
}

Picture compose_picture(const ExecutionGraph& graph, const GraphNames& names,
                        const MemoryModel& model, const PictureRequest& request) {
  return Composer(graph, names, model, request).compose();
}

// Boost.Graph's transitive_reduction does not apply: it leaves out the edges of an acyclic graph
// that the graph's other edges imply. Here a pair is left out if there is a detour of two steps
// through another relation, `cover`, which contains program order, as that is drawn anyway, and
// need not be transitive. Relations are bit matrices, so that one product finds all detours.
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
