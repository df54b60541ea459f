#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/terminal.h"

namespace drover::cli {

namespace {

class ReportArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    std::vector<Argument> all{
        required_files(&command_.files,
                       "programs (.drv, .c) or litmus tests, also names of tests in the library"),
        with_default({.names = "-o",
                      .value = "FILE.html",
                      .text = "the page",
                      .target = &command_.output,
                      .kind = ValueIs::File}),
        models_option(command_.models, " (default: those that apply to the program)"),
        constants_.option(),
        unroll_option(&command_.unroll, " (default: 100, litmus 2)"),
        with_default(max_time_option(&command_.max_seconds, ", per model")),
        memory_.option(),
        with_default(max_executions_option(&command_.max_executions, ", per model")),
        most("--max-outcomes", command_.max_outcomes, "list at most this many outcomes"),
        most("--max-pictures", command_.max_pictures,
             "draw at most this many executions of each outcome"),
        progress_.option(),
        warnings_.option(),
        colour_.option()};
    for (Argument& each : constants_.compiler_options()) all.push_back(std::move(each));
    return all;
  }

  [[nodiscard]] Command take() {
    command_.constants = constants_.take(command_.files);
    command_.warnings = warnings_.take();
    command_.progress = progress_.take();
    command_.is_coloured = colour_for(Stream::Error, colour_.take()) == Colour::On;
    for (const std::string& model : command_.models) require_model("--model", model);
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  static Argument most(const std::string& name, std::size_t& count, const std::string& text) {
    return with_default({.names = name,
                         .value = "N",
                         .text = text,
                         .target = &count,
                         .limits = WholeRange{1, 1000}});
  }

  report::ReportCommand command_;
  ConstantOptions constants_;
  ProgressOption progress_;
  MemoryOption memory_;
  ColourOption colour_;
  WarningOptions warnings_;
};

}  // namespace

CommandDescription describe_report() {
  return describe<ReportArguments>(
      "report", "a page about programs, to open in a browser",
      {{ExitVerified, "the page is written, whatever it says"},
       BadInputMeaning,
       {ExitIncomplete, "the page is written, but a run on it reached a limit"},
       FaultMeaning});
}

}  // namespace drover::cli
