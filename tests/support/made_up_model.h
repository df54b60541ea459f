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
  explicit MadeUpModel(std::function<bool(const ExecutionGraph&)> is_consistent,
                       ModelFacts facts = {})
      : EveryGraph({.name = "made up", .facts = facts}), is_consistent_(std::move(is_consistent)) {}

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
  explicit DependencyModel(std::function<bool(const ExecutionGraph&)> is_consistent)
      : MadeUpModel(std::move(is_consistent), {.needs_dependencies = true}) {}
};

}  // namespace drover::testing
