#include "cli/find_executions.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <unordered_set>
#include <utility>

#include "drawing/execution_picture.h"
#include "explorer/algorithm_table.h"
#include "explorer/algorithms/execution.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/every_graph.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "words/run_words.h"
#include "words/thread_endings.h"

namespace drover::cli {

namespace {

// All candidates, as far as graphs of `model` are told apart.
class Candidates : public EveryGraph {
 public:
  explicit Candidates(const MemoryModel& model) : model_(model) {}
  [[nodiscard]] bool has_coherence() const override { return model_.has_coherence(); }
  [[nodiscard]] bool is_coherence_maximal(const ExecutionGraph& graph,
                                          EventId write) const override {
    return model_.is_coherence_maximal(graph, write);
  }

 private:
  const MemoryModel& model_;
};

// An execution as it was met.
struct Met {
  ExecutionGraph graph;
  std::vector<NodeId> nodes;
  std::vector<ThreadEnd> ends;
  std::vector<std::vector<Value>> states;  // those that are selected
  std::vector<Violation> violations;

  [[nodiscard]] bool is_complete() const {
    return std::ranges::all_of(ends, [](ThreadEnd end) { return end == ThreadEnd::Finished; });
  }
};

// A short-lived worker: holds references to what was asked for.
class Finder {
 public:
  Finder(const DrawCommand& command, const DrawInput& input, const Selection& selection,
         const MemoryModel& model)
      : command_(command), input_(input), selection_(selection), model_(model), all_(model) {}

  FoundExecutions find() {
    found_.result = explore(input_.program, options());
    settle();
    found_.names = found_.result.names;
    if (selection_.is_error) {
      take_errors();
    } else {
      for (auto& [number, met] : kept_) found_.executions.push_back(describe(number, met));
    }
    judge_completeness();
    return std::move(found_);
  }

 private:
  [[nodiscard]] ExplorerOptions options() {
    ExplorerOptions options;
    options.model = selection_.is_forbidden ? &all_ : &model_;
    options.algorithm =
        selection_.is_forbidden ? AlgorithmKind::Enumerate : *find_algorithm(command_.algorithm);
    // Those that leave no execution out; loops that only wait end with them.
    options.reductions = ReductionSet::none();
    if (!input_.is_litmus) {
      for (const Reduction reduction : {Reduction::Plp, Reduction::Await}) {
        options.reductions.insert(reduction);
        options.asked_for.insert(reduction);
      }
    }
    options.unfold.unroll = command_.unroll.value_or(input_.is_litmus ? 2 : 100);
    options.after_error = AfterError::GoOn;
    options.max_seconds = command_.max_seconds;
    options.max_executions = command_.max_executions;
    options.interrupt = &stop_;
    options.progress = [this](const Progress&) {
      if (was_interrupted()) stop_ = true;
    };
    if (!selection_.is_error) {
      options.on_execution = [this](const Execution& execution) {
        settle();
        if (stop_) return;
        met_.emplace(Met{execution.graph(), execution.nodes, execution.ends, {}, {}});
      };
      options.on_final_state = [this](const Execution&, const std::vector<Value>& state) {
        if (met_ && is_wanted(state)) met_->states.push_back(state);
      };
    }
    return options;
  }

  [[nodiscard]] bool is_wanted(const std::vector<Value>& state) const {
    return input_.is_selected(state) && (!selection_.is_witness || input_.is_witness(state));
  }

  // Keeps the execution at hand or not, now that its final states are known.
  void settle() {
    if (!met_) return;
    Met met = *std::exchange(met_, std::nullopt);
    if (!is_selected(met)) return;
    const CoherencePart coherence =
        model_.has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut;
    // A run that is started again meets the same ones again.
    if (!known_.insert(hash_graph(met.graph, coherence)).second) return;
    const std::size_t number = ++found_.matching;
    const bool has_numbers = !selection_.numbers.empty();
    const bool is_kept = has_numbers ? selection_.has_number(number) : true;
    if (is_kept && kept_.size() == command_.max_pictures) {
      --found_.matching;
      is_full_ = true;
      stop_ = true;
      return;
    }
    if (is_kept) kept_.emplace_back(number, std::move(met));
    if (has_numbers && number == selection_.last_number()) {
      has_last_ = true;
      stop_ = true;
    }
  }

