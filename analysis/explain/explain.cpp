// Explains why an outcome is allowed or forbidden.
//
// An outcome is forbidden under a model iff every candidate execution with this outcome breaks an
// axiom ([RCMC] §3.3: candidates are all combinations of paths, reads-from and coherence). So:
//
// 1. Candidates with the outcome are enumerated without axioms: first the coherent ones, then all
//    others (candidates.h). Loop iterations without effect are removed first, as in explorations;
//    final states stay the same ([Godot] Thm. 1).
// 2. Each model checks each candidate. An accepted candidate is a witness; the shown witness is one
//    that the most models of the ladder accept, as the least surprising.
// 3. If a model accepts no candidate, its reasons are collected (reasons.h): against the coherent
//    candidates, or against all if none is coherent.
// 4. If there is no candidate, the search is repeated without the outcome, to find the parts that
//    no candidate satisfies, or a smallest set of parts that none satisfies together.
//
// A failure (of an assertion) is an outcome too: its candidates are executions in which a thread
// fails at that place, however the other threads end.
//
// Models without coherence (wrc11) ignore the coherence of a candidate. Its last writes still stand
// for the final state: such a model allows the candidate iff it accepts the graph and these writes
// may be last under it.
//
// Large programs have many candidates. After `max_steps` choices the search stops; models without a
// witness then explore the program themselves, which decides the outcome without an explanation,
// and reasons cover the candidates found so far.

#include "analysis/explain/explain.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "analysis/explain/candidates.h"
#include "analysis/explain/impossible.h"
#include "analysis/explain/ladder.h"
#include "analysis/explain/reasons.h"
#include "explorer/explore.h"
#include "explorer/graph/errors_of_graph.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "support/check.h"

namespace drover::explain {

namespace {

using Clock = RunControl::Clock;

// The cost of one model's check of a candidate, in steps of the search.
constexpr std::uint64_t StepsPerQuestion = 20;

// Graphs have dependencies if any model needs them: all models check the same graphs.
Dependencies dependencies_of(std::span<const MemoryModel* const> ladder,
                             std::span<const MemoryModel* const> asked) {
  const bool needs_them = std::ranges::any_of(ladder, &MemoryModel::needs_dependencies) ||
                          std::ranges::any_of(asked, &MemoryModel::needs_dependencies);
  return needs_them ? Dependencies::Included : Dependencies::LeftOut;
}

// A short-lived worker: holds references.
class Explainer {
 public:
  Explainer(const Program& program, const Outcome& outcome,
            std::span<const MemoryModel* const> asked, const ExplainOptions& options)
      : program_(program),
        outcome_(outcome),
        asked_(asked),
        options_(options),
        start_(Clock::now()),
        ladder_(models_for(kind_of(program))),
        search_(program, options.unroll, dependencies_of(ladder_, asked)) {
    for (const MemoryModel* model : ladder_) models_.push_back({model, {}, 0});
    for (const MemoryModel* model : asked) {
      if (find(model) == nullptr) models_.push_back({model, {}, 0});
    }
    result_.names = search_.names();
  }

  Explanation run() {
    result_.stop_reason = search(outcome_, CandidateClass::Coherent, options_.max_steps,
                                 on_candidate_of(result_.coherent_count));
    kept_coherent_ = result_.candidates.size();
    if (result_.stop_reason == StopReason::Exhausted) search_incoherent();
    kept_ = result_.candidates.size();
    if (result_.candidate_count() == 0 && result_.is_complete()) {
      find_impossible_parts();
    } else if (!result_.is_complete()) {
      explore_unsettled();
    }
    for (const MemoryModel* model : asked_) answer(*model);
    if (program_.topology != nullptr && options_.tries_scopes) {
      for (ModelAnswer& each : result_.answers) {
        find_narrow_scopes(each);
        find_wide_scopes(each);
      }
    }
    for (const MemoryModel* model : ladder_) {
      const Inquiry& inquiry = *find(model);
      result_.ladder.push_back({model, verdict_of(inquiry), inquiry.witness, {}, {}});
    }
    climb_ladder({kept_, explained_count(), observed_locations()}, result_);
    return std::move(result_);
  }

