#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/source.h"
#include "input/subject.h"
#include "words/fact_words.h"

namespace drover {

namespace {

// What a C program does: "executions" where it has no error, or its first error.
std::string c_answer(const std::string& text, const std::string& model = "rc20") {
  const input::Subject subject =
      input::read_subject_text(SourceBuffer::from_text("test.c", text), {});
  if (!subject.program) return subject.complaints(Colour::Off);
  ExplorerOptions options;
  options.model = find_model(model);
  const ExplorationResult result = explore(*subject.program, options);
  if (!result.errors.empty()) {
    return std::string(error_kind_name(result.errors.front().kind)) + ": " +
           words::error_text(result.errors.front());
  }
  return std::to_string(result.executions);
}

std::string c_main(const std::string& body) {
  return "#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "int main(void) {\n" +
         body + "\nreturn 0; }\n";
}

}  // namespace

TEST_CASE("C: a place has the calls that lead to it, without functions of Drover's headers") {
  const std::string text =
      "#include <pthread.h>\n"
      "int x;\n"
      "static int load(int *p) { return *p; }\n"
      "static int twice(int *p) { return load(p) + *p; }\n"
      "static void *run(void *unused) { twice(&x); return unused; }\n"
      "pthread_mutex_t m;\n"
      "int main(void) {\n"
      "  pthread_t t;\n"
      "  pthread_create(&t, 0, run, 0);\n"
      "  pthread_mutex_lock(&m);\n"
      "  x = 1;\n"
      "  pthread_mutex_unlock(&m);\n"
      "}\n";
  const input::Subject subject =
      input::read_subject_text(SourceBuffer::from_text("test.c", text), {});
  REQUIRE(subject.program);
  const CodePlaces& places = subject.program->places;
  CHECK(places.files.empty());
  std::vector<std::string> calls;
  for (const Thread& thread : subject.program->threads) {
    for (const Instruction& each : thread.code) {
      if (!std::holds_alternative<Load>(each.body)) continue;
      calls.push_back(places.place(each.source) + ": " + places.wrapped_calls_text(each.source));
    }
  }
  REQUIRE(calls.size() >= 2);
  CHECK(calls[calls.size() - 2] == "line 3: twice → load ← run (line 5)");
  CHECK(calls.back() == "line 4: twice ← run (line 5)");
  for (std::size_t i = 0; i + 2 < calls.size(); ++i) {
    CAPTURE(calls[i]);
    CHECK(calls[i].ends_with(": "));  // in main itself
  }
}

TEST_CASE("C: a struct without a tag has the name of its typedef") {
  const std::string types =
      "typedef struct { int n; int tail[]; } list_t, *list;\n"
      "typedef union { int a; } either;\n";
  const std::string head = "#include <stdlib.h>\n" + types + "int main(void) { ";
  CHECK(c_answer(head + "list_t *l = malloc(sizeof *l + 4); l->tail[1] = 2; }") ==
        "memory: access to 4 bytes at `list_t#main.0->tail[1]`, beyond the end of "
        "`list_t#main.0`, which has 8");
  CHECK(c_answer(head + "either e; int x = e; }")
            .find("a value of type `either` where one of type `int`") != std::string::npos);
}

TEST_CASE("C: a flexible array of a struct at the end of a struct has its own name") {
  CHECK(c_answer("#include <stdlib.h>\n"
                 "struct row { int n; struct { int a; int b[]; } last; };\n"
                 "int main(void) { struct row *r = malloc(sizeof *r + 8);\n"
                 "r->last.b[1] = 1; int *p = &r->last.b[2]; *p = 3; }") ==
        "memory: access to 4 bytes at `row#main.0->last.b[2]`, beyond the end of `row#main.0`, "
        "which has 16");
}

TEST_CASE("C: integers of all widths are computed") {
  CHECK(c_answer(c_main("uint8_t x = 200, y = 100; assert(x + y == 300);"
                        "x = x + y; assert(x == 44);")) == "1");
  CHECK(c_answer(c_main("unsigned x = 0; x--; assert(x == 4294967295u); assert(x > 0);"
                        "int8_t c = (int8_t)200; assert(c == -56);")) == "1");
  CHECK(c_answer(c_main("uint64_t big = UINT64_MAX; assert(big > 5); assert(big / 2 == INT64_MAX);"
                        "assert(big >> 63 == 1);")) == "1");
}

TEST_CASE("C: undefined arithmetic is an error") {
  CHECK(c_answer(c_main("int x = INT32_MAX; x++;")).starts_with("arithmetic: signed overflow"));
  CHECK(c_answer(c_main("int x = 0; x = 1 / x;")) == "arithmetic: division by zero");
  CHECK(c_answer(c_main("int x = 32; x = 1 << x;")).starts_with("arithmetic: shift by 32"));
  CHECK(c_answer(c_main("int64_t x = INT64_MAX; x += 1;")).starts_with("arithmetic: signed"));
}

TEST_CASE("C: structs, arrays and pointers are lowered") {
  CHECK(c_answer(c_main(
            "struct p { int a; char b[3]; } x = {1, {2, 3, 4}}, y = x;"
            "y.b[1] = 9; struct p *q = &y; assert(q->b[1] == 9 && x.b[1] == 3);"
            "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int s = 0;"
            "for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s += m[i][j];"
            "assert(s == 21); int *e = &m[1][2]; assert(*e == 6 && e - &m[1][0] == 2);")) == "1");
}

TEST_CASE("C: memory errors are found") {
  CHECK(c_answer(c_main("int *p = malloc(4); int x = *p; free(p);")) ==
        "memory: read of memory that was never written");
  CHECK(c_answer(c_main("int *p = malloc(4); *p = 1; free(p); *p = 2;")).starts_with("memory:"));
  CHECK(c_answer(c_main("int a[3] = {0}; int i = 3; a[i] = 1;")).starts_with("memory: index 3"));
  CHECK(c_answer(c_main("float x = 1; *(char *)&x = 2;"))
            .starts_with("unsupported: access to 1 byte"));
}

TEST_CASE("C: control flow is lowered") {
  CHECK(c_answer(c_main("int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue;"
                        "switch (i) { case 1: s += 1; case 2: s += 2; break; default: s += 10; } "
                        "if (i == 5) break; } assert(s == 1 + 2 + 2 + 30);")) == "1");
  CHECK(c_answer(c_main("int i = 0; again: if (i < 5) { i++; goto again; } assert(i == 5);")) ==
        "1");
}

TEST_CASE("C: recursion and calls through pointers are lowered") {
  CHECK(c_answer("#include <assert.h>\nint f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
                 "int g(int n) { return n * 2; }\n"
                 "int main(void) { int (*h)(int) = g; assert(h(4) == 8); assert(f(4) == 3); }\n") ==
        "1");
}

TEST_CASE("C: message passing needs release and acquire") {
  const auto program = [](const std::string& release, const std::string& acquire) {
    return "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
           "int d; atomic_int f;\n"
           "void *w(void *u) { d = 1; atomic_store_explicit(&f, 1, memory_order_" +
           release +
           "); return 0; }\nvoid *r(void *u) { if (atomic_load_explicit(&f, "
           "memory_order_" +
           acquire +
           ")) assert(d == 1); return 0; }\n"
           "int main(void) { pthread_t a, b; pthread_create(&a, 0, w, 0);\n"
           "pthread_create(&b, 0, r, 0); pthread_join(a, 0); pthread_join(b, 0); }\n";
  };
  CHECK(c_answer(program("release", "acquire")) == "2");
  CHECK(c_answer(program("relaxed", "relaxed")).starts_with("race:"));
  CHECK(c_answer(program("relaxed", "relaxed"), "sc") == "2");
}

TEST_CASE("C: mutexes exclude each other") {
  CHECK(
      c_answer(
          "#include <assert.h>\n#include <pthread.h>\n"
          "pthread_mutex_t m; int n;\n"
          "void *w(void *u) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }\n"
          "int main(void) { pthread_t t[2];\n"
          "for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);\n"
          "for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(n == 2); }\n") == "1");
  // The threads are symmetric: one order stands for both.
}

TEST_CASE("C: a function without a body is refused where it is called") {
  const std::string declared = "int g(int);\n";
  const input::Subject called = input::read_subject_text(
      SourceBuffer::from_text("test.c", declared + c_main("return g(1);")), {});
  REQUIRE(called.sink.diagnostics().size() == 1);
  CHECK(called.sink.diagnostics().front().kind == DiagnosticKind::CNoBody);
  CHECK(c_answer(declared + "int f(void) { return g(1); }\n" + c_main("")) == "1");
}

TEST_CASE("C: a refusal names the calls that lead to it") {
  const auto notes = [](const std::string& text) {
    const input::Subject subject =
        input::read_subject_text(SourceBuffer::from_text("test.c", text), {});
    std::vector<std::string> found;
    REQUIRE(subject.sink.diagnostics().size() == 1);
    for (const DiagnosticNote& note : subject.sink.diagnostics().front().notes) {
      found.push_back(std::to_string(note.range.line) + ": " + note.text);
    }
    return found;
  };
  using Notes = std::vector<std::string>;
  CHECK(notes("void f(void) {\nasm(\"cpuid\" : : : \"ebx\"); }\n"
              "void g(void) { f(); }\nint main(void) {\ng();\nf(); return 0; }") ==
        Notes{"5: `main` calls `g`", "3: `g` calls `f`"});
  CHECK(notes("#include <pthread.h>\nint h(void);\nvoid *f(void *p) { h(); return p; }\n"
              "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }") ==
        Notes{"4: a thread that runs `f` is created"});
  CHECK(notes("int h(void);\n__attribute__((constructor)) void f(void) { h(); }\n"
              "int main(void) { return 0; }") == Notes{"2: `f` runs before `main`"});
}

TEST_CASE("C: what is not supported may be in code that does not run") {
  for (const char* body :
       {"if (0) asm(\"cpuid\" : : : \"ebx\");", "int x = 2; if (x == 3) unknown();",
        "while (0) { double d = 1; d = d; if (d > 2) abort(); }",
        "int n = 1; switch (n) { case 2: unknown(); }", "assert(1 || unknown());"}) {
    CAPTURE(body);
    CHECK(c_answer(c_main(body)) == "1");
  }
}

TEST_CASE("C: adjacent bit-fields are one memory location") {
  const auto answer = [](const std::string& between) {
    return c_answer("#include <pthread.h>\nstruct { int a : 3; " + between + " int b : 5; } s;\n" +
                    "void *f(void *p) { s.a = 1; return p; }\n" +
                    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); s.b = 2;\n" +
                    "pthread_join(t, 0); return s.a; }\n");
  };
  CHECK(answer("").starts_with("race:"));
  CHECK(answer("int : 0;") == "1");
  CHECK(answer("char c;") == "1");
}

TEST_CASE("C: tidying keeps faults, also of unused values") {
  CHECK(c_answer(c_main("int x = 2147483647; int y = x + 1;")).starts_with("arithmetic:"));
  CHECK(c_answer(c_main("int x = 2147483647; int y = x; y = y + 1; y = 0;"))
            .starts_with("arithmetic:"));
  CHECK(c_answer(c_main("int a[2]; int i = 2; if (i == 2) a[i] = 1;")).starts_with("memory:"));
  CHECK(c_answer(c_main("int i = 2; if (i == 3) abort();")) == "1");
  CHECK(c_answer(c_main("int n = 0; for (int i = 0; i < 400; i++) n += i; assert(n == 79800);")) ==
        "1");
  CHECK(c_answer(c_main(
            "int i = 5, j; j = i++; assert(j == 5 && i == 6); j = ++i; assert(j == 7);")) == "1");
}

TEST_CASE("C: reading the time has a warning of its own") {
  const std::string text =
      "#include <time.h>\nint main(void) { struct timespec t; return clock_gettime(0, &t); }\n";
  const input::Subject subject =
      input::read_subject_text(SourceBuffer::from_text("test.c", text), {});
  REQUIRE(subject.program);
  REQUIRE(subject.sink.diagnostics().size() == 1);
  CHECK(subject.sink.diagnostics().front().kind == DiagnosticKind::CClock);
}

}  // namespace drover
