// RC11 with the release sequences of C++20, [SPORE] Def. D.1: a release write heads only
// the read-modify-writes that read from one another from it on, not the later writes of
// its own thread.
//
// Differs from the paper: the other axioms are RC11's as in [RCMC] Def. 3.7. Def. D.1
// writes atomicity as rmw & (fr; eco), which is the same where coherence is total and
// coherent, and a psc in which (po \ loc) is po.

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/repaired_c11.h"

namespace drover {

namespace {

struct Rc20Axioms {
  static constexpr std::string_view Name = "rc20";
  static constexpr std::string_view Summary = "rc11 with the release sequences of C++20";
  static Mode mode_of(const Label& label) { return plain_is_sc(label); }

  static std::vector<AxiomDescription> describe() {
    return repaired_c11::describe_axioms("[W_rlx]; (rf; rmw)*  ([SPORE] Def. D.1)");
  }

  // rs = [W_rlx] ; (rf ; rmw)*, [SPORE] Def. D.1
  template <typename R>
  static R rs(const BaseRelationsOf<R>& b) {
    return restrict(b.writes & b.at_least_rlx, star(seq(b.rf, b.rmw)), b.events);
  }

  template <typename R>
  static R hb(const BaseRelationsOf<R>& b) {
    return repaired_c11::hb(b, rs(b));
  }

  template <typename R, typename Check>
  static bool hold(const BaseRelationsOf<R>& b, Check& check) {
    return repaired_c11::axioms_hold(b, hb(b), check);
  }

  static Relation happens_before(const BaseRelations& b) { return hb(b); }
};

class Rc20Model : public AxiomaticModel<Rc20Axioms> {
 public:
  [[nodiscard]] bool reports_races() const override { return true; }
};

}  // namespace

const MemoryModel& rc20_model() {
  static const Rc20Model model;
  return model;
}

}  // namespace drover
