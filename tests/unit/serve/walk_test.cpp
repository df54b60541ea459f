#include "serve/walk.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/support/job_text.h"

namespace drover::walk_test {
using namespace serve;
using namespace testing;

namespace {

// The walks of the execution of store buffering in which both threads read 0, under a model.
std::string walk_kind(std::string_view model) {
  const Json report =
      job_json("report", Json{{"text", StoreBuffering}, {"models", Json::array({model})}});
  const Json& outcome = report.at("programs").front().at("outcomes").front();
  const Json& note = outcome.at("executions").front().at("drawing").at("annotation");
  if (note.at("walks").items().empty()) return "none";
  return note.at("walks").front().at("kind").text().value_or("");
}

}  // namespace

TEST_CASE("an execution is walked through memory, buffers or views, as the model has them") {
  CHECK(walk_kind("sc") == "none");
  CHECK(walk_kind("tso") == "buffers");
  CHECK(walk_kind("pso") == "buffers");
  CHECK(walk_kind("ra") == "views");
}

TEST_CASE("a buffered write reaches memory in a step of its own") {
  const Json report =
      job_json("report", Json{{"text", StoreBuffering}, {"models", Json::array({"tso"})}});
  const Json& outcome = report.at("programs").front().at("outcomes").front();
  const Json& walk =
      outcome.at("executions").front().at("drawing").at("annotation").at("walks").front();
  const Json::Array& steps = walk.at("steps").items();
  REQUIRE(steps.size() == 6);
  CHECK(steps.front().at("text").text() == "a: a W x = 1, into the buffer");
  CHECK(steps.front().at("memory").dump() == R"(["0","0"])");
  CHECK(steps.back().at("memory").dump() == R"(["1","1"])");
}

TEST_CASE("models with the same walk share it") {
  const Json report = job_json(
      "report", Json{{"text", StoreBuffering}, {"models", Json::array({"tso", "pso", "ra"})}});
  const Json& outcome = report.at("programs").front().at("outcomes").front();
  const Json& note = outcome.at("executions").front().at("drawing").at("annotation");
  REQUIRE(note.at("walks").items().size() == 2);
  CHECK(note.at("walks").front().at("models").items().size() == 2);
}

}  // namespace drover::walk_test
