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
#include "explorer/models/model_proof.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "explorer/cat/change_analysis.h"
#include "explorer/cat/pair_values.h"

namespace drover {

namespace {

using namespace cat;

class ModelProver {
 public:
  explicit ModelProver(const Code& code) : code_(code), pairs_(code) {
    for (const CodeCheck& check : code.checks) {
      if (check.use == CheckUse::Axiom) axioms_.push_back(&check);
    }
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
    prove_dependency_acyclicity();
    prove_open_parts();
    note_implied();
    for (PropertyProof& proof : proofs_.of) {
      if (!proof.is_proved) proof = {};
    }
    return proofs_;
  }

 private:
  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }

  // The relation that an axiom demands to be acyclic: `irreflexive r+` does so, too.
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

  // The first axiom of which `is_good` is true.
  [[nodiscard]] const CodeCheck* find_axiom(
      const std::function<bool(const CodeCheck&)>& is_good) const {
    const auto found =
        std::ranges::find_if(axioms_, [&](const CodeCheck* axiom) { return is_good(*axiom); });
    return found == axioms_.end() ? nullptr : *found;
  }

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

  [[nodiscard]] bool orders_own_reads(const CodeCheck& axiom) const {
    if (const auto relation = acyclic_relation(axiom)) {
      return pairs_.contains(*relation, PairEdge::Rfi) &&
             pairs_.contains(*relation, PairEdge::PoLoc, PairEnds::ReadToWrite);
    }
    const Node& relation = node(axiom.node);
    if (axiom.test != CheckTest::Irreflexive || relation.operation != Operation::Sequence) {
      return false;
    }
    const auto is_so = [&](NodeIndex po, NodeIndex rf) {
      return pairs_.contains(po, PairEdge::PoLoc, PairEnds::ReadToWrite) &&
             pairs_.contains(rf, PairEdge::Rfi);
    };
    return is_so(relation.a, relation.b) || is_so(relation.b, relation.a);
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

  [[nodiscard]] bool is_base(NodeIndex index, Base base) const {
    return node(index).operation == Operation::Base && node(index).base == base;
  }
  [[nodiscard]] bool is_inverse_of(NodeIndex index, Base base) const {
    return node(index).operation == Operation::Inverse && is_base(node(index).a, base);
  }
  [[nodiscard]] bool is_first_half(NodeIndex set) const {
    return node(set).operation == Operation::Domain && is_base(node(set).a, Base::RmwPairs);
  }

  // ([domain(rmw)]; rf^-1; rf; [domain(rmw)]) \ id, however its parts are put together.
  [[nodiscard]] bool relates_twin_updates(NodeIndex index) const {
    const Node& difference = node(index);
    if (difference.operation != Operation::Difference) return false;
    const Node& id = node(difference.b);
    if (id.operation != Operation::Identity || !is_base(id.a, Base::All)) return false;
    bool has_first = false;
    bool has_last = false;
    // Restrictions apply to the end of the whole; within the sequence, to its parts.
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

  // ---- Dependencies

  // What D of algorithms/buffering is made of, and reading from a write of its own thread.
  enum class Dependency : std::uint8_t { Data, Ctrl, Addr, AddrPo, ExclusivePo, OwnReading };

  [[nodiscard]] bool contains_exclusive_reads(NodeIndex set) const {
    const Node& at = node(set);
    switch (at.operation) {
      case Operation::Base: return at.base == Base::Reads || at.base == Base::All;
      case Operation::Union: {
        const auto is_both = [&](NodeIndex a, NodeIndex b) {
          return is_base(a, Base::Rmw) && is_base(b, Base::Failed);
        };
        return is_both(at.a, at.b) || is_both(at.b, at.a) || contains_exclusive_reads(at.a) ||
               contains_exclusive_reads(at.b);
      }
      case Operation::Intersection:
        return contains_exclusive_reads(at.a) && contains_exclusive_reads(at.b);
      default: return false;
    }
  }

  // Whether a relation contains the dependency, by its form.
  [[nodiscard]] bool contains(NodeIndex index, Dependency dependency) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Base:
        return (at.base == Base::Data && dependency == Dependency::Data) ||
               (at.base == Base::Ctrl && dependency == Dependency::Ctrl) ||
               (at.base == Base::Addr && dependency == Dependency::Addr) ||
               (at.base == Base::Rf && dependency == Dependency::OwnReading);
      case Operation::Union: return contains(at.a, dependency) || contains(at.b, dependency);
      case Operation::Optional:
      case Operation::Plus: return contains(at.a, dependency);
      case Operation::Sequence:
        if (dependency == Dependency::AddrPo) {
          return contains(at.a, Dependency::Addr) && contains_po(at.b);
        }
        return node(at.b).operation == Operation::Optional && contains(at.a, dependency);
      case Operation::RestrictDomain:
        return dependency == Dependency::ExclusivePo && contains_exclusive_reads(at.a) &&
               contains_po(at.b);
      case Operation::Intersection:
        return dependency == Dependency::OwnReading && pairs_.contains(index, PairEdge::Rfi);
      default: return false;
    }
  }
  [[nodiscard]] bool contains_po(NodeIndex index) const {
    const Node& at = node(index);
    return is_base(index, Base::Po) ||
           (at.operation == Operation::Optional && is_base(at.a, Base::Po));
  }

