// Proves the assumptions of algorithms/buffering about a model: dependencies and rf are acyclic,
// and related properties.
#include "explorer/models/dependency_proof.h"

#include <array>
#include <memory>
#include <utility>

#include "explorer/cat/reachable.h"
#include "explorer/models/dependency_paths.h"
#include "explorer/models/model_proof.h"

namespace drover {

namespace proof {
namespace {

class DependencyProver : private DependencyPaths {
 public:
  explicit DependencyProver(const Code& code) : DependencyPaths(code) {}

  DependencyProofs prove(const PropertyProof& causal_acyclicity) {
    prove_coherence_of_instructions();
    is_coherent_ = proofs_.coherence.is_proved;
    prove_acyclicity(causal_acyclicity);
    note_implied();
    note_parts();
    proofs_.extends_maximally =
        extends_by(Addition::MaximalEvent) && extends_by(Addition::InitialWrite);
    return std::move(proofs_);
  }

 private:
  // ---- Acyclicity

  // Lemma 28 (docs/proofs.md).
  void prove_acyclicity(const PropertyProof& causal) {
    PropertyProof& proof = proofs_.acyclicity;
    if (causal.is_proved) {
      proof = causal;
      proofs_.orders_updates = proofs_.orders_halves = true;
      return;
    }
    const auto* inside = find_axiom([&](const CodeCheck& axiom) {
      return orders_own_reads(axiom, PairEdge::PoLocApart) ||
             forbids_return(axiom, PairEnds::ReadToWrite, PairEdge::Rfi);
    });
    const auto find_outside = [&](const auto& is_good) {
      return find_axiom([&](const CodeCheck& axiom) {
        const auto relation = acyclic_relation(axiom);
        return relation && pairs_.contains(*relation, PairEdge::Rfe) && is_good(*relation);
      });
    };
    const auto* outside =
        find_outside([&](NodeIndex relation) { return contains_dependency_paths(relation); });
    proofs_.orders_updates = proofs_.orders_halves = outside != nullptr;
    if (outside == nullptr) {
      outside = find_outside([&](NodeIndex relation) { return orders_dependent_writes(relation); });
    }
    if (inside == nullptr) return;
    if (outside == nullptr) {
      prove_acyclicity_of_values(*inside);
      return;
    }
    add(proof, *outside);
    add(proof, *inside);
    proof.is_proved = true;
    proofs_.orders_halves |=
        pairs_.contains(*acyclic_relation(*outside), PairEdge::RmwPair) &&
        pairs_.contains(*acyclic_relation(*outside), PairEdge::PoLoc, PairEnds::WriteToWrite);
    const NodeIndex relation = *acyclic_relation(*outside);
    proof.only_without_spawns = !pairs_.contains(relation, PairEdge::Sync, PairEnds::ReadToWrite);
    find_local_order(relation);
  }

  // Lemma 29.
  void prove_acyclicity_of_values(const CodeCheck& inside) {
    if (!is_coherent_) return;
    const auto* outside = find_axiom([&](const CodeCheck& axiom) {
      const auto relation = acyclic_relation(axiom);
      assumed_ = relation ? ends_of(*relation) : std::nullopt;
      return assumed_ && contains_edge(*relation, PairEdge::Rfe) && orders_values(*relation);
    });
    if (outside == nullptr) {
      assumed_ = std::nullopt;
      return;
    }
    PropertyProof& proof = proofs_.acyclicity;
    add(proof, *outside);
    add(proof, inside);
    proof.is_proved = proof.only_without_spawns = true;
    const NodeIndex relation = *acyclic_relation(*outside);
    proofs_.promises_ways = true;
    proofs_.accesses = assumed_;
    proofs_.orders_controls =
        contains_to(relation, Dependency::Ctrl, Target::Write, OwnData::Needed);
    find_local_order(relation);
    const bool has_locations =
        contains_edge(relation, PairEdge::Coi) && contains_edge(relation, PairEdge::Fri);
    proofs_.orders_halves = proofs_.local_order.has_locations = has_locations;
    assumed_ = std::nullopt;
  }

  // ---- Order within threads

  using Sets = LocalOrder::Sets;

