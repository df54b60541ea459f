#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/models/memory_model.h"
#include "frontend/source.h"
#include "support/source_range.h"

// Exercises for a class on weak memory. Grading runs the checker, so right answers are computed,
// not stored. docs/exercises.md explains how to write exercises.
namespace drover::classroom {

enum class Kind : std::uint8_t {
  Verdicts,     // is an outcome allowed under a model?
  Count,        // how many executions, or final states, are there?
  Cycle,        // which edges form the cycle that forbids an outcome?
  Steps,        // which steps of the model's machine give an outcome?
  Fill,         // fill the holes of a program so that the checks pass
  Distinguish,  // write the smallest test that tells two models apart
  Axiom,        // fill the holes of a model so that it agrees with another model on some tests
  Tests,        // write tests that catch bad implementations and accept good ones
  Relax         // make the modes of a program as weak as possible
};
// The names of the kinds, by Kind.
inline constexpr std::array<std::string_view, 9> KindNames{
    "verdicts", "count", "cycle", "steps", "fill", "distinguish", "axiom", "tests", "relax"};
[[nodiscard]] inline std::string_view kind_name(Kind kind) {
  return KindNames[static_cast<std::size_t>(kind)];
}

// Possible contents of a hole.
enum class HoleKind : std::uint8_t {
  Mode,        // one of several modes
  Fence,       // a fence of one of several modes, or none
  Expression,  // any expression; of cat, in a model
  Statements   // any statements
};
// The names of the kinds, by HoleKind.
inline constexpr std::array<std::string_view, 4> HoleKindNames{"mode", "fence", "expression",
                                                               "statements"};

// `minimal: cheapest` adds up `cost`.
struct Choice {
  std::string text;
  std::uint32_t cost = 0;
};

struct Hole {
  std::string name;
  HoleKind kind = HoleKind::Mode;
  std::vector<Choice> choices;  // Mode, Fence
  std::string prompt;           // other kinds: description of the text to write
  SourceRange range;

  [[nodiscard]] bool is_choice() const { return kind == HoleKind::Mode || kind == HoleKind::Fence; }
};

enum class Language : std::uint8_t { Core, Litmus, Cat };
// The names of the languages, by Language.
inline constexpr std::array<std::string_view, 3> LanguageNames{"core", "litmus", "cat"};

// A program, test or model, with holes `[[NAME]]` or without.
struct Subject {
  std::string name;
  Language language = Language::Core;
  std::string text;
  SourceRange range;       // of its name
  SourceRange text_range;  // in the file; line 0 for tests of the library
};

// Tests: code to be tested, without threads. Students do not see it.
struct Implementation {
  std::string name;
  std::string text;
  bool is_good = false;
  SourceRange text_range;
};

// A named outcome of a program. Litmus tests have their own.
struct Outcome {
  std::string name;
  std::size_t subject = 0;
  std::string expression;
  SourceRange range;  // line 0 if the outcome is in lines of its own
};

enum class Demand : std::uint8_t { Safe, Violated, Completes, Forbids, Allows };
// The words for the demands, by Demand.
inline constexpr std::array<std::string_view, 5> DemandNames{"safe", "violated", "completes",
                                                             "forbids", "allows"};

// A demand on the filled program. A required check earns no points, but without it nothing is
// earned.
struct Check {
  std::string model;
  std::size_t subject = 0;
  Demand demand = Demand::Safe;
  std::string outcome;
  bool is_required = false;
  SourceRange range;
};

// A model that is not built in, with its name in the exercise.
struct OwnModel {
  std::string name;
  std::string text;  // as written, for students
  std::shared_ptr<const MemoryModel> model;
};

// Origin of an exercise and of the files it names.
enum class Origin : std::uint8_t { File, Embedded };

// Comparison of modes: no filling with weaker modes, or none with lower cost, may pass.
enum class Minimality : std::uint8_t { NotAsked, Weakest, Cheapest };

enum class Counted : std::uint8_t { Executions, States };

// Limits independent of the machine. `events` is per execution.
struct Budget {
  std::uint64_t executions = 20'000;
  std::uint64_t events = 300;
};

// A text for a mistake. Graders make the keys: docs/exercises.md.
struct KeyedText {
  std::string key;
  std::string text;
  SourceRange range;
};

struct Exercise {
  std::string file;
  Origin origin = Origin::File;
  std::string name;
  std::string title;
  std::string text;
  std::uint32_t level = 1;  // 1 first lecture … 5 research
  Kind kind = Kind::Verdicts;
  std::uint32_t points = 1;
  Budget budget;

  std::vector<Subject> subjects;
  std::vector<Implementation> implementations;
  std::vector<OwnModel> own_models;
  std::vector<Outcome> outcomes;
  std::vector<Hole> holes;
  std::vector<Check> checks;
  std::vector<std::string> models;  // Verdicts, Count, Tests: asked about; Cycle, Steps: its model
  SourceRange models_range;         // of `ask`; Axiom: of the reference
  std::vector<std::string> edges{"po", "rf", "co", "fr"};  // Cycle: the relations of answers
  SourceRange edges_range;
  Counted counted = Counted::Executions;
  Minimality minimality = Minimality::NotAsked;
  std::vector<std::string> banned;  // words forbidden in answers
  std::string reference;            // Axiom: the model to agree with
  std::vector<std::string> tests;   // Axiom: the tests or outcomes to agree on
  std::string allowing;             // Distinguish: allows the outcome
  std::string forbidding;           // Distinguish: forbids the outcome
  std::uint32_t size = 0;           // Distinguish: accesses and fences of the smallest test
  SourceRange size_range;

  std::vector<std::string> hints;  // from a first idea to nearly the solution
  std::vector<KeyedText> remarks;  // on mistakes
  // For teachers; built-in exercises lack them.
  KeyedText solution;
  std::vector<KeyedText> wrong;  // typical wrong answers and cheats, with their keys

  // Returns a built-in model or the exercise's own; the exercise must name it.
  [[nodiscard]] const MemoryModel& model(std::string_view of_name) const;
  [[nodiscard]] const Hole* find_hole(std::string_view hole) const;
  [[nodiscard]] const Outcome* find_outcome(std::string_view outcome) const;
  [[nodiscard]] std::optional<std::size_t> find_subject(std::string_view subject) const;
  [[nodiscard]] std::size_t count_implementations(bool is_good) const;
  [[nodiscard]] const Implementation* first_good() const;
};

}  // namespace drover::classroom
