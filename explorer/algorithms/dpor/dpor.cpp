// Optimal-DPOR-Await [Godot] §IV, Algorithm 1, for sequential consistency: of all interleavings
// with the same happens-before, exactly one is explored, and none is abandoned half-way.
//
// The current sequence (Trace) is extended to a maximal one, which is reported and searched for
// races: conflicting events of two threads with nothing between them. For each race, a sequence `v`
// in which the second event comes first is built from the events that do not depend on the first.
// It is inserted into the wakeup tree of the prefix E' before the first event, unless it is
// redundant: a thread of the sleep set of E' could just as well come first in it. Since whole
// sequences are kept, the sleep set is empty wherever the tree ends, and every continuation is new.
//
// An await does not race with the write before it, since it may not be enabled there. Instead,
// earlier writes are searched for a prefix from which the await could have been passed; the same at
// the end of an execution for each waiting thread. docs/proofs.md lists the differences from the
// paper, and says why the work cannot be divided.

#include "explorer/algorithms/dpor/dpor.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/dpor/dpor_item.h"
#include "explorer/algorithms/dpor/trace.h"
#include "explorer/algorithms/dpor/wakeup_tree.h"
#include "support/check.h"

namespace drover::dpor {

namespace {

class Dpor : public Search, private Execution::GraphSource {
 public:
  using Index = Trace::Index;
  static constexpr Index None = Trace::None;

  Dpor(ProgramAutomata& automata, Additions additions, RunControl& control,
       ExecutionObserver& observer)
      : trace_(automata, additions), control_(control), observer_(observer) {
    execution_.nodes.resize(automata.thread_count());
    execution_.ends.resize(automata.thread_count());
  }

  SearchEnd run() override {
    while (phase_ != Phase::Done) {
      if (control_.should_return(trace_.size())) return SearchEnd::Paused;
      if (phase_ == Phase::Extending) {
        if (!extend()) return SearchEnd::Paused;
        report();
        phase_ = Phase::FindingRaces;
      }
      // Sequences that are already in a tree are not inserted again.
      if (!find_races()) return SearchEnd::Paused;
      phase_ = backtrack() ? Phase::Extending : Phase::Done;
    }
    DROVER_DCHECK(statistics_.sleep_blocked == 0, "an optimal exploration never ends asleep");
    return SearchEnd::Done;
  }

  // Gives away everything: the work cannot be divided.
  std::optional<Bytes> split() override {
    if (phase_ == Phase::Done) return std::nullopt;
    ByteWriter out;
    out.put(phase_ == Phase::FindingRaces ? 1 : 0);
    write_position(out, trace_, at_);
    phase_ = Phase::Done;
    return out.take();
  }

  [[nodiscard]] const DporStatistics& statistics() const { return statistics_; }

 private:
  // The next step: the current sequence is extended, or it is maximal and has been reported.
  enum class Phase : std::uint8_t { Extending, FindingRaces, Done };

  void forget() override {
    at_.clear(trace_);
    settled_.clear();
    phase_ = Phase::Done;
  }
  void start() override { phase_ = Phase::Extending; }
  [[nodiscard]] bool load_from(ByteReader& in) override {
    const bool is_reported = in.get_below(2) == 1;
    phase_ = is_reported ? Phase::FindingRaces : Phase::Extending;
    return read_position(in, trace_, at_) &&
           (!is_reported || first_enabled() == trace_.thread_count());
  }

  // An execution is searched once per race: longer ones would take too long.
  static constexpr std::size_t MaxEvents = 65'536;
  // Short executions need no polling.
  static constexpr std::size_t EventsPerPoll = 64;

  // ---- Exploration, lines 24 to 33

