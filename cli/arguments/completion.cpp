// Shell completion scripts: a table of commands within the fixed code of cli/shells. `drover FILE`
// is completed as `drover check FILE`.

#include <algorithm>

#include "cli/arguments/arguments.h"
#include "support/filled_text.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

constexpr std::string_view BareCommand = "check";

// Returns the subcommands ("models compare") in single quotes.
std::string inner_commands(const CommandDescription& drover, std::string_view separator) {
  std::vector<NamedCommand> inner = all_commands(drover);
  std::erase_if(inner,
                [](const NamedCommand& each) { return each.words.find(' ') == std::string::npos; });
  return joined(inner, separator, [](const NamedCommand& each) { return "'" + each.words + "'"; });
}

std::string names_of(const CommandDescription& drover, std::string_view separator) {
  return joined(drover.commands, separator, &CommandDescription::name);
}

// Returns the choices of an argument, or else its proposals.
const std::vector<std::string>& values_of(const Argument& argument) {
  return argument.choices.empty() ? argument.proposals : argument.choices;
}

// Shortens a text to one line for the shell's list.
std::string short_text(const std::string& text) {
  constexpr std::size_t Most = 72;
  if (text.size() <= Most) return text;
  return text.substr(0, text.rfind(' ', Most)) + " ...";
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t i = text.find(what); i != std::string::npos;
       i = text.find(what, i + by.size())) {
    text.replace(i, what.size(), by);
  }
  return text;
}

std::vector<const Argument*> options_of(const CommandDescription& command) {
  std::vector<const Argument*> options;
  for (const Argument& argument : command.arguments) {
    if (!argument.is_positional()) options.push_back(&argument);
  }
  return options;
}

// Proposals for all positional arguments together. Some arguments also take files.
struct Positional {
  std::vector<std::string> words;
  bool is_file = false;
};

Positional positional_of(const CommandDescription& command) {
  Positional out;
  for (const CommandDescription& inner : command.commands) out.words.push_back(inner.name);
  for (const Argument& argument : command.arguments) {
    if (!argument.is_positional()) continue;
    out.is_file = out.is_file || argument.kind == ValueIs::File;
    for (const std::string& word : argument.proposals) {
      if (std::ranges::find(out.words, word) == out.words.end()) out.words.push_back(word);
    }
  }
  return out;
}

// bash

std::string bash_value(const Argument& argument) {
  std::string out;
  if (const std::string values = joined(values_of(argument), " "); !values.empty()) {
    out += format("{} '{}'; ", argument.has_commas ? "_drover_list" : "_drover_words", values);
  }
  if (argument.kind == ValueIs::File) out += "_drover_files; ";
  if (argument.kind == ValueIs::Folder) out += "_drover_folders; ";
  return out + "return";
}

std::string bash_command(const NamedCommand& path) {
  std::string values;
  std::vector<std::string> names{"-h", "--help"};
  for (const Argument* option : options_of(*path.command)) {
    const std::vector<std::string> spellings = option->spellings();
    names.insert(names.end(), spellings.begin(), spellings.end());
    if (option->is_flag()) continue;
    values += format("        {}) {};;\n", joined(spellings, "|"), bash_value(*option));
  }
  const Positional positional = positional_of(*path.command);
  std::string rest;
  if (!positional.words.empty()) {
    rest += format("      _drover_words '{}'\n", joined(positional.words, " "));
  }
  if (positional.is_file) rest += "      _drover_files\n";
  return format(
      "    '{}')\n"
      "      case \"$prev\" in\n{}      esac\n"
      "      if [[ $cur == -* ]]; then _drover_words '{}'; return; fi\n{}"
      "      ;;\n",
      path.words, values, joined(names, " "), rest);
}

// zsh

// Escapes a text for single quotes.
std::string quoted_for_zsh(const std::string& text) { return replaced(text, "'", "'\\''"); }

// Escapes a text of an option or value for a specification of _arguments.
std::string zsh_text(const std::string& text) {
  std::string out = quoted_for_zsh(short_text(text));
  for (const std::string_view special : {"[", "]", ":"}) {
    out = replaced(out, special, format("\\{}", special));
  }
  return out;
}

std::string zsh_action(const std::vector<std::string>& values, bool has_commas, ValueIs kind) {
  const std::string files = kind == ValueIs::File     ? "_files"
                            : kind == ValueIs::Folder ? "_files -/"
                                                      : "";
  if (values.empty()) return files.empty() ? " " : files;
  const std::string words = joined(values, " ");
  if (has_commas) return format("{{_sequence compadd - {}; {}}}", words, files);
  return files.empty() ? format("({})", words) : format("{{compadd -- {}; {}}}", words, files);
}

