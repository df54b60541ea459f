// RVF-SMC, [RVF] §5, Algorithm 2: explores by the values that reads return.
//
// A node of the search is a set of events, good writes for each read in it, and a trace that
// satisfies them. The node takes all steps that are not reads. Then it takes the reads that are
// next in their threads one after the other, and lets each read, for each value, one of the writes
// there that have it. VerifySC says whether that can be, and gives the trace. The causal map keeps
// the later reads' branches from repeating what the earlier ones' have shown; a backtrack signal
// tells, when a read's branch returns, that other branches could show it something new: if not,
// they are left out.
//
// Differs from the paper:
// - Awaits are reads that only some values satisfy, and so may never be enabled: Lemma 1, which
//   lets the read of σ̄ happen at the end of a trace, does not hold for them. They are processed
//   like reads with a causal map: last, and without signals. A node at which every thread that
//   has not ended stands at an await is an execution, too, if some trace of it ends with a
//   memory that satisfies none of them.
// - The corner case of appendix A (a compare-and-swap that is next may be what a pending signal
//   is about) is taken for every read-modify-write whose signal is open, and for every one that
//   may not write, compare-and-swap or await: a fetch-and-add changes what the other one reads
//   just as a compare-and-swap does. For reads that do not write, Lemma 1 holds as it is: the
//   read can always be moved to just before the read-modify-write it reads from.
// - Lines 7-11 put a read without a causal map in front of those before it. Here such reads come in
//   the order of their threads, and then the others in that order. The paper does not say in
//   which order line 7 goes through the enabled reads: if it takes the former from the last
//   thread to the first, and then the latter from the first to the last, the result is the same
//   sequence. So it is one of those that the proof is about. That the former come first is a
//   heuristic (§5): a false signal of one of them saves all that come after it, and the others
//   have no signals.
// - An acquire is an await like any other: its releases are one group if they write one value.
//   The closure finds out which of them it may be.
// - Local states are not all that is asked for. Where conditions name memory, and where it
//   depends on memory whether threads spin for ever, the last writes of locations are told
//   apart by value as if a last thread read them. Where memory is freed, a trace is looked for
//   in which an access comes too late, or too early.

#include "explorer/algorithms/rvf/rvf.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/rvf/rvf_events.h"
#include "explorer/algorithms/rvf/rvf_solver.h"
#include "semantics/program/address.h"
#include "support/check.h"

namespace drover::rvf {

namespace {

// A read that some node up the search is processing, with its backtrack signal.
struct Ancestor {
  std::size_t thread = 0;
  LocationId location;
  bool may_write = false;  // of a read-modify-write
  bool signal = false;
};

// The causal map C of [RVF] §5. A read is in it only while it is the next of its thread: by
// thread, how many events of each thread it may not read from any more; empty: undefined.
using CausalMap = std::vector<std::vector<std::uint32_t>>;

struct ValueGroup {
  Value value = 0;
  std::vector<RvfRef> writes;
};

class RvfExploration : private Execution::GraphSource {
 public:
  RvfExploration(ProgramAutomata& automata, const RvfOptions& options, RunControl& control,
                 ExecutionObserver& observer)
      : automata_(automata),
        options_(options),
        control_(control),
        observer_(observer),
        events_(automata),
        solver_(options.vsc, [this] { return control_.should_stop(events_.size()); }),
        causal_(automata.thread_count()) {
    for (const Observable& observable : automata.program().observables) {
      if (!observable.is_register) observed_addresses_.push_back(observable.address);
    }
  }

  vsc::VscCounters run() {
    explore({}, {});
    return solver_.counters();
  }

 private:
  // ---- Algorithm 2

