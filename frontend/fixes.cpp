#include "frontend/fixes.h"

#include <cctype>
#include <optional>
#include <string_view>

#include "support/format.h"

namespace drover {

namespace {

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// True if the name at `at` is not part of a longer name.
bool stands_alone(std::string_view text, std::size_t at, std::string_view name) {
  const std::size_t end = at + name.size();
  const bool begins_inside =
      at > 0 && is_part_of_name(name.front()) && is_part_of_name(text[at - 1]);
  const bool ends_inside =
      end < text.size() && is_part_of_name(name.back()) && is_part_of_name(text[end]);
  return !begins_inside && !ends_inside;
}

// Returns the only occurrence of the name between two offsets. Nothing if there is not exactly one.
std::optional<std::size_t> only_place(std::string_view text, std::size_t begin, std::size_t end,
                                      std::string_view name) {
  std::optional<std::size_t> found;
  for (std::size_t at = text.find(name, begin); at < end && at + name.size() <= end;
       at = text.find(name, at + 1)) {
    if (!stands_alone(text, at, name)) continue;
    if (found) return std::nullopt;
    found = at;
  }
  return found;
}

// Returns `;` for "`;`": a single token in quotes.
std::string only_quoted(std::string_view text) {
  const bool is_quoted = text.size() > 2 && text.front() == '`' && text.back() == '`';
  if (!is_quoted) return "";
  text = text.substr(1, text.size() - 2);
  return text.find('`') == std::string_view::npos ? std::string(text) : "";
}

}  // namespace

std::vector<Fix> fixes_of(const Diagnostic& diagnostic, const SourceBuffer& source) {
  const std::size_t size = source.text().size();
  if (diagnostic.kind == DiagnosticKind::ExpectedToken && diagnostic.range.end <= size) {
    const std::string missing = only_quoted(diagnostic.arguments.front());
    if (!missing.empty()) return {{diagnostic.range, missing}};
  }
  const Meant& meant = diagnostic.meant;
  const SourceRange& where = meant.at.line > 0 ? meant.at : diagnostic.range;
  if (meant.words.empty() || meant.misspelt.empty() || where.end > size) return {};
  const auto at = only_place(source.text(), where.begin, where.end, meant.misspelt);
  if (!at) return {};
  std::vector<Fix> fixes;
  for (const std::string& word : meant.words) {
    fixes.push_back({source.range(*at, *at + meant.misspelt.size()), word});
  }
  return fixes;
}

std::string fix_title(const Fix& fix, const SourceBuffer& source) {
  const std::string_view old = source.text(fix.range);
  if (old.empty()) return format("Insert `{}`", fix.replacement);
  return format("Change `{}` to `{}`", old, fix.replacement);
}

}  // namespace drover
