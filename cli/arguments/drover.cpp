#include <algorithm>

#include "cli/arguments/arguments.h"

namespace drover::cli {

namespace {

void add_commands(const CommandDescription& command, const std::string& words,
                  std::vector<NamedCommand>& all) {
  for (const CommandDescription& inner : command.commands) {
    all.push_back({words + inner.name, &inner});
    add_commands(inner, words + inner.name + " ", all);
  }
}

void add_usual_exits(CommandDescription& command) {
  for (const ExitMeaning& usual : {BadInputMeaning, FaultMeaning}) {
    const auto place =
        std::ranges::lower_bound(command.exits, usual.status, {}, &ExitMeaning::status);
    const bool is_there = place != command.exits.end() && place->status == usual.status;
    if (!is_there) command.exits.insert(place, usual);
  }
  for (CommandDescription& inner : command.commands) add_usual_exits(inner);
}

}  // namespace

std::vector<NamedCommand> all_commands(const CommandDescription& drover) {
  std::vector<NamedCommand> all;
  add_commands(drover, "", all);
  return all;
}

CommandDescription describe_drover() {
  CommandDescription drover{
      .name = "drover",
      .summary = "Drover: a model checker for concurrent programs under weak memory models",
      .exits = {{ExitVerified, "what was asked for is done, and nothing is wrong"},
                {ExitViolation, "a property is violated, an expectation is not met"},
                IncompleteMeaning,
                {ExitFault, "a fault of Drover itself; `drover COMMAND --help` says more"}},
      .commands = {
          describe_check(),    describe_litmus(), describe_convert(),  describe_vsc(),
          describe_draw(),     describe_show(),   describe_explain(),  describe_play(),
          describe_relax(),    describe_repair(), describe_robust(),   describe_linearize(),
          describe_report(),   describe_models(), describe_exercise(), describe_generate(),
          describe_classify(), describe_split(),  describe_work(),     describe_merge(),
          describe_serve(),    describe_schema(), describe_format(),   describe_lsp()}};
  add_usual_exits(drover);
  return drover;
}

}  // namespace drover::cli
