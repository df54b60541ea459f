#pragma once

#include <string>

#include "semantics/program/program.h"

// Private to decompile.
namespace drover::decompile {

// A C program with core-language objects and names: an object is one cell, or an array with a cell
// for each byte, of which only the first cell of each scalar is used. Initial values that are
// addresses cannot be written in a declaration: they go to an `init` block.
struct CoreForm {
  Program program;
  std::string init;  // the text of the block; empty if there is none
};
[[nodiscard]] CoreForm core_form(const Program& program);

// True if the program comes from C.
[[nodiscard]] bool is_of_c(const Program& program);

}  // namespace drover::decompile
