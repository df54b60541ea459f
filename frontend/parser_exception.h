#pragma once

#include <exception>
#include <new>

#include "frontend/diagnostic.h"
#include "support/format.h"

namespace drover {

// For a handler around a parser: ANTLR's exceptions are unexpected and must not escape. Lack of
// memory is not an error in the text: it is rethrown and reported as a limit.
inline void report_parser_exception(const std::exception& thrown, DiagnosticSink& sink) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) throw;
  sink.report(DiagnosticKind::UnexpectedToken, {}, {"input", format(" ({})", thrown.what())});
}

}  // namespace drover
