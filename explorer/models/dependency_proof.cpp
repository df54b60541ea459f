// Proves the assumptions of algorithms/buffering about a model: dependencies and rf are acyclic,
// and related properties.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include "explorer/cat/code.h"
#include "explorer/models/axiom_forms.h"

namespace drover {

namespace proof {
namespace {

class DependencyProver : private AxiomForms {
 public:
  explicit DependencyProver(const Code& code) : AxiomForms(code) {}

  DependencyProofs prove(const PropertyProof& causal_acyclicity) {
    prove_coherence_of_instructions();
    prove_acyclicity(causal_acyclicity);
    proofs_.implied = indices_of([&](const CodeCheck& axiom) { return is_implied(axiom); });
    proofs_.not_of_parts = axioms_not_of_parts();
    proofs_.extends_maximally = extends_maximally(proofs_.implied);
    return std::move(proofs_);
  }

  [[nodiscard]] bool extends_maximally(const std::vector<std::size_t>& implied) const {
    return extends_by(Addition::MaximalEvent, implied) &&
           extends_by(Addition::InitialWrite, implied);
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
    if (proofs_.coherence.is_proved) pairs_.assume_own_reading(own_readings());
    const auto* inside = find_axiom(
        [&](const CodeCheck& axiom) { return orders_own_reads(axiom, edges::PoLocApart); });
    const auto* outside = find_acyclic([&](NodeIndex relation) {
      return pairs_.contains(relation, edges::Rfe) && contains_dependency_paths(relation);
    });
    proofs_.orders_updates = proofs_.orders_halves = outside != nullptr;
    if (outside == nullptr) {
      outside = find_acyclic([&](NodeIndex relation) {
        return pairs_.contains(relation, edges::Rfe) && orders_dependent_writes(relation);
      });
    }
    if (inside == nullptr) return;
    if (outside == nullptr) {
      prove_acyclicity_of_values(*inside);
      return;
    }
    add(proof, *outside);
    add(proof, *inside);
    proof.is_proved = true;
    const NodeIndex relation = *acyclic_relation(*outside);
    proofs_.orders_halves |=
        orders_own_writes(relation) ||
        orders_behind_data(relation, edges::RmwPair.between(End::Read, End::Write));
    proofs_.orders_pairs =
        orders_behind_data(relation, edges::PoLocApart.between(End::Read, End::Write));
    proof.only_without_spawns =
        !pairs_.contains(relation, edges::Sync.between(End::Read, End::Write));
    find_local_order(relation);
  }

  // Lemma 29.
  void prove_acyclicity_of_values(const CodeCheck& inside) {
    if (!proofs_.coherence.is_proved) return;
    const auto* outside = find_acyclic([&](NodeIndex relation) {
      assume_accesses(ends_of(relation));
      return assumed_ && pairs_.contains(relation, edges::Rfe) && orders_values(relation);
    });
    if (outside == nullptr) return assume_accesses(std::nullopt);
    PropertyProof& proof = proofs_.acyclicity;
    add(proof, *outside);
    add(proof, inside);
    proof.is_proved = proof.only_without_spawns = true;
    const NodeIndex relation = *acyclic_relation(*outside);
    proofs_.promises_ways = true;
    proofs_.accesses = assumed_;
    proofs_.orders_controls = pairs_.contains(relation, edges::Ctrl.between(End::Read, End::Write));
    find_local_order(relation);
    const bool has_locations =
        pairs_.contains(relation, edges::Coi) && pairs_.contains(relation, edges::Fri);
    proofs_.orders_halves = proofs_.local_order.has_locations = has_locations;
    assume_accesses(std::nullopt);
  }

  void assume_accesses(std::optional<NodeIndex> set) {
    assumed_ = set;
    pairs_.assume_accesses(set);
  }
  // Returns S if the relation is [S]; r; [S].
  [[nodiscard]] std::optional<NodeIndex> ends_of(NodeIndex relation) const {
    const Node& last = node(relation);
    if (last.operation == Operation::RestrictRange) {
      const Node& first = node(last.a);
      if (first.operation == Operation::RestrictDomain && first.a == last.b) return last.b;
    }
    if (last.operation == Operation::RestrictDomain) {
      const Node& other = node(last.b);
      if (other.operation == Operation::RestrictRange && other.b == last.a) return last.a;
    }
    return std::nullopt;
  }

  // ---- Paths of dependencies

