#pragma once

// What a command takes, as data. The parser, help, man pages and completions all read it.

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/command_line.h"

namespace drover::cli {

// A flag that counts: --hint twice is 2, and so is --hint=2.
struct FlagCount {
  std::optional<std::uint32_t>* count = nullptr;
};
// A flag that may have a value: --expect, and --expect=FILE.
struct FlagValue {
  ExpectOption* option = nullptr;
};

// Where the value of an argument goes. It tells what kind of argument it is: a flag has no value,
// a vector makes an argument repeatable.
using Target = std::variant<bool*, std::function<void()>, FlagCount, FlagValue, std::string*,
                            std::optional<std::string>*, std::vector<std::string>*, std::uint32_t*,
                            std::optional<std::uint32_t>*, std::uint64_t*,
                            std::optional<std::uint64_t>*, double*, std::optional<double>*>;

// Limits of numbers, both included.
struct WholeRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};
struct RealRange {
  double least = 0;
  double most = 0;
};
using Limits = std::variant<std::monostate, WholeRange, RealRange>;

enum class ValueIs : std::uint8_t { Text, File, Folder };

// An option, or a positional argument.
struct Argument {
  std::string names;       // "-m,--model"; "FILE" for a positional argument
  std::string value = {};  // what help calls the value; empty for flags and positional arguments
  std::string text = {};
  Target target = static_cast<bool*>(nullptr);
  std::string usual = {};                   // the default, as help shows it; empty: not shown
  std::vector<std::string> choices = {};    // no other value is accepted
  std::vector<std::string> proposals = {};  // for completions; other values are accepted
  ValueIs kind = ValueIs::Text;
  Limits limits = {};
  bool is_required = false;
  bool has_commas = false;  // NAME,…: commas separate values

  [[nodiscard]] bool is_positional() const { return !names.starts_with('-'); }
  [[nodiscard]] bool is_flag() const { return target.index() <= 3; }
  [[nodiscard]] bool is_repeatable() const {
    return std::holds_alternative<std::vector<std::string>*>(target);
  }
  // "-m" and "--model".
  [[nodiscard]] std::vector<std::string> spellings() const;
};

struct ExitMeaning {
  int status = 0;
  std::string_view meaning;
};

struct CommandDescription {
  std::string name;
  std::string summary;
  std::vector<Argument> arguments;
  std::vector<ExitMeaning> exits = {};            // by status
  std::vector<CommandDescription> commands = {};  // within this one
  // What is to be done, once the arguments are parsed. Throws WrongArgument if they do not go
  // together. Empty if one of `commands` must be named.
  std::function<Command()> take = {};
};

// Of every command.
inline constexpr std::string_view HelpOptionText = "Print this help message and exit";
// Of `drover` alone.
inline constexpr std::string_view VersionOptionText =
    "Display program version information and exit";
inline constexpr std::string_view BareFileText =
    "`drover FILE` is `drover check FILE` or `drover litmus FILE`, depending on what is in the "
    "file.";

// What statuses mean to most commands.
inline constexpr ExitMeaning BadInputMeaning{ExitBadInput, "the input or the call is wrong"};
inline constexpr ExitMeaning IncompleteMeaning{ExitIncomplete,
                                               "a limit was reached before the end"};
inline constexpr ExitMeaning FaultMeaning{ExitFault, "a fault of Drover itself"};

// An argument that is wrong; `where` names it.
class WrongArgument : public std::runtime_error {
 public:
  WrongArgument(const std::string& where, const std::string& text)
      : std::runtime_error(where + ": " + text) {}
};

}  // namespace drover::cli
