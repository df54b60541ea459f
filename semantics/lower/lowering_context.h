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

// State shared by the threads of a program during lowering. Holds references.
struct LoweringContext {
  const CheckedProgram& program;  // desugared
  const SourceBuffer& source;
  DiagnosticSink& sink;
  std::vector<LoopInfo>& loops;
  std::vector<StructLayout>& structs;
  std::map<ast::StmtId, std::uint32_t> loop_indices;  // one entry of `loops` per source loop
  std::vector<std::uint8_t> touches;  // by ExprId: true if evaluation needs instructions
  std::size_t max_size = 0;
  std::size_t size = 0;                      // number of instructions so far, and inlined calls
  std::vector<std::uint32_t> routines = {};  // spawned functions, in order of mention
  std::optional<std::int32_t> unwritten_layout = {};

  // Returns the layout of cells without an initial value; creates it on first use.
  std::int32_t unwritten_cells();
};

// Fills LoweringContext::touches.
void find_touching_expressions(LoweringContext& context);

// Lowers one thread. Nothing, and a diagnostic, if a limit is exceeded.
[[nodiscard]] std::optional<Thread> lower_thread(LoweringContext& context,
                                                 const ThreadInfo& thread);

// Lowers a function as the code of a spawned thread.
[[nodiscard]] std::optional<Thread> lower_routine(LoweringContext& context, std::uint32_t function);

}  // namespace drover::lowering
