// RVF-SMC, [RVF] §5, Algorithm 2: explores by the values that reads return.
//
// A node of the search is a set of events, the good writes of each read in it, and a trace that
// satisfies them. The node takes all steps that are not reads. Then it takes the next reads of the
// threads one after the other; for each value, the read reads from one of the writes of that value.
// VerifySC decides whether that is possible, and gives the trace. The causal map keeps the branches
// of later reads from repeating what those of earlier reads have shown. A backtrack signal tells,
// when a read's branch returns, whether other branches could show the read something new; if not,
// they are left out.
//
// A stack with the nodes from the root to the current one replaces the recursion. docs/proofs.md
// lists the differences from the paper, and says which parts of the stack are independent work.

#include "explorer/algorithms/rvf/rvf.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/algorithms/rvf/rvf_events.h"
#include "explorer/algorithms/rvf/rvf_item.h"
#include "explorer/algorithms/rvf/rvf_solver.h"
#include "semantics/program/address.h"
#include "support/byte_fields.h"
#include "support/check.h"

namespace drover::rvf {

namespace {

class RvfExploration : public RvfSearch, private Execution::GraphSource {
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

  SearchEnd run() override {
    if (std::exchange(has_all_, false)) explore({}, {});
    while (!nodes_.empty()) {
      if (control_.should_return(events_.size())) return SearchEnd::Paused;
      RvfNode& node = nodes_.back();
      if (node.is_reporting) {
        if (!report_rest(node)) return SearchEnd::Paused;
        node.is_reporting = false;
        continue;
      }
      switch (process(node)) {
        case Progress::Moved: break;
        case Progress::Stopped: return SearchEnd::Paused;
        case Progress::Done: leave(); break;
      }
    }
    return SearchEnd::Done;
  }

  std::optional<Bytes> split() override {
    // Removes a branch that has returned.
    if (!nodes_.empty() && nodes_.back().has_child) take_back(nodes_.back());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (!has_choices(i)) continue;
      if (!is_independent(i)) return give_stack(i);
      Bytes item = item_of(i, i + 1);
      close(nodes_[i]);
      return item;
    }
    if (!std::exchange(has_all_, false)) return std::nullopt;
    return item_of(0, 0);
  }

  [[nodiscard]] vsc::VscCounters counters() const override { return solver_.counters(); }

 private:
  void start() override { has_all_ = true; }
  void forget() override {
    for (; !nodes_.empty(); nodes_.pop_back()) solver_.leave_node();
    events_.cut_back(0);
    causal_.assign(events_.thread_count(), {});
    ancestors_.clear();
    has_all_ = false;
  }

  // ---- Algorithm 2

  // Enters a node. `news`: the write of the read-modify-write that led here, if any.
  void explore(RvfTrace trace, std::optional<RvfRef> news) {
    solver_.enter_node();
    RvfNode& node = nodes_.emplace_back();
    node.begin = events_.size();
    extend(trace);
    node.end = events_.size();
    if (news) send_signals(*news);
    for (std::size_t i = node.begin; i < trace.size(); ++i) send_signals(trace[i]);
    node.trace = std::move(trace);
    node.reads = enabled_reads();
    send_pending_signals(node.reads);
    node.is_reporting = std::ranges::all_of(
        node.reads, [&](std::size_t t) { return events_.label_of(t).is_await; });
    std::stable_partition(node.reads.begin(), node.reads.end(),
                          [&](std::size_t t) { return has_signal(t); });
  }

  void leave() {
    RvfNode& node = nodes_.back();
    for (auto& [thread, entry] : node.replaced) causal_[thread] = std::move(entry);
    events_.cut_back(node.begin);
    nodes_.pop_back();
    solver_.leave_node();
  }

