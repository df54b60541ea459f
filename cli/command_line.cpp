#include "cli/command_line.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"
#include "input/subject.h"
#include "support/format.h"

namespace drover::cli {

namespace {

constexpr std::string_view Version = "0.1.0";

using AddCommand = std::unique_ptr<CommandArguments> (*)(CLI::App&);
struct KnownCommand {
  std::string_view name;
  AddCommand add = nullptr;
};
// In the order in which help lists them.
constexpr std::array<KnownCommand, 10> Commands{{{"check", add_check},
                                                 {"litmus", add_litmus},
                                                 {"convert", add_convert},
                                                 {"vsc", add_vsc},
                                                 {"draw", add_draw},
                                                 {"show", add_show},
                                                 {"explain", add_explain},
                                                 {"report", add_report},
                                                 {"models", add_models},
                                                 {"exercise", add_exercise}}};

bool is_command(const std::string& word) {
  return std::ranges::find(Commands, word, &KnownCommand::name) != Commands.end();
}

// The command line as CLI11 sees it. Lives while the arguments are parsed.
class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", format("drover {}", Version));
    app_.require_subcommand(1);
    app_.get_formatter()->column_width(34);
    app_.footer(
        "`drover FILE` is `drover check FILE` or `drover litmus FILE`, by what is in the file.\n"
        "Exit status: 0 verified, 1 a property is violated, 2 the input or the call is wrong,\n"
        "3 a limit was reached before the end.");
    for (const KnownCommand& command : Commands) arguments_.push_back(command.add(app_));
  }

  Command parse(std::vector<std::string> arguments) {
    std::ranges::reverse(arguments);  // CLI11 takes them from the back
    try {
      app_.parse(arguments);
      for (const auto& each : arguments_) {
        if (each->parsed() != nullptr) return each->take();
      }
      return wrong("no command is named");
    } catch (const CLI::CallForHelp&) {
      return LeaveAtOnce{ExitVerified, help_text()};
    } catch (const CLI::CallForVersion& version) {
      return LeaveAtOnce{ExitVerified, std::string(version.what()) + "\n"};
    } catch (const CLI::ExtrasError& error) {
      return wrong(extras_text());
    } catch (const CLI::ParseError& error) {
      return wrong(error.what());
    }
  }

 private:
  [[nodiscard]] const CLI::App& current() const {
    for (const auto& each : arguments_) {
      if (const CLI::App* app = each->parsed()) return *app;
    }
    return app_;
  }

  [[nodiscard]] std::string help_text() const {
    const CLI::App& app = current();
    std::string words;  // of the commands that it is within
    for (const CLI::App* outer = app.get_parent(); outer != nullptr; outer = outer->get_parent()) {
      words = words.empty() ? outer->get_name() : outer->get_name() + " " + words;
    }
    return app.help(words);
  }

  [[nodiscard]] std::string extras_text() const {
    const std::vector<std::string> extras = app_.remaining(true);
    const std::string unknown = extras.empty() ? "" : extras.front();
    std::vector<std::string> known;
    for (const CLI::Option* option : current().get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    return format("unknown option `{}`{}", unknown, suggestion(unknown, known));
  }

  [[nodiscard]] static LeaveAtOnce wrong(const std::string& text) {
    return {ExitBadInput, format("drover: {}\nTry `drover --help`.\n", text)};
  }

  CLI::App app_{"Drover: a model checker for concurrent programs under weak memory models",
                "drover"};
  std::vector<std::unique_ptr<CommandArguments>> arguments_;
};

// A word that cannot be meant as a file: it has no ending, no folder, and is not there.
bool is_unknown_command(const std::string& word) {
  if (is_command(word) || word.empty()) return false;
  if (word.find_first_of("./-") != std::string::npos) return false;
  std::error_code ignored;
  return !std::filesystem::exists(word, ignored);
}

// The command for the first of the arguments that is a file.
std::string_view command_for(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with('-')) continue;
    if (const auto kind = input::kind_of_file(argument)) return input::info_of(*kind).command;
  }
  return input::info_of(input::SubjectKind::Core).command;
}

// `drover FILE…` means `drover check FILE…`, or `drover litmus FILE…`.
std::vector<std::string> with_command(std::vector<std::string> arguments) {
  const std::string& first = arguments.front();
  const bool is_general = first == "-h" || first == "--help" || first == "--version";
  if (is_command(first) || is_general) return arguments;
  arguments.insert(arguments.begin(), std::string(command_for(arguments)));
  return arguments;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    Command help = CommandLine().parse({"--help"});
    std::get<LeaveAtOnce>(help).status = ExitBadInput;
    return help;
  }
  if (is_unknown_command(arguments.front())) {
    std::vector<std::string> commands;
    std::string list;
    for (const KnownCommand& command : Commands) {
      commands.emplace_back(command.name);
      list += format("{}{}", list.empty() ? "" : ", ", command.name);
    }
    return LeaveAtOnce{ExitBadInput,
                       format("drover: `{}` is neither a command nor a file{} (the commands are: "
                              "{})\nTry `drover --help`.\n",
                              arguments.front(), suggestion(arguments.front(), commands), list)};
  }
  const std::vector<std::string> whole = with_command(arguments);
  if (whole.front() != "litmus") return CommandLine().parse(whole);
  const HerdOptions herd = translate_herd_options(whole);
  if (herd.unsupported.empty()) return CommandLine().parse(herd.arguments);
  return LeaveAtOnce{ExitBadInput, format("drover: herd's option `{}` is not supported\n"
                                          "Try `drover litmus --help`.\n",
                                          herd.unsupported)};
}

}  // namespace drover::cli
