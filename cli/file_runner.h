#pragma once

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/work/pool.h"

namespace drover::cli {

// Result of running one file.
struct FileReport {
  std::string complaints;  // for standard error
  std::string report;      // for standard output
  int status = 0;
};

void print(const FileReport& report);

// Refuses a call: prints `drover: WHY` on standard error. Returns the exit status.
[[nodiscard]] int refuse(std::string_view why);

// Returns the worse of two exit statuses: a fault of Drover, then bad input, a violation, a limit.
[[nodiscard]] int worse(int a, int b);

// Returns the number of threads for `-j jobs`: 0 means all processors.
[[nodiscard]] std::size_t thread_count(std::uint32_t jobs);

// Runs one file. Turns an exception into a report, so that the other files still run.
[[nodiscard]] FileReport run_guarded(const std::string& file,
                                     const std::function<FileReport()>& run);

// Runs files one after the other, until the run is interrupted, and prints `between` reports.
// Returns the worst status.
[[nodiscard]] int run_in_turn(const std::vector<std::string>& files, std::string_view between,
                              const std::function<FileReport(const std::string&)>& run);

// Runs files 0 … count-1 on the threads of a pool. Prints reports in the order of the files, as
// early as possible. `run` must not throw. Returns the worst status.
[[nodiscard]] int run_files(work::Pool& pool, std::size_t count,
                            const std::function<FileReport(std::size_t)>& run);

}  // namespace drover::cli
