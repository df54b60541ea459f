#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/explain/lenience.h"
#include "analysis/explain/story.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/value.h"

// Why an outcome of a program is allowed or forbidden, as data. The words for it are elsewhere.
namespace drover::explain {

// An execution that would give the outcome, whatever the axioms say to it.
struct Candidate {
  ExecutionGraph graph;
  std::vector<Value> state;  // of Program::observables; empty where a thread fails
  std::shared_ptr<const GraphNames> names;
  std::optional<ThreadId> failed = {};  // the thread that fails where the outcome asks for it
};

// The final state asks for `write` to be the last of its location, but for the model `by`, which
// may be none(), is later. Only under models whose graphs have no coherence order.
struct OverwrittenWrite {
  EventId write;
  EventId by;
  std::vector<CycleEdge> path;  // how `write` happens before `by`; empty if it does not
};

// Why a model forbids candidates: a broken axiom and a cycle, or a write that is not the last.
struct Reason {
  std::string axiom;                            // empty if `overwritten` is there
  Violation violation;                          // in one candidate of this kind
  std::optional<OverwrittenWrite> overwritten;  // the same
  std::size_t candidate = 0;                    // that candidate: Explanation::candidates
  // Candidates that this axiom forbids by a cycle of this shape.
  std::size_t count = 0;
  // Candidates of which no reason further up in the list is one; 0: it is not needed.
  std::size_t settled = 0;
  // Pairs of relations of which any one, were it missing, would make that candidate consistent.
  std::vector<CycleEdge> removable;
};

// Why a model accepts a witness, in terms of a stronger one that does not.
struct Allowance {
  const MemoryModel* strict = nullptr;  // a built-in one
  Reason reason;                        // of `strict`, against the witness
  Lenience lenience;                    // what the current model makes of it
};

enum class OutcomeVerdict : std::uint8_t {
  Allowed,
  Forbidden,
  Impossible,  // no candidate gives it
  Unknown      // a limit was reached before
};

// The answer of one model.
struct ModelAnswer {
  const MemoryModel* model = nullptr;
  OutcomeVerdict verdict = OutcomeVerdict::Unknown;
  std::optional<std::size_t> witness;  // Allowed: Explanation::candidates
  // Allowed: why, if a stronger model of the ladder (for models that are not built in: sc) rejects
  // the witness.
  std::optional<Allowance> allowance;
  // Allowed: if sc accepts the witness, its events in an order in which they may happen one by one.
  std::vector<EventId> interleaving;
  // Allowed: if sc does not accept it, a run of the model's machine, where it has one, that makes
  // the witness.
  std::optional<Story> story;
  // A race in the witness, if the model makes races errors.
  std::optional<std::pair<EventId, EventId>> race;
  // Forbidden: shortest first. They are of the first `explained` candidates: coherent ones, if
  // there are any.
  std::vector<Reason> reasons;
  std::size_t explained = 0;
  // Forbidden, and there are coherent candidates: what rejects the others.
  std::vector<std::string> axioms_against_incoherent;
};

// One model of the ladder, the built-in models from strong to weak.
struct LadderRung {
  const MemoryModel* model = nullptr;
  OutcomeVerdict verdict = OutcomeVerdict::Unknown;
  // Forbidden: why, where possible in the witness of the nearest model that allows it.
  std::optional<Reason> reason;
  // Allowed: why, if a stronger one rejects the witness.
  std::optional<Allowance> allowance;
};

// Between two neighbours of the ladder one of which allows the outcome: why the other does not
// have it, in the witness of the one that does, and what the one that does gives up.
struct LadderChange {
  std::size_t upper = 0;  // index of the first of the two in Explanation::ladder
  Reason reason;
  Lenience lenience;
};

// A demand of the outcome that no candidate meets.
struct ImpossiblePart {
  std::size_t part = 0;  // Outcome::parts
  // Per observable of the part: the values that it takes in candidates.
  struct Values {
    std::uint32_t observable = 0;
    std::vector<Value> values;
  };
  std::vector<Values> values;
};

struct Explanation {
  // Those that were kept, of those that give the outcome: coherent ones first (candidates.h), then
  // others, then witnesses of explorations of their own.
  std::vector<Candidate> candidates;
  std::uint64_t coherent_count = 0;    // of all that were found
  std::uint64_t incoherent_count = 0;  // the same
  // Of the latter: coherent location by location, but a read-modify-write is not atomic.
  std::uint64_t torn_count = 0;
  std::vector<ModelAnswer> answers;  // of the models that were asked about
  std::vector<LadderRung> ladder;
  std::vector<LadderChange> changes;
  // Impossible: the parts that no candidate meets. Empty if each can be met, but not together:
  // then `contradiction` has as few of them as possible.
  std::vector<ImpossiblePart> impossible;
  std::vector<std::size_t> contradiction;
  // Some executions have no final state: they end at an error, or at an assume or await.
  bool has_failing_paths = false;
  bool has_waiting_paths = false;
  StopReason stop_reason = StopReason::Exhausted;        // of the search for coherent candidates
  StopReason incoherent_reason = StopReason::Exhausted;  // of that for the others
  bool was_cut = false;  // a loop was cut: there may be more of them
  std::shared_ptr<const GraphNames> names;

  [[nodiscard]] std::uint64_t candidate_count() const { return coherent_count + incoherent_count; }
  // Whether there are no other candidates.
  [[nodiscard]] bool is_complete() const {
    return stop_reason == StopReason::Exhausted && incoherent_reason == StopReason::Exhausted &&
           !was_cut;
  }
};

}  // namespace drover::explain
