#include "frontend/cat/parse_cat.h"

#include <doctest/doctest.h>

#include <string>

#include "frontend/source.h"

namespace drover::cat::parse_cat_test {

namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

struct Parsed {
  SourceBuffer source;
  DiagnosticSink sink;
  std::optional<Ast> ast;

  explicit Parsed(const std::string& text) : source(SourceBuffer::from_text("test.cat", text)) {
    ast = parse_cat(source, sink);
  }
  // `LINE:COLUMN` of the only error.
  [[nodiscard]] std::string place() const {
    REQUIRE(sink.diagnostics().size() == 1);
    const SourceRange range = sink.diagnostics().front().range;
    return std::to_string(range.line) + ":" + std::to_string(range.column);
  }
};

}  // namespace

TEST_CASE("comments of cat nest to any depth") {
  const Parsed deep(repeated("(* \n", 100000) + repeated("*)", 100000) + " acyclic po as a");
  CHECK(deep.sink.diagnostics().empty());
  REQUIRE(deep.ast.has_value());
  CHECK(deep.ast->instructions.size() == 1);
  CHECK(deep.ast->instructions.front().range.line == 100001);
}

TEST_CASE("a comment separates words, `(*` in strings and line comments begins none") {
  const Parsed parsed("\"(*\" // (*\nlet(* é *)r = po # (*\nacyclic(**)r");
  CHECK(parsed.sink.diagnostics().empty());
  REQUIRE(parsed.ast.has_value());
  CHECK(parsed.ast->instructions.size() == 2);
}

TEST_CASE("errors behind comments have their places") {
  CHECK(Parsed("(* é (* 日本 *)\n é *) acyclic )").place() == "2:15");
  CHECK(Parsed("acyclic po (* é *) as )").place() == "1:23");
}

TEST_CASE("a comment without an end is an error where the outermost one begins") {
  const Parsed parsed("acyclic po\n (* (* *)\n");
  REQUIRE(parsed.place() == "2:2");
  CHECK(parsed.sink.diagnostics().front().kind == DiagnosticKind::LitmusOpenComment);
  CHECK_FALSE(parsed.ast.has_value());
  CHECK(Parsed(repeated("(* acyclic po\n", 100000)).place() == "1:1");
}

}  // namespace drover::cat::parse_cat_test
