#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "serve/http_message.h"

namespace drover::serve {

using Clock = std::chrono::steady_clock;

// How long a client may take. Each is for the whole of it: who sends a byte now and then does not
// stay longer.
struct Patience {
  std::chrono::milliseconds idle{15'000};  // between requests
  std::chrono::milliseconds head{5'000};   // from the first byte of a request on
  std::chrono::milliseconds body{10'000};
  std::chrono::milliseconds answer{30'000};  // until it has taken an answer
};

// The client has left, or did not ask for anything.
struct Gone {};

// A connection to one client. Owns the socket.
class Connection {
 public:
  Connection(int socket, Patience patience);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The next request, or what to answer instead of it; the connection is then to be closed.
  [[nodiscard]] std::variant<HttpRequest, HttpResponse, Gone> read_request();

  // False if the client did not take it.
  [[nodiscard]] bool send(const HttpResponse& response, AfterResponse after);
  // An answer that is not known yet: `begin`, then any number of blanks, then its body.
  [[nodiscard]] bool begin(const HttpResponse& response, AfterResponse after);
  [[nodiscard]] bool send_blank();
  [[nodiscard]] bool finish(std::string_view body);

  // Whether the client may have left: it sends no more. (It may still be waiting for an answer:
  // that is found out by sending a blank.)
  [[nodiscard]] bool has_hung_up() const;
  // Whether nobody will read an answer.
  [[nodiscard]] bool is_broken() const;
  [[nodiscard]] int socket() const { return socket_; }

  // What the client is still sending is read for a moment, so that it sees the answer before the
  // end of the connection.
  void linger();

 private:
  enum class Received : std::uint8_t { Some, Nothing, End };
  [[nodiscard]] Received receive(Clock::time_point deadline);
  [[nodiscard]] bool send_all(std::string_view text);

  int socket_;
  Patience patience_;
  std::string buffer_;  // what was received and not used yet
};

}  // namespace drover::serve
