#include "support/process.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <string>

namespace drover::process_test {

namespace {

ProcessSettings shell(const std::string& script) {
  return {.program = "sh", .arguments = {"sh", "-c", script}};
}

void read_all(Process& process) {
  while (!process.is_at_end() && !process.has_too_much()) {
    process.wait_for_output(1000);
    process.read();
  }
}

}  // namespace

TEST_CASE("process: input, output and exit status are passed on") {
  ProcessSettings settings = shell("cat; pwd; echo wrong >&2; exit 3");
  settings.input = std::string(200000, 'x') + "\n";
  settings.folder = "/";
  Process process(settings);
  REQUIRE(process.start_error() == 0);
  read_all(process);
  CHECK(process.output == settings.input + "/\n");
  CHECK(process.errors == "wrong\n");
  const int status = process.wait_for_status();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(process.status() == status);
}

TEST_CASE("process: a missing program is a start error") {
  Process process({.program = "/no/such/program", .arguments = {"program"}});
  CHECK(process.start_error() == ENOENT);
  CHECK(process.is_at_end());
  CHECK_FALSE(process.status());
}

TEST_CASE("process: too much output, an ended process and a limit are reported") {
  ProcessSettings settings = shell("echo note >&2; exec yes");
  settings.joins_streams = true;
  settings.max_output = 1000000;
  settings.has_own_group = true;
  Process process(settings);
  read_all(process);
  CHECK(process.has_too_much());
  CHECK(process.output.starts_with("note\n"));
  CHECK(process.errors.empty());
  process.end();
  CHECK(WTERMSIG(process.wait_for_status()) == SIGKILL);

  ProcessSettings limited = shell("ulimit -t");
  limited.limits = {{RLIMIT_CPU, 17}};
  limited.is_confined = true;
  Process other(limited);
  read_all(other);
  CHECK(other.output == "17\n");
}

}  // namespace drover::process_test
