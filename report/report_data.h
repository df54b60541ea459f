#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "explorer/models/memory_model.h"
#include "support/json.h"
#include "words/words.h"

// Contents of a report as data, without HTML or JSON. A model is an index into ProgramReport::runs.
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

// An execution as pictures, which depend on the model.
struct Drawing {
  std::vector<DrawnRelations> variants = {};  // empty: see `note`
  std::string note = {};                      // why there is no picture
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

struct ConditionEntry {
  std::string text;  // with its quantifier
  std::uint32_t line = 0;
  struct Result {
    std::string answer;   // a sentence
    std::string mark;     // the answer as a word or number
    bool is_good = true;  // violates nothing that the program demands
    std::uint64_t witnesses = 0;
  };
  std::vector<Result> results;  // by model
};

struct ErrorEntry {
  std::string kind;
  std::string message;
  struct Place {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string thread;
    std::string remark;
  };
  std::vector<Place> places;  // the error's own place first
  std::vector<std::size_t> models;
  Drawing drawing;
};

// Result for a loop, in the words of `check`; models with the same result share an entry.
struct LoopEntry {
  std::uint32_t line = 0;
  std::string text;
  std::vector<std::size_t> models;
};

// Effect of a reduction: the run again without it.
struct SavingEntry {
  std::string reduction;
  std::size_t model = 0;
  std::uint64_t with = 0;     // graphs explored by the run
  std::uint64_t without = 0;  // graphs without this reduction
  bool is_at_least = false;   // the run was stopped: a lower bound
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
  std::string source;
  std::vector<std::string> observables;  // contents of outcomes
  std::vector<RunEntry> runs;
  std::vector<ConditionEntry> conditions;
  std::vector<OutcomeEntry> outcomes;
  std::vector<ErrorEntry> errors;
  std::vector<LoopEntry> loops;
  std::vector<SavingEntry> savings;
  std::vector<std::string> notes;  // limits that were reached
};

}  // namespace drover::report
