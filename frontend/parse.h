#pragma once

#include <optional>
#include <set>
#include <string>

#include "frontend/ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover {

// A text as far as it can be read.
struct ParseResult {
  // Where there are errors: the items without errors that mention nothing that was lost with the
  // others. Checking them gives no false complaints.
  Ast ast;
  bool is_whole = false;
  std::set<std::string> lost_names;  // what the others may have declared
};

// Reports all syntax errors. Throws nothing, and takes time linear in the text.
[[nodiscard]] ParseResult parse_partly(const SourceBuffer& source, DiagnosticSink& sink);

// The syntax tree of a core program, or nothing if there is an error in it.
[[nodiscard]] std::optional<Ast> parse(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover
