#include "classroom/tokens.h"

#include <doctest/doctest.h>

#include <string>

namespace drover::tokens_test {
using namespace classroom;

namespace {

std::string joined_tokens(std::string_view text, Language language) {
  std::string out;
  for (const Token& token : tokens_of(text, language)) {
    out += (out.empty() ? "" : "|") + std::string(token.text);
  }
  return out;
}

}  // namespace

TEST_CASE("tokens are words, strings and punctuation, with their places") {
  CHECK(joined_tokens("r_1 := x@rel;", Language::Core) == "r_1|:|=|x|@|rel|;");
  CHECK(joined_tokens(R"(assert(1, "a \" b"))", Language::Core) == R"(assert|(|1|,|"a \" b"|))");
  const auto tokens = tokens_of("  ab  c", Language::Core);
  REQUIRE(tokens.size() == 2);
  CHECK(tokens[0].begin == 2);
  CHECK(tokens[1].begin == 6);
}

TEST_CASE("comments are those of the language") {
  CHECK(joined_tokens("a // b\nc /* d */ e", Language::Core) == "a|c|e");
  CHECK(joined_tokens("a (* b (* c *) d *) e", Language::Cat) == "a|e");
  CHECK(joined_tokens("a (* b *) c /* d */ e", Language::Litmus) == "a|c|e");
  CHECK(joined_tokens("(*p)", Language::Core) == "(|*|p|)");
}

TEST_CASE("a comment or string without an end is open") {
  CHECK(has_open_comment("a /* b", Language::Core));
  CHECK(has_open_comment("a (* (* b *)", Language::Cat));
  CHECK(has_open_comment("\"a\nb", Language::Core));
  CHECK(!has_open_comment("a /* b */ \"c\"", Language::Core));
}

}  // namespace drover::tokens_test
