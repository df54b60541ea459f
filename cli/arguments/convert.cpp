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
    return {
        input_files(&command_.file, "a litmus test, by file or name, or a .drv file"),
        {.names = "-o",
         .value = "FILE",
         .text = "write to FILE instead of standard output",
         .target = &command_.output,
         .kind = ValueIs::File},
        {.names = "--to",
         .value = "MACHINE",
         .text = "a core program as a litmus test of aarch64, riscv or ppc, compiled",
         .target = &command_.target,
         .proposals = machine_names()},
        mapping_option(command_.mapping, ", with --to (default: c11-aarch64, c11-riscv, c11-ppc)"),
        warnings_.option(),
        colour_.option()};
  }

  [[nodiscard]] Command take() {
    command_.colour = colour_.take();
    command_.warnings = warnings_.take();
    if (!command_.mapping.empty() && command_.target.empty()) {
      throw WrongArgument("--mapping", "goes with --to");
    }
    const std::vector<std::string> names = machine_names();
    if (!command_.target.empty() && std::ranges::find(names, command_.target) == names.end()) {
      throw WrongArgument("--to",
                          format("there is no machine `{}`{} (there are: aarch64, riscv, ppc)",
                                 command_.target, suggestion(command_.target, names)));
    }
    return command_;
  }

 private:
  static std::vector<std::string> machine_names() {
    std::vector<std::string> names;
    for (const mapping::Machine& each : mapping::machines()) names.emplace_back(each.name);
    return names;
  }

  ConvertCommand command_;
  ColourOption colour_;
  WarningOptions warnings_;
};

}  // namespace

CommandDescription describe_convert() {
  return describe<ConvertArguments>(
      "convert",
      "a litmus test as a core program, a core program as a litmus test of C or of a machine",
      {{ExitVerified, "converted"}, BadInputMeaning, FaultMeaning});
}

}  // namespace drover::cli