  // Extends to a maximal execution: along the wakeup tree, then in any way. False if it must stop.
  bool extend() {
    if (!trace_.has_started()) return true;
    for (;;) {
      if (trace_.size() == MaxEvents) control_.stop(StopReason::TooManyEvents);
      if (trace_.size() % EventsPerPoll == 0 && control_.should_return(trace_.size())) return false;
      const WakeupTrees::Index tree = at_.prefixes.back().tree;
      if (tree != WakeupTrees::None && at_.trees.has_children(tree)) {
        const WakeupTrees::Index child = at_.trees.take_first_child(tree);
        step(at_.trees.event(child).thread, child);
        DROVER_DCHECK(trace_[trace_.size() - 1].access == at_.trees.event(child).access,
                      "a planned event does what it was planned to do");
        continue;
      }
      if (at_.sleeping.size() > at_.prefixes.back().sleep_begin) ++statistics_.sleep_blocked;
      const std::uint32_t thread = first_enabled();
      if (thread == trace_.thread_count()) return true;
      step(thread, WakeupTrees::None);
    }
  }

  // Returns the first enabled thread, or the number of threads.
  [[nodiscard]] std::uint32_t first_enabled() const {
    std::uint32_t thread = 0;
    while (thread < trace_.thread_count() && !trace_.is_enabled(thread)) ++thread;
    return thread;
  }

  void step(std::uint32_t thread, WakeupTrees::Index tree) {
    trace_.push(thread);
    const Access access = trace_[trace_.size() - 1].access;
    const std::size_t begin = at_.prefixes.back().sleep_begin;
    const std::size_t end = at_.sleeping.size();
    at_.prefixes.push_back({tree, end});
    for (std::size_t i = begin; i < end; ++i) {
      const PlannedEvent asleep = at_.sleeping[i];
      if (!conflict(asleep.access, access)) at_.sleeping.push_back(asleep);
    }
  }

  // Goes back to the last prefix with work left; false if there is none.
  bool backtrack() {
    while (trace_.size() > 0) {
      const Trace::Event& last = trace_[trace_.size() - 1];
      const PlannedEvent done{last.thread, last.access};
      if (at_.prefixes.back().tree != WakeupTrees::None)
        at_.trees.release(at_.prefixes.back().tree);
      at_.sleeping.resize(at_.prefixes.back().sleep_begin);
      at_.prefixes.pop_back();
      trace_.pop();
      settled_.resize(trace_.size());
      const WakeupTrees::Index tree = at_.prefixes.back().tree;
      if (tree == WakeupTrees::None || !at_.trees.has_children(tree)) continue;
      at_.sleeping.push_back(done);
      return true;
    }
    return false;
  }

  // ---- Races, lines 3 to 22

  // False if it must stop.
  bool find_races() {
    const std::size_t size = trace_.size();
    is_cut_short_ = false;
    settled_.resize(size, Settled::No);
    for (std::size_t i = 0; i < size; ++i) {
      if (i % EventsPerPoll == EventsPerPoll - 1 && control_.should_return(size)) return false;
      if (settled_[i] == Settled::No) settled_[i] = find_races_with(static_cast<Index>(i));
    }
    for (std::uint32_t t = 0; t < trace_.thread_count(); ++t) {
      const Label& label = trace_.label_of(t);
      if (!label.is_await) continue;
      reorder_await({t, trace_.node_of(t), label.location, trace_.end_of_thread(t)},
                    trace_.last_at(label.location), size);
    }
    return !is_cut_short_;
  }

  // True if the event and its predecessor at the location are in one group.
  [[nodiscard]] bool continues_group(Index event) const {
    const Index previous = trace_[event].previous_at_location;
    return previous != None && trace_[previous].group_before == trace_[event].group_before;
  }

  // Yes: the races of an event with earlier ones are redundant in every continuation.
  enum class Settled : std::uint8_t { No, Yes };

  Settled find_races_with(Index second) {
    const Trace::Event& event = trace_[second];
    Settled all = Settled::Yes;
    if (event.is_await) {
      all = reorder_await({event.thread, event.node, event.access.location, event.ordered_after},
                          event.previous_at_location, second);
    }
    if (event.group_before == None) return all;
    for (Index first = event.group_before;; first = trace_[first].previous_at_location) {
      const bool may_block = event.is_await && trace_[first].access.may_write();
      if (!may_block && is_race(first, second) && reverse(first, second) == Settled::No) {
        all = Settled::No;
      }
      if (!continues_group(first)) return all;
    }
  }

