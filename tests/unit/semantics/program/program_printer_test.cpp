#include "semantics/program/program_printer.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/program_text.h"

namespace drover {

namespace {

// The instructions of the first thread, without their numbers and places.
std::string code_of(const std::string& text) {
  std::string code;
  const std::string printed = print_program(testing::program_from(text));
  std::size_t start = printed.find('\n') + 1;
  while (start < printed.size() && printed[start] != '\n') {
    const std::size_t end = printed.find('\n', start);
    const std::string line = printed.substr(start, end - start);
    std::string instruction = line.substr(7, line.find(" // ") - 7);
    instruction.erase(instruction.find_last_not_of(' ') + 1);
    code += (code.empty() ? "" : "; ") + instruction;
    start = end + 1;
  }
  return code;
}

std::string in_thread(const std::string& code) {
  return "struct Node { value; next; } shared x, a[2]; thread t { " + code + " }";
}

}  // namespace

TEST_CASE("a program prints thread by thread, with indices and source lines") {
  CHECK(print_program(testing::program_from("shared x;\n"
                                            "thread t(i in 1..2) {\n"
                                            "  r := x@acq;\n"
                                            "  x@rel := r + i;\n"
                                            "}\n")) ==
        "thread t1:\n"
        "    0  r.0 := load@acq(&x)                                   // 3\n"
        "    1  store@rel(&x, (r.0 + 1))                              // 4\n"
        "    2  finish                                                // 5\n"
        "\n"
        "thread t2:\n"
        "    0  r.0 := load@acq(&x)                                   // 3\n"
        "    1  store@rel(&x, (r.0 + 2))                              // 4\n"
        "    2  finish                                                // 5\n");
}

TEST_CASE("memory accesses print with their modes, plain ones without") {
  CHECK(code_of(in_thread("r := x; x@rel := -r; a[r] := ~!r;")) ==
        "r.0 := load(&x); store@rel(&x, -r.0); store(&a[r.0], ~!r.0); finish");
  CHECK(code_of(in_thread("faa@rlx(x, 1); xchg(x, 2); fas(x, 3); fand(x, 4); for(x, 5); "
                          "fxor@sc(x, 6);")) ==
        "t0 := faa@rlx(&x, 1); t0 := xchg(&x, 2); t0 := fas(&x, 3); t0 := fand(&x, 4); "
        "t0 := for(&x, 5); t0 := fxor@sc(&x, 6); finish");
  CHECK(code_of(in_thread("r := cas(x, 0, 1); s := cmpxchg@sc,rlx(x, r, 2);")) ==
        "r.0 := cas(&x, 0, 1); s.1 := cmpxchg@sc,rlx(&x, r.0, 2); finish");
  CHECK(code_of(in_thread("await@acq(x == 3); lock(x); unlock(x); fence@acqrel;")) ==
        "t0 := await@acq(&x) until (t0 == 3); t0 := xchgawait@acq,acq(&x, 1) until (t0 == 0); "
        "store@rel(&x, 0); fence@acqrel; finish");
}

TEST_CASE("instructions without memory accesses are printed") {
  CHECK(code_of(in_thread("r := 0; assume(r); assert(r < 2); s := r ? 1 : r; error; block;")) ==
        "r.0 := 0; assume(r.0); assert((r.0 < 2)); s.1 := (r.0 ? 1 : r.0); error; block; finish");
  CHECK(code_of(in_thread("p := alloc Node; q := alloc(3); p->next := q; free(p);")) ==
        "p.0 := alloc(Node, 2); q.1 := alloc(3); store((p.0 + 1), q.1); free(p.0); finish");
  CHECK(code_of(in_thread("while (x) { }")) ==
        "loop 0 starts; t1 := load(&x); if t1 goto 3 else 5; loop 0 iteration; goto 1; finish");
  CHECK(code_of(in_thread("r := 4; main cas(x, 0, 1); help cas@sc,acq(x, r, 2);")) ==
        "r.0 := 4; main cas(&x, 0, 1) until 3; t1 := cas(&x, 0, 1); "
        "help cas@sc,acq(&x, r.0, 2) until 5; t1 := cas@sc,acq(&x, r.0, 2); finish");
}

}  // namespace drover
