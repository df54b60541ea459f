#include <algorithm>
#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "mapping/machine.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

std::vector<std::string> target_names() {
  std::vector<std::string> names{"core", "litmus", "c"};
  for (const mapping::Machine& each : mapping::machines()) names.emplace_back(each.name);
  return names;
}

void require_target(const ConvertCommand& command) {
  const std::vector<std::string> names = target_names();
  if (!command.to.empty() && std::ranges::find(names, command.to) == names.end()) {
    throw WrongArgument("--to",
                        format("there is no language or machine `{}`{} (there are: {})", command.to,
                               suggestion(command.to, names), joined(names, ", ")));
  }
  if (!command.input.mapping.empty() && mapping::find_machine(command.to) == nullptr) {
    throw WrongArgument("--mapping", "needs --to with a machine");
  }
}

}  // namespace

CommandDescription describe_convert() {
  const auto command = std::make_shared<ConvertCommand>();
  const auto constants = std::make_shared<ConstantOptions>();
  const auto take = [command, constants] {
    command->input.constants = constants->take(command->input.files);
    if (!command->output.empty()) {
      require_other_file("--output", command->output, command->input.files);
    }
    require_target(*command);
    return *command;
  };
  return {
      .name = "convert",
      .summary = "a program or a litmus test in another language",
      .arguments = in_order(
          {input_file(command->input.files,
                      "a litmus test, by file or name, a .drv file, or a .c file"),
           {.names = "--to",
            .value = "LANGUAGE",
            .text =
                "core: the core language; litmus: a C litmus test; c: a C program that runs it "
                "many times and counts the outcomes; aarch64, riscv, ppc, lkmm: a litmus test of "
                "that machine, or of the Linux kernel, compiled. Default: core for litmus tests "
                "and C, litmus for core programs",
            .target = &command->to,
            .proposals = target_names()},
           {.names = "-o",
            .value = "FILE",
            .text = "write to FILE instead of standard output",
            .target = &command->output,
            .kind = ValueIs::File},
           mapping_option(command->input.mapping, ", with --to MACHINE (default: c11-MACHINE)"),
           constants->option(),
           warnings_option(command->input.warnings),
           colour_option(command->input.colour)},
          constants->compiler_options()),
      .exits = {{ExitVerified, "converted"}, BadInputMeaning, FaultMeaning},
      .take = take};
}

}  // namespace drover::cli
