// Proves, from the form of a model's axioms, the properties that exploration algorithms assume:
// Lemmas 22 to 27 (docs/proofs.md).
#include "explorer/models/model_proof.h"

#include <algorithm>
#include <array>

#include "explorer/cat/change_analysis.h"
#include "explorer/models/axiom_forms.h"

namespace drover {

namespace proof {
namespace {

class ModelProver : private AxiomForms {
 public:
  explicit ModelProver(const Code& code) : AxiomForms(code) {}

  ModelProofs prove() {
    prove_causal_acyclicity();
    proofs_.dependencies = prove_dependencies(code_, proofs_[ModelProperty::CausalAcyclicity]);
    prove_stale_reads();
    proofs_.keeps_views = keeps_views();
    for (const CodeCheck* axiom : axioms_) {
      if (!axiom->is_negated) continue;
      proofs_.of = {};
      proofs_.forbids_empty_graph = axiom->name.empty() ? axiom->text : axiom->name;
      return proofs_;
    }
    prove_coherence();
    prove_atomicity();
    prove_removal(ModelProperty::PrefixClosedness, Removal::ToPrefix);
    prove_removal(ModelProperty::ReadRemoval, Removal::OfReadsAndFences);
    prove_extensibility();
    prove_open_parts();
    note_implied();
    for (PropertyProof& proof : proofs_.of) {
      if (!proof.is_proved) proof = {};
    }
    return proofs_;
  }

 private:
  [[nodiscard]] bool keeps_views() const {
    const NodeIndex before = code_.happens_before;
    const auto leads_back = [&](NodeIndex relation) {
      return pairs_.contains(relation, edges::Fr) &&
             pairs_.contains_path(relation, {edges::Fr, edges::Rf});
    };
    const CodeCheck* found = find_axiom([&](const CodeCheck& axiom) {
      const Node& cycle = node(axiom.node);
      return axiom.test == CheckTest::Irreflexive && !axiom.is_negated &&
             cycle.operation == Operation::Sequence &&
             ((cycle.a == before && leads_back(cycle.b)) ||
              (cycle.b == before && leads_back(cycle.a)));
    });
    return found != nullptr && follows_threads();
  }

  [[nodiscard]] bool follows_threads() const {
    const Node& before = node(code_.happens_before);
    return before.operation == Operation::Plus && pairs_.contains(before.a, edges::Po);
  }

  // True if axioms together forbid communication against sync.
  [[nodiscard]] bool forbids_against_sync(std::vector<PairEdge> edges, PropertyProof& proof) const {
    return std::ranges::all_of(edges, [&](PairEdge edge) {
      const CodeCheck* found = find_axiom([&](const CodeCheck& axiom) {
        return axiom.test == CheckTest::Empty && pairs_.contains(axiom.node, edge);
      });
      if (found != nullptr) add(proof, *found);
      return found != nullptr;
    });
  }

  // ---- Coherence: Lemma 25

  void prove_coherence() {
    PropertyProof& proof = proofs_[ModelProperty::Coherence];
    const auto keeps = [&](PairEdge step) {
      return find_axiom([&](const CodeCheck& axiom) { return keeps_eco_from(step, axiom); });
    };
    const CodeCheck* po = keeps(edges::PoLoc);
    if (po == nullptr) return;
    add(proof, *po);
    if (const CodeCheck* sync = keeps(edges::SyncLoc)) {
      add(proof, *sync);
      proof.is_proved = true;
      return;
    }
    proof.only_without_spawns = true;
    proof.is_proved = forbids_against_sync(
        {edges::RfAgainstSync, edges::CoAgainstSync, edges::FrAgainstSync}, proof);
  }

  // ---- Causal acyclicity: Lemma 24

  enum class SyncPart : std::uint8_t { Contained, LeftOut };

  // Returns the axiom that forbids cycles of these edges, and of sync between the same events
  // unless that is left out.
  [[nodiscard]] const CodeCheck* find_order(const PairEdge& rf, const PairEdge& po,
                                            SyncPart sync) const {
    return find_acyclic([&](NodeIndex relation) {
      return pairs_.contains(relation, rf) && pairs_.contains(relation, po) &&
             (sync == SyncPart::LeftOut ||
              pairs_.contains(relation, edges::Sync.between(po.ends.first, po.ends.last)));
    });
  }

  // True if proved; without `sync` if that is left out.
  bool prove_causal_acyclicity(SyncPart sync, PropertyProof& proof) const {
    if (const CodeCheck* found = find_order(edges::Rf, edges::Po, sync)) {
      add(proof, *found);
      return true;
    }
    const CodeCheck* outside =
        find_order(edges::Rfe, edges::Po.between(End::Read, End::Write), sync);
    const auto* inside =
        find_axiom([&](const CodeCheck& axiom) { return orders_own_reads(axiom, edges::PoLoc); });
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
                      forbids_against_sync({edges::RfAgainstSync}, proof);
  }

  // ---- Atomicity: Lemma 26

