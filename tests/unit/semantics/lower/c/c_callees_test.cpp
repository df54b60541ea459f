#include "semantics/lower/c/c_callees.h"

#include <doctest/doctest.h>

#include <string>

#include "input/subject.h"
#include "semantics/program/program_printer.h"

namespace drover {

namespace {

// The functions among a, b and c whose code comes up in the lowered program. Of each the address is
// used.
std::string called(const std::string& globals, const std::string& main) {
  const std::string text =
      "#include <pthread.h>\n#include <stdint.h>\n#include <string.h>\n"
      "typedef void (*fn)(void); int seen; volatile int zero;\n"
      "void a(void) { seen = 1001; } void b(void) { seen = 1002; } void c(void) { seen = 1003; }\n"
      "void use(fn f) { } " +
      globals + "\nint main(void) { use(a); use(b); use(c); " + main + " return 0; }\n";
  const input::Subject subject =
      input::read_subject_text(SourceBuffer::from_text("test.c", text), {});
  if (!subject.program) return subject.complaints(Colour::Off);
  std::string code = print_program(*subject.program);
  Program routines = *subject.program;
  routines.threads = routines.routines;
  code += print_program(routines);
  std::string found;
  for (const auto& [name, mark] : {std::pair{'a', "1001"}, {'b', "1002"}, {'c', "1003"}}) {
    if (code.find(mark) != std::string::npos) found += name;
  }
  return found;
}

}  // namespace

TEST_CASE("C: a call through a pointer calls only functions that the pointer may hold") {
  CHECK(called("", "fn f = zero ? a : b; f();") == "ab");
  CHECK(called("struct s { fn f; } s;", "s.f = a; s.f();") == "a");
  CHECK(called("fn table[2] = {a, b};", "table[zero](); ") == "ab");
  CHECK(called("fn pick(void) { return zero ? a : c; }", "pick()();") == "ac");
  CHECK(called("void run(fn f) { f(); } fn kept;", "kept = b; run(zero ? a : c);") == "ac");
  CHECK(called("fn kept;", "kept = b; fn f = a; if (zero) f = kept; f();") == "ab");
  CHECK(called("void set(fn *to) { *to = c; }", "fn f = a; set(&f); f();") == "c");
}

TEST_CASE("C: the address of a function is followed through conversions, memory and threads") {
  CHECK(called("", "void *p = zero ? (void *)a : (void *)b; ((fn)p)();") == "ab");
  CHECK(called("", "uintptr_t n = (uintptr_t)(zero ? a : b); n += 0; ((fn)n)();") == "ab");
  CHECK(called("union u { fn f; void *p; } u;", "u.f = c; ((fn)u.p)();") == "c");
  CHECK(called("struct s { fn f; } s, t;", "s.f = b; memcpy(&t, &s, sizeof t); t.f();") == "b");
  CHECK(called("struct s { fn f; } s, t;", "s.f = b; t = s; t.f();") == "b");
  CHECK(called("_Atomic(fn) shared;",
               "__atomic_store_n(&shared, c, 5); __atomic_load_n(&shared, 5)();") == "c");
  CHECK(called("void *run(void *p) { ((fn)p)(); return 0; }",
               "pthread_t t; pthread_create(&t, 0, run, (void *)b); pthread_join(t, 0);") == "b");
  CHECK(called("void *run(void *p) { return (void *)c; }",
               "pthread_t t; pthread_create(&t, 0, run, 0); void *r; pthread_join(t, &r);"
               "((fn)r)();") == "c");
  CHECK(called("struct job { fn f; }; void *run(void *p) { ((struct job *)p)->f(); return 0; }",
               "struct job j = {a}; pthread_t t; pthread_create(&t, 0, run, &j);"
               "pthread_join(t, 0);") == "a");
}

TEST_CASE("C: a function that runs threads is not called by itself through a pointer") {
  // `start` has the type of the functions that it calls.
  CHECK(called("struct job { void *(*f)(void *); } j;"
               "void *work(void *p) { seen = 1001; return p; }"
               "void *start(void *p) { return ((struct job *)p)->f(p); }",
               "j.f = work; pthread_t t; pthread_create(&t, 0, start, &j); pthread_join(t, 0);") ==
        "a");
}

}  // namespace drover
