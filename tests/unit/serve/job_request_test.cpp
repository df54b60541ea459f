#include "serve/job_request.h"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "support/format.h"

namespace drover::job_request_test {
using namespace serve;

namespace {

std::variant<JobRequest, std::string> read(const std::string& body) {
  return read_job(format(R"({{"job": "play", "seconds": 10, "request": {}}})", body));
}

JobRequest accepted(const std::string& body) {
  auto request = read(body);
  REQUIRE(std::holds_alternative<JobRequest>(request));
  return std::get<JobRequest>(std::move(request));
}

std::string complaint(const std::string& body) {
  const auto request = read(body);
  const auto* text = std::get_if<std::string>(&request);
  return text == nullptr ? "" : *text;
}

}  // namespace

TEST_CASE("a job has its request, each model once, and at most the server's time") {
  const JobRequest request =
      accepted(R"({"text": "x", "models": ["sc", "tso", "sc"], "max_time": 3, "unroll": 4})");
  CHECK(request.job == "play");
  CHECK(request.models == std::vector<std::string>{"sc", "tso"});
  CHECK(request.seconds == 3);
  CHECK(request.unroll == 4);
  CHECK(accepted(R"({"max_time": 99})").seconds == 10);
  CHECK(std::holds_alternative<std::string>(read_job("{}")));
  CHECK(std::holds_alternative<std::string>(read_job("[")));
}

TEST_CASE("a request's own model has a name, and its others are built in") {
  const JobRequest request =
      accepted(R"({"own_model": {"name": "m.cat", "text": "acyclic po"}, "models": ["m.cat"]})");
  CHECK(request.model_options.texts.contains("m.cat"));
  CHECK(accepted(R"({"own_model": {"text": ""}})").model_options.texts.contains("own.cat"));
  CHECK(complaint(R"({"models": ["scc"]})").starts_with("there is no model `scc`"));
  CHECK(complaint(R"({"models": ["/etc/x.cat"]})").starts_with("there is no model"));
}

TEST_CASE("a request that is not understood is refused with the reason") {
  CHECK(complaint(R"({"text": 7})") == "`text` is not a text");
  CHECK(complaint(R"({"name": "a/b"})") == "`name` has a folder");
  CHECK(complaint(R"({"models": "sc"})") == "`models` is not a list");
  CHECK(complaint(R"({"models": [1]})") == "`models` has something that is not a name");
  CHECK(complaint(R"({"unroll": 0})") == "`unroll` is a number from 1 to 10000");
  CHECK(complaint(R"({"max_time": -1})") == "`max_time` is a number of seconds");
  CHECK(complaint(R"({"constants": {"N": 1.5}})") == "the constant `N` is not a whole number");
  CHECK(complaint(R"({"own_model": {"name": "m", "text": ""}})") ==
        "the name of `own_model` ends in `.cat` and has no folder");
}

TEST_CASE("a program is read with the first of its models, or its usual one") {
  const std::string text = "shared x; thread t { x := 1; }";
  const AskedProgram usual = read_program(accepted(format(R"({{"text": "{}"}})", text)));
  REQUIRE(usual.model);
  CHECK(usual.model_name == "rc11");
  const AskedProgram tso =
      read_program(accepted(format(R"({{"text": "{}", "models": ["tso", "sc"]}})", text)));
  CHECK(tso.model_name == "tso");
  const AskedProgram wrong = read_program(accepted(R"({"text": "thread t { r := y; }"})"));
  CHECK(wrong.model == nullptr);
  CHECK(!wrong.complaints.empty());
  const AskedProgram compiled =
      read_program(accepted(format(R"({{"text": "{}", "models": ["aarch64"]}})", text)));
  REQUIRE(compiled.model);
  CHECK(compiled.subject.program->architecture == "AArch64");
  const AskedProgram misfit = read_program(accepted(
      R"({"text": "X86 t\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n", "models": ["aarch64"]})"));
  CHECK(misfit.model == nullptr);
  CHECK(!misfit.complaints.empty());
}

}  // namespace drover::job_request_test
