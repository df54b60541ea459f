#include "frontend/c/parse.h"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

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

// Suggests a keyword or type name for a misspelt word before a syntax error: C reads the word as a
// name, and the next token is then an error. `error` is the index of its token.
Hint misspelt_word(const Tokens& tokens, std::size_t error) {
  const std::vector<std::string> known = words_of(KnownWords);
  std::size_t first = error;
  const auto ends_statement = [](const std::string& text) {
    return text == ";" || text == "{" || text == "}";
  };
  while (first > 0 && !ends_statement(tokens[first - 1]->getText())) --first;
  for (const std::size_t at : {error - 1, first}) {
    if (at >= error) continue;
    const std::string name = tokens[at]->getText();
    const bool is_word = is_word_character(name.front()) && name.size() > 1;
    if (!is_word || std::ranges::find(known, name) != known.end()) continue;
    if (Hint hint = did_you_mean(name, known); !hint.empty()) return hint;
  }
  return {};
}

// True if the `{` at an index begins a function: `int f(int a) {`. If it is unexpected, the
// function is nested in another one.
bool begins_function(const Tokens& tokens, std::size_t at) {
  const auto is = [&](std::size_t index, std::size_t type) {
    return index < tokens.size() && tokens[index]->getType() == type;
  };
  if (!is(at, Grammar::LBRACE) || !is(at - 1, Grammar::RPAREN)) return false;
  std::size_t depth = 0;
  std::size_t open = at;
  do {
    --open;
    if (is(open, Grammar::RPAREN)) ++depth;
    if (is(open, Grammar::LPAREN)) --depth;
  } while (depth > 0 && open > 0);
  if (open < 2 || !is(open - 1, Grammar::IDENTIFIER)) return false;
  const std::string type = tokens[open - 2]->getText();
  constexpr std::array<std::string_view, 4> Others{"else", "do", "return", "goto"};
  return type == "*" ||
         (is_word_character(type.front()) && std::ranges::find(Others, type) == Others.end());
}

// Passes diagnostics on the preprocessed text on to its files.
void pass_on(const DiagnosticSink& from, const UnitParser& parser, const LineMap& map,
             DiagnosticSink& to) {
  const Tokens& tokens = parser.tokens();
  for (const Diagnostic& each : from.diagnostics()) {
    const SourceRange place = map.place(each.range);
    const auto token = std::ranges::lower_bound(
        tokens, each.range.begin, {},
        [&](const antlr4::Token* one) { return parser.offsets().range(*one).begin; });
    const auto index = static_cast<std::size_t>(token - tokens.begin());
    const bool is_unexpected = each.kind == DiagnosticKind::UnexpectedToken;
    if (is_unexpected && begins_function(tokens, index)) {
      to.report(DiagnosticKind::CUnsupported, place, {"nested functions are"});
      return;  // the rest is misread
    }
    Diagnostic& diagnostic = to.report(each.kind, place);
    diagnostic.arguments = each.arguments;
    diagnostic.hint = each.hint;
    Hint hint = is_unexpected ? misspelt_word(tokens, index) : Hint();
    if (!hint.empty()) diagnostic.with_hint(std::move(hint));
  }
}

}  // namespace

std::optional<Unit> parse_unit(const SourceBuffer& text, const LineMap& map, DiagnosticSink& sink,
                               const std::vector<std::string>& left_out,
                               const ReadingOptions& options) {
  std::vector<std::unique_ptr<UnitParser>> parsers;
  std::vector<ParsedFile> files;
  for (std::size_t i = 0; i < map.unit_begins().size(); ++i) {
    const bool is_last = i + 1 == map.unit_begins().size();
    const std::size_t end = is_last ? text.text().size() : map.unit_begins()[i + 1];
    DiagnosticSink syntax;
    parsers.push_back(
        std::make_unique<UnitParser>(text, Section{map.unit_begins()[i], end}, syntax));
    UnitParser& parser = *parsers.back();
    ParsedFile file{.offsets = &parser.offsets(), .attributes = {}, .tree = nullptr};
    const auto mark = [&](const Tokens& tokens) {
      file.attributes = Attributes(tokens);
      mark_type_names(file.attributes);
    };
    try {
      file.tree = parser.parse(&Grammar::translationUnit, mark);
    } catch (const std::exception& fault) {
      DROVER_CHECK(false, fault.what());
    }
    pass_on(syntax, parser, map, sink);
    if (file.tree == nullptr || syntax.has_errors()) return std::nullopt;
    files.push_back(std::move(file));
  }
  const DiagnosticSink before = sink;
  OtherTags other_tags;
  for (;;) {
    UnitBuilder builder(text, map, files, left_out, options, other_tags, sink);
    Unit unit = builder.build();
    if (!builder.has_found_other_tags()) {
      if (sink.has_errors()) return std::nullopt;
      check_sequence(unit, sink);
      return unit;
    }
    sink = before;
  }
}

}  // namespace drover::c
