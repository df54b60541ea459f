#include "support/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/format.h"

namespace drover {

namespace {

constexpr std::size_t Context = 3;

// Splits a text into lines, keeping line breaks.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

struct Line {
  char mark = ' ';  // ' ', '-' or '+'
  std::string_view text;
};

// Computes a longest common subsequence between the first and the last difference.
std::vector<Line> compare(const std::vector<std::string_view>& a,
                          const std::vector<std::string_view>& b) {
  std::size_t first = 0;
  while (first < a.size() && first < b.size() && a[first] == b[first]) ++first;
  std::size_t last = 0;
  while (last < a.size() - first && last < b.size() - first &&
         a[a.size() - 1 - last] == b[b.size() - 1 - last]) {
    ++last;
  }
  const std::size_t n = a.size() - first - last;
  const std::size_t m = b.size() - first - last;
  std::vector<std::vector<std::uint32_t>> common(n + 1, std::vector<std::uint32_t>(m + 1, 0));
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = m; j-- > 0;) {
      common[i][j] = a[first + i] == b[first + j] ? common[i + 1][j + 1] + 1
                                                  : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<Line> out;
  for (std::size_t i = 0; i < first; ++i) out.push_back({' ', a[i]});
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && a[first + i] == b[first + j]) {
      out.push_back({' ', a[first + i]});
      ++i;
      ++j;
    } else if (i < n && (j == m || common[i + 1][j] >= common[i][j + 1])) {
      out.push_back({'-', a[first + i++]});
    } else {
      out.push_back({'+', b[first + j++]});
    }
  }
  for (std::size_t k = a.size() - last; k < a.size(); ++k) out.push_back({' ', a[k]});
  return out;
}

void add_line(std::string& out, const Line& line) {
  out += line.mark;
  out += line.text;
  if (!line.text.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string unified_diff(std::string_view file, std::string_view before, std::string_view after) {
  if (before == after) return "";
  const std::vector<Line> lines = compare(lines_of(before), lines_of(after));
  // In the format of `patch -p1` and `git apply`; absolute names get no a/ and b/.
  const bool is_absolute = file.starts_with('/');
  std::string out = is_absolute ? format("--- {}\n+++ {}\n", file, file)
                                : format("--- a/{}\n+++ b/{}\n", file, file);
  std::size_t old_line = 0;  // line number before lines[at]
  std::size_t new_line = 0;
  for (std::size_t at = 0; at < lines.size();) {
    // Finds the next change, and merges the changes near it.
    std::size_t change = at;
    while (change < lines.size() && lines[change].mark == ' ') ++change;
    if (change == lines.size()) break;
    const std::size_t begin = change - std::min(change - at, Context);
    std::size_t last = change;
    for (std::size_t i = change; i < lines.size() && i <= last + 2 * Context + 1; ++i) {
      if (lines[i].mark != ' ') last = i;
    }
    const std::size_t end = std::min(lines.size(), last + 1 + Context);
    old_line += begin - at;
    new_line += begin - at;
    std::size_t old_count = 0;
    std::size_t new_count = 0;
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
      old_count += lines[i].mark == '+' ? 0 : 1;
      new_count += lines[i].mark == '-' ? 0 : 1;
      add_line(text, lines[i]);
    }
    const auto place = [](std::size_t line, std::size_t count) {
      return format("{},{}", count == 0 ? line : line + 1, count);
    };
    out +=
        format("@@ -{} +{} @@\n{}", place(old_line, old_count), place(new_line, new_count), text);
    old_line += old_count;
    new_line += new_count;
    at = end;
  }
  return out;
}

}  // namespace drover
