#include "frontend/read_program.h"

#include <utility>

#include "frontend/parse.h"

namespace drover {

std::optional<CheckedProgram> read_program(const SourceBuffer& source,
                                           std::span<const ConstantOverride> overrides,
                                           DiagnosticSink& sink) {
  ParseResult parsed = parse_partly(source, sink);
  if (parsed.is_whole) return check_program(std::move(parsed.ast), overrides, sink);
  check_items(std::move(parsed.ast), parsed.lost_names, overrides, sink);
  return std::nullopt;
}

}  // namespace drover
