#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::c_dialect_test {

namespace {

// The final values of registers of one thread that runs alone.
std::string alone(const std::string& body, const std::string& shown, const std::string& init = "",
                  const std::string& parameters = "atomic_int* x, int* a, int* p") {
  return outcome_of(
      c_test(init, "P0 (" + parameters + ") {" + body + "}", "locations [" + shown + "]"));
}

std::vector<DiagnosticKind> kinds(const std::string& program, ReadingOptions options = {}) {
  return kinds_of(c_test("", program, "forall true"), options);
}

constexpr ReadingOptions Strict{.strictness = Strictness::Herd, .unroll = 2};

}  // namespace

TEST_CASE("initial states of C tests are read") {
  CHECK(alone("int r = *x;", "0:r", "x = 1") == "1/0\n0:r=1;");
  CHECK(alone("int r = *x;", "0:r", "[x] = -3;") == "1/0\n0:r=-3;");
  CHECK(alone("int r = *x;", "0:r", "_Atomic int x = 0x1f; int y") == "1/0\n0:r=31;");
  CHECK(alone("int r = *x;", "0:r", "atomic_t x = ATOMIC_INIT(7)") == "1/0\n0:r=7;");
  CHECK(alone("int r = *p;", "0:r", "int *p = &x") == "1/0\n0:r=x;");
  CHECK(alone("int r = **p;", "0:r", "p = x; x = 5") == "1/0\n0:r=5;");
  CHECK(alone("*(a + 4) = 9;", "a; a[1]", "int a[2] = {4,5}") == "1/0\na={4,9}; a[1]=9;");
  CHECK(alone("int s = r + 1;", "0:s", "0:r = 5") == "1/0\n0:s=6;");
}

TEST_CASE("expressions and statements of C tests are executed") {
  CHECK(alone("int r = 2 + 3 * 4 - 6 / 2;", "0:r") == "1/0\n0:r=11;");
  CHECK(alone("int r = (5 > 3) + (2 == 3) + (4 & 6 ^ 1);", "0:r") == "1/0\n0:r=6;");
  CHECK(alone("int r = 0; if (r == 0) r = 4; else r = 5;", "0:r") == "1/0\n0:r=4;");
  CHECK(alone("int r = 0; if (*x) { r = 1; } else { r = 2; }", "0:r") == "1/0\n0:r=2;");
  CHECK(alone("*x = 3; int r = (int) *x; (void) r;", "0:r; x") == "1/0\n0:r=3; [x]=3;");
}

TEST_CASE("constructs of C that herd rejects") {
  CHECK(alone("int r = 0; for (int i = 0; i < 2; i++) { r += i + 1; }", "0:r") == "1/0\n0:r=3;");
  CHECK(alone("int i = 0; do { ++i; } while (i < 2);", "0:i") == "1/0\n0:i=2;");
  CHECK(alone("int r = 1, s = !r || *x == 0 && -r < 0;", "0:s") == "1/0\n0:s=1;");
  CHECK(alone("a[1] = 7; int r = a[0] + a[1];", "0:r", "int a[2] = {4,5}") == "1/0\n0:r=11;");
  CHECK(alone("int r = *x ? 1 : 2; r <<= 3; r %= 5; r = ~r;", "0:r") == "1/0\n0:r=-2;");
  CHECK(alone("int r = 0; int s = atomic_compare_exchange_strong(x, &r, 1);", "0:r; 0:s; x",
              "x = 4") == "1/0\n0:r=4; 0:s=0; [x]=4;");
  CHECK(alone("int r = 1; if (r) { return; } r = 2;", "0:r") == "1/0\n0:r=1;");
  CHECK(alone("int r = 0; while (1) { r = r + 1; if (r == 2) break; }", "0:r") == "1/0\n0:r=2;");
}

