#pragma once

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/source.h"
#include "litmus/herd_printer.h"
#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"
#include "support/format.h"

namespace drover::litmus {

// A C test: `init` without its braces, threads with theirs.
inline std::string c_test(const std::string& init, const std::string& program,
                          const std::string& condition) {
  return format("C test\n{{{}}}\n{}\n{}\n", init, program, condition);
}

inline std::string x86_test(const std::string& init, const std::string& program,
                            const std::string& condition) {
  return format("X86 test\n{{{}}}\n{}\n{}\n", init, program, condition);
}

struct Loaded {
  DiagnosticSink sink;
  std::optional<LitmusTest> test;

  explicit Loaded(const std::string& text, ReadingOptions options = {}) {
    const SourceBuffer source = SourceBuffer::from_text("test.litmus", text);
    test = load_litmus(source, options, sink);
  }
};

// The kinds of diagnostics that a text gets, by position.
inline std::vector<DiagnosticKind> kinds_of(const std::string& text, ReadingOptions options = {}) {
  std::vector<DiagnosticKind> kinds;
  for (const Diagnostic& each : Loaded(text, options).sink.sorted()) kinds.push_back(each.kind);
  return kinds;
}

inline LitmusVerdict run(const LitmusTest& test, const std::string& model = "",
                         AlgorithmKind algorithm = AlgorithmKind::Auto) {
  const MemoryModel* found =
      find_model(model.empty() ? std::string(test.dialect->default_model) : model);
  REQUIRE(found != nullptr);
  ExplorerOptions options = herd_options(test, *found);
  options.algorithm = algorithm;
  const ExplorationResult result = explore(test.program, options);
  LitmusVerdict verdict = judge(test, result);
  CHECK(verdict.faults.empty());
  return verdict;
}

// `satisfying/others` and the states, one per line.
inline std::string outcome_of(const std::string& text, const std::string& model = "",
                              ReadingOptions options = {}) {
  const Loaded loaded(text, options);
  REQUIRE(loaded.test.has_value());
  const LitmusVerdict verdict = run(*loaded.test, model);
  std::string out = format("{}/{}", verdict.satisfying, verdict.others);
  for (const LitmusVerdict::State& state : verdict.states) {
    out += "\n" + state_text(*loaded.test, state.values);
  }
  return out;
}

}  // namespace drover::litmus
