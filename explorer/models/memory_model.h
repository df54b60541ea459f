#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "explorer/graph/step.h"
#include "explorer/models/model_proof.h"
#include "explorer/models/model_traits.h"
#include "support/strong_id.h"

namespace drover {

class MemoryModel;
class ModelFamily;

// A name used in an axiom and its definition, in cat notation.
struct Definition {
  std::string name;
  std::string formula;

  bool operator==(const Definition&) const = default;
};

// An axiom for display: `formula` in cat notation. `definitions` has the names in it, and the names
// in those, down to base relations; a name comes before the names that its definition uses.
struct AxiomDescription {
  std::string name;
  std::string formula;
  std::string citation;
  std::vector<Definition> definitions = {};
  std::optional<cat::Test> test = cat::Test::Acyclic;  // of its relation; nothing: a negated one
};

// One step of a cycle. `edge` names a base relation: po, sync, rf, co, fr, rmw, or the
// inverse of one (rf^-1, rmw^-1).
struct CycleEdge {
  EventId from;
  std::string edge;
  EventId to;

  bool operator==(const CycleEdge&) const = default;
};

// The reason that a graph is inconsistent: an axiom, and a shortest cycle of base edges that breaks
// it. Each edge begins where the one before it ends; the last ends where the first begins. `steps`
// is the same cycle in terms of the model: unfolding their parts gives `cycle`. Axioms may share a
// name: `position` is the index in MemoryModel::axioms.
struct Violation {
  std::string axiom;
  std::vector<CycleEdge> cycle;
  std::vector<Step> steps;
  std::size_t position = 0;
};

// A flag that a model sets on a consistent execution.
struct RaisedFlag {
  std::string name;
  bool makes_undefined = false;                       // the program is undefined
  std::optional<std::pair<EventId, EventId>> events;  // the events that the flag is about
};

// Checks many graphs over the same events, as they are built up.
class GraphChecker {
 public:
  virtual ~GraphChecker() = default;
  // Sets the events, with the values of reads, of the next graphs.
  virtual void set_events(const ExecutionGraph& graph) = 0;
  // False only if no graph with more reads-from and coherence edges is consistent.
  virtual bool may_become_consistent(const ExecutionGraph& graph) = 0;
  // Like may_become_consistent, but may return true if the answer would cost more than going on.
  // Callers must then check `is_consistent` in the end.
  virtual bool is_worth_completing(const ExecutionGraph& graph) {
    return may_become_consistent(graph);
  }
  // For a graph with all its edges.
  virtual bool is_consistent(const ExecutionGraph& graph) = 0;
  // Returns how many executions of the model the graph represents: more than one only if the model
  // makes choices (ModelFacts::chooses_coherence).
  virtual std::size_t count_choices(const ExecutionGraph& graph) {
    return is_consistent(graph) ? 1 : 0;
  }
  // Returns the partial orders that the model chose for the graph of the last `count_choices`; null
  // if it chooses none (ModelFacts::has_partial_coherence).
  [[nodiscard]] virtual std::shared_ptr<const ChosenOrders> chosen_orders() const {
    return nullptr;
  }
};

// The kind of a program, as far as models distinguish it.
struct ProgramKind {
  std::string architecture;  // the first word of a litmus test; empty: the core language
  bool has_parts = false;    // some accesses are cut into parts
  auto operator<=>(const ProgramKind&) const = default;
};

// The reason that a model cannot be run on programs of some kind.
struct ModelMisfit {
  enum class Why : std::uint8_t {
    OtherPrograms,  // a built-in model is about other programs
    Parts,          // a built-in model knows no accesses that overlap in part
    FirstWord,      // a model from a file is for the architecture `detail`, by its first word
    Errors  // a model from a file has errors for such programs: `detail` has their printed form
  };
  Why why = Why::OtherPrograms;
  std::string detail = {};
};

// The verdicts of a model on execution graphs.
//
// Graphs may be partial: reads without a writer have no rf edge, writes without a coherence
// position come after the initial write of their location and are otherwise unordered, threads may
// not have ended. Axioms of the built-in models are monotone: adding events, rf edges or coherence
// positions to an inconsistent graph never makes it consistent, so a search may drop an
// inconsistent partial graph at once. Axioms of other models may not be monotone; `make_checker`
// knows which are.
class GraphJudge {
 public:
  virtual ~GraphJudge() = default;

