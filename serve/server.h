#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "serve/connection.h"
#include "serve/endpoints.h"
#include "serve/http_message.h"
#include "serve/run_queue.h"

namespace drover::serve {

// `drover serve`.
struct ServeOptions {
  std::string address = "127.0.0.1";
  std::uint32_t port = 8765;           // 0: any free port
  std::vector<std::string> names;      // other host names of this machine
  bool opens = false;                  // opens a browser
  double max_seconds = 10;             // per run
  std::uint64_t max_memory = 1024;     // per run, in MiB
  std::uint32_t runs = 0;              // concurrent runs; 0: one per processor
  std::vector<std::string> exercises;  // a teacher's folders and files
  std::string collect;                 // folder for answers; empty: not kept
  Patience patience = {};
};

// The server. It never reads a file that a request names. Child processes with limits do the work
// of requests.
class Server {
 public:
  explicit Server(ServeOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Returns why the server cannot listen. Empty on success.
  [[nodiscard]] std::string listen();
  // Returns `http://127.0.0.1:8765/` once the server listens.
  [[nodiscard]] std::string address() const;
  // Answers requests until the process is interrupted.
  void run();

 private:
  void accept_one();
  void refuse_one(int socket);
  void serve(int socket);
  void serve_requests(Connection& connection);
  [[nodiscard]] bool answer(Connection& connection, const HttpRequest& request);
  [[nodiscard]] HttpResponse answer_at_once(const HttpRequest& request);
  [[nodiscard]] bool answer_by_run(Connection& connection, const HttpRequest& request,
                                   const Endpoint& endpoint);
  [[nodiscard]] HttpResponse place_of(std::string_view id);
  [[nodiscard]] HttpResponse stop_run(const HttpRequest& request);
  [[nodiscard]] HttpResponse about() const;
  [[nodiscard]] RunQueue& queue_of(const Endpoint& endpoint);
  [[nodiscard]] AfterResponse after(const HttpRequest& request) const;
  void close_all();

  ServeOptions options_;
  RunLimits limits_;
  HostCheck hosts_;
  RunQueue quick_;
  RunQueue long_;
  int listening_ = -1;
  std::atomic<bool> is_closing_ = false;
  mutable std::mutex mutex_;
  std::condition_variable closed_;
  std::set<int> sockets_;    // of open connections
  std::size_t threads_ = 0;  // serving connections
};

}  // namespace drover::serve
