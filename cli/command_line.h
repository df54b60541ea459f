#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/robust/robust.h"
#include "analysis/suite/weaker_program.h"
#include "drawing/picture.h"
#include "drawing/selection.h"
#include "explorer/algorithms/rvf/rvf_options.h"
#include "explorer/cat/read_model.h"
#include "explorer/plan/error_kinds.h"
#include "explorer/plan/reduction.h"
#include "frontend/constant_override.h"
#include "frontend/warning_policy.h"
#include "generate/search.h"
#include "generate/test.h"
#include "litmus/dialects/strictness.h"
#include "report/report_command.h"
#include "serve/server.h"
#include "support/object_kind.h"
#include "support/progress_format.h"

namespace drover::cli {

enum class ColourChoice : std::uint8_t { Auto, Always, Never };

// Options of every command that reads programs.
struct InputOptions {
  std::vector<std::string> files;                 // `-`: standard input
  std::vector<ConstantOverride> constants;        // -D NAME=VALUE
  std::uint32_t max_threads = DefaultMaxThreads;  // spawned threads
  ColourChoice colour = ColourChoice::Auto;
  WarningPolicy warnings = {};                     // -W
  std::optional<std::string> standard_input = {};  // text of `-`; nothing: not read yet
  cat::ModelOptions model_options = {};            // for reading model files
  std::string mapping = {};  // for machines, a name or a file; empty: the model's usual mapping
};

// Files in which a run or search keeps its state, and from which it resumes.
struct StateFiles {
  std::string checkpoint;               // --checkpoint; empty: no state is kept
  std::optional<double> every_seconds;  // --checkpoint-every; nothing: 60
  std::string resume;                   // --resume; empty: from the beginning

