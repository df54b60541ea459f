#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "analysis/explain/explanation.h"
#include "analysis/explain/outcome.h"
#include "semantics/program/program.h"

namespace drover::explain {

struct ExplainOptions {
  std::uint32_t unroll = 16;
  // Choices made in the search for candidates, and executions of a model's own exploration where
  // that search was not to the end. The same everywhere, unlike time.
  std::uint64_t max_steps = 5'000'000;
  std::uint64_t max_executions = 1'000'000;
  std::optional<double> max_seconds;
  const std::atomic<bool>* interrupt = nullptr;  // set from outside to stop
  // Of the candidates with the outcome: how many are kept, and of how many of those it is said
  // why a model forbids them.
  std::size_t max_kept = 2000;
  std::size_t max_explained = 300;
};

// Why `outcome` of `program` is allowed or forbidden, for each of `models` and for the ladder of
// the built-in ones that are about such programs. See explain.cpp.
[[nodiscard]] Explanation explain(const Program& program, const Outcome& outcome,
                                  std::span<const MemoryModel* const> models,
                                  const ExplainOptions& options = {});

}  // namespace drover::explain
