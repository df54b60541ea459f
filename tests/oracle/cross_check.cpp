#include "tests/oracle/cross_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "explorer/algorithms/dpor/dpor.h"
#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/reference/promise_first.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/buffering_limits.h"
#include "explorer/plan/plan.h"
#include "explorer/plan/program_features.h"
#include "explorer/run/searches.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/address.h"
#include "semantics/program/atomic_objects.h"
#include "support/format.h"
#include "tests/oracle/dpor_check.h"
#include "tests/oracle/run_lines.h"
#include "tests/oracle/written_model.h"
#include "tests/support/orbits.h"
#include "tests/support/program_text.h"
#include "tests/support/run_search.h"
#include "tests/support/well_formed.h"
#include "words/fact_words.h"

namespace drover::oracle {

namespace {

using Form = std::vector<std::uint32_t>;

// Executions that one algorithm finds under one model: canonical form → the end of each thread, as
// a number.
struct Executions {
  std::map<Form, std::vector<std::uint8_t>> found;
  // Stale executions: a blocked thread ends with plain reads, and one of them reads an overwritten
  // write. In `stale`, this read and the reads after it are of atomic variables; in
  // `stale_on_heap`, one of them is of the heap.
  std::set<Form> stale;
  std::set<Form> stale_on_heap;
  std::map<Form, std::vector<std::uint8_t>> without_coherence;
  bool has_fence = false;
  bool has_duplicate = false;
  bool is_too_large = false;
  std::string mistake;  // an ill-formed or inconsistent graph, or different ends of one graph
};

class Collector : public ExecutionObserver {
 public:
  Collector(const MemoryModel& model, RunControl& control, std::uint64_t limit)
      : model_(model), control_(control), limit_(limit) {}

  void on_execution(const Execution& execution) override {
    if (executions.found.size() >= limit_) {
      executions.is_too_large = true;
      control_.stop(StopReason::MaxExecutions);
      return;
    }
    const ExecutionGraph& graph = execution.graph();
    std::vector<std::uint8_t> ends;
    for (const ThreadEnd end : execution.ends) ends.push_back(static_cast<std::uint8_t>(end));
    const CoherencePart part =
        model_.has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut;
    const auto [known, is_new] = executions.found.emplace(canonical_form(graph, part), ends);
    if (part == CoherencePart::Included) note_staleness(execution, known->first);
    executions.has_duplicate |= !is_new;
    if (known->second != ends) executions.mistake = "one graph with two ends";
    executions.without_coherence.emplace(canonical_form(graph, CoherencePart::LeftOut), ends);
    if (const auto broken = find_ill_formedness(graph)) executions.mistake = *broken;
    if (!model_.is_consistent(graph)) executions.mistake = "an inconsistent execution";
    executions.has_fence |= std::ranges::any_of(
        graph.events(), [](const Event& event) { return event.label.is_fence(); });
  }

  // Notes stale executions, too. `atomic` tells which cells are atomic.
  void look_for_stale(const ProgramAutomata& automata, std::vector<std::vector<bool>> atomic) {
    automata_ = &automata;
    atomic_cells_ = std::move(atomic);
  }

  Executions executions;

 private:
  void note_staleness(const Execution& execution, const Form& form) {
    if (automata_ == nullptr) return;
    const ExecutionGraph& graph = execution.graph();
    for (std::size_t t = 0; t < execution.ends.size(); ++t) {
      const auto events = graph.events_of(ThreadId(t));
      if (execution.ends[t] != ThreadEnd::Blocked) continue;
      bool is_of_heap = false;
      for (std::size_t i = events.size(); i-- > 0;) {
        const Event& event = graph.event(events[i]);
        if (event.label.is_fence()) continue;
        if (event.label.kind == LabelKind::Alloc) continue;
        const bool is_write = event.label.is_write() && !event.label.is_exclusive_write;
        if (!is_write && (!event.label.is_read() || event.is_exclusive_read)) break;
        const Value at = automata_->locations().address(event.label.location);
        // A thread's writes to its own allocations may be invisible to others.
        const bool is_own = address::is_heap(at) && address::allocating_thread(at) == ThreadId(t);
        if (is_write && !is_own) break;
        is_of_heap |= address::is_heap(at);
        if (!is_of_heap && !atomic_cells_[address::object(at)][address::cell(at)]) break;
        if (is_write || graph.coherence_maximal(event.label.location) == event.reads_from) continue;
        (is_of_heap ? executions.stale_on_heap : executions.stale).insert(form);
        break;
      }
    }
  }