  // Line 1: takes all steps that are not reads.
  void extend(RvfTrace& trace) {
    for (bool has_moved = true; has_moved;) {
      has_moved = false;
      for (std::size_t t = 0; t < events_.thread_count(); ++t) {
        if (!events_.has_started(t)) continue;
        while (is_event(events_.label_of(t).kind) && !events_.label_of(t).is_read() &&
               !events_.is_held(t)) {
          trace.push_back(events_.add_step(t));
          has_moved = true;
        }
      }
    }
  }

  // Lines 2-5: signals the ancestors' reads that may read a new write.
  void send_signals(RvfRef event) {
    const RvfEvent& write = events_[event];
    if (write.kind != LabelKind::Write) return;
    for (RvfAncestor& ancestor : ancestors_) {
      const bool may_be_read =
          ancestor.location == write.location && ancestor.thread != event.thread;
      if (may_be_read) ancestor.signal = true;
    }
  }

  // Appendix A: signals also for the write of a read-modify-write that is next, although it may not
  // happen in this branch.
  void send_pending_signals(const std::vector<std::size_t>& reads) {
    for (const std::size_t thread : reads) {
      const Label& label = events_.label_of(thread);
      if (label.exclusive.kind == ExclusiveValues::Kind::None) continue;
      for (RvfAncestor& ancestor : ancestors_) {
        const bool may_be_read =
            ancestor.may_write && ancestor.location == label.location && ancestor.thread != thread;
        if (may_be_read) ancestor.signal = true;
      }
    }
  }

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

  enum class Progress : std::uint8_t {
    Moved,
    Stopped,  // the started branch has been undone
    Done      // the node has no work left
  };

  // Lines 6-30, one branch at a time.
  Progress process(RvfNode& node) {
    if (node.has_child) take_back(node);
    if (!node.is_processing) {
      if (!node.backtrack || node.next_read == node.reads.size()) return Progress::Done;
      const std::size_t thread = node.reads[node.next_read];
      if (options_.signals && has_signal(thread)) node.backtrack = false;
      node.groups = values_of(thread, events_.label_of(thread));
      node.next_group = 0;
      node.is_processing = true;
    }
    while (node.next_group < node.groups.size()) {
      switch (take_group(node)) {
        case Branch::Taken: return Progress::Moved;
        case Branch::Stopped: return Progress::Stopped;
        case Branch::None: ++node.next_group; break;
      }
    }
    // Line 29: the read need not read from the current writes again.
    CausalEntry counts;
    for (std::size_t t = 0; t < events_.thread_count(); ++t) {
      counts.push_back(static_cast<std::uint32_t>(events_.events_of(t).size()));
    }
    const std::size_t thread = node.reads[node.next_read++];
    node.replaced.emplace_back(thread, std::exchange(causal_[thread], std::move(counts)));
    node.is_processing = false;
    return Progress::Moved;
  }

  // Handles the return of the current read's branch.
  void take_back(RvfNode& node) {
    causal_[node.reads[node.next_read]] = std::move(node.entry);
    node.backtrack = ancestors_.back().signal;
    ancestors_.pop_back();
    events_.cut_back(node.end);
    node.has_child = false;
  }

  enum class Branch : std::uint8_t { Taken, Stopped, None };

  // Lines 19-28: lets the current read read the next value. Invalidates `node` if the branch is
  // taken.
  Branch take_group(RvfNode& node) {
    const std::size_t thread = node.reads[node.next_read];
    const ValueGroup& group = node.groups[node.next_group];
    const Label& label = events_.label_of(thread);
    const LocationId location = label.location;
    const bool may_write = label.exclusive.kind != ExclusiveValues::Kind::None;
    const bool follows = is_followed_by(node.trace, location, group);
    if (!follows && solver_.is_hopeless(events_, thread, group.writes)) return Branch::None;
    const std::size_t count_before = events_.events_of(thread).size();
    events_.add_read(thread, group.value, group.writes);
    // Line 22.
    RvfTrace witness = followed(node.trace, thread, count_before);
    if (!follows && !solver_.find_trace(events_, RvfTrace(witness), {}, witness)) {
      events_.cut_back(node.end);
      return control_.has_stopped() ? Branch::Stopped : Branch::None;
    }
    const bool has_write = events_.events_of(thread).size() - count_before == 2;
    const RvfRef write{static_cast<std::uint32_t>(thread),
                       static_cast<std::uint32_t>(count_before + 1)};
    ++node.next_group;
    node.has_child = true;
    node.entry = std::exchange(causal_[thread], {});
    ancestors_.push_back(
        {.thread = thread, .location = location, .may_write = may_write, .signal = node.backtrack});
    explore(std::move(witness), has_write ? std::optional(write) : std::nullopt);
    return Branch::Taken;
  }

