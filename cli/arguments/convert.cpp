#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class ConvertArguments : public CommandArguments {
 public:
  explicit ConvertArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("FILE", command_.file, "a litmus test, by file or name, or a .drv file")
        ->required()
        ->type_name("");
    app.add_option("-o", command_.output, "write to FILE instead of standard output")
        ->type_name("FILE");
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    command_.colour = colour_.take();
    return command_;
  }

 private:
  ConvertCommand command_;
  ColourOption colour_;
};

}  // namespace

std::unique_ptr<CommandArguments> add_convert(CLI::App& whole) {
  return std::make_unique<ConvertArguments>(*whole.add_subcommand(
      "convert", "a litmus test as a core program, a core program as a C litmus test"));
}

}  // namespace drover::cli
