#pragma once

#include <cstdint>

#include "frontend/ast.h"
#include "frontend/diagnostic.h"

// Private to the checker.
namespace drover {

enum class ModeUse : std::uint8_t { Load, Store, ReadModifyWrite, FailedCas, Fence, Await };

// Reports an unknown mode, or one that this access cannot have. Having no mode is always fine.
void check_mode(const ast::ModeName& mode, ModeUse use, DiagnosticSink& sink);

}  // namespace drover