  // `news`: the write of the read-modify-write that led here, if one did.
  void explore(RvfTrace trace, std::optional<RvfRef> news) {
    if (control_.should_stop(events_.size())) return;
    solver_.enter_node();
    const std::size_t size_before = trace.size();
    extend(trace);
    if (news) send_signals(*news);
    for (std::size_t i = size_before; i < trace.size(); ++i) send_signals(trace[i]);
    const std::vector<std::size_t> reads = enabled_reads();
    send_pending_signals(reads);
    if (std::ranges::all_of(reads, [&](std::size_t t) { return events_.label_of(t).is_await; })) {
      report_rest(trace, reads);
    }
    process(trace, reads);
    for (std::size_t i = trace.size(); i > size_before; --i) {
      events_.remove_last(trace[i - 1].thread);
    }
    solver_.leave_node();
  }

  // Line 1: takes all steps that are not reads.
  void extend(RvfTrace& trace) {
    for (bool has_moved = true; has_moved;) {
      has_moved = false;
      for (std::size_t t = 0; t < events_.thread_count(); ++t) {
        if (!events_.has_started(t)) continue;
        while (is_event(events_.label_of(t).kind) && !events_.label_of(t).is_read()) {
          trace.push_back(events_.add_step(t));
          has_moved = true;
        }
      }
    }
  }

  // Lines 2-5: a new write may be read by reads up the search.
  void send_signals(RvfRef event) {
    const RvfEvent& write = events_[event];
    if (write.kind != LabelKind::Write) return;
    for (Ancestor& ancestor : ancestors_) {
      const bool may_be_read =
          ancestor.location == write.location && ancestor.thread != event.thread;
      if (may_be_read) ancestor.signal = true;
    }
  }

  // Appendix A: so may the write of a read-modify-write that is next, although it may come to
  // nothing in this branch.
  void send_pending_signals(const std::vector<std::size_t>& reads) {
    for (const std::size_t thread : reads) {
      const Label& label = events_.label_of(thread);
      if (label.exclusive.kind == ExclusiveValues::Kind::None) continue;
      for (Ancestor& ancestor : ancestors_) {
        const bool may_be_read =
            ancestor.may_write && ancestor.location == label.location && ancestor.thread != thread;
        if (may_be_read) ancestor.signal = true;
      }
    }
  }

  // The threads whose next event is a read.
  [[nodiscard]] std::vector<std::size_t> enabled_reads() const {
    std::vector<std::size_t> reads;
    for (std::size_t t = 0; t < events_.thread_count(); ++t) {
      if (events_.label_of(t).is_read() && events_.has_started(t)) reads.push_back(t);
    }
    return reads;
  }

  [[nodiscard]] bool has_signal(std::size_t thread) const {
    return causal_[thread].empty() && !events_.label_of(thread).is_await;
  }

  // Lines 6-30.
  void process(const RvfTrace& trace, std::vector<std::size_t> reads) {
    std::ranges::stable_partition(reads, [&](std::size_t t) { return has_signal(t); });
    CausalMap entries(causal_.size());  // what the causal map was, where it changes
    std::vector<std::size_t> processed;
    bool backtrack = true;
    for (const std::size_t thread : reads) {
      if (!backtrack || control_.should_stop(events_.size())) break;
      if (options_.signals && has_signal(thread)) backtrack = false;
      process(trace, thread, backtrack);
      // Line 29: it need not read from what is here any more.
      std::vector<std::uint32_t> counts;
      for (std::size_t t = 0; t < events_.thread_count(); ++t) {
        counts.push_back(static_cast<std::uint32_t>(events_.events_of(t).size()));
      }
      entries[thread] = std::exchange(causal_[thread], std::move(counts));
      processed.push_back(thread);
    }
    for (const std::size_t thread : processed) causal_[thread] = std::move(entries[thread]);
  }