  // Lines 17 and 18: returns the writes that the next read of `thread` may read from, by value.
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

  // [RVF] §4.2 (3): true if the last write in the trace is good, so the read can simply follow.
  [[nodiscard]] bool is_followed_by(const RvfTrace& trace, LocationId location,
                                    const ValueGroup& group) const {
    return options_.vsc.use_guide &&
           std::ranges::find(group.writes, last_write(trace, location)) != group.writes.end();
  }

  // Returns the trace followed by the events of `thread` from `first` on.
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

  // Every thread has ended or waits: reports the executions that can be told apart. False if it was
  // stopped; executions already reported are skipped next time.
  bool report_rest(RvfNode& node) {
    to_skip_ = node.reported;
    reported_count_ = 0;
    report_rest(node.trace, enabled_reads());
    node.reported = std::max(node.reported, reported_count_);
    return !control_.has_stopped();
  }

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
    report_last_writes(trace, demand, locations_to_tell_apart(), 0);
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

  // Returns the locations whose last write matters: those named by conditions if all threads have
  // finished; all of memory if a thread was stopped in a loop that it may repeat forever.
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
      // Location ids depend on the exploration so far; addresses do not.
      std::ranges::sort(locations, {}, [&](LocationId location) {
        return automata_.locations().address(location);
      });
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

  // Chooses the value of the last write of locations[next] and of the following locations.
  void report_last_writes(const RvfTrace& trace, const RvfDemand& demand,
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
      if (control_.has_stopped()) return;
      RvfDemand chosen = demand;
      chosen.last_writes.push_back({locations[next - 1], std::move(group.writes)});
      RvfTrace witness;
      if (find_demanded(trace, chosen, witness)) {
        report_last_writes(witness, chosen, locations, next);
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
    if (control_.has_stopped() || ++reported_count_ <= to_skip_) return;
    reported_ = &trace;
    execution_.event_count = trace.size() + waiting_.size();
    execution_.set_source(*this);
    observer_.on_execution(execution_);
  }

  // ---- Memory

  // Reports traces in which an access or a free of an object precedes its allocation or follows
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

  // True if `use` accesses or frees the object that `mark` allocates or frees.
  [[nodiscard]] bool uses(RvfRef use, RvfRef mark) const {
    const RvfEvent& event = events_[use];
    const bool is_access = event.is_access();
    // The presence of two frees is an error in itself.
    const bool is_free = event.kind == LabelKind::Free && events_[mark].kind != LabelKind::Free;
    if (!is_access && !is_free) return false;
    const Value used = is_access ? automata_.locations().address(event.location) : event.value;
    return address::is_heap(used) && address::base(used) == address::base(events_[mark].value);
  }

  // True if program order, spawn or join fixes the order of the two events.
  [[nodiscard]] bool is_ordered(RvfRef a, RvfRef b) const {
    if (a.thread == b.thread || events_.roles()[a.thread] != events_.roles()[b.thread]) return true;
    if (!automata_.has_spawns()) return false;
    return events_.before(b)[a.thread] > a.index || events_.before(a)[b.thread] > b.index;
  }

  // True if the current trace, already judged, has this order: no other trace is needed.
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
    const auto add = [&](std::size_t thread, NodeId node, Value value) {
      const Label& label = automata_.thread(ThreadId(thread)).label(node);
      const EventId event = add_event(graph, automata_, ThreadId(thread), node);
      if (label.kind == LabelKind::Join) graph.set_read_value(event, value);
      if (label.is_read()) {
        graph.set_reads_from(event, graph.coherence_maximal(label.location));
      } else if (label.is_write()) {
        graph.insert_coherence(event, graph.coherence(label.location).size());
      }
    };
    for (const RvfRef ref : *reported_) add(ref.thread, events_[ref].node, events_[ref].value);
    for (const std::size_t thread : waiting_) add(thread, events_.node_of(thread), 0);
    return graph;
  }

