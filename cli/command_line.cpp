#include "cli/command_line.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <type_traits>
#include <utility>

#include "cli/arguments/arguments.h"
#include "cli/arguments/completion.h"
#include "cli/arguments/man_page.h"
#include "cli/arguments/options.h"
#include "cli/arguments/parser.h"
#include "cli/herd_options.h"
#include "input/subject.h"
#include "litmus/library.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/version.h"

namespace drover::cli {

namespace {

// Returns the end of a command's help text: its exit statuses.
std::string footer_of(const CommandDescription& command) {
  constexpr std::size_t Width = 90;
  const bool is_whole = command.name == "drover";
  std::string text = is_whole ? format("{}\n", BareFileText) : "";
  std::string line = "Exit status:";
  for (const ExitMeaning& each : command.exits) {
    const bool is_last = each.status == command.exits.back().status;
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

// Returns one line per library.
std::string version_text() {
  std::string text = format("drover {}", version_with_commit());
  for (const LibraryVersion& library : library_versions()) {
    text += format("\n{} {}", library.name, library.version);
  }
  return text;
}

// `path` is the command whose help the message recommends; empty: `drover`.
LeaveAtOnce wrong(std::string_view text, std::string_view path = "") {
  return {ExitBadInput,
          format("drover: {}\nTry `drover {}{}--help`.\n", text, path, path.empty() ? "" : " ")};
}

Command parse(const CommandDescription& drover, const std::vector<std::string>& arguments) {
  const ParseAnswer answer = parse_arguments(drover, version_text(), footer_of, arguments);
  if (const auto* told = std::get_if<Told>(&answer)) return LeaveAtOnce{ExitVerified, told->text};
  if (const auto* refused = std::get_if<Refused>(&answer)) {
    return wrong(refused->text, refused->path);
  }
  const auto& called = std::get<Called>(answer);
  try {
    Command command = called.command->take();
    // The pieces of a run record its call.
    if (auto* split = std::get_if<SplitCommand>(&command)) split->arguments = arguments;
    return command;
  } catch (const WrongArgument& error) {
    return wrong(error.what(), called.path);
  }
}

bool is_command(const CommandDescription& drover, const std::string& word) {
  return std::ranges::find(drover.commands, word, &CommandDescription::name) !=
         drover.commands.end();
}

// True for a word that is no command and cannot be a file: no `.`, `/` or `-`, and no such file.
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
  const std::string hint =
      litmus::find_library_test(word) == nullptr
          ? suggestion(word, names)
          : format("; `drover litmus {}` runs the litmus test of that name", word);
  return wrong(
      format("`{}` is neither a command nor a file{} (the commands are: {})", word, hint, list));
}

const Argument* find_option(const CommandDescription& command, const std::string& spelling) {
  const auto found = std::ranges::find_if(command.arguments, [&](const Argument& each) {
    const std::vector<std::string> all = each.spellings();
    return !each.is_positional() && std::ranges::find(all, spelling) != all.end();
  });
  return found == command.arguments.end() ? nullptr : &*found;
}

// Returns the words that are neither options of the command nor option values. Nothing if an option
// does not belong to the command.
std::optional<std::vector<std::string>> files_among(const CommandDescription& command,
                                                    std::span<const std::string> words) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-" || !word.starts_with('-')) {
      files.push_back(word);
      continue;
    }
    const bool is_long = word.starts_with("--");
    const std::string name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
    const Argument* option = find_option(command, name);
    if (option == nullptr) return std::nullopt;
    const bool has_value_inside = name.size() < word.size();
    if (!option->is_flag() && !has_value_inside) ++i;
  }
  return files;
}

// Returns the index of a command that follows its own options: `-m tso check FILE`. Nothing if
// there is no such command.
std::optional<std::size_t> late_command(const CommandDescription& drover,
                                        const std::vector<std::string>& arguments) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const auto command =
        std::ranges::find(drover.commands, arguments[i], &CommandDescription::name);
    if (command == drover.commands.end()) continue;
    const auto before = files_among(*command, std::span(arguments).first(i));
    // The word may be the last option's value.
    const auto with = files_among(*command, std::span(arguments).first(i + 1));
    if (before && before->empty() && with && with->size() == 1) return i;
  }
  return std::nullopt;
}

// Returns the command for the first argument that is a file.
std::string_view command_for(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with('-')) continue;
    if (const auto kind = input::kind_of_file(argument)) return input::info_of(*kind).command;
  }
  return input::info_of(input::SubjectKind::Core).command;
}

struct WholeCall {
  std::vector<std::string> words;             // begins with the command
  std::optional<std::string> standard_input;  // set if it had to be read
};

