#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/explain/outcome.h"
#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/run_control.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::explain {

// A candidate execution with an outcome. Valid during the visitor's call only.
struct VisitedCandidate {
  const ExecutionGraph& graph;
  std::vector<Value> state;        // at the end; empty where a thread fails
  std::optional<ThreadId> failed;  // the thread that fails where the outcome asks for it
};
using CandidateVisitor = std::function<void(const VisitedCandidate&)>;

// Candidates that a reader may have in mind, and all others.
//
// Coherent ones read and order the writes of each location as if it were alone (with program
// order; herd's "sc per location"), and their read-modify-writes are atomic. Whatever a model makes
// of the order between locations, that much is usually taken for granted; what the others do, like
// reading from a later write of the same thread, explains little.
enum class CandidateClass : std::uint8_t { Coherent, Incoherent };

[[nodiscard]] bool is_coherent(const ExecutionGraph& candidate);
// Whether it is not, but only because a read-modify-write is not atomic.
[[nodiscard]] bool is_torn(const ExecutionGraph& candidate);

// Visits the candidates of a program that `outcome` holds in, of one class or of both: all paths of
// threads, reads-from and coherence, without any axiom of a model. They are complete ones if the
// outcome is about final states; where it is about a failure, threads may end in any way.
//
// What the outcome says of registers is judged as soon as the threads they belong to have run to
// their ends, before anything is read from anywhere; what is not coherent is given up at once if
// only coherent ones are asked for. Reads may return values that come from nowhere but a circle of
// reads and writes, if the program or the outcome mentions them. Few of the candidates of a litmus
// test are left.
// Graphs have their dependencies if that is asked for.
enum class Dependencies : std::uint8_t { LeftOut, Included };
void visit_candidates(ProgramAutomata& automata, const Outcome& outcome,
                      std::optional<CandidateClass> wanted, Dependencies dependencies,
                      RunControl& control, const CandidateVisitor& visit);

// Whether some thread came to a label of that kind in what is known of the automata. After a
// search, of LabelKind::Cut: whether there may be candidates that it did not see, or values.
[[nodiscard]] bool has_node(const ProgramAutomata& automata, LabelKind kind);
// The same of what a thread may stop at for good: a failed assume, an await.
[[nodiscard]] bool has_stop(const ProgramAutomata& automata);

}  // namespace drover::explain
