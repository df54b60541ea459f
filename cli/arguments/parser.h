#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

// `drover` or a subcommand was called; its targets have their values.
struct Called {
  const CommandDescription* command = nullptr;
  std::string path;  // "models compare"; empty for `drover`
};
// The user asked for help or the version.
struct Told {
  std::string text;
};
struct Refused {
  std::string text;
  std::string path;  // of the called command
};
using ParseAnswer = std::variant<Called, Told, Refused>;

// Returns the last lines of a command's help text.
using Footer = std::function<std::string(const CommandDescription&)>;
[[nodiscard]] ParseAnswer parse_arguments(const CommandDescription& whole,
                                          const std::string& version, const Footer& footer,
                                          std::vector<std::string> words);

}  // namespace drover::cli
