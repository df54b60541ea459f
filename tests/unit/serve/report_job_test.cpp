#include <doctest/doctest.h>

#include <string>

#include "tests/support/job_text.h"

namespace drover::report_job_test {
using namespace serve;
using namespace testing;

namespace {

Json both_models() {
  return Json{{"text", StoreBuffering}, {"models", Json::array({"sc", "tso"})}};
}

}  // namespace

TEST_CASE("each drawn execution of a report has a number, and steps if a model allows it") {
  const Json report = job_json("report", both_models());
  const Json& outcome = report.at("programs").front().at("outcomes").front();
  const Json& drawing = outcome.at("executions").front().at("drawing");
  CHECK(drawing.at("annotation").at("number").whole_number() == 0);
  CHECK(drawing.at("annotation").at("walks").front().at("kind").text() == "buffers");
}

TEST_CASE("a picture of a report has the number that the report gave it") {
  Json request = both_models();
  request["picture"] = 0;
  request["format"] = "dot";
  CHECK(run_job("draw", request).output.starts_with("digraph execution {"));
  request["picture"] = 999;
  CHECK(run_job("draw", request).complaints.find("no such picture") != std::string::npos);
  request["format"] = "png";
  CHECK(run_job("draw", request).status == 2);
}

TEST_CASE("a report whose loop is cut has the status of a limit") {
  const Json request{{"text", "shared x; thread a { while (x == 0) { x := 0; } }"},
                     {"models", Json::array({"sc"})},
                     {"unroll", 2}};
  CHECK(run_job("report", request).status == 3);
}

TEST_CASE("the models of a request are described, or else all built-in ones") {
  CHECK(job_json("models", Json{{"models", Json::array({"sc"})}}).items().size() == 1);
  CHECK(job_json("models", Json::object()).items().size() > 5);
}

}  // namespace drover::report_job_test
