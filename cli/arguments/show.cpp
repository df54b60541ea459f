#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class ShowArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    std::vector<Argument> all{
        input_files(&file_, "the program"),
        {.names = "--after",
         .value = "PASS",
         .text = "parse: as read; desugar: explicit loads and stores; lower: instructions; "
                 "plp: with pure iterations of loops stopped; await: and with reads whose value "
                 "is assumed as awaits (functions inlined); unroll: and with loops written out, as "
                 "often as --unroll says",
         .target = &after_,
         .usual = "parse",
         .choices = {"parse", "desugar", "lower", "plp", "await", "unroll"}},
        flag("--automaton", &is_automaton_, "label automata as DOT"),
        {.names = "--thread",
         .value = "NAME",
         .text = "with --automaton: only this thread",
         .target = &command_.thread},
        constants_.option(),
        with_default(unroll_option(&command_.input.unroll)),
        warnings_.option(),
        colour_.option()};
    for (Argument& each : constants_.compiler_options()) all.push_back(std::move(each));
    return all;
  }

  [[nodiscard]] Command take() {
    command_.input.constants = constants_.take({file_});
    command_.input.colour = colour_.take();
    command_.input.warnings = warnings_.take();
    if (!file_.empty()) command_.input.files = {file_};
    if (is_automaton_ && after_) {
      throw WrongArgument("show", "--after and --automaton cannot be combined");
    }
    if (!is_automaton_ && !command_.thread.empty()) {
      throw WrongArgument("--thread", "needs --automaton");
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
  WarningOptions warnings_;
  std::string file_;
  std::optional<std::string> after_;
  bool is_automaton_ = false;
};

}  // namespace

CommandDescription describe_show() {
  return describe<ShowArguments>("show", "the program after a pass, or its automata",
                                 {{ExitVerified, "shown"},
                                  BadInputMeaning,
                                  {ExitIncomplete, "there is too much to show"},
                                  FaultMeaning});
}

}  // namespace drover::cli
