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

class ExerciseArguments : public CommandArguments {
 public:
  explicit ExerciseArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("WORDS", words_,
                   "list; show NAME…; try NAME ANSWER (the answer, a file, or - for standard "
                   "input); grade FILE… (files of answers); verify [NAME…] (solutions and wrong "
                   "answers)")
        ->type_name("");
    app.add_option("--from", command_.from, "exercises of a file or folder")
        ->type_name("PATH")
        ->allow_extra_args(false);
    app.add_flag("--hint", command_.hints, "try: a hint; --hint=N: the first N")->type_name("");
    app.add_option("--expect", command_.expected, "grade: exercises that all must do")
        ->type_name("NAME,…")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--junit", command_.junit, "grade: write JUnit XML to FILE")->type_name("FILE");
    app.add_flag("--json", is_json_, "as JSON");
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    if (app().count("--hint") > 0 && command_.hints == 0) {
      throw CLI::ValidationError("--hint", "takes a number from 1 on, as in --hint=2");
    }
    take_action();
    require_names();
    const bool is_grade = command_.action == ExerciseAction::Grade;
    if (command_.action != ExerciseAction::Try && command_.hints > 0) {
      throw CLI::ValidationError("--hint", "goes with `try`");
    }
    if (!is_grade && !command_.junit.empty()) {
      throw CLI::ValidationError("--junit", "goes with `grade`");
    }
    if (!is_grade && !command_.expected.empty()) {
      throw CLI::ValidationError("--expect", "goes with `grade`");
    }
    if (is_json_) command_.format = ReportFormat::Json;
    command_.colour = colour_.take();
    return command_;
  }

 private:
  void take_action() {
    if (words_.empty()) throw CLI::ValidationError("exercise", std::string(Usage));
    const auto action = std::ranges::find(Actions, words_.front());
    if (action == Actions.end()) {
      const std::vector<std::string> names(Actions.begin(), Actions.end());
      throw CLI::ValidationError("exercise", format("unknown word `{}`{}: {}", words_.front(),
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
      throw CLI::ValidationError(what, std::string(Usage));
    }
    if (is_try && command_.names.size() == 1 && command_.hints == 0) {
      throw CLI::ValidationError(
          what, "an answer is missing: itself in quotes, a file, or `-` for standard input");
    }
    if (is_try && command_.names.size() > 2) {
      throw CLI::ValidationError(what, "takes one answer; put it in quotes");
    }
  }

  ExerciseCommand command_;
  ColourOption colour_;
  std::vector<std::string> words_;
  bool is_json_ = false;
};

}  // namespace

std::unique_ptr<CommandArguments> add_exercise(CLI::App& whole) {
  return std::make_unique<ExerciseArguments>(
      *whole.add_subcommand("exercise", "exercises, graded by running the checker"));
}

}  // namespace drover::cli
