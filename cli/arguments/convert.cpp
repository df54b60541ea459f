#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class ConvertArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {required_files(&command_.file, "a litmus test, by file or name, or a .drv file"),
            {.names = "-o",
             .value = "FILE",
             .text = "write to FILE instead of standard output",
             .target = &command_.output,
             .kind = ValueIs::File},
            colour_.option()};
  }

  [[nodiscard]] Command take() {
    command_.colour = colour_.take();
    return command_;
  }

 private:
  ConvertCommand command_;
  ColourOption colour_;
};

}  // namespace

CommandDescription describe_convert() {
  return describe<ConvertArguments>(
      "convert", "a litmus test as a core program, a core program as a C litmus test");
}

}  // namespace drover::cli
