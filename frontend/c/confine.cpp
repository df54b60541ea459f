#include "frontend/c/preprocess.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <utility>
#include <vector>

#include "frontend/c/headers.h"
#include "frontend/c/preprocessor/lexer.h"
#include "support/format.h"

namespace drover::c {

namespace {

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_blank_in_line(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

constexpr std::array<std::string_view, 10> HarmlessDirectives{
    "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning"};
constexpr std::array<std::string_view, 5> RawPrefixes{"R", "LR", "uR", "UR", "u8R"};

// Returns a header with its included headers. Our `#include` lines contain nothing else.
std::string with_headers(const EmbeddedHeader& header) {
  constexpr std::string_view Include = "#include <";
  std::string out = format("\n# 1 \"<drover>/{}.h\"\n", header.name);
  std::uint32_t number = 0;
  for (std::string_view rest = header.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    const EmbeddedHeader* inner = nullptr;
    if (line.starts_with(Include)) {
      inner = find_header(line.substr(Include.size(), line.find('>') - Include.size()));
    }
    if (inner == nullptr) {
      out += format("{}\n", line);
    } else {
      out += format("{}\n# {} \"<drover>/{}.h\"\n", with_headers(*inner), number + 1, header.name);
    }
  }
  return out;
}

// Processes the text as a compiler does: joins lines that end in a backslash, then recognises
// comments and literals, then directives. A short-lived worker.
class Confinement {
 public:
  Confinement(const SourceBuffer& source, DiagnosticSink& sink)
      : source_(source), text_(source.text()), sink_(sink) {}

  std::optional<std::string> run() {
    if (!join_lines()) return std::nullopt;
    while (at_ < joined_.size()) {
      if (!step()) return std::nullopt;
    }
    return out_ + text_.substr(copied_);
  }

 private:
  // ---- Lines

  // [C11 5.1.1.2], phase 2. Compilers also accept blanks between the backslash and the line's end.
  bool join_lines() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\\') {
        std::size_t end = i + 1;
        while (end < text_.size() && (is_blank_in_line(text_[end]) || text_[end] == '\r')) ++end;
        if (end < text_.size() && text_[end] == '\n') {
          i = end;
          continue;
        }
      }
      if (c == '\r' && text_.compare(i, 2, "\r\n") == 0) continue;
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 && c != '\n' && !is_blank_in_line(c)) {
        return refuse_at(i, i + 1, "a control character is", "leave it out");
      }
      joined_ += c;
      places_.push_back(static_cast<std::uint32_t>(i));
    }
    joined_ += '\n';  // end of the last line
    places_.push_back(static_cast<std::uint32_t>(text_.size()));
    return true;
  }

  [[nodiscard]] bool begins_here(std::string_view what) const {
    return std::string_view(joined_).substr(at_).starts_with(what);
  }
  [[nodiscard]] std::size_t place(std::size_t at) const {
    return places_[std::min(at, places_.size() - 1)];
  }
  bool refuse_at(std::size_t begin, std::size_t end, std::string what, std::string hint) {
    sink_.report(DiagnosticKind::CUnsupported, source_.range(begin, end), {std::move(what)})
        .with_hint(std::move(hint));
    return false;
  }
  bool refuse(std::size_t begin, std::size_t end, std::string what, std::string hint) {
    return refuse_at(place(begin), std::max(place(begin), place(end)), std::move(what),
                     std::move(hint));
  }

  // ---- Tokens

  bool step() {
    const char c = joined_[at_];
    if (c == '\n') {
      end_line();
      return true;
    }
    if (is_blank_in_line(c)) {
      ++at_;
      return true;
    }
    if (begins_here("//") || begins_here("/*")) return skip_comment();
    if (begins_here("##") || begins_here("%:%:")) {
      return refuse(at_, at_ + 2, "joining names by `##` is", "write the name as a whole");
    }
    const bool is_first = std::exchange(is_line_empty_, false);
    if (is_first && (c == '#' || begins_here("%:"))) return directive();
    if (c == '"' || c == '\'') return skip_literal();
    if (c == '\\') return refuse(at_, at_ + 1, "a backslash outside a literal is", "leave it out");
    if (begins_here("?\?/") || begins_here("?\?=")) {
      return refuse(at_, at_ + 3, "a trigraph is", "write the character itself");
    }
    if (is_part_of_word(c)) return skip_word();
    ++at_;
    return true;
  }

  void end_line() {
    ++at_;
    is_line_empty_ = true;
    // Skipped lines skip line marks too: after them, lines are counted anew.
    if (!is_mark_due_) return;
    is_mark_due_ = false;
    const std::size_t here = place(at_ - 1) + 1;
    if (here < text_.size()) put(here, here, line_mark(here));
  }
  [[nodiscard]] std::string line_mark(std::size_t offset) const {
    return format("# {} {}\n", source_.range(offset, offset).line,
                  preprocessor::quoted(source_.name()));
  }
  // Replaces [begin, end) of the text.
  void put(std::size_t begin, std::size_t end, const std::string& what) {
    out_ += text_.substr(copied_, begin - copied_) + what;
    copied_ = end;
  }

  bool skip_comment() {
    if (begins_here("//")) {
      at_ = joined_.find('\n', at_);
      return true;
    }
    const std::size_t end = joined_.find("*/", at_ + 2);
    if (end == std::string::npos) {
      return refuse(at_, at_ + 2, "a comment without an end is", "end it with `*/`");
    }
    at_ = end + 2;
    return true;
  }

  bool skip_literal() {
    const std::size_t begin = at_;
    const char quote = joined_[at_++];
    while (joined_[at_] != quote) {
      if (joined_[at_] == '\\') ++at_;
      if (at_ >= joined_.size() || joined_[at_] == '\n') {
        return refuse(begin, begin + 1, format("a `{}` without another one in its line is", quote),
                      "end the literal, or leave the sign out: also where a comment would do");
      }
      ++at_;
    }
    ++at_;
    return true;
  }

  bool skip_word() {
    const std::size_t begin = at_;
    while (is_part_of_word(joined_[at_])) ++at_;
    const std::string_view word = std::string_view(joined_).substr(begin, at_ - begin);
    const bool is_raw =
        joined_[at_] == '"' && std::ranges::find(RawPrefixes, word) != RawPrefixes.end();
    if (is_raw) return refuse(begin, at_, "a raw string is", "write an ordinary one");
    const bool asks_for_files =
        word.find("__has_") != std::string_view::npos || word == "_Pragma" || word == "__pragma";
    if (asks_for_files) {
      return refuse(begin, at_, format("`{}` is", word), "leave it out");
    }
    return true;
  }

  // ---- Directives

  // Skips blanks and comments on this line.
  bool skip_blanks() {
    for (;;) {
      if (is_blank_in_line(joined_[at_])) {
        ++at_;
      } else if (begins_here("//") || begins_here("/*")) {
        if (!skip_comment()) return false;
      } else {
        return true;
      }
    }
  }

  bool directive() {
    const std::size_t begin = at_;
    at_ += joined_[at_] == '#' ? 1 : 2;
    if (!skip_blanks()) return false;
    const std::size_t name_begin = at_;
    while (is_part_of_word(joined_[at_])) ++at_;
    const std::string name = joined_.substr(name_begin, at_ - name_begin);
    if (name == "include") return include(begin);
    if (name.empty() && joined_[at_] == '\n') return true;
    if (std::ranges::find(HarmlessDirectives, name) != HarmlessDirectives.end()) {
      is_mark_due_ = name == "else" || name == "elif" || name == "endif";
      return true;
    }
    return refuse(begin, std::max(at_, begin + 1), format("`#{}` is", name),
                  "here a program has no files but itself and the headers of C that Drover knows");
  }

  bool include(std::size_t begin) {
    if (!skip_blanks()) return false;
    const std::size_t name_begin = at_ + 1;
    const char close = joined_[at_] == '<' ? '>' : '"';
    const std::size_t line_end = joined_.find('\n', at_);
    const bool is_named = joined_[at_] == '<' || joined_[at_] == '"';
    const std::size_t name_end = is_named ? joined_.find(close, name_begin) : line_end;
    if (!is_named || name_end >= line_end) {
      return refuse(begin, line_end, "`#include` without the name of a header is",
                    "write it as `#include <stdatomic.h>`");
    }
    const std::string name = joined_.substr(name_begin, name_end - name_begin);
    const EmbeddedHeader* header = find_header(name);
    if (header == nullptr) {
      return refuse(begin, name_end + 1, format("including `{}` is", name), known_headers());
    }
    at_ = name_end + 1;
    if (!skip_blanks()) return false;
    if (joined_[at_] != '\n') {
      return refuse(at_, at_ + 1, "text behind `#include` is", "put it into a line of its own");
    }
    const std::size_t next = std::min(place(at_) + 1, text_.size());
    put(place(begin), next, with_headers(*header) + line_mark(next));
    ++at_;
    is_line_empty_ = true;
    return true;
  }

  static std::string known_headers() {
    std::string names;
    for (const EmbeddedHeader& each : embedded_headers()) {
      names += format("{}<{}.h>", names.empty() ? "" : ", ", each.name);
    }
    return "here a program can include " + names;
  }

  const SourceBuffer& source_;
  const std::string& text_;
  DiagnosticSink& sink_;
  std::string joined_;                 // lines joined at backslashes
  std::vector<std::uint32_t> places_;  // by character of joined_: its place in the text
  std::size_t at_ = 0;
  bool is_line_empty_ = true;  // so far, apart from comments
  bool is_mark_due_ = false;
  std::string out_;
  std::size_t copied_ = 0;  // length of the text copied to out_
};

}  // namespace

std::optional<std::string> confined(const SourceBuffer& source, DiagnosticSink& sink) {
  return Confinement(source, sink).run();
}

}  // namespace drover::c
