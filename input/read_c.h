#pragma once

#include <string>
#include <vector>

#include "frontend/c/unit.h"
#include "input/subject.h"
#include "semantics/lower/c/lower_c.h"

namespace drover::input {

// What a C program was before it was lowered, and how that was done: for who puts something in.
struct CReading {
  c::Unit unit;
  lowering::CLoweringOptions options;
  std::string preprocessed;
  SubjectOptions read_with;
};

// Reads a C program: through the preprocessor, unless its name ends in `.i`.
void read_c(Subject& subject, const SubjectOptions& options);

// The same C program where some of its files have other texts: its own, or ones that it includes.
[[nodiscard]] Subject read_again(const Subject& subject, const std::vector<SourcePart>& files);

}  // namespace drover::input
