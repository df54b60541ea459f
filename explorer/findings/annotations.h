#pragma once

// Checks that calls are correctly annotated `main` and `help` ([SPORE] §2.3, §3.2, appendix D),
// which makes it sound to leave the `help` calls out.

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

// An annotated call without the required form: loads, then one compare-and-swap in which only the
// new value may depend on them.
struct MalformedCall {
  ErrorFact fact;
  SourceRange source;
  std::string thread;
};
[[nodiscard]] std::vector<MalformedCall> find_malformed_calls(const Program& program,
                                                              AnnotationRule rule);

// Returns a relation, computed on first use; it stays valid during the call.
using LazyRelation = FunctionRef<const Relation&()>;

// A wrongly annotated `help` call, or one that makes an error, shown by an execution.
struct HelpError {
  ErrorKind kind = ErrorKind::Annotation;
  ErrorFact fact;
  EventId help;
  EventId other;  // the `main` call, or the conflicting event; none() if there is none
};
// Checks a maximal graph of the annotated semantics. `happens_before` gives the model's; it is
// called only if needed.
[[nodiscard]] std::vector<HelpError> find_help_errors(const ExecutionGraph& graph,
                                                      const ProgramAutomata& automata,
                                                      AnnotationRule rule,
                                                      const LazyRelation& happens_before);

// True if the graph is an execution of the original program: each `help` call can have performed
// its reads and failed. In the annotated semantics a helper goes on as if it had, although its
// later events may be what makes the owner succeed.
//
// The paper keeps such graphs: no error is missed, but some errors may be reported that no
// execution has.
[[nodiscard]] bool is_plain_execution(const ExecutionGraph& graph, const ProgramAutomata& automata,
                                      const MemoryModel& model);

}  // namespace drover
