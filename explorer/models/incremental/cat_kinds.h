#pragma once

// Classifies the nodes of a cat model by the way in which their values are computed. Kept are the
// sets and relations of a thread: the predecessors of an event are events before it in its thread,
// or itself, and depend on these events alone. Such relations are po, addr, data, ctrl, rmw;
// unions, intersections, differences, sequences and closures of such; and intersections with and
// differences by relations of a pair.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/forms.h"

namespace drover::incremental {

using cat::Node;
using cat::NodeIndex;
using cat::Operation;

// The code must outlive it.
class CatKinds {
 protected:
  // See cat_engine.h.
  enum class Kind : std::uint8_t {
    Kept,
    OfPair,
    Reflexive,  // another kind plus the identity: not stored
    Whole
  };
  // Forms with special evaluation. NotAllAccesses: a difference of accesses of one location and a
  // product of sets, which is empty if both sets contain all accesses.
  enum class Form : std::uint8_t { Any, FromRead, Communication, NotAllAccesses };

  explicit CatKinds(const cat::Code& code)
      : code_(code), kinds_(code.nodes.size(), Kind::Whole), forms_(code.nodes.size(), Form::Any) {}

  [[nodiscard]] const Node& node(NodeIndex index) const { return code_.nodes[index]; }
  [[nodiscard]] static bool is_set(const Node& of) { return of.kind == cat::ValueKind::Set; }

  // Operands must be noted before.
  void note_kind(NodeIndex index) {
    kinds_[index] = kind_of(node(index));
    forms_[index] = form_of(node(index));
  }

  const cat::Code& code_;
  std::vector<Kind> kinds_;  // by node
  std::vector<Form> forms_;  // by node

 private:
  [[nodiscard]] Kind kind_of(const Node& of) const {
    if (is_set(of)) return is_settled_set(of) ? Kind::Kept : Kind::Whole;
    const auto kind = [&](NodeIndex part) { return kinds_[part]; };
    const auto is_kept = [&](NodeIndex part) { return kind(part) == Kind::Kept; };
    const auto is_known = [&](NodeIndex part) {
      return kind(part) == Kind::Kept || kind(part) == Kind::OfPair;
    };
    switch (of.operation) {
      case Operation::Base:
        switch (of.base) {
          case Base::Sync:
          case Base::Rf:
          case Base::Co:
          case Base::Fr:
          case Base::SameValue: return Kind::Whole;
          case Base::Loc:
          case Base::Int: return Kind::OfPair;
          default: return Kind::Kept;
        }
      case Operation::Empty: return Kind::Kept;
      case Operation::Identity: return is_kept(of.a) ? Kind::Kept : Kind::Whole;
      case Operation::Product: return is_kept(of.a) && is_kept(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Intersection:
        if (is_known(of.a) && is_known(of.b) && (is_kept(of.a) || is_kept(of.b))) {
          return Kind::Kept;
        }
        return is_of_pair(of.a) && is_of_pair(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Difference:
        if (is_kept(of.a) && is_known(of.b)) return Kind::Kept;
        return is_of_pair(of.a) && is_of_pair(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Union:
        if (is_kept(of.a) && is_kept(of.b)) return Kind::Kept;
        return is_of_pair(of.a) && is_of_pair(of.b) ? Kind::OfPair : Kind::Whole;
      case Operation::Complement: return is_of_pair(of.a) ? Kind::OfPair : Kind::Whole;
      case Operation::Sequence: return is_kept(of.a) && is_kept(of.b) ? Kind::Kept : Kind::Whole;
      case Operation::RestrictDomain:
        return is_kept(of.a) && is_known(of.b) ? kind(of.b) : Kind::Whole;
      case Operation::RestrictRange:
        return is_kept(of.b) && is_known(of.a) ? kind(of.a) : Kind::Whole;
      case Operation::Optional: return is_kept(of.a) ? Kind::Kept : Kind::Reflexive;
      case Operation::Plus: return is_kept(of.a) ? Kind::Kept : Kind::Whole;
      default: return Kind::Whole;
    }
  }
  // Relations made of identities are both Kept and OfPair.
  [[nodiscard]] bool is_of_pair(NodeIndex index) const {
    if (kinds_[index] != Kind::Kept) return kinds_[index] == Kind::OfPair;
    const Node& of = node(index);
    switch (of.operation) {
      case Operation::Identity:
      case Operation::Empty: return true;
      case Operation::Union:
      case Operation::Intersection:
      case Operation::Difference: return is_of_pair(of.a) && is_of_pair(of.b);
      default: return false;
    }
  }
  [[nodiscard]] bool is_settled_set(const Node& of) const {
    const auto is_settled = [&](NodeIndex part) { return kinds_[part] == Kind::Kept; };
    switch (of.operation) {
      case Operation::Base: return is_of_event(of.base);
      case Operation::Empty: return true;
      case Operation::Complement:
      case Operation::Range: return is_settled(of.a);
      case Operation::Union:
      case Operation::Intersection:
      case Operation::Difference: return is_settled(of.a) && is_settled(of.b);
      default: return false;
    }
  }

  // (rf | co | fr)+
  [[nodiscard]] bool is_communication(const Node& of) const {
    if (of.operation != Operation::Plus) return false;
    const auto others = cat::parts_besides_communication(code_, of.a);
    return others && others->empty();
  }
  [[nodiscard]] Form form_of(const Node& of) const {
    if (cat::is_from_read(code_, of)) return Form::FromRead;
    return is_communication(of) ? Form::Communication : Form::Any;
  }
};

}  // namespace drover::incremental
