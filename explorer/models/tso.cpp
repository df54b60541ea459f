// Total store order (x86): each thread has one buffer of stores, which reach memory in
// order; loads look into the thread's own buffer first. Axioms of [Alglave, Maranget,
// Tautschnig, TOPLAS'14], with the fences of the x86 mapping of C11 atomics; see
// store_buffers.h.

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/common_axioms.h"
#include "explorer/models/store_buffers.h"

namespace drover {

namespace {

struct TsoAxioms {
  static constexpr std::string_view Name = "tso";
  static constexpr std::string_view Summary =
      "total store order (x86): stores are delayed past later loads";
  static Mode mode_of(const Label& label) { return plain_fence_is_sc(label); }

  static std::vector<AxiomDescription> describe() {
    return {store_buffers::sc_per_location_description(),
            atomicity_description(),
            {"global-order",
             "acyclic (po \\ W*R) | fence | sync | rfe | co | fr, where fence = po; [F_sc]; po | "
             "po; [R_ex] | [W_ex]; po | po?; [W_sc]; po",
             "Alglave, Maranget and Tautschnig, TOPLAS'14"}};
  }

  template <typename R>
  static R preserved(const BaseRelationsOf<R>& b) {
    return store_buffers::tso_ppo(b) | store_buffers::full_fence(b);
  }

  template <typename R, typename Check>
  static bool hold(const BaseRelationsOf<R>& b, Check& check) {
    return store_buffers::is_sc_per_location(b, check) && atomicity_holds(b, check) &&
           check.acyclic("global-order", store_buffers::global_order(b, preserved(b)));
  }

  static Relation happens_before(const BaseRelations& b) {
    return store_buffers::happens_before(b, preserved(b));
  }
};

}  // namespace

const MemoryModel& tso_model() {
  static const AxiomaticModel<TsoAxioms> model;
  return model;
}

}  // namespace drover
