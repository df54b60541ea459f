// libFuzzer entry point: reads any bytes as a litmus test and, if they are one, runs it for a
// moment.
#include <cstddef>
#include <cstdint>
#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "litmus/convert.h"
#include "litmus/herd_printer.h"
#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace drover;
  constexpr std::size_t MaxSize = 4096;
  if (size > MaxSize) return 0;
  // The first byte chooses how to read; no input of interest is lost by that.
  const bool is_strict = size > 0 && data[0] == '!';
  const std::string text(reinterpret_cast<const char*>(data) + (is_strict ? 1 : 0),
                         size - (is_strict ? 1 : 0));
  const SourceBuffer source = SourceBuffer::from_text("fuzz.litmus", text);
  DiagnosticSink sink;
  const auto test = litmus::load_litmus(
      source, {is_strict ? litmus::Strictness::Herd : litmus::Strictness::Wide, 2}, sink);
  if (!test) return 0;
  ExplorerOptions options =
      litmus::herd_options(*test, *find_model(std::string(test->dialect->default_model)));
  options.max_executions = 50;
  options.max_seconds = 0.5;
  const ExplorationResult result = explore(test->program, options);
  const litmus::LitmusVerdict verdict = litmus::judge(*test, result, sink);
  static_cast<void>(litmus::herd_report(*test, verdict, ""));
  static_cast<void>(litmus::to_core(*test, sink));
  return 0;
}
