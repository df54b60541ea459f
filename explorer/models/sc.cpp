// Sequential consistency: all accesses of all threads are in one order that contains
// program order, and each read reads the last write before it. In terms of graphs,
// po | rf | co | fr is acyclic [Shasha and Snir, TOPLAS'88].

#include "explorer/models/axiomatic_model.h"
#include "explorer/models/builtin_models.h"
#include "explorer/models/common_axioms.h"

namespace drover {

namespace {

struct ScAxioms {
  static constexpr std::string_view Name = "sc";
  static constexpr std::string_view Summary = "sequential consistency: one order of all accesses";
  static Mode mode_of(const Label& label) { return plain_fence_is_sc(label); }

  static std::vector<AxiomDescription> describe() {
    return {{"sequential-consistency", "acyclic po | sync | rf | co | fr",
             "Shasha and Snir, TOPLAS'88"},
            atomicity_description()};
  }

  template <typename R>
  static R order(const BaseRelationsOf<R>& b) {
    return b.po | b.sync | b.rf | b.co | b.fr;
  }

  template <typename R, typename Check>
  static bool hold(const BaseRelationsOf<R>& b, Check& check) {
    return check.acyclic("sequential-consistency", order(b)) && atomicity_holds(b, check);
  }

  // Every edge of the order is visible to all threads.
  static Relation happens_before(const BaseRelations& b) { return plus(order(b)); }
};

}  // namespace

const MemoryModel& sc_model() {
  static const AxiomaticModel<ScAxioms> model;
  return model;
}

}  // namespace drover
