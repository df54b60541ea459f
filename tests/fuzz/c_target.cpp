#include <algorithm>
#include <utility>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/c/line_map.h"
#include "frontend/c/parse.h"
#include "semantics/decompile/source_printer.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/passes/spawned_threads.h"
#include "tests/fuzz/outcome.h"

namespace drover::fuzz {

namespace {

// As a core program, where it can be one.
std::string fault_in_core(const Program& program) {
  const std::optional<std::string> text = decompile::print_source(program);
  return text ? reread(*text).fault : "";
}

void explore_c(const Program& program, std::size_t choice) {
  ExplorerOptions options;
  const auto models = all_models();
  options.model = models[choice % models.size()];
  options.unfold.unroll = 2;
  options.max_executions = 5;
  static_cast<void>(explore(program, options));
}

// Line markers name files, which would be read.
bool has_marker(const std::string& text) {
  return text.starts_with('#') || text.find("\n#") != std::string::npos;
}

}  // namespace

Outcome try_c(const std::string& text) {
  if (has_marker(text)) return {};
  const SourceBuffer source = SourceBuffer::from_text("fuzz.c", c::without_attributes(text));
  DiagnosticSink sink;
  if (check_text(source, sink) != TextCheck::IsText) return {};
  c::LineMap map(source, "fuzz.c", source.text());
  const std::optional<c::Unit> unit = c::parse_unit(source, map, sink);
  const SourceBuffer sources = map.take_sources();
  const auto rejected = [&]() -> Outcome {
    if (!sink.has_errors()) return {false, "refused without a complaint"};
    return {false, fault_in(sink, sources)};
  };
  if (!unit) return rejected();
  std::optional<Program> program =
      lowering::lower_c(*unit, sources, sink, {.max_recursion = 3, .max_instructions = 5000});
  if (!program) return rejected();
  passes::add_spawned_threads(*program, 8);
  if (sink.has_errors()) return {true, "accepted in spite of errors"};
  std::string fault = fault_in(sink, sources);
  if (fault.empty()) fault = fault_in_core(*program);
  if (fault.empty() && is_small(*program)) explore_c(*program, text.size());
  return {true, std::move(fault)};
}

}  // namespace drover::fuzz
