#pragma once

// What many models that differ in few places allow a program to do, from one enumeration of its
// candidate executions: each candidate is built once, and expressions that models share are
// evaluated once.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "analysis/explain/outcome.h"
#include "analysis/mutants/joined_code.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"

namespace drover::mutants {

struct JointLimits {
  std::optional<std::uint64_t> executions = {};  // of each outcome
  std::optional<double> seconds = {};
  const std::atomic<bool>* interrupt = nullptr;
};

// By outcome: whether a model allows it.
using Reached = std::array<bool, 2>;

// Threads may share one object. The models must outlive it.
class JointSearch {
 public:
  // Takes the models whose graphs are those of the first one: with the same candidates and a
  // coherence order. `takes` says which they are.
  explicit JointSearch(std::span<const MemoryModel* const> models);

  [[nodiscard]] bool takes(std::size_t model) const { return is_taken_[model]; }

  // Returns what each model that is taken allows, by model; nothing if a limit was reached. Final
  // states count, of all threads; an execution has both outcomes, one or none.
  [[nodiscard]] std::optional<std::vector<Reached>> run(
      const Program& program, std::uint32_t unroll, const std::array<explain::Outcome, 2>& outcomes,
      const JointLimits& limits) const;

 private:
  struct Part {
    JoinedCode joined;
    std::unique_ptr<EvaluatorPool> evaluators;
  };

  std::vector<bool> is_taken_;
  std::vector<Part> parts_;
  ModelInfo info_;  // of the models that are taken
};

}  // namespace drover::mutants
