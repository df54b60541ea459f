#include <utility>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/ast_printer.h"
#include "frontend/check_program.h"
#include "frontend/desugar.h"
#include "litmus/convert/convert.h"
#include "litmus/litmus_test.h"
#include "semantics/lower/lower_ast.h"
#include "tests/fuzz/outcome.h"

namespace drover::fuzz {

namespace {

std::string fault_in_printing(const CheckedProgram& checked, const CheckedProgram& plain) {
  const std::string text = print(checked.ast);
  const Reread again = reread(text);
  if (!again.program) {
    return again.fault.empty() ? "what was printed is nested too deep:\n" + text : again.fault;
  }
  if (again.program->ast != checked.ast) return "printing changed the program:\n" + text;
  const std::string plain_text = print(plain.ast);
  const Reread plain_again = reread(plain_text);
  if (!plain_again.program) return plain_again.fault;
  if (print(plain_again.program->ast) != plain_text) {
    return "printing changed the program without sugar:\n" + plain_text;
  }
  return "";
}

// As a C litmus test, where it can be one.
std::string fault_in_litmus(const Program& program) {
  DiagnosticSink refusals;
  const std::optional<std::string> text = litmus::to_c_litmus(program, "fuzz", refusals);
  if (!text) return refusals.has_errors() ? "" : "refused as a litmus test without a reason";
  const SourceBuffer source = SourceBuffer::from_text("printed.litmus", *text);
  DiagnosticSink sink;
  if (litmus::load_litmus(source, {litmus::Strictness::Wide, 2}, sink)) return "";
  return "what was converted is wrong:\n" + *text;
}

void explore_some(const Program& program, std::size_t choice) {
  ExplorerOptions options;
  const auto models = all_models();
  options.model = models[choice % models.size()];
  options.unfold.unroll = 2;
  options.max_executions = 5;
  static_cast<void>(explore(program, options));
}

}  // namespace

Outcome try_core(const std::string& text) {
  const SourceBuffer source = SourceBuffer::from_text("fuzz.drv", text);
  DiagnosticSink sink;
  const auto rejected = [&]() -> Outcome {
    if (!sink.has_errors()) return {false, "refused without a complaint"};
    return {false, fault_in(sink, source)};
  };
  const std::optional<CheckedProgram> checked = read_program(source, {}, sink);
  if (!checked) return rejected();
  const CheckedProgram plain = desugar(*checked);
  // Calls of calls of calls grow quickly: no more of them than take a moment.
  constexpr std::size_t MaxInlined = 20'000;
  const std::optional<Program> program = lowering::lower(plain, source, sink, MaxInlined);
  if (!program) return rejected();
  if (sink.has_errors()) return {true, "accepted in spite of errors"};
  std::string fault = fault_in(sink, source);
  if (fault.empty()) fault = fault_in_printing(*checked, plain);
  if (fault.empty()) fault = fault_in_litmus(*program);
  if (fault.empty() && is_small(*program)) explore_some(*program, text.size());
  return {true, std::move(fault)};
}

}  // namespace drover::fuzz
