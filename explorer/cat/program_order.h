#pragma once

#include <string>
#include <vector>

#include "explorer/cat/code.h"

namespace drover::cat {

// Returns the names of a model's preserved program order: among the relations of its axioms, the
// largest that are syntactically part of po and have a name.
//
//   let keep = po \ (W * R)
//   acyclic keep | rfe | co | fr        gives `keep`
//
// Parts of po within one location (`po-loc`), and po itself, are left out. In the order in which
// the axioms mention them.
[[nodiscard]] std::vector<std::string> kept_program_order(const Code& code);

}  // namespace drover::cat
