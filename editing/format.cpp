#include "editing/format.h"

#include <algorithm>
#include <vector>

#include "editing/format_parts.h"
#include "editing/tokens.h"
#include "frontend/cat/parse_cat.h"
#include "frontend/parse.h"
#include "input/subject.h"
#include "litmus/dialects/sections.h"
#include "litmus/litmus_test.h"
#include "support/check.h"
#include "support/text.h"

namespace drover::editing {

namespace {

// True for syntax errors: such a text cannot be formatted.
bool is_about_syntax(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::NotText:
    case DiagnosticKind::UnknownCharacter:
    case DiagnosticKind::UnterminatedComment:
    case DiagnosticKind::UnterminatedString:
    case DiagnosticKind::NestingTooDeep:
    case DiagnosticKind::UnexpectedToken:
    case DiagnosticKind::ExpectedToken:
    case DiagnosticKind::LitmusHeader:
    case DiagnosticKind::LitmusArchitecture:
    case DiagnosticKind::LitmusNoInit:
    case DiagnosticKind::LitmusOpenInit:
    case DiagnosticKind::LitmusOpenComment:
    case DiagnosticKind::LitmusNoQuantifier: return true;
    default: return false;
  }
}

// Removes spaces at the ends of lines, and repeated empty lines.
std::string tidy_lines(std::string_view text) {
  std::string out;
  std::size_t empty = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const std::size_t last = line.find_last_not_of(" \t\r\f");
    line = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    empty = line.empty() ? empty + 1 : 0;
    if (line.empty() && (out.empty() || empty > 1)) continue;
    out += line;
    out += '\n';
  }
  return out;
}

// True if an empty line precedes the first text of a section.
bool has_blank_before(std::string_view text, std::size_t offset) {
  std::size_t breaks = 0;
  const auto is_blank = [&](std::size_t at) {
    return std::string_view(" \t\r\n\f").find(text[at]) != std::string_view::npos;
  };
  for (std::size_t at = offset; at < text.size() && is_blank(at); ++at) {
    if (text[at] == '\n') ++breaks;
  }
  for (std::size_t at = offset; at > 0 && is_blank(at - 1); --at) {
    if (text[at - 1] == '\n') ++breaks;
  }
  return breaks > 1;
}

void append(std::string& out, std::string_view text, std::size_t offset, const std::string& part) {
  if (part.empty()) return;
  if (has_blank_before(text, offset)) out += '\n';
  out += part;
}

std::string format_litmus(std::string_view text, const litmus::Sections& sections) {
  const std::size_t brace = sections.init.begin - 1;
  const std::string_view header = text.substr(0, brace);
  const bool is_on_line = header.find_last_of('\n') < header.find_last_not_of(" \t\r\n\f");
  std::string out;
  if (is_on_line) {
    out = tidy_lines(trimmed(header));
    out.back() = '\n';
  } else {
    out = tidy_lines(header);
    while (out.ends_with("\n\n") && !has_blank_before(text, brace)) out.pop_back();
  }
  out += format_init(text, sections.init);
  const Language language = code_language(sections.architecture);
  append(out, text, sections.program.begin,
         language == Language::C ? format_code(text, sections.program, language)
                                 : format_table(text, sections.program));
  append(out, text, sections.condition.begin, format_condition(text, sections.condition));
  // The rest, which herd does not read.
  out += tidy_lines(text.substr(std::min(sections.condition.end, text.size())));
  return out;
}

// Returns a comment without white space.
std::string essence(std::string_view comment) {
  std::string out;
  for (const char c : comment) {
    if (std::string_view(" \t\r\n\f").find(c) == std::string_view::npos) out += c;
  }
  return out;
}

void add_words(std::string_view text, Section section, Language language,
               std::vector<std::string>& out) {
  for (const Token& token : scan(text, section, language)) {
    const std::string_view word = token.of(text);
    out.push_back(token.is_comment() ? essence(word) : std::string(word));
    // In a model, line breaks are significant.
    if (language == Language::Cat && token.breaks > 0 && !token.is_comment())
      out.emplace_back("\n");
  }
}

std::vector<std::string> words_of(std::string_view text, FileKind kind) {
  std::vector<std::string> out;
  const Section whole{0, text.size()};
  if (kind != FileKind::Litmus) {
    add_words(text, whole, kind == FileKind::Core ? Language::Core : Language::Cat, out);
    return out;
  }
  const auto sections = litmus::split_sections(SourceBuffer::from_text("", std::string(text)));
  if (!sections) return {essence(text)};
  out.push_back(essence(text.substr(0, sections->init.begin)));
  add_words(text, sections->init, Language::State, out);
  add_words(text, sections->program, code_language(sections->architecture), out);
  add_words(text, sections->condition, Language::State, out);
  out.push_back(essence(text.substr(sections->condition.end)));
  return out;
}

std::optional<std::string> formatted(const SourceBuffer& source, FileKind kind,
                                     DiagnosticSink& sink) {
  const auto has_shape = [&] {
    return std::ranges::none_of(sink.diagnostics(),
                                [](const Diagnostic& each) { return is_about_syntax(each.kind); });
  };
  const Section whole{0, source.text().size()};
  switch (kind) {
    case FileKind::Core: {
      const ParseResult result = parse_partly(source, sink);
      if (!result.is_whole && !has_shape()) return std::nullopt;
      return format_code(source.text(), whole, Language::Core);
    }
    case FileKind::Cat: {
      const auto ast = cat::parse_cat(source, sink);
      if (!ast || !has_shape()) return std::nullopt;
      return format_cat(source, *ast);
    }
    case FileKind::Litmus: {
      const auto test = litmus::load_litmus(source, {}, sink);
      if (!has_shape()) return std::nullopt;
      const auto sections = litmus::split_sections(source);
      if (!sections) return std::nullopt;
      return format_litmus(source.text(), *sections);
    }
    case FileKind::C: break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<FileKind> kind_of(std::string_view path, std::string_view text) {
  if (path.ends_with(".cat")) return FileKind::Cat;
  if (input::is_c_name(path)) return std::nullopt;
  const std::optional<input::SubjectKind> named = input::kind_of_name(path);
  switch (named ? *named : input::kind_of_text(text)) {
    case input::SubjectKind::Core: return FileKind::Core;
    case input::SubjectKind::Litmus: return FileKind::Litmus;
    case input::SubjectKind::C: return std::nullopt;
  }
  return std::nullopt;
}

bool has_same_tokens(std::string_view a, std::string_view b, FileKind kind) {
  return words_of(a, kind) == words_of(b, kind);
}

std::optional<std::string> format_source(const SourceBuffer& source, FileKind kind,
                                         DiagnosticSink& sink) {
  std::optional<std::string> out = formatted(source, kind, sink);
  if (!out) return std::nullopt;
  DROVER_CHECK(has_same_tokens(source.text(), *out, kind), "formatting must keep every token");
  return out;
}

}  // namespace drover::editing
