#pragma once

// Description of a command's arguments as data, for parser, help, man pages and completions.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/command_line.h"
#include "support/text.h"

namespace drover::cli {

// A counting flag: --hint twice is 2, and so is --hint=2.
struct FlagCount {
  std::optional<std::uint32_t>* count = nullptr;
};
// A flag with an optional value: --expect, --expect=FILE.
struct FlagValue {
  ExpectOption* option = nullptr;
};

// Callbacks that take a flag, a value, or all values of an argument. They may throw WrongArgument.
using OnFlag = std::function<void()>;
using OnWord = std::function<void(const std::string&)>;
using OnWords = std::function<void(const std::vector<std::string>&)>;

// Destination of an argument's value. The type tells the kind of argument: a flag has no value, a
// vector makes the argument repeatable.
using Target = std::variant<bool*, OnFlag, FlagCount, FlagValue, std::string*,
                            std::optional<std::string>*, std::vector<std::string>*, OnWord, OnWords,
                            std::uint32_t*, std::optional<std::uint32_t>*, std::uint64_t*,
                            std::optional<std::uint64_t>*, double*, std::optional<double>*>;

// Inclusive limits of numbers.
struct Limits {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();  // infinity: the type's own limit
};

enum class ValueIs : std::uint8_t { Text, File, Folder };

// An option, or a positional argument.
struct Argument {
  std::string names;       // "-m,--model"; "FILE" for a positional argument
  std::string value = {};  // the value's name in help; empty for flags and positional arguments
  std::string text = {};
  Target target = {};
  std::string usual = {};                   // the default as shown in help; empty: not shown
  std::vector<std::string> choices = {};    // the only accepted values
  std::vector<std::string> proposals = {};  // for completions; other values are accepted, too
  ValueIs kind = ValueIs::Text;
  Limits limits = {};
  bool is_required = false;
  bool has_commas = false;  // NAME,…: commas separate values

  [[nodiscard]] bool is_positional() const { return !names.starts_with('-'); }
  [[nodiscard]] bool is_flag() const { return target.index() <= 3; }
  [[nodiscard]] bool is_repeatable() const {
    return std::holds_alternative<std::vector<std::string>*>(target) ||
           std::holds_alternative<OnWords>(target);
  }
  // Returns "-m" and "--model".
  [[nodiscard]] std::vector<std::string> spellings() const { return split(names, ','); }
};

struct ExitMeaning {
  int status = 0;
  std::string_view meaning;
};

struct CommandDescription {
  std::string name;
  std::string summary;
  std::vector<Argument> arguments = {};
  // By status; describe_drover adds BadInputMeaning and FaultMeaning where they are missing.
  std::vector<ExitMeaning> exits = {};
  std::vector<CommandDescription> commands = {};  // subcommands
  // Returns the command once the arguments are parsed. Throws WrongArgument if the arguments
  // contradict each other. Empty if a subcommand is required.
  std::function<Command()> take = {};

  // Null if there is no such subcommand.
  [[nodiscard]] const CommandDescription* find(std::string_view subcommand) const {
    const auto found = std::ranges::find(commands, subcommand, &CommandDescription::name);
    return found == commands.end() ? nullptr : &*found;
  }
};

// A subcommand of `drover`, at any depth.
struct NamedCommand {
  std::string words;  // "models compare"
  const CommandDescription* command = nullptr;
};
[[nodiscard]] std::vector<NamedCommand> all_commands(const CommandDescription& drover);

// Help text of --help, an option of every command.
inline constexpr std::string_view HelpOptionText = "Print this help message and exit";
// Help text of --version, an option of `drover` alone.
inline constexpr std::string_view VersionOptionText =
    "Display program version information and exit";
inline constexpr std::string_view BareFileText =
    "`drover FILE` is `drover check FILE` or `drover litmus FILE`, depending on what is in the "
    "file.";

// Exit statuses that most commands share.
inline constexpr ExitMeaning BadInputMeaning{ExitBadInput, "the input or the call is wrong"};
inline constexpr ExitMeaning IncompleteMeaning{ExitIncomplete,
                                               "a limit was reached before the end"};
inline constexpr ExitMeaning FaultMeaning{ExitFault, "a fault of Drover itself"};

// A wrong argument; `where` names the argument.
class WrongArgument : public std::runtime_error {
 public:
  WrongArgument(const std::string& where, const std::string& text)
      : std::runtime_error(where + ": " + text) {}
};

}  // namespace drover::cli
