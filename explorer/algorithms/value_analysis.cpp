#include "explorer/algorithms/value_analysis.h"

#include <algorithm>
#include <cstdint>

namespace drover {

namespace {

// Adds the value to the new ones, unless it is known.
void add_new(Value value, const std::vector<Value>& known, std::vector<Value>& added) {
  const bool is_known = std::ranges::count(known, value) + std::ranges::count(added, value) > 0;
  if (!is_known) added.push_back(value);
}

// The writes of a thread that may be in chains, by location, and which locations it reads before it
// writes to another one. All paths built so far count. For up to 64 locations.
class ThreadFlow {
 public:
  ThreadFlow(const ThreadAutomaton& automaton, std::size_t locations)
      : automaton_(automaton),
        locations_(locations),
        is_known_(automaton.node_count(), false),
        written_(automaton.node_count(), 0),
        writes_(automaton.node_count() * locations, 0),
        after_read_(automaton.node_count() * locations, 0),
        targets(locations, 0) {
    std::vector<NodeId> stack = automaton.starts();
    while (!stack.empty()) {
      const NodeId node = stack.back();
      bool is_open = false;
      for (const auto& [value, target] : automaton.edges(node)) {
        if (target.is_none() || is_known_[target.value]) continue;
        stack.push_back(target);
        is_open = true;
      }
      if (is_open) continue;
      stack.pop_back();
      if (!is_known_[node.value]) settle(node);
    }
  }
  // The most writes to a location after a read, on a path.
  [[nodiscard]] std::size_t writes_to(std::size_t location) const {
    std::size_t most = 0;
    for (const NodeId start : automaton_.starts()) {
      most = std::max<std::size_t>(most, after_read_[start.value * locations_ + location]);
    }
    return most;
  }

 private:
  using Count = std::uint16_t;

  void settle(NodeId node) {
    is_known_[node.value] = true;
    Count* const writes = &writes_[node.value * locations_];
    Count* const after = &after_read_[node.value * locations_];
    for (const auto& [value, target] : automaton_.edges(node)) {
      if (target.is_none()) continue;
      written_[node.value] |= written_[target.value];
      for (std::size_t i = 0; i < locations_; ++i) {
        writes[i] = std::max(writes[i], writes_[target.value * locations_ + i]);
        after[i] = std::max(after[i], after_read_[target.value * locations_ + i]);
      }
    }
    const Label& label = automaton_.label(node);
    if (!label.is_access() || label.location.value >= locations_) return;
    if (label.is_write()) {
      ++writes[label.location.value];
      written_[node.value] |= std::uint64_t{1} << label.location.value;
    }
    if (label.is_read()) {
      std::copy_n(writes, locations_, after);
      targets[label.location.value] |= written_[node.value];
    }
  }

  const ThreadAutomaton& automaton_;
  std::size_t locations_;
  std::vector<bool> is_known_;          // by node
  std::vector<std::uint64_t> written_;  // by node: the locations written from there on
  std::vector<Count> writes_;           // by node and location: on a path from there
  std::vector<Count> after_read_;       // likewise, those after a read

 public:
  std::vector<std::uint64_t> targets;  // by location: those written after a read of it
};

}  // namespace

ValueAnalysis::ValueAnalysis(ProgramAutomata& automata, RunControl& control,
                             std::span<const Value> assumed)
    : automata_(automata),
      control_(control),
      assumed_(assumed.begin(), assumed.end()),
      threads_(automata.thread_count()) {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    reach(ThreadId(i), automata_.thread(ThreadId(i)).initial());
  }
  for (std::size_t round = 1; run_round(); ++round) {
    if (control_.should_stop() || round > longest_chain()) break;
    drop_impossible_values(round);
  }
  for (std::size_t i = 0; i < automata_.locations().size(); ++i) mention(LocationId(i));
  for (auto& values : values_) std::sort(values.begin(), values.end());
}

bool ValueAnalysis::may_write(ThreadId thread, LocationId location, Value value) const {
  return threads_[thread.value].writes.contains({location, value});
}

