#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/terminal.h"

namespace drover::cli {

namespace {

class ReportArguments : public CommandArguments {
 public:
  explicit ReportArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("FILE", command_.files,
                   "core programs or litmus tests, also names of those in the library")
        ->required()
        ->type_name("");
    app.add_option("-o", command_.output, "the page")
        ->type_name("FILE.html")
        ->capture_default_str();
    add_models_list(app, command_.models, " (default: all of them)");
    constants_.add_to(app);
    add_unroll(app, command_.unroll, " (default: 100, litmus 2)");
    add_max_time(app, command_.max_seconds, ", per model")->capture_default_str();
    add_max_executions(app, command_.max_executions, ", per model")->capture_default_str();
    add_most("--max-outcomes", command_.max_outcomes, "list no more outcomes");
    add_most("--max-pictures", command_.max_pictures, "draw no more executions of each outcome");
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    command_.constants = constants_.take();
    command_.is_coloured = colour_for(Stream::Error, colour_.take()) == Colour::On;
    for (const std::string& model : command_.models) require_model("--model", model);
    return command_;
  }

 private:
  void add_most(const std::string& name, std::size_t& most, const std::string& text) {
    app()
        .add_option(name, most, text)
        ->check(CLI::Range(std::size_t{1}, std::size_t{1000}).description(""))
        ->type_name("N")
        ->capture_default_str();
  }

  report::ReportCommand command_;
  ConstantOptions constants_;
  ColourOption colour_;
};

}  // namespace

std::unique_ptr<CommandArguments> add_report(CLI::App& whole) {
  return std::make_unique<ReportArguments>(
      *whole.add_subcommand("report", "a page about programs, to open in a browser"));
}

}  // namespace drover::cli
