#include "semantics/passes/symmetry.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/program_text.h"

namespace drover {

namespace {

using Groups = std::vector<std::vector<std::string>>;

// The names of the symmetric threads of a program.
Groups groups_of(const std::string& text) {
  const Program program = testing::program_from(text);
  Groups groups;
  for (const passes::SymmetricThreads& group : passes::find_symmetric_threads(program)) {
    groups.emplace_back();
    for (const ThreadId thread : group) groups.back().push_back(program.threads[thread.value].name);
  }
  return groups;
}

}  // namespace

TEST_CASE("a family is symmetric if it does not use its index") {
  CHECK(groups_of("shared x; thread t(i in 1..3) { r := x; x := r + 1; }") ==
        Groups{{"t1", "t2", "t3"}});
  CHECK(groups_of("shared x; thread t(i in 1..3) { r := x; x := r + i; }").empty());
  CHECK(groups_of("shared a[3]; thread t(i in 0..2) { a[i] := 1; }").empty());
  // An index that leaves no trace once constants are put in is not used.
  CHECK(groups_of("shared x; thread t(i in 1..3) { if (i == 9) { x := 1; } x := i * 0; }") ==
        Groups{{"t1", "t2", "t3"}});
  CHECK(groups_of("shared x; thread t(i in 1..1) { x := 1; }").empty());
}

TEST_CASE("members that use their index alike form groups of neighbours") {
  CHECK(groups_of("shared x; thread t(i in 0..5) { x := i / 2; }") ==
        Groups{{"t0", "t1"}, {"t2", "t3"}, {"t4", "t5"}});
  CHECK(groups_of("shared x; thread t(i in 0..3) { x := i % 2; }").empty());
  CHECK(groups_of("shared x; thread t(i in 0..3) { if (i < 2) { x := 1; } else { r := x; } }") ==
        Groups{{"t0", "t1"}, {"t2", "t3"}});
}

TEST_CASE("threads that are spawned alike and joined together are symmetric") {
  const std::string head = "shared x, y, h[2]; fn f(v) { x := 1; } fn g(v) { x := v; } ";
  const Groups both{{"f#1", "f#2"}};
  CHECK(groups_of(head + "thread t { spawn f(1); spawn f(2); }") == both);
  CHECK(groups_of(head + "thread t { a := spawn f(1); b := spawn f(2); join a; join b; }") == both);
  CHECK(groups_of(head + "thread t { for (i := 0; i < 2; i := i + 1) { spawn g(7); } }") ==
        Groups{{"g#1", "g#2"}});
  // Variables of the parent alone may have the threads.
  CHECK(groups_of(head + "thread t { h[0] := spawn f(1); h[1] := spawn f(2); y := 1; "
                         "join h[0]; join h[1]; x := 2; }") == both);
}

TEST_CASE(
    "threads spawned at different places, or distinguished by a condition, are not symmetric") {
  const std::string head =
      "shared x, y; fn f(v) { x := y; return x; } fn g(v) { x := v; } fn s() { x := self; } ";
  const auto none = [&](const std::string& code) {
    return groups_of(head + "thread t { " + code + " }").empty();
  };
  CHECK(none("spawn g(1); spawn g(2);"));
  CHECK(none("y := 1; spawn g(y); spawn g(y);"));
  CHECK_FALSE(none("spawn g(y); spawn g(y);"));  // nobody writes it
  CHECK(none("spawn f(1); y := 1; spawn f(1);"));
  CHECK(none("spawn f(1); fence; spawn f(1);"));
  CHECK(none("spawn f(1); spawn g(1);"));
  CHECK(none("spawn s(); spawn s();"));
  CHECK(none("a := spawn f(1); b := spawn f(1); join a;  y := 1; join b;"));
  CHECK(none("a := spawn f(1); b := spawn f(1); join a; y := 1;"));
  CHECK(none("a := spawn f(1); b := spawn f(1); join b;"));
  CHECK(none("a := spawn f(1); join a; b := spawn f(1); join b;"));
  CHECK(none("a := spawn f(1); b := spawn f(1); r := join a; join b; y := r;"));
  CHECK(none("a := spawn f(1); b := spawn f(1); y := a; join a; join b;"));
  CHECK(none(
      "a := spawn f(1); b := spawn f(1); if (x) { join a; join b; } else { join a; r := y; }"));
  CHECK(groups_of(head + "shared h[2]; thread t { h[0] := spawn f(1); h[1] := spawn f(1); } "
                         "thread u { r := h[0]; }")
            .empty());
}

TEST_CASE("separately declared threads with the same text are symmetric") {
  CHECK(groups_of("shared x; thread a { r := x; } thread b { r := x; }") == Groups{{"a", "b"}});
  // Names of registers and functions make no difference.
  CHECK(groups_of("shared x; thread a { r := x; x := r; } thread b { other := x; x := other; }") ==
        Groups{{"a", "b"}});
  CHECK(groups_of("shared x, y; thread a { r := x; } thread b { r := y; }").empty());
  CHECK(groups_of("shared x; thread a { r := x@rlx; } thread b { r := x@acq; }").empty());
  CHECK(groups_of("shared x; thread a { x := 1; } thread b { x := 2; }").empty());
  CHECK(groups_of("shared x; thread a { faa(x, 1); } thread b { fas(x, 1); }").empty());
  CHECK(groups_of("shared x; thread a { r := cas(x, 0, 1); } thread b { r := cmpxchg(x, 0, 1); }")
            .empty());
  CHECK(groups_of("shared x; thread a { fence@sc; } thread b { fence@acq; }").empty());
  CHECK(groups_of("struct A { v; } struct B { v; } shared x;"
                  "thread a { p := alloc A; x := p; } thread b { p := alloc B; x := p; }")
            .empty());
}

TEST_CASE("only neighbours are symmetric") {
  CHECK(groups_of("shared x; thread a { r := x; } thread w { x := 1; } thread b { r := x; }")
            .empty());
  CHECK(groups_of("shared x; thread a { r := x; } thread b { r := x; } thread w { x := 1; }"
                  "thread c { r := x; } thread d { r := x; }") == Groups{{"a", "b"}, {"c", "d"}});
  // Two families with the same code are one group.
  CHECK(groups_of("shared x; thread a(i in 1..2) { x := 1; } thread b(i in 1..2) { x := 1; }") ==
        Groups{{"a1", "a2", "b1", "b2"}});
}

TEST_CASE("a condition that names a register tells its thread apart") {
  CHECK(groups_of("shared x; thread t(i in 1..4) { r := x; } exists (t2:r == 1);") ==
        Groups{{"t3", "t4"}});
  CHECK(groups_of("shared x; thread t(i in 1..2) { r := x; } exists (t2:r == 1);").empty());
  // Cells belong to no thread.
  CHECK(groups_of("shared x; thread t(i in 1..2) { x := 1; } exists (x == 1);") ==
        Groups{{"t1", "t2"}});
}

TEST_CASE("the init and final blocks are symmetric to no thread") {
  CHECK(groups_of("shared x; init { x := 1; } thread a { x := 1; } final { x := 1; }").empty());
  CHECK(groups_of("shared x; init { x := 1; } thread a { x := 1; } thread b { x := 1; }"
                  "final { x := 1; }") == Groups{{"a", "b"}});
}

TEST_CASE("loops and calls are compared by what they do, not by where they stand") {
  const std::string loop = "for (k := 0; k < 2; k := k + 1) { x := k; }";
  CHECK(groups_of("shared x; thread a { " + loop + " } thread b {\n\n " + loop + " }") ==
        Groups{{"a", "b"}});
  CHECK(groups_of("shared x; thread a { " + loop +
                  " } thread b { for (k := 0; k < 3; k := k + 1) { x := k; } }")
            .empty());
  const std::string calls = "shared x; fn f(v) { x := v; } fn g(v) { x := v; }";
  CHECK(groups_of(calls + "thread a { f(1); } thread b { g(1); }") == Groups{{"a", "b"}});
  CHECK(groups_of(calls + "thread a { f(1); } thread b { f(2); }").empty());
  // What an annotation or an assertion says is part of the code.
  CHECK(groups_of("shared x; thread a { main cas(x, 0, 1); } thread b { help cas(x, 0, 1); }")
            .empty());
  CHECK(
      groups_of("shared x; thread a { assert(x, \"a\"); } thread b { assert(x, \"b\"); }").empty());
}

TEST_CASE("threads that differ in any expression of an instruction are not symmetric") {
  for (const char* code : {"r := N;",
                           "r := a[N];",
                           "a[N] := 1;",
                           "x := N;",
                           "faa(x, N);",
                           "faa(a[N], 1);",
                           "cas(a[N], 0, 1);",
                           "cas(x, N, 1);",
                           "cas(x, 0, N);",
                           "await(x == N);",
                           "await(a[N] == 1);",
                           "lock(a[N]);",
                           "r := x; if (r < N) { x := 1; }",
                           "r := 0; assume(r < N);",
                           "r := 0; assert(r < N, \"\");",
                           "p := alloc(N + 1);",
                           "p := 0; free(p + N);",
                           "main cas(x, 0, N);",
                           "help cas(x, N, 5);",
                           "r := x; x := r ? N : 3;",
                           "r := x; x := r ? 3 : N;",
                           "r := x; x := -(r + N);"}) {
    CAPTURE(code);
    const auto with = [&](const std::string& value) {
      std::string text = code;
      for (std::size_t at; (at = text.find('N')) != std::string::npos;) text.replace(at, 1, value);
      return text;
    };
    const std::string head = "shared x, a[2]; ";
    const std::string first = "thread a { " + with("0") + " } ";
    CHECK(groups_of(head + first + "thread b { " + with("0") + " }") == Groups{{"a", "b"}});
    CHECK(groups_of(head + first + "thread b { " + with("1") + " }").empty());
  }
}

}  // namespace drover
