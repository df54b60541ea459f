#pragma once

#include <string>
#include <vector>

#include "explorer/cat/code.h"

namespace drover::cat {

// What a model calls the program order that it keeps: of the relations that its axioms are made of,
// the widest that are a part of po by the way they are written, and have a name of their own.
//
//   let keep = po \ (W * R)
//   acyclic keep | rfe | co | fr        gives `keep`
//
// Parts of po within one location (`po-loc`) are another matter, and are left out; so is po itself.
// In the order in which the axioms mention them.
[[nodiscard]] std::vector<std::string> kept_program_order(const Code& code);

}  // namespace drover::cat
