#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

#include "serve/http_message.h"

namespace drover::serve {

using Clock = std::chrono::steady_clock;

// Time limits for a client. Each limits the whole phase, so that a slow sender cannot stay longer.
struct Patience {
  std::chrono::milliseconds idle{15'000};  // between requests
  std::chrono::milliseconds head{5'000};   // from the first byte of a request
  std::chrono::milliseconds body{10'000};
  std::chrono::milliseconds answer{30'000};  // until the client has received an answer
};

// The client has left, or sent no request.
struct Gone {};

// A connection to one client. Owns the socket.
class Connection {
 public:
  Connection(int socket, Patience patience);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Returns the next request, or an answer to an invalid request; then close the connection.
  [[nodiscard]] std::variant<HttpRequest, HttpResponse, Gone> read_request();

  // False if the client did not receive the response.
  [[nodiscard]] bool send(const HttpResponse& response, AfterResponse after);
  // Send an answer that takes time: `begin`, then any number of blanks, then the body.
  [[nodiscard]] bool begin(const HttpResponse& response, AfterResponse after);
  [[nodiscard]] bool send_blank();
  [[nodiscard]] bool finish(std::string_view body);

  // True if the client sends no more and may have left. It may still wait for an answer: sending a
  // blank shows that.
  [[nodiscard]] bool has_hung_up() const;
  // True if the client cannot receive an answer.
  [[nodiscard]] bool is_broken() const;
  [[nodiscard]] int socket() const { return socket_; }
  // Returns the client's address, without its port; empty if it is unknown.
  [[nodiscard]] std::string address() const;

  // Reads pending input for a moment, so that the client sees the answer before the connection
  // ends.
  void linger();

 private:
  enum class Received : std::uint8_t { Some, Nothing, End };
  [[nodiscard]] Received receive(Clock::time_point deadline);
  [[nodiscard]] bool send_all(std::string_view text);

  int socket_;
  Patience patience_;
  std::string buffer_;  // received, not yet used
};

}  // namespace drover::serve
