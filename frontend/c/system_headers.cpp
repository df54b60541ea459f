#include "frontend/c/system_headers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/c/headers.h"
#include "frontend/c/line_map.h"
#include "frontend/c/preprocessor/lexer.h"
#include "frontend/c/scan.h"
#include "support/format.h"

namespace drover::c {

namespace {

// Our header for the names in what the system's macros expand to.
constexpr std::string_view Expanded = "expanded.h";

// Returns the name by which a program includes a file of the system, if we have a header of that
// name: of `/usr/include/x86_64-linux-gnu/sys/types.h`, `sys/types.h`.
std::optional<std::string> our_name(std::string_view path) {
  constexpr std::string_view Folder = "include/";
  const std::size_t folder = path.rfind(Folder);
  if (folder != std::string_view::npos) path.remove_prefix(folder + Folder.size());
  for (;;) {
    if (find_header(path) != nullptr) return std::string(path);
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    path.remove_prefix(slash + 1);
  }
}

// The flags behind the name in a line mark: `# 1 "/usr/include/stdio.h" 1 3 4`.
struct MarkFlags {
  bool enters = false;
  bool leaves = false;
  bool is_of_system = false;
};
MarkFlags flags_of(std::string_view line) {
  MarkFlags out;
  for (const char c : line.substr(line.rfind('"') + 1)) {
    out.enters |= c == '1';
    out.leaves |= c == '2';
    out.is_of_system |= c == '3';
  }
  return out;
}

// A short-lived worker.
class Replacing {
 public:
  std::optional<std::string> run(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      take(text.substr(at, end - at));
      at = end + 1;
    }
    if (!has_headers_) return std::nullopt;
    std::string includes = format("#include <{}>\n", Expanded);
    for (const std::string& name : names_) includes += format("#include <{}>\n", name);
    return includes + rest_ + "\n";
  }

 private:
  void take(std::string_view line) {
    const auto mark = line_mark_of(line);
    if (!mark) {
      if (depth_ == 0) add(line);
      ++line_;
      return;
    }
    const MarkFlags flags = flags_of(line);
    if (flags.enters && (depth_ > 0 || flags.is_of_system)) {
      ++depth_;
      has_headers_ = true;
      if (const auto name = our_name(mark->file)) {
        if (std::ranges::find(names_, *name) == names_.end()) names_.push_back(*name);
      }
    } else if (flags.leaves && depth_ > 0) {
      --depth_;
    }
    line_ = mark->line;
    if (!mark->file.empty()) file_ = mark->file;
  }

  // The expansion of a macro of the system is marked, too, with the line that uses it. It is put
  // into that line again: a mark within the arguments of one of our macros would not be read.
  void add(std::string_view text) {
    constexpr std::uint32_t Few = 8;
    if (std::ranges::all_of(text, is_blank)) return;
    const bool is_directive = text.starts_with('#');
    const bool is_near = file_ == last_file_ && line_ >= last_line_ && last_line_ > 0;
    if (is_near && line_ == last_line_ && !is_directive) {
      rest_ += ' ';
    } else if (is_near && line_ < last_line_ + Few && line_ > last_line_) {
      rest_.append(line_ - last_line_, '\n');
    } else {
      rest_ += format("\n#line {} {}\n", std::max(line_, 1U), preprocessor::quoted(file_));
    }
    rest_ += text;
    last_file_ = file_;
    last_line_ = is_directive ? 0 : line_;
  }

  std::size_t depth_ = 0;  // of headers of the system
  bool has_headers_ = false;
  std::vector<std::string> names_;
  std::string file_;  // of the next line of the text, and its number there
  std::uint32_t line_ = 1;
  std::string last_file_;  // of the last line of `rest_`; line 0: the line cannot be continued
  std::uint32_t last_line_ = 0;
  std::string rest_;
};

}  // namespace

std::optional<std::string> with_our_headers(std::string_view text) { return Replacing().run(text); }

}  // namespace drover::c
