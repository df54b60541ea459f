#include "cli/command_line.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <type_traits>
#include <utility>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"
#include "input/subject.h"
#include "litmus/library.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

Command parse(const CommandDescription& drover, const std::vector<std::string>& arguments) {
  Command command = parse_arguments(drover, arguments);
  // `split` writes its own call into the folder of pieces.
  if (auto* split = std::get_if<SplitCommand>(&command)) split->arguments = arguments;
  return command;
}

// True for a word that is no command and cannot be a file: no `.`, `/` or `-`, and no such file.
bool is_unknown_command(const CommandDescription& drover, const std::string& word) {
  if (drover.find(word) != nullptr || word.empty()) return false;
  if (word.find_first_of("./-") != std::string::npos) return false;
  std::error_code ignored;
  return !std::filesystem::exists(word, ignored);
}

LeaveAtOnce unknown_command(const CommandDescription& drover, const std::string& word) {
  std::vector<std::string> names;
  for (const CommandDescription& command : drover.commands) names.push_back(command.name);
  const std::string hint =
      litmus::find_library_test(word) == nullptr
          ? suggestion(word, names)
          : format("; `drover litmus {}` runs the litmus test of that name", word);
  return wrong_call(format("`{}` is neither a command nor a file{} (the commands are: {})", word,
                           hint, joined(names, ", ")));
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
    const CommandDescription* const command = drover.find(arguments[i]);
    if (command == nullptr) continue;
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
  if (is_general || (!arguments.empty() && drover.find(arguments.front()) != nullptr)) {
    return {std::move(arguments), std::nullopt};
  }
  if (const auto late = late_command(drover, arguments)) {
    const auto command = arguments.begin() + static_cast<std::ptrdiff_t>(*late);
    std::rotate(arguments.begin(), command, command + 1);
    return {std::move(arguments), std::nullopt};
  }
  const auto files = files_among(*drover.find("check"), arguments);
  const bool is_input = !input.is_terminal && files && (files->empty() || files->front() == "-");
  std::optional<std::string> text;
  if (is_input) text = input.read();
  const std::string_view command =
      text ? input::info_of(input::kind_of_text(*text)).command : command_for(arguments);
  arguments.insert(arguments.begin(), std::string(command));
  return {std::move(arguments), std::move(text)};
}

// Lets a command that reads programs read standard input if it has no file.
Command with_input(Command command, const std::string& name, const StandardInput& input,
                   const std::optional<std::string>& text) {
  const auto take_input = [&](auto& each) {
    if constexpr (requires { each.input.standard_input; }) {
      each.input.standard_input = text;
      if (!each.input.files.empty()) return true;
      each.input.files = {std::string(input::StandardInputPath)};
      if constexpr (std::is_same_v<decltype(each), LitmusCommand&>) {
        if (each.lists_library) return true;
      }
      return !input.is_terminal;
    }
    return true;  // it names its files, or has none
  };
  if (std::visit(take_input, command)) return command;
  return wrong_call(format("{}: FILE is missing: standard input is a terminal", name), name);
}

// `--man PAGE` and `--completion SHELL` print files that are installed with the program. Without a
// name, they list pages or shells. Help omits them: they are for the build.
std::optional<Command> parse_for_build(const CommandDescription& drover,
                                       const std::vector<std::string>& arguments) {
  const std::string& what = arguments.front();
  const bool is_man = what == "--man";
  if (!is_man && what != "--completion") return std::nullopt;
  const std::vector<std::string> names = is_man ? man_page_names(drover) : completed_shells();
  if (arguments.size() == 1) return LeaveAtOnce{ExitVerified, joined(names, "\n") + "\n"};
  const std::string& name = arguments[1];
  if (arguments.size() > 2) return wrong_call(format("{}: takes one name", what));
  const auto text = is_man ? man_page(drover, name) : completion_script(drover, name);
  if (text) return LeaveAtOnce{ExitVerified, *text};
  return wrong_call(format("{}: there is no `{}`{}", what, name, suggestion(name, names)));
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
