// One thread waits for the editor and for background processes. Its own work takes milliseconds;
// all pending input is read before the next message is answered.

#include "lsp/server.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/frames.h"

namespace drover::lsp {

namespace {

// Writes everything. False if the editor has gone.
bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      pollfd ready{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&ready, 1, -1);
      continue;
    }
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// Returns the available input. Nothing at the end of the stream.
std::optional<std::string> read_some() {
  std::array<char, 65536> bytes{};
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count > 0) return std::string(bytes.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return "";
    return std::nullopt;
  }
}

class Loop {
 public:
  explicit Loop(ServerOptions options)
      : server_(std::move(options), [this](const Json& message) {
          is_connected_ = is_connected_ && write_all(framed(message));
        }) {}

  int run() {
    while (!server_.exit_status()) {
      wait();
      take_input();
      server_.run_background();
      if (server_.has_work()) server_.work();
      const bool is_over = (is_at_end_ && !server_.has_work()) || !is_connected_;
      if (is_over) server_.close();
    }
    return *server_.exit_status();
  }

 private:
  void wait() {
    std::vector<pollfd> ready;
    if (!is_at_end_) ready.push_back({STDIN_FILENO, POLLIN, 0});
    for (const int each : server_.jobs().descriptors()) ready.push_back({each, POLLIN, 0});
    const int patience = server_.has_work() || is_at_end_ ? 0 : server_.patience();
    ::poll(ready.data(), ready.size(), patience);
    has_input_ = !is_at_end_ && ready.front().revents != 0;
  }

  void take_input() {
    // Reads all input, so that a request can be cancelled before its turn.
    while (has_input_) {
      const std::optional<std::string> bytes = read_some();
      is_at_end_ = !bytes;
      if (!bytes || bytes->empty()) break;
      reader_.feed(*bytes);
      pollfd ready{STDIN_FILENO, POLLIN, 0};
      has_input_ = ::poll(&ready, 1, 0) > 0;
    }
    while (auto frame = reader_.next()) server_.receive(*std::move(frame));
  }

  FrameReader reader_;
  bool is_connected_ = true;
  bool is_at_end_ = false;
  bool has_input_ = false;
  Server server_;
};

}  // namespace

int run_server(ServerOptions options) {
  // A failed `write` tells that the editor has gone.
  ::signal(SIGPIPE, SIG_IGN);
  return Loop(std::move(options)).run();
}

}  // namespace drover::lsp