  // Def. 2 (i), for a `first` in the group before that of `second`.
  [[nodiscard]] bool is_race(Index first, Index second) const {
    const Trace::Event& event = trace_[second];
    if (trace_[first].thread == event.thread) return false;
    const Index previous = event.ordered_after;
    if (previous != None && trace_.happens_before(first, previous)) return false;
    for (Index other = event.group_before;; other = trace_[other].previous_at_location) {
      if (other != first && trace_.happens_before(first, other)) return false;
      if (!continues_group(other)) return true;
    }
  }

  // Lines 4 to 6: inserts a sequence with the race reversed.
  Settled reverse(Index first, Index second) {
    ++statistics_.races;
    const std::size_t redundant_at = plan_without(first);
    if (redundant_at < second) return Settled::Yes;
    if (redundant_at < trace_.size()) return Settled::No;
    const Trace::Event& event = trace_[second];
    PlannedEvent last{event.thread, event.access};
    if (event.is_conditional) {
      last.access = trace_.access_when(event.thread, event.node, value_without(first, second));
    }
    if (plan(last)) insert_planned(first);
    return Settled::No;
  }

  // ---- Sequences for wakeup trees
  //
  // While a sequence `v` is built, `candidates_` are the threads of sleep(E') that are weak
  // initials of it so far and have no event in it. As soon as such a thread has an event in it, `v`
  // is redundant, whatever follows.

  void start_plan(Index first) {
    planned_.clear();
    const auto begin = at_.sleeping.begin();
    candidates_.assign(begin + static_cast<std::ptrdiff_t>(at_.prefixes[first].sleep_begin),
                       begin + static_cast<std::ptrdiff_t>(at_.prefixes[first + 1].sleep_begin));
  }
  bool plan(PlannedEvent event) {
    for (std::size_t i = candidates_.size(); i-- > 0;) {
      if (candidates_[i].thread == event.thread) return false;
      if (conflict(candidates_[i].access, event.access)) {
        candidates_[i] = candidates_.back();
        candidates_.pop_back();
      }
    }
    planned_.push_back(event);
    return true;
  }
  // Plans notdep(e, E). Returns the event that makes it redundant, or the size of the trace.
  std::size_t plan_without(Index first) {
    start_plan(first);
    const std::uint32_t thread = trace_[first].thread;
    const std::uint32_t index = trace_[first].index;
    for (std::size_t i = first + std::size_t{1}; i < trace_.size(); ++i) {
      if (trace_.clock(i)[thread] > index) continue;
      if (!plan({trace_[i].thread, trace_[i].access})) return i;
    }
    return trace_.size();
  }
  // Inserts the sequence into wut(E'), where E' is the prefix before `first`, unless it is
  // redundant.
  void insert_planned(Index first) {
    if (!candidates_.empty()) return;
    Prefix& prefix = at_.prefixes[first];
    if (prefix.tree == WakeupTrees::None) prefix.tree = at_.trees.make_root();
    at_.trees.insert(prefix.tree, planned_);
  }

  // Returns the value that `second` reads without `first`, of the group before, and its dependents.
  [[nodiscard]] Value value_without(Index first, Index second) const {
    auto value = static_cast<std::uint64_t>(trace_[first].before);
    for (Index other = trace_[second].group_before; other != first;
         other = trace_[other].previous_at_location) {
      if (!trace_.happens_before(first, other)) value += amount(other);
    }
    return static_cast<Value>(value);
  }
  [[nodiscard]] std::uint64_t amount(Index event) const {
    return static_cast<std::uint64_t>(trace_[event].after) -
           static_cast<std::uint64_t>(trace_[event].before);
  }

  // ---- Awaits, lines 7 to 22

