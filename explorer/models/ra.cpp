// Release/acquire: every write is a release, every read an acquire, whatever their modes;
// see release_acquire.h.

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/release_acquire.h"

namespace drover {

namespace {

struct RaAxioms {
  static constexpr std::string_view Name = "ra";
  static constexpr std::string_view Summary =
      "release/acquire: reading a write makes all before it visible";
  static Mode mode_of(const Label& label) { return plain_fence_is_sc(label); }

  static std::vector<AxiomDescription> describe() { return release_acquire::describe_axioms(); }

  template <typename R, typename Check>
  static bool hold(const BaseRelationsOf<R>& b, Check& check) {
    return release_acquire::axioms_hold(b, check);
  }

  static Relation happens_before(const BaseRelations& b) { return release_acquire::hb(b); }
};

}  // namespace

const MemoryModel& ra_model() {
  static const AxiomaticModel<RaAxioms> model;
  return model;
}

}  // namespace drover
