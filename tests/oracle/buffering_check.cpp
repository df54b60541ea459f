#include "tests/oracle/buffering_check.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/buffering_limits.h"
#include "explorer/plan/plan.h"
#include "explorer/run/searches.h"
#include "mapping/compile.h"
#include "semantics/passes/symmetry.h"
#include "support/format.h"
#include "tests/oracle/run_lines.h"
#include "tests/oracle/written_model.h"
#include "tests/support/orbits.h"

namespace drover::oracle {

namespace {

using Form = std::vector<std::uint32_t>;

using Groups = std::vector<passes::SymmetricThreads>;

// Collects executions: canonical form → the end of each thread, as a number; and their orbits under
// permutations of symmetric threads.
class FoundExecutions : public ExecutionObserver {
 public:
  FoundExecutions(const MemoryModel& model, const ProgramAutomata& automata, RunControl& control,
                  std::uint64_t limit, const Groups& symmetric)
      : orbits(automata.thread_count(), symmetric),
        model_(model),
        automata_(automata),
        control_(control),
        limit_(limit) {}

  void on_execution(const Execution& execution) override {
    if (found.size() >= limit_) {
      is_too_large = true;
      control_.stop(StopReason::MaxExecutions);
      return;
    }
    std::vector<std::uint8_t> ends;
    for (const ThreadEnd end : execution.ends) ends.push_back(static_cast<std::uint8_t>(end));
    orbits.on_execution(execution);
    const Form form = canonical_form(execution.graph(), CoherencePart::Included);
    repeated += found.emplace(form, ends).second ? 0U : 1U;
    inconsistent += model_.is_consistent(execution.graph()) ? 0U : 1U;
    for (std::size_t t = 0; t < execution.nodes.size(); ++t) {
      has_failure |= automata_.thread(ThreadId(t)).state(execution.nodes[t]).has_failed;
    }
  }

  std::map<Form, std::vector<std::uint8_t>> found;
  testing::Orbits orbits;
  std::uint64_t repeated = 0;
  std::uint64_t inconsistent = 0;
  bool is_too_large = false;
  bool has_failure = false;  // a thread has reached a noted failure

