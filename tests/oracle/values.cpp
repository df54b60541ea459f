#include "tests/oracle/values.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/rvf/rvf.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"
#include "tests/support/program_text.h"
#include "tests/support/well_formed.h"

namespace drover::oracle {

namespace {

// True for a read that does not satisfy its await: it is not an event of [RVF].
bool is_stuck(const Execution& execution, const Event& event) {
  if (event.is_initial() || !event.label.is_await) return false;
  const auto events = execution.graph().events_of(event.thread);
  const bool is_last = execution.graph().event(events.back()).index == event.index;
  const ThreadEnd end = execution.ends[event.thread.value];
  return is_last && execution.nodes[event.thread.value] == event.node &&
         (end == ThreadEnd::StuckAtAwait || end == ThreadEnd::Blocked);
}

using Form = std::vector<std::int64_t>;

// E and val of [RVF] §3: the events of each thread with their values, and the thread's end.
Form form_of(const Execution& execution) {
  Form form;
  const ExecutionGraph& graph = execution.graph();
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    for (const EventId id : graph.events_of(ThreadId(t))) {
      if (is_stuck(execution, graph.event(id))) continue;
      form.push_back(graph.event(id).node.value);
      form.push_back(graph.event(id).value);
    }
    form.push_back(-1);
    form.push_back(execution.nodes[t].value);
    form.push_back(static_cast<std::int64_t>(execution.ends[t]));
  }
  return form;
}

// The causal order of the reads: ↦ restricted to reads, [RVF] §2.2. `sources` gets the write that
// each read reads from.
Form causality_of(const Execution& execution, Form& sources) {
  const ExecutionGraph& graph = execution.graph();
  const std::size_t size = graph.size();
  std::vector<std::vector<bool>> before(size, std::vector<bool>(size, false));
  std::vector<EventId> reads;
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    const auto events = graph.events_of(ThreadId(t));
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Event& event = graph.event(events[i]);
      if (i > 0) before[events[i - 1].value][events[i].value] = true;
      for (std::size_t u = 0; u < execution.ends.size(); ++u) {
        if (graph.role(ThreadId(u)) >= graph.role(ThreadId(t))) continue;
        for (const EventId other : graph.events_of(ThreadId(u))) {
          before[other.value][events[i].value] = true;
        }
      }
      if (!event.label.is_read() || is_stuck(execution, event)) continue;
      before[event.reads_from.value][events[i].value] = true;
      reads.push_back(events[i]);
      const Event& source = graph.event(event.reads_from);
      sources.push_back(source.is_initial() ? -1 : std::int64_t{source.thread.value});
      sources.push_back(source.index);
    }
  }
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      if (!before[i][k]) continue;
      for (std::size_t j = 0; j < size; ++j) {
        if (before[k][j]) before[i][j] = true;
      }
    }
  }
  Form form;
  for (const EventId a : reads) {
    for (const EventId b : reads) form.push_back(before[a.value][b.value] ? 1 : 0);
  }
  return form;
}

class Forms : public ExecutionObserver {
 public:
  Forms(const MemoryModel& model, RunControl& control, std::uint64_t limit)
      : model_(model), control_(control), limit_(limit) {}

  void on_execution(const Execution& execution) override {
    if (++count == limit_) control_.stop(StopReason::MaxExecutions);
    Form form = form_of(execution);
    Form sources;
    const Form causality = causality_of(execution, sources);
    Form with_sources = form;
    with_sources.insert(with_sources.end(), sources.begin(), sources.end());
    reads_from.insert(std::move(with_sources));
    Form with_causality = form;
    with_causality.insert(with_causality.end(), causality.begin(), causality.end());
    classes.insert(std::move(with_causality));
    forms.insert(std::move(form));
    if (const auto broken = find_ill_formedness(execution.graph())) mistake = *broken;
    if (!model_.is_consistent(execution.graph())) mistake = "an inconsistent execution";
  }

  std::uint64_t count = 0;
  std::set<Form> forms;
  std::set<Form> classes;
  std::set<Form> reads_from;
  std::string mistake;

 private:
  const MemoryModel& model_;
  RunControl& control_;
  std::uint64_t limit_;
};

// Unrolls loops that only wait, which no pass removes here.
UnfoldOptions unfold() {
  UnfoldOptions options;
  options.unroll = 2;
  return options;
}

