// Tests of the Linux kernel, explored by `lb`: what a branch decides ends where its ways meet.
#include <string>

#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::kernel_buffering_test {

namespace {

struct Answers {
  std::string algorithm;
  std::uint64_t executions = 0;
  bool is_witnessed = false;
};

Answers answers(const LitmusTest& test, AlgorithmKind algorithm) {
  ExplorerOptions options = herd_options(test, *find_model("lkmm"));
  options.algorithm = algorithm;
  const ExplorationResult result = explore(test.program, options);
  const LitmusVerdict verdict = judge(test, result);
  CHECK(verdict.faults.empty());
  return {std::string(result.algorithm), result.executions + result.blocked,
          verdict.satisfying > 0};
}

// What `lb` says of a test, of which `enumerate` says the same.
Answers compared(const std::string& program, const std::string& condition,
                 const std::string& init = "") {
  const Loaded loaded(c_test(init, program, condition));
  REQUIRE(loaded.test.has_value());
  const Answers found = answers(*loaded.test, AlgorithmKind::Buffering);
  const Answers expected = answers(*loaded.test, AlgorithmKind::Enumerate);
  CHECK(found.executions == expected.executions);
  CHECK(found.is_witnessed == expected.is_witnessed);
  return found;
}

// Load buffering with a second thread that hands on what it reads.
Answers buffered(const std::string& code) {
  return compared("P0 (int* x, int* y, int* z) { int r0; int r1; int r2; r0 = READ_ONCE(*x); " +
                      code +
                      " }\nP1 (int* x, int* y) { int r0 = READ_ONCE(*y); WRITE_ONCE(*x, r0); }",
                  "exists (0:r0=1)");
}

}  // namespace

TEST_CASE("a write behind the end of an if does not depend on it") {
  for (const char* const code :
       {"if (r0) { WRITE_ONCE(*z, 1); } WRITE_ONCE(*y, 1);",
        "if (r0) { r1 = 1; } else { r1 = 1; } WRITE_ONCE(*y, r1);",
        "r1 = 0; if (r0) { r1 = 1; } WRITE_ONCE(*y, r1);",
        "r1 = 1; if (r0) { if (r0 == 1) { r1 = 1; } else { r1 = 2; } } WRITE_ONCE(*y, r1);",
        "if (r0) { r1 = READ_ONCE(*z); } WRITE_ONCE(*y, 1);",
        // What is read from the thread itself depends on nothing, unless what was written does.
        "if (r0) { WRITE_ONCE(*z, 1); } r1 = READ_ONCE(*z); WRITE_ONCE(*y, r1);",
        "r1 = cmpxchg_relaxed(z, 0, 1); if (r0 == r1) { r2 = 1; } WRITE_ONCE(*y, 1);"}) {
    CAPTURE(code);
    const Answers found = buffered(code);
    CHECK(found.algorithm == "lb");
    CHECK(found.is_witnessed);
  }
}

TEST_CASE("a write inside an if depends on it, and a value on what it was computed from") {
  for (const char* const code :
       {"if (r0) { WRITE_ONCE(*y, 1); }", "if (r0 == 1) { WRITE_ONCE(*y, 1); } else { r1 = 2; }",
        "r1 = 0; if (r0) { r1 = 1; } if (r1) { WRITE_ONCE(*y, 1); }",
        "if (r0 == 2) { r1 = 1; } WRITE_ONCE(*y, r0);",
        "WRITE_ONCE(*z, r0); r1 = READ_ONCE(*z); if (r0) { r2 = 1; } WRITE_ONCE(*y, r1);",
        "if (r0) { r2 = 1; } smp_store_release(y, 1);",
        "if (r0) { smp_mb(); } else { smp_mb(); }"
        " WRITE_ONCE(*y, 1);"}) {
    CAPTURE(code);
    const Answers found = buffered(code);
    CHECK(found.algorithm == "lb");
    CHECK_FALSE(found.is_witnessed);
  }
}

TEST_CASE("locks, loops and addresses that were read are explored by lb") {
  CHECK(compared("P0 (spinlock_t* l, int* x) { spin_lock(l); WRITE_ONCE(*x, 1); spin_unlock(l); }"
                 "P1 (spinlock_t* l, int* x) { int r0; spin_lock(l); r0 = READ_ONCE(*x);"
                 " if (r0) { WRITE_ONCE(*x, 2); } spin_unlock(l); }",
                 "exists (x=2)")
            .algorithm == "lb");
  CHECK(compared("P0 (int* x, int* y) { int r0 = 0; while (r0 == 0) { r0 = READ_ONCE(*x); }"
                 " WRITE_ONCE(*y, 1); }"
                 "P1 (int* x, int* y) { int r0 = READ_ONCE(*y); WRITE_ONCE(*x, 1); }",
                 "exists (1:r0=1)")
            .algorithm == "lb");
  const std::string writer =
      "P0 (int* x, int** p) { WRITE_ONCE(*x, 1); rcu_assign_pointer(*p, x); }";
  const std::string reader =
      "P1 (int* y, int** p) { int* r0 = rcu_dereference(*p); "
      "int r1 = READ_ONCE(*r0);";
  CHECK(compared(writer + reader + " }", "exists (1:r1=1)", "int* p = &y;").algorithm == "lb");
  // lkmm does not order what is behind an address.
  CHECK(compared(writer + reader + " WRITE_ONCE(*y, 3); }", "exists (1:r1=1)", "int* p = &y;")
            .algorithm == "enumerate");
  CHECK(
      compared("P0 (int* x) { *x = 1; } P1 (int* x) { int r0 = READ_ONCE(*x); }", "exists (1:r0=1)")
          .algorithm == "enumerate");
}

}  // namespace drover::litmus::kernel_buffering_test