  // A part of the relation: po from events in all sets of `from` to events in all sets of `to`.
  struct PoStep {
    Sets from;
    Sets to;
  };

  [[nodiscard]] bool have_all(const Sets& sets, Base kind) const {
    return std::ranges::all_of(sets, [&](NodeIndex set) { return has_all(set, kind); });
  }
  // True if membership in the set depends on the event alone.
  [[nodiscard]] bool is_of_event(NodeIndex set) const {
    const std::array roots{set};
    return std::ranges::all_of(reachable_nodes(code_, roots), [&](NodeIndex each) {
      const Node& part = node(each);
      return part.kind == ValueKind::Set && part.operation != Operation::Variable &&
             part.operation != Operation::Fixpoint &&
             (part.operation != Operation::Base || drover::is_of_event(part.base));
    });
  }
  [[nodiscard]] bool are_of_event(const Sets& sets) const {
    return std::ranges::all_of(sets, [&](NodeIndex set) { return is_of_event(set); });
  }

  void find_local_order(NodeIndex relation) {
    proofs_.local_order.has_locations =
        pairs_.contains(relation, PairEdge::PoLocApart, PairEnds::ReadToWrite) &&
        pairs_.contains(relation, PairEdge::PoLoc, PairEnds::WriteToWrite) &&
        pairs_.contains(relation, PairEdge::RmwPair);
    std::vector<PoStep> steps;
    collect_local_order(relation, steps);
    // po; [F] and [F]; po
    for (const PoStep& before : steps) {
      if (!have_all(before.from, Base::Reads) || before.to.empty()) continue;
      const bool goes_on = std::ranges::any_of(steps, [&](const PoStep& behind) {
        return behind.from == before.to && have_all(behind.to, Base::Writes);
      });
      if (goes_on) add_barrier({before.from, before.to});
    }
  }
  void add_barrier(LocalOrder::Barrier barrier) {
    if (!are_of_event(barrier.reads)) return;
    if (barrier.fences && !are_of_event(*barrier.fences)) return;
    if (proofs_.local_order.barriers.size() < LocalOrder::MaxBarriers) {
      proofs_.local_order.barriers.push_back(std::move(barrier));
    }
  }
  // A closure contains its operand.
  void collect_local_order(NodeIndex index, std::vector<PoStep>& steps) {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Union:
        collect_local_order(at.a, steps);
        collect_local_order(at.b, steps);
        return;
      case Operation::Optional:
      case Operation::Plus: collect_local_order(at.a, steps); return;
      case Operation::Intersection:
        // po is within threads.
        if (is_base(at.a, Base::Int)) collect_local_order(at.b, steps);
        if (is_base(at.b, Base::Int)) collect_local_order(at.a, steps);
        return;
      case Operation::RestrictDomain:
        if (at.a != assumed_) break;
        collect_local_order(at.b, steps);
        return;
      case Operation::RestrictRange:
        if (at.b != assumed_) break;
        collect_local_order(at.a, steps);
        return;
      case Operation::Difference:
        // Excludes pairs that begin with a write.
        if (node(at.b).operation == Operation::Product && is_base(node(at.b).a, Base::Writes)) {
          collect_chain(chain_of(at.a), steps, From::Reads);
        }
        return;
      default: break;
    }
    collect_chain(chain_of(index), steps, From::Accesses);
  }
  enum class From : std::uint8_t { Reads, Accesses };
  void collect_chain(const Chain& chain, std::vector<PoStep>& steps, From from) {
    const bool is_po =
        std::ranges::all_of(chain.steps, [&](NodeIndex step) { return is_base(step, Base::Po); });
    if (!is_po || chain.steps.size() > 2) return;
    const Sets& first = chain.sets.front();
    const Sets& last = chain.sets.back();
    if (chain.steps.size() == 2) {
      if (have_all(last, Base::Writes)) add_barrier({first, chain.sets[1]});
      return;
    }
    if (from == From::Reads) return;
    steps.push_back({first, last});
    if (have_all(last, Base::Writes)) add_barrier({.reads = first});
    if (have_all(first, Base::Reads) && have_all(first, Base::Writes) && are_of_event(last)) {
      proofs_.local_order.last.push_back(last);
    }
  }

  // ---- Consequences of coherence and atomicity: Lemmas 25 and 26