TEST_CASE("atomic primitives of C tests are executed") {
  CHECK(alone("int r = atomic_exchange(x, 2); int s = atomic_fetch_sub(x, 5);", "0:r; 0:s; x",
              "x = 1") == "1/0\n0:r=1; 0:s=2; [x]=-3;");
  CHECK(alone("int r = atomic_compare_exchange_strong(x, a, 3);", "0:r; x; a", "x = 1; a = 1") ==
        "1/0\n0:r=1; [a]=1; [x]=3;");
  CHECK(alone("int r = atomic_compare_exchange_strong(x, a, 3);", "0:r; x; a", "x = 1; a = 2") ==
        "1/0\n0:r=0; [a]=1; [x]=1;");
  CHECK(alone("int r = atomic_compare_exchange_weak(x, a, 3);", "0:r; x", "x = 1; a = 1") ==
        "2/0\n0:r=0; [x]=1;\n0:r=1; [x]=3;");
  CHECK(alone("int r = atomic_compare_exchange_weak(x, a, 3);", "0:r; x", "x = 1; a = 2") ==
        "1/0\n0:r=0; [x]=1;");
  CHECK(alone("int r = atomic_flag_test_and_set(x); atomic_flag_clear(x);", "0:r; x") ==
        "1/0\n0:r=0; [x]=0;");
}

TEST_CASE("an operand does not become ordered by an acquire load beside it") {
  const std::string writer = "P0 (int* x, atomic_int* y) { *x = 1; atomic_store(y, 1); }\n";
  const std::string reader = "P1 (int* x, atomic_int* y) { int r = atomic_load(y) * 2 + *x; }";
  CHECK(outcome_of(c_test("", writer + reader, "exists 1:r=2")) ==
        "1/3\n1:r=0;\n1:r=1;\n1:r=2;\n1:r=3;");
}

TEST_CASE("unsequenced operands of a C test are evaluated in every order") {
  const auto sum = [](const std::string& writer, const std::string& reader) {
    return outcome_of(c_test("",
                             "P0 (atomic_int* x, atomic_int* y) { " + writer +
                                 " }\nP1 (atomic_int* x, atomic_int* y) { int r = " + reader +
                                 "; }",
                             "exists 1:r=2"));
  };
  const std::string load_x = "atomic_load_explicit(x, memory_order_relaxed)";
  // Either load may be the first. An execution counts once, whatever the order.
  CHECK(sum("atomic_store_explicit(x, 1, memory_order_relaxed);", load_x + " - " + load_x) ==
        "0/4\n1:r=-1;\n1:r=0;\n1:r=1;");
  CHECK(sum("atomic_store(y, 1); atomic_store(x, 1);", "2 * atomic_load(x) + atomic_load(y)") ==
        "1/3\n1:r=0;\n1:r=1;\n1:r=2;\n1:r=3;");
  // Loads that no model of C orders.
  CHECK(sum("atomic_store_explicit(x, 1, memory_order_relaxed);",
            load_x + " + 2 * atomic_load_explicit(y, memory_order_relaxed)") ==
        "0/2\n1:r=0;\n1:r=1;");
  CHECK(alone("int r = 10 * atomic_fetch_add(x, 1) + atomic_exchange(x, 5);", "0:r; x") ==
        "2/0\n0:r=1; [x]=5;\n0:r=50; [x]=6;");
}

TEST_CASE("the places and the values of a C test are evaluated in every order") {
  const auto moved = [](const std::string& store) {
    return outcome_of(c_test("p = x", "P0 (int* x, int* y, int** p) { " + store + " }",
                             "locations [x; y] exists (p=y)"));
  };
  // The value makes p point to y; the place may be the old one.
  CHECK(moved("**p = atomic_exchange_explicit(p, y, memory_order_relaxed) == x;") ==
        "2/0\n[p]=y; [x]=0; [y]=1;\n[p]=y; [x]=1; [y]=0;");
  CHECK(moved("**p += 1 + (atomic_exchange_explicit(p, y, memory_order_relaxed) == x);") ==
        "2/0\n[p]=y; [x]=0; [y]=2;\n[p]=y; [x]=2; [y]=0;");
  CHECK(moved("atomic_store(*p, 1 + (atomic_exchange(p, y) == x));") ==
        "2/0\n[p]=y; [x]=0; [y]=2;\n[p]=y; [x]=2; [y]=0;");
}

