#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "frontend/ast_printer.h"
#include "frontend/check_program.h"
#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/parse.h"
#include "tests/oracle/rapidcheck_programs.h"

namespace drover::oracle::round_trip_test {

namespace {

GeneratorOptions with_everything() {
  GeneratorOptions options;
  options.weights.spin = 3;
  options.chances.annotation = 30;
  options.chances.heap = 30;
  return options;
}

Ast parsed(const std::string& text) {
  const SourceBuffer source = SourceBuffer::from_text("random.drv", text);
  DiagnosticSink sink;
  std::optional<Ast> ast = parse(source, sink);
  if (!ast) RC_FAIL(render(sink, source.name(), &source) + text);
  return std::move(*ast);
}

CheckedProgram checked(Ast ast) {
  DiagnosticSink sink;
  const std::string text = print(ast);
  std::optional<CheckedProgram> program = check_program(std::move(ast), {}, sink);
  if (!program) RC_FAIL(render(sink, "random.drv", nullptr) + text);
  return std::move(*program);
}

}  // namespace

TEST_CASE("printing a program and parsing it again changes nothing") {
  CHECK(rc::check([] {
    const Ast ast = parsed(to_source(*arbitrary_program(with_everything())));
    RC_ASSERT(parsed(print(ast)) == ast);
  }));
}

TEST_CASE("a desugared program prints, parses, checks, and has no sugar left") {
  CHECK(rc::check([] {
    const Ast ast = parsed(to_source(*arbitrary_program(with_everything())));
    const CheckedProgram plain = desugar(checked(ast));
    const CheckedProgram again = checked(parsed(print(plain.ast)));
    RC_ASSERT(print(again.ast) == print(plain.ast));
    RC_ASSERT(print(desugar(again).ast) == print(plain.ast));
  }));
}

}  // namespace drover::oracle::round_trip_test
