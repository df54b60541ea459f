#pragma once

// Command-line arguments of each command. One file per command, or for a few that belong together,
// lists the options: their targets are members of the command, and `take` returns it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

[[nodiscard]] CommandDescription describe_check();
[[nodiscard]] CommandDescription describe_litmus();
[[nodiscard]] CommandDescription describe_convert();
[[nodiscard]] CommandDescription describe_vsc();
[[nodiscard]] CommandDescription describe_draw();
[[nodiscard]] CommandDescription describe_show();
[[nodiscard]] CommandDescription describe_explain();
[[nodiscard]] CommandDescription describe_play();
[[nodiscard]] CommandDescription describe_report();
[[nodiscard]] CommandDescription describe_models();
[[nodiscard]] CommandDescription describe_exercise();
[[nodiscard]] CommandDescription describe_serve();
[[nodiscard]] CommandDescription describe_schema();
[[nodiscard]] CommandDescription describe_split();
[[nodiscard]] CommandDescription describe_work();
[[nodiscard]] CommandDescription describe_merge();
[[nodiscard]] CommandDescription describe_format();
[[nodiscard]] CommandDescription describe_lsp();
[[nodiscard]] CommandDescription describe_relax();
[[nodiscard]] CommandDescription describe_repair();
[[nodiscard]] CommandDescription describe_linearize();
[[nodiscard]] CommandDescription describe_robust();
[[nodiscard]] CommandDescription describe_generate();
[[nodiscard]] CommandDescription describe_classify();

// Describes `drover` itself, with its commands in the order of the help text.
[[nodiscard]] CommandDescription describe_drover();

// Parses the words of a call that begins with a command of `drover`.
[[nodiscard]] Command parse_arguments(const CommandDescription& drover,
                                      std::vector<std::string> words);
// Refuses a call. `path` is the command whose help the message recommends; empty: `drover`.
[[nodiscard]] LeaveAtOnce wrong_call(std::string_view text, std::string_view path = "");

// Files that are installed with the program.

// Returns "drover", "drover-check", …, "drover-models-compare".
[[nodiscard]] std::vector<std::string> man_page_names(const CommandDescription& drover);
// Returns the page in section 1, as roff. Nothing if no page has the name.
[[nodiscard]] std::optional<std::string> man_page(const CommandDescription& drover,
                                                  std::string_view name);
// The fixed part of a shell's script, built into the program: a file of cli/shells. `{{commands}}`
// and other marks stand for what depends on the commands.
struct ShellScript {
  std::string_view name;  // of the shell
  std::string_view text;
};
[[nodiscard]] std::span<const ShellScript> shell_scripts();
// Returns bash, zsh, fish.
[[nodiscard]] std::vector<std::string> completed_shells();
// Returns a script that completes commands, options, known values and files. Nothing for an unknown
// shell.
[[nodiscard]] std::optional<std::string> completion_script(const CommandDescription& drover,
                                                           std::string_view shell);

}  // namespace drover::cli
