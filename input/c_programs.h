#pragma once

#include <string>
#include <vector>

#include "frontend/constant_override.h"

// Groups the C files of a call into programs.
//
// Each file with a `main` is a program. The C files without one belong to each of them. A file of
// compile commands adds the flags of the files, and the files that define what is missing.
namespace drover::input {

struct CProgramsRequest {
  std::vector<std::string> files = {};  // of any kind, as given
  std::vector<ConstantOverride> constants = {};
  std::string commands = {};  // compile_commands.json or its folder; empty: none
  std::string target = {};    // only entries of this target; empty: all
};

struct CPrograms {
  std::vector<std::string> files;           // one for each program
  std::vector<ConstantOverride> constants;  // for their reading: FurtherFile and flags
  std::string complaint;                    // empty: none
};
[[nodiscard]] CPrograms gather_c_programs(const CProgramsRequest& request);

// For an editor: returns the flags of a C file and the further files of its program, as words of a
// call. They are those of the first compile_commands.json in its folder, a folder around it, or a
// folder `build` there; empty if there is none.
[[nodiscard]] std::vector<std::string> words_for_c_file(const std::string& file);

}  // namespace drover::input
