#pragma once

// Command-line arguments of each command. One file per command, or for a few that belong together,
// lists the options: their targets are members of the command, and `take` returns it.

#include "cli/arguments/description.h"

namespace drover::cli {

[[nodiscard]] CommandDescription describe_check();
[[nodiscard]] CommandDescription describe_litmus();
[[nodiscard]] CommandDescription describe_convert();
[[nodiscard]] CommandDescription describe_vsc();
[[nodiscard]] CommandDescription describe_draw();
[[nodiscard]] CommandDescription describe_show();
[[nodiscard]] CommandDescription describe_explain();
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

// Describes `drover` itself, with its commands in the order of the help text.
[[nodiscard]] CommandDescription describe_drover();

}  // namespace drover::cli
