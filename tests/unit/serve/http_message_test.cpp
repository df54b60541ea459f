#include "serve/http_message.h"

#include <doctest/doctest.h>

#include <string>
#include <variant>

namespace drover::serve {

namespace {

// The status that a head is refused with; 0 if it is not.
int status_of(const std::string& head) {
  const auto parsed = parse_head(head);
  const auto* fault = std::get_if<HttpResponse>(&parsed);
  return fault == nullptr ? 0 : fault->status;
}

HttpRequest request_with(const std::string& host, const std::string& origin = "") {
  HttpRequest request;
  request.method = "POST";
  request.path = "/api/check";
  request.headers.emplace_back("host", host);
  if (!origin.empty()) request.headers.emplace_back("origin", origin);
  return request;
}

}  // namespace

TEST_CASE("http: the head of a request is parsed") {
  const auto parsed = parse_head(
      "POST /api/check?x=1 HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 12\r\nX-A:  b \r\n");
  REQUIRE(std::holds_alternative<HttpHead>(parsed));
  const HttpHead& head = std::get<HttpHead>(parsed);
  CHECK(head.request.method == "POST");
  CHECK(head.request.path == "/api/check");
  CHECK(head.request.header("host") == "localhost:1");
  CHECK(head.request.header("x-a") == "b");
  CHECK(head.body_size == 12);
  CHECK(head.request.keeps_alive);
}

TEST_CASE("http: an ambiguous request is refused") {
  CHECK(status_of("GET / HTTP/1.1\nHost: a\n") == 0);
  CHECK(status_of("GET /") == 400);
  CHECK(status_of("GET  / HTTP/1.1\n") == 400);
  CHECK(status_of("GET http://a/ HTTP/1.1\n") == 400);
  CHECK(status_of("GET / HTTP/2\n") == 505);
  CHECK(status_of("GET / HTTP/1.1\nHost: a\nhost: b\n") == 400);
  CHECK(status_of("GET / HTTP/1.1\nHost : a\n") == 400);
  CHECK(status_of("GET / HTTP/1.1\n folded: a\n") == 400);
  CHECK(status_of("POST / HTTP/1.1\nHost: a\n") == 411);
  CHECK(status_of("POST / HTTP/1.1\nContent-Length: 1\nContent-Length: 2\n") == 400);
  CHECK(status_of("POST / HTTP/1.1\nContent-Length: -1\n") == 400);
  CHECK(status_of("POST / HTTP/1.1\nContent-Length: +1\n") == 400);
  CHECK(status_of("POST / HTTP/1.1\nContent-Length: 99999999999\n") == 413);
  CHECK(status_of("POST / HTTP/1.1\nTransfer-Encoding: chunked\n") == 501);
  CHECK(status_of(std::string("GET /\0 HTTP/1.1\n", 16)) == 400);
}

TEST_CASE("http: requests for other hosts, or from pages of other sites, are refused") {
  const HostCheck own("127.0.0.1", 8765, {});
  CHECK(!own.find_fault(request_with("localhost:8765")));
  CHECK(!own.find_fault(request_with("LOCALHOST:8765", "http://localhost:8765")));
  CHECK(!own.find_fault(request_with("[::1]:8765")));
  CHECK(own.find_fault(request_with("localhost")));
  CHECK(own.find_fault(request_with("evil.example:8765")));
  CHECK(own.find_fault(request_with("192.168.1.5:8765")));
  CHECK(own.find_fault(request_with("localhost:8765", "http://evil.example")));
  CHECK(own.find_fault(request_with("localhost:8765", "null")));
  CHECK(own.find_fault(request_with("localhost:8765", "https://localhost:8765")));
}

TEST_CASE("http: a public server accepts its addresses and its names") {
  const HostCheck open("0.0.0.0", 80, {"lab.example"});
  CHECK(!open.find_fault(request_with("192.168.1.5:80")));
  CHECK(!open.find_fault(request_with("lab.example")));
  CHECK(!open.find_fault(request_with("lab.example:80", "http://lab.example:80")));
  CHECK(open.find_fault(request_with("evil.example:80")));
}

TEST_CASE("http: every response has security headers") {
  const std::string head = response_head({}, BodyLength::Known, AfterResponse::Close);
  CHECK(head.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(head.find("default-src 'none'") != std::string::npos);
  CHECK(head.find("frame-ancestors 'none'") != std::string::npos);
  CHECK(head.find("unsafe") == std::string::npos);
  CHECK(head.ends_with("\r\n\r\n"));
}

}  // namespace drover::serve
