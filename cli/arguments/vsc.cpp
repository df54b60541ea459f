#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class VscArguments : public CommandArguments {
 public:
  explicit VscArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("FILE", command_.files, "histories: docs/vsc.md says how they are written")
        ->required()
        ->type_name("");
    app.add_flag("--json", is_json_, "one JSON object per file");
    add_max_time(app, command_.max_seconds, ", per file");
    const auto turn_off = [this](const std::string& name, bool& heuristic,
                                 const std::string& text) {
      this->app().add_flag_callback(
          name, [&heuristic] { heuristic = false; }, text);
    };
    turn_off("--no-closure", command_.heuristics.closure, "search without what the closure knows");
    turn_off("--no-greedy", command_.heuristics.greedy, "search without taking reads at once");
    turn_off("--no-guide", command_.heuristics.use_guide, "do not try the order of the file first");
    app.add_flag("-v,--verbose", is_verbose_, "say more about the run");
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    if (is_json_) command_.format = ReportFormat::Json;
    if (is_verbose_) command_.verbosity = Verbosity::Verbose;
    command_.colour = colour_.take();
    return command_;
  }

 private:
  VscCommand command_;
  ColourOption colour_;
  bool is_json_ = false;
  bool is_verbose_ = false;
};

}  // namespace

std::unique_ptr<CommandArguments> add_vsc(CLI::App& whole) {
  return std::make_unique<VscArguments>(
      *whole.add_subcommand("vsc", "whether recorded histories are sequentially consistent"));
}

}  // namespace drover::cli
