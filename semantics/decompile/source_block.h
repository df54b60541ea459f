#pragma once

#include <string>

#include "semantics/decompile/flow_graph.h"

namespace drover::decompile {

// Statements as text, between braces, the first of which ends the line that `head` begins.
[[nodiscard]] std::string braced(const std::string& head, const SourceBlock& block);

// The same without the braces.
[[nodiscard]] std::string indented(const SourceBlock& block);

// A statement that is one line.
[[nodiscard]] SourceStatement line_of(std::string text);

}  // namespace drover::decompile
