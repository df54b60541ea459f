#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class LspArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {
        flag("--stdio", &uses_streams_,
             "communicate on standard input and output, as it always does"),
        models_option(command_.models,
                      "; their verdicts are shown above programs, unless the editor names others "
                      "(default: sc, tso, rc11)"),
        with_default(max_time_option(&command_.max_seconds, ", per model, for such a verdict")),
        {.names = "--max-memory",
         .value = "MIB",
         .text = "memory for such a verdict",
         .target = &command_.max_memory,
         .usual = "2048",
         .limits = WholeRange{64, 1 << 20}}};
  }

  // Throws WrongArgument.
  [[nodiscard]] Command take() {
    for (const std::string& name : command_.models) require_model("--model", name);
    return command_;
  }

 private:
  LspCommand command_;
  bool uses_streams_ = false;
};

}  // namespace

CommandDescription describe_lsp() {
  return describe<LspArguments>(
      "lsp", "the language server, for editors",
      {{ExitVerified, "the editor has shut it down"},
       {ExitViolation, "the editor disconnected without shutting it down"},
       BadInputMeaning,
       FaultMeaning});
}

}  // namespace drover::cli
