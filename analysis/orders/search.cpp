#include "analysis/orders/search.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <utility>

#include "analysis/orders/hitting_sets.h"
#include "analysis/robust/sequential.h"
#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/stop_request.h"
#include "explorer/explore.h"
#include "explorer/findings/history_errors.h"
#include "explorer/graph/errors_of_graph.h"
#include "explorer/histories/history_check.h"
#include "explorer/models/model_registry.h"
#include "semantics/program/address.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::orders {

namespace {

using Clock = std::chrono::steady_clock;
using Outcomes = std::set<std::vector<Value>>;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The verdict of an exploration on an assignment.
struct Trial {
  enum class Verdict : std::uint8_t { Right, Wrong, Lost, Unknown };
  Verdict verdict = Verdict::Right;
  std::vector<Fault> faults;  // Wrong
  std::shared_ptr<const ExplorationResult> result;
};

// Reports a new final state as the violation of a condition.
ReportedError report_of_outcome(const ExplorationResult& result, const Program& program,
                                ExecutionGraph graph, const std::vector<Value>& state) {
  ErrorFact fact{FactKind::NewState};
  for (std::size_t i = 0; i < program.observables.size(); ++i) {
    fact.names.push_back(program.observables[i].name);
    fact.names.push_back(result.names.value(state[i]));
  }
  return {.kind = ErrorKind::Condition, .fact = std::move(fact), .graph = std::move(graph)};
}

class Search {
 public:
  Search(const ModedProgram& program, const SearchOptions& options, Assignment least,
         const Assignment& most)
      : program_(program),
        options_(options),
        model_(*options.explorer.model),
        before_(present(program.sites())),
        atoms_(program.sites(), std::move(least), most, options.grouping),
        sets_(atoms_, cost_function()),
        start_(Clock::now()),
        last_kept_(start_) {
    result_.before = before_;
    result_.assignments = atoms_.assignment_count();
  }

  SearchResult relax() { return kept(find_weakest()); }
  SearchResult repair() { return kept(find_repairs()); }

 private:
  [[nodiscard]] bool is_robustness() const { return options_.robust_against != nullptr; }

  SearchResult kept(SearchResult result) {
    if (options_.keep != nullptr) write(kept_);
    return result;
  }

  SearchResult find_weakest() {
    Trial first = try_out(before_);
    if (first.verdict == Trial::Verdict::Unknown) return cut(first, before_);
    if (first.verdict != Trial::Verdict::Right) return end(Ending::NotAsked, first);
    note_loops(*first.result);
    result_.is_before_right = true;
    if (options_.same_outcomes) {
      outcomes_.emplace();
      for (const auto& [state, count] : first.result->outcomes) outcomes_->insert(state);
    }
    return search();
  }

  SearchResult find_repairs() {
    Trial first = try_out(before_);
    if (first.verdict == Trial::Verdict::Unknown) return cut(first, before_);
    if (first.verdict == Trial::Verdict::Right) return end(Ending::NotAsked, first);
    if (first.verdict == Trial::Verdict::Lost) return end(Ending::Lost, first);
    learn(std::move(first.faults));
    const Assignment strongest = atoms_.assignment(atoms_.all());
    Trial last = try_out(strongest);
    if (last.verdict == Trial::Verdict::Unknown) return cut(last, strongest);
    if (last.verdict == Trial::Verdict::Wrong) return impossible(std::move(last));
    return search();
  }

  [[nodiscard]] HittingSets::Cost cost_function() const {
    if (!options_.cost) return [](const AtomSet&) { return 0; };
    return [this](const AtomSet& set) { return cost_of(atoms_.assignment(set)); };
  }
  [[nodiscard]] double cost_of(const Assignment& assignment) const {
    double cost = 0;
    for (std::size_t i = 0; i < assignment.size(); ++i) {
      if (options_.cost) cost += options_.cost(program_.sites()[i], assignment[i]);
    }
    return cost;
  }

