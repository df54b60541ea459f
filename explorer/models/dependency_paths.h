#pragma once

// Decides, from the form of an axiom's relation, which paths of dependencies and internal
// reads-from it contains.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/models/axiom_forms.h"

namespace drover::proof {

class DependencyPaths : protected AxiomForms {
 protected:
  using AxiomForms::AxiomForms;

  [[nodiscard]] bool has_all(NodeIndex set, Base kind) const {
    return set == assumed_ || AxiomForms::has_all(set, kind);
  }

  // The parts of D in algorithms/buffering, and reads-from within a thread.
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

  // True if the form shows that a relation contains the dependency.
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

  // True if a relation contains (D ∪ rfi)+ from reads to writes.
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

  // ---- Dependencies, step by step

  // The events at which the required pairs end.
  enum class Target : std::uint8_t { Write, Read, Access };
  // LeftOut: the data dependency of a write on its own instruction's read may be missing.
  enum class OwnData : std::uint8_t { Needed, LeftOut };

  [[nodiscard]] bool has_all(NodeIndex set, Target target) const {
    return (target == Target::Read || has_all(set, Base::Writes)) &&
           (target == Target::Write || has_all(set, Base::Reads));
  }
  [[nodiscard]] NodeIndex body_of(const Node& at) const {
    return code_.groups[at.group].bodies[at.component];
  }
  static bool is_recursive(const Node& at) {
    return at.operation == Operation::Fixpoint || at.operation == Operation::Variable;
  }
  // Asks the question about the body of a `let rec`, which equals it. False if that question is
  // already open.
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

  // The events that the required pairs connect.
  struct Ends {
    Base first = Base::Reads;
    Target last = Target::Write;
  };
  // True if a relation contains all pairs of some kind with these ends: `is_found(index)` is true
  // for expressions known to contain them. `question` identifies the kind.
  template <typename IsFound>
  [[nodiscard]] bool contains_pairs(NodeIndex index, Ends ends, int question,
                                    const IsFound& is_found) const {
    if (is_found(index)) return true;
    const Node& at = node(index);
    const auto has = [&](NodeIndex part) { return contains_pairs(part, ends, question, is_found); };
    const auto is_product = [&](NodeIndex part) {
      const Node& product = node(part);
      return product.operation == Operation::Product && has_all(product.a, ends.first) &&
             has_all(product.b, ends.last);
    };
    switch (at.operation) {
      case Operation::Union: return has(at.a) || has(at.b);
      case Operation::Optional:
      case Operation::Plus: return has(at.a);
      case Operation::Intersection:
        return (is_product(at.b) && has(at.a)) || (is_product(at.a) && has(at.b));
      case Operation::RestrictDomain: return has_all(at.a, ends.first) && has(at.b);
      case Operation::RestrictRange: return has_all(at.b, ends.last) && has(at.a);
      case Operation::Fixpoint:
      case Operation::Variable: return ask_body(index, question, has);
      default: return false;
    }
  }

  // True if the relation contains po to writes, perhaps except between the halves of one
  // instruction.
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

  // True if the relation contains all pairs of a dependency that end in a target.
  [[nodiscard]] bool contains_to(NodeIndex index, Dependency dependency, Target target,
                                 OwnData own) const {
    const auto has = [&](NodeIndex part) { return contains_to(part, dependency, target, own); };
    const int question = 4 * static_cast<int>(dependency) + static_cast<int>(target);
    return contains_pairs(index, {Base::Reads, target}, question, [&](NodeIndex part) {
      const Node& at = node(part);
      switch (at.operation) {
        case Operation::Base:
          return (at.base == Base::Data && dependency == Dependency::Data) ||
                 (at.base == Base::Ctrl && dependency == Dependency::Ctrl) ||
                 (at.base == Base::Addr && dependency == Dependency::Addr);
        case Operation::Difference:
          return own == OwnData::LeftOut && is_base(at.b, Base::Amo) && has(at.a);
        case Operation::Sequence:
          if (node(at.a).operation == Operation::Optional && has(at.b)) return true;
          if (node(at.b).operation == Operation::Optional && has(at.a)) return true;
          return dependency == Dependency::AddrPo && target == Target::Write &&
                 contains_to(at.a, Dependency::Addr, Target::Access, own) &&
                 contains_po_to_writes(at.b);
        default: return false;
      }
    });
  }

