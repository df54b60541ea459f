#include "cli/litmus_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

#include "input/subject.h"
#include "support/format.h"

namespace drover::cli {

namespace {

namespace fs = std::filesystem;

bool is_readable_file(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

bool is_list(const std::string& name) {
  return name.starts_with('@') || fs::path(name).filename().string().starts_with('@');
}

// Returns the file of a list. Nothing if it does not exist.
std::optional<fs::path> file_of_list(const std::string& name, const fs::path& folder) {
  std::vector<std::string> spellings{name};
  if (name.starts_with('@')) spellings.push_back(name.substr(1));
  const fs::path path(name);
  const std::string last = path.filename().string();
  if (last.starts_with('@')) spellings.push_back((path.parent_path() / last.substr(1)).string());
  for (const std::string& each : spellings) {
    if (each.empty()) continue;
    if (!folder.empty() && is_readable_file(folder / each)) return folder / each;
    if (is_readable_file(each)) return each;
  }
  return std::nullopt;
}

// True for text that is not a litmus test, has no braces and is not blank.
bool looks_like_list(const std::string& text) {
  return input::kind_of_text(text) != input::SubjectKind::Litmus &&
         text.find('{') == std::string::npos &&
         text.find_first_not_of(" \t\r\n") != std::string::npos;
}

class Expansion {
 public:
  explicit Expansion(std::optional<std::string> standard_input)
      : standard_input_(std::move(standard_input)) {}

  LitmusFiles run(const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
      if (argument == input::StandardInputPath && !is_readable_file(argument)) {
        add_standard_input(argument);
      } else if (argument == "@-") {
        add_lines(text_of_input(), "");
      } else {
        add(argument, "");
      }
    }
    return std::move(out_);
  }

 private:
  std::string text_of_input() {
    return standard_input_ ? *std::exchange(standard_input_, "") : input::read_standard_input();
  }

  void add_standard_input(const std::string& argument) {
    std::string text = text_of_input();
    if (looks_like_list(text)) return add_lines(text, "");
    out_.files.push_back(argument);
    out_.standard_input = std::move(text);
  }

  // Adds a name of the command line, or of a list in `folder`.
  void add(const std::string& name, const fs::path& folder) {
    if (is_list(name)) return add_list(name, folder);
    const fs::path beside = folder / name;
    out_.files.push_back(!folder.empty() && is_readable_file(beside) ? beside.string() : name);
  }

  void add_list(const std::string& name, const fs::path& folder) {
    const auto file = file_of_list(name, folder);
    if (!file) {
      out_.complaints += format("drover: cannot read the list `{}`: no such file\n", name);
      return;
    }
    errno = 0;
    std::ifstream stream(*file);
    if (!stream) {
      out_.complaints += format("drover: cannot read the list `{}`: {}\n", name,
                                errno != 0 ? std::strerror(errno) : "input error");
      return;
    }
    std::error_code ignored;
    const fs::path known = fs::weakly_canonical(*file, ignored);
    if (std::ranges::find(open_, known) != open_.end()) {
      out_.complaints += format("drover: the list `{}` contains itself\n", file->string());
      return;
    }
    open_.push_back(known);
    add_lines({std::istreambuf_iterator<char>(stream), {}}, file->parent_path());
    open_.pop_back();
  }

  // Adds one name per line; skips empty lines and lines that begin with `#`.
  void add_lines(const std::string& text, const fs::path& folder) {
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      const std::size_t begin = line.find_first_not_of(" \t\r");
      if (begin == std::string::npos || line[begin] == '#') continue;
      add(line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1), folder);
    }
  }

  std::optional<std::string> standard_input_;
  std::vector<fs::path> open_;  // lists currently being read
  LitmusFiles out_;
};

}  // namespace

LitmusFiles files_of(const LitmusCommand& command) {
  return Expansion(command.input.standard_input).run(command.input.files);
}

}  // namespace drover::cli
