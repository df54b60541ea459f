#include "frontend/c/preprocess.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "frontend/c/headers.h"
#include "frontend/c/preprocess.h"
#include "frontend/c/preprocessor/preprocessor.h"

namespace drover::c {

namespace {

using preprocessor::FoundFile;

FoundFile read_included(const std::string& path) {
  using State = FoundFile::State;
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    const bool is_absent = errno == ENOENT || errno == ENOTDIR;
    return {.state = is_absent ? State::Absent : State::Unreadable, .text = ""};
  }
  if (S_ISDIR(status.st_mode)) return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  if (!S_ISREG(status.st_mode) || size > MaxPreprocessedSize) return {State::Unreadable, ""};
  FoundFile file{.state = State::Found, .text = std::string(size, '\0')};
  std::ifstream in(path, std::ios::binary);
  in.read(file.text.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::size_t>(in.gcount()) != size) file.state = State::Unreadable;
  return file;
}

// Returns the text that replaces a file, by any path to it; or else the file.
FoundFile read_or_given(const std::string& path, const std::vector<SourcePart>& files) {
  const auto is_file = [&](const SourcePart& file) {
    std::error_code ignored;
    return file.name == path || std::filesystem::equivalent(file.name, path, ignored);
  };
  const auto given = std::ranges::find_if(files, is_file);
  if (given != files.end()) return {.state = FoundFile::State::Found, .text = given->text};
  return read_included(path);
}

std::optional<std::string_view> header_text(std::string_view name) {
  const EmbeddedHeader* header = find_header(name);
  return header == nullptr ? std::nullopt : std::optional(header->text);
}

// Reads the arguments. False if one of them is not supported here.
bool take_arguments(const std::vector<std::string>& arguments, preprocessor::Options& options) {
  bool is_file = false;  // of `-include FILE`
  for (const std::string& argument : arguments) {
    constexpr std::size_t Letter = 2;
    if (std::exchange(is_file, false)) {
      options.included.push_back(argument);
      continue;
    }
    if (argument.size() <= Letter) return false;
    if (argument == "-include") {
      is_file = true;
    } else if (argument.starts_with("-D") || argument.starts_with("-U")) {
      options.definitions.push_back(argument);
    } else if (argument.starts_with("-I") && argument != "-I-") {
      options.folders.push_back(argument.substr(Letter));
    } else if (argument != "-std=gnu11") {
      return false;
    }
  }
  return !is_file;
}

}  // namespace

const EmbeddedHeader* find_header(std::string_view name) {
  constexpr std::string_view Ending = ".h";
  if (!name.ends_with(Ending)) return nullptr;
  name.remove_suffix(Ending.size());
  const auto found = std::ranges::find(embedded_headers(), name, &EmbeddedHeader::name);
  return found == embedded_headers().end() ? nullptr : &*found;
}

preprocessor::Outcome preprocess_here(const std::string& path, const SourceBuffer& source,
                                      const PreprocessOptions& options) {
  // An explicitly chosen compiler has its own macros.
  if (options.compiler != PreprocessOptions().compiler) {
    return {.text = std::nullopt, .reason = "another compiler"};
  }
  preprocessor::Options given;
  given.definitions = {"-D__DROVER__"};
  given.header = header_text;
  given.max_size = MaxPreprocessedSize;
  if (!take_arguments(options.arguments, given)) {
    return {.text = std::nullopt, .reason = "an option"};
  }
  preprocessor::Input input{.name = path, .text = source.text(), .folder = std::nullopt};
  if (options.text == PreprocessedText::Confined) {
    input.name = source.name();
    return preprocessor::run(input, given);
  }
  given.read_file = [&](const std::string& file) { return read_or_given(file, options.files); };
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    if (options.text == PreprocessedText::Given) {
      given.quote_folders = {folder.empty() ? "." : folder};
    } else {
      FoundFile file = read_or_given(path, options.files);
      if (file.state != FoundFile::State::Found) {
        return {.text = std::nullopt, .reason = "a file that cannot be read"};
      }
      input.text = std::move(file.text);
      input.folder = folder;
    }
  }
  return preprocessor::run(input, given);
}

}  // namespace drover::c
