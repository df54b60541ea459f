#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

// The whole, or a command within it, was called, and its targets have their values.
struct Called {
  const CommandDescription* command = nullptr;
  std::string path;  // "models compare"; empty for the whole
};
// Help or the version was asked for.
struct Told {
  std::string text;
};
struct Refused {
  std::string text;
  std::string path;  // of what was called
};
using ParseAnswer = std::variant<Called, Told, Refused>;

// `footer` ends the help text of a command.
using Footer = std::function<std::string(const CommandDescription&)>;
[[nodiscard]] ParseAnswer parse_arguments(const CommandDescription& whole,
                                          const std::string& version, const Footer& footer,
                                          std::vector<std::string> words);

}  // namespace drover::cli
