#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/support/job_text.h"

namespace drover::choose_job_test {
using namespace serve;
using namespace testing;

namespace {

Json asked(std::string_view model, const Json& choices) {
  return Json{{"text", StoreBuffering}, {"models", Json::array({model})}, {"choices", choices}};
}

Json rf(const Json& write, const Json& read) { return Json::array({"rf", write, read}); }

Json event(int thread, int index) { return Json::array({thread, index}); }
Json initial(int location) { return Json::array({nullptr, location}); }

}  // namespace

TEST_CASE("before any choice each read may read from every write of its location") {
  const Json answer = job_json("choose", asked("sc", Json::array()));
  CHECK(answer.at("left").whole_number() == 3);
  CHECK(answer.at("is_done").truth() == false);
  const Json::Array& reads = answer.at("reads").items();
  REQUIRE(reads.size() == 2);
  CHECK(reads[0].at("read").dump() == event(0, 1).dump());
  CHECK(reads[0].at("text").text() == "a's read of y (b, line 1)");
  const Json::Array& options = reads[0].at("options").items();
  REQUIRE(options.size() == 2);
  CHECK(options[0].at("text").text() == "the initial write of y = 0");
  CHECK(options[1].at("text").text() == "b's write of y = 1 (c, line 1)");
}

TEST_CASE("events that follow from the choices have the letters of the whole execution") {
  const std::string svg =
      job_json("choose", asked("sc", Json::array())).at("svg").text().value_or("");
  CHECK(svg.find("data-letter=\"a\"") != std::string::npos);
  CHECK(svg.find("data-letter=\"b\"") == std::string::npos);
  CHECK(svg.find("data-letter=\"c\"") != std::string::npos);
}

TEST_CASE("the value of a write that depends on open choices is not told") {
  const std::string text =
      "shared x, y; thread a { y := 1; } thread b { r := y; x := r + 1; } thread c { s := x; }";
  const Json answer = job_json("choose", Json{{"text", text}, {"models", Json::array({"sc"})}});
  const Json::Array& reads = answer.at("reads").items();
  REQUIRE(reads.size() == 2);
  const Json::Array& options = reads[1].at("options").items();
  REQUIRE(options.size() == 2);
  CHECK(options[1].at("text").text() == "b's write of x, c (b:1)");
}

TEST_CASE("under a model without coherence, candidates that differ in it are one execution") {
  const std::string text =
      "shared x; thread a { x := 1; } thread b { x := 2; } thread c { r := x; } exists (x == 1);";
  const auto with = [&](const Json& choices) {
    return job_json("choose",
                    Json{{"text", text}, {"models", Json::array({"wrc11"})}, {"choices", choices}});
  };
  CHECK(with(Json::array()).at("left").whole_number() == 3);
  const Json done = with(Json::array({rf(event(0, 0), event(2, 0))}));
  CHECK(done.at("is_done").truth() == true);
  CHECK(done.at("outcome").text() == "x = 1, or x = 2");
}

TEST_CASE("an axiom that more events may repair is no reason to refuse the choices so far") {
  const Json own{{"name", "own.cat"}, {"text", "\"own\"\nempty rf as none\n~empty rf as some\n"}};
  const std::string text = "shared x; thread a { x := 1; } thread b { r := x; }";
  const Json refused =
      job_json("choose",
               Json{{"text", text}, {"own_model", own}, {"models", Json::array({"own.cat"})}})
          .at("refused");
  CHECK(refused.at("axiom").text() == "none");
  CHECK(refused.at("is_by_choices").truth() == false);
}

TEST_CASE("choices in a program whose loops were cut come with the bound of loops") {
  const std::string text =
      "shared x; thread a { do { x := 2; r := x; } while (r == 1); } "
      "thread b { x := 1; }";
  const Json answer =
      job_json("choose", Json{{"text", text}, {"models", Json::array({"sc"})}, {"unroll", 2}});
  CHECK(answer.at("unroll").whole_number() == 2);
  CHECK(job_json("choose", asked("sc", Json::array())).at("unroll").is_null());
}

TEST_CASE("a program whose threads choose values is not played") {
  const std::string text =
      "AArch64 LL\n{ 0:X1=x; }\n P0 ;\n LDXR W0,[X1] ;\n MOV W2,#1 ;\n STXR W3,W2,[X1] ;\n"
      "exists (0:X3=1)\n";
  const JobAnswer answer =
      run_job("choose", Json{{"text", text}, {"models", Json::array({"aarch64"})}});
  CHECK(answer.status == 2);
  CHECK(answer.complaints.find("a store-exclusive may fail") != std::string::npos);
}

TEST_CASE("choices without a consistent execution are refused with a cycle") {
  const Json both = Json::array({rf(initial(1), event(0, 1)), rf(initial(0), event(1, 1))});
  const Json refused = job_json("choose", asked("sc", both)).at("refused");
  CHECK(refused.at("axiom").text() == "sequential-consistency");
  CHECK(refused.at("is_by_choices").truth() == true);
  CHECK(refused.at("cycle").items().size() == 4);
  const Json allowed = job_json("choose", asked("tso", both));
  CHECK(allowed.at("is_done").truth() == true);
  CHECK(allowed.at("outcome").text() == "a:r = 0, b:s = 0");
}

TEST_CASE("the order of two writes is asked for only as long as executions differ in it") {
  const std::string text = "shared x; thread a { x := 1; } thread b { x := 2; }";
  const auto with = [&](const Json& choices) {
    return job_json("choose", Json{{"text", text}, {"choices", choices}});
  };
  CHECK(with(Json::array()).at("orders").items().size() == 1);
  const Json ordered = with(Json::array({Json::array({"co", event(1, 0), event(0, 0)})}));
  CHECK(ordered.at("orders").items().empty());
  CHECK(ordered.at("told").items().front().text() ==
        "b's write of x = 2 (b, line 1) comes before a's write of x = 1 (a, line 1) in the "
        "coherence order of x");
}

TEST_CASE("choices of another form, or of events that are not there, are refused") {
  CHECK(run_job("choose", asked("sc", Json::array({"rf"}))).status == 2);
  CHECK(run_job("choose", asked("sc", Json::array({rf(event(0, 0), event(7, 1))})))
            .complaints.find("there is nothing like that to choose") != std::string::npos);
}

}  // namespace drover::choose_job_test