// `drover FILE…` means `drover check FILE…` or `drover litmus FILE…`; so does text on standard
// input.
WholeCall with_command(const CommandDescription& drover, std::vector<std::string> arguments,
                       const StandardInput& input) {
  const bool is_general =
      !arguments.empty() && (arguments.front() == "-h" || arguments.front() == "--help" ||
                             arguments.front() == "--version");
  if (is_general || (!arguments.empty() && is_command(drover, arguments.front()))) {
    return {std::move(arguments), std::nullopt};
  }
  if (const auto late = late_command(drover, arguments)) {
    const auto command = arguments.begin() + static_cast<std::ptrdiff_t>(*late);
    std::rotate(arguments.begin(), command, command + 1);
    return {std::move(arguments), std::nullopt};
  }
  const auto check = std::ranges::find(drover.commands, "check", &CommandDescription::name);
  const auto files = files_among(*check, arguments);
  const bool is_input = !input.is_terminal && files && (files->empty() || files->front() == "-");
  std::optional<std::string> text;
  if (is_input) text = input.read();
  const std::string_view command =
      text ? input::info_of(input::kind_of_text(*text)).command : command_for(arguments);
  arguments.insert(arguments.begin(), std::string(command));
  return {std::move(arguments), std::move(text)};
}

// ---- Standard input

// The files of a command that accepts standard input.
template <typename Files>
struct InputFiles {
  Files& files;
  std::optional<std::string>& standard_input;
};
template <typename Files>
InputFiles(Files&, std::optional<std::string>&) -> InputFiles<Files>;

// True if the command now has a file.
template <typename Files>
bool take_input(InputFiles<Files> taken, const StandardInput& input,
                const std::optional<std::string>& text) {
  taken.standard_input = text;
  if (!taken.files.empty()) return true;
  if (input.is_terminal) return false;
  if constexpr (std::is_same_v<Files, std::string>) {
    taken.files = std::string(input::StandardInputPath);
  } else {
    taken.files = {std::string(input::StandardInputPath)};
  }
  return true;
}

Command with_input(Command command, const std::string& name, const StandardInput& input,
                   const std::optional<std::string>& text) {
  const bool has_file = std::visit(
      overloaded{
          [&](CheckCommand& c) {
            return take_input(InputFiles{c.input.files, c.input.standard_input}, input, text);
          },
          [&](ShowCommand& c) {
            return take_input(InputFiles{c.input.files, c.input.standard_input}, input, text);
          },
          [&](ExplainCommand& c) {
            return take_input(InputFiles{c.input.files, c.input.standard_input}, input, text);
          },
          [&](OrdersCommand& c) {
            return take_input(InputFiles{c.input.files, c.input.standard_input}, input, text);
          },
          [&](LitmusCommand& c) {
            return c.lists_library ||
                   take_input(InputFiles{c.files, c.standard_input}, input, text);
          },
          [&](DrawCommand& c) {
            return take_input(InputFiles{c.file, c.standard_input}, input, text);
          },
          [&](ConvertCommand& c) {
            return take_input(InputFiles{c.file, c.standard_input}, input, text);
          },
          [&](FormatCommand& c) {
            return take_input(InputFiles{c.files, c.standard_input}, input, text);
          },
          [](auto& /*it names its files, or has none*/) { return true; }},
      command);
  if (has_file) return command;
  return wrong(format("{}: FILE is missing: standard input is a terminal", name), name);
}

// `--man PAGE` and `--completion SHELL` print files that are installed with the program. Without a
// name, they list pages or shells. Help omits them: they are for the build.
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

Command parse_command_line(const std::vector<std::string>& arguments, const StandardInput& input) {
  const CommandDescription drover = describe_drover();
  if (!arguments.empty()) {
    if (auto for_build = parse_for_build(drover, arguments)) return *std::move(for_build);
    if (is_unknown_command(drover, arguments.front())) {
      return unknown_command(drover, arguments.front());
    }
  }
  const HerdOptions herd = translate_herd_options(arguments);
  if (std::ranges::find(herd.arguments, "--version") != herd.arguments.end()) {
    return parse(drover, {"--version"});
  }
  WholeCall call = with_command(drover, herd.arguments, input);
  const bool is_blank =
      call.standard_input && call.standard_input->find_first_not_of(" \t\r\n") == std::string::npos;
  if (arguments.empty() && (input.is_terminal || is_blank)) {
    Command help = parse(drover, {"--help"});
    std::get<LeaveAtOnce>(help).status = ExitBadInput;
    return help;
  }
  const std::string command = call.words.front();
  if (command == "litmus" && !herd.unreadable.empty()) {
    return LeaveAtOnce{ExitBadInput,
                       format("drover litmus: -conf: cannot read `{}`\n", herd.unreadable)};
  }
  if (command == "litmus" && !herd.unsupported.empty()) {
    return LeaveAtOnce{ExitBadInput, format("drover: herd's option `{}` is not supported\n"
                                            "Try `drover litmus --help`.\n",
                                            herd.unsupported)};
  }
  return with_input(parse(drover, call.words), command, input, call.standard_input);
}

}  // namespace drover::cli
