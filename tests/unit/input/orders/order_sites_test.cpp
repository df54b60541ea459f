#include "input/orders/order_sites.h"

#include <doctest/doctest.h>

#include "analysis/orders/moded_program.h"
#include "frontend/ast_printer.h"
#include "frontend/diagnostic.h"
#include "input/orders/order_trials.h"

namespace drover::input {

namespace {

Subject read_core_text(const std::string& text) {
  return read_subject_text(SourceBuffer::from_text("test.drv", text), {});
}

constexpr orders::ModelOrders Rc11{"rc11", orders::TellsApart::Everything, true};
constexpr orders::ModelOrders Tso{"tso", orders::TellsApart::ScStores, false};

// The text with every mode as weak or as strong as it can be.
std::string text_with_all(const std::string& text, bool is_strongest,
                          const orders::ModelOrders& model = Rc11) {
  const Subject subject = read_core_text(text);
  REQUIRE(subject.program);
  const OrderSites sites =
      order_sites(subject, model, is_strongest ? OrderChanges::AndFences : OrderChanges::Modes);
  const orders::Assignment before = orders::present(sites.sites);
  orders::Assignment after = before;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (sites.sites[i].is_pinned) continue;
    after[i] = is_strongest ? orders::all_of(sites.sites[i].kind) : orders::Nothing;
  }
  const std::string changed = with_modes(subject, sites, before, after);
  // Whatever was changed, it is a program.
  const Subject again = read_core_text(changed);
  CAPTURE(again.complaints(Colour::Off));
  CHECK(again.program);
  return changed;
}

}  // namespace

TEST_CASE("modes are written at their place, or where they could be") {
  const std::string text =
      "shared p, x, a[2];\n"
      "thread t {\n"
      "  x := 1;\n"
      "  x@sc := 2;\n"
      "  store(x, 3);\n"
      "  store@rel(x, 4);\n"
      "  r := x + a[1]@acq;\n"
      "  r := load(x);\n"
      "  faa(x, 1);\n"
      "  r := cas(x, 0, x);\n"
      "  r := cmpxchg@acqrel,acq(x, 0, 1);\n"
      "  r := await(x != 7);\n"
      "  assume await(x != 7);\n"
      "  p := &x;\n"
      "  *p := 1;\n"
      "  r := *p + *(p);\n"
      "  if (x) { return; }\n"
      "}\n";
  CHECK(text_with_all(text, false) ==
        "shared p, x, a[2];\n"
        "thread t {\n"
        "  x@rlx := 1;\n"
        "  x@rlx := 2;\n"
        "  store@rlx(x, 3);\n"
        "  store@rlx(x, 4);\n"
        "  r := x@rlx + a[1]@rlx;\n"
        "  r := load@rlx(x);\n"
        "  faa@rlx(x, 1);\n"
        "  r := cas@rlx(x, 0, x@rlx);\n"
        "  r := cmpxchg@rlx,rlx(x, 0, 1);\n"
        "  r := await@rlx(x != 7);\n"
        "  assume await@rlx(x != 7);\n"
        "  p@rlx := &x;\n"
        "  *(p@rlx)@rlx := 1;\n"
        "  r := *(p@rlx)@rlx + *(p@rlx)@rlx;\n"
        "  if (x@rlx) { return; }\n"
        "}\n");
}

TEST_CASE("fences go with their lines, pinned modes and lock and unlock stay") {
  const std::string text =
      "shared m, x;\n"
      "thread t {\n"
      "  x@sc! := 1;\n"
      "  fence@sc;\n"
      "  fence; r := x@acq!;\n"
      "  fence@sc!;\n"
      "  lock(m);\n"
      "  unlock(m);\n"
      "  s := cas@sc!,sc(x, 0, 1);\n"
      "}\n";
  CHECK(text_with_all(text, false) ==
        "shared m, x;\n"
        "thread t {\n"
        "  x@sc! := 1;\n"
        "  r := x@acq!;\n"
        "  fence@sc!;\n"
        "  lock(m);\n"
        "  unlock(m);\n"
        "  s := cas@sc!,rlx(x, 0, 1);\n"
        "}\n");
}

TEST_CASE("fences are put in before what accesses memory") {
  const std::string text =
      "shared na d;\n"
      "shared x;\n"
      "thread t {\n"
      "  d := 1;\n"
      "  if (x@rlx == 1) d := 2;\n"
      "  r := 1; while (x@acq != r) { }\n"
      "}\n";
  CHECK(text_with_all(text, true) ==
        "shared na d;\n"
        "shared x;\n"
        "thread t {\n"
        "  fence@sc;\n"
        "  d := 1;\n"
        "  fence@sc;\n"
        "  if (x@sc == 1) { fence@sc; d := 2; }\n"
        "  r := 1; fence@sc; while (x@sc != r) { }\n"
        "}\n");
}

