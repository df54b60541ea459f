// Proofs that a model has what exploration algorithms assume, from the form of its axioms.
//
// An axiom is `acyclic r`, `irreflexive r` or `empty r`, or the contrary of one (`~empty r`). Two
// kinds of facts about relations are used. *Containment* (cat/pair_values.h): r contains po, rf, …
// in every graph. *Change* (cat/change_analysis.h): what happens to r when events go or come. Base
// relations are as graphs have them: po is total per thread, rf has one write per read, co is total
// per location, fr is rf^-1; co; sync is as spawn and join make it, and (po | sync)+ is po | sync.
//
// Prefix-closedness. Let H be a prefix of a consistent G. If r(H) is within r(G), r(H) is acyclic,
// irreflexive or empty where r(G) is. So it is enough that this holds of the relation of every
// axiom. An axiom `~test r` is broken by the graph without events, where r is empty: if any graph
// is consistent at all, the model is not prefix-closed.
//
// Read removal. The same, where reads and fences are taken out anywhere.
//
// Extensibility. Let e be added maximally to a consistent H. If r has no new pair between events of
// H, e is not related to itself, and r leads from e to nowhere (or from nowhere to e), then no
// cycle of r goes through e, and the cycles that do not are those of H. For `irreflexive` it is
// enough that there are no new pairs in H and that e is not related to itself; for `empty`, that e
// is related to nothing. The same for initial writes, which come with the first access of a
// location.
//
// Causal acyclicity. A cycle in po | sync | rf is one in the relation of an axiom
//   (1) if the axiom is `acyclic r` and r contains po, sync and rf;
//   (2) or if r contains rfe and every po and sync from a read to a write, and another axiom
//       forbids to read from a later write of one's own thread (a cycle of rfi and po within a
//       location): rfi is within po then, and what is left of the cycle between two rfe steps leads
//       from a read to a write.
// Where the model does not speak of sync, and forbids rf against sync only, this holds as long as
// no thread is spawned: sync is then between init, the threads and final, and a cycle that left one
// of these would come back by an rf against it.
//
// Coherence. In every graph, eco = (rf | co | fr)+ is an order in which two accesses of a location
// are related unless they are reads of one write: put a write at its number in co, and a read half
// a step after what it reads. If no eco leads back over po or sync within a location, these never
// lead down, eco always leads up, and a cycle would be within po | sync. eco is
// rf | co | fr | co; rf | fr; rf. It does not lead back
//   (1) if an axiom is `acyclic r` and r contains the step, rf, co and fr;
//   (2) or if one is `irreflexive a; b`, or `irreflexive b; a`, where a contains the step and b all
//       parts of eco.
// Of sync, without spawns, it is enough that rf, co and fr do not lead against it.
//
// Atomicity. (1) An axiom is `empty r & s` where r contains rmw and s contains fr; co; or, under
// coherence, fre; coe: a write of the thread itself that came in between would be before the read
// or after the write, and coherence forbids both. (2) That no two read-modify-writes read from the
// same write follows from (1) under coherence: both write after what they read, and the first of
// the writes comes between the halves of the other. So an axiom that says just that is implied, and
// need not be looked at for the others.
//
// Stale reads (algorithms/trust/giving_up.h). Reads at the ends of threads go, which leaves a
// prefix, and other events are added maximally. Who is not ordered by happens-before stays so if
// that has no new pairs then. What happens before an event happens before all behind it in po if
// happens-before is r+ and r contains po. A flag that is up where a relation is not empty is never
// up in programs without non-atomic accesses if the relation is p & loc & ~(id | …), where p is
// between accesses, without A * A, where A has all reads and writes but those of NA, and without
// what orders initial writes and all else both ways: in such programs NA has only initial writes, a
// location has one of these, and it is in no pair with itself.
#include "explorer/models/model_proof.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "explorer/cat/change_analysis.h"
#include "explorer/models/axiom_forms.h"
#include "explorer/models/dependency_proof.h"

namespace drover {

namespace proof {
namespace {

class ModelProver : private AxiomForms {
 public:
  explicit ModelProver(const Code& code) : AxiomForms(code) {}

