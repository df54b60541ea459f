#pragma once

// What each command takes on the command line. A file per command: its options, and what they come
// to once they have been parsed.

#include <memory>
#include <string>
#include <utility>

#include "cli/arguments/description.h"

namespace drover::cli {

// A class of arguments has a list() that points into it, and a take() that gives the command.
template <typename Arguments>
[[nodiscard]] CommandDescription describe(std::string name, std::string summary) {
  const auto arguments = std::make_shared<Arguments>();
  return {.name = std::move(name),
          .summary = std::move(summary),
          .arguments = arguments->list(),
          .take = [arguments] { return arguments->take(); }};
}

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

// `drover` itself. Commands are in the order in which help lists them.
[[nodiscard]] CommandDescription describe_drover();

}  // namespace drover::cli
