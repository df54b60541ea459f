#include "serve/gallery.h"

#include <doctest/doctest.h>

#include <string>

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

TEST_CASE("gallery: the text of a test does not give its verdicts away") {
  const Json gallery = gallery_json();
  for (const Json& each : gallery.at("tests").items()) {
    const std::string text = each.at("text").text().value_or("");
    const std::string about = each.at("about").text().value_or("");
    CAPTURE(text);
    CHECK(!text.empty());
    CHECK(text.find("Verdicts=") == std::string::npos);
    CHECK((about.empty() || text.find(about) == std::string::npos));
  }
}

TEST_CASE("the card of each language has forms and their meanings") {
  const Json card = card_json();
  for (const char* language : {"core", "cat", "C", "LKMM", "X86", "AArch64", "RISCV", "PPC"}) {
    CAPTURE(language);
    CHECK(card.at(language).items().size() > 5);
    for (const Json& each : card.at(language).items()) {
      CHECK(!each.at("form").text().value_or("").empty());
    }
  }
}

}  // namespace drover::gallery_test