 private:
  const MemoryModel& model_;
  const ProgramAutomata& automata_;
  RunControl& control_;
  std::uint64_t limit_;
};

// What runs report, as text.
struct Reports {
  std::string lasting;  // what reads that give up must not change
  std::string counts;   // the rest
  std::uint64_t blocked = 0;
};

Reports reports_of(const Program& program, const MemoryModel& model, AlgorithmKind algorithm,
                   std::uint32_t unroll, ReductionSet reductions = ReductionSet::none()) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = algorithm;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  options.unfold.unroll = unroll;
  const ExplorationResult result = explore(program, options);
  Reports out;
  out.blocked = result.blocked;
  const bool is_wrong = result.verdict == Verdict::Violation;
  out.lasting = format("wrong {} executions {} deadlocks {}\n", is_wrong, result.executions,
                       result.deadlocks);
  out.lasting += outcome_lines(result);
  for (const std::string& error : error_lines(result, [](const ReportedError& error) {
         return format("{}:{}", error.place.source.line, error.place.source.column);
       })) {
    out.lasting += error;
  }
  out.lasting += "flags";
  for (const auto& flag : result.flags) out.lasting += " " + std::string(flag.first);
  out.counts =
      format("blocked {} erroneous {} cut {}\n", result.blocked, result.erroneous, result.cut);
  return out;
}

// Returns the threads that would be symmetric if no condition named their registers.
Groups symmetric_threads(Program program) {
  program.observables.clear();
  program.conditions.clear();
  return passes::find_symmetric_threads(program);
}

// Compares the orbits of all executions with those that `lb` finds when it explores one of each.
// Orbits are not counted if values depend on where objects are placed, or if a thread is joined
// twice.
std::string compare_orbits(const testing::Orbits& all, const testing::Orbits& found) {
  if (all.has_double_join && !found.has_double_join) {
    return "lb with symmetry finds no execution in which a thread is joined twice\n";
  }
  if (found.has_double_join) return "";
  for (const auto& [orbit, count] : found.found) {
    if (!all.found.contains(orbit)) return "lb with symmetry finds an orbit that is none\n";
    if (count > 1) return format("lb with symmetry finds an orbit {} times\n", count);
  }
  if (all.found.size() == found.found.size()) return "";
  return format("{} orbits, of which lb finds {}\n", all.found.size(), found.found.size());
}

// Compares the reports of `enumerate` with those of `lb`, also with reads that give up.
std::string compare_reports(const Program& program, const MemoryModel& model,
                            std::uint32_t unroll) {
  const Reports first = reports_of(program, model, AlgorithmKind::Enumerate, unroll);
  const Reports second = reports_of(program, model, AlgorithmKind::Buffering, unroll);
  if (first.lasting != second.lasting || first.counts != second.counts) {
    return format("the reports differ:\n{}\n{}---\n{}\n{}", first.lasting, first.counts,
                  second.lasting, second.counts);
  }
  const ReductionSet awaits({Reduction::Await});
  const Reports third = reports_of(program, model, AlgorithmKind::Buffering, unroll, awaits);
  if (first.lasting == third.lasting && third.blocked <= first.blocked) return "";
  return format("the reports differ with reads that give up:\n{}\n{}---\n{}\n{}", first.lasting,
                first.counts, third.lasting, third.counts);
}

// Compares all executions with those that `lb` finds if reads give up.
std::string compare_stale(const FoundExecutions& all, const FoundExecutions& found) {
  if (found.repeated != 0) return "lb finds an execution twice if reads give up\n";
  for (const auto& execution : found.found) {
    const auto same = all.found.find(execution.first);
    if (same == all.found.end() || same->second != execution.second) {
      return "lb finds an execution that is none if reads give up\n";
    }
  }
  return "";
}

CrossCheckResult check_under(const Program& program, const MemoryModel& model,
                             const BufferingLimits& limits) {
  // Like `explore`: notes failed computations if the program may fail.
  FailedComputations failures = FailedComputations::End;
  if (const auto obstacle = buffering_obstacle(program, model)) {
    failures = FailedComputations::AreNoted;
    if (obstacle != BufferingObstacle::MayFail || !may_note_failures(model) ||
        buffering_obstacle(program, model, failures)) {
      return {Agreement::TooLarge, "", 0};
    }
  }
  const Groups symmetric = symmetric_threads(program);
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Buffering;
  options.reductions = ReductionSet({Reduction::Await});
  options.unfold.unroll = limits.unroll;
  const Plan plan = make_plan(program, options);
  const std::uint64_t max_executions = limits.max_executions;
  const UnfoldOptions tracking{.unroll = limits.unroll, .dependencies = DependencyTracking::On};
  // `enumerate` may take hours to find few executions.
  constexpr double Patience = 2;  // seconds
  RunControl control;
  control.set_time_limit(Patience);
  ProgramAutomata automata(program, tracking);
  FoundExecutions expected(model, automata, control, max_executions, symmetric);
  reference::enumerate_executions(automata, model, control, expected);
  if (expected.is_too_large || control.has_stopped()) return {Agreement::TooLarge, "", 0};

  const auto find_by_lb = [&](buffering::BufferingOptions how) {
    how.comparison = buffering::Comparison::WithAxioms;
    RunControl other_control;
    ProgramAutomata other_automata(
        program, unfolded_for_buffering(model, {.unroll = limits.unroll, .failures = failures}));
    auto found = std::make_unique<FoundExecutions>(model, other_automata, other_control,
                                                   4 * max_executions, symmetric);
    const auto search =
        make_buffering(model, BufferingCapacities[0], other_automata, other_control, *found, how);
    search->begin();
    // `lb` may promise writes of as many iterations of a loop as the graph has room for.
    if (search->run() == SearchEnd::TooManyEvents) found = nullptr;
    return found;
  };
  const auto found = find_by_lb({});
  if (found == nullptr) return {Agreement::TooLarge, "", 0};
  const FoundExecutions& actual = *found;
  CrossCheckResult result{
      Agreement::Agrees, "", expected.found.size(), {std::string(model.name())}};
  // After a noted failure, the executions are not those of the program, but each comes once.
  const bool is_as_expected = actual.has_failure || actual.found == expected.found;
  if (!is_as_expected || actual.repeated != 0 || actual.inconsistent != 0) {
    result.what =
        format("enumerate finds {} executions; lb {}, {} again, {} inconsistent\n",
               expected.found.size(), actual.found.size(), actual.repeated, actual.inconsistent);
  } else {
    result.what = compare_reports(program, model, limits.unroll);
  }
  if (result.what.empty() && !actual.has_failure) {
    const auto some =
        find_by_lb({.giving_up = plan.trust.giving_up, .atomic_cells = plan.trust.atomic_cells});
    result.what = compare_stale(expected, *some);
  }
  const bool is_symmetric =
      !symmetric.empty() && !automata.depends_on_placement() && !actual.has_failure;
  if (result.what.empty() && is_symmetric) {
    const auto representatives = find_by_lb({.symmetric = symmetric});
    result.what = compare_orbits(expected.orbits, representatives->orbits);
  }
  if (!result.what.empty()) {
    result.agreement = Agreement::Disagrees;
    result.what = format("{}: {}", model.name(), result.what);
  }
  return result;
}

// A wrong mapping, weaker than Drover's own: acquire and release fences become fences of reads and
// of writes, and a failed compare-and-swap gets no fence.
const mapping::Mapping& weak_kernel_mapping() {
  static const mapping::Mapping mapping = [] {
    DiagnosticSink sink;
    return *mapping::read_mapping(SourceBuffer::from_text("weak.json",
                                                          R"({"machine": "LKMM",
                "load": {"na": "READ_ONCE", "rlx": "READ_ONCE", "acq": "smp_load_acquire",
                         "sc": "smp_load_acquire"},
                "store": {"na": "WRITE_ONCE", "rlx": "WRITE_ONCE", "rel": "smp_store_release",
                          "sc": ["WRITE_ONCE", "smp_mb"]},
                "rmw": {"rlx": "atomic_relaxed", "acq": "atomic_acquire", "rel": "atomic_release",
                        "acqrel": ["atomic_relaxed", "smp_mb__after_atomic"], "sc": "atomic"},
                "cas": {"rlx": "atomic_relaxed", "acq": "atomic_acquire", "rel": "atomic_release",
                        "acqrel": ["smp_mb__before_atomic", "atomic_relaxed"], "sc": "atomic"},
                "cas-failed": {"acq": [], "sc": []},
                "fence": {"acq": "smp_rmb", "rel": "smp_wmb", "acqrel": ["smp_rmb", "smp_wmb"],
                          "sc": "smp_mb"}})"),
                                  "weak", sink);
  }();
  return mapping;
}

}  // namespace

