#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "support/json.h"
#include "support/process.h"

namespace drover::lsp {

// What a child process gave.
struct JobResult {
  bool is_finished = false;  // it came to its end by itself
  int status = 0;            // then, its exit status
  std::string output;
  std::string problem;  // why it did not
};

struct Job {
  std::vector<std::string> arguments;  // without the program
  std::string input;                   // its standard input
  std::string folder;                  // where it runs; empty: here
  double max_seconds = 10;
  std::uint64_t max_memory = 2048;  // in MiB
  std::function<void(const JobResult&)> done;
};

// The JSON objects that a process printed, one per line; other lines are messages.
[[nodiscard]] std::vector<Json> objects_in(const std::string& output);

using JobId = std::uint64_t;

// Runs this program again, in processes of their own: what takes too long, or too much memory, ends
// with its process and not with the server. One thread: somebody calls `work`.
class JobRunner {
 public:
  JobRunner(std::string program, std::size_t limit) : program_(std::move(program)), limit_(limit) {}
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  // Waits its turn if others are running.
  JobId start(Job job);
  // Its `done` is not called.
  void cancel(JobId id);
  [[nodiscard]] bool is_busy() const { return !running_.empty() || !waiting_.empty(); }

  // What to poll for input.
  [[nodiscard]] std::vector<int> descriptors() const;
  // How long a poll may wait, in milliseconds; -1: forever.
  [[nodiscard]] int patience() const;
  // Takes what children have written, ends those that are done or too slow, starts others.
  void work();

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    JobId id = 0;
    Job job;
  };
  struct Running {
    JobId id = 0;
    Job job;
    std::unique_ptr<Process> process;
    Clock::time_point deadline;
    JobResult result;
    bool is_at_end = false;
  };

  void start_waiting();
  bool launch(Running& running);
  static void read_output(Running& running);
  static void finish(Running& running);

  std::string program_;
  std::size_t limit_;
  JobId next_ = 1;
  std::deque<Waiting> waiting_;
  std::list<Running> running_;
};

}  // namespace drover::lsp
