#pragma once

#include "explorer/models/memory_model.h"

namespace drover {

// The model without axioms: it accepts every candidate execution. Shows what other models forbid.
class EveryGraph : public MemoryModel {
 public:
  [[nodiscard]] std::string_view name() const override { return "every graph"; }
  [[nodiscard]] std::string_view summary() const override { return "no axioms"; }
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override { return {}; }
  [[nodiscard]] bool is_consistent(const ExecutionGraph&) const override { return true; }
  [[nodiscard]] std::optional<Violation> find_violation(const ExecutionGraph&) const override {
    return std::nullopt;
  }
  [[nodiscard]] bool is_consistent_without(const ExecutionGraph&, const CycleEdge&) const override {
    return true;
  }
  [[nodiscard]] std::optional<Relation> relation(const ExecutionGraph&,
                                                 std::string_view) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> relation_names() const override { return {}; }
  [[nodiscard]] Relation happens_before(const ExecutionGraph& candidate) const override {
    return Relation(candidate.size());
  }
};

}  // namespace drover