  // Lines 17-28, for the read that is next in `thread`.
  void process(const RvfTrace& trace, std::size_t thread, bool& backtrack) {
    const Label label = events_.label_of(thread);
    for (const ValueGroup& group : values_of(thread, label)) {
      if (control_.should_stop(events_.size())) return;
      const bool follows = is_followed_by(trace, label.location, group);
      if (!follows && solver_.is_hopeless(events_, thread, group.writes)) continue;
      const std::size_t count_before = events_.events_of(thread).size();
      events_.add_read(thread, group.value, group.writes);
      // Line 22.
      RvfTrace witness = followed(trace, thread, count_before);
      if (follows || solver_.find_trace(events_, RvfTrace(witness), {}, witness)) {
        const bool has_write = events_.events_of(thread).size() - count_before == 2;
        const RvfRef write{static_cast<std::uint32_t>(thread),
                           static_cast<std::uint32_t>(count_before + 1)};
        const bool may_write = label.exclusive.kind != ExclusiveValues::Kind::None;
        ancestors_.push_back({.thread = thread,
                              .location = label.location,
                              .may_write = may_write,
                              .signal = backtrack});
        std::vector<std::uint32_t> entry = std::exchange(causal_[thread], {});
        explore(std::move(witness), has_write ? std::optional(write) : std::nullopt);
        causal_[thread] = std::move(entry);
        backtrack = ancestors_.back().signal;
        ancestors_.pop_back();
      }
      while (events_.events_of(thread).size() > count_before) events_.remove_last(thread);
    }
  }

  // Lines 17 and 18: what the next read of `thread` may read, by value.
  [[nodiscard]] std::vector<ValueGroup> values_of(std::size_t thread, const Label& label) {
    events_.visible_writes(thread, label.location, visible_);
    const auto& forbidden = causal_[thread];
    if (!forbidden.empty()) {
      std::erase_if(visible_, [&](RvfRef write) {
        return write.is_initial() || write.index < forbidden[write.thread];
      });
    }
    std::vector<ValueGroup> groups = grouped(visible_);
    if (label.is_await) {
      std::erase_if(groups, [&](const ValueGroup& group) {
        return automata_.thread(ThreadId(thread))
            .next(events_.node_of(thread), group.value)
            .is_none();
      });
    }
    return groups;
  }

  [[nodiscard]] std::vector<ValueGroup> grouped(const std::vector<RvfRef>& writes) const {
    std::vector<ValueGroup> groups;
    for (const RvfRef write : writes) {
      const Value value = events_.value_of(write);
      auto group = std::ranges::find(groups, value, &ValueGroup::value);
      if (group == groups.end()) group = groups.insert(groups.end(), ValueGroup{value, {}});
      group->writes.push_back(write);
    }
    return groups;
  }

  // [RVF] §4.2 (3): if the last write in the trace is a good one, the read can simply follow.
  [[nodiscard]] bool is_followed_by(const RvfTrace& trace, LocationId location,
                                    const ValueGroup& group) const {
    return options_.vsc.use_guide &&
           std::ranges::find(group.writes, last_write(trace, location)) != group.writes.end();
  }

  // The trace with the events of `thread` from `first` on behind it.
  [[nodiscard]] RvfTrace followed(const RvfTrace& trace, std::size_t thread,
                                  std::size_t first) const {
    RvfTrace result;
    result.reserve(trace.size() + 8);
    result.assign(trace.begin(), trace.end());
    for (std::size_t i = first; i < events_.events_of(thread).size(); ++i) {
      result.push_back({static_cast<std::uint32_t>(thread), static_cast<std::uint32_t>(i)});
    }
    return result;
  }

  [[nodiscard]] RvfRef last_write(const RvfTrace& trace, LocationId location) const {
    for (std::size_t i = trace.size(); i > 0; --i) {
      const RvfEvent& event = events_[trace[i - 1]];
      if (event.kind == LabelKind::Write && event.location == location) return trace[i - 1];
    }
    return {RvfRef::Initial, location.value};
  }

  // ---- Executions

  // Every thread has ended or waits: reports the executions that differ in what can be told.
  void report_rest(const RvfTrace& trace, const std::vector<std::size_t>& waiting) {
    RvfDemand demand;
    for (const std::size_t thread : waiting) {
      const Label& label = events_.label_of(thread);
      events_.visible_writes(events_.thread_count(), label.location, visible_);
      std::erase_if(visible_, [&](RvfRef write) {
        const NodeId next = automata_.thread(ThreadId(thread))
                                .next(events_.node_of(thread), events_.value_of(write));
        return !next.is_none();
      });
      if (visible_.empty()) return;
      demand.last_writes.push_back({label.location, visible_});
    }
    settle_ends(waiting);
    report_last_writes(trace, std::move(demand), locations_to_tell_apart(), 0);
  }

