#include "cli/file_runner.h"

#include <array>
#include <mutex>
#include <optional>
#include <vector>

#include "cli/command_line.h"
#include "cli/fault.h"
#include "cli/memory_limit.h"
#include "cli/terminal.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::cli {

void print(const FileReport& report) {
  write(Stream::Error, report.complaints);
  write(Stream::Output, report.report);
}

int refuse(std::string_view why) {
  write(Stream::Error, format("drover: {}\n", why));
  return ExitBadInput;
}

int worse(int a, int b) {
  const auto rank = [](int status) {
    constexpr std::array Ranks{0, 2, 3, 1, 4};
    return Ranks[static_cast<std::size_t>(status)];
  };
  return rank(a) >= rank(b) ? a : b;
}

std::size_t thread_count(std::uint32_t jobs) { return jobs == 0 ? work::processor_count() : jobs; }

FileReport run_guarded(const std::string& file, const std::function<FileReport()>& run) {
  try {
    const AllocationGuard allocations;
    return run();
  } catch (...) {
    return report_of_exception(file);
  }
}

int run_in_turn(const std::vector<std::string>& files, std::string_view between,
                const std::function<FileReport(const std::string&)>& run) {
  int status = ExitVerified;
  for (const std::string& file : files) {
    if (was_interrupted()) return worse(status, ExitIncomplete);
    if (&file != &files.front()) write(Stream::Output, between);
    const FileReport report = run_guarded(file, [&] { return run(file); });
    print(report);
    recover_memory();
    status = worse(status, report.status);
  }
  return status;
}

int run_files(work::Pool& pool, std::size_t count,
              const std::function<FileReport(std::size_t)>& run) {
  std::vector<std::optional<FileReport>> reports(count);
  std::mutex mutex;
  std::size_t printed = 0;
  int status = ExitVerified;
  pool.run(count, [&](std::size_t file) {
    FileReport report = run(file);
    recover_memory();
    const std::lock_guard lock(mutex);
    reports[file] = std::move(report);
    for (; printed < count && reports[printed]; ++printed) {
      print(*reports[printed]);
      status = worse(status, reports[printed]->status);
      *reports[printed] = {};
    }
  });
  return status;
}

}  // namespace drover::cli
