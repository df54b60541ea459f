#pragma once

// Exercises and answers from texts.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "classroom/grade.h"
#include "classroom/parse_exercise.h"
#include "frontend/diagnostic_printer.h"

namespace drover::testing {

// The sections that every exercise has. The next line is the fifth.
inline const std::string Head =
    "exercise: e\n"
    "title: t\n"
    "points: 4\n"
    "text: what?\n";

// Store buffering with a hole for a fence in each thread.
inline const std::string Fences = Head +
                                  "kind: fill\n"
                                  "program sb:\n"
                                  "  shared x, y;\n"
                                  "  thread l { x := 1; [[L]] a := y; }\n"
                                  "  thread r { y := 1; [[R]] b := x; }\n"
                                  "outcome zeros: l:a == 0 && r:b == 0\n"
                                  "hole L fence: - rel sc\n"
                                  "hole R fence: - rel sc\n"
                                  "check tso: forbids zeros\n"
                                  "minimal: weakest\n"
                                  "on zeros: still there\n"
                                  "solution:\n"
                                  "  L: sc\n"
                                  "  R: sc\n";

struct ReadExercise {
  explicit ReadExercise(const std::string& text)
      : source(SourceBuffer::from_text("e.exercise", text)),
        exercise(classroom::parse_exercise(source, sink)) {}

  [[nodiscard]] bool has(DiagnosticKind kind, std::uint32_t line, std::uint32_t column) const {
    return std::ranges::any_of(sink.diagnostics(), [&](const Diagnostic& each) {
      return each.kind == kind && each.range.line == line && each.range.column == column;
    });
  }

  SourceBuffer source;
  DiagnosticSink sink;
  std::optional<classroom::Exercise> exercise;
};

inline classroom::Exercise exercise_from(const std::string& text) {
  ReadExercise read(text);
  INFO(render(read.sink, "e.exercise", &read.source));
  REQUIRE(read.exercise.has_value());
  return *read.exercise;
}

inline classroom::Grade graded(const classroom::Exercise& exercise, const std::string& answer) {
  return classroom::grade_answer(exercise, SourceBuffer::from_text("answer", answer));
}

}  // namespace drover::testing