  // ---- Items

  // True if the node has branches left, or executions to report, besides its child.
  [[nodiscard]] bool has_choices(std::size_t i) const {
    const RvfNode& node = nodes_[i];
    if (node.is_reporting || (node.is_processing && node.next_group < node.groups.size())) {
      return true;
    }
    // Without a child the signal is final.
    const bool goes_on = node.has_child || node.is_processing || node.backtrack;
    return goes_on && has_reads_left(node);
  }
  // True if reads remain after the current one.
  [[nodiscard]] static bool has_reads_left(const RvfNode& node) {
    return node.next_read + (node.is_processing ? 1 : 0) < node.reads.size();
  }
  // True if the remaining work of the oldest node with work left and its child cannot affect each
  // other (docs/proofs.md).
  [[nodiscard]] bool is_independent(std::size_t i) const {
    return !nodes_[i].has_child || !has_reads_left(nodes_[i]) || ancestors_[i].signal;
  }
  // Drops all remaining work except the child.
  static void close(RvfNode& node) {
    node.is_reporting = false;
    node.reads.resize(node.next_read + (node.is_processing ? 1 : 0));
    node.groups.resize(node.is_processing ? node.next_group : 0);
  }
  // Gives away all remaining work from node `first` on.
  Bytes give_stack(std::size_t first) {
    Bytes item = item_of(first, nodes_.size());
    for (std::size_t i = first; i < nodes_.size(); ++i) close(nodes_[i]);
    return item;
  }

