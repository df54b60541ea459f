#include "input/load_program.h"

#include <utility>

#include "frontend/desugar.h"
#include "frontend/read_program.h"
#include "semantics/lower/lower_ast.h"

namespace drover::input {

namespace {

// From its source, if there is one.
void load(LoadedProgram& loaded, const std::string& name,
          std::span<const ConstantOverride> constants, DiagnosticSink& sink) {
  if (!loaded.source) return;
  loaded.checked = read_program(*loaded.source, constants, sink);
  if (!loaded.checked) return;
  loaded.desugared = desugar(*loaded.checked);
  loaded.program = lowering::lower(*loaded.desugared, *loaded.source, sink);
  if (loaded.program) loaded.program->file = name;
}

void finish(LoadedProgram& loaded, const std::string& name, const DiagnosticSink& sink,
            Colour colour) {
  loaded.diagnostics = render(sink, name, loaded.source ? &*loaded.source : nullptr, colour);
  loaded.complaints = sink.sorted();
}

}  // namespace

LoadedProgram load_program(const std::string& path, std::span<const ConstantOverride> constants,
                           Colour colour) {
  LoadedProgram loaded;
  DiagnosticSink sink;
  loaded.source = read_source(path, sink);
  load(loaded, path, constants, sink);
  finish(loaded, path, sink, colour);
  return loaded;
}

LoadedProgram load_program_text(SourceBuffer source, std::span<const ConstantOverride> constants,
                                Colour colour) {
  LoadedProgram loaded;
  DiagnosticSink sink;
  const std::string name = source.name();
  loaded.source = std::move(source);
  load(loaded, name, constants, sink);
  finish(loaded, name, sink, colour);
  return loaded;
}

}  // namespace drover::input
