// The server's loop and its answers.
//
// Each connection has a thread, which reads requests and answers them one by one. A request that
// needs a run enters a queue, then starts a child and waits for it; meanwhile the thread checks
// that the client is still there. Slow answers are sent in chunks, with a blank now and then: JSON
// may begin with blanks, and a failed send shows that the client has left.

#include "serve/server.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "serve/collect.h"
#include "serve/endpoints.h"
#include "serve/gallery.h"
#include "serve/http_message.h"
#include "serve/page_files.h"
#include "serve/run_outcome.h"
#include "serve/run_queue.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/json.h"
#include "support/process.h"
#include "support/version.h"

namespace drover::serve {

namespace {

using namespace std::chrono_literals;

// Clients beyond this number are told that the server is busy.
constexpr std::size_t MaxConnections = 512;
// With more connections, none is kept open for another request.
constexpr std::size_t MaxIdle = 64;
constexpr std::size_t MaxWaiting = 400;
constexpr std::size_t QuickRuns = 2;
constexpr std::size_t MaxIdSize = 64;

std::size_t runs_at_once(const ServeOptions& options) {
  if (options.runs > 0) return options.runs;
  return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

// True for a valid run id of a client: letters, digits, dashes.
bool is_id(std::string_view text) {
  return text.size() <= MaxIdSize && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '-';
         });
}

bool is_json(const HttpRequest& request) {
  const std::string_view type = request.header("content-type");
  return type == "application/json" || type.starts_with("application/json;");
}

HttpResponse json_response(const Json& json) { return {.body = json.dump() + "\n"}; }

HttpResponse not_found() {
  return refusal(404, "path", "there is nothing here; docs/serve.md lists what there is");
}

HttpResponse wrong_method(std::string_view allowed) {
  HttpResponse response = refusal(405, "method", format("this takes {} only", allowed));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

constexpr std::string_view RunPrefix = "/api/run/";

ProcessSettings settings_of(const std::vector<std::string>& arguments, std::string input,
                            const RunLimits& limits) {
  const double seconds = std::ceil(limits.seconds + RunLimits::Grace) + 1;
  ProcessSettings settings{
      .program = "/proc/self/exe",  // not its path: the file may have been replaced
      .arguments = {"drover"},
      .input = std::move(input),
      .folder = "/",
      .limits = {{RLIMIT_CPU, static_cast<std::uint64_t>(seconds)},
                 {RLIMIT_CORE, 0},
                 {RLIMIT_FSIZE, 0},
                 {RLIMIT_NOFILE, 32}},
      .max_output = limits.output,
      .max_errors = std::size_t{256} << 10,
      .has_own_group = true,
      .is_confined = true};
  settings.arguments.insert(settings.arguments.end(), arguments.begin(), arguments.end());
  if (CanLimitAddresses) settings.limits.emplace_back(RLIMIT_AS, limits.memory << 20U);
  return settings;
}

// This program, started again for one run: in its own process group, with limits, connected by
// pipes only. Ends with its parent process. The destructor ends it.
class ChildProcess {
 public:
  // `arguments`: the command line; `input`: standard input.
  ChildProcess(const std::vector<std::string>& arguments, std::string input,
               const RunLimits& limits)
      : deadline_(start_ + std::chrono::milliseconds(static_cast<std::int64_t>(
                               (limits.seconds + RunLimits::Grace) * 1000))),
        process_(settings_of(arguments, std::move(input), limits)) {}

  // Returns the outcome once the process has ended. Nothing if it still runs after `patience`.
  [[nodiscard]] std::optional<RunOutcome> wait(std::chrono::milliseconds patience) {
    if (process_.start_error() != 0) return RunOutcome{.end = RunEnd::NotStarted};
    const Clock::time_point until = Clock::now() + patience;
    while (!process_.status()) {
      const Clock::time_point now = Clock::now();
      if (now >= deadline_) end(RunEnd::TimedOut);
      if (now >= until) return std::nullopt;
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - now).count();
      // A child that closed its pipes ends soon, without a further event on a pipe.
      const bool is_silent = process_.is_at_end() || process_.has_too_much();
      process_.wait_for_output(
          static_cast<int>(std::clamp<std::int64_t>(left, 1, is_silent ? 2 : 100)));
      process_.read();
      if (process_.has_too_much()) end(RunEnd::TooMuchOutput);
    }
    return outcome();
  }
  // Ends the process; `wait` then returns RunEnd::Stopped.
  void stop() { end(RunEnd::Stopped); }

 private:
  void end(RunEnd why) {
    if (process_.status()) return;
    if (!forced_) forced_ = why;
    process_.end();
  }
  [[nodiscard]] RunOutcome outcome() {
    process_.read();  // the last output
    RunOutcome outcome{.output = std::move(process_.output),
                       .complaints = std::move(process_.errors),
                       .seconds = std::chrono::duration<double>(Clock::now() - start_).count()};
    const int status = process_.wait_for_status();
    if (forced_) {
      outcome.end = *forced_;
    } else if (WIFSIGNALED(status)) {
      outcome.end = WTERMSIG(status) == SIGXCPU ? RunEnd::TimedOut : RunEnd::Signalled;
      outcome.code = WTERMSIG(status);
    } else {
      outcome.code = WEXITSTATUS(status);
    }
    return outcome;
  }

  Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_;
  Process process_;
  std::optional<RunEnd> forced_;  // why the process was killed
};

// The server. It never reads a file that a request names. Child processes with limits do the work
// of requests.
class Server {
 public:
  explicit Server(ServeOptions options)
      : options_(std::move(options)),
        limits_{.seconds = options_.max_seconds, .memory = options_.max_memory},
        hosts_("localhost", 0, {}),
        quick_(QuickRuns, MaxWaiting),
        long_(runs_at_once(options_), MaxWaiting) {}
  ~Server() {
    if (listening_ >= 0) ::close(listening_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Returns why the server cannot listen. Empty on success.
  [[nodiscard]] std::string listen() {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const std::string port = format("{}", options_.port);
    const int failure = ::getaddrinfo(options_.address.c_str(), port.c_str(), &hints, &found);
    if (failure != 0) {
      return format("--address: `{}` is not an address: {}", options_.address,
                    ::gai_strerror(failure));
    }
    listening_ = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int yes = 1;
    ::setsockopt(listening_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const bool is_bound = ::bind(listening_, found->ai_addr, found->ai_addrlen) == 0 &&
                          ::listen(listening_, SOMAXCONN) == 0;
    const int error = errno;
    ::freeaddrinfo(found);
    if (!is_bound) {
      std::string why = format("cannot listen at {}, port {}: {}", options_.address, options_.port,
                               std::strerror(error));
      if (error != EADDRINUSE) return why;
      return why + "; choose another with --port N, or any that is free with --port 0";
    }
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    ::getsockname(listening_, reinterpret_cast<sockaddr*>(&own), &size);
    const in_port_t bound = own.ss_family == AF_INET6
                                ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                : reinterpret_cast<const sockaddr_in&>(own).sin_port;
    options_.port = ntohs(bound);
    std::vector<std::string> names = options_.names;
    std::array<char, 256> host{};
    if (!is_loopback(options_.address) && ::gethostname(host.data(), host.size() - 1) == 0) {
      names.emplace_back(host.data());
    }
    hosts_ = HostCheck(options_.address, options_.port, names);
    return "";
  }
  // Returns `http://127.0.0.1:8765/` once the server listens.
  [[nodiscard]] std::string address() const {
    const bool is_any = options_.address == "0.0.0.0" || options_.address == "::";
    const std::string host = is_any ? "localhost" : options_.address;
    const bool needs_brackets = host.find(':') != std::string::npos;
    return needs_brackets ? format("http://[{}]:{}/", host, options_.port)
                          : format("http://{}:{}/", host, options_.port);
  }
  // Answers requests until the process is interrupted.
  void run() {
    while (!was_interrupted()) {
      pollfd entry{listening_, POLLIN, 0};
      if (::poll(&entry, 1, 200) > 0) accept_one();
    }
    close_all();
  }

 private:
  void accept_one() {
    const int socket = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) {
      // Out of descriptors: other connections must end first.
      if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) std::this_thread::sleep_for(50ms);
      return;
    }
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    {
      const std::lock_guard lock(mutex_);
      if (sockets_.size() >= MaxConnections) return refuse_one(socket);
      sockets_.insert(socket);
      ++threads_;
    }
    try {
      std::thread([this, socket] { serve(socket); }).detach();
    } catch (const std::system_error&) {
      const std::lock_guard lock(mutex_);
      sockets_.erase(socket);
      --threads_;
      refuse_one(socket);
    }
  }
  void refuse_one(int socket) {
    const HttpResponse busy = refusal(503, "busy", "too many connections: try again later");
    const std::string text =
        response_head(busy, BodyLength::Known, AfterResponse::Close) + busy.body;
    (void)!::send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::close(socket);
  }
  void serve(int socket) {
    {
      Connection connection(socket, options_.patience);
      try {
        serve_requests(connection);
      } catch (const std::exception&) {
        // Out of memory: only this connection ends.
      }
      // Before the socket closes and another connection reuses its number.
      const std::lock_guard lock(mutex_);
      sockets_.erase(socket);
    }
    std::unique_lock lock(mutex_);
    --threads_;
    // The waiting thread may destroy the server, so nothing touches the server afterwards.
    std::notify_all_at_thread_exit(closed_, std::move(lock));
  }
  void serve_requests(Connection& connection) {
    while (!is_closing_) {
      auto read = connection.read_request();
      if (std::holds_alternative<Gone>(read)) return;
      if (const auto* fault = std::get_if<HttpResponse>(&read)) {
        if (connection.send(*fault, AfterResponse::Close)) connection.linger();
        return;
      }
      const HttpRequest& request = std::get<HttpRequest>(read);
      if (!answer(connection, request)) return;
      if (after(request) == AfterResponse::Close) return connection.linger();
    }
  }
  // False if the client has left.
  [[nodiscard]] bool answer(Connection& connection, const HttpRequest& request) {
    if (const auto fault = hosts_.find_fault(request)) {
      return connection.send(*fault, after(request));
    }
    if (const Endpoint* endpoint = find_endpoint(request.path)) {
      if (request.method != "POST") return connection.send(wrong_method("POST"), after(request));
      return answer_by_run(connection, request, *endpoint);
    }
    HttpResponse response = answer_at_once(request);
    if (request.method == "HEAD") {
      // A response to HEAD would need the body's length without the body.
      return connection.send(wrong_method("GET"), after(request));
    }
    return connection.send(response, after(request));
  }
  [[nodiscard]] HttpResponse answer_at_once(const HttpRequest& request) {
    if (request.path == "/api/stop") {
      return request.method == "POST" ? stop_run(request) : wrong_method("POST");
    }
    const bool is_run = request.path.starts_with(RunPrefix);
    const bool is_known = is_run || request.path == "/api/gallery" || request.path == "/api/card" ||
                          request.path == "/api/server" || find_page_file(request.path) != nullptr;
    if (!is_known) return not_found();
    if (request.method != "GET") return wrong_method("GET");
    if (is_run) return place_of(std::string_view(request.path).substr(RunPrefix.size()));
    if (request.path == "/api/gallery") return json_response(gallery_json());
    if (request.path == "/api/card") return json_response(card_json());
    if (request.path == "/api/server") return about();
    const PageFile& file = *find_page_file(request.path);
    return {.status = 200, .type = std::string(file.type), .body = file.text()};
  }
  [[nodiscard]] bool answer_by_run(Connection& connection, const HttpRequest& request,
                                   const Endpoint& endpoint) {
    const AfterResponse next = after(request);
    const auto refuse = [&](const HttpResponse& response) {
      return connection.send(response, next);
    };
    if (!is_json(request)) {
      return refuse(refusal(415, "type", "a request has Content-Type: application/json"));
    }
    const auto json = Json::parse(request.body);
    if (!json || !json->is_object()) {
      return refuse(refusal(400, "json", "a request is a JSON object"));
    }
    const std::string_view id = request.header("x-run");
    if (!is_id(id)) return refuse(refusal(400, "run", "`X-Run` has letters, digits and dashes"));
    const std::string_view page = request.header("x-client");
    if (!is_id(page)) {
      return refuse(refusal(400, "client", "`X-Client` has letters, digits and dashes"));
    }
    auto ticket =
        queue_of(endpoint).enter(std::string(id), {connection.address(), std::string(page)});
    if (!ticket) return refuse(refusal(503, "busy", "too many runs are waiting: try again later"));
    const RunLimits limits = limits_on(endpoint.lane, limits_);

    const HttpResponse head;
    bool has_begun = false;
    Clock::time_point next_blank = Clock::now() + 1s;
    // False if the client has left.
    const auto keep_in_touch = [&] {
      if (connection.is_broken()) return false;
      // A client that hung up may have left: sending shows that.
      const auto pause = connection.has_hung_up() ? 100ms : 1000ms;
      if (Clock::now() + (1000ms - pause) < next_blank) return true;
      next_blank = Clock::now() + 1s;
      if (!std::exchange(has_begun, true) && !connection.begin(head, next)) return false;
      return connection.send_blank();
    };
    const auto deliver = [&](const std::string& text) {
      if (has_begun) return connection.finish(text);
      return connection.send({.body = text}, next);
    };
    while (!ticket->wait(100ms)) {
      if (ticket->is_stopped())
        return deliver(answer_of(endpoint, {.end = RunEnd::Stopped}, limits));
      if (!keep_in_touch()) return false;
    }
    ChildProcess child({"serve", "--job"},
                       job_text(endpoint, request.body, limits, options_.exercises), limits);
    std::optional<RunOutcome> outcome;
    while (!(outcome = child.wait(100ms))) {
      if (ticket->is_stopped()) child.stop();
      if (!keep_in_touch()) return false;
    }
    // A graded answer: right or not.
    const bool is_graded = endpoint.job == "exercise-try" && outcome->end == RunEnd::Exited &&
                           (outcome->code == 0 || outcome->code == 1);
    const bool is_kept = is_graded && !options_.collect.empty();
    const Json kept = is_kept ? collect_answer(options_.collect, *json) : Json();
    return deliver(answer_of(endpoint, *outcome, limits, kept));
  }
  [[nodiscard]] HttpResponse place_of(std::string_view id) {
    auto place = quick_.find(id);
    if (!place) place = long_.find(id);
    if (!place) return json_response(Json{{"state", "unknown"}});
    if (place->is_running) return json_response(Json{{"state", "running"}});
    return json_response(Json{{"state", "waiting"}, {"before", place->before}});
  }
  [[nodiscard]] HttpResponse stop_run(const HttpRequest& request) {
    const auto json = is_json(request) ? Json::parse(request.body) : std::nullopt;
    const auto id = json ? json->at("run").text() : std::nullopt;
    if (!id) return refusal(400, "request", R"(a stop is `{"run": ID}`)");
    const bool is_stopped = quick_.stop(*id) || long_.stop(*id);
    return json_response(Json{{"stopped", is_stopped}});
  }
  [[nodiscard]] HttpResponse about() const {
    return json_response(Json{{"version", version_with_commit()},
                              {"max_time", limits_.seconds},
                              {"max_memory", limits_.memory},
                              {"collects", !options_.collect.empty()},
                              {"has_exercises", !options_.exercises.empty()},
                              {"order_models", order_models()}});
  }
  [[nodiscard]] RunQueue& queue_of(const Endpoint& endpoint) {
    return endpoint.lane == Lane::Quick ? quick_ : long_;
  }
  [[nodiscard]] AfterResponse after(const HttpRequest& request) const {
    if (!request.keeps_alive || is_closing_) return AfterResponse::Close;
    const std::lock_guard lock(mutex_);
    return sockets_.size() > MaxIdle ? AfterResponse::Close : AfterResponse::KeepAlive;
  }
  void close_all() {
    is_closing_ = true;
    quick_.stop_all();
    long_.stop_all();
    std::unique_lock lock(mutex_);
    for (const int socket : sockets_) ::shutdown(socket, SHUT_RD);
    closed_.wait(lock, [&] { return threads_ == 0; });
  }

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

}  // namespace

std::string run_server(const ServeOptions& options,
                       const std::function<void(const std::string& address)>& on_ready) {
  Server server(options);
  std::string why = server.listen();
  if (!why.empty()) return why;
  on_ready(server.address());
  server.run();
  return "";
}

}  // namespace drover::serve
