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

TEST_CASE("a report under models of machines has the program compiled for each machine") {
  const Json request{{"text",
                      "shared x, y; thread a { x@rlx := 1; r := y@rlx; } "
                      "thread b { y@rlx := 1; s := x@rlx; } exists (a:r == 0 && b:s == 0);"},
                     {"models", Json::array({"sc", "aarch64", "rc11", "lkmm"})}};
  const Json report = job_json("report", request);
  const Json::Array& programs = report.at("programs").items();
  REQUIRE(programs.size() == 3);
  CHECK(programs[0].at("compiled").text() == "");
  CHECK(programs[0].at("runs").items().size() == 2);
  CHECK(programs[1].at("compiled").text() == "AArch64 by the mapping `c11-aarch64`");
  CHECK(programs[1].at("runs").front().at("model").text() == "aarch64");
  CHECK(programs[2].at("runs").front().at("model").text() == "lkmm");
  // Drawings are numbered through all of them.
  Json picture = request;
  picture["picture"] = programs[2]
                           .at("outcomes")
                           .front()
                           .at("executions")
                           .front()
                           .at("drawing")
                           .at("annotation")
                           .at("number");
  picture["format"] = "dot";
  picture["model"] = "lkmm";
  CHECK(run_job("draw", picture).output.starts_with("digraph execution {"));
  CHECK(run_job("report", Json{{"text", "X86 t\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n"},
                               {"models", Json::array({"aarch64"})}})
            .complaints.find("`aarch64` applies to AArch64") != std::string::npos);
}

TEST_CASE("axioms and choices are those of the compiled program under a machine's model") {
  const Json request{{"text", StoreBuffering}, {"models", Json::array({"aarch64"})}};
  CHECK(job_json("axioms", request).at("model").text() == "aarch64");
  CHECK(job_json("choose", request).at("model").text() == "aarch64");
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
