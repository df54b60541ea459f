#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classroom/exercise.h"
#include "classroom/grade.h"
#include "classroom/runs.h"
#include "classroom/sections.h"
#include "classroom/template.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// An answer to grade. A grader reports an unreadable answer to `sink`, or puts diagnostics of
// programs that contain the answer into the grade.
struct Grading {
  const Exercise& exercise;
  const SourceBuffer& answer;
  DiagnosticSink& sink;
  Grade& grade;

  // Reports a part of the answer that is invalid, or names something unknown.
  Diagnostic& complain(const SourceRange& range, std::string text) const;
  // Returns the index of a word among `names`. Reports any other word by `kind` and `text`, with
  // the names that it resembles, or else with `hint` and all names.
  [[nodiscard]] std::optional<std::size_t> find(const Word& word,
                                                const std::vector<std::string>& names,
                                                DiagnosticKind kind, std::string text,
                                                std::string_view hint) const;
};

// The graders of the kinds of exercises.
void grade_table(const Grading& grading);  // verdicts and counts
void grade_cycle(const Grading& grading);
void grade_steps(const Grading& grading);
void grade_fill(const Grading& grading);
void grade_distinguish(const Grading& grading);
void grade_axiom(const Grading& grading);
void grade_tests(const Grading& grading);
void grade_relax(const Grading& grading);

// Returns whether a run satisfies a check, and what it shows otherwise. Names `subject` if there
// are several programs.
[[nodiscard]] Finding finding_of(const Check& check, const std::string& subject,
                                 const RunReport& report);

// Reads an answer as contents of the holes of `subject`; reports invalid contents.
[[nodiscard]] std::optional<Filling> read_filling(const Grading& grading, const Subject& subject);

// Returns the finding on weaker modes before the checks have passed.
[[nodiscard]] Finding unchecked_minimality();

// Adds a finding for each banned word of a text, before other checks: a program or model with the
// word may be invalid. `where` begins the findings.
void grade_words(const Grading& grading, Language language, std::string_view text,
                 std::string_view where = "");

// Returns the candidate executions with the outcome of a `cycle` or `steps` exercise.
[[nodiscard]] Candidates candidates_of_cycle(const Exercise& exercise);
// Returns the name of an event in answers to these: `left.1`; for the initial write of x:
// `init.x`.
[[nodiscard]] std::string answer_name(const ExecutionGraph& graph, EventId event,
                                      const GraphNames& names);
// Returns the row names of a table exercise: outcomes, or programs.
[[nodiscard]] std::vector<std::string> items_of_table(const Exercise& exercise);
// Lists the events of a `cycle` or `steps` exercise as text, one per line.
[[nodiscard]] std::string describe_events(const Exercise& exercise);

}  // namespace drover::classroom
