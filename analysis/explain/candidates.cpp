#include "analysis/explain/candidates.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/cat/read_model.h"
#include "explorer/findings/program_names.h"
#include "explorer/findings/stop_finder.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/every_graph.h"
#include "explorer/plan/reduce_program.h"
#include "semantics/program/address.h"

namespace drover::explain {

namespace {

Value register_value(const ProgramAutomata& automata, const Observable& observable,
                     const std::vector<NodeId>& nodes) {
  const NodeId node = nodes[observable.thread.value];
  return viewed(observable.view,
                automata.thread(observable.thread).register_value(node, observable.reg));
}

Value final_value(const ProgramAutomata& automata, const Execution& execution, Value address) {
  const LocationId location = automata.locations().find(address);
  const auto last = location.is_none() ? std::nullopt : execution.last_value(location);
  if (last) return *last;
  const Program& program = automata.program();
  return program.objects[address::object(address)].initial[address::cell(address)];
}

// A program, and what refers to it.
struct UnfoldedProgram {
  UnfoldedProgram(ReducedProgram program, UnfoldOptions options)
      : reduced(std::move(program)),
        automata(reduced.program, options),
        stops(automata, reduced, options) {}

  ReducedProgram reduced;
  ProgramAutomata automata;
  StopFinder stops;
};

std::shared_ptr<UnfoldedProgram> unfolded(const Program& program, std::uint32_t unroll,
                                          Dependencies dependencies, ReductionSet reductions) {
  const bool has_them = dependencies == Dependencies::Included;
  return std::make_shared<UnfoldedProgram>(
      reduce_program(program, reductions),
      UnfoldOptions{.unroll = unroll,
                    .dependencies = has_them ? DependencyTracking::On : DependencyTracking::Off});
}

bool have_all_finished(std::span<const ThreadEnd> ends) {
  return std::ranges::all_of(ends, [](ThreadEnd end) { return end == ThreadEnd::Finished; });
}

// A model without axioms.
EveryGraph all_graphs(Dependencies dependencies) {
  return EveryGraph(
      {.name = "every graph",
       .facts = ModelFacts{.needs_dependencies = dependencies == Dependencies::Included}});
}

// A model that accepts the coherent graphs.
CatModel coherent_graphs(Dependencies dependencies) {
  static const std::shared_ptr<const cat::Code> code =
      cat::read_model_text("coherent.cat",
                           "\"sc per location\"\n"
                           "include \"cos.cat\"\n"
                           "acyclic ((po | sync) & loc) | rf | co | fr as coherence\n"
                           "empty rmw & (fr; co) as atomicity\n")
          .code;
  ModelFacts facts = facts_of(*code);
  facts.needs_dependencies = dependencies == Dependencies::Included;
  return CatModel({.name = "coherent graphs", .facts = facts}, code);
}

const CatModel& coherent_graphs() {
  static const CatModel model = coherent_graphs(Dependencies::LeftOut);
  return model;
}

// Returns the ended thread that fails at the outcome's place, if any.
std::optional<ThreadId> failed_thread(const ProgramAutomata& automata, const Outcome& outcome,
                                      const std::vector<NodeId>& nodes,
                                      const std::vector<ThreadEnd>& ends) {
  for (std::size_t t = 0; t < ends.size(); ++t) {
    if (ends[t] != ThreadEnd::Error) continue;
    const Label& label = automata.thread(ThreadId(t)).label(nodes[t]);
    if (label.error == outcome.failure_kind && label.source.begin == *outcome.failure) {
      return ThreadId(t);
    }
  }
  return std::nullopt;
}

// Accepts only executions that end as the outcome says: complete executions with its register
// values, executions that fail at its place, or others if the outcome includes them.
class OutcomeFilter : public reference::PathFilter {
 public:
  OutcomeFilter(const ProgramAutomata& automata, const Outcome& outcome)
      : automata_(automata), outcome_(outcome), observables_(automata.program().observables) {
    parts_by_thread_.resize(automata.thread_count());
    for (const OutcomePart& part : outcome.parts) {
      const bool has_cells = std::ranges::any_of(
          part.observables, [&](std::uint32_t i) { return !observables_[i].is_register; });
      if (has_cells) continue;
      std::uint32_t last_thread = 0;
      for (const std::uint32_t i : part.observables) {
        last_thread = std::max(last_thread, observables_[i].thread.value);
      }
      parts_by_thread_[last_thread].push_back(&part);
    }
    state_.resize(observables_.size());
  }

