#pragma once

// What each command takes on the command line. A file per command: its options, and what they come
// to once they have been parsed.

#include <memory>

#include "cli/arguments/cli11.h"
#include "cli/command_line.h"

namespace drover::cli {

// The arguments of one command. Lives while the command line is parsed; CLI11 writes into it.
class CommandArguments {
 public:
  explicit CommandArguments(CLI::App& app) : app_(&app) {}
  CommandArguments(const CommandArguments&) = delete;
  CommandArguments& operator=(const CommandArguments&) = delete;
  virtual ~CommandArguments() = default;

  // The command, or the command within it, that was given; nullptr if it was another one.
  [[nodiscard]] virtual const CLI::App* parsed() const { return app_->parsed() ? app_ : nullptr; }

  // What is to be done. Throws CLI::ValidationError if the arguments do not go together.
  [[nodiscard]] virtual Command take() = 0;

 protected:
  [[nodiscard]] CLI::App& app() { return *app_; }

 private:
  CLI::App* app_;
};

// Each adds its command to the whole.
[[nodiscard]] std::unique_ptr<CommandArguments> add_check(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_litmus(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_convert(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_vsc(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_draw(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_show(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_explain(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_report(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_models(CLI::App& whole);
[[nodiscard]] std::unique_ptr<CommandArguments> add_exercise(CLI::App& whole);

}  // namespace drover::cli
