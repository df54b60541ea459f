#pragma once

#include <string>

#include "lsp/document.h"
#include "support/json.h"

// Requests of the protocol on one document, answered from its analysis.
namespace drover::lsp {

[[nodiscard]] Json diagnostics_json(const Document& document);
[[nodiscard]] Json hover_json(const Document& document, const Json& position);
[[nodiscard]] Json completion_json(const Document& document, const Json& position);
[[nodiscard]] Json definition_json(const Document& document, const Json& position);
[[nodiscard]] Json references_json(const Document& document, const Json& position,
                                   bool with_definition);
[[nodiscard]] Json highlights_json(const Document& document, const Json& position);
// A tree, or a list for editors without trees.
enum class OutlineForm { Tree, List };
[[nodiscard]] Json outline_json(const Document& document, OutlineForm form);
[[nodiscard]] Json folds_json(const Document& document);
// Return edits of the analysed text: to `after`; to the formatted text, null after syntax errors.
[[nodiscard]] Json text_edits_json(const Document& document, const std::string& after);
[[nodiscard]] Json formatting_json(const Document& document);
// Returns fixes for the diagnostics in a range.
[[nodiscard]] Json actions_json(const Document& document, const Json& range);

}  // namespace drover::lsp
