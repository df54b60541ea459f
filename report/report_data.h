#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "explorer/models/memory_model.h"
#include "support/json.h"
#include "words/words.h"

// Contents of a report. Parts that only the page reads are JSON already (report/page has their
// meaning). A model is an index into ProgramReport::runs.
namespace drover::report {

// An execution with relations, for models that show the same.
struct DrawnRelations {
  std::vector<std::size_t> models;
  std::string svg;
  std::string detailed_svg;                 // also shows `more_relations`; empty: none
  std::vector<std::string> relations;       // in both, besides po
  std::vector<std::string> more_relations;  // in the detailed picture only
  std::vector<std::string> missing;         // `sw: empty`: requested by models, not shown
};

// A run of a machine that gives an execution, in the order of time.
struct StoryEntry {
  std::vector<std::size_t> models;
  std::string heading;
  std::vector<std::string> steps;
};

// An execution as pictures, which depend on the model.
struct Drawing {
  std::vector<DrawnRelations> variants = {};  // empty: see `note`
  std::string note = {};                      // why there is no picture
  std::string calls = {};                     // of an error of calls: they, as SVG
  std::vector<StoryEntry> stories = {};       // of models with a machine
  Json annotation = {};                       // ReportCommand::annotate; null: none
};

// An execution that some model allows.
struct ExecutionEntry {
  Drawing drawing;
  std::vector<std::size_t> allowed_by;
  struct Rejection {
    std::size_t model = 0;
    std::string axiom;
  };
  std::vector<Rejection> rejected_by;
};

// A pair of a cycle, and its drawn edges.
struct PairEntry {
  std::string text;
  std::vector<CycleEdge> edges;
};

// A reason why models forbid an outcome: an axiom, and a cycle that violates it in some candidate.
struct ReasonEntry {
  std::vector<std::size_t> models;
  std::string heading;  // number of candidates concerned
  std::string axiom;    // empty if `sentence` suffices
  std::string formula;
  std::string citation;
  std::vector<Definition> definitions;
  std::vector<words::AccountLine> steps;  // their pairs are edges as drawn
  std::vector<PairEntry> removable;       // each is necessary for the cycle
  std::string sentence;
  Drawing drawing;
};

enum class OutcomeKind : std::uint8_t {
  Final,      // a final state
  Complete,   // all threads finished; no observables
  Blocked,    // some thread stopped at a wait, an assume, or a loop that a reduction cut
  Unfinished  // some thread failed, or was cut in a loop
};

// Result of one model for an outcome.
enum class Answer : std::uint8_t { Reached, NotReached, Unknown };

struct OutcomeEntry {
  OutcomeKind kind = OutcomeKind::Final;
  std::string text;                        // `left:a = 0, right:b = 1`
  std::vector<std::string> values;         // of a final state, by ProgramReport::observables
  std::vector<Answer> answers;             // by model
  std::vector<std::uint64_t> counts;       // by model: executions
  std::vector<std::size_t> conditions;     // satisfied: ProgramReport::conditions
  std::vector<ExecutionEntry> executions;  // a selection
  bool has_more = false;                   // there are others
  std::vector<ReasonEntry> reasons;
  std::string note;  // why reasons are missing
};

struct ErrorEntry {
  std::string kind;
  std::string message;
  Json places = Json::array();  // the error's own place first
  std::vector<std::size_t> models;
  Drawing drawing;
};

// Plain: not a property of the program, such as an unreached `exists`. Vacuous: no error, but not
// all that the program asks about was checked.
enum class RunVerdict : std::uint8_t { Good, Bad, Plain, Vacuous, Incomplete };

struct RunEntry {
  std::string model;
  std::string summary;
  RunVerdict verdict = RunVerdict::Good;
  std::string word;  // `safe`; `Ok`
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t failed = 0;
  std::uint64_t cut = 0;
  std::uint64_t events = 0;
  std::string algorithm;
  std::string algorithm_reason;
  std::string stop;  // why the run is incomplete
  std::vector<std::string> reductions;
  std::vector<std::string> remarks;
};

struct ProgramReport {
  std::string file;
  std::string name;
  std::string language;  // `core`, `C`, `X86`: for colours
  std::string compiled;  // ReportInput::compiled
  std::string source;
  Json files;  // their names, and the number of lines of `source` before each; none: one file
  std::vector<std::string> observables;  // contents of outcomes
  std::vector<RunEntry> runs;
  Json conditions = Json::array();  // each with an answer for each model
  std::vector<OutcomeEntry> outcomes;
  std::vector<ErrorEntry> errors;
  Json loops = Json::array();      // in the words of `check`; models with the same result share one
  Json savings = Json::array();    // each run again without one of its reductions
  std::vector<std::string> notes;  // limits that were reached
};

}  // namespace drover::report
