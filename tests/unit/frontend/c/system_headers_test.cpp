#include "frontend/c/system_headers.h"

#include <doctest/doctest.h>

namespace drover::c::system_headers_test {

TEST_CASE("Preprocessed C: the system's headers become includes of ours") {
  const auto text = with_our_headers(
      "# 0 \"a.c\"\n"
      "# 1 \"/usr/include/stdc-predef.h\" 1 3 4\n"
      "# 0 \"<command-line>\" 2\n"
      "# 1 \"a.c\"\n"
      "# 1 \"/usr/include/pthread.h\" 1 3 4\n"
      "extern int pthread_create(int);\n"
      "# 1 \"/usr/include/x86_64-linux-gnu/bits/types.h\" 1 3 4\n"
      "typedef int __off_t;\n"
      "# 30 \"/usr/include/pthread.h\" 2 3 4\n"
      "extern int pthread_join(int);\n"
      "# 2 \"a.c\" 2\n"
      "int x = \n"
      "# 3 \"a.c\" 3 4\n"
      "  ((void *)0)\n"
      "# 3 \"a.c\"\n"
      "  ;\n");
  REQUIRE(text.has_value());
  CHECK(*text ==
        "#include <expanded.h>\n#include <pthread.h>\n"
        "\n#line 2 \"a.c\"\nint x = \n  ((void *)0)   ;\n");
}

TEST_CASE("Preprocessed C: a text without headers of the system stays as it is") {
  CHECK(!with_our_headers("# 1 \"a.c\"\n# 1 \"own.h\" 1\nint a;\n# 2 \"a.c\" 2\nint b;\n"));
}

}  // namespace drover::c::system_headers_test
