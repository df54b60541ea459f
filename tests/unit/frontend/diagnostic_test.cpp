#include "frontend/diagnostic.h"

#include <doctest/doctest.h>

#include <array>

#include "frontend/diagnostic_printer.h"
#include "frontend_testing.h"

using namespace drover;
using drover::testing::text;

TEST_CASE("a sink counts errors, not warnings, and keeps one of a kind per place") {
  DiagnosticSink sink;
  sink.report(DiagnosticKind::EmptyFamily, {}, {"w", "1", "0"});
  CHECK_FALSE(sink.has_errors());
  sink.report(DiagnosticKind::UndefinedName, {}, {"x"});
  sink.report(DiagnosticKind::UndefinedName, {}, {"x"});
  CHECK(sink.error_count() == 1);
  CHECK(sink.diagnostics().size() == 2);
}

TEST_CASE("errors beyond the limit are dropped, and a note says so") {
  DiagnosticSink sink;
  for (std::uint32_t i = 1; i <= 60; ++i) {
    sink.report(DiagnosticKind::UndefinedName, {.begin = i, .end = i, .line = i, .column = 1},
                {"x"});
  }
  CHECK(sink.error_count() == DiagnosticSink::MaxErrors);
  CHECK(sink.has_dropped());
  CHECK(render(sink, "f", nullptr).find("more than 50 errors") != std::string::npos);
}

TEST_CASE("every kind has a text, in which two braces stand for one") {
  constexpr std::array All = {
#define DROVER_DIAGNOSTIC(name, severity, text) DiagnosticKind::name,
#include "frontend/diagnostic_kinds.def"
  };
  for (const DiagnosticKind kind : All) {
    CAPTURE(diagnostic_name(kind));
    const Diagnostic diagnostic{
        .kind = kind, .range = {}, .arguments = {"a", "b", "c", "d"}, .hint = {}, .notes = {}};
    CHECK(diagnostic.message().find("{{") == std::string::npos);
    CHECK(diagnostic.message().find("{0") == std::string::npos);
  }
  DiagnosticSink sink;
  CHECK(sink.report(DiagnosticKind::LitmusNoInit, {}).message().find("no `{` after") !=
        std::string::npos);
  CHECK(sink.report(DiagnosticKind::LitmusOpenInit, {}).message().ends_with("`}`"));
}

TEST_CASE("ignored diagnostics are not reported") {
  DiagnosticSink sink;
  sink.ignore([](DiagnosticKind kind) { return kind == DiagnosticKind::UndefinedName; });
  sink.report(DiagnosticKind::UndefinedName, {}, {"x"});
  CHECK_FALSE(sink.has_errors());
  sink.report(DiagnosticKind::UndefinedStruct, {}, {"x"});
  sink.ignore(nullptr);
  sink.report(DiagnosticKind::UndefinedName, {}, {"x"});
  CHECK(sink.error_count() == 2);
}

TEST_CASE("diagnostics are printed by position") {
  const SourceBuffer source = text("a\nb\n");
  DiagnosticSink sink;
  sink.report(DiagnosticKind::UndefinedName, source.range(2, 3), {"b"});
  sink.report(DiagnosticKind::UndefinedName, source.range(0, 1), {"a"}).with_hint("think");
  CHECK(render(sink, "f.drv", &source) ==
        "f.drv:1:1: error: undefined name `a`\n    a\n    ^\nhint: think\n"
        "f.drv:2:1: error: undefined name `b`\n    b\n    ^\n");
}

TEST_CASE("the underline is below its text, whatever stands before it") {
  SUBCASE("tabs") {
    const SourceBuffer source = text("\tx\ty := foo;");
    CHECK(render_place(source, source.range(8, 11)) ==
          "        x   y := foo;\n"
          "                 ^~~\n");
  }
  SUBCASE("characters of several bytes") {
    const SourceBuffer source = text("/* ä→ */ foo");
    CHECK(render_place(source, source.range(12, 15)) == "    /* ä→ */ foo\n             ^~~\n");
  }
  SUBCASE("at the end of the line") {
    const SourceBuffer source = text("ab\n");
    CHECK(render_place(source, source.range(2, 2)) == "    ab\n      ^\n");
  }
  SUBCASE("over several lines") {
    const SourceBuffer source = text("a b\nc d\n");
    CHECK(render_place(source, source.range(2, 6)) == "    a b\n      ^\n");
  }
}

TEST_CASE("a very long line is shown as a window") {
  const SourceBuffer source = text(std::string(5000, 'a') + "bcd" + std::string(5000, 'e'));
  const std::string shown = render_place(source, source.range(5000, 5003));
  const std::string line = shown.substr(0, shown.find('\n'));
  const std::string underline = shown.substr(shown.find('\n') + 1);
  CHECK(line.size() < 200);
  // The ellipsis is one column, but three bytes.
  CHECK(line.find("bcd") - 2 == underline.find('^'));
  CHECK(underline.find("^~~\n") != std::string::npos);
}

TEST_CASE("without a place there is only the message, and the file") {
  Diagnostic diagnostic{
      .kind = DiagnosticKind::NoSuchFile, .range = {}, .arguments = {}, .hint = {}, .notes = {}};
  CHECK(render(diagnostic, "f", nullptr) == "f: error: no such file\n");
  CHECK(render(diagnostic, "f", nullptr, Colour::On).find("\x1b[1;31merror:") != std::string::npos);
}
