#include "drawing/find_executions.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <unordered_set>
#include <utility>

#include "analysis/explain/candidates.h"
#include "drawing/execution_picture.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/plan/plan.h"
#include "support/interrupt.h"

namespace drover::drawing {

namespace {

bool is_complete(const FoundExecution& execution) {
  return std::ranges::all_of(execution.ends,
                             [](ThreadEnd end) { return end == ThreadEnd::Finished; });
}

// Short-lived: holds references to the request.
class Finder {
 public:
  explicit Finder(const FindRequest& request)
      : request_(request), selection_(request.selection), model_(request.model) {}

  FoundExecutions find() {
    if (selection_.is_forbidden) {
      search_candidates();
    } else {
      found_.result = explore(request_.program, options());
      settle();
    }
    if (selection_.is_error) take_errors();
    found_.end = end();
    return std::move(found_);
  }

 private:
  [[nodiscard]] ExplorerOptions options() {
    ExplorerOptions options;
    options.model = &model_;
    options.algorithm = request_.algorithm;
    options.reductions = request_.reductions;
    options.asked_for = request_.reductions;
    options.unfold.unroll = request_.unroll;
    options.after_error = AfterError::GoOn;
    options.max_seconds = request_.max_seconds;
    options.max_executions = request_.max_executions;
    options.interrupt = &stop_;
    options.progress = [this](const Progress&) {
      if (was_interrupted()) stop_ = true;
    };
    if (!selection_.is_error) {
      // Cells that are cut make a program of C another one, with other executions.
      if (request_.program.is_c) options.on_start = [this](const GraphNames&) { start_again(); };
      options.on_execution = [this](const Execution& execution) {
        settle();
        if (stop_) return;
        met_.emplace(FoundExecution{
            .graph = execution.graph(), .nodes = execution.nodes, .ends = execution.ends});
      };
      options.on_final_state = [this](const Execution&, const std::vector<Value>& state) {
        if (met_ && is_wanted(state)) met_->states.push_back(state);
      };
    }
    return options;
  }

  // Finds forbidden candidates, as `explain` does.
  void search_candidates() {
    ExplorerOptions looking;
    looking.model = &model_;
    looking.unfold.unroll = request_.unroll;
    looking.max_seconds = request_.max_seconds;
    looking.interrupt = &interrupt_flag();
    const std::shared_ptr<const Program> program =
        with_found_cuts(std::make_shared<const Program>(request_.program), looking);
    judge_ = fitted(looking, *program).model;
    explain::CandidateSearch search(*program, request_.unroll,
                                    model_.needs_dependencies() ? explain::Dependencies::Included
                                                                : explain::Dependencies::LeftOut,
                                    request_.reductions);
    std::uint64_t looked_at = 0;
    StopReason reason =
        search.run(wanted_candidates(), std::nullopt,
                   {.seconds = request_.max_seconds, .interrupt = &interrupt_flag()},
                   [&](const explain::VisitedCandidate& candidate) {
                     if (++looked_at > request_.max_executions.value_or(looked_at)) stop_ = true;
                     if (!stop_) met_.emplace(found_in(candidate));
                     settle();
                     if (stop_) search.stop();
                   });
    // `stop` ends the search for the reason that `end` tells.
    if (is_full_ || has_last_) reason = StopReason::Exhausted;
    search.describe(found_.result);
    found_.result.cut_program = program;
    found_.result.stop_reason = reason;
    found_.result.cut = explain::has_node(search.automata(), LabelKind::Cut) ? 1 : 0;
  }

  void start_again() {
    met_.reset();
    known_.clear();
    found_.executions.clear();
    found_.matching = 0;
    is_full_ = has_last_ = stop_ = false;
  }

  [[nodiscard]] explain::Outcome wanted_candidates() const {
    explain::Outcome outcome;
    outcome.includes_unfinished = !selection_.is_complete;
    explain::OutcomePart part{
        .text = "", .observables = {}, .holds = [this](auto state) { return is_wanted(state); }};
    for (std::size_t i = 0; i < request_.program.observables.size(); ++i) {
      part.observables.push_back(static_cast<std::uint32_t>(i));
    }
    outcome.parts.push_back(std::move(part));
    outcome.constants = request_.mentioned;
    return outcome;
  }