  SearchResult search() {
    std::optional<double> best;
    std::optional<Trial> lost;
    while (const auto candidate = sets_.next()) {
      if (options_.cost && best && candidate->cost > *best) break;
      const Assignment assignment = atoms_.assignment(candidate->set);
      if (const auto reason = reason_to_stop()) return cut(*reason, assignment);
      if (is_ruled_out(candidate->set, assignment)) continue;
      Trial trial = try_out(assignment);
      switch (trial.verdict) {
        case Trial::Verdict::Unknown: return cut(trial, assignment);
        case Trial::Verdict::Wrong: learn(std::move(trial.faults)); break;
        case Trial::Verdict::Lost:
          // Stronger assignments lose the final state too.
          sets_.exclude(candidate->set);
          if (!lost) lost = std::move(trial);
          break;
        case Trial::Verdict::Right:
          best = candidate->cost;
          note_loops(*trial.result);
          result_.is_vacuous |=
              trial.result->verdict == drover::Verdict::Vacuous || !trial.result->unreached.empty();
          answers_.push_back(candidate->set);
          sets_.exclude(candidate->set);
          break;
      }
    }
    fill_answers();
    if (sets_.has_given_up()) {
      result_.has_too_many_sets = true;
      result_.ending = Ending::Cut;
    } else if (result_.answers.empty() && lost) {
      return end(Ending::Lost, *lost);
    }
    return std::move(result_);
  }

  // ---- Explorations

  Trial try_out(const Assignment& assignment) {
    ++result_.explorations;
    Trial trial;
    const std::shared_ptr<const Program> program = program_.with(assignment);
    ExplorerOptions options = options_.explorer;
    // Annotated code runs as written: this search does not check that modes suit annotations.
    options.reductions.erase(Reduction::Helping);
    if (options_.same_outcomes) options.reductions.erase(Reduction::Symmetry);
    options.after_error = AfterError::Stop;
    if (is_robustness()) options.stops_at = ErrorKindSet{ErrorKind::Race};
    if (options.max_seconds) {
      options.max_seconds = std::max(0.001, *options.max_seconds - seconds_since(start_));
    }
    Watch watch(outcomes_ ? &*outcomes_ : nullptr, options_.robust_against, options);
    auto result = explored(*program, options, {assignment, false, whole_exploration()});
    // The execution that was watched for is not stored, so it must be found again.
    if (watch.found && options_.keep != nullptr) {
      kept_.explorations.back().state = whole_exploration();
    }
    trial.result = result;
    for (const ReportedError& error : result->errors) {
      if (!Violations.contains(error.kind)) continue;
      if (error.graph.size() == 0) {
        trial.verdict = Trial::Verdict::Lost;
        continue;
      }
      if (is_robustness() && error.kind != ErrorKind::Race) continue;
      trial.verdict = Trial::Verdict::Wrong;
      trial.faults.push_back({program, result, error, FaultKind::Error, assignment});
    }
    if (watch.found) {
      trial.verdict = Trial::Verdict::Wrong;
      ReportedError error =
          is_robustness()
              ? ReportedError{.kind = ErrorKind::Condition, .graph = std::move(watch.found->graph)}
              : report_of_outcome(*result, *program, std::move(watch.found->graph),
                                  watch.found->state);
      trial.faults.push_back({program, result, std::move(error),
                              is_robustness() ? FaultKind::NotSequential : FaultKind::NewOutcome,
                              assignment});
    }
    const bool is_open =
        trial.verdict == Trial::Verdict::Right &&
        (result->stop_reason != StopReason::Exhausted || result->reaches_unsupported());
    if (is_open) trial.verdict = Trial::Verdict::Unknown;
    return trial;
  }

  // Explores a program unless the result is already known. `about` is the entry to keep.
  std::shared_ptr<ExplorationResult> explored(const Program& program, ExplorerOptions options,
                                              KeptExploration about) {
    if (options_.resume != nullptr) {
      if (const KeptExploration* known = options_.resume->find(about)) {
        options.resume = &known->state;
      }
    }
    if (options_.keep == nullptr) {
      return std::make_shared<ExplorationResult>(explore(program, options));
    }
    Checkpointing checkpoint;
    checkpoint.every_seconds = options_.keep->every_seconds;
    checkpoint.write = [&](const ExplorationState& now) {
      SearchState state = kept_;
      state.explorations.push_back({about.assignment, about.is_under_sc, now});
      write(std::move(state));
    };
    options.checkpoint = &checkpoint;
    auto result = std::make_shared<ExplorationResult>(explore(program, options));
    about.state = *result->left;
    kept_.explorations.push_back(std::move(about));
    if (seconds_since(last_kept_) >= options_.keep->every_seconds) {
      write(kept_);
      last_kept_ = Clock::now();
    }
    return result;
  }

  // Known explorations that were not needed so far are kept.
  void write(SearchState state) const {
    if (options_.resume != nullptr) {
      for (const KeptExploration& each : options_.resume->explorations) {
        if (state.find(each) == nullptr) state.explorations.push_back(each);
      }
    }
    options_.keep->write(state);
  }

