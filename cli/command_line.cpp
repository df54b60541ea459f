#include "cli/command_line.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "cli/arguments/arguments.h"
#include "cli/arguments/completion.h"
#include "cli/arguments/man_page.h"
#include "cli/arguments/options.h"
#include "cli/arguments/parser.h"
#include "cli/herd_options.h"
#include "input/subject.h"
#include "support/format.h"
#include "support/version.h"

namespace drover::cli {

namespace {

// What every help text ends with.
std::string footer() {
  constexpr std::size_t Width = 90;
  std::string text = format("{}\n", BareFileText);
  std::string line = "Exit status:";
  for (const ExitMeaning& each : ExitMeanings) {
    const bool is_last = each.status == ExitMeanings.back().status;
    const std::string part = format(" {} {}{}", each.status, each.meaning, is_last ? "." : ",");
    if (line.size() + part.size() <= Width) {
      line += part;
    } else {
      text += line + "\n";
      line = part.substr(1);
    }
  }
  return text + line;
}

// One line per library.
std::string version_text() {
  std::string text = format("drover {}", version_with_commit());
  for (const LibraryVersion& library : library_versions()) {
    text += format("\n{} {}", library.name, library.version);
  }
  return text;
}

LeaveAtOnce wrong(std::string_view text) {
  return {ExitBadInput, format("drover: {}\nTry `drover --help`.\n", text)};
}

Command parse(const CommandDescription& drover, const std::vector<std::string>& arguments) {
  const ParseAnswer answer = parse_arguments(drover, version_text(), footer(), arguments);
  if (const auto* told = std::get_if<Told>(&answer)) return LeaveAtOnce{ExitVerified, told->text};
  if (const auto* refused = std::get_if<Refused>(&answer)) return wrong(refused->text);
  try {
    return std::get<Called>(answer).command->take();
  } catch (const WrongArgument& error) {
    return wrong(error.what());
  }
}

bool is_command(const CommandDescription& drover, const std::string& word) {
  return std::ranges::find(drover.commands, word, &CommandDescription::name) !=
         drover.commands.end();
}

// Whether a word cannot be meant as a file: it has no ending and no folder, and does not exist.
bool is_unknown_command(const CommandDescription& drover, const std::string& word) {
  if (is_command(drover, word) || word.empty()) return false;
  if (word.find_first_of("./-") != std::string::npos) return false;
  std::error_code ignored;
  return !std::filesystem::exists(word, ignored);
}

LeaveAtOnce unknown_command(const CommandDescription& drover, const std::string& word) {
  std::vector<std::string> names;
  std::string list;
  for (const CommandDescription& command : drover.commands) {
    names.push_back(command.name);
    list += (list.empty() ? "" : ", ") + command.name;
  }
  return wrong(format("`{}` is neither a command nor a file{} (the commands are: {})", word,
                      suggestion(word, names), list));
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
std::vector<std::string> with_command(const CommandDescription& drover,
                                      std::vector<std::string> arguments) {
  const std::string& first = arguments.front();
  const bool is_general = first == "-h" || first == "--help" || first == "--version";
  if (is_command(drover, first) || is_general) return arguments;
  arguments.insert(arguments.begin(), std::string(command_for(arguments)));
  return arguments;
}

// `--man PAGE` and `--completion SHELL` print what is installed besides the program. Without a
// name, they list the pages or the shells. Help does not show them: they are for the build.
std::optional<Command> parse_for_build(const CommandDescription& drover,
                                       const std::vector<std::string>& arguments) {
  const std::string& what = arguments.front();
  const bool is_man = what == "--man";
  if (!is_man && what != "--completion") return std::nullopt;
  const std::vector<std::string> names = is_man ? man_page_names(drover) : completed_shells();
  std::string list;
  for (const std::string& name : names) list += name + "\n";
  if (arguments.size() == 1) return LeaveAtOnce{ExitVerified, list};
  const std::string& name = arguments[1];
  if (arguments.size() > 2) return wrong(format("{}: takes one name", what));
  const auto text = is_man ? man_page(drover, name) : completion_script(drover, name);
  if (text) return LeaveAtOnce{ExitVerified, *text};
  return wrong(format("{}: there is no `{}`{}", what, name, suggestion(name, names)));
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments) {
  const CommandDescription drover = describe_drover();
  if (arguments.empty()) {
    Command help = parse(drover, {"--help"});
    std::get<LeaveAtOnce>(help).status = ExitBadInput;
    return help;
  }
  if (auto for_build = parse_for_build(drover, arguments)) return *std::move(for_build);
  if (is_unknown_command(drover, arguments.front())) {
    return unknown_command(drover, arguments.front());
  }
  const std::vector<std::string> whole = with_command(drover, arguments);
  if (whole.front() != "litmus") return parse(drover, whole);
  const HerdOptions herd = translate_herd_options(whole);
  if (herd.unsupported.empty()) return parse(drover, herd.arguments);
  return LeaveAtOnce{ExitBadInput, format("drover: herd's option `{}` is not supported\n"
                                          "Try `drover litmus --help`.\n",
                                          herd.unsupported)};
}

}  // namespace drover::cli