  const ProgramAutomata* automata_ = nullptr;
  std::vector<std::vector<bool>> atomic_cells_;
  const MemoryModel& model_;
  RunControl& control_;
  std::uint64_t limit_;
};

// `spore` compares every step with the axioms.
const trust::TrustOptions Compared{.comparison = trust::Comparison::WithAxioms};

Executions collect(const Program& program, const MemoryModel& model, AlgorithmKind algorithm,
                   std::uint64_t limit) {
  UnfoldOptions unfold;
  if (algorithm == AlgorithmKind::Buffering) unfold = unfolded_for_buffering(model);
  const std::optional<PromisingRules> promises = model.traits().promises;
  const bool is_promising = algorithm == AlgorithmKind::Interleave && promises;
  if (is_promising) unfold.dependencies = DependencyTracking::On;
  ProgramAutomata automata(program, unfold);
  RunControl control;
  Collector collector(model, control, limit);
  switch (algorithm) {
    case AlgorithmKind::Enumerate:
      reference::enumerate_executions(automata, model, control, collector);
      break;
    case AlgorithmKind::Interleave:
      if (is_promising) {
        static_cast<void>(run_whole(
            reference::make_promise_first(automata, *promises, control, collector), control));
        break;
      }
      run_interleaving(automata, *model.traits().machine, control, collector);
      break;
    case AlgorithmKind::Spore:
      if (run_trust(model, 64, automata, Compared, control, collector) != RunEnd::Done) {
        collector.executions.mistake = "more than 64 events";
      }
      break;
    case AlgorithmKind::Rcmc:
      if (run_rcmc(model, 64, automata, control, collector) != RunEnd::Done) {
        collector.executions.mistake = "more than 64 events";
      }
      break;
    case AlgorithmKind::Dpor:
      static_cast<void>(
          dpor::explore_by_dpor(automata, dpor::Additions::Conflict, control, collector));
      break;
    case AlgorithmKind::Buffering: {
      const auto search =
          make_buffering(model, BufferingCapacities[0], automata, control, collector);
      search->begin();
      search->run();
      break;
    }
    case AlgorithmKind::Rvf:  // its executions are others: see values.h
    case AlgorithmKind::Auto: break;
  }
  if (collector.executions.has_duplicate &&
      !(algorithm_info(algorithm).repetition == Repetition::Possible &&
        has_read_modify_write(program))) {
    collector.executions.mistake = "the same execution twice";
  }
  return std::move(collector.executions);
}

// Returns a message without "(last written by …)" and "(its initial value)".
std::string without_writers(std::string message) {
  for (const std::string_view begin : {" (last written by ", " (its initial value"}) {
    for (std::size_t at = message.find(begin); at != std::string::npos; at = message.find(begin)) {
      message.erase(at, message.find(')', at) + 1 - at);
    }
  }
  return message;
}

enum class SummaryPart : std::uint8_t { All, Complete, Counts };

// Returns a report as text, without graphs and times. With reductions, only the parts that they
// must not change: complete executions, their outcomes, errors.
std::string summary_of(const Program& program, const MemoryModel& model, AlgorithmKind algorithm,
                       ReductionSet reductions = ReductionSet::none(),
                       SummaryPart part = SummaryPart::All) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = algorithm;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  options.duplicates = DuplicatePolicy::Count;
  const ExplorationResult result = explore(program, options);
  std::string out =
      format("verdict {} executions {}\n", static_cast<int>(result.verdict), result.executions);
  if (part != SummaryPart::Complete) {
    out += format("blocked {} deadlocks {} erroneous {} cut {} events {}\n", result.blocked,
                  result.deadlocks, result.erroneous, result.cut, result.events);
  }
  if (part == SummaryPart::Counts) return out;
  out += outcome_lines(result);
  const std::vector<std::string> errors = error_lines(result, [](const ReportedError& error) {
    // The texts of some errors depend on the exploration. A run reports the least violating state
    // and the least racing cell that it meets, and reductions leave some out. The last writer of a
    // cell that no thread waits for is that of the first execution found.
    const bool has_text = error.kind != ErrorKind::Condition && error.kind != ErrorKind::Race;
    return format("{}:{} {}", error.place.source.line, error.place.source.column,
                  has_text ? without_writers(words::error_text(error)) : "");
  });
  for (const std::string& error : errors) out += error;
  return out;
}

class CrossCheck {
 public:
  CrossCheck(const std::string& source, const CrossCheckOptions& options)
      : program_(testing::program_from(source)), options_(options) {}

