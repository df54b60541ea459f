#include "frontend/fixes.h"

#include <doctest/doctest.h>

#include <string>

#include "frontend/check_program.h"

using namespace drover;

namespace {

// All fixes of a program, as "line:column old -> new".
std::vector<std::string> fixes(const std::string& text) {
  DiagnosticSink sink;
  const SourceBuffer source = SourceBuffer::from_text("text", text);
  (void)read_program(source, {}, sink);
  std::vector<std::string> out;
  for (const Diagnostic& each : sink.sorted()) {
    for (const Fix& fix : fixes_of(each, source)) {
      out.push_back(std::to_string(fix.range.line) + ":" + std::to_string(fix.range.column) + " " +
                    std::string(source.text(fix.range)) + " -> " + fix.replacement);
    }
  }
  return out;
}
using Fixes = std::vector<std::string>;

}  // namespace

TEST_CASE("a fix replaces the mistake by the suggested name") {
  CHECK(fixes("shared xyz; thread t { r := xyy; assert(r); }") == Fixes{"1:29 xyy -> xyz"});
  CHECK(fixes("shared x; thread t { x@acqrll := 1; }") == Fixes{"1:24 acqrll -> acqrel"});
  CHECK(fixes("shared x; thread t { x@seq_cst := 1; }") == Fixes{"1:24 seq_cst -> sc"});
  CHECK(fixes("shared x; thraed t { x := 1; }") == Fixes{"1:11 thraed -> thread"});
  CHECK(fixes("shared x; thread t { whlie (x) { x := 1; } }") == Fixes{"1:22 whlie -> while"});
  CHECK(fixes("shared x; thread t { x == 1; }") == Fixes{"1:24 == -> :="});
  CHECK(fixes("shared x; thread t { x := 1 }") == Fixes{"1:28  -> ;"});
  CHECK(fixes("shared x; thread t { x = 1; }") == Fixes{"1:24 = -> :=", "1:24 = -> =="});
  CHECK(fixes("shared x; thread left { r := x; } exists (lef:r == 1);") ==
        Fixes{"1:43 lef -> left"});
}

TEST_CASE("a diagnostic without a suggestion has no fix") {
  CHECK(fixes("shared x; thread t { x := qwertz; }").empty());
  CHECK(fixes("shared x; thread t { x := 1; }").empty());
}
