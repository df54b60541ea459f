#include "tests/oracle/dpor_check.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "explorer/algorithms/dpor/dpor.h"
#include "explorer/graph/relation.h"
#include "explorer/models/model_registry.h"
#include "semantics/automaton/liveness.h"
#include "semantics/passes/await_pass.h"
#include "support/format.h"
#include "tests/support/run_search.h"
#include "tests/support/well_formed.h"

namespace drover::oracle {

namespace {

// An access of [Godot]: a read-modify-write is one access.
struct Unit {
  EventId first;
  EventId last;
  LocationId location;
  bool reads = false;
  bool writes = false;
  bool adds = false;          // and the result is not used
  std::size_t rank_read = 0;  // place of the source in coherence
  std::size_t rank_written = 0;
};

// Determines the class of an execution: its accesses and their happens-before.
class HappensBefore {
 public:
  using Key = std::vector<std::uint32_t>;

  HappensBefore(const Execution& execution, dpor::Additions additions)
      : graph_(execution.graph()), additions_(additions) {
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      const bool is_stuck = !execution.nodes[t].is_none() && waits(execution, t);
      collect(ThreadId(t), is_stuck);
      key_.push_back(static_cast<std::uint32_t>(execution.ends[t]));
      key_.push_back(execution.nodes[t].value);
    }
  }

  Key key() {
    const std::size_t count = units_.size();
    std::vector<std::vector<bool>> before(count, std::vector<bool>(count));
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) before[a][b] = comes_before(units_[a], units_[b]);
    }
    for (std::size_t via = 0; via < count; ++via) {
      for (std::size_t a = 0; a < count; ++a) {
        if (!before[a][via]) continue;
        for (std::size_t b = 0; b < count; ++b) before[a][b] = before[a][b] || before[via][b];
      }
    }
    for (std::size_t a = 0; a < count; ++a) {
      key_.push_back(graph_.event(units_[a].first).thread.value);
      key_.push_back(units_[a].location.value);
      key_.push_back((units_[a].reads ? 1U : 0U) | (units_[a].writes ? 2U : 0U) |
                     (units_[a].adds ? 4U : 0U));
      for (std::size_t b = 0; b < count; ++b) key_.push_back(before[a][b] ? 1 : 0);
    }
    return key_;
  }

 private:
  static bool waits(const Execution& execution, std::size_t thread) {
    const auto events = execution.graph().events_of(ThreadId(thread));
    if (events.empty()) return false;
    const Event& last = execution.graph().event(events.back());
    return last.label.is_await && last.node == execution.nodes[thread] &&
           execution.ends[thread] != ThreadEnd::Finished;
  }

  [[nodiscard]] std::size_t rank_of(EventId write) const {
    const auto order = graph_.coherence(graph_.event(write).label.location);
    return static_cast<std::size_t>(std::ranges::find(order, write) - order.begin());
  }

  // A read at which a thread waits forever is not an event of the sequence.
  void collect(ThreadId thread, bool is_stuck) {
    const auto events = graph_.events_of(thread);
    for (std::size_t i = 0; i < events.size() - (is_stuck ? 1 : 0); ++i) {
      const Event& event = graph_.event(events[i]);
      if (!event.label.is_access()) continue;
      Unit unit{events[i], events[i], event.label.location, false, false, false, 0, 0};
      if (event.label.is_read()) {
        unit.reads = true;
        unit.rank_read = rank_of(event.reads_from);
      }
      if (event.is_exclusive_read) unit.last = events[++i];
      if (graph_.event(unit.last).label.is_write()) {
        unit.writes = true;
        unit.rank_written = rank_of(unit.last);
      }
      unit.adds = additions_ == dpor::Additions::Commute && event.label.is_commuting;
      units_.push_back(unit);
    }
  }

  [[nodiscard]] bool comes_before(const Unit& a, const Unit& b) const {
    const Event& first = graph_.event(a.first);
    const Event& second = graph_.event(b.first);
    if (first.thread == second.thread) return a.first < b.first;
    const ThreadRole before = graph_.role(first.thread);
    const ThreadRole behind = graph_.role(second.thread);
    if (before != behind) return before < behind;
    if (a.location != b.location || (!a.writes && !b.writes) || (a.adds && b.adds)) return false;
    if (a.writes && b.writes) return a.rank_written < b.rank_written;
    return a.writes ? a.rank_written <= b.rank_read : a.rank_read < b.rank_written;
  }

  const ExecutionGraph& graph_;
  dpor::Additions additions_;
  std::vector<Unit> units_;
  Key key_;
};

