#pragma once

#include <string>

#include "semantics/program/program.h"

// Private to decompile.
namespace drover::decompile {

// A program of C with objects and names that the core language has: an object is one cell, or an
// array of a cell for each byte, of which those are used at which something begins. What begins
// as an address cannot be written in a declaration: it is left for an `init`.
struct CoreForm {
  Program program;
  std::string init;  // the text of the block; empty: there is none
};
[[nodiscard]] CoreForm core_form(const Program& program);

// Whether it is one of C.
[[nodiscard]] bool is_of_c(const Program& program);

}  // namespace drover::decompile
