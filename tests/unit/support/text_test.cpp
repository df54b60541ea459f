#include "support/text.h"

#include <doctest/doctest.h>

namespace drover {
namespace {

TEST_CASE("only letters of ASCII change their case") {
  CHECK(lower_case("MOV R1,#2 Ä") == "mov r1,#2 Ä");
  CHECK(upper_case("ldxr w0 ä") == "LDXR W0 ä");
}

TEST_CASE("texts are joined with something between them") {
  CHECK(joined({}, ", ") == "");
  CHECK(joined({"a"}, ", ") == "a");
  CHECK(joined({"a", "", "a"}, ", ") == "a, , a");
}

TEST_CASE("a text is trimmed at both ends, and not inside") {
  CHECK(trimmed(" \t a b \r\n") == "a b");
  CHECK(trimmed("  ") == "");
  CHECK(trimmed("; nop;\n", " ;\n") == "nop");
}

TEST_CASE("words are apart by any number of blanks") {
  CHECK(words_of("") == std::vector<std::string>{});
  CHECK(words_of("  add  sub\nand ") == std::vector<std::string>{"add", "sub", "and"});
}

}  // namespace
}  // namespace drover
