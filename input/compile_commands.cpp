#include "input/compile_commands.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "input/compiler_flags.h"
#include "input/subject.h"
#include "support/format.h"
#include "support/json.h"

namespace drover::input {

namespace {

namespace fs = std::filesystem;

// Names a file as the user would: from the working folder if it is in it.
std::string shown_path(const fs::path& folder, const std::string& file) {
  const fs::path path = (folder / file).lexically_normal();
  std::error_code error;
  if (!path.is_absolute()) return path.string();
  const auto is_inside = [&](const fs::path& near) {
    return !error && !near.empty() && near.is_relative() && *near.begin() != "..";
  };
  // As it is written, and then without symbolic links.
  for (const fs::path& near :
       {path.lexically_proximate(fs::current_path(error)), fs::proximate(path, error)}) {
    if (is_inside(near)) return near.string();
  }
  return path.string();
}

std::optional<CompileCommand> read_entry(const Json& entry) {
  const auto file = entry.at("file").text();
  if (!file) return std::nullopt;
  const std::string folder = entry.at("directory").text().value_or("");
  std::vector<std::string> words;
  for (const Json& word : entry.at("arguments").items()) words.push_back(word.text().value_or(""));
  if (words.empty()) words = shell_words(entry.at("command").text().value_or(""));
  if (!words.empty()) words.erase(words.begin());
  CompilerFlags flags = sort_compiler_flags(words, folder);
  return CompileCommand{.file = shown_path(folder, *file),
                        .arguments = std::move(flags.passed),
                        .unknown = std::move(flags.unknown),
                        .refusal = std::move(flags.refusal),
                        .output = entry.at("output").text().value_or(flags.output)};
}

}  // namespace

bool CompileCommand::is_of_target(const std::string& name) const {
  return format("/{}", output).find(format("/{}.dir/", name)) != std::string::npos;
}

std::vector<std::string> shell_words(const std::string& command) {
  std::vector<std::string> words;
  char quote = 0;
  bool is_open = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool is_blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (quote == 0 && is_blank) {
      is_open = false;
      continue;
    }
    if (!is_open) words.emplace_back();
    is_open = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      const char next = command[++i];
      if (quote == '"' && next != '"' && next != '\\') words.back() += c;
      words.back() += next;
    } else {
      words.back() += c;
    }
  }
  return words;
}

CompileCommands read_compile_commands(const std::string& path) {
  CompileCommands out;
  std::error_code ignored;
  out.path =
      fs::is_directory(path, ignored) ? (fs::path(path) / "compile_commands.json").string() : path;
  std::ifstream file(out.path, std::ios::binary);
  if (!file) {
    out.complaint = format(
        "there is no file `{}`: CMake writes it with `-DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, "
        "other build systems with `bear -- make`",
        out.path);
    return out;
  }
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto json = Json::parse(text);
  if (!json || !std::holds_alternative<Json::Array>(json->value())) {
    out.complaint = format("`{}` is not a list of compile commands in JSON", out.path);
    return out;
  }
  for (const Json& each : json->items()) {
    std::optional<CompileCommand> entry = read_entry(each);
    if (entry && is_c_name(entry->file)) out.entries.push_back(*std::move(entry));
  }
  if (out.entries.empty()) out.complaint = format("`{}` has no C files", out.path);
  return out;
}

}  // namespace drover::input
