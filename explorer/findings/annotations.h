#pragma once

// Whether calls are rightly annotated `main` and `help` ([SPORE] §2.3, §3.2, appendix D):
// what makes it sound to leave the `help` calls out.

#include <cstdint>
#include <string>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "explorer/models/memory_model.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/error_fact.h"
#include "semantics/program/error_kind.h"
#include "semantics/program/program.h"
#include "support/function_ref.h"

namespace drover {

// An annotated call whose code is not of the form that annotations need: loads, then one
// compare-and-swap on which only the new value may depend.
struct MalformedCall {
  ErrorFact fact;
  SourceRange source;
  std::string thread;
};
[[nodiscard]] std::vector<MalformedCall> find_malformed_calls(const Program& program,
                                                              AnnotationRule rule);

// Gives a relation when it is first needed; it stays valid during the call.
using LazyRelation = FunctionRef<const Relation&()>;

// A `help` call that is wrongly annotated, or that does what is an error, as an execution shows.
struct HelpError {
  ErrorKind kind = ErrorKind::Annotation;
  ErrorFact fact;
  EventId help;
  EventId other;  // the `main` call, or the event it is at odds with; none() if there is none
};
// Of a maximal graph of the annotated semantics. `happens_before` gives the model's; it is
// asked for only where it matters.
[[nodiscard]] std::vector<HelpError> find_help_errors(const ExecutionGraph& graph,
                                                      const ProgramAutomata& automata,
                                                      AnnotationRule rule,
                                                      const LazyRelation& happens_before);

// Whether the graph is an execution of the program as it is written: whether each `help`
// call can have done what it does, and failed. In the annotated semantics a helper goes on
// as if it had, though what it did later may be what makes the owner succeed.
//
// The paper leaves such graphs in: no error is missed, but some may be reported that no
// execution has.
[[nodiscard]] bool is_plain_execution(const ExecutionGraph& graph, const ProgramAutomata& automata,
                                      const MemoryModel& model);

}  // namespace drover
