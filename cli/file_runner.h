#pragma once

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "explorer/work/pool.h"

namespace drover::cli {

// What running one file gives.
struct FileReport {
  std::string complaints;  // for standard error
  std::string report;      // for standard output
  int status = 0;
};

void print(const FileReport& report);

// Of two exit statuses the worse: a fault of Drover, then a wrong input, a violation, a limit.
[[nodiscard]] int worse(int a, int b);

// The threads that `-j jobs` stands for: 0 means all processors.
[[nodiscard]] std::size_t thread_count(std::uint32_t jobs);

// Runs files 0 … count-1 on the threads of a pool. Reports come out in the order of the files,
// each as soon as those before it are out. `run` must not throw. Gives the worst status.
[[nodiscard]] int run_files(work::Pool& pool, std::size_t count,
                            const std::function<FileReport(std::size_t)>& run);

}  // namespace drover::cli
