#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/dialect.h"
#include "litmus/dialects/state.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// An item of each final state in reports, in their order.
struct ShownItem {
  Location location;
  bool is_array = false;
  std::vector<std::uint32_t> observables;  // the cells of an array, else one
};

// A litmus test, ready to run.
struct LitmusTest {
  std::string name;
  std::string file;
  const Dialect* dialect = nullptr;
  Program program;
  FinalCondition condition;
  std::vector<ShownItem> shown;
};

// Reads a litmus test. Reports every error; returns nothing if there is one.
[[nodiscard]] std::optional<LitmusTest> load_litmus(const SourceBuffer& source,
                                                    const ReadingOptions& options,
                                                    DiagnosticSink& sink);

}  // namespace drover::litmus
