#include "frontend/c/parse.h"

#include <exception>

#include "CLexer.h"
#include "CParser.h"
#include "frontend/antlr_section.h"
#include "frontend/c/mark_tokens.h"
#include "frontend/c/unit_builder.h"
#include "support/check.h"

namespace drover::c {

namespace {

// A syntax error ends the reading: what comes behind it depends on what was declared before it.
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

// Complaints about the text behind the preprocessor are about the files that it comes from.
void pass_on(const DiagnosticSink& from, const LineMap& map, DiagnosticSink& to) {
  for (const Diagnostic& each : from.diagnostics()) {
    Diagnostic& diagnostic = to.report(each.kind, map.place(each.range));
    diagnostic.arguments = each.arguments;
    diagnostic.hint = each.hint;
  }
}

}  // namespace

std::optional<Unit> parse_unit(const SourceBuffer& text, const LineMap& map, DiagnosticSink& sink) {
  DiagnosticSink syntax;
  UnitParser parser(text, {0, text.text().size()}, syntax);
  Grammar::TranslationUnitContext* tree = nullptr;
  try {
    tree = parser.parse(&Grammar::translationUnit, mark_type_names);
  } catch (const std::exception& fault) {
    DROVER_CHECK(false, fault.what());
  }
  pass_on(syntax, map, sink);
  if (tree == nullptr || syntax.has_errors()) return std::nullopt;
  UnitBuilder builder(parser.offsets(), map, sink);
  Unit unit = builder.build(*tree);
  if (sink.has_errors()) return std::nullopt;
  return unit;
}

}  // namespace drover::c
