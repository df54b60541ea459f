#include "explorer/models/memory_model.h"

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

std::unique_ptr<GraphChecker> GraphJudge::make_checker() const {
  return std::make_unique<PlainChecker>(*this);
}

}  // namespace drover
