// Partial store order (SPARC): as tso, but each thread has a buffer per location, so that
// stores to different locations reach memory in any order. fence@rel and stronger keep
// stores in order (SPARC's membar #StoreStore); fence@sc is a full fence. See
// store_buffers.h.

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/common_axioms.h"
#include "explorer/models/store_buffers.h"

namespace drover {

namespace {

struct PsoAxioms {
  static constexpr std::string_view Name = "pso";
  static constexpr std::string_view Summary =
      "partial store order (SPARC): tso, and stores to different locations are not in order";
  static Mode mode_of(const Label& label) { return plain_fence_is_sc(label); }

  static std::vector<AxiomDescription> describe() {
    return {
        store_buffers::sc_per_location_description(),
        atomicity_description(),
        {"global-order",
         "acyclic (po \\ W*R \\ (W*W \\ loc)) | fence | sync | rfe | co | fr, where fence = "
         "po; [F_sc]; po | po; [R_ex] | [W_ex]; po | po?; [W_sc]; po | [W]; po; [F_rel]; po; [W]",
         "SPARC architecture manual v8, appendix K"}};
  }

  // [W] ; po ; [F_rel] ; po ; [W]
  template <typename R>
  static R store_fence(const BaseRelationsOf<R>& b) {
    const EventSet writes = store_buffers::write_like(b);
    const EventSet fences = b.fences & b.at_least_rel;
    return seq(restrict(writes, b.po, fences), restrict(fences, b.po, writes));
  }

  template <typename R>
  static R preserved(const BaseRelationsOf<R>& b) {
    return store_buffers::pso_ppo(b) | store_buffers::full_fence(b) | store_fence(b);
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

const MemoryModel& pso_model() {
  static const AxiomaticModel<PsoAxioms> model;
  return model;
}

}  // namespace drover
