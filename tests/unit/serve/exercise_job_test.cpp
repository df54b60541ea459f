#include <doctest/doctest.h>

#include <string>

#include "tests/support/job_text.h"

namespace drover::exercise_job_test {
using namespace serve;
using namespace testing;

namespace {

Json of(const char* exercise) { return Json{{"exercise", exercise}}; }

}  // namespace

TEST_CASE("the form of an exercise has rows for a table, holes for a program, edges for a cycle") {
  const Json table = job_json("exercise-show", of("sb-two-models")).at("form");
  CHECK(table.at("rows").dump() ==
        R"([{"item":"zeros","model":"sc"},{"item":"zeros","model":"tso"}])");
  CHECK(table.at("words").items().size() == 3);
  const Json holes = job_json("exercise-show", of("sb-fences")).at("form");
  CHECK(!holes.at("holes").items().empty());
  CHECK(holes.at("rows").is_null());
  const Json cycle = job_json("exercise-show", of("cycle-sb")).at("form");
  CHECK(!cycle.at("edges").items().empty());
  CHECK(cycle.at("svg").text().has_value());
}

TEST_CASE("the text of an exercise for a page leaves out the programs that its fields contain") {
  const Json fences = job_json("exercise-show", of("sb-fences"));
  CHECK(fences.at("question").text().value_or("").find("[[") != std::string::npos);
  const std::string text = fences.at("text").text().value_or("");
  CHECK(text.find("[[") == std::string::npos);
  CHECK(text.find("Answer with") == std::string::npos);
  CHECK(text.find("outcome") != std::string::npos);
  const std::string table =
      job_json("exercise-show", of("sb-two-models")).at("text").text().value_or("");
  CHECK(table.find("thread") != std::string::npos);
  CHECK(table.find("level") == std::string::npos);
}

TEST_CASE("only as many hints are given as are asked for") {
  CHECK(job_json("exercise-hint", of("sb-two-models")).at("hints").items().size() == 1);
  Json two = of("sb-two-models");
  two["hints"] = 2;
  CHECK(job_json("exercise-hint", two).at("hints").items().size() == 2);
}

TEST_CASE("a right answer has status 0, a wrong one status 1") {
  Json answer = of("sb-two-models");
  answer["answer"] = "sc: forbidden, tso: allowed";
  CHECK(job_json("exercise-try", answer).at("verdict").text() == "right");
  answer["answer"] = "sc: allowed, tso: allowed";
  CHECK(run_job("exercise-try", answer).status == 1);
}

TEST_CASE("an exercise is named, never a file") {
  const JobAnswer file = run_job("exercise-show", of("exercises/sb-two-models.exercise"));
  CHECK(file.status == 2);
  const JobAnswer similar = run_job("exercise-show", of("sb-two-model"));
  CHECK(similar.complaints.find("did you mean `sb-two-models`?") != std::string::npos);
}

}  // namespace drover::exercise_job_test
