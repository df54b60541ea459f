#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/program/program.h"

namespace drover::decompile {

// What all threads share: names that are taken, and the functions that are marked calls.
struct SourceDeclarations {
  const Program& program;
  std::set<std::string> taken;
  std::vector<std::pair<std::string, std::string>> functions;  // name, text
};

// A thread, as text, or the function that a spawned one runs; its marked calls become functions of
// `declarations`. Nothing if it has jumps that no structured program has.
[[nodiscard]] std::optional<std::string> thread_text(SourceDeclarations& declarations,
                                                     ThreadId thread);

}  // namespace drover::decompile
