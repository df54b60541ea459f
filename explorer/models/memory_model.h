#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "explorer/graph/traced_relation.h"
#include "explorer/models/model_property.h"
#include "explorer/models/model_traits.h"
#include "support/strong_id.h"

namespace drover {

namespace cat {
struct Code;
}

// A name that an axiom uses and what it stands for, in cat notation.
struct Definition {
  std::string name;
  std::string formula;

  bool operator==(const Definition&) const = default;
};

// What an axiom demands of its relation.
enum class AxiomTest : std::uint8_t {
  Acyclic,
  Irreflexive,
  Empty,
  Contrary  // that it is not so: `~acyclic` and the like
};

// What a model demands, for people: `formula` in cat notation. `definitions` are those of the
// names in it, and of the names in those, down to base relations; a name comes before the
// names that its own definition uses.
struct AxiomDescription {
  std::string name;
  std::string formula;
  std::string citation;
  std::vector<Definition> definitions = {};
  AxiomTest test = AxiomTest::Acyclic;
};

// One step of a cycle. `edge` names a base relation: po, sync, rf, co, fr, rmw, or the
// inverse of one (rf^-1, rmw^-1).
struct CycleEdge {
  EventId from;
  std::string edge;
  EventId to;

  bool operator==(const CycleEdge&) const = default;
};

// Why a graph is inconsistent: the axiom, and a shortest cycle of base edges that breaks
// it. Each edge begins where the one before it ends; the last ends where the first begins.
// `steps` is the same cycle in terms of the model: unfolding their parts gives `cycle`.
// Several axioms may have the same name: `position` tells which of MemoryModel::axioms it is.
struct Violation {
  std::string axiom;
  std::vector<CycleEdge> cycle;
  std::vector<Step> steps;
  std::size_t position = 0;
};

// A mark that a model puts on an execution, which is consistent all the same.
struct RaisedFlag {
  std::string name;
  bool makes_undefined = false;                       // the program has no meaning at all
  std::optional<std::pair<EventId, EventId>> events;  // between which there is what it is about
};

// Answers what a model says of many graphs over the same events, as they are built up.
class GraphChecker {
 public:
  virtual ~GraphChecker() = default;
  // The events, with the values of reads, from which the next graphs are made.
  virtual void set_events(const ExecutionGraph& graph) = 0;
  // False only if no graph with more reads-from and coherence edges is consistent.
  virtual bool may_become_consistent(const ExecutionGraph& graph) = 0;
  // The same, but it may say yes where the answer would cost more than going on. Callers must then
  // ask `is_consistent` in the end.
  virtual bool is_worth_completing(const ExecutionGraph& graph) {
    return may_become_consistent(graph);
  }
  // Of a graph with all its edges.
  virtual bool is_consistent(const ExecutionGraph& graph) = 0;
  // How many executions of the model it is: more than one only where the model has choices of its
  // own (ModelFacts::chooses_coherence).
  virtual std::size_t count_choices(const ExecutionGraph& graph) {
    return is_consistent(graph) ? 1 : 0;
  }
};

// What a program is, as far as models can tell.
struct ProgramKind {
  std::string architecture;  // the first word of a litmus test; empty: the core language
  auto operator<=>(const ProgramKind&) const = default;
};

// Why a model cannot be run on programs of some kind.
struct ModelMisfit {
  enum class Why : std::uint8_t {
    OtherPrograms,  // a built-in model: it is about others
    FirstWord,      // a model from a file is for one architecture, `detail`, by its first word
    Errors          // a model from a file has errors there: `detail` is how they are printed
  };
  Why why = Why::OtherPrograms;
  std::string detail = {};
};

// What people are told of a model.
class ModelDescription {
 public:
  virtual ~ModelDescription() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  // One line.
  [[nodiscard]] virtual std::string_view summary() const = 0;
  // In the order in which `find_violation` checks them.
  [[nodiscard]] virtual std::vector<AxiomDescription> axioms() const = 0;
  // The definition, as written; empty where it is not written in cat.
  [[nodiscard]] virtual std::string_view text() const { return ""; }
  // The names that `GraphJudge::relation` knows, base relations first.
  [[nodiscard]] virtual std::vector<std::string> relation_names() const = 0;
  // The relations by which its axioms speak of program order between locations, where it does not
  // keep all of it: the widest ones that have a name. See cat/program_order.h.
  [[nodiscard]] virtual std::vector<std::string> kept_program_order() const { return {}; }
  // Those that the model asks to be drawn.
  [[nodiscard]] virtual std::vector<std::string> shown_relations() const { return {}; }
};

// What a model says of execution graphs.
//
// Graphs may be partial: reads without a writer have no rf edge, writes without a place
// in coherence come after the initial write of their location and are otherwise
// unordered, threads may not have ended. Axioms of the built-in models are monotone: adding
// events, rf edges or coherence places to an inconsistent graph never makes it consistent, so a
// search may give up a partial graph as soon as it is inconsistent. Those of other models may
// not be; `make_checker` knows which are.
class GraphJudge {
 public:
  virtual ~GraphJudge() = default;

