#include "cli/fault.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "cli/command_line.h"
#include "support/check.h"
#include "support/version.h"

namespace drover::fault_test {

namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

cli::FileReport report_of(const std::function<void()>& run, std::string_view subject) {
  try {
    run();
  } catch (...) {
    return cli::report_of_exception(subject);
  }
  return {};
}

struct Ended {
  int status = 0;  // as wait() gives it
  std::string errors;
};

// Runs something in a process of its own, as main would.
Ended run_apart(const std::function<void()>& run) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // doctest has a handler
    cli::tell_faults_on_abort();
    run();
    _exit(0);
  }
  close(ends[1]);
  Ended ended;
  std::array<char, 1024> buffer{};
  for (ssize_t n = 1; n > 0;) {
    n = read(ends[0], buffer.data(), buffer.size());
    if (n > 0) ended.errors.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  waitpid(child, &ended.status, 0);
  return ended;
}

void check_is_fault(const Ended& ended, std::string_view part) {
  CHECK(contains(ended.errors, part));
  if (ChecksAreOn) {
    CHECK(WIFSIGNALED(ended.status));
    return;
  }
  REQUIRE(WIFEXITED(ended.status));
  CHECK(WEXITSTATUS(ended.status) == cli::ExitFault);
  CHECK(contains(ended.errors, "fault of Drover " + std::string(version())));
}

}  // namespace

TEST_CASE("an unexpected exception is a fault of Drover, and says so") {
  const cli::FileReport report = report_of([] { throw std::logic_error("the cause"); }, "some.drv");
  CHECK(report.status == cli::ExitFault);
  CHECK(report.report.empty());
  CHECK(contains(report.complaints, "drover: some.drv: internal error: the cause\n"));
  CHECK(contains(report.complaints, "fault of Drover " + version_with_commit()));
  CHECK(contains(report.complaints, "Please report it"));
  const cli::FileReport odd = report_of([] { throw 3; }, "");
  CHECK(odd.status == cli::ExitFault);
  CHECK(contains(odd.complaints, "drover: internal error: "));
}

TEST_CASE("running out of memory has the status of a limit") {
  const cli::FileReport report = report_of([] { throw std::bad_alloc(); }, "some.drv");
  CHECK(report.status == cli::ExitIncomplete);
  CHECK(report.complaints == "drover: some.drv: out of memory\n");
  CHECK(report_of([] { throw std::bad_alloc(); }, "").complaints == "drover: out of memory\n");
}

TEST_CASE("an internal check that fails ends with the status of faults") {
  check_is_fault(run_apart([] { DROVER_CHECK(false, "this must hold"); }), "this must hold");
}

TEST_CASE("an exception that leaves a thread ends with the status of faults") {
  check_is_fault(
      run_apart([] { std::thread([] { throw std::runtime_error("from a thread"); }).join(); }),
      "from a thread");
}

TEST_CASE("the status of a fault overrides all others") {
  for (const int other : {cli::ExitVerified, cli::ExitViolation, cli::ExitBadInput,
                          cli::ExitIncomplete, cli::ExitFault}) {
    CHECK(cli::worse(cli::ExitFault, other) == cli::ExitFault);
    CHECK(cli::worse(other, cli::ExitFault) == cli::ExitFault);
  }
  CHECK(cli::worse(cli::ExitIncomplete, cli::ExitViolation) == cli::ExitViolation);
  CHECK(cli::worse(cli::ExitViolation, cli::ExitBadInput) == cli::ExitBadInput);
}

}  // namespace drover::fault_test
