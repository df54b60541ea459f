#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/cat/cat_ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::cat {

// Returns the instructions of a model without syntax errors; reports and omits the others. Nothing
// if the text as a whole is unreadable.
[[nodiscard]] std::optional<Ast> parse_cat(const SourceBuffer& source, DiagnosticSink& sink);

// A text with a space for each character of a comment, so that places stay.
struct WithoutComments {
  std::string text;
  std::optional<std::size_t> open;  // the place of a comment that does not end
};
[[nodiscard]] WithoutComments without_comments(std::string_view text);

}  // namespace drover::cat
