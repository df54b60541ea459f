// WRC11, weak RC11 [RCMC] §5: graphs have no coherence order; every mention of co in RC11
// becomes
//
//   co_weak = U_x [W_x] ; (hb | rf_x)+ ; [W_x]
//
// what is known of coherence from program order and reads-from alone. A thread may then
// oscillate between writes that co_weak does not order (WW3R).
//
// Differs from the paper: taken literally, §5 replaces co by co_weak in atomicity as well,
// and then two read-modify-writes may read from one write, since co_weak does not order
// theirs. The paper does not mean that: "two distinct exclusive reads cannot read from the
// same write event" (§2.4). Nor does its tool do it: casw(N), N threads of
// `cas@rlx(x, 0, i); store@rel(x, i + 3)`, has 4, 24, 200, 2160, 28812 executions under WRC11
// for N = 2…6 (Table 3). With one successful CAS at most that is
//   N choices of the CAS that reads 0, times 2 (N + 1)^(N - 2) forests of the others, each
//   reading one of the two writes of that thread or the store of another,
// whereas the literal reading has 5 already for N = 2 (both succeed). So both parts of
// atomicity are demanded, with co_weak for co in the first.

#include <algorithm>

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/repaired_c11.h"

namespace drover {

namespace {

struct Wrc11Axioms {
  static constexpr std::string_view Name = "wrc11";
  static constexpr std::string_view Summary =
      "weak RC11: rc11 without a coherence order between concurrent writes";
  static Mode mode_of(const Label& label) { return plain_is_sc(label); }

  static std::vector<AxiomDescription> describe() {
    std::vector<AxiomDescription> axioms =
        repaired_c11::describe_axioms("[W]; (po & loc)?; [W_rlx]; (rf; rmw)*");
    for (AxiomDescription& axiom : axioms) {
      if (axiom.name == "coherence") {
        axiom.formula += ", co = [W_x]; (hb | rf_x)+; [W_x] for each location x, fr = rf^-1; co";
      }
      axiom.citation += ", §5";
    }
    return axioms;
  }

  template <typename R>
  static R hb(const BaseRelationsOf<R>& b) {
    return repaired_c11::hb(b, repaired_c11::release_sequence_with_own_writes(b));
  }

  // co_weak = U_x [W_x] ; (hb | rf_x)+ ; [W_x], §5. For a location with one write besides
  // the initial one it is in hb already.
  template <typename R>
  static R co_weak(const BaseRelationsOf<R>& b, const R& hb_r) {
    R result = restrict(b.writes, hb_r & b.same_location, b.writes);
    b.initial_writes.for_each([&](EventId initial) {
      EventSet accesses(b.events.universe_size());
      b.same_location.for_each_successor(initial, [&](EventId e) { accesses.insert(e); });
      const EventSet writes = accesses & b.writes;
      if (writes.count() < 3) return;
      result = result | restrict(writes, plus(hb_r | restrict(accesses, b.rf, accesses)), writes);
    });
    return result;
  }

  // What rc11 is given: co_weak in place of co.
  template <typename R>
  static BaseRelationsOf<R> with_co_weak(BaseRelationsOf<R> b, const R& hb_r) {
    b.co = co_weak(b, hb_r);
    b.fr = seq(inverse(b.rf), b.co);
    return b;
  }

  template <typename R, typename Check>
  static bool hold(const BaseRelationsOf<R>& b, Check& check) {
    const R hb_r = hb(b);
    return repaired_c11::axioms_hold(with_co_weak(b, hb_r), hb_r, check);
  }

  static Relation happens_before(const BaseRelations& b) { return hb(b); }
};

class Wrc11Model : public AxiomaticModel<Wrc11Axioms> {
 public:
  [[nodiscard]] bool has_coherence() const override { return false; }
  [[nodiscard]] bool reports_races() const override { return true; }
  [[nodiscard]] bool is_coherence_maximal(const ExecutionGraph& graph,
                                          EventId write) const override {
    const BaseRelations b = base_relations(graph, Wrc11Axioms::mode_of);
    const Relation co = Wrc11Axioms::co_weak(b, Wrc11Axioms::hb(b));
    return std::ranges::all_of(co.row(write), [](Relation::Word word) { return word == 0; });
  }
};

}  // namespace

const MemoryModel& wrc11_model() {
  static const Wrc11Model model;
  return model;
}

}  // namespace drover
