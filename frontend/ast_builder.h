#pragma once

#include "CoreParser.h"
#include "frontend/antlr_section.h"
#include "frontend/ast.h"
#include "frontend/diagnostic.h"
#include "frontend/parse.h"

// Private to the parser.
namespace drover {

// Converts ANTLR's tree of an item, which must have no syntax errors, to ours. Adds the statements
// and expressions of the item to `ast`.
[[nodiscard]] ast::Item build_item(drover_grammar::CoreParser::ItemContext& item,
                                   const SectionOffsets& offsets, Ast& ast, DiagnosticSink& sink);

// Builds the items of a tree without errors, and keeps those that can be checked without the
// others. All syntax errors must have been reported.
[[nodiscard]] ParseResult build_intact_items(drover_grammar::CoreParser::ProgramContext& tree,
                                             const Tokens& tokens, const SectionOffsets& offsets,
                                             DiagnosticSink& sink);

}  // namespace drover
