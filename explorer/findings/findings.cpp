#include "explorer/findings/findings.h"

#include <algorithm>
#include <type_traits>

#include "support/byte_fields.h"

namespace drover {

// ---- Bytes

constexpr std::uint64_t limit_of(ErrorKind /*kind*/) { return 32; }
constexpr std::uint64_t limit_of(FactKind /*kind*/) { return FactKinds; }
constexpr std::uint64_t limit_of(CutReason /*reason*/) { return 16; }
constexpr std::uint64_t limit_of(StopKind /*kind*/) { return 8; }
constexpr std::uint64_t limit_of(GraphRecord::Source /*kind*/) { return 3; }

void transfer(auto& archive, Is<work::Moment> auto& m) { archive(m.place, m.serial); }
void transfer(auto& archive, Is<SourceRange> auto& s) {
  archive(s.begin, s.end, s.line, s.column, s.call);
}
void transfer(auto& archive, Is<ErrorFact> auto& f) { archive(f.kind, f.names); }
void transfer(auto& archive, Is<ErrorPlace> auto& p) { archive(p.source, p.thread, p.fact); }
void transfer(auto& archive, Is<GraphRecord::Name> auto& n) { archive(n.thread, n.index); }
void transfer(auto& archive, Is<GraphRecord::Event> auto& e) {
  archive(e.thread, e.kind, e.source, e.value);
}
void transfer(auto& archive, Is<GraphRecord> auto& r) {
  archive(r.events, r.coherence, r.has_dependencies);
}
void transfer(auto& archive, Is<RecordedError> auto& e) {
  archive(e.kind, e.fact, e.place, e.others, e.graph, e.events);
}
void transfer(auto& archive, Is<FoundError> auto& e) {
  archive(e.first, e.shown_at, e.length, e.shown, e.executions, e.times);
}
void transfer(auto& archive, Is<FoundCut> auto& c) { archive(c.reason, c.executions, c.first); }
void transfer(auto& archive, Is<LeakedMemory> auto& l) { archive(l.source, l.executions); }
void transfer(auto& archive, Is<FoundStops::Stop> auto& s) { archive(s.thread, s.source, s.kind); }
void transfer(auto& archive, Is<FoundStops> auto& s) { archive(s.at, s.stops); }
void transfer(auto& archive, Is<vsc::VscCounters> auto& v) {
  auto microseconds = static_cast<std::uint64_t>(v.seconds * 1e6);
  archive(v.instances, v.refuted_by_closure, v.states, microseconds);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(v)>>) {
    v.seconds = static_cast<double>(microseconds) / 1e6;
  }
}
void transfer(auto& archive, Is<Findings> auto& f) {
  archive(f.executions, f.blocked, f.deadlocks, f.erroneous, f.cut, f.stale, f.dead_ends, f.events,
          f.duplicates, f.flags, f.leaks, f.conditions, f.outcomes, f.errors, f.cuts, f.stops,
          f.reached, f.iterations, f.open_orders, f.voids, f.has_more_errors,
          f.has_unchecked_histories, f.vsc);
}

namespace {

template <typename Key>
void add_counts(std::map<Key, std::uint64_t>& to, const std::map<Key, std::uint64_t>& from) {
  for (const auto& [key, count] : from) to[key] += count;
}

// ---- Results

// The graphs of errors, each built once. A short-lived worker.
class Replayer {
 public:
  explicit Replayer(ProgramAutomata& automata) : automata_(automata) {}

  // Null if it is not a graph of this program.
  const SharedGraph* graph_of(const RecordedError& error) {
    const auto known = graphs_.find(error.graph.get());
    if (known != graphs_.end()) return &known->second;
    std::optional<ExecutionGraph> graph = replay(*error.graph, automata_);
    if (!graph) return nullptr;
    return &graphs_.emplace(error.graph.get(), std::move(*graph)).first->second;
  }

