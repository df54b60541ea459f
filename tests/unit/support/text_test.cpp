#include "support/text.h"

#include <doctest/doctest.h>

namespace drover::text_test {

TEST_CASE("text: words are joined, the last one with a separator of its own") {
  CHECK(joined({}, ", ").empty());
  CHECK(joined({"sc"}, ", ", " and ") == "sc");
  CHECK(joined({"", "a", ""}, ", ") == ", a, ");
  CHECK(joined({"sc", "tso", "pso"}, ", ") == "sc, tso, pso");
  CHECK(joined({"sc", "tso", "pso"}, ", ", " and ") == "sc, tso and pso");
}

TEST_CASE("text: blanks at the ends are cut off, others stay") {
  CHECK(trimmed(" \t\n a b \r\f\v") == "a b");
  CHECK(trimmed(" \n ").empty());
  CHECK(trimmed("\na ", " ") == "\na");
}

TEST_CASE("text: letters of ASCII change their case, others stay") {
  CHECK(lower_case("LDAR x_1 Ä") == "ldar x_1 Ä");
  CHECK(upper_case("ldar x_1 ä") == "LDAR X_1 ä");
}

TEST_CASE("text: words are separated by any number of blanks") {
  CHECK(words_of("").empty());
  CHECK(words_of("  add  sub\nand ") == std::vector<std::string>{"add", "sub", "and"});
}

TEST_CASE("a text is split at each separator, also into empty parts") {
  using Words = std::vector<std::string>;
  CHECK(split("a,b", ',') == Words{"a", "b"});
  CHECK(split(",a,", ',') == Words{"", "a", ""});
  CHECK(split("", ',') == Words{""});
}

TEST_CASE("the texts of a range are joined") {
  const std::vector<int> numbers{1, 2, 3};
  CHECK(joined(numbers, ", ", [](int number) { return std::to_string(number); }) == "1, 2, 3");
}

}  // namespace drover::text_test
