#pragma once

// Helpers for proofs about a model: its axioms, and the forms of their relations.

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explorer/cat/change_analysis.h"
#include "explorer/cat/code.h"
#include "explorer/cat/forms.h"
#include "explorer/cat/pair_values.h"
#include "explorer/models/model_property.h"

namespace drover::proof {

using namespace cat;

// Base class of provers. The code must outlive it.
class AxiomForms {
 protected:
  explicit AxiomForms(const Code& code) : code_(code), pairs_(code) {
    for (const CodeCheck& check : code.checks) {
      if (check.use == CheckUse::Axiom) axioms_.push_back(&check);
    }
  }

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
    const std::string& name = axiom.name.empty() ? axiom.text : axiom.name;
    if (std::ranges::find(proof.axioms, name) == proof.axioms.end()) proof.axioms.push_back(name);
  }

  // Returns the first axiom that satisfies `is_good`; null if there is none.
  [[nodiscard]] const CodeCheck* find_axiom(
      const std::function<bool(const CodeCheck&)>& is_good) const {
    const auto found =
        std::ranges::find_if(axioms_, [&](const CodeCheck* axiom) { return is_good(*axiom); });
    return found == axioms_.end() ? nullptr : *found;
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
  [[nodiscard]] bool has_all(NodeIndex set, Base kind) const {
    return cat::has_all(code_, set, kind);
  }
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

  [[nodiscard]] bool contains_eco(NodeIndex relation) const {
    return pairs_.contains(relation, PairEdge::Rf) && pairs_.contains(relation, PairEdge::Co) &&
           pairs_.contains(relation, PairEdge::Fr) &&
           pairs_.contains_sequence(relation, PairEdge::Co, PairEdge::Rf) &&
           pairs_.contains_sequence(relation, PairEdge::Fr, PairEdge::Rf);
  }

  [[nodiscard]] bool keeps_eco_from(PairEdge step, const CodeCheck& axiom) const {
    if (const auto relation = acyclic_relation(axiom)) {
      return pairs_.contains(*relation, step) && pairs_.contains(*relation, PairEdge::Rf) &&
             pairs_.contains(*relation, PairEdge::Co) && pairs_.contains(*relation, PairEdge::Fr);
    }
    const Node& relation = node(axiom.node);
    if (axiom.test != CheckTest::Irreflexive || relation.operation != Operation::Sequence) {
      return false;
    }
    return (pairs_.contains(relation.a, step) && contains_eco(relation.b)) ||
           (pairs_.contains(relation.b, step) && contains_eco(relation.a));
  }

  [[nodiscard]] bool orders_own_reads(const CodeCheck& axiom,
                                      PairEdge po_loc = PairEdge::PoLoc) const {
    if (const auto relation = acyclic_relation(axiom)) {
      return pairs_.contains(*relation, PairEdge::Rfi) &&
             pairs_.contains(*relation, po_loc, PairEnds::ReadToWrite);
    }
    const Node& relation = node(axiom.node);
    if (axiom.test != CheckTest::Irreflexive || relation.operation != Operation::Sequence) {
      return false;
    }
    const auto is_so = [&](NodeIndex po, NodeIndex rf) {
      return pairs_.contains(po, po_loc, PairEnds::ReadToWrite) &&
             pairs_.contains(rf, PairEdge::Rfi);
    };
    return is_so(relation.a, relation.b) || is_so(relation.b, relation.a);
  }

  [[nodiscard]] bool keeps_halves_together(const CodeCheck& axiom, PairEdge fr, PairEdge co) const {
    const Node& relation = node(axiom.node);
    if (axiom.test != CheckTest::Empty || relation.operation != Operation::Intersection) {
      return false;
    }
    const auto is_so = [&](NodeIndex rmw, NodeIndex between) {
      return pairs_.contains(rmw, PairEdge::RmwPair) && pairs_.contains_sequence(between, fr, co);
    };
    return is_so(relation.a, relation.b) || is_so(relation.b, relation.a);
  }

  [[nodiscard]] bool is_inverse_of(NodeIndex index, Base base) const {
    return node(index).operation == Operation::Inverse && is_base(node(index).a, base);
  }
  [[nodiscard]] bool is_first_half(NodeIndex set) const {
    return node(set).operation == Operation::Domain && is_base(node(set).a, Base::RmwPairs);
  }

  // True for ([domain(rmw)]; rf^-1; rf; [domain(rmw)]) \ id, in any bracketing.
  [[nodiscard]] bool relates_twin_updates(NodeIndex index) const {
    const Node& difference = node(index);
    if (difference.operation != Operation::Difference) return false;
    const Node& id = node(difference.b);
    if (id.operation != Operation::Identity || !is_base(id.a, Base::All)) return false;
    bool has_first = false;
    bool has_last = false;
    // Restrictions apply to the ends of the whole relation; inside the sequence, to its parts.
    std::vector<NodeIndex> steps;
    const std::function<bool(NodeIndex)> collect = [&](NodeIndex at) {
      const Node& part = node(at);
      switch (part.operation) {
        case Operation::Sequence: return collect(part.a) && collect(part.b);
        case Operation::RestrictDomain:
          if (!is_first_half(part.a) || !steps.empty()) return false;
          has_first = true;
          return collect(part.b);
        case Operation::RestrictRange:
          if (!is_first_half(part.b) || !collect(part.a) || steps.size() != 2) return false;
          has_last = true;
          return true;
        default: steps.push_back(at); return true;
      }
    };
    return collect(difference.a) && has_first && has_last && steps.size() == 2 &&
           is_inverse_of(steps[0], Base::Rf) && is_base(steps[1], Base::Rf);
  }

  const Code& code_;
  PairValues pairs_;
  std::vector<const CodeCheck*> axioms_;
};

}  // namespace drover::proof
