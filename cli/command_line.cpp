#include "cli/command_line.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <type_traits>
#include <utility>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/diy_options.h"
#include "cli/herd_options.h"
#include "explorer/models/model_registry.h"
#include "frontend/warning_policy.h"
#include "input/compiler_flags.h"
#include "input/load_model.h"
#include "input/subject.h"
#include "litmus/library.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

// Returns the call of a run in pieces for a folder that has all its files: only the program is
// named.
std::vector<std::string> call_in_folder(std::vector<std::string> arguments,
                                        const CheckCommand& check) {
  std::vector<std::string> out;
  const std::string& program = check.input.files.front();
  const auto is_part = [&](const std::string& word) {
    return std::ranges::any_of(check.input.constants, [&](const ConstantOverride& each) {
      return each.file == program && each.compiler_argument.ends_with("=" + word);
    });
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "-p" || word == "--target") {
      ++i;
    } else if (!word.starts_with("-p") && !word.starts_with("--target=") && !is_part(word)) {
      out.push_back(word);
    }
  }
  return out;
}

Command parse(const CommandDescription& drover, const std::vector<std::string>& arguments) {
  Command command = parse_arguments(drover, arguments);
  // `split` writes its own call into the folder of pieces.
  if (auto* split = std::get_if<SplitCommand>(&command)) {
    split->arguments = call_in_folder(arguments, split->check);
  }
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

// ---- Flags of compilers

// A call without the flags of a compiler that change nothing here. The others are written as
// Drover's options.
struct WithoutFlags {
  std::vector<std::string> arguments;
  std::vector<std::string> ignored;
  std::string refusal;  // empty: none
  std::string command;
};

// True if a word that begins like an option of Drover is that option, with its value attached to
// it:
// `-mtso`, `-Wno-c-format`.
bool is_attached_value(const Argument& option, const std::string& word) {
  const std::string value = word.substr(2);
  switch (word[1]) {
    case 'm': {
      const std::string first = value.substr(0, value.find(','));
      return find_model(first) != nullptr || input::is_model_file(first) ||
             !input::find_compiler_flag(word);
    }
    case 'W': {
      constexpr std::array<std::string_view, 3> OfRuns{"leak", "vacuous", "open-order"};
      const auto is_of_run = [&](std::string_view kind) { return value.ends_with(kind); };
      if (std::ranges::any_of(OfRuns, is_of_run)) return true;
      WarningPolicy ignored;
      return value.find("c-") == 0 || value.find("-c-") != std::string::npos ||
             value.find("=c-") != std::string::npos ||
             (value != "error" && apply_warning_word(value, ignored));
    }
    case 'f': return std::ranges::find(option.choices, value) != option.choices.end();
    case 'D':
    case 'I':
    case 'U':
    case 'o': return true;
    default: return !input::find_compiler_flag(word);
  }
}

void take_flag(const std::string& word, const std::string& next, WithoutFlags& out) {
  const auto is = [&](std::string_view flag) { return word.starts_with(flag); };
  const auto pass = [&](std::string_view flag, std::string_view option) {
    out.arguments.emplace_back(option);
    out.arguments.push_back(word == flag ? next : word.substr(flag.size()));
  };
  constexpr std::string_view Standard = "-std=";
  if (is("-isystem")) return pass("-isystem", "--isystem");
  if (is("-idirafter")) return pass("-idirafter", "--isystem");
  if (is("-iquote")) return pass("-iquote", "--iquote");
  if (word == "-include") return pass("-include", "--include");
  if (word == "-ansi") {
    out.arguments.emplace_back("--std=c90");
  } else if (is(Standard)) {
    out.arguments.push_back("--std=" + word.substr(Standard.size()));
  } else {
    out.arguments.push_back(word);
    if (!next.empty()) out.arguments.push_back(next);
  }
}

WithoutFlags without_flags(const CommandDescription& drover,
                           const std::vector<std::string>& arguments) {
  const auto names_c = [](const std::string& word) {
    return input::is_c_name(word) || word == "-p";
  };
  const CommandDescription* command = arguments.empty() ? nullptr : drover.find(arguments.front());
  if (command == nullptr) command = drover.find("check");
  const bool takes_c = find_option(*command, "--isystem") != nullptr;
  if (!takes_c || std::ranges::none_of(arguments, names_c)) return {arguments, {}, "", ""};
  WithoutFlags out;
  out.command = command->name;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool is_long = word.starts_with("--");
    const Argument* option =
        word.starts_with('-') && word.size() > 1
            ? find_option(*command, is_long ? word.substr(0, word.find('=')) : word.substr(0, 2))
            : nullptr;
    const bool has_value_inside = is_long ? word.find('=') != std::string::npos : word.size() > 2;
    const bool is_drovers =
        !word.starts_with('-') || word == "-" ||
        (option != nullptr && (is_long || !has_value_inside || is_attached_value(*option, word)));
    const auto flag = is_drovers ? std::nullopt : input::find_compiler_flag(word);
    if (!flag) {
      out.arguments.push_back(word);
      const bool takes_next = option != nullptr && !option->is_flag() && !has_value_inside;
      if (takes_next && i + 1 < arguments.size()) out.arguments.push_back(arguments[++i]);
      continue;
    }
    const std::string next = flag->takes_next && i + 1 < arguments.size() ? arguments[++i] : "";
    if (flag->use == input::FlagUse::Passed) {
      take_flag(word, next, out);
    } else if (flag->use == input::FlagUse::Refused || (word == "-x" && next != "c")) {
      if (out.refusal.empty()) {
        out.refusal = format("`{}`: {}", word, word == "-x" ? "only C is read" : flag->why);
      }
    } else {
      out.ignored.push_back(next.empty() ? word : format("{} {}", word, next));
    }
  }
  return out;
}

