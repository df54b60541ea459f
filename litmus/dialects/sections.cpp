#include "litmus/dialects/sections.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::litmus {

namespace {

// Words that begin the condition section.
constexpr std::array<std::string_view, 8> ConditionWords{
    "final", "forall", "exists", "cases", "observed", "Observed", "locations", "filter"};

// The architectures of herd. Drover reads some of them.
constexpr std::array<std::string_view, 17> Architectures{
    "C",    "CPP",  "X86", "X86_64", "AArch64", "ARM", "PPC",    "RISCV", "MIPS",
    "LISA", "Bell", "BPF", "ASL",    "JAVA",    "PTX", "VULKAN", "OPENCL"};

// Tests of GPUs write their first word in any case.
std::string architecture_of(std::string_view word) {
  std::string upper = upper_case(word);
  return upper == "PTX" || upper == "VULKAN" || upper == "OPENCL" ? upper : std::string(word);
}

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_name(char c) {
  return is_word(c) || std::string_view("/.-+[]:,&'").find(c) != std::string_view::npos;
}

// Reads a text from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  [[nodiscard]] bool is_at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] char peek() const { return is_at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] bool sees(std::string_view what) const {
    return peek() == what.front() && text_.compare(at_, what.size(), what) == 0;
  }
  void advance(std::size_t count = 1) { at_ = std::min(at_ + count, text_.size()); }

  void skip_spaces() {
    while (!is_at_end() && is_space(peek())) advance();
  }
  void skip_to_line_end() {
    while (!is_at_end() && peek() != '\n') advance();
  }
  // Skips past the next `end`, or to the end of the text.
  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  bool skip_comment(std::string_view open, std::string_view close) {
    if (!sees(open)) return false;
    advance(open.size());
    skip_past(close);
    return true;
  }
  // Skips herd's and C's comments. Up to the end of the initial state, `//` and `/*` may be part of
  // an address or of a file name.
  bool skip_any_comment() {
    if (peek() != '(' && peek() != '/') return false;  // nearly always
    if (skip_comment("(*", "*)")) return true;
    const bool is_apart = at_ == 0 || is_space(text_[at_ - 1]) || text_[at_ - 1] == ';';
    if (!is_apart) return false;
    if (sees("//")) {
      skip_to_line_end();
      return true;
    }
    const bool is_closed = text_.find("*/", at_) != std::string_view::npos;
    return is_closed && skip_comment("/*", "*/");
  }
  void skip_spaces_and_comments() {
    do skip_spaces();
    while (skip_any_comment());
  }
  template <typename Predicate>
  std::string_view take_while(Predicate is_taken) {
    const std::size_t begin = at_;
    while (!is_at_end() && is_taken(peek())) advance();
    return text_.substr(begin, at_ - begin);
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

bool is_condition_word(std::string_view word) {
  return std::ranges::find(ConditionWords, word) != ConditionWords.end();
}

// The offset of the `}` that closes the brace before `at`, or npos.
std::size_t closing_brace(std::string_view text, std::size_t at) {
  Scanner scanner(text, at);
  std::size_t depth = 1;
  while (!scanner.is_at_end()) {
    if (scanner.skip_any_comment()) continue;
    if (scanner.peek() == '{') ++depth;
    if (scanner.peek() == '}' && --depth == 0) return scanner.at();
    scanner.advance();
  }
  return std::string_view::npos;
}

enum class Comments { OfC, OfAssembly };

bool skip_program_comment(Scanner& scanner, Comments comments) {
  if (comments == Comments::OfAssembly) return scanner.skip_any_comment();
  if (scanner.peek() != '/') return false;
  if (scanner.sees("//")) {
    scanner.skip_to_line_end();
    return true;
  }
  return scanner.skip_comment("/*", "*/");
}

// Returns the begin of the condition. herd stops at the first such word anywhere. Drover ignores a
// word in a comment or in the body of a thread.
std::size_t find_condition(std::string_view text, std::size_t from, Comments comments) {
  Scanner scanner(text, from);
  std::size_t depth = 0;
  std::size_t fallback = std::string_view::npos;  // a word inside an unclosed brace
  while (!scanner.is_at_end()) {
    if (skip_program_comment(scanner, comments)) continue;
    const char c = scanner.peek();
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (!is_word(c)) {
      scanner.advance();
      continue;
    }
    std::size_t begin = scanner.at();
    const bool is_first_in_line = begin == 0 || text[begin - 1] == '\n';
    if (!is_condition_word(scanner.take_while(is_word))) continue;
    while (begin > from && is_space(text[begin - 1])) --begin;
    begin = begin > from && text[begin - 1] == '~' ? begin - 1 : begin;
    if (depth == 0) return begin;
    if (is_first_in_line && fallback == std::string_view::npos) fallback = begin;
  }
  return fallback == std::string_view::npos ? text.size() : fallback;
}

// Returns the begin of `<<` outside comments; the end if there is none.
std::size_t find_end(std::string_view text, std::size_t from) {
  Scanner scanner(text, from);
  while (!scanner.is_at_end() && !scanner.sees("<<")) {
    if (!scanner.skip_any_comment()) scanner.advance();
  }
  return scanner.at();
}

// Returns the begin of a condition without a keyword: after the last thread or row, which begin
// with a name. The end if there is none.
std::size_t find_bare_condition(std::string_view text, std::size_t from, Comments comments) {
  Scanner scanner(text, from);
  const char last_of_code = comments == Comments::OfC ? '}' : ';';
  std::size_t depth = 0;
  char before = '\0';
  while (!scanner.is_at_end()) {
    if (skip_program_comment(scanner, comments)) continue;
    const char c = scanner.peek();
    const bool begins = c == '(' || c == '~' || std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (depth == 0 && before == last_of_code && begins) return scanner.at();
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (!is_space(c)) before = c;
    scanner.advance();
  }
  return text.size();
}

struct MisspeltWord {
  std::size_t begin = 0;
  std::size_t end = 0;
  Hint hint;
};

// `exist (x=1)`: a word at the start of a line that is nearly a condition word.
std::optional<MisspeltWord> find_misspelt_condition(std::string_view text, std::size_t from,
                                                    Comments comments) {
  const std::vector<std::string> words(ConditionWords.begin(), ConditionWords.end());
  Scanner scanner(text, from);
  std::size_t depth = 0;
  bool is_first_in_line = false;
  while (!scanner.is_at_end()) {
    if (skip_program_comment(scanner, comments)) continue;
    const char c = scanner.peek();
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (c == '\n') is_first_in_line = true;
    if (!is_word(c)) {
      is_first_in_line = is_first_in_line && is_space(c);
      scanner.advance();
      continue;
    }
    const std::size_t begin = scanner.at();
    const std::string_view word = scanner.take_while(is_word);
    const std::size_t end = scanner.at();
    scanner.take_while([](char each) { return each == ' ' || each == '\t'; });
    const bool may_be = is_first_in_line && depth == 0 && word.size() > 3 && scanner.peek() == '(';
    is_first_in_line = false;
    if (!may_be) continue;
    if (Hint hint = did_you_mean(word, words); !hint.empty()) {
      return MisspeltWord{begin, end, std::move(hint)};
    }
  }
  return std::nullopt;
}

// Skips `(texname)` and `"doc"` after the name, then lines of `Key=Value`, up to the brace.
std::size_t find_init(std::string_view text, std::size_t from) {
  Scanner scanner(text, from);
  while (!scanner.is_at_end() && scanner.peek() != '{') {
    if (scanner.skip_any_comment()) continue;
    if (scanner.peek() == '"') {
      scanner.advance();
      scanner.skip_past("\"");
      continue;
    }
    scanner.advance();
  }
  return scanner.is_at_end() ? std::string_view::npos : scanner.at();
}

// Unsupported values of `Variant=…` in the head of a file: without them, the test has another
// meaning.
constexpr std::array<std::string_view, 10> UnreadVariants{
    "memtag", "mte", "vmsa", "kvm", "self", "ifetch", "morello", "NV2", "pauth1", "pauth2"};

void check_variants(const SourceBuffer& source, std::size_t from, std::size_t to,
                    DiagnosticSink& sink) {
  constexpr std::string_view Key = "Variant=";
  const std::string& text = source.text();
  for (Scanner scanner(text, from); scanner.at() < to;) {
    if (scanner.skip_any_comment()) continue;
    const bool is_first = scanner.at() > 0 && text[scanner.at() - 1] == '\n';
    if (!is_first || !scanner.sees(Key)) {
      scanner.advance();
      continue;
    }
    for (std::size_t i = 0; i < Key.size(); ++i) scanner.advance();
    do {
      if (scanner.peek() == ',') scanner.advance();
      const std::size_t begin = scanner.at();
      const std::string_view word =
          scanner.take_while([](char c) { return c != ',' && !is_space(c); });
      if (std::ranges::find(UnreadVariants, word) != UnreadVariants.end() ||
          word.starts_with("sve") || word.starts_with("sme")) {
        sink.report(DiagnosticKind::LitmusUnsupported, source.range(begin, scanner.at()),
                    {format("the variant `{}`", word)});
      }
    } while (!scanner.is_at_end() && scanner.peek() == ',');
  }
}

}  // namespace

