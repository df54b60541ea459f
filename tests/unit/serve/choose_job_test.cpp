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
  CHECK(reads[0].at("options").items().size() == 2);
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
  CHECK(ordered.at("told").items().front().text() == "x = 2 of b:1 comes before x = 1 of a:1");
}

TEST_CASE("choices of another form, or of events that are not there, are refused") {
  CHECK(run_job("choose", asked("sc", Json::array({"rf"}))).status == 2);
  CHECK(run_job("choose", asked("sc", Json::array({rf(event(0, 0), event(7, 1))})))
            .complaints.find("there is nothing like that to choose") != std::string::npos);
}

}  // namespace drover::choose_job_test
