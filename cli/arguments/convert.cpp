#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class ConvertArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {input_files(&command_.file, "a litmus test, by file or name, or a .drv file"),
            {.names = "-o",
             .value = "FILE",
             .text = "write to FILE instead of standard output",
             .target = &command_.output,
             .kind = ValueIs::File},
            warnings_.option(),
            colour_.option()};
  }

  [[nodiscard]] Command take() {
    command_.colour = colour_.take();
    command_.warnings = warnings_.take();
    return command_;
  }

 private:
  ConvertCommand command_;
  ColourOption colour_;
  WarningOptions warnings_;
};

}  // namespace

CommandDescription describe_convert() {
  return describe<ConvertArguments>(
      "convert", "a litmus test as a core program, a core program as a C litmus test",
      {{ExitVerified, "converted"}, BadInputMeaning, FaultMeaning});
}

}  // namespace drover::cli