TEST_CASE("the operands of lazy operators of a C test are in order") {
  CHECK(alone("int r = atomic_fetch_add(x, 1) || atomic_fetch_add(x, 5);", "0:r; x") ==
        "1/0\n0:r=1; [x]=6;");
  CHECK(alone("int r = atomic_fetch_add(x, 1) ? atomic_load(x) : 7;", "0:r; x") ==
        "1/0\n0:r=7; [x]=1;");
  // The exchange is before, between or after them.
  CHECK(alone("int r = (atomic_fetch_add(x, 1) && atomic_fetch_add(x, 1)) + "
              "10 * atomic_exchange(x, 4);",
              "0:r; x", "x = 1") == "3/0\n0:r=11; [x]=6;\n0:r=21; [x]=5;\n0:r=31; [x]=4;");
}

TEST_CASE("an expression of a C test with very many orders is refused") {
  std::string sum = "*x";
  for (int i = 0; i < 5; ++i) sum += " + *x";
  CHECK(kinds("P0 (int* x) { int r = " + sum + "; }").empty());
  CHECK(kinds("P0 (int* x) { int r = " + sum + " + *x; }") ==
        std::vector{DiagnosticKind::LitmusUnsupported});
}

TEST_CASE("each iteration of a loop has weak compare-exchanges of its own") {
  CHECK(alone("int r = 0; while (r == 0) { r = atomic_compare_exchange_weak(x, a, 1); }", "0:r") ==
        "2/0\n0:r=1;");
}

TEST_CASE("a loop that is cut has a remark") {
  const Loaded loaded(c_test("", "P0 (int* x) { while (*x == 0) { int r = 1; } }", ""));
  REQUIRE(loaded.test.has_value());
  const LitmusVerdict verdict = run(*loaded.test);
  CHECK(verdict.was_cut);
  CHECK(verdict.satisfying + verdict.others == 0);
  CHECK(verdict_name(*loaded.test, verdict) == "Loop Ok");
}

TEST_CASE("locks exclude each other, except in strict mode") {
  const std::string text = c_test("",
                                  "P0 (mtx_t* m, int* x) { lock(m); *x = *x + 1; unlock(m); }\n"
                                  "P1 (mtx_t* m, int* x) { lock(m); *x = *x + 1; unlock(m); }",
                                  "forall x=2");
  const Loaded wide(text);
  CHECK_FALSE(run(*wide.test).has_race);
  CHECK(run(*wide.test).holds(Quantifier::Forall));
  const Loaded strict(text, Strict);
  CHECK(run(*strict.test).has_race);
  CHECK_FALSE(run(*strict.test, "sc").holds(Quantifier::Forall));
}

TEST_CASE("code that is legal but seldom intended gets a warning") {
  using enum DiagnosticKind;
  CHECK(kinds("P0 (int* x) { int r = x; }") == std::vector{LitmusAddress});
  CHECK(kinds("P0 (int* x) { int r; r = x; }") == std::vector{LitmusAddress});
  CHECK(kinds("P0 (int* x) { int* r = x; }").empty());
  CHECK(kinds("P0 (int* x) { intptr_t r = x; }").empty());
  CHECK(kinds("P0 (int* x) { x = 1; }") == std::vector{LitmusAddress});
  CHECK(kinds("P0 (int* x, int* y) { x = y; *x = 1; }").empty());
  CHECK(kinds("P0 (int* x) { flga = 1; }") == std::vector{LitmusUnusedVariable});
  CHECK(kinds("P0 (int* x) { int r = 1; }").empty());
  CHECK(kinds("P0 (int* x) { r = 1; *x = r; }").empty());
  CHECK(kinds_of(c_test("", "P0 (int* x) { r = *x; }", "exists (0:r=1)")).empty());
  CHECK(kinds_of(c_test("", "P0 (int* x) { r = *x; }", "locations [0:r;] exists (x=0)")).empty());
  const auto init = [](const std::string& text) {
    return kinds_of(c_test(text, "P0 (int* x) { *x = 1; }", "exists (x=1)"));
  };
  CHECK(init("int z = x;") == std::vector{LitmusAddress});
  CHECK(init("int z = &x;").empty());
  CHECK(init("int* z = x; w = x; uint64_t v = x;").empty());
}