  // Of a model that is known to forbid no graph without events.
  PropertyProof causal_acyclicity() {
    prove_causal_acyclicity();
    return proofs_[ModelProperty::CausalAcyclicity];
  }

  ModelProofs prove() {
    for (const CodeCheck* axiom : axioms_) {
      if (!axiom->is_negated) continue;
      proofs_.forbids_empty_graph = axiom->name.empty() ? axiom->text : axiom->name;
      return proofs_;
    }
    prove_coherence();
    prove_causal_acyclicity();
    prove_atomicity();
    prove_removal(ModelProperty::PrefixClosedness, Removal::ToPrefix);
    prove_removal(ModelProperty::ReadRemoval, Removal::OfReadsAndFences);
    prove_extensibility();
    proofs_.dependencies = std::make_shared<const DependencyProofs>(
        prove_dependencies(code_, proofs_[ModelProperty::CausalAcyclicity]));
    proofs_.dependency_acyclicity = proofs_.dependencies->acyclicity;
    proofs_.promises_ways = proofs_.dependencies->promises_ways;
    prove_open_parts();
    note_implied();
    for (PropertyProof& proof : proofs_.of) {
      if (!proof.is_proved) proof = {};
    }
    return proofs_;
  }

  StaleReadProofs prove_stale_reads() const {
    const NodeIndex before = code_.happens_before;
    StaleReadProofs proof;
    proof.keeps_order = analyse_removal(code_, Removal::ToPrefix)[before].has(RemovalFact::Within);
    for (const Addition addition : {Addition::MaximalEvent, Addition::InitialWrite}) {
      proof.keeps_order &= analyse_addition(code_, addition)[before].has(AdditionFact::Within);
    }
    proof.follows_threads =
        node(before).operation == Operation::Plus && pairs_.contains(node(before).a, PairEdge::Po);
    proof.has_no_flags = std::ranges::all_of(code_.checks, [&](const CodeCheck& check) {
      return check.use == CheckUse::Axiom || is_race_of_non_atomic(check);
    });
    return proof;
  }

 private:
  // Axioms that together forbid a communication against sync.
  [[nodiscard]] bool forbids_against_sync(std::vector<PairEdge> edges, PropertyProof& proof) const {
    return std::ranges::all_of(edges, [&](PairEdge edge) {
      const CodeCheck* found = find_axiom([&](const CodeCheck& axiom) {
        return axiom.test == CheckTest::Empty && pairs_.contains(axiom.node, edge);
      });
      if (found != nullptr) add(proof, *found);
      return found != nullptr;
    });
  }

  // ---- Coherence

  void prove_coherence() {
    PropertyProof& proof = proofs_[ModelProperty::Coherence];
    const auto keeps = [&](PairEdge step) {
      return find_axiom([&](const CodeCheck& axiom) { return keeps_eco_from(step, axiom); });
    };
    const CodeCheck* po = keeps(PairEdge::PoLoc);
    if (po == nullptr) return;
    add(proof, *po);
    if (const CodeCheck* sync = keeps(PairEdge::SyncLoc)) {
      add(proof, *sync);
      proof.is_proved = true;
      return;
    }
    proof.only_without_spawns = true;
    proof.is_proved = forbids_against_sync(
        {PairEdge::RfAgainstSync, PairEdge::CoAgainstSync, PairEdge::FrAgainstSync}, proof);
  }

  // ---- Causal acyclicity

  enum class SyncPart : std::uint8_t { Contained, LeftOut };

  [[nodiscard]] bool is_causal(const CodeCheck& axiom, SyncPart sync) const {
    const auto relation = acyclic_relation(axiom);
    if (!relation) return false;
    return pairs_.contains(*relation, PairEdge::Po) && pairs_.contains(*relation, PairEdge::Rf) &&
           (sync == SyncPart::LeftOut || pairs_.contains(*relation, PairEdge::Sync));
  }