class Classes : public ExecutionObserver {
 public:
  Classes(dpor::Additions additions, RunControl& control, std::uint64_t limit)
      : additions_(additions), control_(control), limit_(limit) {}

  void on_execution(const Execution& execution) override {
    if (++count > limit_) {
      is_too_large = true;
      control_.stop(StopReason::MaxExecutions);
      return;
    }
    ++found[HappensBefore(execution, additions_).key()];
    if (const auto broken = find_ill_formedness(execution.graph())) mistake = *broken;
    if (!find_model("sc")->is_consistent(execution.graph())) mistake = "an inconsistent execution";
    std::size_t events = 0;
    for (const Event& event : execution.graph().events()) events += event.is_initial() ? 0 : 1;
    if (events != execution.event_count) mistake = "a wrong number of events";
  }

  std::map<HappensBefore::Key, std::size_t> found;
  std::uint64_t count = 0;
  bool is_too_large = false;
  std::string mistake;

 private:
  dpor::Additions additions_;
  RunControl& control_;
  std::uint64_t limit_;
};

void compare(const Program& program, dpor::Additions additions, std::string_view name,
             std::uint64_t max_executions, CrossCheckResult& result) {
  ProgramAutomata automata(program, {});
  RunControl control;
  Classes all(additions, control, max_executions);
  run_interleaving(automata, StoreBuffers::None, control, all);
  if (all.is_too_large) {
    result.agreement = Agreement::TooLarge;
    return;
  }
  result.executions += all.count;
  const auto complain = [&](const std::string& what) {
    result.agreement = Agreement::Disagrees;
    result.what += format("under sc: dpor ({}) {}\n", name, what);
  };
  RunControl other_control;
  Classes some(additions, other_control, 4 * max_executions);
  const dpor::DporStatistics statistics =
      dpor::explore_by_dpor(automata, additions, other_control, some);
  if (!some.mistake.empty()) complain("finds " + some.mistake);
  if (statistics.sleep_blocked > 0) {
    complain(format("ends asleep {} times", statistics.sleep_blocked));
  }
  std::size_t twice = 0;
  std::size_t strange = 0;
  for (const auto& [key, count] : some.found) {
    twice += count - 1;
    strange += all.found.contains(key) ? 0 : 1;
  }
  const std::size_t missed = all.found.size() + strange - some.found.size();
  if (twice + strange + missed == 0) return;
  complain(format("misses {} of {} classes, finds {} that are none, {} again", missed,
                  all.found.size(), strange, twice));
}

}  // namespace

CrossCheckResult check_dpor(const Program& program, std::uint64_t max_executions) {
  CrossCheckResult result;
  const bool commutes = has_commuting(program);
  compare(program, dpor::Additions::Conflict, "plain", max_executions, result);
  if (commutes) compare(program, dpor::Additions::Commute, "ifaa", max_executions, result);
  if (!passes::has_awaits(program) || result.agreement == Agreement::TooLarge) return result;
  const Program awaiting = passes::with_awaits(program);
  compare(awaiting, dpor::Additions::Conflict, "await", max_executions, result);
  if (commutes) compare(awaiting, dpor::Additions::Commute, "await, ifaa", max_executions, result);
  return result;
}

}  // namespace drover::oracle