  // The same verdict as `find_violation`, without the cycle: quick.
  [[nodiscard]] virtual bool is_consistent(const ExecutionGraph& graph) const = 0;
  // Quicker than `is_consistent` where many graphs have the same events.
  [[nodiscard]] virtual std::unique_ptr<GraphChecker> make_checker() const;
  // The first axiom that is broken.
  [[nodiscard]] virtual std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const = 0;
  // Every axiom that is broken, in the order of `axioms`.
  [[nodiscard]] virtual std::vector<Violation> find_violations(const ExecutionGraph& graph) const {
    std::optional<Violation> first = find_violation(graph);
    return first ? std::vector<Violation>{*std::move(first)} : std::vector<Violation>{};
  }
  // Whether the axioms would hold if one pair of a base relation, or of a relation that the
  // model names, were missing.
  [[nodiscard]] virtual bool is_consistent_without(const ExecutionGraph& graph,
                                                   const CycleEdge& edge) const = 0;
  // A base relation or one that the model names; nothing where there is none of that name.
  [[nodiscard]] virtual std::optional<Relation> relation(const ExecutionGraph& graph,
                                                         std::string_view name) const = 0;
  // What one of `axioms`, by its position, makes its demand of; nothing where that is not known or
  // is a set.
  [[nodiscard]] virtual std::optional<Relation> axiom_relation(const ExecutionGraph& /*graph*/,
                                                               std::size_t /*position*/) const {
    return std::nullopt;
  }
  // When one event is done before another for every thread; what races and memory errors
  // are judged by. Includes program order.
  [[nodiscard]] virtual Relation happens_before(const ExecutionGraph& graph) const = 0;
  [[nodiscard]] virtual std::vector<RaisedFlag> raised_flags(
      const ExecutionGraph& /*graph*/) const {
    return {};
  }
  // Whether no write of the same location is later than `write` for this model.
  [[nodiscard]] virtual bool is_coherence_maximal(const ExecutionGraph& graph,
                                                  EventId write) const {
    return graph.coherence_maximal(graph.event(write).label.location) == write;
  }
};

// A memory model: a set of axioms over execution graphs. What is known of it before there is a
// graph, and which programs it is about.
//
// Models have no state: one object serves any number of threads.
class MemoryModel : public ModelDescription, public GraphJudge {
 public:
  // What is known of it besides its axioms.
  [[nodiscard]] virtual const ModelTraits& traits() const { return UnknownModel; }
  // Whether it comes with Drover.
  [[nodiscard]] bool is_builtin() const { return !traits().name.empty(); }
  // Its axioms as a machine reads them; nullptr where they are more than sets and relations.
  [[nodiscard]] virtual const cat::Code* code() const { return nullptr; }
  // What is proved of it, from the form of its axioms.
  [[nodiscard]] virtual const ModelProofs& proofs() const;
  // Those of the properties that [SPORE] §3.2 assumes which it is known not to have; nothing where
  // nobody has looked.
  [[nodiscard]] virtual std::optional<std::vector<ModelProperty>> missing_properties() const {
    return std::nullopt;
  }
  // What follows from its text.
  [[nodiscard]] virtual ModelFacts facts() const { return {}; }
  [[nodiscard]] bool has_coherence() const { return facts().has_coherence; }
  [[nodiscard]] bool chooses_coherence() const { return facts().chooses_coherence; }
  [[nodiscard]] bool needs_dependencies() const { return facts().needs_dependencies; }
  [[nodiscard]] bool tells_failed_updates() const { return facts().tells_failed_updates; }
  // Whether races on non-atomic accesses are errors: what a built-in model leaves undefined.
  [[nodiscard]] bool reports_races() const { return is_builtin() && facts().has_undefined; }
  // Whether `raised_flags` may ever answer anything.
  [[nodiscard]] bool has_flags() const {
    const ModelFacts known = facts();
    return known.has_flags || (known.has_undefined && !is_builtin());
  }

  // The model as it is for such programs: models from files may differ. Nothing where it cannot be
  // run on them; `misfit` says why.
  [[nodiscard]] virtual const MemoryModel* fitted(const ProgramKind& /*kind*/) const {
    return this;
  }
  [[nodiscard]] virtual std::optional<ModelMisfit> misfit(const ProgramKind& /*kind*/) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual Candidates candidates() const { return Candidates::Supported; }
  // The mapping by which programs with modes are compiled for it, unless another one is given;
  // empty: it speaks of modes itself.
  [[nodiscard]] virtual std::string_view usual_mapping() const { return traits().mapping; }
  // The same model for one run; nothing where it may as well be used for several.
  [[nodiscard]] virtual std::shared_ptr<const MemoryModel> instance() const { return nullptr; }
  // What turned out to be wrong with it when it was run: no answer of it counts then.
  [[nodiscard]] virtual std::optional<std::string> complaint() const { return std::nullopt; }
};

}  // namespace drover