namespace {

// C with every fence that can be put in.
std::string c_with_fences(const std::string& text, OrderSites& sites) {
  const auto read = [](const std::string& of) {
    return read_subject_text(SourceBuffer::from_text("test.c", of), {.as = SubjectKind::C});
  };
  const Subject subject = read(text);
  CAPTURE(subject.complaints(Colour::Off));
  REQUIRE(subject.program);
  sites = order_sites(subject, Rc11, OrderChanges::AndFences);
  const orders::Assignment before = orders::present(sites.sites);
  orders::Assignment after = before;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (sites.sites[i].is_new) after[i] = orders::all_of(orders::SiteKind::Fence);
  }
  const std::string changed = with_modes(subject, sites, before, after);
  const Subject again = read(changed);
  CAPTURE(changed);
  CAPTURE(again.complaints(Colour::Off));
  REQUIRE(again.program);
  const orders::ModedProgram program(sites.program, sites.sites);
  CHECK(is_same_code(*again.program, *program.source_with(after)));
  CHECK(!is_same_code(*again.program, *subject.program));
  return changed;
}

}  // namespace

TEST_CASE("fences are put into C before statements, into braces, and at the end of loops") {
  OrderSites sites;
  CHECK(
      c_with_fences("#include <stdatomic.h>\n"
                    "atomic_int x, y;\n"
                    "int main(void) {\n"
                    "  int r = x, s = 0;\n"
                    "  if (r) x = 1; else { y = 2; }\n"
                    "  do {\n"
                    "    s++; x = s;\n"
                    "  } while (y > 5);\n"
                    "  for (s = 0; s < 2 && y < 5; ++s) x = 3;\n"
                    "  switch (r) { case 1: y = 4; }\n"
                    "  if (s) if (r) y = 5; else y = 6;\n"
                    "  while (y == 7) {y++;}\n"
                    "  return s;\n"
                    "}\n",
                    sites) ==
      "#include <stdatomic.h>\n"
      "atomic_int x, y;\n"
      "int main(void) {\n"
      "  atomic_thread_fence(memory_order_seq_cst);\n"
      "  int r = x, s = 0;\n"
      "  if (r) { atomic_thread_fence(memory_order_seq_cst); x = 1; } else { "
      "atomic_thread_fence(memory_order_seq_cst); y = 2; }\n"
      "  do {\n"
      "    s++; atomic_thread_fence(memory_order_seq_cst); x = s;\n"
      "    atomic_thread_fence(memory_order_seq_cst);\n"
      "  } while (y > 5);\n"
      "  atomic_thread_fence(memory_order_seq_cst);\n"
      "  for (s = 0; s < 2 && y < 5; ++s) { atomic_thread_fence(memory_order_seq_cst); { x = 3; } "
      "atomic_thread_fence(memory_order_seq_cst); }\n"
      "  switch (r) { case 1: { atomic_thread_fence(memory_order_seq_cst); y = 4; } }\n"
      "  if (s) if (r) { atomic_thread_fence(memory_order_seq_cst); y = 5; } else { "
      "atomic_thread_fence(memory_order_seq_cst); y = 6; }\n"
      "  atomic_thread_fence(memory_order_seq_cst);\n"
      "  while (y == 7) {atomic_thread_fence(memory_order_seq_cst); "
      "y++;atomic_thread_fence(memory_order_seq_cst); }\n"
      "  return s;\n"
      "}\n");
  CHECK(sites.without_room.empty());
  CHECK(sites.without_room_inside.empty());
}

TEST_CASE(
    "no fence is put into the expansion of a macro, or between the accesses of one statement") {
  OrderSites sites;
  CHECK(c_with_fences("#define SET(v) x = v\n"
                      "#define BOTH SET(1); y = x\n"
                      "#define WHEN(c) if (c)\n"
                      "_Atomic int x, y;\n"
                      "int main(void) {\n"
                      "  BOTH; SET(2);\n"
                      "  WHEN (y)\n"
                      "    y = 3;  /* a */ /* b */ y = 4;\n"
                      "  if (1) SET(5);\n"
                      "  return x + y;\n"
                      "}\n",
                      sites) ==
        "#define SET(v) x = v\n"
        "#define BOTH SET(1); y = x\n"
        "#define WHEN(c) if (c)\n"
        "_Atomic int x, y;\n"
        "int main(void) {\n"
        "  __atomic_thread_fence(__ATOMIC_SEQ_CST);\n"
        "  BOTH; SET(2);\n"
        "  __atomic_thread_fence(__ATOMIC_SEQ_CST);\n"
        "  WHEN (y)\n"
        "    { __atomic_thread_fence(__ATOMIC_SEQ_CST); y = 3; }  /* a */ /* b */ "
        "__atomic_thread_fence(__ATOMIC_SEQ_CST); y = 4;\n"
        "  if (1) SET(5);\n"
        "  __atomic_thread_fence(__ATOMIC_SEQ_CST);\n"
        "  return x + y;\n"
        "}\n");
  CHECK(sites.without_room.size() == 3);         // `y = x` and `SET(2)` in line 6, `SET(5)`
  CHECK(sites.without_room_inside.size() == 2);  // `y = x`, `x + y`
}