  [[nodiscard]] bool follows_from_coherence(const CodeCheck& axiom) const {
    if (const auto relation = acyclic_relation(axiom)) return is_within_location(*relation);
    if (axiom.test != CheckTest::Irreflexive || node(axiom.node).kind != ValueKind::Relation) {
      return false;
    }
    const Chain chain = chain_of(axiom.node);
    return chain.steps.size() == 2 && is_po_loc(chain.steps[0]) && is_communication(chain.steps[1]);
  }
  [[nodiscard]] bool is_within_location(NodeIndex index) const {
    return is_within(code_, index,
                     [&](NodeIndex part) { return is_po_loc(part) || is_communication(part); });
  }
  // No write lies between the halves of a read-modify-write that is right after its source; and no
  // two read-modify-writes read from the same write.
  [[nodiscard]] bool follows_from_atomicity(const CodeCheck& axiom) const {
    if (relates_twin_updates(axiom.node)) return true;
    return axiom.test == CheckTest::Empty && is_between_halves(axiom.node);
  }
  [[nodiscard]] bool is_between_halves(NodeIndex index) const {
    const Node& at = node(index);
    if (at.operation == Operation::Difference) return is_between_halves(at.a);
    if (at.operation != Operation::Intersection) return false;
    const auto is_part_of = [&](NodeIndex step, Base base) {
      return is_within(code_, step, [&](NodeIndex part) {
        return is_base(part, base) || (base == Base::Fr && is_from_read(code_, node(part)));
      });
    };
    const auto is_so = [&](NodeIndex rmw, NodeIndex between) {
      const Chain chain = chain_of(between);
      return is_base(rmw, Base::RmwPairs) && chain.steps.size() == 2 &&
             is_part_of(chain.steps[0], Base::Fr) && is_part_of(chain.steps[1], Base::Co);
    };
    return is_so(at.a, at.b) || is_so(at.b, at.a);
  }
  void note_implied() {
    for (std::size_t i = 0; i < code_.checks.size(); ++i) {
      const CodeCheck& check = code_.checks[i];
      if (check.use != CheckUse::Axiom || check.is_negated) continue;
      if ((proofs_.coherence.is_proved && follows_from_coherence(check)) ||
          (proofs_.atomicity.is_proved && follows_from_atomicity(check))) {
        proofs_.implied.push_back(i);
      }
    }
  }

  // Partial graphs are checked only with axioms that no added edge can repair, and whose relations
  // have, in a part, only pairs that they have in the whole.
  void note_parts() {
    const auto values = analyse_removal(code_, Removal::ToOpenPrefix);
    for (std::size_t i = 0; i < code_.checks.size(); ++i) {
      const CodeCheck& check = code_.checks[i];
      if (check.use != CheckUse::Axiom || !check.fails_for_good) continue;
      if (check.is_negated || !values[check.node].contains(RemovalFact::Within))
        proofs_.not_of_parts.push_back(i);
    }
  }

  [[nodiscard]] bool extends_by(Addition addition) const {
    const auto values = analyse_addition(code_, addition);
    for (std::size_t i = 0; i < code_.checks.size(); ++i) {
      const CodeCheck& check = code_.checks[i];
      if (check.use != CheckUse::Axiom || std::ranges::count(proofs_.implied, i) > 0) continue;
      if (check.is_negated) return false;
      if (!stays_true(check, node(check.node).kind, values[check.node])) return false;
    }
    return true;
  }

  // ---- Coherence of instructions

  // True if a chain contains po within a location with these ends, followed by `next`, which leads
  // to events of a kind.
  [[nodiscard]] bool is_chain_of(const Chain& chain, PairEnds ends, PairEdge next,
                                 Base last) const {
    const auto has = [&](std::size_t at, Base kind) {
      return std::ranges::all_of(chain.sets[at], [&](NodeIndex set) { return has_all(set, kind); });
    };
    return chain.steps.size() == 2 && has(0, ends.first) && has(1, ends.last) && has(2, last) &&
           pairs_.contains(chain.steps[0], PairEdge::PoLocApart, ends) &&
           pairs_.contains(chain.steps[1], next);
  }
  // irreflexive po-loc; next
  [[nodiscard]] bool forbids_return(const CodeCheck& axiom, PairEnds ends, PairEdge next) const {
    return axiom.test == CheckTest::Irreflexive && node(axiom.node).kind == ValueKind::Relation &&
           is_chain_of(chain_of(axiom.node), ends, next, ends.first);
  }
  [[nodiscard]] bool contains_hazard(NodeIndex index) const {
    const Node& at = node(index);
    if (at.operation == Operation::Union) return contains_hazard(at.a) || contains_hazard(at.b);
    return is_chain_of(chain_of(index), PairEnds::ReadToRead, PairEdge::Fre, Base::Writes);
  }

