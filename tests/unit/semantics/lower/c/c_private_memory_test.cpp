#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/source.h"
#include "input/subject.h"
#include "semantics/program/operands.h"
#include "words/fact_words.h"

namespace drover::c_private_memory_test {

namespace {

struct Answer {
  bool has_memory = false;  // a thread allocates some
  std::string text = {};    // the number of executions, or the kind of the first error
};

Answer answer_to(const std::string& text) {
  const std::string whole =
      "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n" + text;
  const input::Subject subject =
      input::read_subject_text(SourceBuffer::from_text("test.c", whole), {});
  if (!subject.program) return {false, subject.complaints(Colour::Off)};
  const auto allocates = [](const Thread& thread) { return has_any<Allocate>(thread); };
  Answer answer{.has_memory = std::ranges::any_of(subject.program->threads, allocates) ||
                              std::ranges::any_of(subject.program->routines, allocates)};
  ExplorerOptions options;
  options.model = find_model("rc11");
  const ExplorationResult result = explore(*subject.program, options);
  answer.text = result.errors.empty()
                    ? std::to_string(result.executions) + (result.cut > 0 ? ", cut" : "")
                    : std::string(error_kind_name(result.errors.front().kind));
  return answer;
}

void is_register(const std::string& text, const std::string& answer) {
  CAPTURE(text);
  const Answer found = answer_to(text);
  CHECK_FALSE(found.has_memory);
  CHECK(found.text == answer);
}
void is_memory(const std::string& text, const std::string& answer) {
  CAPTURE(text);
  const Answer found = answer_to(text);
  CHECK(found.has_memory);
  CHECK(found.text == answer);
}

}  // namespace

TEST_CASE("C: a variable is a register if its address is only used to access it") {
  is_register(
      "static void swap(int *a, int *b) { int c = *a; *a = *b; *b = c; }\n"
      "int main(void) { int x = 1, y = 2; swap(&x, &y); assert(x == 2 && y == 1); }",
      "1");
  is_register(
      "struct s { char c; long l; };\n"
      "static void next(struct s *p) { if (p) p->l += p->c; }\n"
      "int main(void) { struct s x = {2, 3}; next(&x); assert(x.l == 5); return x.c - 2; }",
      "1");
  is_register(
      "int main(void) { int a[3] = {1, 2}; int *p = a + 1; assert(p[0] == 2 && p[1] == 0); }", "1");
  // A variable that holds the address of another.
  is_register(
      "static int get(int **p) { return **p; }\n"
      "int main(void) { int x = 7; int *p = &x; assert(get(&p) == 7); }",
      "1");
  // One variable for each iteration.
  is_register(
      "static void put(int *p, int v) { *p = v; }\n"
      "int main(void) { int sum = 0; for (int i = 0; i < 3; i++) { int x; put(&x, i); sum += x; }\n"
      "assert(sum == 3); }",
      "1");
}

TEST_CASE("C: a wait that counts in a variable of its caller is an await") {
  is_register(
      "atomic_int x;\n"
      "static int busy(int *n) { if (++*n >= 10) *n = 0; return 0; }\n"
      "static void *run(void *u) { int n = 0; while (!atomic_load(&x)) if (busy(&n)) return u;\n"
      "return u; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); atomic_store(&x, 1);\n"
      "pthread_join(t, 0); }",
      "1");
}

TEST_CASE("C: conditions of Lemma 50") {
  // (a) The address is used otherwise.
  is_memory("int *shared; int main(void) { int x = 1; shared = &x; assert(*shared == 1); }", "1");
  is_memory(
      "static void *run(void *p) { ++*(int *)p; return 0; }\n"
      "int main(void) { int x = 1; pthread_t t; pthread_create(&t, 0, run, &x); ++x;\n"
      "pthread_join(t, 0); }",
      "race");
  is_memory(
      "static int is_it(int *a, int *b) { return a == b; }\n"
      "int main(void) { int x = 1, y = 1; assert(!is_it(&x, &y)); return x - y; }",
      "1");
  is_memory("int main(void) { int x = 1; atomic_int a = 2; return atomic_load(&a) - x - 1; }", "1");
  // (b) Which cell, of which block, of which size?
  is_memory("int main(void) { int a[2] = {1, 2}; for (int i = 0; i < 2; i++) assert(a[i]); }", "1");
  is_memory("int main(void) { int a[2] = {1, 2}; int *p = a; return p[2]; }", "memory");
  is_memory("int main(void) { int x = 1; return *(char *)&x; }", "1");
  is_memory("int main(void) { int *p; { int x = 1; p = &x; } return *p; }", "memory");
  is_memory(
      "int main(void) { int *old = 0; for (int i = 0; i < 2; i++) { int x = i;\n"
      "if (old) assert(*old == 0); old = &x; } }",
      "memory");
  is_memory(
      "static int get(int *p) { return *p; }\n"
      "atomic_int c;\n"
      "int main(void) { int x = 1, y = 2; int *p = atomic_load(&c) ? &x : &y; return get(p) - 2; }",
      "1");
  // (c) Nothing was written.
  is_memory(
      "static int get(int *p) { return *p; }\n"
      "int main(void) { int x; return get(&x); }",
      "memory");
  is_memory(
      "static void put(int *p, int c) { if (c) *p = 1; }\n"
      "atomic_int c; static void *run(void *u) { atomic_store(&c, 1); return u; }\n"
      "int main(void) { pthread_t t; int x; pthread_create(&t, 0, run, 0);\n"
      "put(&x, atomic_load(&c)); pthread_join(t, 0); return x; }",
      "memory");
  is_memory("int main(void) { const int x = 1; *(int *)&x = 2; return x; }", "memory");
}

}  // namespace drover::c_private_memory_test
