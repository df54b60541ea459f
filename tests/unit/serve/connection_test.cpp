#include "serve/connection.h"

#include <doctest/doctest.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <variant>

namespace drover::connection_test {
using namespace serve;

namespace {

// Both ends of a connection.
struct Pair {
  Pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0); }
  void send(const std::string& text) const {
    REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void hang_up() { ::close(ends[1]); }

  std::array<int, 2> ends{};
};

constexpr Patience Short{.idle = std::chrono::milliseconds(50),
                         .head = std::chrono::milliseconds(50),
                         .body = std::chrono::milliseconds(50),
                         .answer = std::chrono::milliseconds(50)};
const std::string Post = "POST /api/play HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n";

int status_of(const std::variant<HttpRequest, HttpResponse, Gone>& read) {
  const auto* response = std::get_if<HttpResponse>(&read);
  return response == nullptr ? 0 : response->status;
}

}  // namespace

TEST_CASE("two requests that arrive together are read one after the other") {
  Pair pair;
  Connection connection(pair.ends[0], Short);
  pair.send(Post + "abcGET / HTTP/1.1\nHost: h\n\n");
  const auto first = connection.read_request();
  REQUIRE(std::holds_alternative<HttpRequest>(first));
  CHECK(std::get<HttpRequest>(first).body == "abc");
  const auto second = connection.read_request();
  REQUIRE(std::holds_alternative<HttpRequest>(second));
  CHECK(std::get<HttpRequest>(second).path == "/");
  pair.hang_up();
  CHECK(std::holds_alternative<Gone>(connection.read_request()));
}

TEST_CASE(
    "a client that stops in the middle of a request is refused, one that says nothing is gone") {
  Pair head;
  Connection slow(head.ends[0], Short);
  head.send("GET / HT");
  CHECK(status_of(slow.read_request()) == 408);
  head.hang_up();
  Pair body;
  Connection without_body(body.ends[0], Short);
  body.send(Post + "a");
  CHECK(status_of(without_body.read_request()) == 408);
  body.hang_up();
  Pair idle;
  Connection silent(idle.ends[0], Short);
  CHECK(std::holds_alternative<Gone>(silent.read_request()));
  idle.hang_up();
}

TEST_CASE("headers without an end are refused once they are too long") {
  Pair pair;
  Connection connection(pair.ends[0], Short);
  pair.send("GET / HTTP/1.1\r\nX: " + std::string(MaxHeadSize, 'x'));
  CHECK(status_of(connection.read_request()) == 431);
  pair.hang_up();
}

TEST_CASE("a slow answer is sent in chunks: blanks, then the body") {
  Pair pair;
  Connection connection(pair.ends[0], Short);
  CHECK(connection.begin({}, AfterResponse::Close));
  CHECK(connection.send_blank());
  CHECK(connection.finish("{}"));
  std::array<char, 4096> block{};
  const ssize_t size = ::read(pair.ends[1], block.data(), block.size());
  REQUIRE(size > 0);
  const std::string_view text(block.data(), static_cast<std::size_t>(size));
  CHECK(text.find("Transfer-Encoding: chunked\r\n") != std::string_view::npos);
  CHECK(text.ends_with("\r\n\r\n1\r\n\n\r\n2\r\n{}\r\n0\r\n\r\n"));
  CHECK(!connection.has_hung_up());
  pair.hang_up();
  CHECK(connection.has_hung_up());
  CHECK(!connection.send({}, AfterResponse::Close));
}

TEST_CASE("a client over the network has an address") {
  const int listening = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof own;
  REQUIRE(::bind(listening, reinterpret_cast<const sockaddr*>(&own), size) == 0);
  REQUIRE(::listen(listening, 1) == 0);
  REQUIRE(::getsockname(listening, reinterpret_cast<sockaddr*>(&own), &size) == 0);
  const int client = ::socket(AF_INET, SOCK_STREAM, 0);
  REQUIRE(::connect(client, reinterpret_cast<const sockaddr*>(&own), size) == 0);
  const Connection connection(::accept(listening, nullptr, nullptr), Short);
  CHECK(connection.address() == "127.0.0.1");
  ::close(client);
  ::close(listening);
}

}  // namespace drover::connection_test
