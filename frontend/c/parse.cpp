#include "frontend/c/parse.h"

#include <algorithm>
#include <array>
#include <exception>

#include "CLexer.h"
#include "CParser.h"
#include "frontend/antlr_section.h"
#include "frontend/c/attributes.h"
#include "frontend/c/scan.h"
#include "frontend/c/unit_builder.h"
#include "frontend/suggestion.h"
#include "support/check.h"
#include "support/text.h"

namespace drover::c {

namespace {

// A syntax error ends the reading: later text depends on earlier declarations.
class NoRecovery : public SyntaxRecovery {
 protected:
  bool resume(antlr4::Parser& parser) final {
    while (!is_at_end(parser)) parser.consume();
    return true;
  }
  bool resume_list(antlr4::Parser& parser) final {
    while (!is_at_end(parser)) parser.consume();
    return true;
  }
};

using UnitParser = SectionParser<drover_grammar::CLexer, Grammar, NoRecovery>;

// Words that may begin a statement or a declaration, or stand before a name in it.
constexpr std::string_view KnownWords =
    "typedef extern static register inline const volatile restrict void char short int long "
    "signed unsigned _Bool bool _Atomic struct union enum if else switch case default while do "
    "for goto continue break return sizeof _Thread_local _Static_assert size_t int8_t uint8_t "
    "int16_t uint16_t int32_t uint32_t int64_t uint64_t intptr_t uintptr_t pthread_t "
    "pthread_mutex_t atomic_int atomic_uint atomic_bool atomic_long atomic_flag memory_order "
    "thrd_t mtx_t cnd_t";

// Returns the word before `end`, ignoring spaces; empty if there is none.
SourceRange word_before(std::string_view text, std::size_t end) {
  while (end > 0 && is_blank(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_word_character(text[begin - 1])) --begin;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), 1, 1};
}

// Returns the first word of the statement that contains `at`.
SourceRange first_word(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && std::string_view(";{}").find(text[begin - 1]) == std::string_view::npos) {
    --begin;
  }
  while (begin < at && is_blank(text[begin])) ++begin;
  // Skips line markers.
  while (begin < at && text[begin] == '#') {
    while (begin < at && text[begin] != '\n') ++begin;
    while (begin < at && is_blank(text[begin])) ++begin;
  }
  std::size_t end = begin;
  while (end < at && is_word_character(text[end])) ++end;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), 1, 1};
}

// Suggests a keyword or type name for a misspelt word before a syntax error: C reads the word as a
// name, and the next token is then an error.
Hint misspelt_word(std::string_view text, std::size_t error) {
  if (error > text.size()) return {};
  const std::vector<std::string> known = words_of(KnownWords);
  for (const SourceRange& word : {word_before(text, error), first_word(text, error)}) {
    const std::string name(text.substr(word.begin, word.end - word.begin));
    const bool is_known = std::ranges::find(known, name) != known.end();
    if (name.size() < 2 || is_known) continue;
    if (Hint hint = did_you_mean(name, known); !hint.empty()) return hint;
  }
  return {};
}

// True if the `{` at an offset begins a function: `int f(int a) {`. If it is unexpected, the
// function is nested in another one.
bool begins_function(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '{') return false;
  std::size_t end = word_before(text, at).end;
  if (end == 0 || text[end - 1] != ')') return false;
  std::size_t depth = 0;
  do {
    --end;
    if (text[end] == ')') ++depth;
    if (text[end] == '(') --depth;
  } while (depth > 0 && end > 0);
  const SourceRange name = word_before(text, end);
  if (name.begin == name.end) return false;
  const auto word_of = [&](const SourceRange& word) {
    return text.substr(word.begin, word.end - word.begin);
  };
  const SourceRange type = word_before(text, name.begin);
  const bool is_pointer = type.end > 0 && text[type.end - 1] == '*';
  constexpr std::array<std::string_view, 4> Others{"else", "do", "return", "goto"};
  const bool is_type =
      type.begin != type.end && std::ranges::find(Others, word_of(type)) == Others.end();
  return is_pointer || is_type;
}

// Passes diagnostics on the preprocessed text on to its files.
void pass_on(const DiagnosticSink& from, std::string_view text, const LineMap& map,
             DiagnosticSink& to) {
  for (const Diagnostic& each : from.diagnostics()) {
    if (each.kind == DiagnosticKind::UnexpectedToken && begins_function(text, each.range.begin)) {
      to.report(DiagnosticKind::CUnsupported, map.place(each.range), {"nested functions are"});
      return;  // the rest is misread
    }
    Diagnostic& diagnostic = to.report(each.kind, map.place(each.range));
    diagnostic.arguments = each.arguments;
    diagnostic.hint = each.hint;
    if (each.kind != DiagnosticKind::UnexpectedToken) continue;
    if (Hint hint = misspelt_word(text, each.range.begin); !hint.empty()) {
      diagnostic.with_hint(std::move(hint));
    }
  }
}

}  // namespace

std::optional<Unit> parse_unit(const SourceBuffer& text, const LineMap& map, DiagnosticSink& sink) {
  DiagnosticSink syntax;
  UnitParser parser(text, {0, text.text().size()}, syntax);
  Grammar::TranslationUnitContext* tree = nullptr;
  Attributes attributes;
  const auto mark = [&](const Tokens& tokens) {
    attributes = Attributes(tokens);
    mark_type_names(attributes);
  };
  try {
    tree = parser.parse(&Grammar::translationUnit, mark);
  } catch (const std::exception& fault) {
    DROVER_CHECK(false, fault.what());
  }
  pass_on(syntax, text.text(), map, sink);
  if (tree == nullptr || syntax.has_errors()) return std::nullopt;
  UnitBuilder builder(text, parser.offsets(), map, attributes, sink);
  Unit unit = builder.build(*tree);
  if (sink.has_errors()) return std::nullopt;
  check_sequence(unit, sink);
  return unit;
}

}  // namespace drover::c
