#include "serve/http_message.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "support/format.h"
#include "support/json.h"
#include "support/text.h"

namespace drover::serve {

namespace {

constexpr std::size_t MaxHeaders = 64;
constexpr std::size_t MaxPathSize = 1024;

// Allows only content from this server, no inline scripts, no embedding in frames. The page may
// create pictures for download.
constexpr std::string_view ContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string_view reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Error";
  }
}

bool is_token_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_token_char);
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
  });
}

HttpResponse bad_request(std::string_view text) { return refusal(400, "request", text); }

// Takes the next line without its end; `text` is empty after the last.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<HttpResponse> parse_first_line(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) {
    return bad_request("the first line is not `METHOD PATH HTTP/1.1`");
  }
  const std::string_view method = line.substr(0, first);
  std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!is_token(method) || method.size() > 16) return bad_request("the method is not a word");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    return refusal(505, "version", "only HTTP/1.0 and HTTP/1.1 are spoken here");
  }
  target = target.substr(0, target.find('?'));
  const bool is_path = target.starts_with('/') && target.size() <= MaxPathSize &&
                       target.find(' ') == std::string_view::npos && !has_control(target);
  if (!is_path) return bad_request("what is asked for is not a path");
  request.method = method;
  request.path = target;
  request.keeps_alive = version == "HTTP/1.1";
  return std::nullopt;
}

std::optional<HttpResponse> parse_header(std::string_view line, HttpRequest& request) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon)) || has_control(line)) {
    return bad_request("a header is not `NAME: VALUE`");
  }
  if (request.headers.size() >= MaxHeaders) return refusal(431, "request", "too many headers");
  std::string name = lower_case(line.substr(0, colon));
  const std::string_view value = trimmed(line.substr(colon + 1), " \t");
  const auto known =
      std::ranges::find(request.headers, name, &decltype(request.headers)::value_type::first);
  if (known == request.headers.end()) {
    request.headers.emplace_back(std::move(name), value);
    return std::nullopt;
  }
  // Repeated headers could make two parsers disagree on where a request ends.
  constexpr std::array<std::string_view, 4> Single{"host", "content-length", "origin",
                                                   "content-type"};
  if (std::ranges::find(Single, name) != Single.end()) {
    return bad_request(format("`{}` is there twice", name));
  }
  known->second += format(", {}", value);
  return std::nullopt;
}

std::optional<HttpResponse> parse_length(HttpHead& head) {
  const HttpRequest& request = head.request;
  if (!request.header("transfer-encoding").empty()) {
    return refusal(501, "length", "a body has to come with its Content-Length");
  }
  const std::string_view length = request.header("content-length");
  if (length.empty()) {
    if (request.method != "POST") return std::nullopt;
    return refusal(411, "length", "a body has to come with its Content-Length");
  }
  const char* end = length.data() + length.size();
  const bool is_number = std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; }) &&
                         length.size() <= 12 &&
                         std::from_chars(length.data(), end, head.body_size).ptr == end;
  if (!is_number) return bad_request("Content-Length is not a number");
  if (head.body_size <= MaxBodySize) return std::nullopt;
  return refusal(413, "size", format("a request has at most {} bytes", MaxBodySize));
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, &decltype(headers)::value_type::first);
  return found == headers.end() ? std::string_view() : found->second;
}

HttpResponse refusal(int status, std::string_view kind, std::string_view text) {
  const Json json{{"error", Json{{"kind", kind}, {"text", text}}}};
  return {.status = status, .body = json.dump() + "\n"};
}

std::variant<HttpHead, HttpResponse> parse_head(std::string_view text) {
  HttpHead head;
  if (auto fault = parse_first_line(take_line(text), head.request)) return *std::move(fault);
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) break;
    if (auto fault = parse_header(line, head.request)) return *std::move(fault);
  }
  if (auto fault = parse_length(head)) return *std::move(fault);
  const std::string connection = lower_case(head.request.header("connection"));
  if (connection.find("close") != std::string::npos) head.request.keeps_alive = false;
  head.expects_continue = lower_case(head.request.header("expect")) == "100-continue";
  return head;
}

std::string response_head(const HttpResponse& response, BodyLength length, AfterResponse after) {
  std::string out = format("HTTP/1.1 {} {}\r\n", response.status, reason_of(response.status));
  out += format("Content-Type: {}\r\n", response.type);
  if (length == BodyLength::Known) {
    out += format("Content-Length: {}\r\n", response.body.size());
  } else {
    out += "Transfer-Encoding: chunked\r\n";
  }
  for (const auto& [name, value] : response.headers) out += format("{}: {}\r\n", name, value);
  out += format("Content-Security-Policy: {}\r\n", ContentPolicy);
  out += "X-Content-Type-Options: nosniff\r\n";
  out += "X-Frame-Options: DENY\r\n";
  out += "Referrer-Policy: no-referrer\r\n";
  out += "Cross-Origin-Resource-Policy: same-origin\r\n";
  out += "Cross-Origin-Opener-Policy: same-origin\r\n";
  out += "Cache-Control: no-store\r\n";
  if (after == AfterResponse::Close) out += "Connection: close\r\n";
  return out + "\r\n";
}

// ---- Host of a request

bool is_loopback(std::string_view address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

namespace {

// True for `192.168.1.5`, `[fe80::1]`: DNS cannot redirect an address.
bool is_address(std::string_view host) {
  if (host.starts_with('[')) return host.ends_with(']');
  return !host.empty() &&
         std::ranges::all_of(host, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

}  // namespace

HostCheck::HostCheck(std::string_view address, unsigned port, const std::vector<std::string>& names)
    : takes_addresses_(!is_loopback(address)), port_(format("{}", port)) {
  const auto add = [&](std::string_view name) {
    const bool needs_brackets = name.find(':') != std::string_view::npos;
    hosts_.push_back(
        lower_case(needs_brackets ? format("[{}]:{}", name, port_) : format("{}:{}", name, port_)));
    if (port == 80) hosts_.push_back(lower_case(name));
  };
  for (const std::string_view own : {"localhost", "127.0.0.1", "::1"}) add(own);
  add(address);
  for (const std::string& name : names) add(name);
}

bool HostCheck::is_own(std::string_view host) const {
  const std::string lower = lower_case(host);
  if (std::ranges::find(hosts_, lower) != hosts_.end()) return true;
  if (!takes_addresses_) return false;
  const std::size_t colon = lower.rfind(':');
  return colon != std::string::npos && lower.substr(colon + 1) == port_ &&
         is_address(std::string_view(lower).substr(0, colon));
}

std::optional<HttpResponse> HostCheck::find_fault(const HttpRequest& request) const {
  if (!is_own(request.header("host"))) {
    return refusal(403, "host", "this server does not have the name that `Host` gives it");
  }
  const std::string_view origin = request.header("origin");
  constexpr std::string_view Scheme = "http://";
  const bool is_own_page = origin.starts_with(Scheme) && is_own(origin.substr(Scheme.size()));
  if (!origin.empty() && !is_own_page) {
    return refusal(403, "origin", "pages of other sites may not ask this server");
  }
  const std::string_view site = request.header("sec-fetch-site");
  if (site == "cross-site" && request.method != "GET") {
    return refusal(403, "origin", "pages of other sites may not ask this server");
  }
  return std::nullopt;
}

}  // namespace drover::serve