bool looks_like_litmus(std::string_view text) {
  Scanner scanner(text);
  scanner.skip_spaces_and_comments();
  const std::string word = architecture_of(scanner.take_while(is_word));
  if (std::ranges::find(Architectures, word) == Architectures.end()) return false;
  const std::size_t behind = scanner.at();
  scanner.take_while([](char c) { return c == ' ' || c == '\t'; });
  return scanner.at() > behind && !scanner.take_while(is_name).empty();
}

std::optional<Sections> split_sections(const SourceBuffer& source, DiagnosticSink& sink) {
  const std::string& text = source.text();
  Sections sections;
  Scanner scanner(text);
  scanner.skip_spaces_and_comments();
  const std::size_t begin = scanner.at();
  sections.architecture = architecture_of(scanner.take_while(is_word));
  sections.architecture_range = source.range(begin, scanner.at());
  scanner.skip_spaces();
  const std::size_t name_begin = scanner.at();
  sections.name = scanner.take_while(is_name);
  if (sections.architecture.empty() || sections.name.empty()) {
    Diagnostic& diagnostic =
        sink.report(DiagnosticKind::LitmusHeader, source.range(name_begin, name_begin),
                    {sections.architecture.empty() ? "the architecture" : "the name of the test"});
    diagnostic.with_hint("a litmus file begins with a line like `C MP` or `X86 SB`");
    return std::nullopt;
  }
  const std::size_t init = find_init(text, scanner.at());
  if (init == std::string::npos) {
    sink.report(DiagnosticKind::LitmusNoInit, source.range(name_begin, scanner.at()))
        .with_hint("write `{}` if every variable is initially 0");
    return std::nullopt;
  }
  check_variants(source, scanner.at(), init, sink);
  const std::size_t close = closing_brace(text, init + 1);
  if (close == std::string::npos) {
    sink.report(DiagnosticKind::LitmusOpenInit, source.range(init, init + 1));
    return std::nullopt;
  }
  sections.init = {init + 1, close};
  const Comments comments =
      sections.architecture.starts_with("C") || sections.architecture == "OPENCL"
          ? Comments::OfC
          : Comments::OfAssembly;
  std::size_t condition = find_condition(text, close + 1, comments);
  // The begin of the condition's text.
  std::optional<std::size_t> behind_word;
  const auto misspelt =
      condition == text.size() ? find_misspelt_condition(text, close + 1, comments) : std::nullopt;
  if (misspelt) {
    sink.report(DiagnosticKind::UnexpectedToken, source.range(misspelt->begin, misspelt->end),
                {format("`{}`", text.substr(misspelt->begin, misspelt->end - misspelt->begin)), ""})
        .with_hint(misspelt->hint);
    condition = misspelt->begin;
    behind_word = misspelt->end;
  } else if (condition == text.size()) {
    condition = find_bare_condition(text, close + 1, comments);
    if (condition < text.size()) {
      const std::size_t line_end = std::min(text.find_first_of("\r\n", condition), text.size());
      sink.report(DiagnosticKind::LitmusNoQuantifier, source.range(condition, line_end))
          .with_hint("write `exists (…)`, `~exists (…)` or `forall (…)`");
    }
  }
  sections.program = {close + 1, condition};
  sections.condition = {behind_word.value_or(condition), find_end(text, condition)};
  return sections;
}

std::optional<Sections> split_sections(const SourceBuffer& source) {
  DiagnosticSink ignored;
  return split_sections(source, ignored);
}

}  // namespace drover::litmus
