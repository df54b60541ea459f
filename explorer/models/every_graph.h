#pragma once

#include <utility>

#include "explorer/models/memory_model.h"

namespace drover {

// The model without axioms: it accepts every candidate execution. Shows what other models forbid.
class EveryGraph : public MemoryModel {
 public:
  explicit EveryGraph(ModelInfo info = {.name = "every graph"}) : MemoryModel(std::move(info)) {}

  [[nodiscard]] std::string_view summary() const override { return "no axioms"; }
  [[nodiscard]] bool is_consistent(const ExecutionGraph&) const override { return true; }
  [[nodiscard]] std::optional<Violation> find_violation(const ExecutionGraph&) const override {
    return std::nullopt;
  }
};

}  // namespace drover
