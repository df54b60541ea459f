#include "frontend/c/printed_format.h"

#include <doctest/doctest.h>

namespace drover::c::printed_format_test {

TEST_CASE("a conversion has its flags, width, precision and letter") {
  const auto found = conversions_of("a%-08.3ld%%%.*s");
  REQUIRE(found.size() == 3);
  CHECK(found[0].text == "%-08.3ld");
  CHECK(found[0].begin == 1);
  CHECK(found[0].flags == "-0");
  CHECK(found[0].asked == Asked::Integer);
  CHECK(found[0].letter == 'd');
  CHECK(found[0].bits == 64);
  REQUIRE(found[0].width);
  CHECK(found[0].width->value == 8);
  REQUIRE(found[0].precision);
  CHECK(found[0].precision->value == 3);
  CHECK(found[0].stars() == 0);
  CHECK(found[1].asked == Asked::Nothing);
  CHECK(found[2].asked == Asked::Text);
  CHECK_FALSE(found[2].width);
  CHECK(found[2].stars() == 1);
}

TEST_CASE("short numbers are passed as int, and printed in part") {
  const auto found = conversions_of("%hhu %hd %zu");
  REQUIRE(found.size() == 3);
  CHECK(found[0].bits == 32);
  CHECK(found[0].printed_bits == 8);
  CHECK(found[1].printed_bits == 16);
  CHECK(found[2].printed_bits == 64);
}

TEST_CASE("what is no conversion of the standard is unknown") {
  CHECK(conversions_of("%y")[0].asked == Asked::Unknown);
  CHECK(conversions_of("%n")[0].asked == Asked::Unknown);
  CHECK(conversions_of("%")[0].asked == Asked::Unknown);
}

}  // namespace drover::c::printed_format_test