TEST_CASE("a test in the kernel's dialect is recognised by what it calls") {
  const auto architecture = [](const std::string& program) {
    return Loaded(c_test("", program, "exists (x=1)")).test.value().dialect->architecture;
  };
  CHECK(architecture("P0 (int* x) { WRITE_ONCE(*x, 1); smp_mb(); int r = READ_ONCE(*x); }") ==
        "LKMM");
  CHECK(architecture("P0 (int* x) { spin_lock(x); rcu_read_lock(); }") == "LKMM");
  CHECK(architecture("P0 (int* x) { /* smp_mb() */ *x = 1; // READ_ONCE(*x)\n }") == "C");
  CHECK(architecture("P0 (int* x) { int smp_id = 1; *x = smp_id; }") == "C");
}

TEST_CASE("a primitive of the kernel is at its own place, whatever its arguments call") {
  const Loaded loaded("C test\n{}\nP0 (int* x, int* y) { int r = xchg(x, READ_ONCE(*y)); }\n");
  REQUIRE(loaded.test.has_value());
  std::vector<std::uint32_t> columns;
  for (const Instruction& each : loaded.test->program.threads.front().code) {
    const bool is_access = std::holds_alternative<Load>(each.body) ||
                           std::holds_alternative<ReadModifyWrite>(each.body);
    if (is_access) columns.push_back(each.source.column);
  }
  CHECK(columns == std::vector<std::uint32_t>{39, 31});
}

TEST_CASE("a condition without a quantifier has a diagnostic of its own") {
  using enum DiagnosticKind;
  CHECK(kinds_of(c_test("", "P0 (int* x) { *x = 1; }", "(x=1)")) ==
        std::vector{LitmusNoQuantifier});
  CHECK(kinds_of(c_test("", "P0 (int* x) { *x = 1; }", "~(x=1)")) ==
        std::vector{LitmusNoQuantifier});
  CHECK(kinds_of(x86_test("", "P0 ;\nMOV EAX,[x] ;", "(0:EAX=1)")) ==
        std::vector{LitmusNoQuantifier});
  CHECK(kinds_of(c_test("", "P0 (int* x) { *x = 1; }", "")).empty());
}

TEST_CASE("comments of either style are allowed outside the code") {
  CHECK(kinds_of("C t\n// {\n/* { */ (* { *)\n{ x=1; // }\n y=0; /* } */ }\n"
                 "P0 (int* x) { *x = 1; }\nexists (x=1) // exists\n/* forall */\n")
            .empty());
  CHECK(kinds_of("X86 t\n{}\n P0 ; // a comment ;\n MOV EAX,[x] ; /* ; */\nexists (0:EAX=0)\n")
            .empty());
  // In a header they may be part of anything.
  CHECK(kinds_of("C t\nCom=http://a.b/*\n{}\nP0 (int* x) { *x = 1; }\nexists (x=1)\n").empty());
}