  // A thread before an await, which it may have passed later.
  struct Waiting {
    std::uint32_t thread = 0;
    NodeId node;
    LocationId location;
    Index after = None;  // see Trace::Event
  };

  // `last`: the last event at the location before the await; `position`: that of the await.
  Settled reorder_await(const Waiting& await, Index last, std::size_t position) {
    additions_.clear();
    Settled all = Settled::Yes;
    for (Index first = last; first != None; first = trace_[first].previous_at_location) {
      const AccessKind kind = trace_[first].access.kind;
      if (kind == AccessKind::Add) {
        if (!comes_before(first, await)) {
          reorder_among_additions(await, first);
          all = Settled::No;
        }
        additions_.push_back(first);
        continue;
      }
      additions_.clear();  // only those of one group
      if (kind == AccessKind::Read) continue;
      if (comes_before(first, await)) return all;  // so does every earlier event
      const Value value = trace_[first].before;
      if (!trace_.is_satisfied(await.thread, await.node, value)) continue;
      // A write conflicts with all events that may enable or disable the await: `w` has no such
      // event, and line 22 stops.
      const std::size_t redundant_at = plan_without(first);
      if (redundant_at < position) return all;
      if (redundant_at == trace_.size() && plan_await(await, value)) insert_planned(first);
      return Settled::No;
    }
    return all;
  }

  [[nodiscard]] bool comes_before(Index event, const Waiting& await) const {
    return trace_[event].thread == await.thread ||
           (await.after != None && trace_.happens_before(event, await.after));
  }

  bool plan_await(const Waiting& await, Value value) {
    return plan({await.thread, trace_.access_when(await.thread, await.node, value)});
  }

  // ---- Awaits after commuting additions: line 17 has several answers
  //
  // `w` contains the additions after `first` in its group that do not depend on it. A subset of
  // them is left out, with its dependents, so that the rest satisfies the await. Larger rests are
  // tried first; parts of a rest already found are skipped.

  static constexpr std::uint8_t LeftOut = 0;
  static constexpr std::uint8_t Kept = 1;
  static constexpr std::size_t MaxSums = 1024;

  void reorder_among_additions(const Waiting& await, Index first) {
    choices_.clear();
    auto base = static_cast<std::uint64_t>(trace_[first].before);
    for (std::size_t i = additions_.size(); i-- > 0;) {
      const Index event = additions_[i];
      if (trace_.happens_before(first, event)) continue;
      if (comes_before(event, await)) {
        base += amount(event);
      } else {
        choices_.push_back(event);
      }
    }
    // `choose` recurses over the choices.
    constexpr std::size_t MaxChoices = 8192;
    if (choices_.size() > MaxChoices) {
      control_.stop(StopReason::TooDeep);
      is_cut_short_ = true;
      return;
    }
    find_sums();
    found_.clear();
    is_kept_.assign(choices_.size(), Kept);
    choose(await, first, 0, base);
  }

  // sums_[i]: possible sums of the additions from choices_[i] on; empty if there are too many.
  void find_sums() {
    sums_.resize(choices_.size() + 1);
    sums_.back() = {0};
    for (std::size_t i = choices_.size(); i-- > 0;) {
      sums_[i] = sums_[i + 1];
      for (const std::uint64_t sum : sums_[i + 1]) sums_[i].push_back(sum + amount(choices_[i]));
      std::ranges::sort(sums_[i]);
      sums_[i].erase(std::unique(sums_[i].begin(), sums_[i].end()), sums_[i].end());
      if (sums_[i].size() > MaxSums) sums_[i].clear();
    }
  }

  void choose(const Waiting& await, Index first, std::size_t next, std::uint64_t value) {
    const bool may_satisfy =
        sums_[next].empty() || std::ranges::any_of(sums_[next], [&](std::uint64_t sum) {
          return trace_.is_satisfied(await.thread, await.node, static_cast<Value>(value + sum));
        });
    if (!may_satisfy || is_part_of_found() || must_cut_short()) return;
    if (next == choices_.size()) {
      found_.push_back(is_kept_);
      if (plan_choice(first) && plan_await(await, static_cast<Value>(value))) {
        insert_planned(first);
      }
      return;
    }
    const bool is_left_out = depends_on_left_out(next);
    if (!is_left_out) choose(await, first, next + 1, value + amount(choices_[next]));
    is_kept_[next] = LeftOut;
    choose(await, first, next + 1, value);
    is_kept_[next] = Kept;
  }

