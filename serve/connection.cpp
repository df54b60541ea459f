#include "serve/connection.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "support/format.h"

namespace drover::serve {

namespace {

int milliseconds_until(Clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

short events_of(int socket, short asked, int timeout) {
  pollfd entry{socket, asked, 0};
  const int ready = ::poll(&entry, 1, timeout);
  return ready > 0 ? entry.revents : short{0};
}

// Start of the empty line behind the headers, and start of the body.
struct HeadEnd {
  std::size_t begin = std::string::npos;
  std::size_t end = 0;
};

HeadEnd end_of_head(std::string_view text) {
  const std::size_t strict = text.find("\r\n\r\n");
  const std::size_t plain = text.find("\n\n");
  if (strict == std::string_view::npos && plain == std::string_view::npos) return {};
  if (strict < plain) return {strict, strict + 4};
  return {plain, plain + 2};
}

}  // namespace

Connection::Connection(int socket, Patience patience) : socket_(socket), patience_(patience) {}

Connection::~Connection() { ::close(socket_); }

Connection::Received Connection::receive(Clock::time_point deadline) {
  std::array<char, 16384> block;
  while (true) {
    const int left = milliseconds_until(deadline);
    if (left == 0) return Received::Nothing;
    if (events_of(socket_, POLLIN, left) == 0) continue;
    const ssize_t count = ::recv(socket_, block.data(), block.size(), MSG_DONTWAIT);
    if (count > 0) {
      buffer_.append(block.data(), static_cast<std::size_t>(count));
      return Received::Some;
    }
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    return Received::End;
  }
}

std::variant<HttpRequest, HttpResponse, Gone> Connection::read_request() {
  if (buffer_.empty() && receive(Clock::now() + patience_.idle) != Received::Some) return Gone{};
  const Clock::time_point head_deadline = Clock::now() + patience_.head;
  HeadEnd end = end_of_head(buffer_);
  while (end.begin == std::string::npos) {
    if (buffer_.size() > MaxHeadSize) break;
    const Received received = receive(head_deadline);
    if (received == Received::End) return Gone{};
    if (received == Received::Nothing) return refusal(408, "slow", "the request took too long");
    end = end_of_head(buffer_);
  }
  if (end.begin == std::string::npos || end.begin > MaxHeadSize) {
    return refusal(431, "request", "the headers are too long");
  }
  auto parsed = parse_head(std::string_view(buffer_).substr(0, end.begin));
  if (auto* fault = std::get_if<HttpResponse>(&parsed)) return std::move(*fault);
  auto& head = std::get<HttpHead>(parsed);
  buffer_.erase(0, end.end);
  if (head.expects_continue && buffer_.size() < head.body_size) {
    if (!send_all("HTTP/1.1 100 Continue\r\n\r\n")) return Gone{};
  }
  const Clock::time_point body_deadline = Clock::now() + patience_.body;
  while (buffer_.size() < head.body_size) {
    const Received received = receive(body_deadline);
    if (received == Received::End) return Gone{};
    if (received == Received::Nothing) return refusal(408, "slow", "the request took too long");
  }
  head.request.body = buffer_.substr(0, head.body_size);
  buffer_.erase(0, head.body_size);
  return std::move(head.request);
}

bool Connection::send_all(std::string_view text) {
  const Clock::time_point deadline = Clock::now() + patience_.answer;
  while (!text.empty()) {
    const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    const int left = milliseconds_until(deadline);
    if (left == 0) return false;
    const short events = events_of(socket_, POLLOUT, left);
    if ((events & (POLLERR | POLLHUP)) != 0) return false;
  }
  return true;
}

bool Connection::send(const HttpResponse& response, AfterResponse after) {
  return send_all(response_head(response, BodyLength::Known, after) + response.body);
}

bool Connection::begin(const HttpResponse& response, AfterResponse after) {
  return send_all(response_head(response, BodyLength::Chunked, after));
}

bool Connection::send_blank() { return send_all("1\r\n\n\r\n"); }

bool Connection::finish(std::string_view body) {
  return send_all(format("{:x}\r\n", body.size())) && send_all(body) && send_all("\r\n0\r\n\r\n");
}

bool Connection::has_hung_up() const { return (events_of(socket_, POLLRDHUP, 0) & POLLRDHUP) != 0; }

bool Connection::is_broken() const {
  return (events_of(socket_, 0, 0) & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

std::string Connection::address() const {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  std::array<char, NI_MAXHOST> text{};
  const bool is_known = ::getpeername(socket_, reinterpret_cast<sockaddr*>(&peer), &size) == 0 &&
                        ::getnameinfo(reinterpret_cast<const sockaddr*>(&peer), size, text.data(),
                                      text.size(), nullptr, 0, NI_NUMERICHOST) == 0;
  return is_known ? std::string(text.data()) : std::string();
}

void Connection::linger() {
  ::shutdown(socket_, SHUT_WR);
  const Clock::time_point deadline = Clock::now() + std::chrono::milliseconds(500);
  while (receive(deadline) == Received::Some) buffer_.clear();
}

}  // namespace drover::serve