TEST_CASE("errors in C tests have diagnostics") {
  using enum DiagnosticKind;
  CHECK(kinds("Q (int* x) { *x = 1; }") == std::vector{LitmusThreadName});
  CHECK(kinds("P0 (int* x) { *x = 1; } P0 (int* x) { *x = 1; }") ==
        std::vector{LitmusDuplicateThread});
  CHECK(kinds("P0 (int x) { int r = 1; }") == std::vector{LitmusParameter});
  CHECK(kinds("P0 (int* x, int* x) { int r = 1; }") == std::vector{LitmusDuplicateParameter});
  CHECK(kinds("P0 (int* x) { *y = 1; }") == std::vector{LitmusNotAParameter});
  CHECK(kinds("P0 (int* x) { *x = r; }") == std::vector{LitmusNeverAssigned});
  CHECK(kinds("P0 (int* x) { f(x); }") == std::vector{LitmusUnknownFunction});
  CHECK(kinds("P0 (int* x) { atomic_store(x); }") == std::vector{LitmusArguments});
  CHECK(kinds("P0 (int* x) { int r = atomic_load_explicit(x, acquire); }") ==
        std::vector{LitmusMemoryOrder});
  CHECK(kinds("P0 (int* x) { int r = atomic_store(x, 1); }") == std::vector{LitmusNoValue});
  CHECK(kinds("P0 (int* x) { 1 = 2; }") == std::vector{LitmusNotAssignable});
  CHECK(kinds("P0 (int* x) { break; }") == std::vector{LitmusMeaning, LitmusOutsideLoop});
  CHECK(kinds("P0 (int* x) { int r[2]; }") == std::vector{LitmusUnsupported});
  CHECK(kinds("P0 (int* x) { int r = __load{once}(x); }") == std::vector{LitmusUnsupported});
  CHECK(kinds("P0 (int* x) { int r = 1 | 2 & 3; }") == std::vector{LitmusMeaning});
  CHECK(kinds("P0 (int* x) { int r = 12ab; }") == std::vector{InvalidNumber});
  CHECK(kinds("P0 (int* x) { int r = 1 ` 2; }") == std::vector{UnknownCharacter});
  CHECK(kinds("P0 (int* x) { int r = 1 }") == std::vector{UnexpectedToken});
  CHECK(kinds("P0 (int* x) { /* }") == std::vector{LitmusOpenComment});
  CHECK(kinds("") == std::vector{LitmusNoThreads});
}

TEST_CASE("errors in initial states have diagnostics") {
  using enum DiagnosticKind;
  const auto of_init = [](const std::string& init) {
    return kinds_of(c_test(init, "P0 (int* x) { *x = 1; }", "forall true"));
  };
  CHECK(of_init("x = 1; x = 2") == std::vector{LitmusDuplicateInit});
  CHECK(of_init("0:r = 1; 0:r = 2") == std::vector{LitmusDuplicateInit});
  CHECK(of_init("a[2] = 1") == std::vector{LitmusInitialiser});
  CHECK(of_init("int a[2] = {1}") == std::vector{LitmusInitialiser});
  CHECK(of_init("int a[2] = 1") == std::vector{LitmusInitialiser});
  CHECK(of_init("x = {1}") == std::vector{LitmusInitialiser});
  CHECK(of_init("int x = FOO(1)") == std::vector{LitmusInitialiser});
  CHECK(of_init("3:r = 1") == std::vector{LitmusNoSuchThread});
}

TEST_CASE("--strict-herd refuses what herd refuses") {
  using enum DiagnosticKind;
  const std::vector refused{LitmusBeyondHerd};
  for (const std::string body :
       {"for (int i = 0; i < 2; i = i + 1) { int r = 1; }", "int r = 1, s = 2;", "int r = !1;",
        "int r = x && x;", "int r = 5 % 3;", ";", "int r = 1; r++;", "int r = 1; r += 1;",
        "int r = x[0];", "int r = 1 ? 2 : 3;", "int r = 0x10;", "if (1) { }"}) {
    CAPTURE(body);
    CHECK(kinds("P0 (int* x) {" + body + "}", Strict) == refused);
  }
  CHECK(kinds("P0 (int* x) { int r = -1; *x = r - 1; while (r == 5) r = 1; return; }", Strict)
            .empty());
}

TEST_CASE("an unknown architecture has a diagnostic that names it") {
  CHECK(kinds_of("MIPS MP\n{}\nP0 ;\nNOP ;\n") == std::vector{DiagnosticKind::LitmusArchitecture});
}

TEST_CASE("an access to no location is a fault of the test") {
  const Loaded loaded(c_test("", "P0 (int* x) { int* p = 0; *p = 1; }", ""));
  REQUIRE(loaded.test.has_value());
  const ExplorationResult result =
      explore(loaded.test->program, herd_options(*loaded.test, *find_model("rc11")));
  const LitmusVerdict verdict = judge(*loaded.test, result);
  REQUIRE(verdict.faults.size() == 1);
  CHECK(verdict.faults.front().fact.kind == FactKind::NullAccess);
}

}  // namespace drover::litmus::c_dialect_test
