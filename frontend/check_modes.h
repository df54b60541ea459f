#pragma once

#include <cstdint>

#include "frontend/ast.h"
#include "frontend/diagnostic.h"

// Private to the checker.
namespace drover {

enum class ModeUse : std::uint8_t { Load, Store, ReadModifyWrite, FailedCas, Fence, Await };

// Reports an unknown mode, or a mode that is invalid for this access. An absent mode is valid.
void check_mode(const ast::ModeName& mode, ModeUse use, DiagnosticSink& sink);

}  // namespace drover
