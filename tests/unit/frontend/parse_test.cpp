#include "frontend/parse.h"

#include <doctest/doctest.h>

#include <chrono>

#include "frontend/ast_printer.h"
#include "frontend/nesting.h"
#include "frontend_testing.h"

using namespace drover;
using drover::testing::complaints;
using drover::testing::text;

namespace {

using Kinds = std::vector<std::string>;

std::string repeated(const std::string& part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

std::string in_thread(const std::string& statements) { return "thread t { " + statements + " }"; }

std::string round_trip(const std::string& expression) {
  DiagnosticSink sink;
  const auto ast = parse(text(in_thread("r := " + expression + ";")), sink);
  REQUIRE(ast);
  const std::string printed = print(*ast);
  const std::size_t begin = printed.find(":= ") + 3;
  return printed.substr(begin, printed.find(";\n") - begin);
}

}  // namespace

TEST_CASE("nesting that is too deep is diagnosed before parsing") {
  const Kinds deep = {"NestingTooDeep"};
  CHECK(complaints(in_thread("r := " + repeated("(", 10000) + "1" + repeated(")", 10000) + ";")) ==
        deep);
  CHECK(complaints(in_thread("r := " + repeated("!", 10000) + "1;")) == deep);
  CHECK(complaints(in_thread("r := " + repeated("- ", 10000) + "1;")) == deep);
  CHECK(complaints(in_thread("r := " + repeated("1 ? 1 : ", 10000) + "1;")) == deep);
  CHECK(complaints(in_thread("r := " + repeated("1 + ", 100000) + "1;")) == deep);
  CHECK(complaints(in_thread("r := p" + repeated("->f", 10000) + ";")) == deep);
  CHECK(complaints(in_thread("r := p" + repeated("[1]", 10000) + ";")) == deep);
  CHECK(complaints(in_thread(repeated("if (1) ", 10000) + "r := 1;")) == deep);
  CHECK(complaints(in_thread(repeated("while (1) ", 10000) + "r := 1;")) == deep);
  CHECK(complaints(in_thread(repeated("if (1) r := 1; else ", 10000) + "r := 1;")) == deep);
  CHECK(complaints(in_thread(repeated("if (1) { } else ", 10000) + "r := 1;")) == deep);
  CHECK(complaints(in_thread(repeated("do ", 10000) + "r := 1;" + repeated("while(1);", 10000))) ==
        deep);
  CHECK(complaints(in_thread(repeated("{", 10000) + repeated("}", 10000))) == deep);
  CHECK(complaints(repeated("(", 100000)) == deep);
}

TEST_CASE("bodies with braces may be nested as deep as bodies without") {
  const int levels = static_cast<int>(MaxNesting) - 5;
  const auto nested = [](int count, const std::string& open, const std::string& close) {
    return complaints(in_thread(repeated(open, count) + "r := 1;" + repeated(close, count)));
  };
  CHECK(nested(levels, "if (1) ", "").empty());
  CHECK(nested(levels, "if (1) { ", "}").empty());
  CHECK(nested(levels, "while (1) { ", "}").empty());
  CHECK(nested(levels, "do { ", "} while (1);").empty());
  CHECK(nested(levels / 2, "if (1) ; else ", "").empty());
  CHECK(nested(levels / 2, "if (1) { } else { ", "}").empty());
  CHECK(nested(levels, "{ { ", "} }") == Kinds{"NestingTooDeep"});
}

TEST_CASE("long but flat programs are not nested") {
  CHECK(complaints(
            in_thread(repeated("if (1) r := 1; while (0) r := 2; do r := 1; while (0);", 1000)))
            .empty());
  CHECK(complaints(in_thread("r := " + repeated("1 + ", 1900) + "1;")).empty());
  CHECK(complaints(in_thread(repeated("r := 1 + 1 ? 1 : -1;", 3000))).empty());
}

TEST_CASE("the deepest expressions that are allowed do not exhaust the stack") {
  CHECK(complaints(in_thread("r := " + repeated("(", 150) + "1" + repeated(" + 1)", 150) +
                             repeated(" + 1", 1500) + ";"))
            .empty());
}

TEST_CASE("junk has diagnostics") {
  CHECK(complaints("\x01\x02\x03") == Kinds{"UnknownCharacter"});
  CHECK(complaints(std::string("a\0b", 3)) == Kinds{"NotText"});
  CHECK(complaints("") == Kinds{"NothingToCheck"});
  CHECK(complaints("// nothing\n") == Kinds{"NothingToCheck"});
  CHECK(complaints(repeated("} ", 1000)).size() == 1);
  CHECK(complaints(repeated("$ x ", 1000)).size() == DiagnosticSink::MaxErrors);
}

TEST_CASE("the largest file is answered quickly") {
  const auto begin = std::chrono::steady_clock::now();
  const std::string line = "if (x@acq == 1 && y) { r := faa@rlx(x, r + 1) * 2; }\n";
  const int lines = static_cast<int>((MaxSourceSize - 100) / line.size());
  CHECK(complaints("shared x, y; " + in_thread(repeated(line, lines))).empty());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  // Ten times what it takes: sanitizers and busy machines are slow.
  CHECK(seconds.count() < 60);
}

TEST_CASE("several syntax errors are reported, each once") {
  CHECK(complaints("thread t { r = 1; }\nthread u { s := 1 }\nthread v { q := ; }") ==
        Kinds{"UnexpectedToken", "ExpectedToken", "UnexpectedToken"});
}

TEST_CASE("printing uses as few parentheses as possible") {
  CHECK(round_trip("(1 + (2 * 3))") == "1 + 2 * 3");
  CHECK(round_trip("((1 + 2) * 3)") == "(1 + 2) * 3");
  CHECK(round_trip("1 - (2 - 3)") == "1 - (2 - 3)");
  CHECK(round_trip("(1 - 2) - 3") == "1 - 2 - 3");
  CHECK(round_trip("-(-1)") == "- -1");
  CHECK(round_trip("(1 ? 2 : 3) ? 4 : (5 ? 6 : 7)") == "(1 ? 2 : 3) ? 4 : 5 ? 6 : 7");
  CHECK(round_trip("(a[1])->f") == "a[1]->f");
  CHECK(round_trip("(*p)->f") == "(*p)->f");
  CHECK(round_trip("& &x") == "& &x");
}

TEST_CASE("a mode behind a dereference is the mode of its access") {
  CHECK(round_trip("*p@acq") == "*p@acq");
  CHECK(round_trip("(*p)@acq") == "*p@acq");
  CHECK(round_trip("*(p@acq)") == "*(p@acq)");
  CHECK(round_trip("*(p@acq)@rlx") == "*(p@acq)@rlx");
  CHECK(round_trip("**p@acq") == "**p@acq");
  CHECK(round_trip("(**p)@acq") == "**p@acq");
  CHECK(round_trip("*(*p@acq)") == "*(*p@acq)");
  CHECK(round_trip("*p->f@acq") == "*p->f@acq");
  CHECK(round_trip("(*-p)@acq") == "*(-p)@acq");
  CHECK(round_trip("*-p@acq") == "*-p@acq");
}

TEST_CASE("equality of syntax trees ignores places and numbers") {
  DiagnosticSink sink;
  const auto a = parse(text("thread t { r := 1 + 2; }"), sink);
  const auto b = parse(text("thread  t {\n r := (1) + (2); ; }"), sink);
  const auto c = parse(text("thread t { r := 1 - 2; }"), sink);
  REQUIRE((a && b && c));
  CHECK(*a == *b);
  CHECK_FALSE(*a == *c);
}

TEST_CASE("the colon of a register in a condition is told from that of a choice") {
  const std::string threads = "shared x; thread t { r := 1; } thread u { r := 1; } ";
  CHECK(complaints(threads + "exists (x ? t:r : u:r);").empty());
  CHECK(complaints(threads + "exists (x ? x:x);") == Kinds{"UnexpectedToken"});
  CHECK(complaints(threads + "exists (x ? x : x);").empty());
  CHECK(complaints(threads + "exists (t : r == 1);").empty());
  CHECK(complaints("thread t { r := 1; r := r?r:r; }").empty());
}
