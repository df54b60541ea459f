#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "support/json.h"
#include "support/process.h"

namespace drover::lsp {

// Result of a child process.
struct JobResult {
  bool is_finished = false;  // it ended by itself
  int status = 0;            // exit status, if finished
  std::string output;
  std::string problem;  // why it is not finished
};

struct Job {
  std::vector<std::string> arguments;  // without the program
  std::string input;                   // its standard input
  std::string folder;                  // working directory; empty: the current one
  double max_seconds = 10;
  std::uint64_t max_memory = 2048;  // in MiB
  std::function<void(const JobResult&)> done;
};

// Returns the JSON objects in a process's output, one per line; other lines are messages.
[[nodiscard]] std::vector<Json> objects_in(const std::string& output);

using JobId = std::uint64_t;

// Runs this program again in child processes: a run that takes too much time or memory ends its own
// process, not the server. Single-threaded: the caller calls `work`.
class JobRunner {
 public:
  JobRunner(std::string program, std::size_t limit) : program_(std::move(program)), limit_(limit) {}
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  // Queues the job if others are running.
  JobId start(Job job);
  // Does not call `done`.
  void cancel(JobId id);
  [[nodiscard]] bool is_busy() const { return !running_.empty() || !waiting_.empty(); }

  // Returns the descriptors to poll for input.
  [[nodiscard]] std::vector<int> descriptors() const;
  // Returns the timeout of a poll in milliseconds; -1: none.
  [[nodiscard]] int patience() const;
  // Reads the output of children, ends those that are done or too slow, starts others.
  void work();

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    JobId id = 0;
    Job job;
    std::unique_ptr<Process> process = nullptr;
    Clock::time_point deadline = {};
    JobResult result = {};
    bool is_at_end = false;
  };

  void start_waiting();
  bool launch(Running& running);
  static void read_output(Running& running);
  static void finish(Running& running);

  std::string program_;
  std::size_t limit_;
  JobId next_ = 1;
  std::list<Running> waiting_;
  std::list<Running> running_;
};

}  // namespace drover::lsp