  CrossCheckResult run() {
    for (const MemoryModel* model : all_models()) {
      Executions found =
          collect(program_, *model, AlgorithmKind::Enumerate, options_.max_executions);
      if (found.is_too_large) return {Agreement::TooLarge, "", 0};
      if (!found.mistake.empty()) complain("enumerate finds " + found.mistake, *model);
      result_.executions += found.found.size();
      by_model_.emplace(model->name(), std::move(found));
    }
    for (const MemoryModel* model : all_models()) {
      for (const AlgorithmKind algorithm : {AlgorithmKind::Interleave, AlgorithmKind::Spore,
                                            AlgorithmKind::Rcmc, AlgorithmKind::Dpor}) {
        const bool is_taken = algorithm == AlgorithmKind::Spore || !has_choices(program_);
        if (is_taken && !find_misfit(algorithm, *model)) compare(*model, algorithm);
      }
      const bool is_buffering = !find_misfit(AlgorithmKind::Buffering, *model);
      const bool is_taken = model->proofs().dependencies.promises_ways
                                ? !buffering_obstacle(program_, *model)
                                : !obstacle_to_buffering(program_);
      if (is_buffering && is_taken) compare(*model, AlgorithmKind::Buffering);
    }
    // Models from files: threads that give up leave the graph only if that is proved for the model.
    for (const char* const name : {"rc11", "tso"}) {
      compare_with_awaits(written_model(name), AlgorithmKind::Spore);
    }
    // Conditions on registers would distinguish symmetric threads; here only graphs matter.
    Program bare = program_;
    bare.observables.clear();
    bare.conditions.clear();
    const std::vector<passes::SymmetricThreads> symmetric = passes::find_symmetric_threads(bare);
    for (const MemoryModel* model : all_models()) {
      if (symmetric.empty() || model->traits().checker == IncrementalChecker::None) continue;
      compare_orbits(bare, *model, symmetric);
    }
    compare_models();
    return std::move(result_);
  }

 private:
  void complain(const std::string& what, const MemoryModel& model) {
    result_.agreement = Agreement::Disagrees;
    result_.what += format("under {}: {}\n", model.name(), what);
  }

  // Compares an algorithm with `enumerate`, which has run already.
  void compare(const MemoryModel& model, AlgorithmKind algorithm) {
    const std::string name(algorithm_name(algorithm));
    const Executions other = collect(program_, model, algorithm, 10 * options_.max_executions);
    if (!other.mistake.empty()) complain(name + " finds " + other.mistake, model);
    const auto& expected = by_model_.at(std::string(model.name())).found;
    if (other.found != expected) {
      complain(format("enumerate finds {} executions, {} {}, not the same", expected.size(), name,
                      other.found.size()),
               model);
      return;
    }
    const std::string first = summary_of(program_, model, AlgorithmKind::Enumerate);
    const std::string second = summary_of(program_, model, algorithm);
    if (first != second) complain("the reports differ:\n" + first + "---\n" + second, model);
    if (algorithm == AlgorithmKind::Spore || algorithm == AlgorithmKind::Dpor) {
      compare_with_awaits(model, algorithm);
    }
    if (algorithm == AlgorithmKind::Dpor) compare_classes();
  }

