#include "explorer/findings/findings.h"

#include <algorithm>

namespace drover {

namespace {

template <typename Key>
void add_counts(std::map<Key, std::uint64_t>& to, const std::map<Key, std::uint64_t>& from) {
  for (const auto& [key, count] : from) to[key] += count;
}

// ---- Bytes

void write(ByteWriter& out, const work::Moment& moment) {
  moment.place.write(out);
  out.put(moment.serial);
}
work::Moment read_moment(ByteReader& in) {
  work::Moment moment;
  moment.place = work::Place::read(in);
  moment.serial = in.get();
  return moment;
}

void write(ByteWriter& out, const SourceRange& source) {
  for (const std::uint32_t part : {source.begin, source.end, source.line, source.column}) {
    out.put(part);
  }
}
SourceRange read_source(ByteReader& in) {
  SourceRange source;
  for (std::uint32_t* part : {&source.begin, &source.end, &source.line, &source.column}) {
    *part = static_cast<std::uint32_t>(in.get());
  }
  return source;
}

void write(ByteWriter& out, const ErrorFact& fact) {
  out.put(static_cast<std::uint64_t>(fact.kind));
  out.put(fact.names.size());
  for (const std::string& name : fact.names) out.put(name);
}
ErrorFact read_fact(ByteReader& in) {
  ErrorFact fact;
  fact.kind = static_cast<FactKind>(in.get_below(FactKinds));
  fact.names.resize(in.get_count());
  for (std::string& name : fact.names) name = in.get_text();
  return fact;
}

void write(ByteWriter& out, const ErrorPlace& place) {
  write(out, place.source);
  out.put(place.thread);
  write(out, place.fact);
}
ErrorPlace read_place(ByteReader& in) {
  ErrorPlace place;
  place.source = read_source(in);
  place.thread = in.get_text();
  place.fact = read_fact(in);
  return place;
}

constexpr std::uint64_t ErrorKindLimit = 32;

void write(ByteWriter& out, const RecordedError& error) {
  out.put(static_cast<std::uint64_t>(error.kind));
  write(out, error.fact);
  write(out, error.place);
  out.put(error.others.size());
  for (const ErrorPlace& place : error.others) write(out, place);
  error.graph->write(out);
  out.put(error.events.size());
  for (const auto& [name, fact] : error.events) {
    out.put(name.thread);
    out.put(name.index);
    write(out, fact);
  }
}
RecordedError read_error(ByteReader& in) {
  RecordedError error;
  error.kind = static_cast<ErrorKind>(in.get_below(ErrorKindLimit));
  error.fact = read_fact(in);
  error.place = read_place(in);
  error.others.resize(in.get_count());
  for (ErrorPlace& place : error.others) place = read_place(in);
  error.graph = std::make_shared<const GraphRecord>(GraphRecord::read(in));
  error.events.resize(in.get_count());
  for (auto& [name, fact] : error.events) {
    name.thread = static_cast<std::uint32_t>(in.get());
    name.index = static_cast<std::uint32_t>(in.get());
    fact = read_fact(in);
  }
  return error;
}

// ---- Results

// Graphs of errors, each of them made once. A short-lived worker.
class Replayer {
 public:
  explicit Replayer(ProgramAutomata& automata) : automata_(automata) {}

  // Nothing if it is not one of this program.
  const SharedGraph* graph_of(const RecordedError& error) {
    const auto known = graphs_.find(error.graph.get());
    if (known != graphs_.end()) return &known->second;
    std::optional<ExecutionGraph> graph = replay(*error.graph, automata_);
    if (!graph) return nullptr;
    return &graphs_.emplace(error.graph.get(), std::move(*graph)).first->second;
  }

 private:
  ProgramAutomata& automata_;
  std::map<const GraphRecord*, SharedGraph> graphs_;  // only looked up: no order shows
};

// Of findings of this program.
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
  std::vector<std::pair<std::tuple<work::Moment, std::uint32_t>, CutLoop>> cuts;
  for (const auto& [key, cut] : findings.cuts) {
    const auto [loop, thread] = key;
    cuts.push_back(
        {{cut.first, thread}, {loop, cut.reason, program.threads[thread].name, cut.executions}});
  }
  std::ranges::sort(cuts, {}, [](const auto& cut) { return cut.first; });
  std::vector<CutLoop> loops;
  loops.reserve(cuts.size());
  for (auto& cut : cuts) loops.push_back(std::move(cut.second));
  return loops;
}

}  // namespace