namespace {

Subject read_c_text(const std::string& text) {
  return read_subject_text(SourceBuffer::from_text("test.c", text), {.as = SubjectKind::C});
}

// C with every order relaxed; it is the program that is then explored.
std::string c_relaxed(const std::string& text, OrderSites& sites) {
  const Subject subject = read_c_text(text);
  CAPTURE(subject.complaints(Colour::Off));
  REQUIRE(subject.program);
  sites = order_sites(subject, Rc11, OrderChanges::Modes);
  const orders::Assignment before = orders::present(sites.sites);
  const orders::Assignment after(before.size(), orders::Nothing);
  const std::string changed = with_modes(subject, sites, before, after);
  const Subject again = read_c_text(changed);
  CAPTURE(changed);
  CAPTURE(again.complaints(Colour::Off));
  REQUIRE(again.program);
  const orders::ModedProgram program(sites.program, sites.sites);
  CHECK(is_same_code(*again.program, *program.source_with(after)));
  return changed;
}

}  // namespace

TEST_CASE("an order of C changes where it is written: in a macro, an argument of one, a call") {
  OrderSites sites;
  CHECK(c_relaxed("#include <stdatomic.h>\n"
                  "#define mo memory_order_acquire\n"
                  "#define GET(p) atomic_load_explicit(p, mo)\n"
                  "#define GET_AS(p, o) atomic_load_explicit(p, o)\n"
                  "#define PUT(p) atomic_store(p, 1)\n"
                  "#define mb() atomic_thread_fence(__ATOMIC_SEQ_CST)\n"
                  "atomic_int x;\n"
                  "int main(void) {\n"
                  "  PUT(&x); mb();\n"
                  "  return GET(&x) + GET(&x) + GET_AS(&x, memory_order_seq_cst) +\n"
                  "         atomic_load_explicit(&x, (memory_order)memory_order_acquire);\n"
                  "}\n",
                  sites) ==
        "#include <stdatomic.h>\n"
        "#define mo memory_order_relaxed\n"
        "#define GET(p) atomic_load_explicit(p, mo)\n"
        "#define GET_AS(p, o) atomic_load_explicit(p, o)\n"
        "#define PUT(p) atomic_store_explicit(p, 1, memory_order_relaxed)\n"
        "#define mb() atomic_thread_fence(__ATOMIC_RELAXED)\n"
        "atomic_int x;\n"
        "int main(void) {\n"
        "  PUT(&x); mb();\n"
        "  return GET(&x) + GET(&x) + GET_AS(&x, memory_order_relaxed) +\n"
        "         atomic_load_explicit(&x, (memory_order)memory_order_relaxed);\n"
        "}\n");
  CHECK(sites.left_alone.empty());
  REQUIRE(sites.sites.size() == 5);
  CHECK(sites.places[0].front().uses.size() == 2);  // of `mo`
}

TEST_CASE("one order for a load and a store is two sites that change together") {
  OrderSites sites;
  CHECK(c_relaxed("#include <stdatomic.h>\n"
                  "#define mo memory_order_seq_cst\n"
                  "atomic_int x;\n"
                  "int main(void) { atomic_store_explicit(&x, 1, mo);\n"
                  "  return atomic_load_explicit(&x, mo); }\n",
                  sites)
            .find("#define mo memory_order_relaxed\n") != std::string::npos);
  REQUIRE(sites.sites.size() == 2);
  CHECK(sites.sites[0].link != 0);
  CHECK(sites.sites[0].link == sites.sites[1].link);
  CHECK(sites.sites[1].is_follower);
}

TEST_CASE("an order that is given to a wrapper changes at the call") {
  OrderSites sites;
  CHECK(c_relaxed("#include <stdatomic.h>\n"
                  "atomic_int x;\n"
                  "static int get(memory_order mo) { return atomic_load_explicit(&x, mo); }\n"
                  "int main(void) {\n"
                  "  int r = get(memory_order_acquire); r += get(memory_order_seq_cst);\n"
                  "  memory_order local = memory_order_seq_cst;\n"
                  "  return r + get(local);\n"
                  "}\n",
                  sites) ==
        "#include <stdatomic.h>\n"
        "atomic_int x;\n"
        "static int get(memory_order mo) { return atomic_load_explicit(&x, mo); }\n"
        "int main(void) {\n"
        "  int r = get(memory_order_relaxed); r += get(memory_order_relaxed);\n"
        "  memory_order local = memory_order_relaxed;\n"
        "  return r + get(local);\n"
        "}\n");
  CHECK(sites.left_alone.empty());
  REQUIRE(sites.sites.size() == 3);
  // Those of one instruction of the text are told apart.
  CHECK(sites.sites[0].sources != sites.sites[1].sources);
}