  // Like `find_violation`, without the cycle: fast.
  [[nodiscard]] virtual bool is_consistent(const ExecutionGraph& graph) const = 0;
  // Faster than `is_consistent` if many graphs have the same events.
  [[nodiscard]] virtual std::unique_ptr<GraphChecker> make_checker() const;
  // Returns the first broken axiom.
  [[nodiscard]] virtual std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const = 0;
  // Returns every broken axiom, in the order of `axioms`.
  [[nodiscard]] virtual std::vector<Violation> find_violations(const ExecutionGraph& graph) const {
    std::optional<Violation> first = find_violation(graph);
    return first ? std::vector<Violation>{*std::move(first)} : std::vector<Violation>{};
  }
  // True if the axioms would hold without one pair of a base relation, or of a relation that the
  // model names.
  [[nodiscard]] virtual bool is_consistent_without(const ExecutionGraph& graph,
                                                   const CycleEdge& /*edge*/) const {
    return is_consistent(graph);
  }
  // Returns a base relation or a relation that the model names; nothing if there is none of that
  // name.
  [[nodiscard]] virtual std::optional<Relation> relation(const ExecutionGraph& /*graph*/,
                                                         std::string_view /*name*/) const {
    return std::nullopt;
  }
  // Returns the relation of an axiom, by its index in `axioms`; nothing if it is unknown or a set.
  [[nodiscard]] virtual std::optional<Relation> axiom_relation(const ExecutionGraph& /*graph*/,
                                                               std::size_t /*position*/) const {
    return std::nullopt;
  }
  // Returns happens-before, which decides races and memory errors. It includes program order.
  // Empty: the model does not say.
  [[nodiscard]] virtual Relation happens_before(const ExecutionGraph& graph) const {
    return Relation(graph.size());
  }
  [[nodiscard]] virtual std::vector<RaisedFlag> raised_flags(
      const ExecutionGraph& /*graph*/) const {
    return {};
  }
  // True if, for this model, no write of the same location is later than `write`.
  [[nodiscard]] virtual bool is_coherence_maximal(const ExecutionGraph& graph,
                                                  EventId write) const {
    return graph.coherence_maximal(graph.event(write).label.location) == write;
  }
};

// Returns the properties that algorithms assume and a model lacks.
using ModelAuditor = std::function<std::vector<ModelProperty>(const MemoryModel&)>;

// Facts about a model besides its axioms.
struct ModelInfo {
  std::string name;
  std::string text = {};  // as written, with its includes; empty if not in cat, or read later
  const ModelTraits* traits = &UnknownModel;
  ModelAuditor auditor = nullptr;  // called on demand; null if there is none
  Candidates candidates = Candidates::Supported;
  const ModelFamily* family = nullptr;  // for a model from a file: its other versions
  bool has_parts = false;               // `si` relates the parts of an access
  // Facts of every run; nothing: those of the traits, or else of the text.
  std::optional<ModelFacts> facts = std::nullopt;
};

// A memory model: a set of axioms over execution graphs, with static facts about it and the
// programs it applies to.
//
// Models have no state: threads may share one object.
class MemoryModel : public GraphJudge {
 public:
  explicit MemoryModel(ModelInfo info);

  [[nodiscard]] std::string_view name() const { return info_.name; }
  // A description of one line.
  [[nodiscard]] virtual std::string_view summary() const { return ""; }
  // In the order of `find_violation`.
  [[nodiscard]] virtual std::vector<AxiomDescription> axioms() const { return {}; }
  // The definition as written; empty if it is not in cat.
  [[nodiscard]] virtual std::string_view text() const { return info_.text; }
  // The names that `relation` accepts, base relations first.
  [[nodiscard]] virtual std::vector<std::string> relation_names() const { return {}; }
  // The relations that the model asks to draw.
  [[nodiscard]] virtual std::vector<std::string> shown_relations() const { return {}; }

  [[nodiscard]] const ModelTraits& traits() const { return *info_.traits; }
  // True if the model comes with Drover.
  [[nodiscard]] bool is_builtin() const { return !traits().name.empty(); }
  // The compiled axioms; null if they are more than sets and relations.
  [[nodiscard]] virtual const cat::Code* code() const { return nullptr; }
  // The properties proved from the form of its axioms.
  [[nodiscard]] const ModelProofs& proofs() const;
  // The properties assumed by [SPORE] §3.2 that the model is known to lack; nothing if that was not
  // checked.
  [[nodiscard]] std::optional<std::vector<ModelProperty>> missing_properties() const {
    if (!info_.auditor) return std::nullopt;
    return info_.auditor(*this);
  }
  [[nodiscard]] const ModelFacts& facts() const { return facts_; }
  [[nodiscard]] bool has_coherence() const { return facts_.has_coherence; }
  [[nodiscard]] bool chooses_coherence() const { return facts_.chooses_coherence; }
  // True if `si` relates the parts of an access (the model of programs with parts).
  [[nodiscard]] bool has_parts() const { return info_.has_parts; }
  [[nodiscard]] bool needs_dependencies() const { return facts_.needs_dependencies; }
  [[nodiscard]] bool tells_failed_updates() const { return facts_.tells_failed_updates; }
  // True if races on non-atomic accesses are errors: the undefined behaviour of built-in models.
  [[nodiscard]] bool reports_races() const { return is_builtin() && facts_.has_undefined; }
  // True if `raised_flags` may return something.
  [[nodiscard]] bool has_flags() const {
    return facts_.has_flags || (facts_.has_undefined && !is_builtin());
  }

  // Returns the version of the model for such programs: models from files may differ. Null if it
  // does not apply to them; `misfit` says why.
  [[nodiscard]] const MemoryModel* fitted(const ProgramKind& kind) const;
  [[nodiscard]] std::optional<ModelMisfit> misfit(const ProgramKind& kind) const;
  [[nodiscard]] Candidates candidates() const { return info_.candidates; }
  // The default mapping that compiles programs with modes for this model; empty if the model itself
  // has modes.
  [[nodiscard]] std::string_view usual_mapping() const;
  // Returns an instance of the model for one run; null if this object can serve several.
  [[nodiscard]] virtual std::shared_ptr<const MemoryModel> instance() const { return nullptr; }
  // A failure of the model during a run: then none of its answers counts.
  [[nodiscard]] virtual std::optional<std::string> complaint() const { return std::nullopt; }

 protected:
  [[nodiscard]] const ModelInfo& info() const { return info_; }

 private:
  ModelInfo info_;
  ModelFacts facts_;
  mutable std::once_flag are_proofs_made_;
  mutable ModelProofs proofs_;
};

}  // namespace drover
