#include "serve/gallery.h"

#include <doctest/doctest.h>

namespace drover::gallery_test {
using namespace serve;

TEST_CASE("gallery: tests are grouped by shape") {
  CHECK(shape_of_test("SB") == "SB");
  CHECK(shape_of_test("SB+mfences") == "SB");
  CHECK(shape_of_test("2+2W+rlxs") == "2+2W");
  CHECK(shape_of_test("SB-aarch64") == "SB");
}

TEST_CASE("gallery: examples have file names, and the text of their first comment") {
  const Json gallery = gallery_json();
  REQUIRE(!gallery.at("examples").items().empty());
  for (const Json& each : gallery.at("examples").items()) {
    const std::string name = each.at("name").text().value_or("");
    CAPTURE(name);
    CHECK((name.ends_with(".drv") || name.ends_with(".c")));
    CHECK(!each.at("about").text().value_or("").starts_with("//"));
  }
}

}  // namespace drover::gallery_test
