#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/support/job_text.h"

namespace drover::play_job_test {
using namespace serve;
using namespace testing;

namespace {

Json played(std::string_view model, const Json& moves) {
  return job_json("play", Json{{"text", StoreBuffering},
                               {"models", Json::array({model})},
                               {"moves", moves},
                               {"help", true}});
}

Json step(int thread) { return Json::array({thread, nullptr}); }

}  // namespace

TEST_CASE("a write of tso stays in the buffer of its thread until the reader moves it to memory") {
  const Json buffered = played("tso", Json::array({step(0)}));
  CHECK(buffered.at("threads").front().at("buffer").dump() == R"([["x","1",true]])");
  CHECK(buffered.at("memory").front().dump() == R"(["x","0"])");
  const Json moved = played("tso", Json::array({step(0), Json::array({0, 0})}));
  CHECK(moved.at("threads").front().at("buffer").items().empty());
  CHECK(moved.at("memory").front().dump() == R"(["x","1"])");
  CHECK(played("sc", Json::array({step(0)})).at("memory").front().dump() == R"(["x","1"])");
}

TEST_CASE("help has a shortest way to the goal, or says that there is none") {
  const Json way = played("tso", Json::array({step(0)})).at("goal");
  CHECK(way.at("is_there").truth() == true);
  CHECK(way.at("way").items().size() == 5);
  const Json none = played("sc", Json::array()).at("goal");
  CHECK(none.at("is_known").truth() == true);
  CHECK(none.at("is_there").truth() == false);
}

TEST_CASE("a move that is not possible, and a model without a machine, are refused") {
  const auto refusal = [](std::string_view model, const Json& moves) {
    return run_job(
               "play",
               Json{{"text", StoreBuffering}, {"models", Json::array({model})}, {"moves", moves}})
        .complaints;
  };
  CHECK(refusal("sc", Json::array({Json::array({0, 0})})) == "drover: this move is not possible\n");
  CHECK(refusal("sc", Json::array({step(9)})) == "drover: this move is not possible\n");
  CHECK(refusal("rc11", Json::array()).find("has no machine") != std::string::npos);
}

}  // namespace drover::play_job_test
