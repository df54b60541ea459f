#include <algorithm>
#include <array>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// In the order of ExerciseAction.
constexpr std::array<std::string_view, 5> Actions{"list", "show", "try", "grade", "verify"};
constexpr std::string_view Usage =
    "write `list`, `show NAME…`, `try NAME ANSWER`, `grade FILE…` or `verify [NAME…]`";

class ExerciseArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {{.names = "WORDS",
             .text = "list; show NAME…; try NAME ANSWER (the answer, a file, or - for standard "
                     "input); grade FILE… (files of answers); verify [NAME…] (solutions and wrong "
                     "answers, of --from)",
             .target = &words_,
             .proposals = {Actions.begin(), Actions.end()},
             .kind = ValueIs::File},
            {.names = "--from",
             .value = "PATH",
             .text = "exercises of a file or folder",
             .target = &command_.from,
             .kind = ValueIs::File},
            flag("--hint", FlagCount{&hints_}, "try: a hint; --hint=N: the first N"),
            {.names = "--expect",
             .value = "NAME,…",
             .text = "grade: exercises that every student must do",
             .target = &command_.expected,
             .has_commas = true},
            {.names = "--junit",
             .value = "FILE",
             .text = "grade: write JUnit XML to FILE",
             .target = &command_.junit,
             .kind = ValueIs::File},
            {.names = "--csv",
             .value = "FILE",
             .text = "grade: write a table of points to FILE, for a spreadsheet",
             .target = &command_.csv,
             .kind = ValueIs::File},
            {.names = "--feedback",
             .value = "DIR",
             .text = "grade: write feedback into DIR, a Markdown file for each student",
             .target = &command_.feedback,
             .kind = ValueIs::File},
            progress_.option("grade: "),
            flag("--json", &is_json_, "as JSON"),
            colour_.option()};
  }

  [[nodiscard]] Command take() {
    command_.progress = progress_.take();
    if (hints_) command_.hints = *hints_;
    if (hints_ && command_.hints == 0) {
      throw WrongArgument("--hint", "takes a number, 1 or more, as in --hint=2");
    }
    take_action();
    require_names();
    const bool is_grade = command_.action == ExerciseAction::Grade;
    if (command_.action != ExerciseAction::Try && command_.hints > 0) {
      throw WrongArgument("--hint", "is for `try`");
    }
    const auto goes_with_grade = [&](bool is_given, const char* option) {
      if (is_given && !is_grade) throw WrongArgument(option, "is for `grade`");
    };
    goes_with_grade(!command_.junit.empty(), "--junit");
    goes_with_grade(!command_.csv.empty(), "--csv");
    goes_with_grade(!command_.feedback.empty(), "--feedback");
    goes_with_grade(!command_.expected.empty(), "--expect");
    goes_with_grade(progress_.is_given(), "--progress");
    if (!command_.junit.empty()) require_output_file("--junit", command_.junit, command_.names);
    if (!command_.csv.empty()) require_output_file("--csv", command_.csv, command_.names);
    if (is_json_) command_.format = ReportFormat::Json;
    command_.colour = colour_.take();
    return command_;
  }

 private:
  void take_action() {
    if (words_.empty()) throw WrongArgument("exercise", std::string(Usage));
    const auto action = std::ranges::find(Actions, words_.front());
    if (action == Actions.end()) {
      const std::vector<std::string> names(Actions.begin(), Actions.end());
      throw WrongArgument("exercise", format("unknown word `{}`{}: {}", words_.front(),
                                             suggestion(words_.front(), names), Usage));
    }
    command_.action = static_cast<ExerciseAction>(action - Actions.begin());
    command_.names.assign(words_.begin() + 1, words_.end());
  }

  void require_names() const {
    const std::string what = format("exercise {}", words_.front());
    const bool is_try = command_.action == ExerciseAction::Try;
    const bool needs_names = is_try || command_.action == ExerciseAction::Grade ||
                             command_.action == ExerciseAction::Show;
    if (needs_names && command_.names.empty()) {
      throw WrongArgument(what, std::string(Usage));
    }
    if (is_try && command_.names.size() == 1 && command_.hints == 0) {
      throw WrongArgument(
          what, "an answer is missing: give it in quotes, as a file, or as `-` for standard input");
    }
    if (is_try && command_.names.size() > 2) {
      throw WrongArgument(what, "takes one answer; put it in quotes");
    }
  }

  ExerciseCommand command_;
  ProgressOption progress_;
  ColourOption colour_;
  std::vector<std::string> words_;
  std::optional<std::uint32_t> hints_;
  bool is_json_ = false;
};

}  // namespace

CommandDescription describe_exercise() {
  return describe<ExerciseArguments>(
      "exercise", "exercises, graded by running the checker",
      {{ExitVerified, "listed or shown; try, grade: all answers are right; verify: all is well"},
       {ExitViolation, "try, grade: an answer is not right; verify: an exercise has a fault"},
       {ExitBadInput, "the input or the call is wrong, or an answer cannot be read"},
       FaultMeaning});
}

}  // namespace drover::cli
