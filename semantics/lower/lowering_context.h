#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "semantics/program/program.h"

// Private to lowering.
namespace drover::lowering {

// State that the threads of a program share while they are lowered. A worker's state: holds
// references.
struct LoweringContext {
  const CheckedProgram& program;  // desugared
  const SourceBuffer& source;
  DiagnosticSink& sink;
  std::vector<LoopInfo>& loops;
  std::vector<StructLayout>& structs;
  std::map<ast::StmtId, std::uint32_t> loop_indices;  // one entry of `loops` per loop of the text
  std::vector<std::uint8_t> touches;  // by ExprId: whether evaluating it takes instructions
  std::size_t max_size = 0;
  std::size_t size = 0;                      // instructions so far, and inlined calls
  std::vector<std::uint32_t> routines = {};  // functions that are spawned, in order of mention
  std::optional<std::int32_t> unwritten_layout = {};

  // The layout of cells that have no value; makes it.
  std::int32_t unwritten_cells();
};

// Fills LoweringContext::touches.
void find_touching_expressions(LoweringContext& context);

// One thread, or nothing, and a diagnostic, if a limit is passed.
[[nodiscard]] std::optional<Thread> lower_thread(LoweringContext& context,
                                                 const ThreadInfo& thread);

// A function as what a spawn runs.
[[nodiscard]] std::optional<Thread> lower_routine(LoweringContext& context, std::uint32_t function);

[[nodiscard]] Operator lower_operator(ast::BinaryOperator op);
[[nodiscard]] Operator lower_operator(ast::UnaryOperator op);

}  // namespace drover::lowering