  [[nodiscard]] bool are_none() const { return checkpoint.empty() && resume.empty(); }
  // Returns the name of a given option. Requires that one is given.
  [[nodiscard]] const char* first_option() const {
    return checkpoint.empty() ? "--resume" : "--checkpoint";
  }
};

enum class ReportFormat : std::uint8_t { Text, Json };
enum class Verbosity : std::uint8_t { Normal, Verbose };
enum class CountDuplicates : std::uint8_t { No, Yes };
enum class ErrorLimit : std::uint8_t { First, All };

struct CheckCommand {
  InputOptions input;
  std::uint32_t unroll = 100;
  std::vector<std::string> models{"rc11"};  // several models: one table
  std::string algorithm = "auto";
  ReductionSet reductions = ReductionSet::all();
  ReductionSet asked_for = ReductionSet::none();  // passes to run before every algorithm
  rvf::RvfOptions rvf;
  ReportFormat format = ReportFormat::Text;
  Verbosity verbosity = Verbosity::Normal;
  CountDuplicates count_duplicates = CountDuplicates::No;
  ErrorLimit errors = ErrorLimit::First;
  ErrorKindSet fails = Violations;  // --fail-on: errors that make the status 1
  bool is_strict = false;           // vacuous or unreached assertions fail
  bool ignores_leaks = false;       // --no-leaks
  std::string sarif;                // --sarif: file of the log; empty: none
  std::string picture;              // --picture: file for drawings of executions with errors
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_executions;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::uint32_t jobs = 1;
  bool simulates = false;  // --simulate: one thread plays the threads of --jobs
  StateFiles state;
  bool estimates = false;  // --estimate: estimates the exploration instead of running it
  std::optional<std::uint64_t> samples;  // --sample: number of random executions instead of all
  std::optional<std::uint64_t> seed;     // nothing: 1
  bool prefers_short = false;            // --shortest
  std::string progress_model;            // empty: runs that do not end are not searched
  ProgressFormat progress = ProgressFormat::Auto;
};

// `split`: writes a run in pieces to a folder.
struct SplitCommand {
  CheckCommand check;
  std::uint64_t items = 100;
  std::string output_folder;
  std::vector<std::string> arguments;  // of the call
};

// `work`: explores pieces.
struct WorkCommand {
  std::vector<std::string> pieces;
  std::uint32_t jobs = 1;
  double checkpoint_every = 60;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
};

// `merge`: reports a run in pieces.
struct MergeCommand {
  std::string folder;
  ReportFormat format = ReportFormat::Text;
  Verbosity verbosity = Verbosity::Normal;
  ColourChoice colour = ColourChoice::Auto;
};

enum class ShowWhat : std::uint8_t { Parse, Desugar, Lower, Plp, Await, Unroll, Automaton };

struct ShowCommand {
  InputOptions input;
  std::uint32_t unroll = 100;
  ShowWhat what = ShowWhat::Parse;
  std::string thread;  // automaton: only this thread
};

// Executions that `-o DIR` draws.
enum class ShowExecutions : std::uint8_t { Proposition, All, Negative, None };

// --expect: compares tests with expectations.
struct ExpectOption {
  bool is_given = false;
  std::string file;  // file of expectations; empty: each test's own
};

struct LitmusCommand {
  InputOptions input;  // files: also `@LIST`, names of library tests
  std::string model;   // empty: the dialect's
  std::string algorithm = "auto";
  ReductionSet reductions = ReductionSet::none();  // none: counts are herd's
  std::uint32_t unroll = 2;
  std::string progress_model;  // empty: runs that do not end are not searched
  litmus::Strictness strictness = litmus::Strictness::Wide;
  litmus::Alignment alignment = litmus::Alignment::Natural;
  ReportFormat format = ReportFormat::Text;
  Verbosity verbosity = Verbosity::Normal;
  bool is_quiet = false;           // no warnings
  std::vector<std::string> texts;  // of tests without files; `input.files` has their names
  bool lists_library = false;
  ExpectOption expect;
  ShowExecutions show = ShowExecutions::Proposition;
  std::string output_folder;  // -o: drawings
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::optional<std::uint64_t> max_executions;
  ProgressFormat progress = ProgressFormat::Auto;
  std::uint32_t jobs = 1;
};

// `draw`: pictures of the executions of one file.
struct DrawCommand {
  InputOptions input;
  std::optional<std::uint32_t> unroll;  // nothing: 100 for programs, 2 for litmus tests
  std::string model;                    // empty: rc11, or the dialect's
  std::string algorithm = "auto";
  std::optional<drawing::PictureFormat> format;  // nothing: by the ending of `output`, else text
  std::string output;                            // a file or a folder; empty: standard output
  std::string show;                              // `rf,co`, or `+hb` to add to the usual relations
  drawing::ErrorChoice errors = drawing::ErrorChoice::OnePerPlace;  // --select error
  std::vector<std::string> select;                                  // all must hold
  drawing::InitialWrites initial = drawing::InitialWrites::WhereRead;
  drawing::Theme theme = drawing::Theme::Viewer;
  drawing::PictureParts parts;
  bool shows_calls = false;  // of objects, in place of events
  std::size_t max_pictures = 100;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::optional<std::uint64_t> max_executions;
};

struct ConvertCommand {
  InputOptions input;  // mapping: if `to` is a machine; empty: its usual mapping
  std::string output;  // empty: standard output
  std::string to;      // a machine, or a name of commands/convert.cpp's table; empty: the usual
};

struct VscCommand {
  std::vector<std::string> files;
  ReportFormat format = ReportFormat::Text;
  Verbosity verbosity = Verbosity::Normal;
  vsc::VscOptions heuristics;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  ColourChoice colour = ColourChoice::Auto;
};

struct PlayCommand {
  InputOptions input;
  std::optional<std::uint32_t> unroll;
  std::string model;    // empty: usual for the kind of file
  std::string outcome;  // the goal; empty: the file's own condition
  std::optional<std::uint64_t> max_memory;
};

struct ExplainCommand {
  InputOptions input;
  std::optional<std::uint32_t> unroll;  // nothing: usual for the kind of file
  std::vector<std::string> models;      // empty: usual for the kind of file
  bool asks_all = false;                // adds the built-in models that apply to a file
  std::optional<std::string> outcome;   // nothing: the file's own conditions
  ReportFormat format = ReportFormat::Text;
  Verbosity verbosity = Verbosity::Normal;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
};

// `relax` and `repair`: find the modes a program needs.
struct OrdersCommand {
  InputOptions input;
  bool repairs = false;
  std::string model;  // empty: usual for the kind of file
  std::uint32_t unroll = 100;
  bool groups_functions = false;
  bool keeps_outcomes = false;
  bool is_robustness = false;  // --robust: right means robust
  std::string cost;            // empty: relax: every weakest answer, repair: the number of changes
  bool prints_patch = false;
  std::uint32_t pick = 1;  // --patch: number of the answer
  std::string picture;     // -o
  ReportFormat format = ReportFormat::Text;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::optional<std::uint64_t> max_executions;
  std::uint32_t jobs = 1;
  StateFiles state;
};

// `linearize`: checks an object against its specification, for all clients of a size.
struct LinearizeCommand {
  InputOptions input;
  std::string model = "rc11";
  std::string object;                       // empty: the only one
  std::optional<Promise> promise;           // nothing: as the file says
  std::optional<std::uint32_t> operations;  // nothing: as many as UsualSeconds allow
  std::vector<std::string> specification;   // --spec-macro
  std::string picture;                      // empty: none
  std::uint32_t unroll = 100;
  ReportFormat format = ReportFormat::Text;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_executions;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::uint32_t jobs = 1;
};

// `robust`: behaviour that sc has not.
struct RobustCommand {
  InputOptions input;
  std::string model;                    // empty: usual for the kind of file
  std::optional<std::uint32_t> unroll;  // nothing: usual for the kind of file
  robust::Behaviour by = robust::Behaviour::Traces;
  bool stops_at_first = false;  // --first
  std::uint32_t jobs = 1;       // files at a time
  ReportFormat format = ReportFormat::Text;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::optional<std::uint64_t> max_executions;
  ProgressFormat progress = ProgressFormat::Auto;
};

struct ModelsCommand {
  std::vector<std::string> show;         // empty: list all
  bool is_for_herd = false;              // --for herd: as cat files that herd reads
  cat::ModelOptions model_options = {};  // for reading model files
  ReportFormat format = ReportFormat::Text;
  ColourChoice colour = ColourChoice::Auto;
};

// `models compare`: finds the smallest programs that distinguish two models.
struct CompareCommand {
  std::string first;
  std::string second;
  std::string mapping;  // --mapping: from the first model's programs to the second's
  std::size_t max_events = 5;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::string output_folder;                // -o: folder for the programs
  ReportFormat format = ReportFormat::Text;
  ColourChoice colour = ColourChoice::Auto;
};

// `models suite`: finds the minimal tests of a model.
struct SuiteCommand {
  std::string model;
  std::string mapping;  // for models of machines; empty: the usual one
  std::size_t max_events = 5;
  suite::Notion notion = suite::Notion::Outcomes;
  suite::Side side = suite::Side::Forbidden;
  std::string dialect;        // of files; empty: C, or the machine's
  std::string output_folder;  // -o
  std::uint32_t jobs = 1;
  StateFiles state;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  ReportFormat format = ReportFormat::Text;
  ColourChoice colour = ColourChoice::Auto;
};

// `models cover`: which changes of a model tests notice.
struct CoverCommand {
  std::string model;
  std::vector<std::string> tests;  // as LitmusCommand: files, @LISTs, names of the library
  std::size_t max_events = 4;      // of programs that tell mutants from the model; 0: none
  std::uint32_t jobs = 1;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::optional<std::uint64_t> max_executions;
  ReportFormat format = ReportFormat::Text;
  ColourChoice colour = ColourChoice::Auto;
};

// `models audit`: tests assumptions of exploration algorithms about a model.
struct AuditCommand {
  std::vector<std::string> models;
  std::size_t max_events = 4;
  std::uint64_t random_graphs = 2000;
  std::uint64_t seed = 1;
  std::optional<double> max_seconds;        // per model
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  ReportFormat format = ReportFormat::Text;
  ColourChoice colour = ColourChoice::Auto;
};

// `schema COMMAND`: prints the schema of a command's JSON.
struct SchemaCommand {
  std::string name;  // "models compare"; empty: list all
};

enum class ExerciseAction : std::uint8_t { List, Show, Try, Grade, Verify };

struct ExerciseCommand {
  ExerciseAction action = ExerciseAction::List;
  // Show, Verify: exercises. Try: the exercise, then an optional answer. Grade: files.
  std::vector<std::string> names;
  std::vector<std::string> from;      // files and folders of exercises
  std::vector<std::string> expected;  // Grade: exercises that count even without an answer
  std::string csv;                    // Grade: file for a table
  std::string feedback;               // Grade: folder for one file per student
  std::uint32_t hints = 0;            // Try: number of hints
  std::string junit;                  // Grade: file for JUnit XML; empty: none
  ReportFormat format = ReportFormat::Text;
  ProgressFormat progress = ProgressFormat::Auto;  // Grade
  ColourChoice colour = ColourChoice::Auto;
};

// `serve --job`: a run that a server starts. The job is on standard input.
struct ServeJob {};

// `format`: formats files.
struct FormatCommand {
  InputOptions input;
  bool writes = false;  // -w: changes the files
  bool checks = false;  // --check: lists the files it would change
};

// `lsp`: the language server.
struct LspCommand {
  std::vector<std::string> models;  // empty: the usual ones
  double max_seconds = 5;
  std::uint64_t max_memory = 2048;  // in MiB
};

// Which cycles `generate` makes tests of.
enum class CycleSource : std::uint8_t { Given, Products, Search, Instructions };

// `generate`: litmus tests from cycles.
struct GenerateCommand {
  std::vector<std::string> words;  // cycles, the words of one, or a list for each place
  std::string architecture = "AArch64";
  generate::TestOptions test;
  CycleSource source = CycleSource::Given;
  generate::SearchOptions search;  // its lists are in the following texts
  std::vector<std::string> safe;
  std::vector<std::string> relax;
  std::vector<std::string> reject;
  std::vector<std::string> prefix;
  std::string without;         // --no: a file of cycles
  std::string output;          // -o: a folder; empty: standard output
  std::string model;           // -m: the tests are run
  std::uint32_t jobs = 1;      // -j: so many at a time
  bool prints_cycles = false;  // --cycleonly: `name: cycle` instead of tests
  bool prints_lists = false;   // --unfold-only: the lists, expanded
  bool numbers = false;        // --num: names are a family and a number
  std::uint32_t digits = 3;    // --fmt: of these numbers
  bool is_verbose = false;
  ReportFormat format = ReportFormat::Text;
};

// `classify`: the cycles of litmus tests.
struct ClassifyCommand {
  InputOptions input;
  bool shows_all = false;  // --all: every cycle of a test
  ReportFormat format = ReportFormat::Text;
};

// A call that runs nothing: it prints `text` and exits with `status`.
struct LeaveAtOnce {
  int status = 0;
  std::string text;
};

using Command =
    std::variant<CheckCommand, LitmusCommand, ConvertCommand, VscCommand, DrawCommand, ShowCommand,
                 ExplainCommand, report::ReportCommand, ModelsCommand, CompareCommand, AuditCommand,
                 ExerciseCommand, SchemaCommand, serve::ServeOptions, ServeJob, SplitCommand,
                 WorkCommand, MergeCommand, FormatCommand, LspCommand, OrdersCommand,
                 LinearizeCommand, PlayCommand, RobustCommand, SuiteCommand, CoverCommand,
                 GenerateCommand, ClassifyCommand, LeaveAtOnce>;

// Exit statuses.
inline constexpr int ExitVerified = 0;
inline constexpr int ExitViolation = 1;
inline constexpr int ExitBadInput = 2;
inline constexpr int ExitIncomplete = 3;  // a limit was reached
inline constexpr int ExitFault = 4;       // fault of Drover itself

// Standard input. A call without a file reads it to find out which command the text needs. `read`
// returns all of it and is called at most once.
struct StandardInput {
  bool is_terminal = true;
  std::function<std::string()> read = {};
};

// Turns WrongArgument and parser exceptions into LeaveAtOnce. A call without a file reads standard
// input, unless that is a terminal.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& arguments,
                                         const StandardInput& input = {});

}  // namespace drover::cli