 private:
  struct Inquiry {
    const MemoryModel* model = nullptr;
    std::optional<std::size_t> witness;
    std::size_t acceptance = 0;  // number of models that accept the witness
    OutcomeVerdict without_witness = OutcomeVerdict::Forbidden;
  };

  [[nodiscard]] Inquiry* find(const MemoryModel* model) {
    const auto found = std::ranges::find(models_, model, &Inquiry::model);
    return found == models_.end() ? nullptr : &*found;
  }

  // ---- 1. Candidates

  // Incoherent candidates matter only for models that accept some of them: if there are coherent
  // candidates, the search is short.
  void search_incoherent() {
    constexpr std::uint64_t Fraction = 10;
    const std::uint64_t steps =
        result_.coherent_count > 0 ? options_.max_steps / Fraction : options_.max_steps;
    const CandidateVisitor visit = on_candidate_of(result_.incoherent_count);
    result_.incoherent_reason =
        search(outcome_, CandidateClass::Incoherent, steps, [&](const VisitedCandidate& candidate) {
          if (is_torn(candidate.graph)) ++result_.torn_count;
          visit(candidate);
        });
  }

  StopReason search(const Outcome& outcome, std::optional<CandidateClass> wanted,
                    std::uint64_t max_steps, const CandidateVisitor& visit) {
    const StopReason reason = search_.run(outcome, wanted,
                                          {.steps = max_steps,
                                           .seconds = options_.max_seconds,
                                           .start = start_,
                                           .interrupt = options_.interrupt},
                                          visit);
    result_.was_cut = has_node(search_.automata(), LabelKind::Cut);
    return reason;
  }

  [[nodiscard]] ObservedLocations observed_locations() const {
    ObservedLocations locations;
    for (const Observable& observable : search_.program().observables) {
      if (observable.is_register || !is_asked_about(observable)) continue;
      const LocationId location = search_.automata().locations().find(observable.address);
      if (!location.is_none()) locations.push_back(location);
    }
    return locations;
  }

  [[nodiscard]] bool is_asked_about(const Observable& observable) const {
    const auto index =
        static_cast<std::uint32_t>(&observable - search_.program().observables.data());
    return std::ranges::any_of(outcome_.parts, [&](const OutcomePart& part) {
      return std::ranges::find(part.observables, index) != part.observables.end();
    });
  }

  // ---- 2. Witnesses

  [[nodiscard]] CandidateVisitor on_candidate_of(std::uint64_t& count) {
    return [this, &count](const VisitedCandidate& candidate) {
      on_candidate(candidate, ++count <= options_.max_kept);
    };
  }

  void on_candidate(const VisitedCandidate& candidate, bool is_kept) {
    const ObservedLocations observed = observed_locations();
    ExecutionGraph graph = candidate.graph;
    // With a partial coherence, only the last writes of these locations are given.
    const bool is_partial = std::ranges::any_of(models_, [](const Inquiry& inquiry) {
      return inquiry.model->facts().has_partial_coherence;
    });
    if (is_partial) graph.set_observed(std::make_shared<const ObservedLocations>(observed));
    std::vector<Inquiry*> accepting;
    for (Inquiry& inquiry : models_) {
      if (!is_kept && inquiry.witness) continue;
      search_.count_steps(StepsPerQuestion);
      if (allows(*inquiry.model, graph, observed)) accepting.push_back(&inquiry);
    }
    if (is_kept || !accepting.empty()) {
      result_.candidates.push_back(
          {std::move(graph), candidate.state, result_.names, candidate.failed});
    }
    for (Inquiry* inquiry : accepting) {
      if (inquiry->witness && inquiry->acceptance >= accepting.size()) continue;
      inquiry->witness = result_.candidates.size() - 1;
      inquiry->acceptance = accepting.size();
    }
  }

  // ---- Beyond the limits

  void explore_unsettled() {
    for (Inquiry& inquiry : models_) {
      if (inquiry.witness) continue;
      inquiry.without_witness = OutcomeVerdict::Unknown;
      explore_under(inquiry);
    }
  }

