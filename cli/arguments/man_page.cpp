#include <algorithm>
#include <cctype>

#include "cli/arguments/arguments.h"
#include "support/format.h"
#include "support/text.h"
#include "support/version.h"

namespace drover::cli {

namespace {

struct Page {
  std::string name;   // "drover-models-compare"
  std::string words;  // "drover models compare"
  const CommandDescription* command = nullptr;
};

std::vector<Page> pages_of(const CommandDescription& drover) {
  std::vector<Page> pages{{drover.name, drover.name, &drover}};
  for (const NamedCommand& each : all_commands(drover)) {
    const std::string words = format("{} {}", drover.name, each.words);
    pages.push_back({joined(words_of(words), "-"), words, each.command});
  }
  return pages;
}

// Returns the length of a UTF-8 character from its first byte.
std::size_t length_of_character(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// Returns \[u2026], which every roff understands.
std::string escaped_character(std::string_view bytes) {
  constexpr unsigned ContinuationBits = 6;
  unsigned code = static_cast<unsigned char>(bytes[0]) & (0xFFU >> (bytes.size() + 1));
  for (const char byte : bytes.substr(1)) {
    code = (code << ContinuationBits) | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return format("\\[u{:04X}]", code);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = length_of_character(static_cast<unsigned char>(text[i]));
    if (length > 1) {
      out += escaped_character(text.substr(i, length));
    } else if (text[i] == '\\') {
      out += "\\e";
    } else if (text[i] == '-') {
      out += "\\-";
    } else if (text[i] == '\'') {
      out += "\\(aq";
    } else {
      out += text[i];
    }
    i += length;
  }
  return out;
}

std::string bold(std::string_view text) { return format("\\fB{}\\fR", escaped(text)); }
std::string italic(std::string_view text) { return format("\\fI{}\\fR", escaped(text)); }

// Formats running text; text between backquotes is bold.
std::string paragraph(std::string_view text) {
  std::string out;
  bool is_code = false;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('`', start), text.size());
    const std::string_view part = text.substr(start, end - start);
    out += is_code ? bold(part) : escaped(part);
    is_code = !is_code;
    start = end + 1;
  }
  const bool looks_like_request = out.starts_with('.');
  return (looks_like_request ? "\\&" : "") + out + "\n";
}

std::string sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with('.') ? text : text + ".";
}

std::string head_of(const Argument& argument) {
  if (argument.is_positional()) {
    return italic(argument.names) + (argument.is_repeatable() ? " ..." : "");
  }
  const std::string out = joined(argument.spellings(), ", ", bold);
  if (argument.value.empty()) return out;
  return out +
         (argument.is_flag() ? "[=" + italic(argument.value) + "]" : " " + italic(argument.value));
}

std::string item(const std::string& head, std::string_view text) {
  return ".TP\n" + head + "\n" + paragraph(text);
}

std::string text_of(const Argument& argument) {
  std::string text = argument.text;
  if (!argument.usual.empty()) text += format(" (default: {})", argument.usual);
  if (argument.is_repeatable() && !argument.is_positional()) text += "; may be repeated";
  return text;
}

std::string synopsis_of(const Page& page) {
  std::string out = bold(page.words) + " [" + italic("OPTIONS") + "]";
  for (const Argument& argument : page.command->arguments) {
    if (!argument.is_positional()) continue;
    const std::string name = italic(argument.names) + (argument.is_repeatable() ? "..." : "");
    out += argument.is_required ? " " + name : " [" + name + "]";
  }
  if (page.command->commands.empty()) return out + "\n";
  return out +
         (page.command->take ? " [" + italic("COMMAND") + "]\n" : " " + italic("COMMAND") + "\n");
}

std::string items_of(const CommandDescription& command, bool is_positional) {
  std::string out;
  for (const Argument& argument : command.arguments) {
    if (argument.is_positional() == is_positional) {
      out += item(head_of(argument), text_of(argument));
    }
  }
  return out;
}

std::string commands_of(const Page& page) {
  std::string out;
  for (const CommandDescription& inner : page.command->commands) {
    out += item(format("{}(1)", bold(page.name + "-" + inner.name)), inner.summary);
  }
  return out;
}

std::string statuses(const CommandDescription& command) {
  return joined(command.exits, "", [](const ExitMeaning& each) {
    return item(bold(format("{}", each.status)), each.meaning);
  });
}

// Lists all other pages.
std::string see_also(std::vector<Page> pages, const Page& page) {
  std::erase_if(pages, [&](const Page& other) { return other.name == page.name; });
  return joined(pages, ",\n", [](const Page& other) { return bold(other.name) + "(1)"; }) + "\n";
}

std::string section(std::string_view title, const std::string& text) {
  return text.empty() ? "" : format(".SH \"{}\"\n{}", title, text);
}

std::string written(const std::vector<Page>& pages, const Page& page) {
  const bool is_whole = page.command == pages.front().command;
  std::string options =
      item(bold("-h") + ", " + bold("--help"), HelpOptionText) + items_of(*page.command, false);
  if (is_whole) options += item(bold("--version"), VersionOptionText);
  std::string description = paragraph(sentence(page.command->summary));
  if (is_whole) description += ".PP\n" + paragraph(BareFileText);
  return format(".TH \"{}\" 1 \"\" \"Drover {}\" \"User Commands\"\n",
                escaped(upper_case(page.name)), version()) +
         section("NAME",
                 format("{} \\- {}", escaped(page.name), paragraph(page.command->summary))) +
         section("SYNOPSIS", synopsis_of(page)) + section("DESCRIPTION", description) +
         section("ARGUMENTS", items_of(*page.command, true)) + section("OPTIONS", options) +
         section("COMMANDS", commands_of(page)) + section("EXIT STATUS", statuses(*page.command)) +
         section("SEE ALSO", see_also(pages, page));
}

}  // namespace

std::vector<std::string> man_page_names(const CommandDescription& drover) {
  std::vector<std::string> names;
  for (const Page& page : pages_of(drover)) names.push_back(page.name);
  return names;
}

std::optional<std::string> man_page(const CommandDescription& drover, std::string_view name) {
  const std::vector<Page> pages = pages_of(drover);
  const auto page = std::ranges::find(pages, name, &Page::name);
  if (page == pages.end()) return std::nullopt;
  return written(pages, *page);
}

}  // namespace drover::cli
