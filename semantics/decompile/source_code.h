#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/program/program.h"

namespace drover::decompile {

// State shared by all threads: used names, and the functions of marked calls.
struct SourceDeclarations {
  const Program& program;
  std::set<std::string> taken;
  std::vector<std::pair<std::string, std::string>> functions;  // name, text
};

// Returns a thread, or the function of a spawned one, as text; its marked calls become functions of
// `declarations`. Nothing if its jumps are not structured.
[[nodiscard]] std::optional<std::string> thread_text(SourceDeclarations& declarations,
                                                     ThreadId thread);

}  // namespace drover::decompile
