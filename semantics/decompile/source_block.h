#pragma once

#include <string>

#include "semantics/decompile/flow_graph.h"

namespace drover::decompile {

// Returns the statements as text in braces, after `head` on the first line.
[[nodiscard]] std::string braced(const std::string& head, const SourceBlock& block);

// Returns the statements as text without braces.
[[nodiscard]] std::string indented(const SourceBlock& block);

[[nodiscard]] SourceStatement line_of(std::string text);

}  // namespace drover::decompile