  bool must_cut_short() {
    is_cut_short_ |= control_.should_return(trace_.size());
    return is_cut_short_;
  }
  // Undecided additions count as kept.
  [[nodiscard]] bool is_part_of_found() const {
    return std::ranges::any_of(found_, [&](const std::vector<std::uint8_t>& found) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (is_kept_[i] == Kept && found[i] == LeftOut) return false;
      }
      return true;
    });
  }
  [[nodiscard]] bool depends_on_left_out(std::size_t choice) const {
    for (std::size_t i = 0; i < choice; ++i) {
      if (is_kept_[i] == LeftOut && trace_.happens_before(choices_[i], choices_[choice])) {
        return true;
      }
    }
    return false;
  }
  // Plans notdep(first, E) without the dependents of the additions left out; false if redundant.
  bool plan_choice(Index first) {
    start_plan(first);
    for (std::size_t i = first + std::size_t{1}; i < trace_.size(); ++i) {
      bool is_kept = !trace_.happens_before(first, i);
      for (std::size_t c = 0; c < choices_.size() && is_kept; ++c) {
        is_kept = is_kept_[c] == Kept || !trace_.happens_before(choices_[c], i);
      }
      if (is_kept && !plan({trace_[i].thread, trace_[i].access})) return false;
    }
    return true;
  }

  // ---- Reports

  void report() {
    trace_.describe_end(execution_);
    execution_.set_source(*this);
    observer_.on_execution(execution_);
  }

  [[nodiscard]] ExecutionGraph make_graph() const override { return trace_.make_graph(); }
  [[nodiscard]] Value last_value(LocationId location) const override {
    if (!trace_.has_final()) return trace_.last_value(location);
    // The writes of `final` are in the graph alone.
    const ExecutionGraph& graph = execution_.graph();
    if (graph.initial_write(location).is_none()) return trace_.last_value(location);
    return graph.event(graph.coherence_maximal(location)).value;
  }
  [[nodiscard]] bool may_have_errors(ErrorScope scope) override {
    return scope.help_calls || scope.races || scope.races_by_atomics || scope.joins ||
           (scope.heap && trace_.may_misuse_memory());
  }

  Trace trace_;
  RunControl& control_;
  ExecutionObserver& observer_;
  Execution execution_;  // the reported execution, reused
  Position at_;          // the position of the exploration
  Phase phase_ = Phase::Done;
  bool is_cut_short_ = false;  // the current search for races
  PlannedSequence planned_;
  std::vector<PlannedEvent> candidates_;          // of sleep(E'): possible weak initials
  std::vector<Settled> settled_;                  // by event
  std::vector<Index> additions_;                  // of the current group, last first
  std::vector<Index> choices_;                    // additions that may be left out, in order
  std::vector<std::uint8_t> is_kept_;             // of `choices_`
  std::vector<std::vector<std::uint64_t>> sums_;  // by position in `choices_`
  std::vector<std::vector<std::uint8_t>> found_;  // values of `is_kept_`
  DporStatistics statistics_;
};

}  // namespace

DporStatistics explore_by_dpor(ProgramAutomata& automata, Additions additions, RunControl& control,
                               ExecutionObserver& observer) {
  Dpor search(automata, additions, control, observer);
  search.begin();
  static_cast<void>(search.run());
  return search.statistics();
}

std::unique_ptr<Search> make_dpor(ProgramAutomata& automata, Additions additions,
                                  RunControl& control, ExecutionObserver& observer) {
  return std::make_unique<Dpor>(automata, additions, control, observer);
}

}  // namespace drover::dpor
