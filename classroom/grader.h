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

// The graders, one for each kind of exercise. They report an answer that cannot be read to `sink`,
// or put diagnostics of programs that answers are part of into the grade.
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

// Whether a run does what a check demands, and what it shows if not. `subject` is named if there
// are several programs.
[[nodiscard]] Finding finding_of(const Check& check, const std::string& subject,
                                 const RunReport& report);

// The answer as what is in the holes of `subject`; reports what cannot be.
[[nodiscard]] std::optional<Filling> read_filling(const Exercise& exercise, const Subject& subject,
                                                  const SourceBuffer& answer, DiagnosticSink& sink);

// A finding for each word of a filling that is banned. It comes before what else may be wrong: a
// program or a model with that word may not even be one.
void grade_words(const Exercise& exercise, Language language, const Filling& filling, Grade& grade);

// The names of a thread's events, as answers to `cycle` write them: `left.1`; of the initial write
// of x: `init.x`.
[[nodiscard]] std::string event_name(const ExecutionGraph& graph, EventId event,
                                     const GraphNames& names);
// What rows of an exercise that asks for a table are about: outcomes, or programs.
[[nodiscard]] std::vector<std::string> items_of_table(const Exercise& exercise);
// The events of an exercise of kind `cycle`, for people: one line for each.
[[nodiscard]] std::string describe_events(const Exercise& exercise);

}  // namespace drover::classroom
