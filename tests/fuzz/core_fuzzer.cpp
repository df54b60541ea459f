// libFuzzer entry point: reads any bytes as a core program and lowers what can be lowered.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "frontend/check_program.h"
#include "frontend/desugar.h"
#include "frontend/parse.h"
#include "semantics/lower/lower_ast.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace drover;
  constexpr std::size_t MaxSize = 4096;
  if (size > MaxSize) return 0;
  const SourceBuffer source =
      SourceBuffer::from_text("fuzz.drv", std::string(reinterpret_cast<const char*>(data), size));
  DiagnosticSink sink;
  std::optional<Ast> ast = parse(source, sink);
  if (!ast) return 0;
  const std::optional<CheckedProgram> checked = check_program(std::move(*ast), {}, sink);
  if (!checked) return 0;
  static_cast<void>(lower(desugar(*checked), source, sink));
  return 0;
}
