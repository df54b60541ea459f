#include "frontend/c/unused_declarations.h"

#include <doctest/doctest.h>

#include <string>

#include "frontend/c/builtins.h"
#include "frontend/c/headers.h"
#include "frontend/c/line_map.h"
#include "frontend/c/parse.h"
#include "frontend/c/preprocess.h"

namespace drover::c::unused_declarations_test {

namespace {

std::string preprocessed(const std::string& text) {
  DiagnosticSink sink;
  std::string said;
  const SourceBuffer source = SourceBuffer::from_text("unused-test.c", text);
  return preprocess("unused-test.c", source, {.text = PreprocessedText::Given, .arguments = {}},
                    sink, said)
      .value_or("");
}

std::optional<Unit> unit_of(const std::string& text) {
  DiagnosticSink sink;
  const SourceBuffer buffer = SourceBuffer::from_text("unused-test.c", text);
  const LineMap map(buffer, "unused-test.c", "");
  return parse_unit(buffer, map, sink);
}

std::string all_headers() {
  std::string text;
  for (const EmbeddedHeader& header : embedded_headers()) {
    text += "#include <" + std::string(header.name) + ".h>\n";
  }
  return text;
}

}  // namespace

TEST_CASE("unused declarations: a used declaration stays, with those that it uses") {
  const std::string header =
      "# 1 \"<drover>/a.h\"\ntypedef int t;\ntypedef struct {\n  t m;\n} s;\n"
      "static inline int f(s* x) {\n  return x->m;\n}\nstatic inline int g(void) { return 1; }\n";
  CHECK(without_unused_declarations(header + "# 1 \"m.c\"\nint x = 1;\n").text ==
        "# 1 \"m.c\"\nint x = 1;\n");
  CHECK(
      without_unused_declarations(header + "# 1 \"m.c\"\ns y;\n").text ==
      "# 1 \"<drover>/a.h\"\ntypedef int t;\n# 2 \"<drover>/a.h\"\ntypedef struct {\n  t m;\n} s;\n"
      "# 1 \"m.c\"\ns y;\n");
  CHECK(
      without_unused_declarations(header + "# 1 \"m.c\"\nint z = g();\n").text ==
      "# 8 \"<drover>/a.h\"\nstatic inline int g(void) { return 1; }\n# 1 \"m.c\"\nint z = g();\n");
}

TEST_CASE("unused declarations: names in string literals are no uses") {
  CHECK(without_unused_declarations(
            "# 1 \"<drover>/a.h\"\ntypedef int t;\n# 1 \"m.c\"\nchar* p = \"t\";\n")
            .text == "# 1 \"m.c\"\nchar* p = \"t\";\n");
}

TEST_CASE("unused declarations: a list of typedefs stays if one of them is used") {
  const std::string header = "# 1 \"<drover>/a.h\"\ntypedef int t, u;\n";
  const std::string user = "# 1 \"m.c\"\nt x;\n";
  CHECK(without_unused_declarations(header + user).text == header + user);
}

TEST_CASE("unused declarations: hints know the names that are left out") {
  const UsedText used = without_unused_declarations(
      preprocessed("#include <stdatomic.h>\nint x = memory_order_relaxd;\n"));
  CHECK(used.text.find("memory_order_relaxed") == std::string::npos);
  DiagnosticSink sink;
  const SourceBuffer buffer = SourceBuffer::from_text("unused-test.c", used.text);
  const LineMap map(buffer, "unused-test.c", "");
  CHECK(!parse_unit(buffer, map, sink, used.left_out));
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics().front().hint == "did you mean `memory_order_relaxed`?");
}

TEST_CASE("unused declarations: a program that uses nothing reads nothing of our headers") {
  const std::string text =
      without_unused_declarations(preprocessed(all_headers() + "int x;\n")).text;
  CHECK(text.find("<drover>") == std::string::npos);
}

// Each function alone, with what it needs: that is the same as with all of the headers.
TEST_CASE("unused declarations: each function of our headers has what it needs") {
  const std::string headers = all_headers();
  const auto whole = unit_of(preprocessed(headers));
  REQUIRE(whole);
  std::size_t count = 0;
  for (const Function& function : whole->functions) {
    if (function.name.empty()) continue;
    CAPTURE(function.name);
    // A function that is an address of a builtin is used where that is.
    const bool is_address = function.name.starts_with(CalledBuiltin);
    const std::string used = function.name.substr(is_address ? CalledBuiltin.size() : 0);
    const std::string text = preprocessed(
        headers + "unsigned long user(void) { return (unsigned long)&" + used + "; }\n");
    const std::string shorter = without_unused_declarations(text).text;
    CHECK(shorter.size() < text.size());
    CHECK(unit_of(shorter).has_value() == unit_of(text).has_value());
    // A pasted name has a space behind it.
    CHECK((shorter.find(" " + function.name + "(") != std::string::npos ||
           shorter.find(" " + function.name + " (") != std::string::npos));
    ++count;
  }
  CHECK(count > 40);
}

}  // namespace drover::c::unused_declarations_test