  // Compares `dpor` with `spore` on blocked executions with awaits, which depend on the program
  // alone. If `spore` leaves out stale reads of threads that give up, compares the counts of `dpor`
  // with those of `enumerate` on the reduced program.
  void compare_blocked(const MemoryModel& model, ReductionSet awaits) {
    const Plan plan = plan_with_awaits(model, awaits);
    const bool is_alike = plan.trust.giving_up == trust::GivingUp::Stays;
    const Program& reduced = is_alike ? program_ : plan.reduced.program;
    const std::string first = is_alike ? summary_of(program_, model, AlgorithmKind::Spore, awaits)
                                       : summary_of(reduced, model, AlgorithmKind::Enumerate,
                                                    ReductionSet::none(), SummaryPart::Counts);
    const std::string second = summary_of(program_, model, AlgorithmKind::Dpor, awaits,
                                          is_alike ? SummaryPart::All : SummaryPart::Counts);
    if (first == second) return;
    complain(format("{} and dpor differ with awaits:\n", is_alike ? "spore" : "enumerate") + first +
                 "---\n" + second,
             model);
  }

  [[nodiscard]] Plan plan_with_awaits(const MemoryModel& model, ReductionSet awaits) const {
    ExplorerOptions options;
    options.model = &model;
    options.algorithm = AlgorithmKind::Spore;
    options.reductions = awaits;
    return make_plan(program_, options);
  }

  // With awaits, `spore` finds each execution that is not stale once, and no stale one. It may
  // leave out stale executions of the heap or not (giving_up.h).
  void compare_stale(const MemoryModel& model, ReductionSet awaits) {
    const Plan plan = plan_with_awaits(model, awaits);
    if (plan.trust.giving_up == trust::GivingUp::Stays) return;
    const std::uint64_t limit = 10 * options_.max_executions;
    const auto atomic = AtomicObjects(plan.reduced.program).atomic_cells();
    RunControl control;
    ProgramAutomata automata(plan.reduced.program, {});
    Collector all(model, control, limit);
    all.look_for_stale(automata, atomic);
    reference::enumerate_executions(automata, model, control, all);
    trust::TrustOptions options = plan.trust;
    options.comparison = trust::Comparison::WithAxioms;
    Collector found(model, control, limit);
    if (run_trust(model, 64, automata, options, control, found) != RunEnd::Done) return;
    if (found.executions.has_duplicate) complain("spore finds an execution twice", model);
    std::size_t missing = 0;
    for (const auto& [form, ends] : all.executions.found) {
      const auto same = found.executions.found.find(form);
      const bool is_found = same != found.executions.found.end() && same->second == ends;
      const bool is_stale = all.executions.stale.contains(form);
      if (is_found && is_stale) complain("spore finds a stale execution", model);
      if (!is_found && !is_stale && !all.executions.stale_on_heap.contains(form)) ++missing;
    }
    if (missing > 0) complain(format("spore misses {} executions with awaits", missing), model);
    for (const auto& [form, ends] : found.executions.found) {
      if (all.executions.found.contains(form)) continue;
      complain("spore finds an execution that is none", model);
      return;
    }
  }

  // Compares `dpor` by classes of happens-before, with and without awaits and additions that
  // commute.
  void compare_classes() {
    const CrossCheckResult classes = check_dpor(program_, 10 * options_.max_executions);
    if (classes.agreement != Agreement::Disagrees) return;
    result_.agreement = Agreement::Disagrees;
    result_.what += classes.what;
  }

