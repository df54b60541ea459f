#include "frontend/c/preprocess_here.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "frontend/c/headers.h"

namespace drover::c {

namespace {

using preprocessor::FoundFile;

FoundFile read_included(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    const bool is_absent = errno == ENOENT || errno == ENOTDIR;
    return {.state = is_absent ? FoundFile::State::Absent : FoundFile::State::Unreadable,
            .text = ""};
  }
  if (S_ISDIR(status.st_mode)) return {};
  const bool is_readable =
      S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) <= MaxPreprocessedSize;
  FoundFile file{.state = FoundFile::State::Unreadable, .text = ""};
  if (!is_readable) return file;
  std::ifstream in(path, std::ios::binary);
  file.text.resize(static_cast<std::size_t>(status.st_size));
  in.read(file.text.data(), static_cast<std::streamsize>(file.text.size()));
  if (in.gcount() == static_cast<std::streamsize>(file.text.size())) {
    file.state = FoundFile::State::Found;
  }
  return file;
}

// Returns the text that replaces a file, by any path to it; null if there is none.
const SourcePart* text_for(const std::string& path, const std::vector<SourcePart>& files) {
  const auto is_file = [&](const SourcePart& file) {
    std::error_code ignored;
    return file.name == path || std::filesystem::equivalent(file.name, path, ignored);
  };
  const auto found = std::ranges::find_if(files, is_file);
  return found == files.end() ? nullptr : &*found;
}

FoundFile read_or_given(const std::string& path, const std::vector<SourcePart>& files) {
  if (const SourcePart* given = text_for(path, files)) {
    return {.state = FoundFile::State::Found, .text = given->text};
  }
  return read_included(path);
}

std::optional<std::string_view> header_text(std::string_view name) {
  constexpr std::string_view Ending = ".h";
  if (!name.ends_with(Ending)) return std::nullopt;
  name.remove_suffix(Ending.size());
  const auto found = std::ranges::find(embedded_headers(), name, &EmbeddedHeader::name);
  if (found == embedded_headers().end()) return std::nullopt;
  return found->text;
}

// Reads the arguments. False if one of them is not supported here.
bool take_arguments(const std::vector<std::string>& arguments, preprocessor::Options& options) {
  for (const std::string& argument : arguments) {
    constexpr std::size_t Letter = 2;
    if (argument.size() <= Letter) return false;
    if (argument.starts_with("-D") || argument.starts_with("-U")) {
      options.definitions.push_back(argument);
    } else if (argument.starts_with("-I") && argument != "-I-") {
      options.folders.push_back(argument.substr(Letter));
    } else if (argument != "-std=gnu11") {
      return false;
    }
  }
  return true;
}

}  // namespace

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
