#include <string>
#include <utility>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "litmus/convert/convert.h"
#include "litmus/herd_printer.h"
#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"
#include "tests/fuzz/outcome.h"

namespace drover::fuzz {

namespace {

// As a core program, where it can be one.
std::string fault_in_core(const litmus::LitmusTest& test) {
  DiagnosticSink refusals;
  const std::optional<std::string> text = litmus::to_core(test, refusals);
  if (!text) return refusals.has_errors() ? "" : "refused as a core program without a reason";
  return reread(*text).fault;
}

std::string fault_in_run(const litmus::LitmusTest& test, const SourceBuffer& source) {
  ExplorerOptions options =
      litmus::herd_options(test, *find_model(std::string(test.dialect->default_model)));
  options.max_executions = 10;
  const ExplorationResult result = explore(test.program, options);
  DiagnosticSink sink;
  const litmus::LitmusVerdict verdict = litmus::judge(test, result);
  for (const litmus::LitmusVerdict::Fault& fault : verdict.faults) {
    sink.report(DiagnosticKind::LitmusFault, fault.source, {"a fault"});
  }
  static_cast<void>(litmus::herd_report(test, verdict, ""));
  return fault_in(sink, source);
}

}  // namespace

Outcome try_litmus(const std::string& text) {
  const bool is_strict = text.starts_with('!');
  const SourceBuffer source =
      SourceBuffer::from_text("fuzz.litmus", text.substr(is_strict ? 1 : 0));
  const litmus::Strictness strictness =
      is_strict ? litmus::Strictness::Herd : litmus::Strictness::Wide;
  DiagnosticSink sink;
  const auto test = litmus::load_litmus(source, {strictness, 2}, sink);
  if (!test) {
    if (!sink.has_errors()) return {false, "refused without a complaint"};
    return {false, fault_in(sink, source)};
  }
  if (sink.has_errors()) return {true, "accepted in spite of errors"};
  std::string fault = fault_in(sink, source);
  if (fault.empty()) fault = fault_in_core(*test);
  if (fault.empty() && is_small(test->program)) fault = fault_in_run(*test, source);
  return {true, std::move(fault)};
}

}  // namespace drover::fuzz