TEST_CASE("a load before a loop and at its end has two places that change together") {
  OrderSites sites;
  CHECK(c_relaxed("#include <stdatomic.h>\n"
                  "atomic_int x;\n"
                  "int main(void) {\n"
                  "  int r = atomic_load_explicit(&x, memory_order_acquire);\n"
                  "  while (r != 0) r = atomic_load_explicit(&x, memory_order_acquire);\n"
                  "  return r;\n"
                  "}\n",
                  sites)
            .find("memory_order_acquire") == std::string::npos);
  REQUIRE(sites.sites.size() == 1);
  CHECK(sites.places[0].size() == 2);
}

TEST_CASE("orders of C that cannot change have a reason") {
  const auto reason_in = [](const std::string& body, const SubjectOptions& options) {
    const Subject subject =
        read_subject_text(SourceBuffer::from_text("test.c",
                                                  "#include <stdatomic.h>\n"
                                                  "#define ORDER(o) memory_order_##o\n"
                                                  "atomic_int x;\n"
                                                  "int main(void) { " +
                                                      body + " return 0; }\n"),
                          options);
    CAPTURE(subject.complaints(Colour::Off));
    REQUIRE(subject.program);
    const OrderSites sites = order_sites(subject, Rc11, OrderChanges::Modes);
    REQUIRE(sites.left_alone.size() == 1);
    return sites.left_alone.front().why;
  };
  SubjectOptions plain{.as = SubjectKind::C};
  plain.preprocess.text = c::PreprocessedText::Given;
  SubjectOptions given = plain;
  given.constants.push_back({.name = "mo", .value = 5});
  CHECK(reason_in("x = 1;", plain) == LeftAlone::NotWritten);
  CHECK(reason_in("atomic_store_explicit(&x, 1, ORDER(release));", plain) == LeftAlone::NotFound);
  CHECK(reason_in("static memory_order o = memory_order_release; atomic_store_explicit(&x, 1, o);",
                  plain) == LeftAlone::Entangled);
  CHECK(reason_in("atomic_store_explicit(&x, 1, 5);", plain) == LeftAlone::NotFound);
  CHECK(reason_in("atomic_store_explicit(&x, 1, mo);", given) == LeftAlone::CommandLine);
  CHECK(reason_in("memory_order o = memory_order_release; if (o == 3) x;", plain) ==
        LeftAlone::NotWritten);
  CHECK(reason_in("memory_order o = memory_order_release; if (o != 3) return 1;"
                  "atomic_store_explicit(&x, 1, o);",
                  plain) == LeftAlone::Entangled);
}

TEST_CASE("non-atomic accesses have no modes that could change") {
  CHECK(text_with_all("shared na d;\nthread t { d := 1; r := d; p := &d; s := *p; }\n", false) ==
        "shared na d;\nthread t { d := 1; r := d; p := &d; s := *p; }\n");
}

TEST_CASE("an access whose modes have no weakest one is left out") {
  CHECK(text_with_all("shared x;\nthread t { x := 1; r := x@acq; }\n", false, Tso) ==
        "shared x;\nthread t { x := 1; r := x@rlx; }\n");
}

TEST_CASE("accesses of a function, and of threads with the same code, are one site") {
  const Subject subject = read_core_text(
      "shared x;\n"
      "fn f() { x := 1; }\n"
      "thread a { f(); r := x; }\n"
      "thread b { f(); r := x; }\n");
  REQUIRE(subject.program);
  const OrderSites sites = order_sites(subject, Rc11, OrderChanges::Modes);
  REQUIRE(sites.sites.size() == 2);
  CHECK(sites.places[0].size() == 1);
  CHECK(sites.places[1].size() == 2);
}

TEST_CASE("a pinned mode is printed as it was read") {
  const std::string text =
      "shared x;\n\nthread t {\n  r := load@acq!(x) + load@sc(x);\n  s := cas@sc!,rlx!(x, 0, 1);\n"
      "  t := x@sc! != 0;\n}\n";
  const Subject subject = read_core_text(text);
  REQUIRE(subject.checked());
  const Subject again = read_core_text(print(subject.checked()->ast));
  REQUIRE(again.checked());
  CHECK(again.checked()->ast == subject.checked()->ast);
  CHECK(print(subject.checked()->ast).find("cas@sc!,rlx!(x") != std::string::npos);
  CHECK(print(subject.checked()->ast).find("x@sc! != 0") != std::string::npos);
}

}  // namespace drover::input
