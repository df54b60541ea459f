#include "semantics/passes/spawned_threads.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/program_text.h"

namespace drover {

namespace {

using SpawnedNames = std::vector<std::string>;

SpawnedNames spawned_by(const Program& program) {
  SpawnedNames names;
  for (const Thread& thread : program.threads) {
    if (thread.origin) names.push_back(thread.name);
  }
  return names;
}
SpawnedNames spawned_by(const std::string& text) {
  return spawned_by(testing::program_from("shared x; fn f(v) { x := v; } fn g() { } " + text));
}

}  // namespace

TEST_CASE("there is a thread for each spawn that can happen") {
  CHECK(spawned_by("thread t { x := 1; }").empty());
  CHECK(spawned_by("thread t { spawn f(1); spawn g(); }") == SpawnedNames{"f#1", "g#2"});
  CHECK(spawned_by("thread t { for (i := 0; i < 3; i := i + 1) { spawn f(i); } }") ==
        SpawnedNames{"f#1", "f#2", "f#3"});
  CHECK(spawned_by("thread t { if (0) { spawn f(1); } }").empty());
  // Both ways of a branch on what memory holds, which are the first spawn each.
  CHECK(spawned_by("thread t { if (x) { spawn f(1); } else { spawn g(); } spawn g(); }") ==
        SpawnedNames{"f#1", "g#1", "g#2"});
}

TEST_CASE("the name of a parent is told where there are several") {
  CHECK(spawned_by("thread t(i in 1..2) { spawn g(); }") == SpawnedNames{"g#t1.1", "g#t2.1"});
  CHECK(spawned_by("fn h() { spawn g(); spawn g(); } thread t { spawn h(); }") ==
        SpawnedNames{"h#1", "g#1.1", "g#1.2"});
}

TEST_CASE("arguments that are known bound what a thread spawns") {
  const std::string tree =
      "fn tree(n) { if (n > 0) { spawn tree(n - 1); spawn tree(n - 1); } } "
      "thread t { spawn tree(2); }";
  CHECK(spawned_by(tree).size() == 7);
}

TEST_CASE("a variable that nobody writes has its initial value") {
  const auto count = [](const std::string& rest) {
    return spawned_by(
               "shared n = 2, c[2] = {1, 3}, p; thread t { p := &p; i := 0; while (i < n) "
               "{ spawn g(); i := i + 1; } if (c[1] == 2) { spawn g(); } " +
               rest)
        .size();
  };
  CHECK(count("}") == 2);
  CHECK(count("c[0] := 4; }") == 3);  // an array is written as a whole
  CHECK(count("n := 1; }") > 3);
  CHECK(count("} thread u { faa(n, 1); }") > 3);
  CHECK(count("} thread u { cas(n, 2, 3); }") > 3);
  CHECK(count("} thread u { q := &n; *q := 1; }") > 3);
  CHECK(count("} thread u { p := &n; } thread v { q := p; *q := 1; }") > 3);
  // Nobody writes where that points to.
  CHECK(count("} thread u { q := &n; r := *q; }") == 2);
}

TEST_CASE("an unknown number of spawns is taken as the limit") {
  Program program = testing::program_from(
      "shared n; fn f() { n := 2; } thread t { i := 0; while (i < n) { spawn f(); i := i + 1; } } "
      "final { r := n; } exists (final:r == 0);");
  CHECK(spawned_by(program).size() == DefaultMaxThreads);
  passes::add_spawned_threads(program, 3);
  CHECK(spawned_by(program) == SpawnedNames{"f#1", "f#2", "f#3"});
  // The final block is the last thread, and conditions still name it.
  CHECK(program.threads.back().role == ThreadRole::Final);
  REQUIRE(program.observables.size() == 1);
  CHECK(program.observables[0].thread == ThreadId(program.threads.size() - 1));
}

TEST_CASE("spawns of a loop repeat up to the limit, each in its turn") {
  const auto names = [](const std::string& text) {
    Program program = testing::program_from("shared x; fn f(v) { x := v; } fn g() { } " + text);
    passes::add_spawned_threads(program, 7);
    return spawned_by(program);
  };
  CHECK(names("thread t { spawn f(0); while (x) { spawn g(); spawn f(1); } }") ==
        SpawnedNames{"f#1", "g#2", "f#3", "g#4", "f#5", "g#6", "f#7"});
  CHECK(names("thread t { while (x) { if (x) { spawn f(1); } else { spawn g(); } } }") ==
        SpawnedNames{"f#1", "g#1", "f#2", "g#2", "f#3", "g#3", "f#4"});
  CHECK(names("thread t { for (i := 0; i < 3; i := i + 1) { spawn f(i); } while (x) { spawn g(); } "
              "}") == SpawnedNames{"f#1", "f#2", "f#3", "g#4", "g#5", "g#6", "g#7"});
}

TEST_CASE("an endless loop does not prevent counting spawns") {
  CHECK(spawned_by("thread t { i := 0; while (1) { i := i + 1; x := i; } spawn f(1); }").empty());
  CHECK(spawned_by("thread t { i := 0; while (x) { i := i + 1; } spawn f(i); }") ==
        SpawnedNames{"f#1"});
}

}  // namespace drover
