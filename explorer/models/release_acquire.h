#pragma once

#include "explorer/graph/base_relations.h"
#include "explorer/models/common_axioms.h"
#include "explorer/models/memory_model.h"

// What ra and sra share: the release/acquire fragment of C11, in which every rf edge
// synchronises, [Lahav, Giannarakis, Vafeiadis, POPL'16]. Modes of accesses change
// nothing; SC fences keep the meaning they have in RC11.
namespace drover::release_acquire {

// hb = (po | sync | rf)+
template <typename R>
[[nodiscard]] R hb(const BaseRelationsOf<R>& b) {
  return plus(b.po | b.sync | b.rf);
}

// [RCMC] §3.2.4 where fences are the only SC events: what is left of psc is
// [F_sc] ; (hb | hb ; eco ; hb) ; [F_sc], since fences have no location and scb is then
// within hb | eco.
template <typename R, typename Check>
bool sc_fences_hold(const BaseRelationsOf<R>& b, const R& hb_r, Check& check) {
  const EventSet fences = b.fences & b.sc;
  if (fences.is_empty()) return true;
  return check.acyclic("sc-fences", restrict(fences, hb_r | seq(hb_r, eco(b), hb_r), fences));
}

template <typename R, typename Check>
bool axioms_hold(const BaseRelationsOf<R>& b, Check& check) {
  const R hb_r = hb(b);
  return check.irreflexive("porf", hb_r) && check.irreflexive("coherence", seq(hb_r, eco(b))) &&
         atomicity_holds(b, check) && sc_fences_hold(b, hb_r, check);
}

[[nodiscard]] inline std::vector<AxiomDescription> describe_axioms() {
  return {{"porf", "irreflexive hb, where hb = (po | sync | rf)+",
           "Lahav, Giannarakis and Vafeiadis, POPL'16"},
          {"coherence", "irreflexive hb; eco, where eco = (rf | co | fr)+",
           "Lahav, Giannarakis and Vafeiadis, POPL'16"},
          atomicity_description(),
          {"sc-fences", "acyclic [F_sc]; (hb | hb; eco; hb); [F_sc]", "[RCMC] §3.2.4"}};
}

}  // namespace drover::release_acquire
