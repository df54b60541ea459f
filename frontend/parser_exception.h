#pragma once

#include <exception>
#include <new>

#include "frontend/diagnostic.h"
#include "support/format.h"

namespace drover {

// In a handler around a parser: ANTLR reports by exceptions, of which none is expected and none may
// leave. Lack of memory is not an error in the text: it is thrown again, and reported as the
// limit that it is.
inline void report_parser_exception(const std::exception& thrown, DiagnosticSink& sink) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) throw;
  sink.report(DiagnosticKind::UnexpectedToken, {}, {"input", format(" ({})", thrown.what())});
}

}  // namespace drover