std::string summary_of(const Program& program, AlgorithmKind algorithm, ReductionSet reductions,
                       const rvf::RvfOptions& rvf = {}) {
  ExplorerOptions options;
  options.model = find_model("sc");
  options.algorithm = algorithm;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  options.asked_for = reductions;
  options.unfold = unfold();
  options.rvf = rvf;
  const ExplorationResult result = explore(program, options);
  std::string out =
      format("verdict {} complete {} blocked {} deadlocks {} erroneous {} cut {}\n",
             static_cast<int>(result.verdict), result.executions > 0, result.blocked > 0,
             result.deadlocks > 0, result.erroneous > 0, result.cut > 0);
  for (const ConditionResult& condition : result.conditions) {
    out += format("condition {} {}\n", condition.witnesses > 0, condition.others > 0);
  }
  for (const auto& [state, count] : result.outcomes) {
    out += "outcome";
    for (const Value value : state) out += format(" {}", value);
    out += "\n";
  }
  std::set<std::string> errors;
  for (const ReportedError& error : result.errors) {
    errors.insert(format("error {} {}:{}\n", error_kind_name(error.kind), error.place.source.line,
                         error.place.source.column));
  }
  for (const std::string& error : errors) out += error;
  return out;
}

constexpr rvf::RvfOptions Variants[] = {
    {},
    {.vsc = {}, .signals = false},
    {.vsc = {.closure = false}},
    {.vsc = {.use_guide = false}},
    {.vsc = {.greedy = false}},
    {.vsc = {.greedy = false, .closure = false, .use_guide = false}, .signals = false}};

class ValuesCheck {
 public:
  ValuesCheck(const std::string& source, const CrossCheckOptions& options)
      : program_(testing::program_from(source)), options_(options), model_(*find_model("sc")) {}

  ValuesResult run() {
    Program bare = program_;
    bare.observables.clear();
    bare.conditions.clear();
    ProgramAutomata automata(bare, unfold());
    RunControl control;
    // `enumerate` begins with a value analysis, in which values may grow without bound.
    control.set_time_limit(3);
    Forms expected(model_, control, options_.max_executions);
    reference::enumerate_executions(automata, model_, control, expected);
    if (control.reason() != StopReason::Exhausted) {
      result_.check.agreement = Agreement::TooLarge;
      return result_;
    }
    result_.executions = expected.count;
    result_.classes = expected.classes.size();
    result_.reads_from = expected.reads_from.size();
    result_.check.executions = expected.count;
    for (const rvf::RvfOptions& variant : Variants) compare_forms(automata, expected, variant);
    if (result_.classes > result_.reads_from || result_.reads_from > result_.executions) {
      complain("the equivalences are not each coarser than the next");
    }
    ReductionSet awaits = ReductionSet::none();
    awaits.insert(Reduction::Await);
    ReductionSet loops = awaits;
    loops.insert(Reduction::Plp);
    for (const ReductionSet reductions : {ReductionSet::none(), awaits, loops}) {
      compare_reports(reductions);
    }
    return result_;
  }

 private:
  void complain(const std::string& what) {
    result_.check.agreement = Agreement::Disagrees;
    result_.check.what += what + "\n";
  }

  void compare_forms(ProgramAutomata& automata, const Forms& expected,
                     const rvf::RvfOptions& variant) {
    RunControl control;
    Forms found(model_, control, 10 * options_.max_executions);
    const auto search = rvf::make_rvf(automata, variant, control, found);
    search->begin();
    static_cast<void>(search->run());
    const std::string name = format("rvf (variant {})", &variant - Variants);
    if (!found.mistake.empty()) complain(name + " finds " + found.mistake);
    if (found.forms != expected.forms) {
      complain(format("enumerate finds {} sets of events with values, {} {}, not the same",
                      expected.forms.size(), name, found.forms.size()));
    }
    // With a heap, `rvf` may report further traces to show errors.
    if (!automata.locations().has_heap_cells() && found.count > expected.classes.size()) {
      complain(format("{} explores {} executions of {} classes", name, found.count,
                      expected.classes.size()));
    }
    if (&variant == Variants) result_.explored = found.count;
  }

  void compare_reports(ReductionSet reductions) {
    const std::string first = summary_of(program_, AlgorithmKind::Enumerate, reductions);
    const std::string second = summary_of(program_, AlgorithmKind::Rvf, reductions);
    if (first != second) complain("the reports differ:\n" + first + "---\n" + second);
  }

  Program program_;
  CrossCheckOptions options_;
  const MemoryModel& model_;
  ValuesResult result_;
};

}  // namespace

GeneratorOptions values_options() {
  GeneratorOptions options;
  options.min_threads = 2;
  options.max_locations = 2;
  options.max_events = 10;
  options.weights.cas = 12;
  options.weights.await = 6;
  options.weights.spin = 2;
  options.weights.fence = 0;
  options.chances.mode = 0;
  return options;
}

ValuesResult check_values(const std::string& source, const CrossCheckOptions& options) {
  return ValuesCheck(source, options).run();
}

}  // namespace drover::oracle
