#include "frontend/desugar.h"

#include <doctest/doctest.h>

#include "frontend/ast_printer.h"
#include "frontend_testing.h"

using namespace drover;
using drover::testing::check_text_of;

namespace {

// The first statement of the thread, without sugar.
std::string desugared(const std::string& statement) {
  DiagnosticSink sink;
  auto program = check_text_of(
      "shared x, y, a[3]; struct S { f; g; }\nthread t { p := 0; " + statement + " }", sink);
  REQUIRE(program);
  const std::string printed = print(desugar(*std::move(program)).ast);
  const std::string before = "p := 0;\n  ";
  const std::size_t begin = printed.find(before) + before.size();
  return printed.substr(begin, printed.rfind("\n}") - begin);
}

}  // namespace

TEST_CASE("reads of shared places become loads") {
  CHECK(desugared("p := x;") == "p := load(x);");
  CHECK(desugared("p := x@acq + a[y];") == "p := load@acq(x) + load(a[load(y)]);");
  CHECK(desugared("p := p->f@acq->g;") == "p := load(load@acq(p->f)->g);");
  CHECK(desugared("p := **p@acq;") == "p := load@acq(*load(*p));");
  CHECK(desugared("p := x[1];") == "p := load(load(x)[1]);");
}

TEST_CASE("assignments to places become stores") {
  CHECK(desugared("x := 1;") == "store(x, 1);");
  CHECK(desugared("a[x]@rel := y;") == "store@rel(a[load(x)], load(y));");
  CHECK(desugared("unlock(x);") == "store@rel(x, 0);");
}

TEST_CASE("statements without sugar stay") {
  for (const std::string statement :
       {"p := &x;", "p := &a;", "lock(x);", "await@acq(x == 1);", "p := faa(a[1], 2);",
        "main cas(x, 0, 1);", "assert(p == 0, \"why\");"}) {
    CAPTURE(statement);
    CHECK(desugared(statement) == statement);
  }
}

TEST_CASE("sugar in operands and addresses is replaced") {
  CHECK(desugared("faa(a[x], y);") == "faa(a[load(x)], load(y));");
  CHECK(desugared("p := cas(p->f, x, y) ? &a[x] : -x;") ==
        "p := cas(p->f, load(x), load(y)) ? &a[load(x)] : -load(x);");
  CHECK(desugared("for (x := 1; x < 2; x := 2) { p := x; }") ==
        "for (store(x, 1); load(x) < 2; store(x, 2)) {\n    p := load(x);\n  }");
}
