#include "lsp/jobs.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

#include "support/format.h"

namespace drover::lsp {

namespace {

constexpr std::size_t MaxOutput = std::size_t{32} << 20;
// What a child may take longer than its own limit, to say that it reached it.
constexpr double Grace = 3;

// A file that is gone when it is closed. -1 if there cannot be one.
int file_with(const std::string& text) {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) return -1;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                          std::fflush(file) == 0 && std::fseek(file, 0, SEEK_SET) == 0;
  const int copy = is_written ? ::dup(::fileno(file)) : -1;
  std::fclose(file);
  if (copy >= 0) ::lseek(copy, 0, SEEK_SET);
  return copy;
}

// The status of a process that ends soon; nothing if it does not.
std::optional<int> wait_a_little(int process) {
  constexpr int Rounds = 200;
  constexpr useconds_t Pause = 5000;
  for (int round = 0; round < Rounds; ++round) {
    int status = 0;
    if (::waitpid(process, &status, WNOHANG) == process) return status;
    ::usleep(Pause);
  }
  return std::nullopt;
}

struct ChildSetting {
  const char* program;
  char* const* arguments;
  const char* folder;
  int input;
  int output;
  std::uint64_t memory;  // in bytes
};

// Between fork and exec: only what is safe there.
[[noreturn]] void become(const ChildSetting& setting) {
  ::setpgid(0, 0);
  // AddressSanitizer reserves more than any limit.
#ifndef __SANITIZE_ADDRESS__
  const rlimit limit{setting.memory, setting.memory};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::dup2(setting.input, STDIN_FILENO);
  ::dup2(setting.output, STDOUT_FILENO);
  ::dup2(setting.output, STDERR_FILENO);
  constexpr int Failed = 127;
  if (setting.folder[0] != '\0' && ::chdir(setting.folder) != 0) ::_exit(Failed);
  ::execv(setting.program, setting.arguments);
  ::_exit(Failed);
}

}  // namespace

std::vector<Json> objects_in(const std::string& output) {
  std::vector<Json> out;
  std::size_t at = 0;
  while (at < output.size()) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    if (output[at] == '{') {
      auto json = Json::parse(std::string_view(output).substr(at, end - at));
      if (json) out.push_back(*std::move(json));
    }
    at = end + 1;
  }
  return out;
}

JobRunner::~JobRunner() {
  for (Running& each : running_) end(each);
}

JobId JobRunner::start(Job job) {
  const JobId id = next_++;
  waiting_.push_back({id, std::move(job)});
  start_waiting();
  return id;
}

void JobRunner::cancel(JobId id) {
  std::erase_if(waiting_, [&](const Waiting& each) { return each.id == id; });
  const auto found = std::ranges::find(running_, id, &Running::id);
  if (found == running_.end()) return;
  end(*found);
  running_.erase(found);
  start_waiting();
}

// Kills it with its own children.
void JobRunner::end(Running& running) {
  if (running.process > 0) {
    ::kill(-running.process, SIGKILL);
    ::kill(running.process, SIGKILL);
    int status = 0;
    while (::waitpid(running.process, &status, 0) < 0 && errno == EINTR) {
    }
    running.process = 0;
    if (WIFEXITED(status)) running.result.status = WEXITSTATUS(status);
  }
  if (running.output >= 0) ::close(running.output);
  running.output = -1;
}

bool JobRunner::launch(Running& running) {
  std::vector<std::string> words{program_};
  words.insert(words.end(), running.job.arguments.begin(), running.job.arguments.end());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int input = file_with(running.job.input);
  std::array<int, 2> ends{-1, -1};
  if (input < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
    if (input >= 0) ::close(input);
    return false;
  }
  const ChildSetting setting{program_.c_str(),
                             arguments.data(),
                             running.job.folder.c_str(),
                             input,
                             ends[1],
                             running.job.max_memory << 20U};
  const int process = ::fork();
  if (process == 0) become(setting);
  ::close(input);
  ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    return false;
  }
  ::setpgid(process, process);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  running.process = process;
  running.output = ends[0];
  const auto allowed = std::chrono::duration<double>(running.job.max_seconds + Grace);
  running.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(allowed);
  return true;
}

void JobRunner::start_waiting() {
  while (running_.size() < limit_ && !waiting_.empty()) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    Running& running = running_.emplace_back();
    running.id = next.id;
    running.job = std::move(next.job);
    if (launch(running)) continue;
    // Told by `work`, not from inside the call that started it.
    running.is_at_end = true;
    running.result.problem = "a process could not be started";
  }
}

std::vector<int> JobRunner::descriptors() const {
  std::vector<int> out;
  for (const Running& each : running_) {
    if (each.output >= 0) out.push_back(each.output);
  }
  return out;
}

int JobRunner::patience() const {
  int least = -1;
  for (const Running& each : running_) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(each.deadline - Clock::now()).count();
    const int wait = each.is_at_end ? 0 : static_cast<int>(std::max<std::int64_t>(0, left)) + 1;
    least = least < 0 ? wait : std::min(least, wait);
  }
  return least;
}

void JobRunner::read_output(Running& running) {
  std::array<char, 65536> bytes{};
  while (running.output >= 0) {
    const ssize_t count = ::read(running.output, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (count <= 0) {
      running.is_at_end = true;
      return;
    }
    running.result.output.append(bytes.data(), static_cast<std::size_t>(count));
    if (running.result.output.size() <= MaxOutput) continue;
    running.result.problem = "it wrote too much";
    running.is_at_end = true;
    return;
  }
}

void JobRunner::finish(Running& running) {
  const bool is_orderly = running.result.problem.empty() && running.process > 0;
  if (is_orderly) {
    const std::optional<int> status = wait_a_little(running.process);
    if (status) {
      running.process = 0;
      running.result.is_finished = WIFEXITED(*status);
      running.result.status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 0;
      if (WIFSIGNALED(*status)) {
        running.result.problem = format("it was ended by signal {}", WTERMSIG(*status));
      }
    } else {
      running.result.problem = "it closed its output and kept running";
    }
  }
  end(running);
}

void JobRunner::work() {
  std::vector<Running> done;
  for (auto at = running_.begin(); at != running_.end();) {
    read_output(*at);
    if (!at->is_at_end && Clock::now() >= at->deadline) {
      at->result.problem = format("it took more than {} seconds", at->job.max_seconds);
      at->is_at_end = true;
    }
    if (!at->is_at_end) {
      ++at;
      continue;
    }
    finish(*at);
    done.push_back(std::move(*at));
    at = running_.erase(at);
  }
  start_waiting();
  // Last: they may start or cancel others.
  for (Running& each : done) each.job.done(each.result);
}

}  // namespace drover::lsp
