#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/outcome.h"
#include "analysis/shapes/search_control.h"
#include "analysis/shapes/shape.h"
#include "analysis/suite/weaker_program.h"
#include "explorer/models/memory_model.h"
#include "support/bytes.h"
#include "support/keeping.h"
#include "support/scope_words.h"

namespace drover::suite {

// A minimal test of a model: a program with an outcome that the model forbids, and that it allows
// after every single weakening.
struct SuiteTest {
  shapes::Shape shape;
  shapes::ModeAssignment modes;
  compare::Outcome outcome;  // with `is_last_free`
  // Not Notion::Outcomes: of the execution, by location.
  std::vector<std::vector<std::uint8_t>> coherence = {};
  std::size_t events = 0;  // a read-modify-write is two
  // Those that forbid all its executions; else that of the first. Of an allowed test: those that
  // forbid it once it is stronger.
  std::vector<std::string> axioms;
};

// How far a search has got: all programs with fewer events, and so many with these.
struct SuitePosition {
  std::size_t events = 1;
  std::uint64_t shapes = 0;
};

struct SuiteState {
  SuitePosition position;
  std::uint64_t programs = 0;  // without modes, of all sizes
  std::uint64_t outcomes = 0;
  std::vector<SuiteTest> tests;  // in the order in which they were found

  void write(ByteWriter& out) const;
  // Makes the reader fail if the bytes are not a state.
  static SuiteState read(ByteReader& in);
};

struct SuiteOptions {
  Vocabulary vocabulary = Vocabulary::all();
  // Notions of executions need a model with coherence. They count programs: the outcome of a test
  // may be that of an allowed execution, too.
  Notion notion = Notion::Outcomes;
  Side side = Side::Forbidden;  // Allowed: of outcomes
  // Gives instructions the scopes of a machine, and threads places there. Of outcomes only.
  const ScopeWords* machine = nullptr;
  shapes::SearchLimits limits;
  std::size_t jobs = 1;
  const SuiteState* resume = nullptr;
  const Keeping<SuiteState>* keep = nullptr;  // also at the end
};

struct Suite : SuiteState {
  shapes::SearchEnd end = shapes::SearchEnd::Complete;
  // Stronger modes and wider scopes only forbid; else all of them were tried.
  bool is_monotone = true;
  double seconds = 0;
};

// Finds all minimal tests (is_minimal), or all tight ones (stronger_program.h), of up to
// `limits.max_events` events, each once up to the names of threads and locations. Programs are
// those of `models compare`, with modes of the vocabulary, without compare-and-swaps that fail. The
// same for any number of jobs.
[[nodiscard]] Suite find_suite(const MemoryModel& model, const SuiteOptions& options);

// True if a test is minimal, from its definition: the model forbids it, and allows each of its
// weakenings. `allows` is is_allowed of the model.
[[nodiscard]] bool is_minimal(const Vocabulary& vocabulary, const TestedProgram& program,
                              const Allows& allows);

// Returns the program of a test with its outcome, or its execution.
[[nodiscard]] TestedProgram tested_program(const SuiteTest& test, Notion notion = Notion::Outcomes);

// Returns a text that tests have in common iff they differ only in the order of threads and the
// names of locations; of notions of executions, iff their programs do.
[[nodiscard]] std::string canonical_text(const SuiteTest& test, Notion notion = Notion::Outcomes);

}  // namespace drover::suite