  // Compares complete executions when assumptions become awaits and failed awaits leave the graph.
  void compare_with_awaits(const MemoryModel& model, AlgorithmKind algorithm) {
    ReductionSet awaits = ReductionSet::none();
    awaits.insert(Reduction::Await);
    const std::string first = summary_of(program_, model, AlgorithmKind::Enumerate,
                                         ReductionSet::none(), SummaryPart::Complete);
    const std::string second =
        summary_of(program_, model, algorithm, awaits, SummaryPart::Complete);
    if (algorithm == AlgorithmKind::Dpor) compare_blocked(model, awaits);
    if (algorithm == AlgorithmKind::Spore) compare_stale(model, awaits);
    if (first == second) return;
    complain(std::string(algorithm_name(algorithm)) + ": with awaits the reports differ:\n" +
                 first + "---\n" + second,
             model);
  }

  // With symmetry, `spore` finds exactly one execution of each orbit. Orbits are not counted if
  // causality has cycles, if values depend on where objects are placed, or if a thread is joined
  // twice; `spore` must find such a double join.
  void compare_orbits(const Program& program, const MemoryModel& model,
                      const std::vector<passes::SymmetricThreads>& symmetric) {
    RunControl control;
    ProgramAutomata automata(program, {});
    testing::Orbits all(automata.thread_count(), symmetric);
    reference::enumerate_executions(automata, model, control, all);
    testing::Orbits representatives(automata.thread_count(), symmetric);
    trust::TrustOptions options = Compared;
    options.symmetric = symmetric;
    options.causal_cycles = model.traits().causal_cycles;
    if (run_trust(model, 64, automata, options, control, representatives) != RunEnd::Done) {
      complain("more than 64 events", model);
    }
    if (automata.depends_on_placement() || representatives.has_cycle) return;
    // A real run that meets a double join restarts without symmetry.
    if (all.has_double_join && !representatives.has_double_join) {
      complain("spore finds no execution in which a thread is joined twice", model);
    }
    if (representatives.has_double_join) return;
    for (const auto& [orbit, count] : representatives.found) {
      if (count > 1) complain(format("spore finds an orbit {} times", count), model);
      if (!all.found.contains(orbit)) complain("spore finds an orbit that is none", model);
    }
    if (representatives.found.size() == all.found.size()) return;
    complain(format("{} orbits, of which spore finds {}", all.found.size(),
                    representatives.found.size()),
             model);
  }

  void require_inclusion(const std::string& small, const std::string& large) {
    const auto& all = by_model_.at(large).found;
    for (const auto& execution : by_model_.at(small).found) {
      const auto same = all.find(execution.first);
      if (same != all.end() && same->second == execution.second) continue;
      result_.agreement = Agreement::Disagrees;
      result_.what += format("an execution of {} is none of {}\n", small, large);
      return;
    }
  }

  void compare_models() {
    require_inclusion("sc", "tso");
    require_inclusion("tso", "pso");
    require_inclusion("sc", "rc11");
    require_inclusion("rc11", "rc20");
    require_inclusion("sc", "sra");
    require_inclusion("sra", "ra");
    if (!by_model_.at("tso").has_fence) require_inclusion("tso", "sra");
    const auto& weak = by_model_.at("wrc11").found;
    for (const auto& execution : by_model_.at("rc11").without_coherence) {
      if (weak.contains(execution.first)) continue;
      result_.agreement = Agreement::Disagrees;
      result_.what += "an execution of rc11 is none of wrc11\n";
      return;
    }
  }

  Program program_;
  CrossCheckOptions options_;
  std::map<std::string, Executions> by_model_;
  CrossCheckResult result_;
};

}  // namespace

CrossCheckResult cross_check(const std::string& source, const CrossCheckOptions& options) {
  return CrossCheck(source, options).run();
}

}  // namespace drover::oracle
