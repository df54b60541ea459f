#pragma once

// Helpers for proofs about a model: its axioms, and the forms of their relations.

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explorer/cat/change_analysis.h"
#include "explorer/cat/code.h"
#include "explorer/cat/fold.h"
#include "explorer/cat/forms.h"
#include "explorer/cat/pair_values.h"
#include "explorer/models/model_proof.h"

namespace drover {

// Proves the assumptions of algorithms/buffering: Lemmas 28 to 31 (docs/proofs.md).
// `causal_acyclicity` is what is already proved of it.
[[nodiscard]] DependencyProofs prove_dependencies(const cat::Code& code,
                                                  const PropertyProof& causal_acyclicity);

namespace proof {

using namespace cat;

// Base class of provers. The code must outlive it.
class AxiomForms {
 protected:
  explicit AxiomForms(const Code& code) : code_(code), pairs_(code), axioms_(axioms_of(code)) {}

  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }

  // Returns the relation that an axiom requires to be acyclic; `irreflexive r+` counts too.
  [[nodiscard]] std::optional<NodeIndex> acyclic_relation(const CodeCheck& axiom) const {
    if (axiom.test == CheckTest::Acyclic) return axiom.node;
    const Node& relation = node(axiom.node);
    if (axiom.test == CheckTest::Irreflexive && relation.operation == Operation::Plus) {
      return relation.a;
    }
    return std::nullopt;
  }

  static void add(PropertyProof& proof, const CodeCheck& axiom) {
    add(proof, PropertyProof{.axioms = {axiom.name.empty() ? axiom.text : axiom.name}});
  }

  // Adds the axioms of another proof.
  static void add(PropertyProof& proof, const PropertyProof& other) {
    for (const std::string& name : other.axioms) {
      if (std::ranges::find(proof.axioms, name) == proof.axioms.end()) proof.axioms.push_back(name);
    }
    proof.only_without_spawns |= other.only_without_spawns;
  }

  // Returns the first axiom that satisfies `is_good`; null if there is none.
  [[nodiscard]] const CodeCheck* find_axiom(
      const std::function<bool(const CodeCheck&)>& is_good) const {
    const auto found =
        std::ranges::find_if(axioms_, [&](const CodeCheck* axiom) { return is_good(*axiom); });
    return found == axioms_.end() ? nullptr : *found;
  }

  // Returns the first axiom that requires a relation with `is_good(relation)` to be acyclic.
  [[nodiscard]] const CodeCheck* find_acyclic(const std::function<bool(NodeIndex)>& is_good) const {
    return find_axiom([&](const CodeCheck& axiom) {
      const auto relation = acyclic_relation(axiom);
      return relation && is_good(*relation);
    });
  }

  // Returns the indices in Code::checks of the axioms that satisfy `is_good`.
  [[nodiscard]] std::vector<std::size_t> indices_of(
      const std::function<bool(const CodeCheck&)>& is_good) const {
    std::vector<std::size_t> indices;
    for (const CodeCheck* axiom : axioms_) {
      if (is_good(*axiom)) {
        indices.push_back(static_cast<std::size_t>(axiom - code_.checks.data()));
      }
    }
    return indices;
  }

  // True if the axiom stays true when one event is added: no new pair connects old events, and no
  // cycle passes through the new event.
  [[nodiscard]] static bool stays_true(const CodeCheck& axiom, ValueKind kind,
                                       const UnderAddition& value) {
    using enum AdditionFact;
    if (kind == ValueKind::Set || !value.contains(Within) || !value.contains(OwnFree)) return false;
    switch (axiom.test) {
      case CheckTest::Irreflexive: return true;
      case CheckTest::Acyclic: return value.contains(OutFree) || value.contains(InFree);
      case CheckTest::Empty: return value.contains(OutFree) && value.contains(InFree);
    }
    return false;
  }

  // ---- Sets and chains

  [[nodiscard]] bool is_base(NodeIndex index, Base base) const {
    return cat::is_base(code_, index, base);
  }
  [[nodiscard]] bool has_all(NodeIndex set, End kind) const { return pairs_.has_all(set, kind); }
  [[nodiscard]] Chain chain_of(NodeIndex index) const { return cat::chain_of(code_, index); }

