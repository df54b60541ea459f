#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/check_context.h"

// Private to the checker.
namespace drover {

enum class BodyKind : std::uint8_t { Function, Thread, Init, Final };

// A block of code with registers of its own.
struct Body {
  BodyKind kind = BodyKind::Thread;
  std::string name;
  ast::StmtId block;
  std::string family_variable = {};          // may be empty
  std::vector<std::string> parameters = {};  // of a function
};

struct CallSite {
  std::uint32_t callee = 0;  // index in CheckedProgram::functions
  SourceRange range;
};

struct BodyResult {
  std::vector<std::string> registers;  // parameters first, then by first assignment
  std::vector<CallSite> calls;
  std::vector<CallSite> spawns;
};

// Resolves the names of a body and checks its statements. All globals must be known.
BodyResult check_body(CheckContext& context, const Body& body);

// True if the block contains a `return` with a value.
[[nodiscard]] bool returns_value(const Ast& ast, ast::StmtId block);

}  // namespace drover
