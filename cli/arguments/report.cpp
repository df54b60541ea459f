#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/terminal.h"

namespace drover::cli {

namespace {

Argument most(const std::string& name, std::size_t& count, const std::string& text) {
  return with_default(
      {.names = name, .value = "N", .text = text, .target = &count, .limits = {1, 1000}});
}

}  // namespace

CommandDescription describe_report() {
  struct Given {
    report::ReportCommand command;
    ConstantOptions constants;
    ColourChoice colour = ColourChoice::Auto;
  };
  const auto given = std::make_shared<Given>();
  report::ReportCommand& command = given->command;
  const auto take = [given] {
    given->command.constants = given->constants.take(given->command.files);
    given->command.is_coloured = colour_for(Stream::Error, given->colour) == Colour::On;
    return given->command;
  };
  return {
      .name = "report",
      .summary = "a page about programs, to open in a browser",
      .arguments = in_order(
          {required_files(
               &command.files,
               "programs (.drv, .c) or litmus tests, also names of tests in the library"),
           with_default({.names = "-o",
                         .value = "FILE.html",
                         .text = "the page",
                         .target = &command.output,
                         .kind = ValueIs::File}),
           models_option(command.models, " (default: those that apply to the program)"),
           given->constants.option(), unroll_option(&command.unroll, " (default: 100, litmus 2)"),
           with_default(max_time_option(&command.max_seconds, ", per model")),
           max_memory_option(command.max_memory),
           with_default(max_executions_option(&command.max_executions, ", per model")),
           most("--max-outcomes", command.max_outcomes, "list at most this many outcomes"),
           most("--max-pictures", command.max_pictures,
                "draw at most this many executions of each outcome"),
           progress_option(command.progress), warnings_option(command.warnings),
           colour_option(given->colour)},
          given->constants.compiler_options()),
      .exits = {{ExitVerified, "the page is written, whatever it says"},
                BadInputMeaning,
                {ExitIncomplete, "the page is written, but a run on it reached a limit"},
                FaultMeaning},
      .take = take};
}

}  // namespace drover::cli