 private:
  ProgramAutomata& automata_;
  std::map<const GraphRecord*, SharedGraph> graphs_;  // lookup only: its order does not matter
};

std::optional<ReportedError> reported(const RecordedError& error, Replayer& replayer) {
  const SharedGraph* const graph = replayer.graph_of(error);
  if (graph == nullptr) return std::nullopt;
  ReportedError report{.kind = error.kind,
                       .fact = error.fact,
                       .place = error.place,
                       .others = error.others,
                       .graph = *graph};
  for (const auto& [name, fact] : error.events) {
    const EventId event = find_event(report.graph, name);
    if (event.is_none()) return std::nullopt;
    report.events.push_back({event, fact});
  }
  return report;
}

std::vector<BlockedPlace> blocked_places(const Findings& findings, const Program& program) {
  std::vector<BlockedPlace> places;
  for (const FoundStops& execution : findings.stops) {
    std::set<std::size_t> counted;
    for (const FoundStops::Stop& stop : execution.stops) {
      auto known = std::ranges::find_if(places, [&](const BlockedPlace& place) {
        return place.source.begin == stop.source.begin && place.kind == stop.kind;
      });
      if (known == places.end()) known = places.insert(known, {stop.source, stop.kind, {}, 0});
      const std::string& name = program.threads[stop.thread].name;
      if (std::ranges::find(known->threads, name) == known->threads.end()) {
        known->threads.push_back(name);
      }
      const auto index = static_cast<std::size_t>(known - places.begin());
      if (counted.insert(index).second) ++known->executions;
    }
  }
  return places;
}

std::vector<CutLoop> cut_loops(const Findings& findings, const Program& program) {
  std::map<std::pair<work::Moment, std::uint32_t>, CutLoop> cuts;  // by moment and thread
  for (const auto& [key, cut] : findings.cuts) {
    const auto [loop, thread] = key;
    cuts[{cut.first, thread}] = {loop, cut.reason, program.threads[thread].name, cut.executions};
  }
  std::vector<CutLoop> loops;
  for (auto& [at, cut] : cuts) loops.push_back(std::move(cut));
  return loops;
}

}  // namespace

std::strong_ordering compare_facts(const RecordedError& one, const RecordedError& other) {
  if (const auto order = one.fact <=> other.fact; order != 0) return order;
  if (const auto order = one.place.fact <=> other.place.fact; order != 0) return order;
  return std::lexicographical_compare_three_way(
      one.others.begin(), one.others.end(), other.others.begin(), other.others.end(),
      [](const ErrorPlace& a, const ErrorPlace& b) { return a.fact <=> b.fact; });
}

// Keeping the first errors by key makes the result independent of the merge order.
void Findings::add(const ErrorKey& key, FoundError error) {
  if (is_surplus(key)) {
    has_more_errors = true;
    return;
  }
  const auto [known, is_new] = errors.try_emplace(key);
  FoundError& kept = known->second;
  if (is_new) {
    kept = std::move(error);
    if (errors.size() <= MaxErrors) return;
    errors.erase(std::prev(errors.end()));
    has_more_errors = true;
    return;
  }
  const work::Moment first = std::min(kept.first, error.first);
  const std::uint64_t all_executions = kept.executions + error.executions;
  const std::uint64_t all_times = kept.times + error.times;
  const auto order = [&]() -> std::strong_ordering {
    if (error.length != kept.length) return error.length <=> kept.length;
    const auto by_facts = compare_facts(error.shown, kept.shown);
    return by_facts != 0 ? by_facts : error.shown_at <=> kept.shown_at;
  };
  if (order() < 0) kept = std::move(error);
  kept.first = first;
  kept.executions = all_executions;
  kept.times = all_times;
}

void Findings::merge(Findings other) {
  executions += other.executions;
  blocked += other.blocked;
  deadlocks += other.deadlocks;
  erroneous += other.erroneous;
  cut += other.cut;
  stale += other.stale;
  dead_ends += other.dead_ends;
  events += other.events;
  duplicates += other.duplicates;
  add_counts(flags, other.flags);
  for (const auto& [begin, leak] : other.leaks) {
    leaks.try_emplace(begin, LeakedMemory{leak.source, 0}).first->second.executions +=
        leak.executions;
  }
  conditions.resize(std::max(conditions.size(), other.conditions.size()));
  for (std::size_t i = 0; i < other.conditions.size(); ++i) {
    conditions[i].first += other.conditions[i].first;
    conditions[i].second += other.conditions[i].second;
  }
  add_counts(outcomes, other.outcomes);
  for (auto& [key, error] : other.errors) add(key, std::move(error));
  for (const auto& [key, cut_there] : other.cuts) {
    const auto [known, is_new] = cuts.try_emplace(key, cut_there);
    if (is_new) continue;
    known->second.executions += cut_there.executions;
    known->second.first = std::min(known->second.first, cut_there.first);
  }
  std::ranges::move(other.stops, std::back_inserter(stops));
  std::ranges::sort(stops, {}, &FoundStops::at);
  if (stops.size() > MaxExamined) stops.resize(MaxExamined);
  reached.merge(other.reached);
  open_orders.merge(other.open_orders);
  iterations.resize(std::max(iterations.size(), other.iterations.size()));
  for (std::size_t i = 0; i < other.iterations.size(); ++i) {
    iterations[i] = std::max(iterations[i], other.iterations[i]);
  }
  has_more_errors |= other.has_more_errors;
  has_unchecked_histories |= other.has_unchecked_histories;
  history_seconds += other.history_seconds;
  voids = voids | other.voids;
  if (other.vsc) {
    if (!vsc) vsc.emplace();
    vsc->instances += other.vsc->instances;
    vsc->refuted_by_closure += other.vsc->refuted_by_closure;
    vsc->states += other.vsc->states;
    vsc->seconds += other.vsc->seconds;
  }
}

