#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/explain/lenience.h"
#include "analysis/explain/scope_gap.h"
#include "analysis/explain/story.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/value.h"

// Data that explains why an outcome of a program is allowed or forbidden. The wording is elsewhere.
namespace drover::explain {

// An execution with the outcome, consistent or not.
struct Candidate {
  ExecutionGraph graph;
  std::vector<Value> state;  // of Program::observables; empty if a thread fails
  std::shared_ptr<const GraphNames> names;
  std::optional<ThreadId> failed = {};  // the thread that fails at the outcome's place
};

// The final state requires `write` to be the last of its location, but in the model `by` (maybe
// none()) is later. Only for models without coherence order.
struct OverwrittenWrite {
  EventId write;
  EventId by;
  std::vector<CycleEdge> path;  // why `write` happens before `by`; empty if it does not
};

// A reason for which a model forbids candidates: a broken axiom with a cycle, or a write that is
// not last.
struct Reason {
  std::string axiom;                            // empty if `overwritten` is set
  Violation violation;                          // in one candidate of this kind
  std::optional<OverwrittenWrite> overwritten;  // in the same candidate
  std::size_t candidate = 0;  // index of that candidate in Explanation::candidates
  // Number of candidates that this axiom forbids by a cycle of this shape.
  std::size_t count = 0;
  // Number of those that no earlier reason in the list forbids; 0: the reason is redundant.
  std::size_t settled = 0;
  // Pairs such that removing any one makes that candidate consistent.
  std::vector<CycleEdge> removable;
};

// The reason that a model accepts a witness and a stronger model rejects it.
struct Allowance {
  const MemoryModel* strict = nullptr;  // a built-in model
  Reason reason;                        // why `strict` rejects the witness
  Lenience lenience;                    // why the current model accepts it
};

enum class OutcomeVerdict : std::uint8_t {
  Allowed,
  Forbidden,
  Impossible,  // no candidate has the outcome
  Unknown      // a limit was reached first
};

// The verdict of one model, with its explanation.
struct ModelAnswer {
  const MemoryModel* model = nullptr;
  OutcomeVerdict verdict = OutcomeVerdict::Unknown;
  std::optional<std::size_t> witness;  // Allowed: index in Explanation::candidates
  // Allowed: set if a stronger model of the ladder (sc for models that are not built in) rejects
  // the witness.
  std::optional<Allowance> allowance;
  // Allowed: if sc accepts the witness, its events in the order of an interleaving.
  std::vector<EventId> interleaving;
  // Allowed: if sc rejects the witness, a run of the model's machine, if it has one, that produces
  // the witness.
  std::optional<Story> story;
  // A race in the witness, if the model makes races errors.
  std::optional<std::pair<EventId, EventId>> race;
  // Allowed, on machines with scopes: scopes in the witness that do not include a thread. If the
  // outcome is forbidden once all of these are wider, only those that have to be.
  std::vector<ScopeGap> scope_gaps;
  bool forbidden_if_wider = false;
  // Forbidden, likewise: narrower scopes with which it still is, all at once.
  std::vector<PlacedScope> narrower_scopes;
  // Forbidden: shortest first, against the first `explained` candidates (the coherent ones, if
  // any).
  std::vector<Reason> reasons;
  std::size_t explained = 0;
  // Forbidden, with coherent candidates: the axioms that reject the incoherent ones.
  std::vector<std::string> axioms_against_incoherent;
};

// One model of the ladder, the built-in models from strong to weak.
struct LadderRung {
  const MemoryModel* model = nullptr;
  OutcomeVerdict verdict = OutcomeVerdict::Unknown;
  std::optional<std::size_t> witness;  // Allowed: index in Explanation::candidates
  // Forbidden: the reason, if possible in the witness of the nearest model that allows the outcome.
  std::optional<Reason> reason;
  // Allowed: set if a stronger model rejects the witness.
  std::optional<Allowance> allowance;
};

// The difference between two neighbours of the ladder, one of which allows the outcome: why the
// other rejects the witness, and what the allowing model gives up.
struct LadderChange {
  std::size_t upper = 0;  // index of the first of the two in Explanation::ladder
  Reason reason;
  Lenience lenience;
};

// A part of the outcome that no candidate satisfies.
struct ImpossiblePart {
  std::size_t part = 0;  // index in Outcome::parts
  // The values that an observable of the part takes in candidates.
  struct Values {
    std::uint32_t observable = 0;
    std::vector<Value> values;
  };
  std::vector<Values> values;
};

struct Explanation {
  // The kept candidates with the outcome: coherent ones first (candidates.h), then incoherent ones,
  // then witnesses of separate explorations.
  std::vector<Candidate> candidates;
  std::uint64_t coherent_count = 0;    // all that were found
  std::uint64_t incoherent_count = 0;  // all that were found
  // Number of incoherent candidates that break only the atomicity of a read-modify-write.
  std::uint64_t torn_count = 0;
  std::vector<ModelAnswer> answers;  // of the requested models
  std::vector<LadderRung> ladder;
  std::vector<LadderChange> changes;
  // Impossible: the parts that no candidate satisfies. Empty if each can be satisfied, but not all
  // together: then `contradiction` is a minimal set of conflicting parts.
  std::vector<ImpossiblePart> impossible;
  std::vector<std::size_t> contradiction;
  // Some executions have no final state: they end at an error, an assume or an await.
  bool has_failing_paths = false;
  bool has_waiting_paths = false;
  StopReason stop_reason = StopReason::Exhausted;        // of the search for coherent candidates
  StopReason incoherent_reason = StopReason::Exhausted;  // of the search for incoherent candidates
  bool was_cut = false;  // a loop was cut: there may be more candidates
  std::shared_ptr<const GraphNames> names;

  [[nodiscard]] std::uint64_t candidate_count() const { return coherent_count + incoherent_count; }
  // True if all candidates were found.
  [[nodiscard]] bool is_complete() const {
    return stop_reason == StopReason::Exhausted && incoherent_reason == StopReason::Exhausted &&
           !was_cut;
  }
};

}  // namespace drover::explain