  // Stops an exploration at an unknown final state, or at an execution that sc has not.
  class Watch {
   public:
    struct Found {
      ExecutionGraph graph;
      std::vector<Value> state;
    };
    std::optional<Found> found;

    Watch(const Outcomes* known, const MemoryModel* sc, ExplorerOptions& options)
        : user_(options.interrupt) {
      if (known == nullptr && sc == nullptr) return;
      options.interrupt = &is_over_;
      options.progress = [this, before = options.progress](const Progress& progress) {
        if (user_ != nullptr && *user_) is_over_ = true;
        if (before) before(progress);
      };
      if (known != nullptr) {
        options.on_final_state = [this, known](const Execution& execution,
                                               const std::vector<Value>& state) {
          if (!known->contains(state)) stop_at(execution, state);
        };
      }
      if (sc != nullptr) {
        options.on_execution = [this, sc](const Execution& execution) {
          if (!robust::is_sequential(*sc, execution.graph())) stop_at(execution, {});
        };
      }
    }

   private:
    void stop_at(const Execution& execution, const std::vector<Value>& state) {
      const std::lock_guard lock(mutex_);
      if (!found) found.emplace(Found{execution.graph(), state});
      is_over_ = true;
    }

    const std::atomic<bool>* user_;
    std::atomic<bool> is_over_ = false;
    std::mutex mutex_;
  };

  void note_loops(const ExplorationResult& result) {
    for (const CutLoop& cut : result.cut_loops) {
      std::vector<std::uint32_t>& loops = result_.cut_loops;
      if (std::ranges::find(loops, cut.loop) == loops.end()) loops.push_back(cut.loop);
    }
  }

  // ---- What a fault rules out

  struct Evidence {
    bool can_grow = false;    // its dependence on modes is known
    bool is_race = false;     // the graph must still have a race
    bool is_memory = false;   // the accesses must still be unordered
    bool is_history = false;  // the calls must still be wrong: more may be known
  };
  struct Clause {
    AtomSet atoms;
    std::size_t fault = 0;
  };

  [[nodiscard]] Evidence evidence_of(const Fault& fault) const {
    Evidence evidence;
    const ErrorKind kind = fault.error.kind;
    evidence.is_race = kind == ErrorKind::Race && model_.reports_races();
    // Without coherence, modes decide which write is last.
    const bool asks_for_last = kind == ErrorKind::Condition || kind == ErrorKind::Deadlock;
    evidence.is_history = kind == ErrorKind::Linearizability;
    if (asks_for_last && !model_.has_coherence()) return evidence;
    if (!program_.is_of(fault.error.graph, fault.explored)) return evidence;
    if (kind == ErrorKind::Memory) {
      const Relation order = model_.happens_before(fault.error.graph);
      evidence.is_memory = !memory_errors(fault, fault.error.graph, order).empty();
    }
    evidence.can_grow = true;
    evidence.can_grow = shows(fault, evidence, fault.explored);
    return evidence;
  }

  [[nodiscard]] static std::vector<GraphError> memory_errors(const Fault& fault,
                                                             const ExecutionGraph& graph,
                                                             const Relation& order) {
    return find_memory_errors(graph, order, [&](LocationId location) {
      return fault.result->automata->locations().last_byte(location);
    });
  }

  [[nodiscard]] bool has_wrong_calls(const Fault& fault, const ExecutionGraph& graph) const {
    histories::HistoryCheck check(*fault.result->automata, model_, options_.explorer.client_orders);
    return check.find_fault(graph, waiting_threads(fault.error)).has_value();
  }

  // True if the execution, with the modes of an assignment, is consistent and still has its error.
  [[nodiscard]] bool shows(const Fault& fault, const Evidence& evidence,
                           const Assignment& assignment) const {
    const ExecutionGraph graph = program_.with(fault.error.graph, assignment);
    if (!model_.is_consistent(graph)) return false;
    if (evidence.is_history && !has_wrong_calls(fault, graph)) return false;
    if (!evidence.is_race && !evidence.is_memory) return true;
    const Relation order = model_.happens_before(graph);
    if (evidence.is_race && find_races(graph, order).empty()) return false;
    return !evidence.is_memory || !memory_errors(fault, graph, order).empty();
  }

  void learn(std::vector<Fault> faults) {
    for (Fault& fault : faults) {
      const AtomSet explored = atoms_.within(fault.explored);
      evidence_.push_back(evidence_of(fault));
      result_.faults.push_back(std::move(fault));
      add_clause(result_.faults.size() - 1, explored);
    }
  }