  // Returns the relations of a write and the later reads of its location and thread with no write
  // in between: under coherence these include all reads of the thread that read from the write.
  [[nodiscard]] std::vector<NodeIndex> own_readings() const {
    std::vector<NodeIndex> found;
    for (NodeIndex i = 0; i < code_.nodes.size(); ++i) {
      const Node& at = node(i);
      if (at.operation != Operation::Difference || at.kind != ValueKind::Relation ||
          !pairs_.contains(at.a, edges::PoLoc.between(End::Write, End::Read))) {
        continue;
      }
      const Chain between = chain_of(at.b);
      const bool has_write = between.steps.size() == 2 && is_within_po_loc(between.steps[0]) &&
                             is_within_po_loc(between.steps[1]) &&
                             std::ranges::any_of(between.sets[1], [&](NodeIndex set) {
                               return is_base(set, Base::Writes);
                             });
      if (has_write) found.push_back(i);
    }
    return found;
  }

  // True if a relation contains (D ∪ rfi)+ from reads to writes, for the D of algorithms/buffering.
  [[nodiscard]] bool contains_dependency_paths(NodeIndex index) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Union:
        return contains_dependency_paths(at.a) || contains_dependency_paths(at.b);
      case Operation::RestrictDomain:
        return has_all(at.a, End::Read) && contains_dependency_paths(at.b);
      case Operation::RestrictRange:
        return has_all(at.b, End::Write) && contains_dependency_paths(at.a);
      case Operation::Plus:
        return std::ranges::all_of(
                   std::array{edges::Data, edges::Ctrl, edges::Addr, edges::Rfi,
                              edges::Po.between(End::ExclusiveRead, End::Any)},
                   [&](const PairEdge& each) { return pairs_.contains(at.a, each); }) &&
               pairs_.contains_path(at.a, {edges::Addr, edges::Po});
      default: return false;
    }
  }

  [[nodiscard]] bool orders_own_writes(NodeIndex relation) const {
    return pairs_.contains(relation, edges::RmwPair) &&
           pairs_.contains(relation, edges::PoLoc.between(End::Write, End::Write));
  }

  // True if the relation contains (data; rfi)*; `steps`.
  [[nodiscard]] bool orders_behind_data(NodeIndex relation,
                                        std::initializer_list<PairEdge> steps) const {
    const PairEdge data = edges::Data.between(End::Read, End::Write);
    return pairs_.contains_path(relation, steps, {data, edges::Rfi}) ||
           (pairs_.contains_path(relation, {data, edges::Rfi}) &&
            pairs_.contains_path(relation, steps));
  }
  [[nodiscard]] bool orders_behind_data(NodeIndex relation, const PairEdge& step) const {
    return orders_behind_data(relation, {step});
  }

  // Lemma 28, for a D without what follows read-modify-writes.
  [[nodiscard]] bool orders_dependent_writes(NodeIndex relation) const {
    const bool orders_own = orders_own_writes(relation);
    const bool has_each =
        std::ranges::all_of(std::array{edges::Data, edges::Ctrl, edges::Addr}, [&](PairEdge edge) {
          edge.is_apart = orders_own;
          return orders_behind_data(relation, edge.between(End::Read, End::Write));
        });
    return has_each &&
           orders_behind_data(relation, {edges::Addr.between(End::Read, End::Access),
                                         edges::PoApart.between(End::Access, End::Write)});
  }

  // Lemma 29.
  [[nodiscard]] bool orders_values(NodeIndex relation) const {
    const PairEdge data = edges::Data.between(End::Read, End::Write);
    const PairEdge addr = edges::Addr.between(End::Read, End::Write);
    return pairs_.contains(relation, data) && pairs_.contains(relation, addr) &&
           pairs_.contains(relation, edges::Addr.between(End::Read, End::Read)) &&
           pairs_.contains_path(relation, {data, edges::Rfi}) &&
           pairs_.contains_path(relation, {addr, edges::Rfi});
  }

  // ---- Order within threads

  using Sets = LocalOrder::Sets;

  // A part of the relation: po from events in all sets of `from` to events in all sets of `to`.
  struct PoStep {
    Sets from;
    Sets to;
  };

  [[nodiscard]] bool have_all(const Sets& sets, End kind) const {
    return std::ranges::all_of(sets, [&](NodeIndex set) { return has_all(set, kind); });
  }
  [[nodiscard]] bool are_of_event(const Sets& sets) const {
    return std::ranges::all_of(sets, [&](NodeIndex set) { return is_of_event(code_, set); });
  }

