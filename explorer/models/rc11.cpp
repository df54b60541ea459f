// RC11, the repaired C11 model [Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI'17], as in [RCMC]
// Def. 3.7. Accesses without a mode are sequentially consistent. The definitions are in
// repaired_c11.h.

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/repaired_c11.h"

namespace drover {

namespace {

struct Rc11Axioms {
  static constexpr std::string_view Name = "rc11";
  static constexpr std::string_view Summary =
      "repaired C11: C and C++ atomics, without load buffering; races on na are errors";
  static Mode mode_of(const Label& label) { return plain_is_sc(label); }

  static std::vector<AxiomDescription> describe() {
    return repaired_c11::describe_axioms("[W]; (po & loc)?; [W_rlx]; (rf; rmw)*");
  }

  template <typename R>
  static R hb(const BaseRelationsOf<R>& b) {
    return repaired_c11::hb(b, repaired_c11::release_sequence_with_own_writes(b));
  }

  template <typename R, typename Check>
  static bool hold(const BaseRelationsOf<R>& b, Check& check) {
    return repaired_c11::axioms_hold(b, hb(b), check);
  }

  static Relation happens_before(const BaseRelations& b) { return hb(b); }
};

class Rc11Model : public AxiomaticModel<Rc11Axioms> {
 public:
  [[nodiscard]] bool reports_races() const override { return true; }
};

}  // namespace

const MemoryModel& rc11_model() {
  static const Rc11Model model;
  return model;
}

}  // namespace drover
