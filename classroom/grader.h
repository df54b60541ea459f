#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classroom/exercise.h"
#include "classroom/grade.h"
#include "classroom/runs.h"
#include "classroom/template.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

// The graders, one per kind of exercise. They report an unreadable answer to `sink`, or put
// diagnostics of programs that contain answers into the grade.
namespace drover::classroom {

void grade_verdicts(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                    Grade& grade);
void grade_count(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                 Grade& grade);
void grade_cycle(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                 Grade& grade);
void grade_fill(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                Grade& grade);
void grade_distinguish(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                       Grade& grade);
void grade_axiom(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                 Grade& grade);

void grade_tests(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                 Grade& grade);

void grade_relax(const Exercise& exercise, const SourceBuffer& answer, DiagnosticSink& sink,
                 Grade& grade);

// Returns whether a run satisfies a check, and what it shows otherwise. Names `subject` if there
// are several programs.
[[nodiscard]] Finding finding_of(const Check& check, const std::string& subject,
                                 const RunReport& report);

// Reads an answer as contents of the holes of `subject`; reports invalid contents.
[[nodiscard]] std::optional<Filling> read_filling(const Exercise& exercise, const Subject& subject,
                                                  const SourceBuffer& answer, DiagnosticSink& sink);

// Adds a finding for each banned word of a filling, before other checks: a program or model with
// the word may be invalid.
void grade_words(const Exercise& exercise, Language language, const Filling& filling, Grade& grade);

// Returns the name of an event in answers to `cycle`: `left.1`; for the initial write of x:
// `init.x`.
[[nodiscard]] std::string event_name(const ExecutionGraph& graph, EventId event,
                                     const GraphNames& names);
// Returns the row names of a table exercise: outcomes, or programs.
[[nodiscard]] std::vector<std::string> items_of_table(const Exercise& exercise);
// Lists the events of a `cycle` exercise as text, one per line.
[[nodiscard]] std::string describe_events(const Exercise& exercise);

}  // namespace drover::classroom
