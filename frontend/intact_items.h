#pragma once

#include "CoreParser.h"
#include "frontend/antlr_section.h"
#include "frontend/ast_builder.h"
#include "frontend/diagnostic.h"
#include "frontend/parse.h"

// Private to the parser.
namespace drover {

// Builds the items of a tree without errors, and keeps those that can be checked without the
// others. All syntax errors must have been reported.
[[nodiscard]] ParseResult build_intact_items(drover_grammar::CoreParser::ProgramContext& tree,
                                             const Tokens& tokens, const SectionOffsets& offsets,
                                             DiagnosticSink& sink);

}  // namespace drover
