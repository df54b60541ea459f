#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/c/headers.h"
#include "frontend/c/line_map.h"
#include "frontend/c/parse.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "frontend/c/unused_declarations.h"
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

bool has_directive(const std::string& text) {
  return text.starts_with('#') || text.find("\n#") != std::string::npos;
}

// `#line` names files, which would be read, and lines that are not there.
bool changes_places(const std::string& text) {
  for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1)) {
    const std::size_t word = text.find_first_not_of(" \t", at + 1);
    if (word != std::string::npos && text.compare(word, 4, "line") == 0) return true;
  }
  return false;
}

bool names_other_file(const std::string& text) {
  for (std::size_t at = text.find("# "); at != std::string::npos; at = text.find("\n# ", at + 1)) {
    const std::size_t quote = text.find('"', at);
    const bool is_known = quote == std::string::npos || text.compare(quote, 8, "\"fuzz.c\"") == 0 ||
                          text.compare(quote, 10, "\"<drover>/") == 0;
    if (!is_known) return true;
  }
  return false;
}

// Behind our preprocessor, where the text is one for it; nothing where it is the compiler's.
std::optional<std::string> preprocessed(const std::string& text) {
  if (!has_directive(text)) return text;
  if (changes_places(text)) return std::nullopt;
  c::preprocessor::Options options;
  options.header = [](std::string_view name) -> std::optional<std::string_view> {
    for (const c::EmbeddedHeader& header : c::embedded_headers()) {
      if (name.starts_with(header.name) && name.substr(header.name.size()) == ".h") {
        return header.text;
      }
    }
    return std::nullopt;
  };
  options.max_size = std::size_t{1} << 18;
  const c::preprocessor::Outcome outcome =
      c::preprocessor::run({.name = "fuzz.c", .text = text, .folder = std::nullopt}, options);
  if (!outcome.text || names_other_file(*outcome.text)) return std::nullopt;
  return c::without_unused_declarations(*outcome.text).text;
}

}  // namespace

Outcome try_c(const std::string& text) {
  const std::optional<std::string> ready = preprocessed(text);
  if (!ready) return {};
  const SourceBuffer source = SourceBuffer::from_text("fuzz.c", *ready);
  DiagnosticSink sink;
  if (check_text(source, sink) != TextCheck::IsText) return {};
  c::LineMap map(source, "fuzz.c", text);
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