  void find_local_order(NodeIndex relation) {
    proofs_.local_order.has_locations =
        pairs_.contains(relation, edges::PoLocApart.between(End::Read, End::Write)) &&
        orders_own_writes(relation);
    std::vector<PoStep> steps;
    collect_local_order(relation, steps);
    // po; [F] and [F]; po
    for (const PoStep& before : steps) {
      if (!have_all(before.from, End::Read) || before.to.empty()) continue;
      const bool goes_on = std::ranges::any_of(steps, [&](const PoStep& behind) {
        return behind.from == before.to && have_all(behind.to, End::Write);
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
      if (have_all(last, End::Write)) add_barrier({first, chain.sets[1]});
      return;
    }
    if (from == From::Reads) return;
    steps.push_back({first, last});
    if (have_all(last, End::Write)) add_barrier({.reads = first});
    if (have_all(first, End::Access) && are_of_event(last)) {
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
    return axiom.test == CheckTest::Empty && is_between_halves(code_, axiom.node);
  }
  [[nodiscard]] bool is_implied(const CodeCheck& axiom) const {
    return !axiom.is_negated && ((proofs_.coherence.is_proved && follows_from_coherence(axiom)) ||
                                 (proofs_.atomicity.is_proved && follows_from_atomicity(axiom)));
  }

  // Partial graphs are checked only with axioms that no added edge can repair, and whose relations
  // have, in a part, only pairs that they have in the whole.
  [[nodiscard]] std::vector<std::size_t> axioms_not_of_parts() const {
    const auto values = analyse_removal(code_, Removal::ToOpenPrefix);
    return indices_of([&](const CodeCheck& axiom) {
      return axiom.fails_for_good &&
             (axiom.is_negated || !values[axiom.node].contains(RemovalFact::Within));
    });
  }

  // `implied`: the axioms that need no proof.
  [[nodiscard]] bool extends_by(Addition addition, const std::vector<std::size_t>& implied) const {
    const auto values = analyse_addition(code_, addition);
    return std::ranges::all_of(axioms_, [&](const CodeCheck* axiom) {
      const auto number = static_cast<std::size_t>(axiom - code_.checks.data());
      return std::ranges::count(implied, number) > 0 ||
             (!axiom->is_negated &&
              stays_true(*axiom, node(axiom->node).kind, values[axiom->node]));
    });
  }

  // ---- Coherence of instructions

  // Lemma 30.
  void prove_coherence_of_instructions() {
    PropertyProof& proof = proofs_.coherence;
    const auto* found = find_axiom(
        [&](const CodeCheck& axiom) { return keeps_eco_from(edges::PoLocApart, axiom); });
    if (found != nullptr) {
      add(proof, *found);
      proof.is_proved = true;
    } else {
      prove_coherence_by_cases(proof);
    }
    prove_atomicity_of_instructions();
  }
  void prove_coherence_by_cases(PropertyProof& proof) const {
    // Po within a location, and what must not lead back.
    using namespace edges;
    const std::array cases{std::pair{PoLocApart.between(End::Read, End::Write), Rfi},
                           std::pair{PoLocApart.between(End::Write, End::Write), Coi},
                           std::pair{PoLocApart.between(End::Write, End::Read), Fri}};
    for (const auto& each : cases) {
      const auto* found = find_axiom([&](const CodeCheck& axiom) {
        return forbids_cycle(axiom, {each.first, each.second});
      });
      if (found == nullptr) return;
      add(proof, *found);
    }
    const auto* outside = find_acyclic([&](NodeIndex relation) {
      return pairs_.contains_path(relation, {PoLocApart.between(End::Read, End::Read), Fre}) &&
             pairs_.contains(relation, Rfe) && pairs_.contains(relation, Coe) &&
             pairs_.contains(relation, PoLocApart.between(End::Read, End::Write));
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
      const Node& relation = node(axiom.node);
      const bool is_rest =
          relation.operation == Operation::Difference && is_between_own(relation.b);
      return keeps_halves_together(axiom.test, is_rest ? relation.a : axiom.node);
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
  std::optional<NodeIndex> assumed_;  // a set that contains all accesses
};

}  // namespace
}  // namespace proof

bool extends_maximally(const cat::Code& code, const std::vector<std::size_t>& implied) {
  return proof::DependencyProver(code).extends_maximally(implied);
}

DependencyProofs prove_dependencies(const cat::Code& code, const PropertyProof& causal_acyclicity) {
  return proof::DependencyProver(code).prove(causal_acyclicity);
}

}  // namespace drover
