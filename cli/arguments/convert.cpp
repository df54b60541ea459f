#include <algorithm>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "mapping/machine.h"
#include "support/format.h"

namespace drover::cli {

namespace {

class ConvertArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    std::vector<Argument> all{
        input_files(&command_.file, "a litmus test, by file or name, a .drv file, or a .c file"),
        {.names = "--to",
         .value = "LANGUAGE",
         .text = "core: the core language; litmus: a C litmus test; c: a C program that runs it "
                 "many times and counts the outcomes; aarch64, riscv, ppc, lkmm: a litmus test of "
                 "that machine, or of the Linux kernel, compiled. Default: core for litmus tests "
                 "and C, litmus for core programs",
         .target = &command_.to,
         .proposals = target_names()},
        {.names = "-o",
         .value = "FILE",
         .text = "write to FILE instead of standard output",
         .target = &command_.output,
         .kind = ValueIs::File},
        mapping_option(command_.mapping, ", with --to MACHINE (default: c11-MACHINE)"),
        constants_.option(),
        warnings_.option(),
        colour_.option()};
    for (Argument& each : constants_.compiler_options()) all.push_back(std::move(each));
    return all;
  }

  [[nodiscard]] Command take() {
    command_.colour = colour_.take();
    command_.constants = constants_.take({command_.file});
    command_.warnings = warnings_.take();
    if (!command_.output.empty()) require_other_file("--output", command_.output, {command_.file});
    const std::vector<std::string> names = target_names();
    if (!command_.to.empty() && std::ranges::find(names, command_.to) == names.end()) {
      throw WrongArgument("--to",
                          format("there is no language or machine `{}`{} (there are: core, litmus, "
                                 "c, aarch64, riscv, ppc, lkmm)",
                                 command_.to, suggestion(command_.to, names)));
    }
    if (!command_.mapping.empty() && mapping::find_machine(command_.to) == nullptr) {
      throw WrongArgument("--mapping", "needs --to with a machine");
    }
    return command_;
  }

 private:
  static std::vector<std::string> target_names() {
    std::vector<std::string> names{"core", "litmus", "c"};
    for (const mapping::Machine& each : mapping::machines()) names.emplace_back(each.name);
    return names;
  }

  ConvertCommand command_;
  ConstantOptions constants_;
  ColourOption colour_;
  WarningOptions warnings_;
};

}  // namespace

CommandDescription describe_convert() {
  return describe<ConvertArguments>("convert", "a program or a litmus test in another language",
                                    {{ExitVerified, "converted"}, BadInputMeaning, FaultMeaning});
}

}  // namespace drover::cli
