#pragma once

#include <optional>
#include <set>
#include <string>

#include "frontend/ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover {

// The readable part of a text.
struct ParseResult {
  // After errors: the items without errors that mention no lost name. Checking them gives no false
  // diagnostics.
  Ast ast;
  bool is_whole = false;
  std::set<std::string> lost_names;  // names that the other items may have declared
};

// Reports all syntax errors. Throws nothing, and takes time linear in the text.
[[nodiscard]] ParseResult parse_partly(const SourceBuffer& source, DiagnosticSink& sink);

// Returns the syntax tree of a core program; nothing if it has an error.
[[nodiscard]] std::optional<Ast> parse(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover
