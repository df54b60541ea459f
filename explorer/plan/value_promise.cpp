// Estimates when exploring by values pays off.
//
// `rvf` explores at most one execution for all that differ only in the sources of the values read,
// and in the order of writes that no thread distinguishes. But it takes 10 to 200 times as long per
// execution as `spore`, and has no symmetry reduction. So it pays off if many writes write few
// values, and hardly ever if threads synchronise: the sources of reads order the reads, and
// executions that order them differently are distinguished ([RVF] §3). With locks, for example,
// `rvf` explores every order in which they are taken, as the others do.
//
// Both sides are estimated on the automata, which run on all values that memory may hold
// (ValueAnalysis), so that loops are unrolled and branches follow the values.
//
// The number of executions, from below: only accesses count that a thread makes on each of its
// paths, and not after an await or a read-modify-write, where it may have to wait for its turn.
// Nothing separates such accesses, so
//   - the writes of a location can come in any order that keeps the threads':
//     (Σ w_t)! / Π w_t! orders, for w_t writes by thread t;
//   - r reads of a thread can come anywhere among the w writes of the others, each after the one
//     before: (w + r choose r) ways. If the thread writes the location itself, k times, its writes
//     have their places already and leave w / (k + 1) of the others for a read between two of
//     them, on average: (w / (k + 1) + 1)^r ways.
// The product over locations and threads is not quite a lower bound, since orders of several
// locations may contradict each other; it is divided by the permutations of symmetric threads.
//
// The number of executions by values, from above: the product of the numbers of paths in the
// automata, since the values read determine a path. A thread that has surely written a location
// does not read its initial value any more, unless some thread writes that value. The numbers of
// last values of locations named by conditions are multiplied in. Not quite an upper bound: the
// causal order of the reads may distinguish executions with the same values.
//
// Since both are estimates, `auto` gives up on `rvf` if it finds far more executions than promised
// (Plan::fallback).

#include "explorer/plan/value_promise.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/value_analysis.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

