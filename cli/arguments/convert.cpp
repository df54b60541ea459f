#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

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
                 "many times and counts the outcomes. What is usual: core for litmus tests and C, "
                 "litmus for core programs",
         .target = &command_.to,
         .choices = {"core", "litmus", "c"}},
        {.names = "-o",
         .value = "FILE",
         .text = "write to FILE instead of standard output",
         .target = &command_.output,
         .kind = ValueIs::File},
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
    return command_;
  }

 private:
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