  void settle_ends(const std::vector<std::size_t>& waiting) {
    const std::size_t threads = events_.thread_count();
    execution_.nodes.resize(threads);
    execution_.ends.resize(threads);
    for (std::size_t t = 0; t < threads; ++t) {
      execution_.nodes[t] = events_.node_of(t);
      execution_.ends[t] =
          events_.has_started(t) ? end_of(events_.label_of(t)) : ThreadEnd::NotStarted;
    }
    for (const std::size_t t : waiting) execution_.ends[t] = end_of_wait(events_.label_of(t));
    waiting_ = waiting;
  }

  // Where the last write matters: what conditions name, if all threads have finished; or all of
  // memory, if some thread was stopped in a loop that it may repeat for ever.
  [[nodiscard]] std::vector<LocationId> locations_to_tell_apart() const {
    const bool is_complete = std::ranges::all_of(
        execution_.ends, [](ThreadEnd end) { return end == ThreadEnd::Finished; });
    std::vector<LocationId> locations;
    if (is_complete) {
      for (const Value address : observed_addresses_) {
        const LocationId location = automata_.locations().find(address);
        if (!location.is_none()) locations.push_back(location);
      }
    } else if (may_spin()) {
      for (std::size_t i = 0; i < automata_.locations().size(); ++i) locations.emplace_back(i);
    }
    return locations;
  }

  [[nodiscard]] bool may_spin() const {
    bool is_spin = false;
    for (std::size_t t = 0; t < execution_.ends.size(); ++t) {
      const ThreadEnd end = execution_.ends[t];
      if (end == ThreadEnd::Error || end == ThreadEnd::Cut) return false;
      if (end == ThreadEnd::Blocked && !events_.label_of(t).is_spin) return false;
      is_spin |= (end == ThreadEnd::Blocked || end == ThreadEnd::StuckAtAwait) &&
                 events_.label_of(t).is_spin;
    }
    return is_spin;
  }

  // Chooses the value of the last write of locations[next], and so on.
  void report_last_writes(const RvfTrace& trace, RvfDemand demand,
                          const std::vector<LocationId>& locations, std::size_t next) {
    if (control_.should_stop(events_.size())) return;
    std::vector<ValueGroup> groups;
    for (; next < locations.size() && groups.size() < 2; ++next) {
      events_.visible_writes(events_.thread_count(), locations[next], visible_);
      groups = grouped(visible_);
    }
    if (groups.size() < 2) {
      report_demanded(trace, demand);
      return;
    }
    for (ValueGroup& group : groups) {
      RvfDemand chosen = demand;
      chosen.last_writes.push_back({locations[next - 1], std::move(group.writes)});
      RvfTrace witness;
      if (find_demanded(trace, chosen, witness)) {
        report_last_writes(witness, std::move(chosen), locations, next);
      }
    }
  }

  bool find_demanded(const RvfTrace& trace, const RvfDemand& demand, RvfTrace& witness) {
    const bool is_met = std::ranges::all_of(demand.last_writes, [&](const auto& last) {
      return std::ranges::find(last.good, last_write(trace, last.location)) != last.good.end();
    });
    if (is_met) {
      witness = trace;
      return true;
    }
    return solver_.find_trace(events_, trace, demand, witness);
  }

  void report_demanded(const RvfTrace& trace, const RvfDemand& demand) {
    RvfTrace witness;
    if (!find_demanded(trace, demand, witness)) return;
    report(witness);
    if (automata_.locations().has_heap_cells()) report_memory_errors(witness, demand);
  }

  void report(const RvfTrace& trace) {
    reported_ = &trace;
    execution_.event_count = trace.size() + waiting_.size();
    execution_.set_source(*this);
    observer_.on_execution(execution_);
  }

  // ---- Memory