  // Adds the clause of a fault, starting from a set whose assignment shows the fault.
  void add_clause(std::size_t index, AtomSet set) {
    const Evidence& evidence = evidence_[index];
    const bool can_grow = evidence.can_grow || program_.explores_again();
    for (std::size_t atom = 0; atom < atoms_.size() && can_grow; ++atom) {
      if (has_bit(set, atom)) continue;
      AtomSet larger = set;
      insert_bits(larger, atoms_.closure(atom));
      const Assignment assignment = atoms_.assignment(larger);
      const bool is_wrong = program_.explores_again()
                                ? goes_wrong(assignment, result_.faults[index])
                                : shows(result_.faults[index], evidence, assignment);
      if (is_wrong) set = std::move(larger);
    }
    AtomSet clause = atoms_.all();
    erase_bits(clause, set);
    clauses_.push_back({clause, index});
    sets_.add_clause(std::move(clause));
  }

  // True if an exploration finds an error; the error replaces `fault`.
  bool goes_wrong(const Assignment& assignment, Fault& fault) {
    if (reason_to_stop()) return false;
    Trial trial = try_out(assignment);
    if (trial.verdict != Trial::Verdict::Wrong) return false;
    fault = std::move(trial.faults.front());
    return true;
  }

  // True if a known execution shows that the assignment is wrong; then adds a clause for it.
  bool is_ruled_out(const AtomSet& set, const Assignment& assignment) {
    for (std::size_t i = 0; i < result_.faults.size(); ++i) {
      if (!evidence_[i].can_grow || !shows(result_.faults[i], evidence_[i], assignment)) continue;
      add_clause(i, set);
      return true;
    }
    return false;
  }

  // ---- Ends

  // A fault's execution may be from stronger modes: this finds one for the step itself.
  void find_own_fault(WeakerStep& step) {
    if (reason_to_stop() || result_.faults[step.fault].explored == step.assignment) return;
    Trial trial = try_out(step.assignment);
    if (trial.verdict == Trial::Verdict::Wrong) {
      result_.faults.push_back(std::move(trial.faults.front()));
      step.fault = result_.faults.size() - 1;
    } else if (trial.verdict == Trial::Verdict::Right) {
      result_.is_not_monotone = true;
      result_.ending = Ending::Cut;
    }
  }

  void fill_answers() {
    for (const AtomSet& set : answers_) {
      Answer answer{atoms_.assignment(set), 0, {}};
      answer.cost = cost_of(answer.assignment);
      for (const AtomSet& smaller : atoms_.below(set)) {
        const auto missed = std::ranges::find_if(clauses_, [&](const Clause& clause) {
          return !have_common_bit(clause.atoms, smaller);
        });
        DROVER_CHECK(missed != clauses_.end(), "what is below a smallest set misses a clause");
        WeakerStep step{{}, atoms_.assignment(smaller), missed->fault};
        if (program_.explores_again()) find_own_fault(step);
        for (std::size_t i = 0; i < answer.assignment.size(); ++i) {
          if (step.assignment[i] != answer.assignment[i]) step.sites.push_back(i);
        }
        answer.steps.push_back(std::move(step));
      }
      result_.answers.push_back(std::move(answer));
    }
    // Answers with fewer new fences come first.
    std::ranges::stable_sort(result_.answers, {}, [&](const Answer& answer) {
      std::size_t fences = 0;
      for (std::size_t i = 0; i < answer.assignment.size(); ++i) {
        if (program_.sites()[i].is_new && effects_of(answer.assignment[i]) != Nothing) ++fences;
      }
      return fences;
    });
    if (!options_.cost || result_.answers.empty()) return;
    // All answers cost the same: the search stops at the first cost.
    DROVER_CHECK(std::ranges::all_of(
                     result_.answers,
                     [&](const Answer& each) { return each.cost == result_.answers.front().cost; }),
                 "dearer answers are not looked for");
  }

  // Checked between explorations, which check their own limits.
  [[nodiscard]] std::optional<StopReason> reason_to_stop() const {
    const ExplorerOptions& explorer = options_.explorer;
    if (explorer.interrupt != nullptr && *explorer.interrupt) return requested_stop();
    if (explorer.max_seconds && seconds_since(start_) > *explorer.max_seconds) {
      return StopReason::MaxTime;
    }
    return std::nullopt;
  }

  SearchResult cut(const Trial& trial, const Assignment& open) {
    return cut(trial.result->stop_reason, open);
  }
  SearchResult cut(StopReason reason, const Assignment& open) {
    fill_answers();
    result_.ending = Ending::Cut;
    result_.stop = reason;
    result_.open = open;
    return std::move(result_);
  }

