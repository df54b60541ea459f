#pragma once

// Splits the relation of an `acyclic` axiom into a union of parts that can be computed directly:
// kept relations, parts of rf, co and fr, a kept relation followed by one of these, sync; and
// others.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/forms.h"

namespace drover::incremental {

// Rf, Co or Fr, with the threads they connect.
struct CommunicationForm {
  enum class Scope : std::uint8_t { Any, External, Internal };
  cat::Base base = cat::Base::Rf;
  Scope scope = Scope::Any;
};

// Nothing if the relation has no such form.
[[nodiscard]] inline std::optional<CommunicationForm> communication_form(const cat::Code& code,
                                                                         cat::NodeIndex index) {
  using cat::Base;
  using cat::Operation;
  using Scope = CommunicationForm::Scope;
  const cat::Node& at = code.nodes[index];
  const auto form = [&](cat::NodeIndex part) { return communication_form(code, part); };
  const auto is_base = [&](cat::NodeIndex part, Base base) {
    return cat::is_base(code, part, base);
  };
  if (cat::is_from_read(code, at)) return CommunicationForm{Base::Fr};
  const auto is_external = [&](cat::NodeIndex part) {
    if (code.nodes[part].operation != Operation::Complement) return false;
    const cat::NodeIndex inner = code.nodes[part].a;
    const cat::Node& of = code.nodes[inner];
    const auto is_identity = [&](cat::NodeIndex each) {
      return code.nodes[each].operation == Operation::Identity;
    };
    return is_base(inner, Base::Int) ||
           (of.operation == Operation::Union && ((is_base(of.a, Base::Int) && is_identity(of.b)) ||
                                                 (is_base(of.b, Base::Int) && is_identity(of.a))));
  };
  const auto within = [&](std::optional<CommunicationForm> of, Scope scope) {
    if (!of || (of->scope != Scope::Any && of->scope != scope)) of.reset();
    if (of) of->scope = scope;
    return of;
  };
  switch (at.operation) {
    case Operation::Base:
      if (at.base != Base::Rf && at.base != Base::Co) return std::nullopt;
      return CommunicationForm{at.base};
    case Operation::Intersection:
      if (is_base(at.b, Base::Int)) return within(form(at.a), Scope::Internal);
      if (is_base(at.a, Base::Int)) return within(form(at.b), Scope::Internal);
      if (is_external(at.b)) return within(form(at.a), Scope::External);
      if (is_external(at.a)) return within(form(at.b), Scope::External);
      return std::nullopt;
    case Operation::Difference: {
      // None of these relations relates an event to itself.
      if (code.nodes[at.b].operation == Operation::Identity) return form(at.a);
      if (is_base(at.b, Base::Int)) return within(form(at.a), Scope::External);
      const auto less = form(at.b);
      const auto all = form(at.a);
      if (!less || !all || less->base != all->base || less->scope == Scope::Any)
        return std::nullopt;
      return within(all, less->scope == Scope::Internal ? Scope::External : Scope::Internal);
    }
    case Operation::RestrictRange: {
      const auto all = form(at.a);
      if (!all) return std::nullopt;
      const Base last = all->base == Base::Rf ? Base::Reads : Base::Writes;
      return cat::has_all(code, at.b, last) ? all : std::nullopt;
    }
    case Operation::RestrictDomain: {
      const auto all = form(at.b);
      if (!all) return std::nullopt;
      const Base first = all->base == Base::Fr ? Base::Reads : Base::Writes;
      return cat::has_all(code, at.a, first) ? all : std::nullopt;
    }
    default: return std::nullopt;
  }
}

struct OrderForm {
  // [from]; first; [middle]; rf, where `first` is kept; or just rf.
  struct Communication {
    CommunicationForm form;
    std::optional<cat::NodeIndex> first = {};
    std::vector<cat::NodeIndex> from = {};
    std::vector<cat::NodeIndex> middle = {};
  };
  std::vector<cat::NodeIndex> kept = {};
  std::vector<Communication> communications = {};
  bool has_sync = false;
  std::vector<cat::NodeIndex> others = {};
};

// `is_kept` tells whether the rows of a relation are known. A closure may be replaced by its
// operand: it has a cycle iff the operand has.
template <typename IsKept>
void collect_order(const cat::Code& code, cat::NodeIndex index, const IsKept& is_kept,
                   OrderForm& out) {
  using cat::Operation;
  const cat::Node& at = code.nodes[index];
  const auto collect = [&](cat::NodeIndex part) { collect_order(code, part, is_kept, out); };
  if (is_kept(index)) {
    out.kept.push_back(index);
    return;
  }
  if (const auto form = communication_form(code, index)) {
    out.communications.push_back({*form});
    return;
  }
  switch (at.operation) {
    case Operation::Union:
      collect(at.a);
      collect(at.b);
      return;
    case Operation::Plus: collect(at.a); return;
    case Operation::Sequence:
    case Operation::RestrictDomain:
    case Operation::RestrictRange: {
      cat::Chain chain = cat::chain_of(code, index);
      if (chain.steps.size() != 2 || !is_kept(chain.steps[0])) break;
      const auto form = communication_form(code, chain.steps[1]);
      if (!form) break;
      const cat::Base last = form->base == cat::Base::Rf ? cat::Base::Reads : cat::Base::Writes;
      const bool takes_all = std::ranges::all_of(
          chain.sets[2], [&](cat::NodeIndex set) { return cat::has_all(code, set, last); });
      if (!takes_all || !std::ranges::all_of(chain.sets[0], is_kept) ||
          !std::ranges::all_of(chain.sets[1], is_kept)) {
        break;
      }
      out.communications.push_back(
          {*form, chain.steps[0], std::move(chain.sets[0]), std::move(chain.sets[1])});
      return;
    }
    case Operation::Base:
      if (at.base != cat::Base::Sync) break;
      out.has_sync = true;
      return;
    default: break;
  }
  out.others.push_back(index);
}

}  // namespace drover::incremental