  // True for pairs of a write and the later reads of its location and thread with no write in
  // between: under coherence these include all reads of the thread that read from the write.
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
  [[nodiscard]] bool contains_own_reading(NodeIndex index) const {
    return contains_pairs(index, {Base::Writes, Target::Read}, 100, [&](NodeIndex part) {
      return (!is_recursive(node(part)) && pairs_.contains(part, PairEdge::Rfi)) ||
             (is_coherent_ && is_local_reading(node(part)));
    });
  }
  [[nodiscard]] bool contains_data(NodeIndex index) const {
    return contains_to(index, Dependency::Data, Target::Write, OwnData::Needed);
  }
  // data; [W]; rfi
  [[nodiscard]] bool contains_carrying(NodeIndex index) const {
    return contains_pairs(index, {Base::Reads, Target::Read}, 101, [&](NodeIndex part) {
      const Node& at = node(part);
      if (at.operation == Operation::Plus) return contains_data(at.a) && contains_own_reading(at.a);
      return at.operation == Operation::Sequence && contains_data(at.a) &&
             contains_own_reading(at.b);
    });
  }
  // c*, where c contains data; [W]; rfi.
  [[nodiscard]] bool contains_carrying_ways(NodeIndex index) const {
    const Node& at = node(index);
    return at.operation == Operation::Optional && node(at.a).operation == Operation::Plus &&
           contains_carrying(node(at.a).a);
  }
  // True if the relation contains a dependency that ends in a write, after any number of steps
  // data; rfi.
  [[nodiscard]] bool contains_carried(NodeIndex index, Dependency dependency, OwnData own) const {
    const auto has_last = [&](NodeIndex part) {
      return contains_to(part, dependency, Target::Write, own);
    };
    const int question = 200 + static_cast<int>(dependency);
    return contains_pairs(index, {Base::Reads, Target::Write}, question, [&](NodeIndex part) {
      const Node& at = node(part);
      if (is_recursive(at)) return has_last(body_of(at)) && goes_on_before(body_of(at), at);
      if (at.operation == Operation::Plus) return has_last(at.a) && contains_carrying(at.a);
      if (at.operation != Operation::Sequence) return false;
      if (contains_carrying_ways(at.a) && has_last(at.b)) return true;
      // The steps data; rfi may precede the address dependency.
      return dependency == Dependency::AddrPo && contains_po_to_writes(at.b) &&
             contains_carried_address(at.a);
    });
  }
  [[nodiscard]] bool contains_carried_address(NodeIndex index) const {
    return contains_pairs(index, {Base::Reads, Target::Access}, 300, [&](NodeIndex part) {
      const Node& at = node(part);
      return at.operation == Operation::Sequence && contains_carrying_ways(at.a) &&
             contains_to(at.b, Dependency::Addr, Target::Access, OwnData::LeftOut);
    });
  }
  // True if a body has an alternative `c; v` where v is the variable itself and c contains data;
  // rfi.
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

  // Lemma 28, for a D without what follows read-modify-writes.
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

  // Lemma 29.
  [[nodiscard]] bool orders_values(NodeIndex relation) const {
    return contains_to(relation, Dependency::Data, Target::Write, OwnData::Needed) &&
           contains_to(relation, Dependency::Addr, Target::Write, OwnData::Needed) &&
           contains_to(relation, Dependency::Addr, Target::Read, OwnData::Needed) &&
           contains_forwarding(relation, Dependency::Data) &&
           contains_forwarding(relation, Dependency::Addr);
  }
  // d; rfi
  [[nodiscard]] bool contains_forwarding(NodeIndex index, Dependency dependency) const {
    const int question = 400 + static_cast<int>(dependency);
    return contains_pairs(index, {Base::Reads, Target::Read}, question, [&](NodeIndex part) {
      const Node& at = node(part);
      return at.operation == Operation::Sequence &&
             contains_to(at.a, dependency, Target::Write, OwnData::Needed) &&
             contains_own_reading(at.b);
    });
  }
  // True if a relation of the union contains an edge, between accesses of S.
  [[nodiscard]] bool contains_edge(NodeIndex index, PairEdge edge) const {
    const Node& at = node(index);
    switch (at.operation) {
      case Operation::Union: return contains_edge(at.a, edge) || contains_edge(at.b, edge);
      case Operation::RestrictDomain: return at.a == assumed_ && contains_edge(at.b, edge);
      case Operation::RestrictRange: return at.b == assumed_ && contains_edge(at.a, edge);
      default: return pairs_.contains(index, edge);
    }
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

  // A set that contains all accesses.
  std::optional<NodeIndex> assumed_;

  // True if per-location coherence is known, which is_local_reading needs.
  bool is_coherent_ = false;

 private:
  mutable std::vector<std::pair<NodeIndex, int>> asked_;  // open questions on bodies of `let rec`
};

}  // namespace drover::proof
