#include "lsp/frames.h"

#include <doctest/doctest.h>

#include <string>

namespace drover::frames_test {
using lsp::FrameReader;

namespace {

std::string frame(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

TEST_CASE("messages are read from the stream, in whatever pieces it arrives") {
  FrameReader reader;
  const std::string stream = frame(R"({"id":1})") + frame(R"({"id":2})");
  std::size_t found = 0;
  for (const char c : stream) {
    reader.feed(std::string(1, c));
    while (const auto next = reader.next()) {
      REQUIRE(next->message);
      ++found;
      CHECK(next->message->at("id").whole_number() == static_cast<std::int64_t>(found));
    }
  }
  CHECK(found == 2);
}

TEST_CASE("after a message that is not JSON, the next one is found") {
  FrameReader reader;
  reader.feed(frame("{oops") + frame("[1]"));
  auto next = reader.next();
  REQUIRE(next);
  CHECK_FALSE(next->message);
  next = reader.next();
  REQUIRE(next);
  REQUIRE(next->message);
  CHECK(next->message->dump() == "[1]");
}

TEST_CASE("a message with a wrong length is lost, the next one is not") {
  const std::string body = R"({"id":1})";
  const std::string good = frame(R"({"id":2})");
  for (const std::string length : {"3", "20", "-1", "many", "99999999999999999999"}) {
    CAPTURE(length);
    FrameReader reader;
    reader.feed("Content-Length: " + length + "\r\n\r\n" + body + good);
    std::size_t problems = 0;
    std::size_t messages = 0;
    while (const auto next = reader.next()) ++(next->message ? messages : problems);
    CHECK(problems >= 1);
    CHECK(messages == 1);
  }
}

TEST_CASE("other headers and lower case are fine") {
  FrameReader reader;
  reader.feed(
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}");
  const auto next = reader.next();
  REQUIRE(next);
  CHECK(next->message);
}

}  // namespace drover::frames_test