// Runs every reached read on the values of earlier rounds. False if nothing is new.
bool ValueAnalysis::run_round() {
  for (std::size_t location = 0; location < pending_.size(); ++location) {
    auto& found = pending_[location];
    values_[location].insert(values_[location].end(), found.begin(), found.end());
    found.clear();
  }
  for (ThreadNodes& thread : threads_) {
    thread.results.insert(thread.results.end(), thread.new_results.begin(),
                          thread.new_results.end());
    thread.new_results.clear();
  }
  bool changed = false;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const ThreadId id(t);
    changed |= run_joins(id);
    ThreadNodes& nodes = threads_[t];
    // `reads` grows while the loop runs: nodes reached now are run in the same round.
    for (std::size_t i = 0; i < nodes.reads.size(); ++i) {
      const NodeId node = nodes.reads[i];
      const LocationId location = automata_.thread(id).label(node).location;
      for (; nodes.tried[i] < values_[location.value].size(); ++nodes.tried[i]) {
        if (control_.should_stop_now(0)) return false;
        changed = true;
        reach(id, automata_.thread(id).next(node, values_[location.value][nodes.tried[i]]));
      }
    }
  }
  return changed;
}

bool ValueAnalysis::run_joins(ThreadId thread) {
  bool changed = false;
  ThreadNodes& nodes = threads_[thread.value];
  // Both grow while the loop runs.
  for (std::size_t i = 0; i < nodes.joins.size(); ++i) {
    const NodeId node = nodes.joins[i];
    const ThreadId joined = ProgramAutomata::named_by(automata_.thread(thread).label(node));
    const std::vector<Value>& results = threads_[joined.value].results;
    for (; nodes.joined[i] < results.size(); ++nodes.joined[i]) {
      if (control_.should_stop_now(0)) return false;
      changed = true;
      reach(thread, automata_.thread(thread).next(node, results[nodes.joined[i]]));
    }
  }
  return changed;
}

void ValueAnalysis::reach(ThreadId thread, NodeId node) {
  ThreadAutomaton& automaton = automata_.thread(thread);
  ThreadNodes& nodes = threads_[thread.value];
  while (!node.is_none() && !control_.should_stop_now(0)) {
    if (nodes.is_reached.size() < automaton.node_count()) {
      nodes.is_reached.resize(automaton.node_count(), false);
    }
    if (nodes.is_reached[node.value]) return;
    nodes.is_reached[node.value] = true;
    const Label label = automaton.label(node);
    if (label.kind == LabelKind::Finished && !automaton.is_dormant(node)) {
      add_result(nodes, automaton.result(node));
    }
    if (!is_event(label.kind)) return;
    if (label.kind == LabelKind::Spawn) {
      reach(ProgramAutomata::named_by(label), automata_.start_of(thread, node));
    }
    if (label.kind == LabelKind::Join) {
      nodes.joins.push_back(node);
      nodes.joined.push_back(0);
      return;
    }
    if (label.is_access()) mention(label.location);
    if (label.kind == LabelKind::Choose) {
      for (Value value = 0; value < label.size; ++value) reach(thread, automaton.next(node, value));
      return;
    }
    if (label.is_read()) {
      nodes.reads.push_back(node);
      nodes.tried.push_back(0);
      return;
    }
    if (label.is_write()) {
      nodes.writes.insert({label.location, label.value});
      add_value(label.location, label.value);
    }
    node = automaton.next(node, 0);
  }
}

void ValueAnalysis::add_result(ThreadNodes& thread, Value value) {
  add_new(value, thread.results, thread.new_results);
}

void ValueAnalysis::mention(LocationId location) {
  if (values_.size() <= location.value) {
    values_.resize(location.value + 1);
    pending_.resize(location.value + 1);
  }
  if (!values_[location.value].empty()) return;
  values_[location.value].push_back(automata_.locations().initial_value(location));
  for (const Value value : assumed_) {
    if (value != values_[location.value].front()) values_[location.value].push_back(value);
  }
}

