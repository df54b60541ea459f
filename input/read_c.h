#pragma once

#include <string>
#include <vector>

#include "frontend/c/unit.h"
#include "input/subject.h"
#include "semantics/lower/c/lower_c.h"

namespace drover::input {

// A C program before lowering, and the options of its reading: for callers that change it.
struct CReading {
  c::Unit unit;
  lowering::CLoweringOptions options;
  std::string preprocessed;
  SubjectOptions read_with;
};

// Reads a C program. Preprocesses it unless its name ends in `.i`.
void read_c(Subject& subject, const SubjectOptions& options);

// Reads the C program again with other texts for some of its files, its own or included ones.
[[nodiscard]] Subject read_again(const Subject& subject, const std::vector<SourcePart>& files);

}  // namespace drover::input