  // Returns the nodes from `first` to before `last` as an item, the last of them without its child.
  [[nodiscard]] Bytes item_of(std::size_t first, std::size_t last) const {
    ByteWriter out;
    const std::size_t size = last == 0 ? 0 : nodes_[last - 1].end;
    write_events(out, events_, size);
    out.put(last - first);
    for (std::size_t i = first; i < last; ++i) {
      const bool backtrack = nodes_[i].has_child ? ancestors_[i].signal : nodes_[i].backtrack;
      write_node(out, nodes_[i], backtrack,
                 i + 1 < last ? NodePart::WithChild : NodePart::WithoutChild);
    }
    // The causal map as of the last node.
    CausalMap causal = causal_;
    for (std::size_t i = nodes_.size(); i > last && i-- > 0;) {
      for (const auto& [thread, entry] : nodes_[i].replaced) causal[thread] = entry;
      const RvfNode& parent = nodes_[i - 1];
      causal[parent.reads[parent.next_read]] = parent.entry;
    }
    save(out, causal);
    return out.take();
  }
  [[nodiscard]] bool load_from(ByteReader& in) override {
    if (!load_events(in, automata_, events_)) return false;
    const std::size_t count = in.get_count();
    std::vector<RvfNode> nodes(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t least = i == 0 ? 0 : nodes[i - 1].end + 1;
      const NodePart part = i + 1 < count ? NodePart::WithChild : NodePart::WithoutChild;
      if (!load_node(in, events_, least, part, nodes[i])) return false;
    }
    auto causal = drover::load<CausalMap>(in);
    has_all_ = count == 0;
    const bool is_map = causal.size() == causal_.size() &&
                        std::ranges::all_of(causal, [&](const CausalEntry& entry) {
                          return is_entry(entry, causal.size());
                        });
    if (is_map) causal_ = std::move(causal);
    if (in.has_failed() || !is_map || events_.size() != (has_all_ ? 0 : nodes.back().end))
      return false;
    return has_all_ || settle(std::move(nodes));
  }
  // Goes back from the last node to the first to check and complete each, and then forward again.
  [[nodiscard]] bool settle(std::vector<RvfNode> nodes) {
    RvfEvents all = events_;
    CausalMap causal = causal_;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      RvfNode& node = nodes[i];
      events_.cut_back(node.end);
      if (node.has_child) {
        for (auto& [thread, entry] : nodes[i + 1].replaced) causal_[thread] = entry;
        causal_[node.reads.front()] = node.entry;
      }
      if (!settle_node(node)) return false;
      if (node.has_child && !is_child(node, nodes[i + 1], all)) return false;
    }
    events_ = std::move(all);
    causal_ = std::move(causal);
    nodes_ = std::move(nodes);
    for (std::size_t i = 0; i < nodes_.size(); ++i) solver_.enter_node();
    return true;
  }
  [[nodiscard]] bool settle_node(RvfNode& node) {
    if (!is_trace(events_, node.trace)) return false;
    const std::vector<std::size_t> reads = enabled_reads();
    std::vector<bool> is_listed(events_.thread_count(), false);
    for (const std::size_t thread : node.reads) {
      if (is_listed[thread] || std::ranges::find(reads, thread) == reads.end()) return false;
      is_listed[thread] = true;
    }
    if (node.is_reporting &&
        !std::ranges::all_of(reads, [&](auto t) { return events_.label_of(t).is_await; })) {
      return false;
    }
    for (std::size_t t = 0; t < events_.thread_count(); ++t) {
      const bool is_at_step = is_event(events_.label_of(t).kind) && !events_.label_of(t).is_read();
      if (is_at_step && events_.has_started(t) && !events_.is_held(t)) return false;
    }
    if (!node.is_processing) return true;
    const std::size_t thread = node.reads.front();
    const std::size_t last = node.groups.size();
    node.groups = values_of(thread, events_.label_of(thread));
    if (last > node.groups.size()) return false;
    node.groups.resize(last);
    return !node.has_child || node.next_group > 0;
  }
  // True if the events between node and child are those of the group taken last.
  [[nodiscard]] bool is_child(const RvfNode& node, const RvfNode& child, const RvfEvents& all) {
    const RvfRef read = all.in_order()[node.end];
    const bool is_taken = read.thread == node.reads.front() && all[read].kind == LabelKind::Read &&
                          all[read].value == node.groups[node.next_group - 1].value;
    if (!is_taken || child.begin != node.end + (all[read].is_exclusive ? 2 : 1)) return false;
    const Label& label = events_.label_of(read.thread);
    ancestors_.insert(ancestors_.begin(),
                      {.thread = read.thread,
                       .location = label.location,
                       .may_write = label.exclusive.kind != ExclusiveValues::Kind::None,
                       .signal = node.backtrack});
    return true;
  }
  ProgramAutomata& automata_;
  RvfOptions options_;
  RunControl& control_;
  ExecutionObserver& observer_;
  RvfEvents events_;
  RvfSolver solver_;
  CausalMap causal_;
  std::vector<RvfAncestor> ancestors_;  // by node; the last node has none
  std::vector<RvfNode> nodes_;
  bool has_all_ = false;  // `run` starts from the beginning
  std::vector<Value> observed_addresses_;
  std::vector<RvfRef> visible_;
  Execution execution_;  // the reported execution, reused
  const RvfTrace* reported_ = nullptr;
  std::size_t to_skip_ = 0;           // executions of the current node already reported
  std::size_t reported_count_ = 0;    // including those
  std::vector<std::size_t> waiting_;  // threads at awaits in the reported execution
};

}  // namespace

std::unique_ptr<RvfSearch> make_rvf(ProgramAutomata& automata, const RvfOptions& options,
                                    RunControl& control, ExecutionObserver& observer) {
  return std::make_unique<RvfExploration>(automata, options, control, observer);
}

}  // namespace drover::rvf
