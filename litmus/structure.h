#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "semantics/program/program.h"

// The code of a thread as statements again: what is needed to write it as a program.
namespace drover::litmus {

struct StructuredStatement;
using StructuredBlock = std::vector<StructuredStatement>;

struct PlainStatement {
  InstructionIndex instruction = 0;
};
struct ChoiceStatement {
  ExprId condition;
  StructuredBlock if_true;
  StructuredBlock if_false;
};
// `while (condition)`, or one that only a break leaves.
struct LoopStatement {
  std::optional<ExprId> condition;
  StructuredBlock body;
};
struct BreakStatement {};
struct ContinueStatement {};

struct StructuredStatement {
  std::variant<PlainStatement, ChoiceStatement, LoopStatement, BreakStatement, ContinueStatement>
      node;
};

// Nothing if some loop is left in several ways (a return in it), or is none of a structured
// program, or if the code is long.
[[nodiscard]] std::optional<StructuredBlock> recover_structure(const Thread& thread);

}  // namespace drover::litmus
