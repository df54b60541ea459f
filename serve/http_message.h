#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace drover::serve {

// A request of HTTP/1.0 or 1.1. Names of headers are in lower case, and each is there once.
struct HttpRequest {
  std::string method;
  std::string path;  // without what is behind `?`
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool keeps_alive = true;

  // Empty where there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json; charset=utf-8";
  std::string body;
  // Besides those that every response has.
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// A request that is not answered as asked: `{"error": {"kind": …, "text": …}}`.
[[nodiscard]] HttpResponse refusal(int status, std::string_view kind, std::string_view text);

// Of the first line and the headers together.
inline constexpr std::size_t MaxHeadSize = std::size_t{16} << 10;
// A program of the largest size, and a model, as JSON.
inline constexpr std::size_t MaxBodySize = std::size_t{8} << 20;

// What is before the body, without the empty line. Strict: what may be understood in two ways is
// refused.
struct HttpHead {
  HttpRequest request;
  std::size_t body_size = 0;
  bool expects_continue = false;  // the client waits to be asked for the body
};
[[nodiscard]] std::variant<HttpHead, HttpResponse> parse_head(std::string_view text);

enum class BodyLength : std::uint8_t { Known, Chunked };
enum class AfterResponse : std::uint8_t { KeepAlive, Close };
// All that comes before the body, with what keeps a page from doing more than it should.
[[nodiscard]] std::string response_head(const HttpResponse& response, BodyLength length,
                                        AfterResponse after);

// Whom requests may be meant for, and from which pages they may come.
class HostCheck {
 public:
  // `address`: where the server listens; `names`: what else it is called.
  HostCheck(std::string_view address, unsigned port, const std::vector<std::string>& names);

  // What is wrong with `Host`, `Origin` or `Sec-Fetch-Site`; nothing if all is well. A page of
  // another site, or one whose name was made to lead here, is sent away.
  [[nodiscard]] std::optional<HttpResponse> find_fault(const HttpRequest& request) const;

 private:
  [[nodiscard]] bool is_own(std::string_view host) const;

  std::vector<std::string> hosts_;  // `localhost:8765`
  bool takes_addresses_ = false;    // any address of the machine
  std::string port_;
};

// Whether an address is reached from the same machine only.
[[nodiscard]] bool is_loopback(std::string_view address);

}  // namespace drover::serve
