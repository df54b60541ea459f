#include "frontend/c/outline.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace drover::c::outline_test {

namespace {

using Names = std::vector<std::string>;

Names defined(std::string_view text) {
  const Outline outline = outline_of(text);
  return {outline.defined.begin(), outline.defined.end()};
}

Names needed(std::string_view text) {
  const Outline outline = outline_of(text);
  return {outline.needed.begin(), outline.needed.end()};
}

}  // namespace

TEST_CASE("C outline: functions with a body and variables are defined") {
  CHECK(defined("int a, *b = 0, c[2] = {1, 2};\n"
                "struct s { int member; } d;\n"
                "int f(int x) { int local; return x; }\n"
                "struct s *g(void) __attribute__((noinline)) { return 0; }\n"
                "enum { K };\n") == Names{"a", "b", "c", "d", "f", "g"});
}

TEST_CASE("C outline: declarations, types and static names are not defined") {
  CHECK(defined("extern int a; int f(int x); typedef int T; static int s = 1;\n"
                "static int h(void) { return 1; } struct s { int m; };\n"
                "int (*take(int (*of)(void)))(void);\n") == Names{});
}

TEST_CASE("C outline: a pointer to a function is a variable") {
  CHECK(defined("int (*hook)(void) = 0; extern int (*other)(void);") == Names{"hook"});
}

TEST_CASE("C outline: a name is needed if it is declared, used and not defined") {
  CHECK(needed("int f(void); int g(void); int h(void); extern int v; extern int w;\n"
               "int g(void) { return f() + v; }\n"
               "int (*hook)(void) = h;\n") == Names{"f", "h", "v"});
}

TEST_CASE("C outline: our headers do not count") {
  CHECK(needed("# 1 \"<drover>/stdlib.h\"\nvoid *malloc(long size);\n# 2 \"a.c\"\n"
               "void *f(void) { return malloc(1); }\n") == Names{});
}

}  // namespace drover::c::outline_test
