#pragma once

#include "frontend/c/attributes.h"

// Private to the parser.
namespace drover::c {

// Makes TYPEDEF_NAME of identifiers that are names of types where they stand: those that a typedef
// of this scope, or of one around it, has declared, and that no other declaration hides. Those in
// attributes are used, and declare nothing.
void mark_type_names(const Attributes& attributes);

}  // namespace drover::c
