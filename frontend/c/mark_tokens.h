#pragma once

#include "frontend/c/attributes.h"

// Private to the parser.
namespace drover::c {

// Turns identifiers into TYPEDEF_NAME if they name types: a typedef of this scope or of an
// enclosing scope declares them, and no other declaration hides them. Names in attributes are used
// but declare nothing.
void mark_type_names(const Attributes& attributes);

}  // namespace drover::c
