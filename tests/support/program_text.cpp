#include "tests/support/program_text.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "frontend/check_program.h"
#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/parse.h"
#include "semantics/lower/lower_ast.h"

namespace drover::testing {

Program program_from(const std::string& text) {
  const SourceBuffer source = SourceBuffer::from_text("test.drv", text);
  DiagnosticSink sink;
  std::optional<Program> program;
  if (std::optional<Ast> ast = parse(source, sink)) {
    if (auto checked = check_program(std::move(*ast), {}, sink)) {
      program = lowering::lower(desugar(std::move(*checked)), source, sink);
    }
  }
  if (program) return std::move(*program);
  std::fputs(render(sink, source.name(), &source).c_str(), stderr);
  std::fputs(text.c_str(), stderr);
  std::abort();
}

}  // namespace drover::testing
