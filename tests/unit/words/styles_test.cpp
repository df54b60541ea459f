#include <doctest/doctest.h>

#include <string>

#include "words/styles.h"

namespace drover {

TEST_CASE("lines are broken between words, and not inside `x = 1`, `line 4` and `a → b`") {
  const std::string filler(90, 'w');
  CHECK(words::wrapped(filler + " of x = 111 at", 0, 2) == filler + " of\n  x = 111 at\n");
  CHECK(words::wrapped(filler + " at line 44", 0, 2) == filler + " at\n  line 44\n");
  CHECK(words::wrapped(filler + " po a:1 → b:22", 0, 2) == filler + " po\n  a:1 → b:22\n");
  CHECK(words::wrapped(filler + " y (c, line 8)", 0, 2) == filler + " y\n  (c, line 8)\n");
  CHECK(words::wrapped(filler + " po d (right:9).", 0, 2) == filler + " po\n  d (right:9).\n");
  const std::string glued = "po" + std::string(words::NoBreak) + "a:1 → b:22";
  CHECK(words::wrapped(filler + " " + glued, 0, 2) == filler + "\n  po a:1 → b:22\n");
}

TEST_CASE("lines are as wide as requested") {
  CHECK(words::wrapped("one two three four", 0, 2, 10) == "one two\n  three\n  four\n");
  CHECK(words::wrapped("one two three four", 0, 2, 14) == "one two three\n  four\n");
}

TEST_CASE("a group that is longer than a line is broken") {
  const std::string half(60, 'w');
  CHECK(words::wrapped(half + " = " + half, 0, 2) == half + " =\n  " + half + "\n");
}

TEST_CASE("characters are counted, not bytes") {
  CHECK(words::columns_of("a→b") == 3);
  CHECK(words::bytes_of("a→b", 2) == std::string("a→").size());
  CHECK(words::bytes_of("ab", 3) == 2);
}

}  // namespace drover