void ValueAnalysis::add_value(LocationId location, Value value) {
  add_new(value, values_[location.value], pending_[location.value]);
}

// Drops the values that this round found at locations where no chain is so long.
void ValueAnalysis::drop_impossible_values(std::size_t round) {
  constexpr std::size_t MaxLocations = 64;
  constexpr std::size_t MaxCells = 2'000'000;
  const std::size_t locations = values_.size();
  std::size_t nodes = 0;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    nodes += automata_.thread(ThreadId(t)).node_count();
  }
  if (automata_.has_spawns() || locations > MaxLocations || nodes * locations > MaxCells) return;
  fresh_rounds_.resize(locations, 0);
  for (std::size_t i = 0; i < locations; ++i) fresh_rounds_[i] += pending_[i].empty() ? 0 : 1;
  std::vector<std::size_t> writes(locations, 0);
  std::vector<std::uint64_t> sources(locations, 0);  // by location, itself included
  for (std::size_t i = 0; i < locations; ++i) sources[i] = std::uint64_t{1} << i;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const ThreadFlow flow(automata_.thread(ThreadId(t)), locations);
    for (std::size_t i = 0; i < locations; ++i) {
      writes[i] += flow.writes_to(i);
      for (std::size_t to = 0; to < locations; ++to) {
        if ((flow.targets[i] >> to & 1) != 0) sources[to] |= std::uint64_t{1} << i;
      }
    }
  }
  for (std::size_t middle = 0; middle < locations; ++middle) {
    for (std::size_t to = 0; to < locations; ++to) {
      if ((sources[to] >> middle & 1) != 0) sources[to] |= sources[middle];
    }
  }
  for (std::size_t to = 0; to < locations; ++to) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < locations; ++i) {
      if ((sources[to] >> i & 1) != 0) longest += std::min(writes[i], fresh_rounds_[i]);
    }
    if (round > longest) pending_[to].clear();
  }
}

std::size_t ValueAnalysis::longest_chain() const {
  std::size_t writes = 0;
  for (std::size_t t = 0; t < threads_.size(); ++t) writes += most_writes_after_a_read(ThreadId(t));
  return automata_.has_spawns() ? writes + threads_.size() : writes;
}

// Covers all paths built so far. Automata are acyclic: each iteration of a loop changes its
// counter. Iterative, since paths may be long.
std::size_t ValueAnalysis::most_writes_after_a_read(ThreadId thread) const {
  ThreadAutomaton& automaton = automata_.thread(thread);
  struct Most {
    bool is_known = false;
    std::size_t writes = 0;             // on a path from here
    std::size_t writes_after_read = 0;  // those after a read
  };
  std::vector<Most> most(automaton.node_count());
  std::vector<NodeId> stack = automaton.starts();
  while (!stack.empty()) {
    const NodeId node = stack.back();
    Most best;
    best.is_known = true;
    for (const auto& [value, target] : automaton.edges(node)) {
      if (target.is_none()) continue;
      const Most& after = most[target.value];
      if (!after.is_known) {
        stack.push_back(target);
        best.is_known = false;
      }
      best.writes = std::max(best.writes, after.writes);
      best.writes_after_read = std::max(best.writes_after_read, after.writes_after_read);
    }
    if (!best.is_known) continue;
    stack.pop_back();
    const Label& label = automaton.label(node);
    if (label.is_write()) ++best.writes;
    if (label.is_read() || label.kind == LabelKind::Join) best.writes_after_read = best.writes;
    most[node.value] = best;
  }
  std::size_t result = 0;
  for (const NodeId start : automaton.starts()) {
    const Most& all = most[start.value];
    // A value passed by a spawn may come from a read, too.
    const bool is_spawned = automaton.is_dormant(automaton.initial());
    result = std::max(result, is_spawned ? all.writes : all.writes_after_read);
  }
  return result;
}

}  // namespace drover
