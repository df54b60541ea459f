#pragma once

#include <string>
#include <string_view>
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

// A constant of SubjectOptions whose compiler_argument begins with this adds a file to the program
// of its `file`.
inline constexpr std::string_view FurtherFile = "--with=";

// Returns the options for the preprocessor of one file of a program.
[[nodiscard]] c::PreprocessOptions preprocess_options(const SubjectOptions& options,
                                                      std::string_view path);

// Reads a C program. Preprocesses its files unless their names end in `.i`.
void read_c(Subject& subject, const SubjectOptions& options);

// Reads the C program again with other texts for some of its files, its own or included ones.
[[nodiscard]] Subject read_again(const Subject& subject, const std::vector<SourcePart>& files);

}  // namespace drover::input
