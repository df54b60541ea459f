// Estimates on the automata, which run on all values that memory may hold, when exploring by values
// pays off: many writes, few values, hardly any synchronisation. docs/proofs.md, Estimates.

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

// The saving in executions from which on `rvf` is worthwhile: each of its executions takes up to
// 200 times as long as one of `spore`, and the saving is an estimate.
constexpr double LeastGain = 1000;
// Steps of the analysis, which take about a millisecond in total.
constexpr std::uint64_t MaxAnalysisSteps = 2000;
constexpr std::size_t MaxLocations = 64;

// std::lgamma writes a global variable, which threads must not share.
double log_factorial(double n) {
  int sign = 0;
  return ::lgamma_r(n + 1, &sign);
}

double log_choose(double n, double k) {
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

bool may_be_written(const ProgramAutomata& automata, const ValueAnalysis& analysis,
                    LocationId location, Value value) {
  for (std::size_t t = 0; t < automata.thread_count(); ++t) {
    if (analysis.may_write(ThreadId(t), location, value)) return true;
  }
  return false;
}

// By location: the number of accesses that a thread surely makes, before any await.
struct SureAccesses {
  explicit SureAccesses(std::size_t locations) : writes(locations), reads(locations) {}

  std::vector<std::uint32_t> writes;
  std::vector<std::uint32_t> reads;

  void keep_least(const SureAccesses& other) {
    const auto least = [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); };
    std::ranges::transform(writes, other.writes, writes.begin(), least);
    std::ranges::transform(reads, other.reads, reads.begin(), least);
  }
};

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
    return may_be_written(automata_, analysis_, label.location, value);
  }

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
    promise.values = static_cast<std::uint64_t>(std::ranges::count_if(
        analysis.values(location),
        [&](Value value) { return may_be_written(automata, analysis, location, value); }));
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