  [[nodiscard]] bool is_within_po_loc(NodeIndex index) const {
    const Node& at = node(index);
    const auto is_po = [&](NodeIndex part) {
      const Node& po = node(part);
      return is_base(part, Base::Po) ||
             (po.operation == Operation::Difference && is_base(po.a, Base::Po));
    };
    return at.operation == Operation::Intersection &&
           ((is_po(at.a) && is_base(at.b, Base::Loc)) || (is_po(at.b) && is_base(at.a, Base::Loc)));
  }
  // True if contained in po of accesses of one location.
  [[nodiscard]] bool is_po_loc(NodeIndex index) const {
    return is_within(code_, index, [&](NodeIndex part) {
      return is_base(part, Base::RmwPairs) || is_base(part, Base::Amo) || is_within_po_loc(part);
    });
  }
  // True if contained in rf | co | fr.
  [[nodiscard]] bool is_communication(NodeIndex index) const {
    return is_within(code_, index, [&](NodeIndex part) {
      return is_base(part, Base::Rf) || is_base(part, Base::Co) || is_from_read(code_, node(part));
    });
  }

  // ---- Coherence, order within a thread, atomicity

  // True if the axiom forbids the cycles of these edges, wherever they begin.
  [[nodiscard]] bool forbids_cycle(const CodeCheck& axiom, std::vector<PairEdge> edges) const {
    if (const auto relation = acyclic_relation(axiom)) {
      return std::ranges::all_of(
          edges, [&](const PairEdge& edge) { return pairs_.contains(*relation, edge); });
    }
    if (axiom.test != CheckTest::Irreflexive) return false;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (pairs_.contains_path(axiom.node, edges)) return true;
      std::ranges::rotate(edges, edges.begin() + 1);
    }
    return false;
  }
  [[nodiscard]] bool keeps_eco_from(const PairEdge& step, const CodeCheck& axiom) const {
    using namespace edges;
    return forbids_cycle(axiom, {step, Rf}) && forbids_cycle(axiom, {step, Co}) &&
           forbids_cycle(axiom, {step, Fr}) && forbids_cycle(axiom, {step, Co, Rf}) &&
           forbids_cycle(axiom, {step, Fr, Rf});
  }
  [[nodiscard]] bool orders_own_reads(const CodeCheck& axiom, const PairEdge& po_loc) const {
    return forbids_cycle(axiom, {po_loc.between(End::Read, End::Write), edges::Rfi});
  }

  // True if no write, or at least none of another thread, may come between the halves of a
  // read-modify-write.
  [[nodiscard]] bool keeps_halves_together(CheckTest test, NodeIndex index) const {
    const Node& relation = node(index);
    if (test != CheckTest::Empty || relation.operation != Operation::Intersection) return false;
    const auto is_so = [&](NodeIndex rmw, NodeIndex between) {
      return pairs_.contains(rmw, edges::RmwPair) &&
             (pairs_.contains_path(between, {edges::Fr, edges::Co}) ||
              pairs_.contains_path(between, {edges::Fre, edges::Coe}));
    };
    return is_so(relation.a, relation.b) || is_so(relation.b, relation.a);
  }

  [[nodiscard]] bool is_inverse_of(NodeIndex index, Base base) const {
    return node(index).operation == Operation::Inverse && is_base(node(index).a, base);
  }
  [[nodiscard]] bool is_first_half(NodeIndex set) const {
    return node(set).operation == Operation::Domain && is_base(node(set).a, Base::RmwPairs);
  }

  // True for ([domain(rmw)]; rf^-1; rf; [domain(rmw)]) \ id, or a part of it.
  [[nodiscard]] bool relates_twin_updates(NodeIndex index) const {
    const Node& difference = node(index);
    if (difference.operation != Operation::Difference) return false;
    const Node& id = node(difference.b);
    if (id.operation != Operation::Identity || !is_base(id.a, Base::All)) return false;
    const auto has_first_half = [&](const std::vector<NodeIndex>& sets) {
      return std::ranges::any_of(sets, [&](NodeIndex set) { return is_first_half(set); });
    };
    const Chain chain = chain_of(difference.a);
    return chain.steps.size() == 2 && is_inverse_of(chain.steps[0], Base::Rf) &&
           is_base(chain.steps[1], Base::Rf) && has_first_half(chain.sets[0]) &&
           has_first_half(chain.sets[2]);
  }

  const Code& code_;
  PairValues pairs_;
  std::vector<const CodeCheck*> axioms_;
};

}  // namespace proof
}  // namespace drover