std::optional<Program> compiled_for(const Program& program, const MemoryModel& model) {
  const auto mapping = mapping::find_mapping(model.traits().mapping);
  DiagnosticSink sink;
  return mapping::compile(program, *mapping, sink);
}

CrossCheckResult check_buffering(const Program& program, const BufferingLimits& limits) {
  CrossCheckResult result = check_under(program, *find_model("imm"), limits);
  if (result.agreement != Agreement::Agrees) return result;
  const auto add = [&](const Program& of, const MemoryModel& model) {
    CrossCheckResult other = check_under(of, model, limits);
    result.executions += other.executions;
    std::ranges::move(other.models, std::back_inserter(result.models));
    if (other.agreement == Agreement::Disagrees) result = std::move(other);
    return result.agreement == Agreement::Agrees;
  };
  if (!add(program, written_model("imm"))) return result;
  for (const char* const name : {"aarch64", "riscv", "ppc"}) {
    const MemoryModel& model = *find_model(name);
    const std::optional<Program> compiled = compiled_for(program, model);
    if (compiled && !add(*compiled, model)) return result;
  }
  const auto kernel = mapping::find_mapping(find_model("lkmm")->traits().mapping);
  const auto exclusives = mapping::find_mapping("c11-aarch64-llsc");
  using Compiled = std::pair<const char*, const mapping::Mapping*>;
  for (const auto& [name, mapping] :
       {Compiled{"lkmm", kernel.get()}, Compiled{"lkmm", &weak_kernel_mapping()},
        Compiled{"aarch64", exclusives.get()}}) {
    DiagnosticSink sink;
    const std::optional<Program> compiled = mapping::compile(program, *mapping, sink);
    if (compiled && !add(*compiled, *find_model(name))) return result;
  }
  return result;
}

CrossCheckResult check_buffering_under(const Program& program, const MemoryModel& model,
                                       std::uint64_t max_executions) {
  if (find_misfit(AlgorithmKind::Buffering, model)) return {Agreement::TooLarge, "", 0};
  return check_under(program, model, {.max_executions = max_executions});
}

}  // namespace drover::oracle
