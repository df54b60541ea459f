#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/graph/base_relations.h"
#include "explorer/models/memory_model.h"
#include "support/check.h"

namespace drover {

// Axioms are written once, as templates over the kind of relation and the check they are
// handed to: with Relation and QuickCheck they decide, with TracedRelation and
// ExplainingCheck they also say why not. Both checks answer whether the axiom holds.
class QuickCheck {
 public:
  static bool acyclic(std::string_view, const Relation& r) { return r.is_acyclic(); }
  static bool irreflexive(std::string_view, const Relation& r) { return r.is_irreflexive(); }
};

// Keeps the first violation.
class ExplainingCheck {
 public:
  bool acyclic(std::string_view axiom, const TracedRelation& r) {
    if (r.relation().is_acyclic()) return true;
    record(axiom, r.unfold_cycle());
    return false;
  }
  bool irreflexive(std::string_view axiom, const TracedRelation& r) {
    if (r.relation().is_irreflexive()) return true;
    record(axiom, r.unfold_loop());
    return false;
  }
  std::optional<Violation> take_violation() { return std::move(violation_); }

 private:
  void record(std::string_view axiom, std::vector<BaseEdge> edges) {
    Violation violation{std::string(axiom), {}, {}};
    for (BaseEdge& edge : edges) {
      violation.steps.push_back({edge.from, edge.name, edge.to, {}});
      violation.cycle.push_back({edge.from, std::move(edge.name), edge.to});
    }
    violation_ = std::move(violation);
  }

  std::optional<Violation> violation_;
};

// A model made of `Axioms`, a struct of static functions:
//   Name, Summary; mode_of(label); describe() for axioms();
//   hold(base, check): whether all axioms hold, the first that does not being the last checked;
//   happens_before(base).
template <typename Axioms>
class AxiomaticModel : public MemoryModel {
 public:
  [[nodiscard]] std::string_view name() const override { return Axioms::Name; }
  [[nodiscard]] std::string_view summary() const override { return Axioms::Summary; }
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override { return Axioms::describe(); }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    QuickCheck check;
    return Axioms::hold(base_relations(graph, Axioms::mode_of), check);
  }
  [[nodiscard]] std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const override {
    const BaseRelations base = base_relations(graph, Axioms::mode_of);
    QuickCheck quick;
    if (Axioms::hold(base, quick)) return std::nullopt;
    ExplainingCheck check;
    Axioms::hold(traced(base), check);
    std::optional<Violation> violation = check.take_violation();
    DROVER_CHECK(violation.has_value(), "both kinds of relations come to the same verdict");
    return violation;
  }
  [[nodiscard]] bool is_consistent_without(const ExecutionGraph& graph,
                                           const CycleEdge& edge) const override {
    BaseRelations base = base_relations(graph, Axioms::mode_of);
    if (Relation* r = find_base(base, edge.edge)) r->erase(edge.from, edge.to);
    QuickCheck check;
    return Axioms::hold(base, check);
  }
  [[nodiscard]] std::optional<Relation> relation(const ExecutionGraph& graph,
                                                 std::string_view name) const override {
    BaseRelations base = base_relations(graph, Axioms::mode_of);
    if (name == "hb") return Axioms::happens_before(base);
    const Relation* r = find_base(base, name);
    return r == nullptr ? std::nullopt : std::optional<Relation>(*r);
  }
  [[nodiscard]] std::vector<std::string> relation_names() const override {
    return {"po", "sync", "rf", "co", "fr", "rmw", "loc", "hb"};
  }
  [[nodiscard]] Relation happens_before(const ExecutionGraph& graph) const override {
    return Axioms::happens_before(base_relations(graph, Axioms::mode_of));
  }

 private:
  static Relation* find_base(BaseRelations& base, std::string_view name) {
    if (name == "po") return &base.po;
    if (name == "sync") return &base.sync;
    if (name == "rf") return &base.rf;
    if (name == "co") return &base.co;
    if (name == "fr") return &base.fr;
    if (name == "rmw") return &base.rmw;
    if (name == "loc") return &base.same_location;
    return nullptr;
  }
};

}  // namespace drover
