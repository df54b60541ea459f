#include "explorer/cat/kinds.h"

#include "explorer/cat/fold.h"
#include "explorer/cat/forms.h"

namespace drover::cat {

namespace {

using enum DependsOn;
constexpr Dependence OnThread{Thread};
constexpr Dependence OnPair{Pair};

Dependence of_base(Base base) {
  if (is_set(base)) return is_of_event(base) ? OnThread : Dependence();
  if (is_scoped(base)) return {};
  switch (base) {
    case Base::Sync:
    case Base::Rf:
    case Base::Co:
    case Base::Fr:
    case Base::SameValue:
    case Base::Si: return {};
    case Base::Loc:
    case Base::Int: return OnPair;
    default: return OnThread;
  }
}

// An operand without facts has none for the result, except that a relation of the thread may be cut
// down by a relation of the pair.
Dependence dependence_of(const Node& node, Dependence a, Dependence b) {
  const Dependence both = a & b;
  switch (node.operation) {
    case Operation::Base: return of_base(node.base);
    case Operation::Empty: return OnThread | OnPair;
    case Operation::Identity: return a.contains(Thread) ? OnThread | OnPair : Dependence();
    case Operation::Product: return both.contains(Thread) ? OnPair : Dependence();
    case Operation::Union: return both;
    case Operation::Intersection:
      return a.is_empty() || b.is_empty() ? Dependence() : ((a | b) & OnThread) | (both & OnPair);
    case Operation::Difference:
      return b.is_empty() ? Dependence() : (a & OnThread) | (both & OnPair);
    case Operation::Complement: return a & (node.kind == ValueKind::Set ? OnThread : OnPair);
    case Operation::Sequence: return both & OnThread;
    case Operation::RestrictDomain: return a.contains(Thread) ? b : Dependence();
    case Operation::RestrictRange: return b.contains(Thread) ? a : Dependence();
    case Operation::Optional:
    case Operation::Plus:
    case Operation::Range: return a & OnThread;
    case Operation::Inverse:
    case Operation::Domain:
    case Operation::Variable:
    case Operation::Fixpoint: break;
  }
  return {};
}

}  // namespace

std::vector<Dependence> analyse_dependence(const Code& code) {
  return fold(code, Dependence(), [](const Node& node, const std::vector<Dependence>& values) {
    return dependence_of(node, values[node.a], values[node.b]);
  });
}

Kind kind_of(const Node& node, Dependence dependence, bool is_kept) {
  if (is_kept) return Kind::Kept;
  if (node.kind == ValueKind::Relation && dependence.contains(Pair)) return Kind::OfPair;
  return node.operation == Operation::Optional ? Kind::Reflexive : Kind::Whole;
}

Form form_of(const Code& code, const Node& node) {
  if (is_from_read(code, node)) return Form::FromRead;
  if (node.operation != Operation::Plus) return Form::Any;
  const auto others = parts_besides_communication(code, node.a);
  return others && others->empty() ? Form::Communication : Form::Any;
}

Kinds kinds_of_threads(const Code& code) {
  Kinds out;
  const std::vector<Dependence> dependence = analyse_dependence(code);
  for (std::size_t i = 0; i < code.nodes.size(); ++i) {
    const Node& node = code.nodes[i];
    out.kinds.push_back(kind_of(node, dependence[i], dependence[i].contains(Thread)));
    out.forms.push_back(form_of(code, node));
  }
  return out;
}

}  // namespace drover::cat