  // Whether a relation contains (D ∪ rfi)+ from reads to writes.
  [[nodiscard]] bool contains_dependency_paths(NodeIndex index) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Union:
        return contains_dependency_paths(at.a) || contains_dependency_paths(at.b);
      case Operation::RestrictDomain:
        return is_base(at.a, Base::Reads) && contains_dependency_paths(at.b);
      case Operation::RestrictRange:
        return is_base(at.b, Base::Writes) && contains_dependency_paths(at.a);
      case Operation::Plus:
        return std::ranges::all_of(
            std::array{Dependency::Data, Dependency::Ctrl, Dependency::Addr, Dependency::AddrPo,
                       Dependency::ExclusivePo, Dependency::OwnReading},
            [&](Dependency each) { return contains(at.a, each); });
      default: return false;
    }
  }

  // Let there be a cycle. Within a thread it leads forwards, since reads do not read from writes
  // after them (orders_own_reads): so it passes from thread to thread, by rfe; what is between two
  // such steps leads from a read to a write by D and rfi, or through a spawn or a join, and then by
  // sync (a thread that is spawned and does nothing hands nothing on). All of that is in one
  // relation that has no cycle.
  void prove_dependency_acyclicity() {
    PropertyProof& proof = proofs_.dependency_acyclicity;
    const PropertyProof& causal = proofs_[ModelProperty::CausalAcyclicity];
    if (causal.is_proved) {
      proof = causal;
      return;
    }
    const auto* inside =
        find_axiom([&](const CodeCheck& axiom) { return orders_own_reads(axiom); });
    const auto* outside = find_axiom([&](const CodeCheck& axiom) {
      const auto relation = acyclic_relation(axiom);
      return relation && pairs_.contains(*relation, PairEdge::Rfe) &&
             contains_dependency_paths(*relation);
    });
    if (inside == nullptr || outside == nullptr) return;
    add(proof, *outside);
    add(proof, *inside);
    proof.is_proved = true;
    proof.only_without_spawns =
        !pairs_.contains(*acyclic_relation(*outside), PairEdge::Sync, PairEnds::ReadToWrite);
  }

  void prove_open_parts() {
    const auto values = analyse_removal(code_, Removal::ToOpenPrefix);
    const bool is_proved = std::ranges::all_of(
        axioms_, [&](const CodeCheck* axiom) { return values[axiom->node].is_within; });
    if (is_proved) add_all(proofs_.open_parts);
  }

  // ---- Change

  void add_all(PropertyProof& proof) const {
    for (const CodeCheck* axiom : axioms_) add(proof, *axiom);
    proof.is_proved = true;
  }

  void prove_removal(ModelProperty property, Removal removal) {
    const auto values = analyse_removal(code_, removal);
    const bool is_proved = std::ranges::all_of(
        axioms_, [&](const CodeCheck* axiom) { return values[axiom->node].is_within; });
    if (is_proved) add_all(proofs_[property]);
  }

  static bool stays_true(const CodeCheck& axiom, ValueKind kind, const UnderAddition& value) {
    if (kind == ValueKind::Set || !value.is_within || !value.is_own_free) return false;
    switch (axiom.test) {
      case CheckTest::Irreflexive: return true;
      case CheckTest::Acyclic: return value.is_out_free || value.is_in_free;
      case CheckTest::Empty: return value.is_out_free && value.is_in_free;
    }
    return false;
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

  const Code& code_;
  PairValues pairs_;
  std::vector<const CodeCheck*> axioms_;
  ModelProofs proofs_;
};

}  // namespace

ModelProofs prove_properties(const Code& code) {
  // The halves of a read-modify-write are two events in all that is said here.
  if (code.fuses_updates) return {};
  return ModelProver(code).prove();
}

}  // namespace drover