  [[nodiscard]] static FoundExecution found_in(const explain::VisitedCandidate& candidate) {
    FoundExecution found{
        .graph = candidate.graph, .nodes = candidate.nodes, .ends = candidate.ends};
    if (is_complete(found)) found.states.push_back(candidate.state);
    return found;
  }

  [[nodiscard]] bool is_wanted(std::span<const Value> state) const {
    return request_.is_selected(state) && (!selection_.is_witness || request_.is_witness(state));
  }

  // Decides whether to keep the current execution, once its final states are known.
  void settle() {
    if (!met_) return;
    FoundExecution met = *std::exchange(met_, std::nullopt);
    if (!is_selected(met)) return;
    const CoherencePart coherence =
        model_.has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut;
    // A restarted run meets the same executions again.
    if (!known_.insert(hash_graph(met.graph, coherence, OrderPart::LeftOut)).second) return;
    const std::size_t number = ++found_.matching;
    const bool has_numbers = !selection_.numbers.empty();
    const bool is_kept = !has_numbers || selection_.has_number(number);
    if (is_kept && has_no_room()) {
      --found_.matching;
      is_full_ = true;
      stop_ = true;
      return;
    }
    if (is_kept) {
      met.number = number;
      found_.executions.push_back(std::move(met));
    }
    if (has_numbers && number == selection_.last_number()) {
      has_last_ = true;
      stop_ = true;
    }
  }

  [[nodiscard]] bool is_selected(FoundExecution& met) const {
    const bool has_finished = is_complete(met);
    if (selection_.is_complete && !has_finished) return false;
    if (selection_.is_blocked && has_finished) return false;
    const bool needs_state = selection_.is_witness || !selection_.outcome.empty() ||
                             (has_finished && !request_.program.conditions.empty());
    if (needs_state && met.states.empty()) return false;
    if (!selection_.is_forbidden) return true;
    met.violations = judge_->find_violations(met.graph);
    if (selection_.axiom.empty()) return !met.violations.empty();
    // Puts the requested axiom first: its violation is drawn.
    std::ranges::stable_sort(met.violations, {}, [&](const Violation& violation) {
      return violation.axiom != selection_.axiom;
    });
    return !met.violations.empty() && met.violations.front().axiom == selection_.axiom;
  }

  // Takes one execution for each selected error.
  void take_errors() {
    const std::vector<ReportedError>& errors = found_.result.errors;
    const auto is_kind = [&](std::size_t i) {
      return !selection_.kind || errors[i].kind == *selection_.kind;
    };
    const DrawnErrors choice = errors_to_draw(errors, selection_.errors);
    std::ranges::copy_if(choice.left_out, std::back_inserter(found_.left_out), is_kind);
    for (const std::size_t i : choice.drawn) {
      if (!is_kind(i)) continue;
      const std::size_t number = ++found_.matching;
      if (!selection_.numbers.empty() && !selection_.has_number(number)) continue;
      if (has_no_room()) {
        is_full_ = true;
        return;
      }
      found_.executions.push_back({.number = number, .graph = errors[i].graph, .error = i});
    }
  }

  [[nodiscard]] bool has_no_room() const { return found_.executions.size() == request_.max_found; }

  [[nodiscard]] SearchEnd end() const {
    if (is_full_) return SearchEnd::Full;
    if (was_interrupted()) return SearchEnd::Interrupted;
    if (has_last_) return SearchEnd::LastNumber;
    if (found_.result.stop_reason != StopReason::Exhausted) return SearchEnd::Limit;
    return found_.result.cut > 0 ? SearchEnd::Cut : SearchEnd::All;
  }

  const FindRequest& request_;
  const Selection& selection_;
  const MemoryModel& model_;
  const MemoryModel* judge_ = &model_;  // of the program with its cuts
  std::atomic<bool> stop_{false};
  bool is_full_ = false;
  bool has_last_ = false;
  std::optional<FoundExecution> met_;
  std::unordered_set<GraphHash> known_;
  FoundExecutions found_;
};

}  // namespace

FoundExecutions find_executions(const FindRequest& request) { return Finder(request).find(); }

}  // namespace drover::drawing