  SearchResult end(Ending ending, const Trial& trial) {
    result_.ending = ending;
    if (!trial.faults.empty()) {
      result_.shown = trial.faults.front();
    } else if (!trial.result->errors.empty()) {
      result_.shown = Fault{program_.with(before_), trial.result, trial.result->errors.front(),
                            FaultKind::Error, before_};
    }
    return std::move(result_);
  }

  // No modes repair the fault: sc shows it too, unless sc does not check for it.
  SearchResult impossible(Trial last) {
    result_.ending = Ending::Impossible;
    if (is_robustness()) {
      result_.shown = std::move(last.faults.front());
      return std::move(result_);
    }
    const std::shared_ptr<const MemoryModel> sc = builtin_model("sc");
    const std::shared_ptr<const Program> program = program_.source_with(before_);
    ExplorerOptions options = options_.explorer;
    options.model = sc.get();
    options.algorithm = AlgorithmKind::Auto;
    options.reductions.erase(Reduction::Helping);
    options.after_error = AfterError::Stop;
    ++result_.explorations;
    const auto under_sc = explored(*program, options, {before_, true, whole_exploration()});
    const auto shown = std::ranges::find_if(
        under_sc->errors, [](const ReportedError& error) { return error.graph.size() > 0; });
    result_.is_shown_under_sc = shown != under_sc->errors.end();
    if (result_.is_shown_under_sc) {
      result_.shown = Fault{program, under_sc, *shown, FaultKind::Error, before_};
    } else {
      result_.shown = std::move(last.faults.front());
    }
    return std::move(result_);
  }

  const ModedProgram& program_;
  const SearchOptions& options_;
  const MemoryModel& model_;
  Assignment before_;
  Atoms atoms_;
  HittingSets sets_;
  Clock::time_point start_;
  std::optional<Outcomes> outcomes_;
  std::vector<Clause> clauses_;
  std::vector<Evidence> evidence_;  // by fault
  std::vector<AtomSet> answers_;
  SearchState kept_;
  Clock::time_point last_kept_;
  SearchResult result_;
};

}  // namespace

SearchResult relax(const ModedProgram& program, const SearchOptions& options) {
  Assignment least;
  for (const Site& site : program.sites()) {
    const Strength kept = site.is_scope_only ? effects_of(site.now) : Nothing;
    least.push_back(site.is_pinned ? site.now : kept);
  }
  return Search(program, options, std::move(least), present(program.sites())).relax();
}

SearchResult repair(const ModedProgram& program, const SearchOptions& options) {
  Assignment most;
  for (const Site& site : program.sites()) {
    most.push_back(site.is_pinned ? site.now : strongest(site));
  }
  return Search(program, options, present(program.sites()), most).repair();
}

ReportedError shown_with(const ModedProgram& program, const Fault& fault,
                         const Assignment& assignment) {
  ReportedError error = fault.error;
  if (error.graph.size() == 0 || !program.is_of(error.graph, fault.explored)) return error;
  std::vector<EventId> kept;
  error.graph =
      program.without_missing_fences(program.with(error.graph, assignment), assignment, kept);
  std::erase_if(error.events, [&](EventFact& each) {
    const auto found = std::ranges::find(kept, each.event);
    if (found == kept.end()) return true;
    each.event = EventId(static_cast<std::size_t>(found - kept.begin()));
    return false;
  });
  return error;
}

Program with_all_observables(Program program) {
  if (!program.conditions.empty()) return program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    for (std::size_t r = 0; r < thread.registers.size(); ++r) {
      if (!thread.registers[r].is_visible) continue;
      program.observables.push_back({.name = thread.name + ":" + thread.registers[r].name,
                                     .is_register = true,
                                     .thread = ThreadId(t),
                                     .reg = RegisterId(r)});
    }
  }
  for (std::uint32_t o = 0; o < program.objects.size(); ++o) {
    const SharedObject& object = program.objects[o];
    if (object.is_function || object.layout >= 0) continue;
    for (std::uint32_t cell = 0; cell < object.initial.size(); ++cell) {
      Observable observable;
      observable.name = object.is_array ? format("{}[{}]", object.name, cell) : object.name;
      observable.address = address::of_object(o, cell);
      program.observables.push_back(std::move(observable));
    }
  }
  Condition all;
  all.expression = program.condition_expressions.constant(1);
  all.text = "1";
  program.conditions.push_back(std::move(all));
  return program;
}

}  // namespace drover::orders
