#pragma once

#include <vector>

#include "explorer/graph/base_relations.h"
#include "explorer/models/common_axioms.h"
#include "explorer/models/memory_model.h"

// The definitions of [RCMC] §3.2 ([Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI'17]) that
// rc11, rc20 and wrc11 share. They differ in the release sequence (rc20) and in what they
// take for co (wrc11).
//
// The paper's sb is po here, with spawn and join (sync) beside it in hb and in sbrf. In psc
// sync makes no difference: it leads from the initial writes and the init thread only
// forwards, to the workers and the final thread, so no cycle passes through it that is not
// a coherence violation.
namespace drover::repaired_c11 {

// sw = [E_rel] ; ([F] ; po)? ; rs ; rf ; [R_rlx] ; (po ; [F])? ; [E_acq], §3.2.2
template <typename R>
[[nodiscard]] R sw(const BaseRelationsOf<R>& b, const R& rs) {
  const R fence_before = maybe(restrict(b.fences, b.po, b.events));
  const R fence_after = maybe(restrict(b.events, b.po, b.fences));
  const R rf_rlx = restrict(b.events, b.rf, b.reads & b.at_least_rlx);
  return restrict(b.at_least_rel, seq(fence_before, rs, rf_rlx, fence_after), b.at_least_acq);
}

// hb = (po | sync | sw)+, §3.2.2
template <typename R>
[[nodiscard]] R hb(const BaseRelationsOf<R>& b, const R& rs) {
  return plus(b.po | b.sync | sw(b, rs));
}

// scb = po | po|≠loc ; hb ; po|≠loc | hb|loc | co | fr, §3.2.4. Events without a location
// (fences) are at a different location from everything.
template <typename R>
[[nodiscard]] R scb(const BaseRelationsOf<R>& b, const R& hb_r) {
  const R po_diff_loc = b.po - b.same_location;
  return b.po | seq(po_diff_loc, hb_r, po_diff_loc) | (hb_r & b.same_location) | b.co | b.fr;
}

// psc = ([E_sc] | [F_sc] ; hb?) ; scb ; ([E_sc] | hb? ; [F_sc])
//     | [F_sc] ; (hb | hb ; eco ; hb) ; [F_sc], §3.2.4
//
// The first factor is [E_sc] ; id | [F_sc] ; hb, as F_sc is part of E_sc; the last alike.
template <typename R>
[[nodiscard]] R psc(const BaseRelationsOf<R>& b, const R& hb_r, const R& eco_r) {
  const EventSet fences = b.fences & b.sc;
  const R scb_r = scb(b, hb_r);
  const R from_sc = restrict(b.sc, scb_r, b.events) | seq(restrict(fences, hb_r, b.events), scb_r);
  const R to_sc = restrict(b.sc, from_sc, b.sc) | restrict(b.sc, seq(from_sc, hb_r), fences);
  return to_sc | restrict(fences, hb_r | seq(hb_r, eco_r, hb_r), fences);
}

// Def. 3.7, in its order, but for completeness (a search asks models about partial graphs)
// and VALID MO (coherence is a list of the graph).
template <typename R, typename Check>
bool axioms_hold(const BaseRelationsOf<R>& b, const R& hb_r, Check& check) {
  const R eco_r = eco(b);
  if (!check.irreflexive("coherence", seq(eco_r, hb_r))) return false;
  if (!atomicity_holds(b, check)) return false;
  if (!b.sc.is_empty() && !check.acyclic("sc", psc(b, hb_r, eco_r))) return false;
  return check.acyclic("sbrf", b.po | b.sync | b.rf);
}

[[nodiscard]] inline std::vector<AxiomDescription> describe_axioms(const char* rs) {
  const std::string release_sequence(rs);
  return {{"coherence",
           "irreflexive eco; hb, where eco = (rf | co | fr)+, hb = (po | sync | sw)+, sw = "
           "[E_rel]; ([F]; po)?; rs; rf; [R_rlx]; (po; [F])?; [E_acq], rs = " +
               release_sequence,
           "[RCMC] Def. 3.7, §3.2.2"},
          atomicity_description(),
          {"sc",
           "acyclic psc, where psc = ([E_sc] | [F_sc]; hb?); scb; ([E_sc] | hb?; [F_sc]) | "
           "[F_sc]; (hb | hb; eco; hb); [F_sc], scb = po | (po \\ loc); hb; (po \\ loc) | "
           "(hb & loc) | co | fr",
           "[RCMC] Def. 3.7, §3.2.4"},
          {"sbrf", "acyclic po | sync | rf", "[RCMC] Def. 3.7, §3.2.5"}};
}

// rs = [W] ; po|loc? ; [W_rlx] ; (rf ; rmw)*, §3.2.2: a write heads the later writes of its
// thread to its location, and the read-modify-writes that read from one another from there.
template <typename R>
[[nodiscard]] R release_sequence_with_own_writes(const BaseRelationsOf<R>& b) {
  const R own_writes = restrict(b.writes, maybe(b.po & b.same_location), b.writes & b.at_least_rlx);
  return seq(own_writes, star(seq(b.rf, b.rmw)));
}

}  // namespace drover::repaired_c11
