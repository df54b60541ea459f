// The programs of tests/golden/frontend: those in `ok` have no errors, survive printing
// and desugaring, and lower; those in `fail` have exactly the errors that their
// `// EXPECT-ERROR: line:column text` comments say. 0:0 is the file as a whole.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/ast_printer.h"
#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend_testing.h"
#include "tests/support/expected_errors.h"

using namespace drover;
using namespace drover::testing;
namespace fs = std::filesystem;

namespace {

CheckedProgram checked(const std::string& text) {
  DiagnosticSink sink;
  const SourceBuffer source = drover::testing::text(text);
  auto program = drover::testing::check_text_of(text, sink);
  const std::string shown = render(sink, "text", &source);
  CAPTURE(shown);
  REQUIRE(program);
  return *std::move(program);
}

}  // namespace

TEST_CASE("good programs are checked without complaint and survive printing") {
  for (const fs::path& path : golden_files("frontend/ok", ".drv")) {
    CAPTURE(path);
    DiagnosticSink sink;
    const auto source = read_source(path.string(), sink);
    REQUIRE(source);
    const auto ast = parse(*source, sink);
    CHECK(render(sink, path.string(), &*source).empty());
    REQUIRE(ast);
    const CheckedProgram program = checked(source->text());
    const CheckedProgram again = checked(print(*ast));
    CHECK(again.ast == *ast);
    CHECK(print(again.ast) == print(*ast));

    const CheckedProgram plain = desugar(program);
    CHECK(desugar(plain).ast == plain.ast);
    const CheckedProgram reread = checked(print(plain.ast));
    CHECK(reread.ast == plain.ast);
    CHECK(desugar(reread).ast == plain.ast);
  }
}

TEST_CASE("bad programs have exactly the errors they expect") {
  for (const fs::path& path : golden_files("frontend/fail", ".drv")) {
    // Limits of lowering are tested there.
    const std::string name = path.stem().string();
    if (name.starts_with("ProgramTooLarge") || name == "CallsTooDeep") continue;
    CAPTURE(path);
    DiagnosticSink sink;
    const auto source = read_source(path.string(), sink);
    if (source) (void)read_program(*source, {}, sink);
    const std::vector<ExpectedError> expected = expected_errors(path);
    const std::vector<Diagnostic> actual = sink.sorted();
    const std::string shown = render(sink, path.string(), source ? &*source : nullptr);
    CAPTURE(shown);
    CHECK_FALSE(expected.empty());
    REQUIRE(actual.size() == expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const std::string place =
          std::to_string(actual[i].range.line) + ":" + std::to_string(actual[i].range.column);
      CHECK(place == expected[i].place);
      CHECK(actual[i].message().find(expected[i].text) != std::string::npos);
    }
    const bool names_its_kind = std::ranges::any_of(actual, [&](const Diagnostic& diagnostic) {
      return name.starts_with(diagnostic_name(diagnostic.kind));
    });
    CHECK(names_its_kind);
  }
}