  // Lemma 30.
  void prove_coherence_of_instructions() {
    PropertyProof& proof = proofs_.coherence;
    const auto* found = find_axiom(
        [&](const CodeCheck& axiom) { return keeps_eco_from(PairEdge::PoLocApart, axiom); });
    if (found != nullptr) {
      add(proof, *found);
      proof.is_proved = true;
    } else {
      prove_coherence_by_cases(proof);
    }
    prove_atomicity_of_instructions();
  }
  void prove_coherence_by_cases(PropertyProof& proof) const {
    const std::array cases{std::pair{PairEnds::ReadToWrite, PairEdge::Rfi},
                           std::pair{PairEnds::WriteToWrite, PairEdge::Coi},
                           std::pair{PairEnds::WriteToRead, PairEdge::Fri}};
    for (const auto& [ends, next] : cases) {
      const auto* found = find_axiom([&, ends = ends, next = next](const CodeCheck& axiom) {
        return forbids_return(axiom, ends, next);
      });
      if (found == nullptr) return;
      add(proof, *found);
    }
    const auto* outside = find_axiom([&](const CodeCheck& axiom) {
      const auto relation = acyclic_relation(axiom);
      return relation && contains_hazard(*relation) && pairs_.contains(*relation, PairEdge::Rfe) &&
             pairs_.contains(*relation, PairEdge::Coe) &&
             pairs_.contains(*relation, PairEdge::PoLocApart, PairEnds::ReadToWrite);
    });
    if (outside == nullptr) return;
    add(proof, *outside);
    proof.is_proved = true;
  }
  // Lemma 31.
  void prove_atomicity_of_instructions() {
    PropertyProof& proof = proofs_.atomicity;
    const PropertyProof& coherence = proofs_.coherence;
    if (!coherence.is_proved) return;
    const auto* found = find_axiom([&](const CodeCheck& axiom) {
      CodeCheck whole = axiom;
      const Node& relation = node(axiom.node);
      if (relation.operation == Operation::Difference && is_between_own(relation.b)) {
        whole.node = relation.a;
      }
      return keeps_halves_together(whole, PairEdge::Fr, PairEdge::Co) ||
             keeps_halves_together(whole, PairEdge::Fre, PairEdge::Coe);
    });
    if (found == nullptr) return;
    proof = coherence;
    add(proof, *found);
  }
  // True if contained in fr; co, both within a thread.
  [[nodiscard]] bool is_between_own(NodeIndex index) const {
    const auto is_internal = [&](NodeIndex step) {
      const Node& of = node(step);
      return of.operation == Operation::Intersection &&
             (is_base(of.a, Base::Int) || is_base(of.b, Base::Int));
    };
    return is_within(code_, index, [&](NodeIndex part) {
      const Chain chain = chain_of(part);
      return chain.steps.size() == 2 && is_internal(chain.steps[0]) && is_internal(chain.steps[1]);
    });
  }

  DependencyProofs proofs_;
};

}  // namespace
}  // namespace proof

DependencyProofs prove_dependencies(const cat::Code& code, const PropertyProof& causal_acyclicity) {
  return proof::DependencyProver(code).prove(causal_acyclicity);
}

DependencyProofs prove_dependencies(const cat::Code& code) {
  if (code.fuses_updates) return {};
  return prove_dependencies(code, prove_causal_acyclicity(code));
}

DependencyProofs dependency_proofs(const MemoryModel& model) {
  if (model.proofs().dependencies != nullptr) return *model.proofs().dependencies;
  return model.code() == nullptr ? DependencyProofs{} : prove_dependencies(*model.code());
}

}  // namespace drover