  [[nodiscard]] bool is_causal_outside(const CodeCheck& axiom, SyncPart sync) const {
    const auto relation = acyclic_relation(axiom);
    if (!relation) return false;
    return pairs_.contains(*relation, PairEdge::Rfe) &&
           pairs_.contains(*relation, PairEdge::Po, PairEnds::ReadToWrite) &&
           (sync == SyncPart::LeftOut ||
            pairs_.contains(*relation, PairEdge::Sync, PairEnds::ReadToWrite));
  }

  // Answers whether it is so but for `sync`, if that is left out.
  bool prove_causal_acyclicity(SyncPart sync, PropertyProof& proof) const {
    if (const auto* found =
            find_axiom([&](const CodeCheck& axiom) { return is_causal(axiom, sync); })) {
      add(proof, *found);
      return true;
    }
    const auto* outside =
        find_axiom([&](const CodeCheck& axiom) { return is_causal_outside(axiom, sync); });
    const auto* inside =
        find_axiom([&](const CodeCheck& axiom) { return orders_own_reads(axiom); });
    if (outside == nullptr || inside == nullptr) return false;
    add(proof, *outside);
    add(proof, *inside);
    return true;
  }

  void prove_causal_acyclicity() {
    PropertyProof& proof = proofs_[ModelProperty::CausalAcyclicity];
    if (prove_causal_acyclicity(SyncPart::Contained, proof)) {
      proof.is_proved = true;
      return;
    }
    proof.only_without_spawns = true;
    proof.is_proved = prove_causal_acyclicity(SyncPart::LeftOut, proof) &&
                      forbids_against_sync({PairEdge::RfAgainstSync}, proof);
  }

  // ---- Atomicity

  void prove_atomicity() {
    PropertyProof& proof = proofs_[ModelProperty::Atomicity];
    const PropertyProof& coherence = proofs_[ModelProperty::Coherence];
    if (!coherence.is_proved) return;
    const auto* found = find_axiom([&](const CodeCheck& axiom) {
      return keeps_halves_together(axiom, PairEdge::Fr, PairEdge::Co) ||
             keeps_halves_together(axiom, PairEdge::Fre, PairEdge::Coe);
    });
    if (found == nullptr) return;
    add(proof, *found);
    for (const std::string& axiom : coherence.axioms) {
      if (std::ranges::find(proof.axioms, axiom) == proof.axioms.end()) {
        proof.axioms.push_back(axiom);
      }
    }
    proof.is_proved = true;
    proof.only_without_spawns = coherence.only_without_spawns;
  }

  // Whether the other axioms imply it, in every graph.
  [[nodiscard]] bool is_implied(const CodeCheck& axiom) const {
    return proofs_[ModelProperty::Atomicity].is_proved && relates_twin_updates(axiom.node);
  }

  void note_implied() {
    if (proofs_[ModelProperty::Atomicity].only_without_spawns) return;
    for (std::size_t i = 0; i < code_.checks.size(); ++i) {
      const CodeCheck& check = code_.checks[i];
      if (check.use == CheckUse::Axiom && is_implied(check)) proofs_.implied.push_back(i);
    }
  }

  // Of parts only those axioms are asked that, once they fail, fail whatever edges are added.
  void prove_open_parts() {
    const auto values = analyse_removal(code_, Removal::ToOpenPrefix);
    const bool is_proved = std::ranges::all_of(axioms_, [&](const CodeCheck* axiom) {
      return !axiom->fails_for_good || values[axiom->node].has(RemovalFact::Within);
    });
    // Where ways are promised, those of which it is not proved are not asked of parts.
    if (is_proved || proofs_.promises_ways) add_all(proofs_.open_parts);
  }

  // ---- Change

  void add_all(PropertyProof& proof) const {
    for (const CodeCheck* axiom : axioms_) add(proof, *axiom);
    proof.is_proved = true;
  }

  void prove_removal(ModelProperty property, Removal removal) {
    const auto values = analyse_removal(code_, removal);
    const bool is_proved = std::ranges::all_of(axioms_, [&](const CodeCheck* axiom) {
      return values[axiom->node].has(RemovalFact::Within);
    });
    if (is_proved) add_all(proofs_[property]);
  }