  void explore_under(Inquiry& inquiry) {
    std::atomic<bool> is_enough = false;
    std::optional<Candidate> witness;
    ExplorerOptions options;
    options.model = inquiry.model;
    options.unfold.unroll = options_.unroll;
    options.reductions.erase(Reduction::Symmetry);
    options.reductions.erase(Reduction::Helping);
    options.reductions.erase(Reduction::Ifaa);
    options.after_error = AfterError::GoOn;
    options.max_executions = options_.max_executions;
    if (options_.max_seconds) options.max_seconds = remaining_seconds();
    options.interrupt = &is_enough;
    options.progress = [&](const Progress&) {
      if (options_.interrupt != nullptr && options_.interrupt->load()) is_enough = true;
    };
    options.on_final_state = [&](const Execution& execution, const std::vector<Value>& state) {
      if (witness || outcome_.failure || !outcome_.holds(state)) return;
      witness = {execution.graph(), state, nullptr, std::nullopt};
      is_enough = true;
    };
    auto explored = std::make_shared<ExplorationResult>(explore(program_, options));
    if (outcome_.failure) witness = failing_witness(*explored);
    if (witness) {
      witness->names = std::shared_ptr<const GraphNames>(explored, &explored->names);
      inquiry.witness = result_.candidates.size();
      result_.candidates.push_back(*std::move(witness));
    } else if (!explored->is_partial()) {
      inquiry.without_witness = OutcomeVerdict::Forbidden;
    }
  }

  [[nodiscard]] std::optional<Candidate> failing_witness(const ExplorationResult& explored) const {
    for (const ReportedError& error : explored.errors) {
      const bool is_it =
          error.kind == outcome_.failure_kind && error.place.source.begin == *outcome_.failure;
      if (!is_it) continue;
      Candidate witness{error.graph, {}, nullptr, std::nullopt};
      for (std::size_t t = 0; t < program_.threads.size(); ++t) {
        if (program_.threads[t].name == error.place.thread) witness.failed = ThreadId(t);
      }
      return witness;
    }
    return std::nullopt;
  }

  [[nodiscard]] double remaining_seconds() const {
    const double spent = std::chrono::duration<double>(Clock::now() - start_).count();
    return std::max(1e-3, *options_.max_seconds - spent);
  }

  // ---- 3. Answers

  [[nodiscard]] OutcomeVerdict verdict_of(const Inquiry& inquiry) const {
    if (inquiry.witness) return OutcomeVerdict::Allowed;
    const bool has_none = result_.candidate_count() == 0 && result_.is_complete();
    return has_none ? OutcomeVerdict::Impossible : inquiry.without_witness;
  }

  void answer(const MemoryModel& model) {
    const Inquiry& inquiry = *find(&model);
    ModelAnswer answer;
    answer.model = &model;
    answer.verdict = verdict_of(inquiry);
    answer.witness = inquiry.witness;
    if (inquiry.witness) explain_witness(*inquiry.witness, answer);
    if (answer.verdict == OutcomeVerdict::Forbidden && kept_ > 0) {
      answer.explained = explained_count();
      answer.reasons =
          find_reasons(model, result_.candidates, observed_locations(), answer.explained);
      if (kept_coherent_ > 0) answer.axioms_against_incoherent = find_axioms(model);
    }
    result_.answers.push_back(std::move(answer));
  }

  void explain_witness(std::size_t witness, ModelAnswer& answer) const {
    const ExecutionGraph& graph = result_.candidates[witness].graph;
    if (answer.model->reports_races()) {
      const std::vector<GraphError> races = find_races(graph, answer.model->happens_before(graph));
      if (!races.empty()) answer.race = {races.front().first, races.front().second};
    }
    const MemoryModel& sc = *all_models().front();
    // Witnesses of separate explorations have other location ids, so nothing is observed in them.
    const ObservedLocations observed = witness < kept_ ? observed_locations() : ObservedLocations();
    if (allows(sc, graph, observed)) {
      answer.interleaving = interleaving_of(sc, graph);
    } else {
      answer.allowance = find_allowance(*answer.model, result_.candidates, witness, observed);
      answer.story = find_story(*answer.model, graph);
    }
  }

  [[nodiscard]] bool forbids_with(const MemoryModel* model,
                                  const std::vector<PlacedScope>& changes) const {
    ExplainOptions options = options_;
    options.tries_scopes = false;
    // There are many of these: what takes long is not suggested.
    options.max_steps /= 50;
    options.max_executions = 1000;
    const Explanation changed =
        explain(with_scopes(program_, changes), outcome_, std::span(&model, 1), options);
    return changed.answers.front().verdict == OutcomeVerdict::Forbidden;
  }

