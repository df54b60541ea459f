#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class ShowArguments : public CommandArguments {
 public:
  explicit ShowArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("FILE", file_, "the program")->required()->type_name("");
    app.add_option(
           "--after", after_,
           "parse: as read; desugar: explicit loads and stores; lower: instructions; "
           "plp: with pure iterations of loops stopped; await: and with reads whose value "
           "is assumed as awaits (functions inlined); unroll: and with loops written out, as "
           "often as --unroll says")
        ->check(
            CLI::IsMember({"parse", "desugar", "lower", "plp", "await", "unroll"}).description(""))
        ->type_name("PASS")
        ->capture_default_str();
    app.add_flag("--automaton", is_automaton_, "label automata as DOT");
    app.add_option("--thread", command_.thread, "with --automaton: only this thread")
        ->type_name("NAME");
    constants_.add_to(app);
    add_unroll(app, command_.input.unroll)->capture_default_str();
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    command_.input.constants = constants_.take();
    command_.input.colour = colour_.take();
    command_.input.files = {file_};
    if (is_automaton_ && app().count("--after") > 0) {
      throw CLI::ValidationError("show", "--after and --automaton are two different things");
    }
    if (!is_automaton_ && !command_.thread.empty()) {
      throw CLI::ValidationError("--thread", "goes with --automaton");
    }
    command_.what = is_automaton_ ? ShowWhat::Automaton : pass();
    return command_;
  }

 private:
  [[nodiscard]] ShowWhat pass() const {
    if (after_ == "desugar") return ShowWhat::Desugar;
    if (after_ == "lower") return ShowWhat::Lower;
    if (after_ == "plp") return ShowWhat::Plp;
    if (after_ == "await") return ShowWhat::Await;
    if (after_ == "unroll") return ShowWhat::Unroll;
    return ShowWhat::Parse;
  }

  ShowCommand command_;
  ConstantOptions constants_;
  ColourOption colour_;
  std::string file_;
  std::string after_ = "parse";
  bool is_automaton_ = false;
};

}  // namespace

std::unique_ptr<CommandArguments> add_show(CLI::App& whole) {
  return std::make_unique<ShowArguments>(
      *whole.add_subcommand("show", "the program after a pass, or its automata"));
}

}  // namespace drover::cli