void Findings::write(ByteWriter& out) const {
  Saving archive(out);
  transfer(archive, *this);
}

Findings Findings::read(ByteReader& in) {
  Findings found;
  Loading archive(in);
  transfer(archive, found);
  return found;
}

std::optional<VoidReason> void_reason(const Plan& plan, const Findings& findings, StopReason end) {
  for (const VoidReason reason : {VoidReason::FailedComputation, VoidReason::HelpInDoubt}) {
    if (findings.voids.contains(reason)) return reason;
  }
  if (plan.is_trial_of_size() && end == StopReason::MaxExecutions) return VoidReason::TrialFailed;
  if (plan.trust.symmetric.empty()) return std::nullopt;
  if (findings.voids.contains(VoidReason::CausalCycle)) return VoidReason::CausalCycle;
  const bool is_misused = std::ranges::any_of(findings.errors, [](const auto& error) {
    return std::get<0>(error.first) == ErrorKind::Thread;
  });
  if (is_misused) return VoidReason::ThreadsMisused;
  return findings.voids.contains(VoidReason::PlacementMatters)
             ? std::optional(VoidReason::PlacementMatters)
             : std::nullopt;
}

bool fill_in(const Findings& findings, ProgramAutomata& automata, ExplorationResult& result) {
  const Program& program = automata.program();
  const auto is_thread = [&](std::uint32_t thread) { return thread < program.threads.size(); };
  const bool is_good =
      std::ranges::all_of(findings.stops,
                          [&](const FoundStops& execution) {
                            return std::ranges::all_of(execution.stops, [&](const auto& stop) {
                              return is_thread(stop.thread);
                            });
                          }) &&
      std::ranges::all_of(findings.cuts, [&](const auto& cut) {
        const bool is_limit = cut.second.reason == CutReason::Threads;
        return is_thread(cut.first.second) && (is_limit || cut.first.first < program.loops.size());
      });
  const bool has_orders = std::ranges::all_of(findings.open_orders, [&](std::uint32_t order) {
    return order < program.open_orders.size();
  });
  if (!is_good || !has_orders || findings.conditions.size() > program.conditions.size())
    return false;
  static_cast<ExecutionCounts&>(result) = findings;
  if (result.duplicates) result.duplicates = findings.duplicates;
  result.leaks.clear();
  for (const auto& [begin, leak] : findings.leaks) {
    result.leaks.push_back(leak);
  }
  result.open_orders.clear();
  for (const std::uint32_t order : findings.open_orders) {
    result.open_orders.push_back(program.open_orders[order].source);
  }
  std::ranges::sort(result.open_orders);
  const auto repeated = std::ranges::unique(result.open_orders);
  result.open_orders.erase(repeated.begin(), repeated.end());
  result.blocked_places = blocked_places(findings, program);
  result.examined = findings.stops.size();
  result.cut_loops = cut_loops(findings, program);
  result.conditions.clear();
  for (std::size_t i = 0; i < program.conditions.size(); ++i) {
    const auto [witnesses, others] = i < findings.conditions.size()
                                         ? findings.conditions[i]
                                         : std::pair<std::uint64_t, std::uint64_t>{};
    result.conditions.push_back({&program.conditions[i], witnesses, others});
  }
  std::vector<const FoundError*> errors;
  for (const auto& [key, error] : findings.errors) errors.push_back(&error);
  std::ranges::sort(errors, {}, [](const FoundError* error) { return error->first; });
  result.errors.clear();
  Replayer replayer(automata);
  for (const FoundError* error : errors) {
    std::optional<ReportedError> report = reported(error->shown, replayer);
    if (!report) return false;
    report->executions = error->executions;
    report->times = error->times;
    result.errors.push_back(std::move(*report));
  }
  return true;
}

}  // namespace drover
