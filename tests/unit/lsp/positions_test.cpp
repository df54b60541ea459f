#include "lsp/positions.h"

#include <doctest/doctest.h>

#include <string>

namespace drover::positions_test {
using lsp::LineIndex;
using lsp::Position;

TEST_CASE("characters count in UTF-16 units") {
  const std::string text = "a𝕏é\r\nb\rc";  // 1 byte, 4 bytes, 2 bytes
  const LineIndex lines(text);
  CHECK(lines.line_count() == 3);
  CHECK(lines.offset_at(text, {0, 1}) == 1);
  CHECK(lines.offset_at(text, {0, 3}) == 5);
  CHECK(lines.offset_at(text, {0, 4}) == 7);
  // In the middle of a pair, and behind the end of a line.
  CHECK(lines.offset_at(text, {0, 2}) == 1);
  CHECK(lines.offset_at(text, {0, 99}) == 7);
  CHECK(lines.offset_at(text, {9, 0}) == text.size());
  CHECK(lines.position_at(text, 5).character == 3);
  CHECK(lines.position_at(text, 7).character == 4);
  CHECK(lines.position_at(text, 9).line == 1);
  CHECK(lines.position_at(text, text.size()).line == 2);
}

TEST_CASE("every offset survives conversion to a position and back") {
  const std::string text = "x := 1; // 𝕏\n\n  é\n";
  const LineIndex lines(text);
  for (const std::size_t offset : {0UL, 3UL, 11UL, 15UL, 16UL, 19UL, 21UL}) {
    CHECK(lines.offset_at(text, lines.position_at(text, offset)) == offset);
  }
}

TEST_CASE("URIs are converted to paths and back") {
  CHECK(lsp::path_of_uri("file:///a%20b/c.drv") == "/a b/c.drv");
  CHECK(lsp::uri_of_path("/a b/ü.drv") == "file:///a%20b/%C3%BC.drv");
  CHECK(lsp::path_of_uri(lsp::uri_of_path("/x%y")) == "/x%y");
  CHECK(lsp::path_of_uri("untitled:Untitled-1") == "Untitled-1");
}

}  // namespace drover::positions_test
