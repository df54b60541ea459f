#include "litmus/proposition.h"
#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::proposition_test {

namespace {

const std::string Program = "P0 (atomic_int* x, atomic_int* y) { int r = 1; int s = 2; }";

std::string normal_form(const std::string& condition) {
  const Loaded loaded(c_test("int a[2] = {4,5};", Program, condition));
  REQUIRE(loaded.test.has_value());
  return condition_text(loaded.test->condition);
}

}  // namespace

TEST_CASE("conditions are printed as herd prints them") {
  CHECK(normal_form("exists (0:r=1 /\\ x=0)") == "exists (0:r=1 /\\ [x]=0)");
  CHECK(normal_form("exists x=0 \\/ x=1 /\\ y=0") == "exists ([x]=0 \\/ [x]=1 /\\ [y]=0)");
  CHECK(normal_form("forall ((x=0 \\/ x=1) /\\ y=0)") == "forall (([x]=0 \\/ [x]=1) /\\ [y]=0)");
  CHECK(normal_form("~exists x!=0") == "~exists (not ([x]=0))");
  CHECK(normal_form("~ exists ~(x=0 => y=1)") == "~exists (not ([x]=0 => [y]=1))");
  CHECK(normal_form("exists x=0 /\\ (x=1 => y=1)") == "exists ([x]=0 /\\ ([x]=1 => [y]=1))");
  CHECK(normal_form("final (P0:r == 0x10);") == "exists (0:r=16)");
  CHECK(normal_form("locations [x] (true)") == "exists (true)");
  CHECK(normal_form("exists 0:r=x /\\ 0:s=[x]") == "exists (0:r=x /\\ 0:s=[x])");
  CHECK(normal_form("exists a={4,5} /\\ a[1]=5") == "exists (a={4,5} /\\ a[1]=5)");
  CHECK(normal_form("exists 0:r={0,1}") == "exists (0:r={0,1})");
  CHECK(normal_form("observed x=0; y=1; and x=1;") == "exists ([x]=0 /\\ [y]=1 \\/ [x]=1)");
  CHECK(normal_form("") == "forall (true)");
  CHECK(normal_form("final (x=0); with tso: ~exists; cc: exists;") == "exists ([x]=0)");
}

TEST_CASE("propositions are evaluated with their precedences") {
  const auto satisfied = [](const std::string& condition) {
    const Loaded loaded(c_test("", Program, "exists " + condition));
    REQUIRE(loaded.test.has_value());
    return run(*loaded.test).satisfying == 1;
  };
  CHECK(satisfied("0:r=1 /\\ 0:s=2"));
  CHECK(satisfied("0:r=9 => 0:s=9"));
  CHECK_FALSE(satisfied("0:r=1 => 0:s=9"));
  CHECK(satisfied("0:r=9 /\\ 0:s=2 \\/ x=0"));
  CHECK(satisfied("not 0:r=2"));
  CHECK(satisfied("x=[y]"));
  CHECK_FALSE(satisfied("0:r=[x]"));
  CHECK_FALSE(satisfied("false"));
}

TEST_CASE("locations are shown, a filter discards executions") {
  const std::string program =
      "P0 (atomic_int* x) { atomic_store(x, 1); }\nP1 (atomic_int* x) { int r = atomic_load(x); }";
  CHECK(outcome_of(c_test("", program, "locations [x; 1:r;] exists 1:r=1")) ==
        "1/1\n1:r=0; [x]=1;\n1:r=1; [x]=1;");
  CHECK(outcome_of(c_test("", program, "filter 1:r=1 exists x=1")) == "1/0\n[x]=1;");
}

TEST_CASE("long conditions are refused before anything recursive runs on them") {
  const auto kinds = [](std::size_t terms, const std::string& term, const std::string& keyword) {
    std::string condition = keyword + " (";
    for (std::size_t i = 0; i < terms; ++i) condition += term;
    return kinds_of(c_test("", Program, condition + "x=1)"));
  };
  const std::vector<DiagnosticKind> too_deep{DiagnosticKind::NestingTooDeep};
  for (const std::string term : {"x=1 /\\ ", "x==1 \\/ ", "[x]=1 && ", "0:r=1 || ", "x=1 => "}) {
    CAPTURE(term);
    CHECK(kinds(100000, term, "exists") == too_deep);
    CHECK(kinds(100000, term, "forall") == too_deep);
    CHECK(kinds(1900, term, "~exists").empty());
  }
  CHECK(kinds(100000, "x=1 /\\ ", "filter") == too_deep);
  CHECK(kinds(10000, "~", "exists") == too_deep);
  CHECK(kinds(10000, "x=1 /\\ (", "exists") == too_deep);
}

TEST_CASE("errors in conditions have diagnostics") {
  using enum DiagnosticKind;
  const auto kinds = [](const std::string& condition) {
    return kinds_of(c_test("", Program, condition));
  };
  CHECK(kinds("exists (7:r=0)") == std::vector{LitmusNoSuchThread});
  CHECK(kinds("exists (0:q=0)") == std::vector{LitmusUnknownRegister});
  CHECK(kinds("exists (z=0)") == std::vector{LitmusUnknownGlobal});
  CHECK(kinds("exists (x[1]=0)") == std::vector{LitmusNoArray});
  CHECK(kinds("exists (x={0,1})") == std::vector{LitmusInitialiser});
  CHECK(kinds("exists (Q:r=0)") == std::vector{LitmusThreadName});
  CHECK(kinds("exists (x[-1]=0)") == std::vector{LitmusIndex});
  CHECK(kinds("exists (x=0) (* open") == std::vector{LitmusOpenComment});
  CHECK(kinds("exists (x=0") == std::vector{ExpectedToken});
}

}  // namespace drover::litmus::proposition_test
