#pragma once

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

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

// Runs files 0 … count-1, `jobs` at the same time. Reports come out in the order of the files,
// each as soon as those before it are out. `run` must not throw. Gives the worst status.
[[nodiscard]] int run_in_parallel(std::uint32_t jobs, std::size_t count,
                                  const std::function<FileReport(std::size_t)>& run);

}  // namespace drover::cli
