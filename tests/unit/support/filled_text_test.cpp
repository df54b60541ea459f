#include "support/filled_text.h"

#include <doctest/doctest.h>

namespace drover::filled_text_test {

TEST_CASE("marks are replaced, and values are not scanned") {
  const auto value_of = [](std::string_view name) {
    return name == "a" ? std::string("{{b}}") : "<" + std::string(name) + ">";
  };
  CHECK(filled_text("x {{a}} y {{b}}{{c}}", value_of) == "x {{b}} y <b><c>");
  CHECK(filled_text("{ } ${x}\n", value_of) == "{ } ${x}\n");
  CHECK(filled_text("", value_of).empty());
}

}  // namespace drover::filled_text_test