  // Which operations have a scope that is too narrow: those that are left when each that the model
  // forbids the outcome without is as it was.
  void find_narrow_scopes(ModelAnswer& answer) const {
    if (!answer.witness) return;
    const ExecutionGraph& graph = result_.candidates[*answer.witness].graph;
    answer.scope_gaps = find_scope_gaps(graph);
    if (answer.scope_gaps.empty()) return;
    const auto forbids = [&](const std::vector<ScopeGap>& gaps) {
      std::vector<PlacedScope> changes;
      for (const ScopeGap& gap : gaps) changes.push_back(placed(gap, graph));
      return forbids_with(answer.model, changes);
    };
    answer.forbidden_if_wider = forbids(answer.scope_gaps);
    if (!answer.forbidden_if_wider) {
      std::erase_if(answer.scope_gaps, [](const ScopeGap& gap) { return !gap.is_read_from; });
      return;
    }
    for (std::size_t i = answer.scope_gaps.size(); i-- > 0;) {
      std::vector<ScopeGap> fewer = answer.scope_gaps;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (!fewer.empty() && forbids(fewer)) answer.scope_gaps = std::move(fewer);
    }
  }

  // Which scopes could be narrower, all of them together. (Flags, as of races, are not asked for
  // here: a model that raises any is left out.)
  void find_wide_scopes(ModelAnswer& answer) const {
    if (answer.verdict != OutcomeVerdict::Forbidden || !result_.is_complete()) return;
    if (answer.model->has_flags()) return;
    std::vector<PlacedScope> changes;
    for (PlacedScope scope : scopes_of(program_)) {
      for (scope.other = program_.topology->levels.size() - 1; scope.other > scope.level;
           --scope.other) {
        changes.push_back(scope);
        if (forbids_with(answer.model, changes)) break;
        changes.pop_back();
      }
    }
    answer.narrower_scopes = std::move(changes);
  }

  [[nodiscard]] std::size_t explained_count() const {
    return std::min(kept_coherent_ > 0 ? kept_coherent_ : kept_, options_.max_explained);
  }

  [[nodiscard]] std::vector<std::string> find_axioms(const MemoryModel& model) const {
    std::vector<std::string> axioms;
    const std::size_t end = std::min(kept_, kept_coherent_ + options_.max_explained);
    for (std::size_t c = kept_coherent_; c < end; ++c) {
      const auto violation = model.find_violation(result_.candidates[c].graph);
      if (!violation || std::ranges::find(axioms, violation->axiom) != axioms.end()) continue;
      axioms.push_back(violation->axiom);
    }
    return axioms;
  }

  // ---- 4. Impossible outcomes

  void find_impossible_parts() {
    if (outcome_.failure) return;
    result_.has_failing_paths = has_node(search_.automata(), LabelKind::Error);
    result_.has_waiting_paths = has_stop(search_.automata());
    const Outcome anything;
    MetParts met(outcome_);
    const StopReason reason =
        search(anything, std::nullopt, options_.max_steps,
               [&](const VisitedCandidate& candidate) { met.add(candidate.state); });
    if (reason != StopReason::Exhausted) return;
    result_.impossible = met.impossible_parts();
    if (result_.impossible.empty()) result_.contradiction = met.contradiction();
  }

  const Program& program_;
  const Outcome& outcome_;
  std::span<const MemoryModel* const> asked_;
  const ExplainOptions& options_;
  Clock::time_point start_;
  std::vector<const MemoryModel*> ladder_;
  CandidateSearch search_;
  std::vector<Inquiry> models_;    // the models of the ladder first, in order
  std::size_t kept_coherent_ = 0;  // the coherent ones: first in Explanation::candidates
  std::size_t kept_ = 0;           // the coherent and the incoherent ones
  Explanation result_;
};

}  // namespace

Explanation explain(const Program& program, const Outcome& outcome,
                    std::span<const MemoryModel* const> models, const ExplainOptions& options) {
  return Explainer(program, outcome, models, options).run();
}

}  // namespace drover::explain
