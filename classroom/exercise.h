#pragma once

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

// Exercises for a class on weak memory, graded by running the checker: what is right is computed
// when an answer is graded, not written down. docs/exercises.md says how to write one.
namespace drover::classroom {

enum class Kind : std::uint8_t {
  Verdicts,     // is an outcome allowed under a model?
  Count,        // how many executions, or final states, are there?
  Cycle,        // why is an outcome forbidden: which edges are the cycle?
  Fill,         // fill the holes of a program so that the checks pass
  Distinguish,  // write the smallest test that tells two models apart
  Axiom,        // fill the holes of a model so that it says what another one says of some tests
  Tests,        // write tests that catch bad implementations and accept good ones
  Relax         // make the modes of a program as weak as can be
};
[[nodiscard]] std::string_view kind_name(Kind kind);
[[nodiscard]] std::optional<Kind> find_kind(std::string_view name);
[[nodiscard]] std::vector<std::string> kind_names();

// What may be in a hole.
enum class HoleKind : std::uint8_t {
  Mode,        // one of several modes
  Fence,       // a fence of one of several modes, or none
  Expression,  // any expression; of cat, in a model
  Statements   // any statements
};

// `cost` is what `minimal: cheapest` adds up.
struct Choice {
  std::string text;
  std::uint32_t cost = 0;
};

struct Hole {
  std::string name;
  HoleKind kind = HoleKind::Mode;
  std::vector<Choice> choices;  // Mode, Fence
  std::string prompt;           // others: what should be there
  SourceRange range;

  [[nodiscard]] bool is_choice() const { return kind == HoleKind::Mode || kind == HoleKind::Fence; }
};

enum class Language : std::uint8_t { Core, Litmus, Cat };

// A program, test or model, with holes `[[NAME]]` or without.
struct Subject {
  std::string name;
  Language language = Language::Core;
  std::string text;
  SourceRange range;       // of its name
  SourceRange text_range;  // in the file; line 0 for tests of the library
};

// Tests: something to be tested, without threads. Students do not see it.
struct Implementation {
  std::string name;
  std::string text;
  bool is_good = false;
  SourceRange text_range;
};

// An outcome of a program, by a name. Litmus tests bring their own.
struct Outcome {
  std::string name;
  std::size_t subject = 0;
  std::string expression;
  SourceRange range;  // line 0 where it is in lines of its own
};

enum class Demand : std::uint8_t { Safe, Violated, Completes, Forbids, Allows };

// What a filled program must do. One that is required earns nothing by itself, but without it
// nothing is earned.
struct Check {
  std::string model;
  std::size_t subject = 0;
  Demand demand = Demand::Safe;
  std::string outcome;
  bool is_required = false;
  SourceRange range;
};

// A model that is not built in, by the name that the exercise gives it.
struct OwnModel {
  std::string name;
  std::string text;  // as it is written, for people
  std::shared_ptr<const MemoryModel> model;
};

// Where an exercise, and with it the files that it names, comes from.
enum class Origin : std::uint8_t { File, Embedded };

// How modes are compared: nothing weaker, hole by hole, may pass; or nothing that costs less.
enum class Minimality : std::uint8_t { NotAsked, Weakest, Cheapest };

enum class Counted : std::uint8_t { Executions, States };

// Limits that do not depend on the machine. `events` is of one execution.
struct Budget {
  std::uint64_t executions = 20'000;
  std::uint64_t events = 300;
};

// A text that belongs to what went wrong. Keys are made by the graders: docs/exercises.md.
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
  std::vector<std::string> models;  // Verdicts, Count, Tests: asked about; Cycle: the one
  std::vector<std::string> edges{"po", "rf", "co", "fr"};  // Cycle: the relations of answers
  SourceRange edges_range;
  Counted counted = Counted::Executions;
  Minimality minimality = Minimality::NotAsked;
  std::vector<std::string> banned;  // words that no answer may have
  std::string reference;            // Axiom: the model to agree with
  std::vector<std::string> tests;   // Axiom: on these, tests or outcomes
  std::string allowing;             // Distinguish: the model that allows the outcome
  std::string forbidding;           // Distinguish: the one that forbids it
  std::uint32_t size = 0;           // Distinguish: accesses and fences of the smallest test
  SourceRange size_range;

  std::vector<std::string> hints;  // from a first idea to nearly all of it
  std::vector<KeyedText> remarks;  // on what went wrong
  // For teachers; exercises that are part of the program do not have them.
  KeyedText solution;
  std::vector<KeyedText> wrong;  // typical wrong answers, and cheats, and what goes wrong in them

  // Built in or its own; the exercise must name it.
  [[nodiscard]] const MemoryModel& model(std::string_view of_name) const;
  [[nodiscard]] const Hole* find_hole(std::string_view hole) const;
  [[nodiscard]] const Outcome* find_outcome(std::string_view outcome) const;
  [[nodiscard]] std::optional<std::size_t> find_subject(std::string_view subject) const;
  [[nodiscard]] std::size_t count_implementations(bool is_good) const;
  [[nodiscard]] const Implementation* first_good() const;
};

}  // namespace drover::classroom