std::string zsh_option(const Argument& argument) {
  const std::vector<std::string> spellings = argument.spellings();
  const std::string before = argument.is_repeatable() ? "*"
                             : spellings.size() > 1   ? format("({})", joined(spellings, " "))
                                                      : "";
  std::string out;
  for (const std::string& spelling : spellings) {
    const bool is_long = spelling.starts_with("--");
    out += format("        '{}{}{}[{}]", before, spelling,
                  !argument.is_flag() && is_long ? "=" : "", zsh_text(argument.text));
    if (!argument.is_flag()) {
      out += format(":{}:{}", zsh_text(argument.value),
                    zsh_action(values_of(argument), argument.has_commas, argument.kind));
    }
    out += "' \\\n";
  }
  return out;
}

std::string zsh_command(const NamedCommand& path) {
  std::string options = format("        '(- *)'{{-h,--help}}'[{}]' \\\n", HelpOptionText);
  for (const Argument* option : options_of(*path.command)) options += zsh_option(*option);
  const Positional positional = positional_of(*path.command);
  return format(
      "    '{}')\n      _arguments -s -S \\\n{}        '*:argument:{}'\n      ;;\n", path.words,
      options,
      zsh_action(positional.words, false, positional.is_file ? ValueIs::File : ValueIs::Text));
}

// fish

std::string quoted_for_fish(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_option(const std::string& condition, const Argument& argument) {
  std::string out = format("complete -c drover -n {}", condition);
  for (const std::string& spelling : argument.spellings()) {
    const bool is_long = spelling.starts_with("--");
    out += format(" {} {}", is_long ? "-l" : "-s", spelling.substr(is_long ? 2 : 1));
  }
  if (!argument.is_flag()) {
    out += argument.kind == ValueIs::Text ? " -x" : " -r";
    if (argument.kind == ValueIs::Folder) out += " -f -a '(__fish_complete_directories)'";
    const std::string values = joined(values_of(argument), " ");
    if (argument.has_commas && !values.empty()) {
      out += format(" -a '(__fish_append , {})'", values);
    } else if (!values.empty()) {
      out += format(" -a '{}'", values);
    }
  }
  return out + format(" -d {}\n", quoted_for_fish(short_text(argument.text)));
}

std::string fish_command(const NamedCommand& path) {
  const std::string condition = quoted_for_fish("__drover_is " + path.words);
  std::string out = format("\n# drover {}\n", path.words);
  for (const Argument* option : options_of(*path.command)) out += fish_option(condition, *option);
  const Positional positional = positional_of(*path.command);
  if (!positional.words.empty()) {
    out += format("complete -c drover -n {} -a '{}'\n", condition, joined(positional.words, " "));
  }
  return out;
}

// The texts of a shell for the marks of its script.
struct ShellTexts {
  std::string help;
  std::string version;
  std::string described;  // a line for each command
  std::string commands;   // the options of all commands
};

ShellTexts texts_for(const CommandDescription& drover, std::string_view shell) {
  const std::vector<NamedCommand> commands = all_commands(drover);
  if (shell == "bash") return {"", "", "", joined(commands, "", bash_command)};
  if (shell == "zsh") {
    const auto described = [](const CommandDescription& each) {
      return format("      '{}:{}'\n", each.name, zsh_text(each.summary));
    };
    return {std::string(HelpOptionText), std::string(VersionOptionText),
            joined(drover.commands, "", described), joined(commands, "", zsh_command)};
  }
  const auto described = [](const CommandDescription& each) {
    return format("complete -c drover -n '__drover_is' -a {} -d {}\n", each.name,
                  quoted_for_fish(short_text(each.summary)));
  };
  return {quoted_for_fish(std::string(HelpOptionText)),
          quoted_for_fish(std::string(VersionOptionText)), joined(drover.commands, "", described),
          joined(commands, "", fish_command)};
}

}  // namespace

std::vector<std::string> completed_shells() { return {"bash", "zsh", "fish"}; }

std::optional<std::string> completion_script(const CommandDescription& drover,
                                             std::string_view shell) {
  const auto script = std::ranges::find(shell_scripts(), shell, &ShellScript::name);
  if (script == shell_scripts().end()) return std::nullopt;
  const ShellTexts texts = texts_for(drover, shell);
  const std::vector<std::pair<std::string_view, std::string>> values{
      {"bare", std::string(BareCommand)},
      {"names", names_of(drover, " ")},
      {"names-or", names_of(drover, " | ")},
      {"inner", inner_commands(drover, " ")},
      {"inner-or", inner_commands(drover, " | ")},
      {"help", texts.help},
      {"version", texts.version},
      {"described", texts.described.substr(0, texts.described.rfind('\n'))},
      {"commands", texts.commands.substr(0, texts.commands.rfind('\n'))}};
  return filled_text(script->text, [&](std::string_view mark) {
    return std::ranges::find(values, mark, [](const auto& each) { return each.first; })->second;
  });
}

}  // namespace drover::cli