  [[nodiscard]] bool is_selected(Met& met) const {
    const bool is_complete = met.is_complete();
    if (selection_.is_complete && !is_complete) return false;
    if (selection_.is_blocked && is_complete) return false;
    const bool needs_state = selection_.is_witness || !selection_.outcome.empty() ||
                             (is_complete && !input_.program.conditions.empty());
    if (needs_state && met.states.empty()) return false;
    if (!selection_.is_forbidden) return true;
    met.violations = model_.find_violations(met.graph);
    if (selection_.axiom.empty()) return !met.violations.empty();
    // The one that was asked for is drawn.
    std::ranges::stable_sort(met.violations, {}, [&](const Violation& violation) {
      return violation.axiom != selection_.axiom;
    });
    return !met.violations.empty() && met.violations.front().axiom == selection_.axiom;
  }

  [[nodiscard]] FoundExecution describe(std::size_t number, Met& met) const {
    FoundExecution out{number, std::move(met.graph), {}};
    add_captions(met, out.request);
    out.request.endings = words::thread_endings(*found_.result.automata, met.nodes, met.ends);
    if (!met.violations.empty()) out.request.violation = met.violations.front();
    return out;
  }

  void add_captions(const Met& met, drawing::PictureRequest& request) const {
    std::string states;
    for (const std::vector<Value>& state : met.states) {
      std::string text;
      for (std::size_t i = 0; i < state.size(); ++i) {
        text += format("{}{} = {}", i == 0 ? "" : ", ", input_.program.observables[i].name,
                       found_.names.value(state[i]));
      }
      states += (states.empty() ? "" : " or ") + text;
    }
    if (!states.empty()) request.captions.push_back({states, false});
    for (std::size_t i = 0; i < met.violations.size(); ++i) {
      const std::string& name = met.violations[i].axiom;
      // What the names in it stand for is in `drover models show`.
      const std::string formula = model_.axioms()[met.violations[i].position].formula;
      const std::string text = i == 0 ? format("breaks {}", name) : format("and {}", name);
      request.captions.push_back({format("{}: {}", text, formula), true});
    }
  }

  // One execution for each error.
  void take_errors() {
    for (const ReportedError& error : found_.result.errors) {
      if (error.graph.size() == 0 || (selection_.kind && error.kind != *selection_.kind)) continue;
      const std::size_t number = ++found_.matching;
      if (!selection_.numbers.empty() && !selection_.has_number(number)) continue;
      if (found_.executions.size() == command_.max_pictures) {
        is_full_ = true;
        return;
      }
      found_.executions.push_back({number, error.graph, drawing::request_of(error, found_.names)});
    }
  }

  void judge_completeness() {
    const StopReason reason = found_.result.stop_reason;
    if (is_full_) {
      found_.limit = format("there are more; --max-pictures is {}", command_.max_pictures);
    } else if (was_interrupted()) {
      found_.limit = words::stop_text(StopReason::Interrupted);
    } else if (!has_last_ && reason != StopReason::Exhausted) {
      found_.limit = words::stop_text(reason);
    } else if (!has_last_ && found_.result.cut > 0) {
      found_.limit = "a loop was cut (--unroll): there may be other executions";
      found_.is_cut = input_.is_litmus;
    }
    found_.is_all = found_.limit.empty() && !has_last_;
  }

  const DrawCommand& command_;
  const DrawInput& input_;
  const Selection& selection_;
  const MemoryModel& model_;
  Candidates all_;
  std::atomic<bool> stop_{false};
  bool is_full_ = false;
  bool has_last_ = false;
  std::optional<Met> met_;
  std::vector<std::pair<std::size_t, Met>> kept_;
  std::unordered_set<GraphHash> known_;
  FoundExecutions found_;
};

}  // namespace

FoundExecutions find_executions(const DrawCommand& command, const DrawInput& input,
                                const Selection& selection, const MemoryModel& model) {
  return Finder(command, input, selection, model).find();
}

}  // namespace drover::cli
