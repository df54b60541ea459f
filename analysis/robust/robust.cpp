#include "analysis/robust/robust.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "analysis/robust/sequential.h"
#include "explorer/algorithms/execution.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "support/check.h"

namespace drover::robust {

namespace {

using State = std::vector<Value>;
// The parts of an error that are the same under two models.
using ErrorPlaceKey = std::pair<ErrorKind, std::uint32_t>;

ErrorPlaceKey key_of(const ReportedError& error) { return {error.kind, error.place.source.begin}; }

// Returns the reads at which threads of an execution wait forever.
std::vector<EventId> waiting_reads(const Execution& execution) {
  std::vector<EventId> reads;
  const ExecutionGraph& graph = execution.graph();
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const auto events = graph.events_of(ThreadId(t));
    if (execution.ends[t] == ThreadEnd::Finished || events.empty()) continue;
    const Event& last = graph.event(events.back());
    if (last.label.is_await && last.node == execution.nodes[t]) reads.push_back(events.back());
  }
  return reads;
}

// Options of a run that finds every execution; symmetric threads count once.
ExplorerOptions whole_run(ExplorerOptions options, Behaviour by) {
  // Annotated code runs as written.
  options.reductions.erase(Reduction::Helping);
  options.reductions.erase(Reduction::Ifaa);
  // States of threads that are permuted differ.
  if (by == Behaviour::States) options.reductions.erase(Reduction::Symmetry);
  options.after_error = AfterError::GoOn;
  options.shown = ShownError::Shortest;
  return options;
}

// Keeps the smallest surprise.
class Smallest {
 public:
  explicit Smallest(const MemoryModel& sc) : sc_(sc) {}

  void offer(const Execution& execution, State state) {
    const std::size_t events = execution.event_count;
    if (best_ && events > best_->events) return;
    // Shortest cycles are expensive: of many executions of one size, the first are compared.
    const bool is_smaller = !best_ || events < best_->events;
    if (is_smaller) compared_ = 0;
    if (++compared_ > MostCompared) return;
    Surprise one{.graph = execution.graph(),
                 .events = events,
                 .state = std::move(state),
                 .error = {},
                 .violation = sc_.find_violation(execution.graph())};
    if (is_smaller || length_of(one) < length_of(*best_)) best_ = std::move(one);
  }
  [[nodiscard]] const std::optional<Surprise>& best() const { return best_; }

 private:
  static constexpr std::size_t MostCompared = 200;
  static std::size_t length_of(const Surprise& surprise) {
    return surprise.violation ? surprise.violation->cycle.size() : 0;
  }

  const MemoryModel& sc_;
  std::size_t compared_ = 0;
  std::optional<Surprise> best_;
};

// Short-lived: holds references.
class Finder {
 public:
  Finder(const Program& program, const RobustOptions& options)
      : program_(program), options_(options), smallest_(*options.sc) {}

  Robustness find() {
    ExplorerOptions options = whole_run(options_.explorer, options_.by);
    const std::atomic<bool>* const user = options.interrupt;
    options.interrupt = &is_over_;
    options.progress = [this, user, before = options.progress](const Progress& progress) {
      if (user != nullptr && *user) is_over_ = true;
      if (before) before(progress);
    };
    options.on_execution = [this](const Execution& execution) { look_at(execution); };
    if (options_.by == Behaviour::States) {
      options.on_final_state = [this](const Execution& execution, const State& state) {
        if (is_other_)
          candidates_.try_emplace(state, *options_.sc).first->second.offer(execution, state);
      };
    }
    out_.run = explore(program_, options);
    out_.executions = out_.run.executions + out_.run.blocked + out_.run.erroneous + out_.run.cut;
    out_.is_complete = !out_.run.is_partial() && !(options_.stops_at_first && out_.others > 0);
    if (options_.by == Behaviour::States) {
      compare_states();
    } else {
      out_.smallest = smallest_.best();
    }
    find_undefined();
    decide();
    return std::move(out_);
  }

