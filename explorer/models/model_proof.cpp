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
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/cat/change_analysis.h"
#include "explorer/cat/pair_values.h"
#include "explorer/models/cat_source.h"

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

  // Of a model that is known to forbid no graph without events.
  DependencyProofs dependencies() {
    prove_causal_acyclicity();
    prove_dependencies();
    return dependencies_;
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
    prove_dependencies();
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

  void prove_dependencies() {
    prove_coherence_of_instructions();
    prove_dependency_acyclicity();
  }

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
      dependencies_.orders_updates = dependencies_.orders_halves = true;
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
    dependencies_.orders_updates = dependencies_.orders_halves = outside != nullptr;
    if (outside == nullptr) {
      outside = find_outside([&](NodeIndex relation) { return orders_dependent_writes(relation); });
    }
    if (inside == nullptr || outside == nullptr) return;
    add(proof, *outside);
    add(proof, *inside);
    proof.is_proved = true;
    dependencies_.orders_halves |=
        pairs_.contains(*acyclic_relation(*outside), PairEdge::RmwPair) &&
        pairs_.contains(*acyclic_relation(*outside), PairEdge::PoLoc, PairEnds::WriteToWrite);
    const NodeIndex relation = *acyclic_relation(*outside);
    proof.only_without_spawns = !pairs_.contains(relation, PairEdge::Sync, PairEnds::ReadToWrite);
    dependencies_.orders_barriers =
        pairs_.contains(relation, PairEdge::Po, PairEnds::FromAcquire) &&
        pairs_.contains(relation, PairEdge::Po, PairEnds::ToFence) &&
        pairs_.contains(relation, PairEdge::Po, PairEnds::FromFence);
  }

  // ---- Dependencies, step by step

  // Where the pairs that are asked for end.
  enum class Target : std::uint8_t { Write, Access };
  // Whether the data that an instruction writes may be left out where it comes from its own read.
  enum class OwnData : std::uint8_t { Needed, LeftOut };

  [[nodiscard]] bool has_all(NodeIndex set, Base kind) const {
    const Node& at = node(set);
    switch (at.operation) {
      case Operation::Base: return at.base == kind || at.base == Base::All;
      case Operation::Union: return has_all(at.a, kind) || has_all(at.b, kind);
      case Operation::Intersection: return has_all(at.a, kind) && has_all(at.b, kind);
      default: return false;
    }
  }
  [[nodiscard]] bool has_all(NodeIndex set, Target target) const {
    return has_all(set, Base::Writes) && (target == Target::Write || has_all(set, Base::Reads));
  }
  [[nodiscard]] bool is_product_for(NodeIndex index, Target target) const {
    const Node& at = node(index);
    return at.operation == Operation::Product && has_all(at.a, Base::Reads) &&
           has_all(at.b, target);
  }
  [[nodiscard]] NodeIndex body_of(const Node& at) const {
    return code_.groups[at.group].bodies[at.component];
  }
  static bool is_recursive(const Node& at) {
    return at.operation == Operation::Fixpoint || at.operation == Operation::Variable;
  }
  // Asks about the body of a `let rec`, which is equal to it. Not while that is being asked.
  template <typename Ask>
  [[nodiscard]] bool ask_body(NodeIndex index, int question, const Ask& ask) const {
    const NodeIndex body = body_of(node(index));
    const std::pair key{body, question};
    if (std::ranges::find(asked_, key) != asked_.end()) return false;
    asked_.push_back(key);
    const bool answer = ask(body);
    asked_.pop_back();
    return answer;
  }

  // po, or po but for the halves of one instruction, as far as it ends in writes.
  [[nodiscard]] bool contains_po_to_writes(NodeIndex index) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Base: return at.base == Base::Po;
      case Operation::Difference: return is_base(at.a, Base::Po) && is_base(at.b, Base::Amo);
      case Operation::Optional: return contains_po_to_writes(at.a);
      case Operation::RestrictDomain:
        return has_all(at.a, Target::Access) && contains_po_to_writes(at.b);
      case Operation::RestrictRange:
        return has_all(at.b, Target::Write) && contains_po_to_writes(at.a);
      default: return false;
    }
  }

  // Whether it contains all pairs of a dependency, as far as they end in a target.
  [[nodiscard]] bool contains_to(NodeIndex index, Dependency dependency, Target target,
                                 OwnData own) const {
    const Node& at = node(index);
    const auto has = [&](NodeIndex part) { return contains_to(part, dependency, target, own); };
    switch (at.operation) {
      case Operation::Base:
        return (at.base == Base::Data && dependency == Dependency::Data) ||
               (at.base == Base::Ctrl && dependency == Dependency::Ctrl) ||
               (at.base == Base::Addr && dependency == Dependency::Addr);
      case Operation::Union: return has(at.a) || has(at.b);
      case Operation::Optional:
      case Operation::Plus: return has(at.a);
      case Operation::Difference:
        return own == OwnData::LeftOut && is_base(at.b, Base::Amo) && has(at.a);
      case Operation::Intersection:
        return (is_product_for(at.b, target) && has(at.a)) ||
               (is_product_for(at.a, target) && has(at.b));
      case Operation::RestrictDomain: return has_all(at.a, Base::Reads) && has(at.b);
      case Operation::RestrictRange: return has_all(at.b, target) && has(at.a);
      case Operation::Sequence:
        if (node(at.a).operation == Operation::Optional && has(at.b)) return true;
        if (node(at.b).operation == Operation::Optional && has(at.a)) return true;
        return dependency == Dependency::AddrPo && target == Target::Write &&
               contains_to(at.a, Dependency::Addr, Target::Access, own) &&
               contains_po_to_writes(at.b);
      case Operation::Fixpoint:
      case Operation::Variable:
        return ask_body(index, 4 * static_cast<int>(dependency) + 2 * static_cast<int>(target),
                        has);
      default: return false;
    }
  }

  // A write, and the reads of its location behind it in its thread with no write in between: under
  // coherence all reads of the thread that read from the write.
  [[nodiscard]] bool is_local_reading(const Node& at) const {
    if (at.operation != Operation::Difference ||
        !pairs_.contains(at.a, PairEdge::PoLoc, PairEnds::WriteToRead)) {
      return false;
    }
    const Chain between = chain_of(at.b);
    return between.steps.size() == 2 && is_within_po_loc(between.steps[0]) &&
           is_within_po_loc(between.steps[1]) &&
           std::ranges::any_of(between.sets[1],
                               [&](NodeIndex set) { return is_base(set, Base::Writes); });
  }
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
  [[nodiscard]] bool contains_own_reading(NodeIndex index) const {
    const Node& at = node(index);
    if (!is_recursive(at) && pairs_.contains(index, PairEdge::Rfi)) return true;
    switch (at.operation) {
      case Operation::Union: return contains_own_reading(at.a) || contains_own_reading(at.b);
      case Operation::RestrictDomain:
        return has_all(at.a, Base::Writes) && contains_own_reading(at.b);
      case Operation::RestrictRange:
        return has_all(at.b, Base::Reads) && contains_own_reading(at.a);
      case Operation::Fixpoint:
      case Operation::Variable:
        return ask_body(index, 100, [&](NodeIndex body) { return contains_own_reading(body); });
      default: return dependencies_.coherence.is_proved && is_local_reading(at);
    }
  }
  // data; [W]; rfi
  [[nodiscard]] bool contains_carrying(NodeIndex index) const {
    const Node& at = node(index);
    const auto has_data = [&](NodeIndex part) {
      return contains_to(part, Dependency::Data, Target::Write, OwnData::Needed);
    };
    switch (at.operation) {
      case Operation::Union: return contains_carrying(at.a) || contains_carrying(at.b);
      case Operation::Optional: return contains_carrying(at.a);
      case Operation::Plus:
        return contains_carrying(at.a) || (has_data(at.a) && contains_own_reading(at.a));
      case Operation::Sequence: return has_data(at.a) && contains_own_reading(at.b);
      case Operation::RestrictDomain: return has_all(at.a, Base::Reads) && contains_carrying(at.b);
      case Operation::RestrictRange: return has_all(at.b, Base::Reads) && contains_carrying(at.a);
      case Operation::Fixpoint:
      case Operation::Variable:
        return ask_body(index, 101, [&](NodeIndex body) { return contains_carrying(body); });
      default: return false;
    }
  }
  // Whether it contains a dependency that ends in a write behind any number of steps data; rfi.
  [[nodiscard]] bool contains_carried(NodeIndex index, Dependency dependency, OwnData own) const {
    const Node& at = node(index);
    const auto has = [&](NodeIndex part) { return contains_carried(part, dependency, own); };
    const auto has_last = [&](NodeIndex part) {
      return contains_to(part, dependency, Target::Write, own);
    };
    switch (at.operation) {
      case Operation::Union: return has(at.a) || has(at.b);
      case Operation::Optional: return has(at.a);
      case Operation::Plus: return has(at.a) || (has_last(at.a) && contains_carrying(at.a));
      case Operation::Intersection:
        return (is_product_for(at.b, Target::Write) && has(at.a)) ||
               (is_product_for(at.a, Target::Write) && has(at.b));
      case Operation::RestrictDomain: return has_all(at.a, Base::Reads) && has(at.b);
      case Operation::RestrictRange: return has_all(at.b, Target::Write) && has(at.a);
      case Operation::Sequence: {
        const Node& first = node(at.a);
        const bool is_star =
            first.operation == Operation::Optional && node(first.a).operation == Operation::Plus;
        if (is_star && contains_carrying(node(first.a).a) && has_last(at.b)) return true;
        // What is carried may be in front of the address.
        return dependency == Dependency::AddrPo && contains_po_to_writes(at.b) &&
               contains_carried_address(at.a);
      }
      case Operation::Fixpoint:
      case Operation::Variable:
        return ask_body(index, 200 + static_cast<int>(dependency), [&](NodeIndex body) {
          return has(body) || (has_last(body) && goes_on_before(body, at));
        });
      default: return false;
    }
  }
  [[nodiscard]] bool contains_carried_address(NodeIndex index) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Union:
        return contains_carried_address(at.a) || contains_carried_address(at.b);
      case Operation::RestrictRange:
        return has_all(at.b, Target::Access) && contains_carried_address(at.a);
      case Operation::Sequence: {
        const Node& first = node(at.a);
        return first.operation == Operation::Optional &&
               node(first.a).operation == Operation::Plus && contains_carrying(node(first.a).a) &&
               contains_to(at.b, Dependency::Addr, Target::Access, OwnData::LeftOut);
      }
      default: return false;
    }
  }
  // Whether a body has an alternative `c; v` where v is the variable itself and c carries.
  [[nodiscard]] bool goes_on_before(NodeIndex body, const Node& variable) const {
    const Node& at = node(body);
    if (at.operation == Operation::Union) {
      return goes_on_before(at.a, variable) || goes_on_before(at.b, variable);
    }
    if (at.operation != Operation::Sequence) return false;
    const Node& last = node(at.b);
    return last.operation == Operation::Variable && last.group == variable.group &&
           last.component == variable.component && contains_carrying(at.a);
  }

  // Let D be as in algorithms/buffering, without what follows read-modify-writes. Within a thread,
  // a way of D and rfi from a read r to a write w can be taken to be (data; rfi)*; d, where d is
  // data, addr, ctrl or addr; po: what D has besides data leads to all that is behind in the thread
  // (ctrl, addr; po), so the first such step may as well lead to w. (An address that an access has
  // is that of a read or a write: programs that free memory are left to `enumerate`, and so are
  // those where a compare-and-swap expects what was read, unless a branch on that follows.) It is
  // enough that the relation, closed, contains these ways:
  //   - it contains each of them; or each d, and data; rfi;
  //   - or it does so but for `d` from the read of an instruction to its own write, and contains
  //     rmw, and po within a location between writes: the last step rfi leads from a write of the
  //     same location then, and the way up to that write ends with data.
  [[nodiscard]] bool orders_dependent_writes(NodeIndex relation) const {
    const std::array all{Dependency::Data, Dependency::Ctrl, Dependency::Addr, Dependency::AddrPo};
    const bool is_carrying = contains_carrying(relation);
    const bool orders_own = pairs_.contains(relation, PairEdge::RmwPair) &&
                            pairs_.contains(relation, PairEdge::PoLoc, PairEnds::WriteToWrite);
    const OwnData own = orders_own ? OwnData::LeftOut : OwnData::Needed;
    return std::ranges::all_of(all, [&](Dependency each) {
      return contains_carried(relation, each, own) ||
             (is_carrying && contains_to(relation, each, Target::Write, own));
    });
  }

  // ---- Coherence of instructions

  // [S0]; r1; [S1]; r2; …
  struct Chain {
    std::vector<NodeIndex> steps;
    std::vector<std::vector<NodeIndex>> sets;  // one more
  };
  [[nodiscard]] Chain chain_of(NodeIndex index) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Sequence: {
        Chain out = chain_of(at.a);
        const Chain rest = chain_of(at.b);
        out.steps.insert(out.steps.end(), rest.steps.begin(), rest.steps.end());
        out.sets.back().insert(out.sets.back().end(), rest.sets[0].begin(), rest.sets[0].end());
        out.sets.insert(out.sets.end(), rest.sets.begin() + 1, rest.sets.end());
        return out;
      }
      case Operation::RestrictDomain: {
        Chain out = chain_of(at.b);
        out.sets.front().push_back(at.a);
        return out;
      }
      case Operation::RestrictRange: {
        Chain out = chain_of(at.a);
        out.sets.back().push_back(at.b);
        return out;
      }
      default: return {{index}, {{}, {}}};
    }
  }
  static Base first_kind(PairEnds ends) {
    return ends == PairEnds::ReadToWrite || ends == PairEnds::ReadToRead ? Base::Reads
                                                                         : Base::Writes;
  }
  static Base second_kind(PairEnds ends) {
    return ends == PairEnds::ReadToRead || ends == PairEnds::WriteToRead ? Base::Reads
                                                                         : Base::Writes;
  }
  // Whether a chain contains po within a location with these ends, and then `next`, which leads to
  // events of a kind.
  [[nodiscard]] bool is_chain_of(const Chain& chain, PairEnds ends, PairEdge next,
                                 Base last) const {
    const auto has = [&](std::size_t at, Base kind) {
      return std::ranges::all_of(chain.sets[at], [&](NodeIndex set) { return has_all(set, kind); });
    };
    return chain.steps.size() == 2 && has(0, first_kind(ends)) && has(1, second_kind(ends)) &&
           has(2, last) && pairs_.contains(chain.steps[0], PairEdge::PoLocApart, ends) &&
           pairs_.contains(chain.steps[1], next);
  }
  // irreflexive po-loc; next
  [[nodiscard]] bool forbids_return(const CodeCheck& axiom, PairEnds ends, PairEdge next) const {
    return axiom.test == CheckTest::Irreflexive && node(axiom.node).kind == ValueKind::Relation &&
           is_chain_of(chain_of(axiom.node), ends, next, first_kind(ends));
  }
  [[nodiscard]] bool contains_hazard(NodeIndex index) const {
    const Node& at = node(index);
    if (at.operation == Operation::Union) return contains_hazard(at.a) || contains_hazard(at.b);
    return is_chain_of(chain_of(index), PairEnds::ReadToRead, PairEdge::Fre, Base::Writes);
  }

  // Of a location and a thread, let a be before b in po, not as halves of one instruction. That eco
  // does not lead from b to a follows as for all of po (Coherence); or, where an axiom has no cycle
  // of rfe, coe, po from a read to a write and `[R]; po; [R]; fre`, all within a location:
  //   a, b writes   co within the thread does not lead back (2).
  //   a a write, b a read   fr within the thread does not lead from b to a (3).
  //   a a read, b a write   Let a read from w, which is b or behind b in co. If w is of the thread,
  //                 it is behind a in po, which (1) forbids, or before a, and so before b, which
  //                 (2) forbids. If not, there is a cycle of rfe, po and coe.
  //   a, b reads    Let a read from w, and b be fr before w. If w is of the thread, it is before a,
  //                 by (1), and before b, which (3) forbids. If not, rfe leads back from w to a.
  void prove_coherence_of_instructions() {
    PropertyProof& proof = dependencies_.coherence;
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
  // As Atomicity; between the halves of an instruction there is nothing in po, and so, by
  // coherence, no write of the thread in co: what an axiom leaves out of that does not matter.
  void prove_atomicity_of_instructions() {
    PropertyProof& proof = dependencies_.atomicity;
    const PropertyProof& coherence = dependencies_.coherence;
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
  // Within fr; co, both within a thread.
  [[nodiscard]] bool is_between_own(NodeIndex index) const {
    const Node& at = node(index);
    if (at.operation == Operation::Intersection) {
      return is_between_own(at.a) || is_between_own(at.b);
    }
    const Chain chain = chain_of(index);
    const auto is_internal = [&](NodeIndex step) {
      const Node& of = node(step);
      return of.operation == Operation::Intersection &&
             (is_base(of.a, Base::Int) || is_base(of.b, Base::Int));
    };
    return chain.steps.size() == 2 && is_internal(chain.steps[0]) && is_internal(chain.steps[1]);
  }

  // Of parts only those axioms are asked that, once they fail, fail whatever edges are added.
  void prove_open_parts() {
    const auto values = analyse_removal(code_, Removal::ToOpenPrefix);
    const bool is_proved = std::ranges::all_of(axioms_, [&](const CodeCheck* axiom) {
      return !axiom->fails_for_good || values[axiom->node].is_within;
    });
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
  DependencyProofs dependencies_;
  mutable std::vector<std::pair<NodeIndex, int>> asked_;  // bodies of `let rec`
};

}  // namespace

ModelProofs prove_properties(const Code& code) {
  // The halves of a read-modify-write are two events in all that is said here.
  if (code.fuses_updates) return {};
  return ModelProver(code).prove();
}

DependencyProofs prove_dependencies(const Code& code) {
  if (code.fuses_updates) return {};
  return ModelProver(code).dependencies();
}

DependencyProofs prove_dependencies(const MemoryModel& model) {
  const std::unique_ptr<GraphChecker> checker = model.make_checker();
  const auto* source = dynamic_cast<const CatSource*>(checker.get());
  return source == nullptr ? DependencyProofs{} : prove_dependencies(source->code());
}

}  // namespace drover
