#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class FormatArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {input_files(&command_.files, ".drv, .litmus or .cat files"),
            flag("-w,--write", &command_.writes, "change the files instead of printing the result"),
            flag("--check", &command_.checks, "print the names of files that are not formatted"),
            colour_.option()};
  }

  // Throws WrongArgument.
  [[nodiscard]] Command take() {
    if (command_.writes && command_.checks) {
      throw WrongArgument("--check", "changes no file: give either --check or --write");
    }
    if (command_.files.size() > 1 && !command_.writes && !command_.checks) {
      throw WrongArgument("FILE",
                          "only one file can be printed: for several, use --write or --check");
    }
    command_.colour = colour_.take();
    return command_;
  }

 private:
  FormatCommand command_;
  ColourOption colour_;
};

}  // namespace

CommandDescription describe_format() {
  return describe<FormatArguments>(
      "format", "programs, litmus tests and models with the usual spaces and indentation",
      {{ExitVerified, "formatted"},
       {ExitViolation, "--check found a file that is not formatted"},
       BadInputMeaning,
       FaultMeaning});
}

}  // namespace drover::cli
