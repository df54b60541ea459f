#include "frontend/history.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using namespace drover;

namespace {

struct Parsed {
  std::optional<History> history;
  DiagnosticSink sink;
};

Parsed parse_text(const std::string& text) {
  Parsed parsed;
  const SourceBuffer source = SourceBuffer::from_text("h.vsc", text);
  parsed.history = parse_history(source, parsed.sink);
  return parsed;
}

struct Complaint {
  DiagnosticKind kind;
  std::uint32_t line;
  std::uint32_t column;
};

void check_complaint(const std::string& text, Complaint expected) {
  CAPTURE(text);
  const Parsed parsed = parse_text(text);
  CHECK_FALSE(parsed.history);
  REQUIRE(parsed.sink.diagnostics().size() == 1);
  const Diagnostic& found = parsed.sink.diagnostics().front();
  CHECK(diagnostic_name(found.kind) == diagnostic_name(expected.kind));
  CHECK(found.range.line == expected.line);
  CHECK(found.range.column == expected.column);
}

}  // namespace

TEST_CASE("a history is threads of reads, writes and updates") {
  const Parsed parsed = parse_text(
      "init x -2  # first\n\nthread A\n  w x 0x10 // hexadecimal\nthread B\r\n\tr y 0\r\n"
      "thread A\nu x 16 -1\n");
  REQUIRE(parsed.history);
  const History& history = *parsed.history;
  CHECK(history.threads == std::vector<std::string>{"A", "B"});
  CHECK(history.variables == std::vector<std::string>{"x", "y"});
  CHECK(history.initial == std::vector<std::int64_t>{-2, 0});
  REQUIRE(history.operations.size() == 3);
  CHECK(history.operations[0].kind == History::Kind::Write);
  CHECK(history.operations[0].written == 16);
  CHECK(history.operations[0].source.line == 4);
  CHECK(history.operations[0].source.column == 3);
  CHECK(history.operations[1].thread == 1);
  CHECK(history.operations[1].variable == 1);
  CHECK(history.operations[2].thread == 0);
  CHECK(history.operations[2].read == 16);
  CHECK(history.operations[2].written == -1);
}

TEST_CASE("the extreme values of 64 bits are values") {
  const Parsed parsed = parse_text("thread A\nw x -9223372036854775808\nw x 0x7fffffffffffffff\n");
  REQUIRE(parsed.history);
  CHECK(parsed.history->operations[0].written == std::numeric_limits<std::int64_t>::min());
  CHECK(parsed.history->operations[1].written == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("errors in a history have their place") {
  check_complaint("thread A\nq x 1\n", {DiagnosticKind::HistoryLine, 2, 1});
  check_complaint("  w x 1\nthread A\n", {DiagnosticKind::HistoryNoThread, 1, 3});
  check_complaint("thread A\nw x\n", {DiagnosticKind::WrongOperandCount, 2, 3});
  check_complaint("thread A\nr x 1 2\n", {DiagnosticKind::WrongOperandCount, 2, 7});
  check_complaint("thread\n", {DiagnosticKind::WrongOperandCount, 1, 1});
  check_complaint("thread A\nr x v\n", {DiagnosticKind::InvalidNumber, 2, 5});
  check_complaint("thread A\nr x -\n", {DiagnosticKind::InvalidNumber, 2, 5});
  check_complaint("thread A\nr x 9223372036854775808\n", {DiagnosticKind::LiteralOutOfRange, 2, 5});
  check_complaint("thread A\nr x 99999999999999999999\n",
                  {DiagnosticKind::LiteralOutOfRange, 2, 5});
  check_complaint("init x 1\ninit x 1\nthread A\nr x 1\n",
                  {DiagnosticKind::HistoryDuplicateInit, 2, 6});
  check_complaint("# nothing\n", {DiagnosticKind::HistoryEmpty, 0, 0});
  check_complaint("", {DiagnosticKind::HistoryEmpty, 0, 0});
}

TEST_CASE("a history that is too large is refused") {
  std::string text = "thread A\n";
  for (std::size_t i = 0; i <= MaxHistorySize; ++i) text += "w x 1\n";
  check_complaint(text, {DiagnosticKind::HistoryTooLarge, MaxHistorySize + 2, 1});
}