// That the first by key are kept does not depend on the order in which findings are merged.
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
  const auto order = [&]() -> std::strong_ordering {
    if (error.length != kept.length) return error.length <=> kept.length;
    const auto by_facts = compare_facts(error.shown, kept.shown);
    return by_facts != 0 ? by_facts : error.shown_at <=> kept.shown_at;
  };
  if (order() < 0) kept = std::move(error);
  kept.first = first;
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
    leaks.try_emplace(begin, FoundLeak{leak.source, 0}).first->second.executions += leak.executions;
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
  iterations.resize(std::max(iterations.size(), other.iterations.size()));
  for (std::size_t i = 0; i < other.iterations.size(); ++i) {
    iterations[i] = std::max(iterations[i], other.iterations[i]);
  }
  has_more_errors |= other.has_more_errors;
  has_causal_cycle |= other.has_causal_cycle;
  has_doubtful_help |= other.has_doubtful_help;
  has_failed_computation |= other.has_failed_computation;
  depends_on_placement |= other.depends_on_placement;
  if (other.vsc) {
    if (!vsc) vsc.emplace();
    vsc->instances += other.vsc->instances;
    vsc->refuted_by_closure += other.vsc->refuted_by_closure;
    vsc->states += other.vsc->states;
    vsc->seconds += other.vsc->seconds;
  }
}

namespace {

// Where something was found: errors, cuts, and the ends of threads that did not finish.
void write_places(const Findings& found, ByteWriter& out) {
  out.put(found.errors.size());
  for (const auto& [key, error] : found.errors) {
    out.put(std::get<1>(key));
    out.put(std::get<2>(key));
    out.put(std::get<3>(key));
    drover::write(out, error.first);
    drover::write(out, error.shown_at);
    out.put(error.length);
    drover::write(out, error.shown);
  }
  out.put(found.cuts.size());
  for (const auto& [key, cut_there] : found.cuts) {
    out.put(key.first);
    out.put(key.second);
    out.put(static_cast<std::uint64_t>(cut_there.reason));
    out.put(cut_there.executions);
    drover::write(out, cut_there.first);
  }
  out.put(found.stops.size());
  for (const FoundStops& execution : found.stops) {
    drover::write(out, execution.at);
    out.put(execution.stops.size());
    for (const FoundStops::Stop& stop : execution.stops) {
      out.put(stop.thread);
      drover::write(out, stop.source);
      out.put(static_cast<std::uint64_t>(stop.kind));
    }
  }
}

void read_places(ByteReader& in, Findings& found) {
  for (std::size_t i = in.get_count(); i > 0; --i) {
    const auto begin = static_cast<std::uint32_t>(in.get());
    const auto other = static_cast<std::uint32_t>(in.get());
    std::string identity = in.get_text();
    FoundError error;
    error.first = read_moment(in);
    error.shown_at = read_moment(in);
    error.length = in.get();
    error.shown = read_error(in);
    const ErrorKind kind = error.shown.kind;
    found.errors.emplace(ErrorKey{kind, begin, other, std::move(identity)}, std::move(error));
  }
  for (std::size_t i = in.get_count(); i > 0; --i) {
    const auto loop = static_cast<std::uint32_t>(in.get());
    const auto thread = static_cast<std::uint32_t>(in.get());
    FoundCut& cut_there = found.cuts[{loop, thread}];
    cut_there.reason = static_cast<CutReason>(in.get_below(16));
    cut_there.executions = in.get();
    cut_there.first = read_moment(in);
  }
  found.stops.resize(in.get_count());
  for (FoundStops& execution : found.stops) {
    execution.at = read_moment(in);
    execution.stops.resize(in.get_count());
    for (FoundStops::Stop& stop : execution.stops) {
      stop.thread = static_cast<std::uint32_t>(in.get());
      stop.source = read_source(in);
      stop.kind = static_cast<StopKind>(in.get_below(8));
    }
  }
}

void write_counters(const vsc::VscCounters& vsc, ByteWriter& out) {
  out.put(vsc.instances);
  out.put(vsc.refuted_by_closure);
  out.put(vsc.states);
  out.put(static_cast<std::uint64_t>(vsc.seconds * 1e6));
}

vsc::VscCounters read_counters(ByteReader& in) {
  vsc::VscCounters vsc;
  vsc.instances = in.get();
  vsc.refuted_by_closure = in.get();
  vsc.states = in.get();
  vsc.seconds = static_cast<double>(in.get()) / 1e6;
  return vsc;
}

}  // namespace