// With -v, lists the flags that were left out.
Command with_note_on_flags(Command command, const std::vector<std::string>& ignored) {
  const auto add_note = [&](auto& each) {
    if constexpr (requires {
                    each.verbosity;
                    each.input.constants;
                  }) {
      if (each.verbosity != Verbosity::Verbose || each.input.files.empty()) return;
      each.input.constants.push_back(
          {.name = "",
           .compiler_argument =
               format("--note=drover: flags that change nothing here: {}", joined(ignored, " ")),
           .file = each.input.files.front()});
    }
  };
  if (!ignored.empty()) std::visit(add_note, command);
  return command;
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
  const bool has_build = std::ranges::find(arguments, "-p") != arguments.end();
  const bool is_input =
      !input.is_terminal && !has_build && files && (files->empty() || files->front() == "-");
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
  const HerdOptions herd = takes_diy_options(arguments) ? translate_diy_options(arguments)
                                                        : translate_herd_options(arguments);
  if (std::ranges::find(herd.arguments, "--version") != herd.arguments.end()) {
    return parse(drover, {"--version"});
  }
  const WithoutFlags flags = without_flags(drover, herd.arguments);
  if (!flags.refusal.empty()) return wrong_call(flags.refusal, flags.command);
  WholeCall call = with_command(drover, flags.arguments, input);
  const bool is_blank =
      call.standard_input && call.standard_input->find_first_not_of(" \t\r\n") == std::string::npos;
  if (arguments.empty() && (input.is_terminal || is_blank)) {
    Command help = parse(drover, {"--help"});
    std::get<LeaveAtOnce>(help).status = ExitBadInput;
    return help;
  }
  const std::string command = call.words.front();
  if ((command == "litmus" || command == "generate") && !herd.unreadable.empty()) {
    return LeaveAtOnce{ExitBadInput,
                       format("drover {}: -conf: cannot read `{}`\n", command, herd.unreadable)};
  }
  if (command == "generate" && !herd.unsupported.empty()) {
    return LeaveAtOnce{ExitBadInput, format("drover generate: {}\n", herd.unsupported)};
  }
  if (command == "litmus" && !herd.unsupported.empty()) {
    return LeaveAtOnce{ExitBadInput, format("drover: herd's option `{}` is not supported\n"
                                            "Try `drover litmus --help`.\n",
                                            herd.unsupported)};
  }
  return with_note_on_flags(
      with_input(parse(drover, call.words), command, input, call.standard_input), flags.ignored);
}

}  // namespace drover::cli