  bool wants(const std::vector<NodeId>& nodes, const std::vector<ThreadEnd>& ends,
             ThreadId next) override {
    const std::uint32_t ended = next.value - 1;
    if (outcome_.failure) {
      return next.value < ends.size() ||
             failed_thread(automata_, outcome_, nodes, ends).has_value();
    }
    if (!have_all_finished(std::span(ends).first(next.value))) return outcome_.includes_unfinished;
    for (std::size_t i = 0; i < observables_.size(); ++i) {
      const Observable& observable = observables_[i];
      if (observable.is_register && observable.thread.value == ended) {
        state_[i] = register_value(automata_, observable, nodes);
      }
    }
    return std::ranges::all_of(parts_by_thread_[ended],
                               [&](const OutcomePart* part) { return part->holds(state_); });
  }

 private:
  const ProgramAutomata& automata_;
  const Outcome& outcome_;
  const std::vector<Observable>& observables_;
  // By thread: the parts about registers only, of this thread and earlier threads.
  std::vector<std::vector<const OutcomePart*>> parts_by_thread_;
  std::vector<Value> state_;
};

class CandidateObserver : public ExecutionObserver {
 public:
  CandidateObserver(const ProgramAutomata& automata, const Outcome& outcome,
                    const CandidateVisitor& visit)
      : automata_(automata), outcome_(outcome), visit_(visit) {}

  void on_execution(const Execution& execution) override {
    if (outcome_.failure) {
      const auto failed = failed_thread(automata_, outcome_, execution.nodes, execution.ends);
      if (failed) visit(execution, {}, failed);
      return;
    }
    if (!have_all_finished(execution.ends)) {
      visit(execution, {}, std::nullopt);
      return;
    }
    std::vector<Value> state = final_state(automata_, execution);
    if (outcome_.holds(state)) visit(execution, std::move(state), std::nullopt);
  }

 private:
  void visit(const Execution& execution, std::vector<Value> state,
             std::optional<ThreadId> failed) const {
    visit_({execution.graph(), execution.nodes, execution.ends, std::move(state), failed});
  }