  void prove_extensibility() {
    // Without co, which write is the last is the model's own business.
    if (!code_.declares_coherence && !code_.uses(Base::Co) && !code_.uses(Base::Fr)) return;
    PropertyProof& proof = proofs_[ModelProperty::Extensibility];
    bool rests_on_coherence = false;
    for (const Addition addition : {Addition::MaximalEvent, Addition::InitialWrite}) {
      const auto values = analyse_addition(code_, addition);
      for (const CodeCheck* axiom : axioms_) {
        if (stays_true(*axiom, node(axiom->node).kind, values[axiom->node])) continue;
        if (!is_implied(*axiom)) return;
        rests_on_coherence = true;
      }
    }
    add_all(proof);
    proof.only_without_spawns =
        rests_on_coherence && proofs_[ModelProperty::Atomicity].only_without_spawns;
  }

  // ---- Stale reads

  [[nodiscard]] bool is_race_of_non_atomic(const CodeCheck& check) const {
    const bool is_up_where_it_holds = (check.use == CheckUse::Flag) != check.is_negated;
    if (check.test != CheckTest::Empty || is_up_where_it_holds) return false;
    NodeIndex left = check.node;
    std::vector<NodeIndex> without;
    for (; node(left).operation == Operation::Difference; left = node(left).a) {
      without.push_back(node(left).b);
    }
    std::vector<NodeIndex> parts{left};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Node& part = node(parts[i]);
      if (part.operation != Operation::Intersection) continue;
      parts.push_back(part.a);
      parts.push_back(part.b);
    }
    const auto has_part = [&](auto is_good) { return std::ranges::any_of(parts, is_good); };
    const auto is_without = [&](auto is_good) { return std::ranges::any_of(without, is_good); };
    return has_part([&](NodeIndex part) { return is_between_accesses(part); }) &&
           has_part([&](NodeIndex part) { return is_base(part, Base::Loc); }) &&
           has_part([&](NodeIndex part) { return excludes_identity(part); }) &&
           is_without([&](NodeIndex part) { return has_all_atomic_pairs(part); }) &&
           is_without(
               [&](NodeIndex part) { return pairs_.contains(part, PairEdge::SyncFromInitial); }) &&
           is_without(
               [&](NodeIndex part) { return pairs_.contains(part, PairEdge::SyncToInitial); });
  }
  [[nodiscard]] bool are_accesses(NodeIndex set) const {
    return is_within(code_, set, [&](NodeIndex part) {
      return is_base(part, Base::Reads) || is_base(part, Base::Writes);
    });
  }
  [[nodiscard]] bool is_between_accesses(NodeIndex index) const {
    return is_within(code_, index, [&](NodeIndex part) {
      const Node& at = node(part);
      return at.operation == Operation::Product && are_accesses(at.a) && are_accesses(at.b);
    });
  }
  [[nodiscard]] bool excludes_identity(NodeIndex index) const {
    const Node& at = node(index);
    return at.operation == Operation::Complement && contains_identity(code_, at.a);
  }
  // A * A.
  [[nodiscard]] bool has_all_atomic_pairs(NodeIndex index) const {
    const auto has_all_atomic = [&](NodeIndex set) {
      const Node& at = node(set);
      return at.operation == Operation::Difference && is_base(at.b, Base::Na) &&
             has_all(at.a, Base::Reads) && has_all(at.a, Base::Writes);
    };
    const Node& at = node(index);
    return at.operation == Operation::Product && has_all_atomic(at.a) && has_all_atomic(at.b);
  }

  ModelProofs proofs_;
};

}  // namespace
}  // namespace proof

ModelProofs prove_properties(const cat::Code& code) {
  // The halves of a read-modify-write are two events in all that is said here.
  if (code.fuses_updates) return {};
  return proof::ModelProver(code).prove();
}

StaleReadProofs prove_stale_reads(const cat::Code& code) {
  if (code.fuses_updates) return {};
  return proof::ModelProver(code).prove_stale_reads();
}

PropertyProof prove_causal_acyclicity(const cat::Code& code) {
  if (code.fuses_updates) return {};
  return proof::ModelProver(code).causal_acyclicity();
}

}  // namespace drover