  void prove_atomicity() {
    PropertyProof& proof = proofs_[ModelProperty::Atomicity];
    const PropertyProof& coherence = proofs_[ModelProperty::Coherence];
    if (!coherence.is_proved) return;
    const auto* found = find_axiom(
        [&](const CodeCheck& axiom) { return keeps_halves_together(axiom.test, axiom.node); });
    if (found == nullptr) return;
    add(proof, *found);
    add(proof, coherence);
    proof.is_proved = true;
  }

  // True if the other axioms imply it, in every graph.
  [[nodiscard]] bool is_implied(const CodeCheck& axiom) const {
    return proofs_[ModelProperty::Atomicity].is_proved && relates_twin_updates(axiom.node);
  }

  void note_implied() {
    if (proofs_[ModelProperty::Atomicity].only_without_spawns) return;
    proofs_.implied = indices_of([&](const CodeCheck& axiom) { return is_implied(axiom); });
  }

  // Partial graphs are checked only with axioms that no added edge can repair.
  void prove_open_parts() {
    const auto values = analyse_removal(code_, Removal::ToOpenPrefix);
    const bool is_proved = std::ranges::all_of(axioms_, [&](const CodeCheck* axiom) {
      return !axiom->fails_for_good || values[axiom->node].contains(RemovalFact::Within);
    });
    // If control paths are promised, axioms without this proof are not checked on parts.
    if (is_proved || proofs_.dependencies.promises_ways) add_all(proofs_.open_parts);
  }

  // ---- Change: Lemmas 22 and 23

  void add_all(PropertyProof& proof) const {
    for (const CodeCheck* axiom : axioms_) add(proof, *axiom);
    proof.is_proved = true;
  }

  void prove_removal(ModelProperty property, Removal removal) {
    const auto values = analyse_removal(code_, removal);
    const bool is_proved = std::ranges::all_of(axioms_, [&](const CodeCheck* axiom) {
      return values[axiom->node].contains(RemovalFact::Within);
    });
    if (is_proved) add_all(proofs_[property]);
  }

  void prove_extensibility() {
    // Without co, the model itself decides which write is last.
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

  // Lemma 27.
  void prove_stale_reads() {
    const NodeIndex before = code_.happens_before;
    StaleReadProofs& proof = proofs_.stale_reads;
    proof.keeps_order =
        analyse_removal(code_, Removal::ToPrefix)[before].contains(RemovalFact::Within);
    for (const Addition addition : {Addition::MaximalEvent, Addition::InitialWrite}) {
      proof.keeps_order &= analyse_addition(code_, addition)[before].contains(AdditionFact::Within);
    }
    proof.follows_threads = follows_threads();
    proof.contains_causes =
        node(before).operation == Operation::Plus &&
        std::ranges::all_of(std::array{edges::Po, edges::Sync, edges::Rf},
                            [&](PairEdge edge) { return pairs_.contains(node(before).a, edge); });
    proof.has_flags_of_events = std::ranges::all_of(code_.checks, [&](const CodeCheck& check) {
      return check.use == CheckUse::Axiom || is_flag_of_events(check);
    });
    proof.has_no_flags = std::ranges::all_of(code_.checks, [&](const CodeCheck& check) {
      return check.use == CheckUse::Axiom || is_race_of_non_atomic(check);
    });
  }

  [[nodiscard]] bool is_flag_of_events(const CodeCheck& check) const {
    return check.use == CheckUse::Flag && check.test == CheckTest::Empty && check.is_negated &&
           node(check.node).kind == ValueKind::Set && is_built_from_base_sets(check.node);
  }
  [[nodiscard]] bool is_built_from_base_sets(NodeIndex set) const {
    const Node& at = node(set);
    switch (at.operation) {
      case Operation::Base: return true;
      case Operation::Complement: return is_built_from_base_sets(at.a);
      case Operation::Union:
      case Operation::Intersection:
      case Operation::Difference:
        return is_built_from_base_sets(at.a) && is_built_from_base_sets(at.b);
      default: return false;
    }
  }

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
               [&](NodeIndex part) { return pairs_.contains(part, edges::SyncFromInitial); }) &&
           is_without([&](NodeIndex part) { return pairs_.contains(part, edges::SyncToInitial); });
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
  // True if the relation contains A * A, for the A of Lemma 27.
  [[nodiscard]] bool has_all_atomic_pairs(NodeIndex index) const {
    const auto has_all_atomic = [&](NodeIndex set) {
      const Node& at = node(set);
      return at.operation == Operation::Difference && is_base(at.b, Base::Na) &&
             has_all(at.a, End::Access);
    };
    const Node& at = node(index);
    return at.operation == Operation::Product && has_all_atomic(at.a) && has_all_atomic(at.b);
  }

  ModelProofs proofs_;
};

}  // namespace
}  // namespace proof

ModelProofs prove_properties(const cat::Code& code) {
  // The proofs assume that the halves of a read-modify-write are two events.
  if (code.fuses_updates) return {};
  return proof::ModelProver(code).prove();
}

}  // namespace drover
