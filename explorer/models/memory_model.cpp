#include "explorer/models/memory_model.h"

#include "explorer/models/model_family.h"
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

const ModelProofs& MemoryModel::proofs() const {
  static const ModelProofs nothing;
  return nothing;
}

const MemoryModel* MemoryModel::fitted(const ProgramKind& kind) const {
  if (family_ != nullptr) return family_->fitted(kind);
  return is_about(traits(), kind.architecture) ? this : nullptr;
}

std::optional<ModelMisfit> MemoryModel::misfit(const ProgramKind& kind) const {
  if (family_ != nullptr) return family_->misfit(kind);
  if (is_about(traits(), kind.architecture)) return std::nullopt;
  return ModelMisfit{.why = ModelMisfit::Why::OtherPrograms};
}

std::string_view MemoryModel::usual_mapping() const {
  return family_ != nullptr ? family_->usual_mapping() : traits().mapping;
}

std::unique_ptr<GraphChecker> GraphJudge::make_checker() const {
  return std::make_unique<PlainChecker>(*this);
}

}  // namespace drover
