// Strong release/acquire [Lahav, Giannarakis, Vafeiadis, POPL'16]: as ra, and coherence
// of different locations agrees with causality, which rules out 2+2W.

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/release_acquire.h"

namespace drover {

namespace {

struct SraAxioms {
  static constexpr std::string_view Name = "sra";
  static constexpr std::string_view Summary =
      "strong release/acquire: ra, and coherence agrees with causality";
  static Mode mode_of(const Label& label) { return plain_fence_is_sc(label); }

  static std::vector<AxiomDescription> describe() {
    std::vector<AxiomDescription> axioms = release_acquire::describe_axioms();
    axioms.push_back({"strong-coherence", "acyclic po | sync | rf | co",
                      "Lahav, Giannarakis and Vafeiadis, POPL'16"});
    return axioms;
  }

  template <typename R, typename Check>
  static bool hold(const BaseRelationsOf<R>& b, Check& check) {
    return release_acquire::axioms_hold(b, check) &&
           check.acyclic("strong-coherence", b.po | b.sync | b.rf | b.co);
  }

  static Relation happens_before(const BaseRelations& b) { return release_acquire::hb(b); }
};

}  // namespace

const MemoryModel& sra_model() {
  static const AxiomaticModel<SraAxioms> model;
  return model;
}

}  // namespace drover
