#include <doctest/doctest.h>

#include "tests/support/job_text.h"

namespace drover::jobs_test {
using namespace serve;
using namespace testing;

TEST_CASE("an endpoint is found by its whole path") {
  REQUIRE(find_endpoint("/api/play") != nullptr);
  CHECK(find_endpoint("/api/play")->job == "play");
  CHECK(find_endpoint("/api/pla") == nullptr);
}

TEST_CASE("a command, and a name that no job has, are not run as jobs") {
  CHECK(!serve::run_job(job_request("check", Json::object())));
  CHECK(!serve::run_job(job_request("nothing", Json::object())));
  // `draw` with the number of a picture is a job, without it a command.
  CHECK(!serve::run_job(job_request("draw", Json::object())));
  CHECK(serve::run_job(job_request("draw", Json{{"picture", 0}})));
}

TEST_CASE("a refusal is a message with the program's name, or lines as they are") {
  CHECK(refused("no").complaints == "drover: no\n");
  CHECK(refused("a:1: error\n").complaints == "a:1: error\n");
  CHECK(refused("no").status == 2);
}

}  // namespace drover::jobs_test
