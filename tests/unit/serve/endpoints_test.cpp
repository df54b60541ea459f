#include "serve/endpoints.h"

#include <doctest/doctest.h>

#include <csignal>
#include <string>

#include "support/json.h"
#include "tests/support/job_text.h"

namespace drover::endpoints_test {
using namespace serve;
using namespace testing;

namespace {

const Endpoint Lines{"/api/check", "check", nullptr, OutputIs::Lines};

Json answer(const RunOutcome& outcome) {
  return Json::parse(answer_of(Lines, outcome, {.seconds = 7, .memory = 99})).value_or(nullptr);
}

}  // namespace

TEST_CASE("a quick run has at most five seconds, a long one what the server allows") {
  CHECK(limits_on(Lane::Quick, {.seconds = 30}).seconds == 5);
  CHECK(limits_on(Lane::Quick, {.seconds = 2}).seconds == 2);
  CHECK(limits_on(Lane::Long, {.seconds = 30}).seconds == 30);
}

TEST_CASE("lines of output become a list without the line that was cut") {
  const Json json = answer({.code = 1, .output = "{\"a\":1}\n\n2\n{\"b\"", .complaints = "why"});
  CHECK(json.at("status").whole_number() == 1);
  CHECK(json.at("result").dump() == R"([{"a":1},2])");
  CHECK(json.at("messages").text() == "why");
  CHECK(json.at("error").is_null());
}

TEST_CASE("a run that did not end by itself has an error that names the reason, and no status") {
  const auto kind = [](const RunOutcome& outcome) {
    return answer(outcome).at("error").at("kind").text();
  };
  CHECK(kind({.end = RunEnd::TimedOut}) == "time");
  CHECK(kind({.end = RunEnd::TooMuchOutput}) == "output");
  CHECK(kind({.end = RunEnd::Stopped}) == "stopped");
  CHECK(kind({.end = RunEnd::NotStarted}) == "busy");
  CHECK(kind({.end = RunEnd::Signalled, .code = SIGKILL}) == "memory");
  CHECK(kind({.end = RunEnd::Signalled, .code = SIGSEGV}) == "crash");
  CHECK(answer({.end = RunEnd::TimedOut}).at("status").is_null());
}

TEST_CASE("status 3 without output means lack of memory, from status 4 on the run has crashed") {
  const Json memory = answer({.code = 3});
  CHECK(memory.at("error").at("kind").text() == "memory");
  CHECK(memory.at("error").at("text").text().value_or("").find("99 MiB") != std::string::npos);
  CHECK(answer({.code = 3, .output = "{}\n"}).at("error").is_null());
  CHECK(answer({.code = 4}).at("error").at("kind").text() == "crash");
  CHECK(answer({.code = 9}).at("error").at("kind").text() == "crash");
}

TEST_CASE("output that is not one JSON value is null") {
  const Endpoint one{"/api/play", "play", nullptr, OutputIs::Json};
  const auto result = [&](const std::string& output) {
    return Json::parse(answer_of(one, {.output = output}, {}))
        .value_or(nullptr)
        .at("result")
        .dump();
  };
  CHECK(result("{\"a\":1}\n") == R"({"a":1})");
  CHECK(result("{\"a\":") == "null");
  const Endpoint text{"/api/convert", "convert", nullptr, OutputIs::Text};
  CHECK(answer_of(text, {.output = "a\n"}, {}).find(R"("result":"a\n")") != std::string::npos);
}

}  // namespace drover::endpoints_test
