#include <algorithm>
#include <array>
#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// Words for actions, in the order of ExerciseAction.
constexpr std::array<std::string_view, 5> Actions{"list", "show", "try", "grade", "verify"};
constexpr const char* Usage =
    "write `list`, `show NAME…`, `try NAME ANSWER`, `grade FILE…` or `verify [NAME…]`";

struct GivenExercises {
  ExerciseCommand command;
  std::vector<std::string> words;
  std::optional<std::uint32_t> hints;
};

void take_action(const std::vector<std::string>& words, ExerciseCommand& command) {
  refuse_if(words.empty(), "exercise", Usage);
  const auto action = std::ranges::find(Actions, words.front());
  refuse_if(action == Actions.end(), "exercise",
            format("unknown word `{}`{}: {}", words.front(),
                   suggestion(words.front(), {Actions.begin(), Actions.end()}), Usage));
  command.action = static_cast<ExerciseAction>(action - Actions.begin());
  command.names.assign(words.begin() + 1, words.end());
}

void require_names(const ExerciseCommand& command, const std::string& word) {
  const std::string what = format("exercise {}", word);
  const bool is_try = command.action == ExerciseAction::Try;
  const bool needs_names =
      is_try || command.action == ExerciseAction::Grade || command.action == ExerciseAction::Show;
  refuse_if(needs_names && command.names.empty(), what, Usage);
  refuse_if(is_try && command.names.size() == 1 && command.hints == 0, what,
            "an answer is missing: give it in quotes, as a file, or as `-` for standard input");
  refuse_if(is_try && command.names.size() > 2, what, "takes one answer; put it in quotes");
}

ExerciseCommand taken(GivenExercises& given) {
  ExerciseCommand& command = given.command;
  command.hints = given.hints.value_or(0);
  refuse_if(given.hints && command.hints == 0, "--hint",
            "takes a number, 1 or more, as in --hint=2");
  take_action(given.words, command);
  require_names(command, given.words.front());
  refuse_if(command.action != ExerciseAction::Try && command.hints > 0, "--hint", "is for `try`");
  const bool is_grade = command.action == ExerciseAction::Grade;
  const std::array<std::pair<const char*, bool>, 5> of_grade{
      {{"--junit", !command.junit.empty()},
       {"--csv", !command.csv.empty()},
       {"--feedback", !command.feedback.empty()},
       {"--expect", !command.expected.empty()},
       {"--progress", command.progress != ProgressFormat::Auto}}};
  for (const auto& [option, is_given] : of_grade) {
    refuse_if(is_given && !is_grade, option, "is for `grade`");
  }
  if (!command.junit.empty()) require_output_file("--junit", command.junit, command.names);
  if (!command.csv.empty()) require_output_file("--csv", command.csv, command.names);
  return command;
}

std::vector<Argument> arguments_of(GivenExercises& given) {
  ExerciseCommand& command = given.command;
  return {
      {.names = "WORDS",
       .text = "list; show NAME…; try NAME ANSWER (the answer, a file, or - for standard "
               "input); grade FILE… (files of answers); verify [NAME…] (solutions and wrong "
               "answers, of --from)",
       .target = &given.words,
       .proposals = {Actions.begin(), Actions.end()},
       .kind = ValueIs::File},
      option("--from", "PATH", "exercises of a file or folder", &command.from, ValueIs::File),
      flag("--hint", FlagCount{&given.hints}, "try: a hint; --hint=N: the first N"),
      {.names = "--expect",
       .value = "NAME,…",
       .text = "grade: exercises that every student must do",
       .target = &command.expected,
       .has_commas = true},
      option("--junit", "FILE", "grade: write JUnit XML to FILE", &command.junit, ValueIs::File),
      option("--csv", "FILE", "grade: write a table of points to FILE, for a spreadsheet",
             &command.csv, ValueIs::File),
      option("--feedback", "DIR",
             "grade: write feedback into DIR, a Markdown file for each student", &command.feedback,
             ValueIs::File),
      progress_option(command.progress, "grade: "),
      json_flag(command.format, "as JSON"),
      colour_option(command.colour)};
}

}  // namespace

CommandDescription describe_exercise() {
  const auto given = std::make_shared<GivenExercises>();
  return {.name = "exercise",
          .summary = "exercises, graded by running the checker",
          .arguments = arguments_of(*given),
          .exits = {{ExitVerified,
                     "listed or shown; try, grade: all answers are right; verify: all is "
                     "well"},
                    {ExitViolation,
                     "try, grade: an answer is not right; verify: an exercise has a "
                     "fault"},
                    {ExitBadInput, "the input or the call is wrong, or an answer cannot be read"}},
          .take = [given] { return taken(*given); }};
}

}  // namespace drover::cli
