#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "analysis/explain/explanation.h"
#include "analysis/explain/outcome.h"
#include "semantics/program/program.h"

namespace drover::explain {

struct ExplainOptions {
  std::uint32_t unroll = 16;
  // Limits on the choices in the search for candidates, and on the executions of a model's own
  // exploration if that search was incomplete. Unlike time, they are the same on every machine.
  std::uint64_t max_steps = 5'000'000;
  std::uint64_t max_executions = 1'000'000;
  std::optional<double> max_seconds;
  const std::atomic<bool>* interrupt = nullptr;  // set from outside to stop
  // Limits on the candidates that are kept, and on those that reasons are computed for.
  std::size_t max_kept = 2000;
  std::size_t max_explained = 300;
  // For machines with scopes: says which scopes are too narrow (ModelAnswer::scope_gaps).
  bool tries_scopes = true;
};

// Explains why `outcome` of `program` is allowed or forbidden, for each of `models` and for the
// applicable built-in models of the ladder. See explain.cpp.
[[nodiscard]] Explanation explain(const Program& program, const Outcome& outcome,
                                  std::span<const MemoryModel* const> models,
                                  const ExplainOptions& options = {});

}  // namespace drover::explain
