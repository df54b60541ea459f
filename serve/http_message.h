#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace drover::serve {

// A request of HTTP/1.0 or 1.1. Header names are in lower case and unique.
struct HttpRequest {
  std::string method;
  std::string path;  // without the part from `?` on
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool keeps_alive = true;

  // Empty if the header is missing.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json; charset=utf-8";
  std::string body = {};
  // Headers in addition to those of every response.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// Returns an error response: `{"error": {"kind": …, "text": …}}`.
[[nodiscard]] HttpResponse refusal(int status, std::string_view kind, std::string_view text);

// First line and headers together.
inline constexpr std::size_t MaxHeadSize = std::size_t{16} << 10;
// Room for a program of the largest size and a model, as JSON.
inline constexpr std::size_t MaxBodySize = std::size_t{8} << 20;

// A request's first line and headers, without the empty line. Ambiguous requests are rejected.
struct HttpHead {
  HttpRequest request;
  std::size_t body_size = 0;
  bool expects_continue = false;  // the client waits for permission to send the body
};
[[nodiscard]] std::variant<HttpHead, HttpResponse> parse_head(std::string_view text);

enum class BodyLength : std::uint8_t { Known, Chunked };
enum class AfterResponse : std::uint8_t { KeepAlive, Close };
// Returns all before the body, including security headers.
[[nodiscard]] std::string response_head(const HttpResponse& response, BodyLength length,
                                        AfterResponse after);

// Allowed hosts and origins of requests.
class HostCheck {
 public:
  // `address`: where the server listens; `names`: its other names.
  HostCheck(std::string_view address, unsigned port, const std::vector<std::string>& names);

  // Returns an error for a bad `Host`, `Origin` or `Sec-Fetch-Site`, else nothing. Rejects pages of
  // other sites, and names redirected here (DNS rebinding).
  [[nodiscard]] std::optional<HttpResponse> find_fault(const HttpRequest& request) const;

 private:
  [[nodiscard]] bool is_own(std::string_view host) const;

  std::vector<std::string> hosts_;  // `localhost:8765`
  bool takes_addresses_ = false;    // any address of the machine
  std::string port_;
};

// True if only the same machine can reach the address.
[[nodiscard]] bool is_loopback(std::string_view address);

}  // namespace drover::serve