namespace {

// The cost of one execution with `rvf`, in executions of `spore`, with a margin.
constexpr double LeastGain = 1000;
// Steps of the analysis, which take about a millisecond in total.
constexpr std::uint64_t MaxAnalysisSteps = 2000;
constexpr std::size_t MaxLocations = 64;

// std::lgamma writes a global variable, which threads must not share.
double log_factorial(double n) {
  int sign = 0;
  return ::lgamma_r(n + 1, &sign);
}

// log (n choose k).
double log_choose(double n, double k) {
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// By location: the number of accesses that a thread surely makes, before any await.
struct SureAccesses {
  explicit SureAccesses(std::size_t locations) : writes(locations), reads(locations) {}

  std::vector<std::uint32_t> writes;
  std::vector<std::uint32_t> reads;

  void keep_least(const SureAccesses& other) {
    const auto least = [](std::vector<std::uint32_t>& counts,
                          const std::vector<std::uint32_t>& others) {
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = std::min(counts[i], others[i]);
    };
    least(writes, other.writes);
    least(reads, other.reads);
  }
};

// The paths of one thread's automaton.
class ThreadPaths {
 public:
  ThreadPaths(ProgramAutomata& automata, ThreadId thread, const ValueAnalysis& analysis)
      : automata_(automata),
        automaton_(automata.thread(thread)),
        analysis_(analysis),
        locations_(automata.locations().size()) {
    sort_nodes();
    find_sure_writes();
    count();
  }

  [[nodiscard]] double paths() const { return paths_[automaton_.initial().value]; }
  [[nodiscard]] const SureAccesses& sure() const { return sure_[automaton_.initial().value]; }

 private:
  // Sorts the nodes, each after its predecessors. Iterative, since paths may be long.
  void sort_nodes() {
    enum class Mark : std::uint8_t { New, Open, Done };
    std::vector<Mark> marks(automaton_.node_count(), Mark::New);
    std::vector<NodeId> stack{automaton_.initial()};
    while (!stack.empty()) {
      const NodeId node = stack.back();
      Mark& mark = marks[node.value];
      if (mark == Mark::New) {
        mark = Mark::Open;
        for (const auto& [value, target] : automaton_.edges(node)) {
          if (!target.is_none() && marks[target.value] == Mark::New) stack.push_back(target);
        }
        continue;
      }
      stack.pop_back();
      if (mark == Mark::Open) sorted_.push_back(node);
      mark = Mark::Done;
    }
    std::ranges::reverse(sorted_);
  }

  // Finds the locations that the thread has written on every path to a node.
  void find_sure_writes() {
    written_.resize(automaton_.node_count());
    written_[automaton_.initial().value].assign(locations_, false);
    for (const NodeId node : sorted_) {
      std::vector<bool> behind = written_[node.value];
      const Label& label = automaton_.label(node);
      if (label.is_write()) behind[label.location.value] = true;
      for (const auto& [value, target] : automaton_.edges(node)) {
        if (target.is_none()) continue;
        std::vector<bool>& known = written_[target.value];
        if (known.empty()) {
          known = behind;
        } else {
          for (std::size_t i = 0; i < locations_; ++i) known[i] = known[i] && behind[i];
        }
      }
    }
  }

  [[nodiscard]] bool is_possible(NodeId node, Value value) const {
    const Label& label = automaton_.label(node);
    if (!label.is_read() || !written_[node.value][label.location.value]) return true;
    if (value != automata_.locations().initial_value(label.location)) return true;
    for (std::size_t t = 0; t < automata_.thread_count(); ++t) {
      if (analysis_.may_write(ThreadId(t), label.location, value)) return true;
    }
    return false;
  }

  // Counts backwards from the ends.
  void count() {
    paths_.resize(automaton_.node_count(), 0);
    sure_.resize(automaton_.node_count(), SureAccesses(locations_));
    for (std::size_t i = sorted_.size(); i > 0; --i) {
      const NodeId node = sorted_[i - 1];
      double& paths = paths_[node.value];
      SureAccesses& sure = sure_[node.value];
      for (const auto& [value, target] : automaton_.edges(node)) {
        if (target.is_none() || !is_possible(node, value)) continue;
        if (paths == 0) {
          sure = sure_[target.value];
        } else {
          sure.keep_least(sure_[target.value]);
        }
        paths += paths_[target.value];
      }
      paths = std::max(paths, 1.0);
      add(node, sure);
    }
  }

  void add(NodeId node, SureAccesses& sure) const {
    const Label& label = automaton_.label(node);
    const std::size_t location = label.location.value;
    if (label.is_write()) ++sure.writes[location];
    if (!label.is_read()) return;
    if (label.is_await || label.exclusive.kind != ExclusiveValues::Kind::None) {
      sure = SureAccesses(locations_);
    } else {
      ++sure.reads[location];
    }
  }

  ProgramAutomata& automata_;
  ThreadAutomaton& automaton_;
  const ValueAnalysis& analysis_;
  std::size_t locations_;
  std::vector<NodeId> sorted_;
  std::vector<std::vector<bool>> written_;  // by node and location
  std::vector<double> paths_;               // by node
  std::vector<SureAccesses> sure_;          // by node
};

// Returns the log of the number of orders of the accesses to one location.
double log_orders(std::span<const SureAccesses> workers, std::size_t location) {
  double all = 0;
  for (const SureAccesses& worker : workers) all += worker.writes[location];
  double result = log_factorial(all);
  for (const SureAccesses& worker : workers) {
    const double own = worker.writes[location];
    const double others = all - own;
    result -= log_factorial(own);
    const double reads = worker.reads[location];
    result +=
        own == 0 ? log_choose(others + reads, reads) : reads * std::log(others / (own + 1) + 1);
  }
  return result;
}

// Describes the location that most threads write.
void describe(const ProgramAutomata& automata, const ValueAnalysis& analysis,
              std::span<const SureAccesses> workers, ValuePromise& promise) {
  for (std::size_t i = 0; i < automata.locations().size(); ++i) {
    const LocationId location(i);
    const auto writers = static_cast<std::uint64_t>(std::ranges::count_if(
        workers, [i](const SureAccesses& worker) { return worker.writes[i] > 0; }));
    if (writers <= promise.writers) continue;
    promise.writers = writers;
    promise.location = automata.locations().name(location);
    promise.values = static_cast<std::uint64_t>(
        std::ranges::count_if(analysis.values(location), [&](Value value) {
          for (std::size_t t = 0; t < automata.thread_count(); ++t) {
            if (analysis.may_write(ThreadId(t), location, value)) return true;
          }
          return false;
        }));
  }
}

}  // namespace

std::optional<ValuePromise> promise_of_values(
    const Program& program, const UnfoldOptions& unfold,
    const std::vector<passes::SymmetricThreads>& symmetric) {
  ProgramAutomata automata(program, unfold);
  RunControl control;
  std::uint64_t steps = 0;
  control.set_heartbeat([&] {
    if (++steps > MaxAnalysisSteps) control.stop(StopReason::TooDeep);
  });
  const ValueAnalysis analysis(automata, control);
  const std::size_t locations = automata.locations().size();
  if (control.reason() != StopReason::Exhausted || locations > MaxLocations) return std::nullopt;

  double log_executions = 0;
  double log_value_paths = 0;
  std::vector<SureAccesses> workers;
  for (std::size_t t = 0; t < automata.thread_count(); ++t) {
    const ThreadPaths paths(automata, ThreadId(t), analysis);
    log_value_paths += std::log(paths.paths());
    if (program.threads[t].role == ThreadRole::Worker) workers.push_back(paths.sure());
  }
  for (std::size_t i = 0; i < locations; ++i) log_executions += log_orders(workers, i);
  for (const passes::SymmetricThreads& group : symmetric) {
    log_executions -= log_factorial(static_cast<double>(group.size()));
  }
  std::set<Value> named;
  for (const Observable& observable : program.observables) {
    if (!observable.is_register) named.insert(observable.address);
  }
  for (const Value address : named) {
    const LocationId location = automata.locations().find(address);
    if (location.is_none()) continue;
    log_value_paths += std::log(static_cast<double>(analysis.values(location).size()));
  }
  if (log_executions - log_value_paths < std::log(LeastGain)) return std::nullopt;

  ValuePromise promise{std::exp(log_executions), std::exp(log_value_paths), "", 0, 0};
  describe(automata, analysis, workers, promise);
  return promise;
}

}  // namespace drover
