#include "explorer/models/memory_model.h"

#include <utility>

#include "explorer/models/model_family.h"
#include "explorer/models/model_registry.h"
#include "explorer/models/model_table.h"

namespace drover {

namespace {

class PlainChecker : public GraphChecker {
 public:
  explicit PlainChecker(const GraphJudge& model) : model_(model) {}

  void set_events(const ExecutionGraph& /*graph*/) override {}
  bool may_become_consistent(const ExecutionGraph& graph) override {
    return model_.is_consistent(graph);
  }
  bool is_consistent(const ExecutionGraph& graph) override { return model_.is_consistent(graph); }

 private:
  const GraphJudge& model_;
};

}  // namespace

MemoryModel::MemoryModel(ModelInfo info)
    : info_(std::move(info)),
      facts_(info_.facts.value_or(info_.traits->facts.value_or(ModelFacts{}))) {}

const ModelProofs& MemoryModel::proofs() const {
  std::call_once(are_proofs_made_, [this] {
    if (code() != nullptr) proofs_ = prove_properties(*code());
  });
  return proofs_;
}

const MemoryModel* MemoryModel::fitted(const ProgramKind& kind) const {
  if (info_.family != nullptr) return info_.family->fitted(kind);
  if (misfit(kind)) return nullptr;
  return kind.has_parts && !info_.has_parts ? find_model_of_parts(traits().name) : this;
}

std::optional<ModelMisfit> MemoryModel::misfit(const ProgramKind& kind) const {
  if (info_.family != nullptr) return info_.family->misfit(kind);
  if (!is_about(traits(), kind.architecture)) {
    return ModelMisfit{.why = ModelMisfit::Why::OtherPrograms};
  }
  if (!kind.has_parts || traits().takes_parts || !is_builtin()) return std::nullopt;
  return ModelMisfit{.why = ModelMisfit::Why::Parts};
}

std::string_view MemoryModel::usual_mapping() const {
  return info_.family != nullptr ? info_.family->usual_mapping() : traits().mapping;
}

std::unique_ptr<GraphChecker> GraphJudge::make_checker() const {
  return std::make_unique<PlainChecker>(*this);
}

}  // namespace drover
