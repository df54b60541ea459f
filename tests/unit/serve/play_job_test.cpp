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

TEST_CASE("the moves of play are told with the values that are written and read") {
  const Json told = played("tso", Json::array({step(0), step(0), step(1), step(1)})).at("told");
  REQUIRE(told.items().size() == 4);
  CHECK(told.items()[0].text() == "a writes x = 1 (line 1): it waits in the store buffer");
  CHECK(told.items()[1].text() == "a reads y = 0 from memory (line 1)");
  CHECK(told.items()[3].text() ==
        "b reads x = 0 from memory (line 1): a's x = 1 still waits in the store buffer");
  const Json flushed = played("tso", Json::array({step(0), Json::array({0, 0})})).at("told");
  CHECK(flushed.items()[1].text() == "a's x = 1 (line 1) reaches memory");
  CHECK(played("sc", Json::array({step(0)})).at("told").front().text() ==
        "a writes x = 1 (line 1)");
}

TEST_CASE("a thread of play that is not spawned yet is not finished") {
  const std::string text =
      "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n"
      "void *work(void *arg) { atomic_store(&x, 1); return 0; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }\n";
  const auto threads = [&](const Json& moves) {
    return job_json("play",
                    Json{{"text", text}, {"models", Json::array({"tso"})}, {"moves", moves}})
        .at("threads");
  };
  const Json before = threads(Json::array());
  CHECK(before.items()[0].at("state").text() == "running");
  CHECK(before.items()[0].at("next").text().value_or("").starts_with("spawn "));
  CHECK(before.items()[1].at("state").text() == "not spawned");
  const Json after = threads(Json::array({step(0)}));
  CHECK(after.items()[1].at("state").text() == "running");
}

TEST_CASE("a thread of play that waits only for its buffer is at its end") {
  const Json state = played("tso", Json::array({step(0), step(0)}));
  CHECK(state.at("threads").front().at("state").text() == "at its end, with writes in its buffer");
}

TEST_CASE("help has a shortest way to the goal, or says that there is none") {
  const Json way = played("tso", Json::array({step(0)})).at("goal");
  CHECK(way.at("is_there").truth() == true);
  CHECK(way.at("way").items().size() == 5);
  const Json none = played("sc", Json::array()).at("goal");
  CHECK(none.at("is_known").truth() == true);
  CHECK(none.at("is_there").truth() == false);
  CHECK(none.at("from_start").at("is_there").truth() == false);
  CHECK(none.at("unroll").is_null());
}

TEST_CASE("help says whether taking moves back leads to the goal") {
  const Json moves =
      Json::array({step(0), Json::array({0, 0}), step(1), Json::array({1, 0}), step(1)});
  const Json goal = played("tso", moves).at("goal");
  CHECK(goal.at("is_there").truth() == false);
  CHECK(goal.at("from_start").at("is_there").truth() == true);
}

TEST_CASE("help that met a cut loop knows a way within the bound of loops only") {
  const std::string text = "shared x; thread a { do { x := 2; } while (x == 2); } exists (x == 1);";
  const Json goal =
      job_json("play",
               Json{{"text", text}, {"models", Json::array({"sc"})}, {"unroll", 3}, {"help", true}})
          .at("goal");
  CHECK(goal.at("is_there").truth() == false);
  CHECK(goal.at("unroll").whole_number() == 3);
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

TEST_CASE("play refuses a model that does not apply to the test") {
  const std::string text =
      "AArch64 LB\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n"
      " P0 | P1 ;\n LDR W0,[X1] | LDR W0,[X1] ;\n MOV W2,#1 | MOV W2,#1 ;\n"
      " STR W2,[X3] | STR W2,[X3] ;\nexists (0:X0=1 /\\ 1:X0=1)\n";
  const auto answer = [&](std::string_view model) {
    return run_job("play", Json{{"text", text}, {"models", Json::array({model})}});
  };
  CHECK(answer("sc").status == 0);
  CHECK(answer("tso").status == 2);
  CHECK(answer("tso").complaints.find("but this is a test of AArch64") != std::string::npos);
}

}  // namespace drover::play_job_test
