#include "cli/load_program.h"

#include "frontend/desugar.h"
#include "frontend/read_program.h"
#include "semantics/lower/lower_ast.h"

namespace drover {

namespace {

void load(LoadedProgram& loaded, const std::string& path,
          std::span<const ConstantOverride> constants, DiagnosticSink& sink) {
  loaded.source = read_source(path, sink);
  if (!loaded.source) return;
  loaded.checked = read_program(*loaded.source, constants, sink);
  if (!loaded.checked) return;
  loaded.desugared = desugar(*loaded.checked);
  loaded.program = lower(*loaded.desugared, *loaded.source, sink);
  if (loaded.program) loaded.program->file = path;
}

}  // namespace

LoadedProgram load_program(const std::string& path, std::span<const ConstantOverride> constants,
                           Colour colour) {
  LoadedProgram loaded;
  DiagnosticSink sink;
  load(loaded, path, constants, sink);
  loaded.diagnostics = render(sink, path, loaded.source ? &*loaded.source : nullptr, colour);
  loaded.complaints = sink.sorted();
  return loaded;
}

}  // namespace drover