void Findings::write(ByteWriter& out) const {
  for (const std::uint64_t count :
       {executions, blocked, deadlocks, erroneous, cut, stale, dead_ends, events, duplicates}) {
    out.put(count);
  }
  out.put(flags.size());
  for (const auto& [flag, count] : flags) {
    out.put(flag);
    out.put(count);
  }
  out.put(leaks.size());
  for (const auto& [begin, leak] : leaks) {
    drover::write(out, leak.source);
    out.put(leak.executions);
  }
  out.put(conditions.size());
  for (const auto& [witnesses, others] : conditions) {
    out.put(witnesses);
    out.put(others);
  }
  out.put(outcomes.size());
  for (const auto& [state, count] : outcomes) {
    out.put(state.size());
    for (const Value value : state) out.put_signed(value);
    out.put(count);
  }
  write_places(*this, out);
  out.put(reached.size());
  for (const std::uint32_t begin : reached) out.put(begin);
  out.put(iterations.size());
  for (const std::uint32_t count : iterations) out.put(count);
  out.put((has_causal_cycle ? 1U : 0U) | (depends_on_placement ? 2U : 0U) | (vsc ? 4U : 0U) |
          (has_doubtful_help ? 8U : 0U) | (has_failed_computation ? 32U : 0U) |
          (has_more_errors ? 64U : 0U));
  if (vsc) write_counters(*vsc, out);
}

Findings Findings::read(ByteReader& in) {
  Findings found;
  for (std::uint64_t* count :
       {&found.executions, &found.blocked, &found.deadlocks, &found.erroneous, &found.cut,
        &found.stale, &found.dead_ends, &found.events, &found.duplicates}) {
    *count = in.get();
  }
  for (std::size_t i = in.get_count(); i > 0; --i) {
    std::string flag = in.get_text();
    found.flags[std::move(flag)] = in.get();
  }
  for (std::size_t i = in.get_count(); i > 0; --i) {
    const SourceRange source = read_source(in);
    found.leaks[source.begin] = {source, in.get()};
  }
  found.conditions.resize(in.get_count());
  for (auto& [witnesses, others] : found.conditions) {
    witnesses = in.get();
    others = in.get();
  }
  for (std::size_t i = in.get_count(); i > 0; --i) {
    std::vector<Value> state(in.get_count());
    for (Value& value : state) value = in.get_signed();
    found.outcomes[std::move(state)] = in.get();
  }
  read_places(in, found);
  for (std::size_t i = in.get_count(); i > 0; --i) {
    found.reached.insert(static_cast<std::uint32_t>(in.get()));
  }
  found.iterations.resize(in.get_count());
  for (std::uint32_t& count : found.iterations) count = static_cast<std::uint32_t>(in.get());
  const std::uint64_t bits = in.get_below(128);
  found.has_causal_cycle = (bits & 1) != 0;
  found.depends_on_placement = (bits & 2) != 0;
  found.has_doubtful_help = (bits & 8) != 0;
  found.has_failed_computation = (bits & 32) != 0;
  found.has_more_errors = (bits & 64) != 0;
  if ((bits & 4) != 0) found.vsc = read_counters(in);
  return found;
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
  if (!is_good || findings.conditions.size() > program.conditions.size()) return false;
  result.executions = findings.executions;
  result.blocked = findings.blocked;
  result.deadlocks = findings.deadlocks;
  result.erroneous = findings.erroneous;
  result.cut = findings.cut;
  result.stale = findings.stale;
  result.dead_ends = findings.dead_ends;
  result.events = findings.events;
  if (result.duplicates) result.duplicates = findings.duplicates;
  result.flags = findings.flags;
  result.leaks.clear();
  for (const auto& [begin, leak] : findings.leaks) {
    result.leaks.push_back({leak.source, leak.executions});
  }
  result.outcomes = findings.outcomes;
  result.vsc = findings.vsc;
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
  result.has_more_errors = findings.has_more_errors;
  Replayer replayer(automata);
  for (const FoundError* error : errors) {
    std::optional<ReportedError> report = reported(error->shown, replayer);
    if (!report) return false;
    result.errors.push_back(std::move(*report));
  }
  return true;
}

}  // namespace drover
