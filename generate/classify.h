#pragma once

// Reads cycles off litmus tests: which cycles its executions with the asked outcome have.

#include <optional>
#include <string>
#include <vector>

#include "frontend/source.h"
#include "generate/names.h"
#include "litmus/litmus_test.h"

namespace drover::generate {

struct Classification {
  std::vector<Cycle> cycles;  // in normal form, each once
  std::string complaint;      // why there is none
};

// The architecture of a test; null if no cycles are known for its dialect.
[[nodiscard]] const Architecture* architecture_of(const litmus::LitmusTest& test);

// A cycle goes through all accesses of the test: along each thread, and from thread to thread by
// communication of an execution that satisfies the condition. Executions need not be coherent.
[[nodiscard]] Classification classify(const litmus::LitmusTest& test, const SourceBuffer& source,
                                      const Architecture& architecture);

}  // namespace drover::generate
