#include "support/unified_diff.h"

#include <doctest/doctest.h>

namespace drover {

TEST_CASE("no difference gives an empty patch") {
  CHECK(unified_diff("f", "a\nb\n", "a\nb\n").empty());
}

TEST_CASE("changes that are near are one hunk, others are not") {
  CHECK(unified_diff("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
                     "1\nx\n3\n4\n5\n6\n7\n8\n9\n10\n12\n") ==
        "--- a/f\n+++ b/f\n@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n 4\n 5\n@@ -8,5 +8,4 @@\n 8\n 9\n "
        "10\n-11\n"
        " 12\n");
  CHECK(unified_diff("/f", "1\n2\n3\n4\n", "0\n1\n2\n3\n4\n5\n") ==
        "--- /f\n+++ /f\n@@ -1,4 +1,6 @@\n+0\n 1\n 2\n 3\n 4\n+5\n");
}

TEST_CASE("a missing line break at the end is marked") {
  CHECK(unified_diff("f", "a\nb", "a\nc") ==
        "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No "
        "newline at "
        "end of file\n");
}

}  // namespace drover