 private:
  void look_at(const Execution& execution) {
    // The run goes on until it looks at the flag.
    if (options_.stops_at_first && out_.others > 0) return;
    is_other_ = is_other(execution);
    if (!is_other_ || options_.by == Behaviour::States) return;
    // A run that is restarted tells its executions again.
    if (!known_.insert(hash_graph(execution.graph(), CoherencePart::Included, OrderPart::LeftOut))
             .second) {
      return;
    }
    ++out_.others;
    smallest_.offer(execution, {});
    if (options_.stops_at_first) is_over_ = true;
  }

  // True if sc has not this trace; for States, if it may not have its state.
  [[nodiscard]] bool is_other(const Execution& execution) const {
    const ExecutionGraph& graph = execution.graph();
    const MemoryModel& sc = *options_.sc;
    const bool shows_coherence = can_compare(*options_.explorer.model, Behaviour::Traces);
    if (shows_coherence && is_sequential(sc, graph)) return false;
    return options_.by != Behaviour::Reads ||
           !has_sequential_reads(sc, graph, waiting_reads(execution));
  }

  // ---- States

  void compare_states() {
    out_.states = out_.run.outcomes.size() + out_.run.errors.size();
    if (candidates_.empty() && out_.run.errors.empty()) return;
    explore_under_sc();
    for (const auto& [state, smallest] : candidates_) {
      if (out_.under_sc->outcomes.contains(state)) continue;
      ++out_.others;
      propose(*smallest.best());
    }
    std::set<ErrorPlaceKey> known;
    for (const ReportedError& error : out_.under_sc->errors) known.insert(key_of(error));
    for (std::size_t i = 0; i < out_.run.errors.size(); ++i) {
      const ReportedError& error = out_.run.errors[i];
      if (error.graph.size() == 0 || !known.insert(key_of(error)).second) continue;
      ++out_.others;
      const ExecutionGraph& graph = error.graph;
      propose({.graph = graph,
               .events = static_cast<std::size_t>(std::ranges::count_if(
                   graph.events(), [](const Event& event) { return !event.is_initial(); })),
               .state = {},
               .error = i,
               .violation = options_.sc->find_violation(graph)});
    }
    // Without all states of sc, none of the model's is known to be new.
    if (!out_.under_sc->is_partial()) return;
    out_.is_complete = false;
    out_.others = 0;
    out_.smallest.reset();
  }

  void explore_under_sc() {
    ExplorerOptions options = whole_run(options_.explorer, options_.by);
    options.model = options_.sc;
    options.algorithm = AlgorithmKind::Auto;
    out_.under_sc = explore(program_, options);
  }

  void propose(const Surprise& surprise) {
    if (!out_.smallest || surprise.events < out_.smallest->events) out_.smallest = surprise;
  }

  // ---- Verdict

  // Races are errors where the model says so: then the program has no meaning under it, and more
  // behaviour than its executions show.
  void find_undefined() {
    if (!options_.explorer.model->reports_races()) return;
    const auto race = std::ranges::find(out_.run.errors, ErrorKind::Race, &ReportedError::kind);
    if (race == out_.run.errors.end()) return;
    out_.undefined = static_cast<std::size_t>(race - out_.run.errors.begin());
  }

  void decide() {
    if (out_.undefined) {
      out_.verdict = RobustVerdict::Undefined;
    } else if (out_.smallest) {
      out_.verdict = RobustVerdict::NotRobust;
    } else if (!out_.is_complete) {
      out_.verdict = RobustVerdict::Incomplete;
    }
  }

  const Program& program_;
  const RobustOptions& options_;
  std::atomic<bool> is_over_ = false;
  bool is_other_ = false;  // the current execution
  Smallest smallest_;
  std::unordered_set<GraphHash> known_;   // the other executions
  std::map<State, Smallest> candidates_;  // by final state
  Robustness out_;
};

}  // namespace

bool can_compare(const MemoryModel& model, Behaviour by) {
  return by != Behaviour::Traces || (model.has_coherence() && !model.chooses_coherence());
}

Robustness find_robustness(const Program& program, const RobustOptions& options) {
  DROVER_CHECK(can_compare(*options.explorer.model, options.by),
               "traces are compared under models with coherence");
  return Finder(program, options).find();
}

}  // namespace drover::robust
