#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "explorer/models/every_graph.h"

namespace drover::testing {

// A model whose consistency is a given function.
class MadeUpModel : public EveryGraph {
 public:
  explicit MadeUpModel(std::function<bool(const ExecutionGraph&)> is_consistent)
      : is_consistent_(std::move(is_consistent)) {}

  [[nodiscard]] std::string_view name() const override { return "made up"; }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    return is_consistent_(graph);
  }
  [[nodiscard]] std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const override {
    if (is_consistent_(graph)) return std::nullopt;
    return Violation{"made-up", {}, {}};
  }

 private:
  std::function<bool(const ExecutionGraph&)> is_consistent_;
};

// A made-up model that needs dependencies.
class DependencyModel : public MadeUpModel {
 public:
  using MadeUpModel::MadeUpModel;
  [[nodiscard]] ModelFacts facts() const override { return {.needs_dependencies = true}; }
};

}  // namespace drover::testing
