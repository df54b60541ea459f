#include "cli/file_runner.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "cli/command_line.h"
#include "cli/terminal.h"

namespace drover::cli {

void print(const FileReport& report) {
  write(Stream::Error, report.complaints);
  write(Stream::Output, report.report);
}

int worse(int a, int b) {
  const auto rank = [](int status) {
    constexpr std::array Ranks{0, 2, 3, 1, 4};
    return Ranks[static_cast<std::size_t>(status)];
  };
  return rank(a) >= rank(b) ? a : b;
}

int run_in_parallel(std::uint32_t jobs, std::size_t count,
                    const std::function<FileReport(std::size_t)>& run) {
  std::vector<std::optional<FileReport>> reports(count);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::condition_variable is_done;
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < std::min<std::size_t>(jobs, count); ++i) {
    workers.emplace_back([&] {
      for (std::size_t file = next++; file < count; file = next++) {
        FileReport report = run(file);
        const std::lock_guard lock(mutex);
        reports[file] = std::move(report);
        is_done.notify_one();
      }
    });
  }
  int status = ExitVerified;
  for (std::optional<FileReport>& report : reports) {
    std::unique_lock lock(mutex);
    is_done.wait(lock, [&] { return report.has_value(); });
    lock.unlock();
    print(*report);
    status = worse(status, report->status);
    report->report.clear();
    report->report.shrink_to_fit();
  }
  return status;
}

}  // namespace drover::cli