  // Traces in which an access or a free of an object comes before its allocation or behind
  // another free of it. Each shows an error.
  void report_memory_errors(const RvfTrace& trace, RvfDemand demand) {
    std::vector<RvfRef> marks;
    for (const RvfRef ref : trace) {
      const LabelKind kind = events_[ref].kind;
      if (kind == LabelKind::Alloc || kind == LabelKind::Free) marks.push_back(ref);
    }
    for (const RvfRef mark : marks) {
      for (const RvfRef use : trace) {
        if (control_.should_stop(events_.size())) return;
        if (!uses(use, mark) || is_ordered(mark, use)) continue;
        const bool is_free = events_[mark].kind == LabelKind::Free;
        demand.order = is_free ? std::pair(mark, use) : std::pair(use, mark);
        RvfTrace witness;
        if (shows(trace, *demand.order) || !solver_.find_trace(events_, trace, demand, witness)) {
          continue;
        }
        report(witness);
      }
    }
  }

  // Whether `use` accesses, or frees, what `mark` allocates or frees.
  [[nodiscard]] bool uses(RvfRef use, RvfRef mark) const {
    const RvfEvent& event = events_[use];
    const bool is_access = event.kind == LabelKind::Read || event.kind == LabelKind::Write;
    // That two frees are there is enough.
    const bool is_free = event.kind == LabelKind::Free && events_[mark].kind != LabelKind::Free;
    if (!is_access && !is_free) return false;
    const Value used = is_access ? automata_.locations().address(event.location) : event.value;
    return address::is_heap(used) && address::base(used) == address::base(events_[mark].value);
  }

  // By program order: nothing can be changed then.
  [[nodiscard]] bool is_ordered(RvfRef a, RvfRef b) const {
    return a.thread == b.thread || events_.roles()[a.thread] != events_.roles()[b.thread];
  }

  // The trace at hand has been judged: no need to find another that is the same in this.
  [[nodiscard]] static bool shows(const RvfTrace& trace, std::pair<RvfRef, RvfRef> order) {
    return std::ranges::find(trace, order.first) < std::ranges::find(trace, order.second);
  }

  // ---- Graphs

  [[nodiscard]] bool may_have_errors(ErrorScope /*scope*/) override { return true; }

  [[nodiscard]] Value last_value(LocationId location) const override {
    return events_.value_of(last_write(*reported_, location));
  }

  [[nodiscard]] ExecutionGraph make_graph() const override {
    ExecutionGraph graph(events_.roles());
    const auto add = [&](std::size_t thread, NodeId node) {
      const Label& label = automata_.thread(ThreadId(thread)).label(node);
      if (label.is_access()) {
        graph.ensure_initial_write(label.location,
                                   automata_.locations().initial_value(label.location));
      }
      const EventId event = graph.add(ThreadId(thread), node, label);
      if (label.is_read()) {
        graph.set_reads_from(event, graph.coherence_maximal(label.location));
      } else if (label.is_write()) {
        graph.insert_coherence(event, graph.coherence(label.location).size());
      }
    };
    for (const RvfRef ref : *reported_) add(ref.thread, events_[ref].node);
    for (const std::size_t thread : waiting_) add(thread, events_.node_of(thread));
    return graph;
  }

  ProgramAutomata& automata_;
  const RvfOptions& options_;
  RunControl& control_;
  ExecutionObserver& observer_;
  RvfEvents events_;
  RvfSolver solver_;
  CausalMap causal_;
  std::vector<Ancestor> ancestors_;
  std::vector<Value> observed_addresses_;
  std::vector<RvfRef> visible_;
  Execution execution_;  // what is reported, used again for each
  const RvfTrace* reported_ = nullptr;
  std::vector<std::size_t> waiting_;  // threads at awaits, in what is reported
};

}  // namespace

vsc::VscCounters explore_by_values(ProgramAutomata& automata, const RvfOptions& options,
                                   RunControl& control, ExecutionObserver& observer) {
  return RvfExploration(automata, options, control, observer).run();
}

}  // namespace drover::rvf