  const ProgramAutomata& automata_;
  const Outcome& outcome_;
  const CandidateVisitor& visit_;
};

// Returns values that threads may pass to one another in a cycle. Any value is possible; only
// values that the program or the outcome mentions make a difference.
std::vector<Value> assumed_values(const Program& program, const Outcome& outcome) {
  constexpr std::size_t MaxConstants = 8;  // more would be slow with little gain
  std::set<Value> values(outcome.constants.begin(), outcome.constants.end());
  std::set<Value> all = values;
  for (const Thread& thread : program.threads) {
    for (std::size_t i = 0; i < thread.expressions.size(); ++i) {
      const ExpressionNode& node = thread.expressions[ExprId(i)];
      if (node.op == Operator::Constant && !address::is_address(node.value)) all.insert(node.value);
    }
  }
  if (all.size() <= MaxConstants) values = std::move(all);
  return {values.begin(), values.end()};
}

template <typename Test>
bool has_label(const ProgramAutomata& automata, Test test) {
  for (std::size_t t = 0; t < automata.thread_count(); ++t) {
    const ThreadAutomaton& thread = automata.thread(ThreadId(t));
    for (std::size_t node = 0; node < thread.node_count(); ++node) {
      if (test(thread, NodeId(node))) return true;
    }
  }
  return false;
}

}  // namespace

bool is_coherent(const ExecutionGraph& candidate) {
  return coherent_graphs().is_consistent(candidate);
}

bool is_torn(const ExecutionGraph& candidate) {
  const auto violation = coherent_graphs().find_violation(candidate);
  return violation && violation->axiom == "atomicity";
}

void visit_candidates(ProgramAutomata& automata, const Outcome& outcome,
                      std::optional<CandidateClass> wanted, Dependencies dependencies,
                      RunControl& control, const CandidateVisitor& visit) {
  const EveryGraph all = all_graphs(dependencies);
  const CatModel coherent = coherent_graphs(dependencies);
  const CandidateVisitor visit_incoherent = [&](const VisitedCandidate& candidate) {
    if (!is_coherent(candidate.graph)) visit(candidate);
  };
  const MemoryModel& model =
      wanted == CandidateClass::Coherent ? static_cast<const MemoryModel&>(coherent) : all;
  const std::vector<Value> assumed = assumed_values(automata.program(), outcome);
  OutcomeFilter filter(automata, outcome);
  CandidateObserver observer(automata, outcome,
                             wanted == CandidateClass::Incoherent ? visit_incoherent : visit);
  reference::enumerate_executions(automata, model, control, observer, &filter, assumed);
}

std::vector<Value> final_state(const ProgramAutomata& automata, const Execution& execution) {
  std::vector<Value> state;
  for (const Observable& observable : automata.program().observables) {
    if (observable.is_register) {
      state.push_back(register_value(automata, observable, execution.nodes));
      continue;
    }
    if (observable.parts.empty()) {
      state.push_back(
          viewed(observable.view, final_value(automata, execution, observable.address)));
      continue;
    }
    std::uint64_t whole = 0;
    for (const ObservedPart& part : observable.parts) {
      const Value bits = final_value(automata, execution, part.address);
      whole |= static_cast<std::uint64_t>(bits) << part.shift;
    }
    state.push_back(viewed(observable.view, static_cast<Value>(whole)));
  }
  return state;
}

CandidateSearch::CandidateSearch(const Program& program, std::uint32_t unroll,
                                 Dependencies dependencies, ReductionSet reductions)
    : dependencies_(dependencies) {
  const auto whole = unfolded(program, unroll, dependencies, reductions);
  automata_ = {whole, &whole->automata};
  stops_ = {whole, &whole->stops};
  names_ = std::make_shared<const GraphNames>(names_of(automata_));
}

void CandidateSearch::describe(ExplorationResult& result) const {
  result.program = {automata_, &program()};
  result.automata = automata_;
  result.names = *names_;
  result.stops = stops_;
}

StopReason CandidateSearch::run(const Outcome& outcome, std::optional<CandidateClass> wanted,
                                const SearchLimits& limits, const CandidateVisitor& visit) {
  return run(limits, [&](RunControl& control) {
    visit_candidates(*automata_, outcome, wanted, dependencies_, control, visit);
  });
}

StopReason CandidateSearch::run(const Outcome& outcome, const MemoryModel& model,
                                const SearchLimits& limits, const CandidateVisitor& visit) {
  return run(limits, [&](RunControl& control) {
    OutcomeFilter filter(*automata_, outcome);
    CandidateObserver observer(*automata_, outcome, visit);
    reference::enumerate_executions(*automata_, model, control, observer, &filter, {});
  });
}

StopReason CandidateSearch::run(const SearchLimits& limits,
                                const std::function<void(RunControl&)>& search) {
  RunControl control;
  control_ = &control;
  steps_ = 0;
  if (limits.seconds) control.set_time_limit(*limits.seconds, limits.start);
  control.set_interrupt_flag(limits.interrupt);
  control.set_heartbeat([&] {
    if (++steps_ > limits.steps) control.stop(StopReason::MaxExecutions);
  });
  search(control);
  return control.reason();
}

bool has_node(const ProgramAutomata& automata, LabelKind kind) {
  return has_label(automata, [&](const ThreadAutomaton& thread, NodeId node) {
    return thread.kind(node) == kind;
  });
}

bool has_stop(const ProgramAutomata& automata) {
  return has_label(automata, [](const ThreadAutomaton& thread, NodeId node) {
    const LabelKind kind = thread.kind(node);
    return kind == LabelKind::Block || (kind == LabelKind::Read && thread.label(node).is_await);
  });
}

}  // namespace drover::explain
