#include "serve/promise_game.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/job_text.h"

namespace drover::promise_game_test {
using namespace serve;
using namespace testing;

namespace {

constexpr std::string_view LoadBuffering =
    "shared x, y; thread a { r := x@rlx; y@rlx := 1; } thread b { s := y@rlx; x@rlx := 1; } "
    "exists (a:r == 1 && b:s == 1);";

Json played(std::string_view text, std::string_view model, const Json& moves) {
  return job_json(
      "play",
      Json{{"text", text}, {"models", Json::array({model})}, {"moves", moves}, {"help", true}});
}

Json move(int thread, std::string_view step) { return Json::array({thread, step}); }

std::vector<std::string> entries(const Json& state, int thread) {
  std::vector<std::string> out;
  for (const Json& each : state.at("moves").items()) {
    if (each.at("thread").whole_number() == thread) out.push_back(*each.at("entry").text());
  }
  return out;
}

}  // namespace

TEST_CASE("a promise is a write that others see before its thread comes to it") {
  const Json start = played(LoadBuffering, "aarch64", Json::array());
  CHECK(entries(start, 0) == std::vector<std::string>{"read 0", "promise y = 1"});
  const Json promised = played(LoadBuffering, "aarch64", Json::array({move(0, "promise y = 1")}));
  const Json& message = promised.at("memory").at("messages").front();
  CHECK(message.at("location").text() == "y");
  CHECK(message.at("is_promise").truth() == true);
  CHECK(promised.at("threads").front().at("promises").dump() == "[1]");
  CHECK(entries(promised, 1) == std::vector<std::string>{"read 0", "read 1", "promise x = 1"});
  const Json told = played(LoadBuffering, "aarch64",
                           Json::array({move(0, "promise y = 1"), move(1, "read 1"),
                                        move(1, "write"), move(0, "read 2"), move(0, "fulfil 1")}));
  CHECK(told.at("goal").at("is_reached").truth() == true);
  CHECK(told.at("told").items()[4].text() ==
        "a comes to its write of y = 1, which it promised as #1 (line 1)");
}

TEST_CASE("an atomic instruction reads and writes in one move: nobody writes in between") {
  constexpr std::string_view Counter =
      "shared x; thread a { r := faa@rlx(x, 1); } thread b { x@rlx := 5; } exists (x == 1);";
  const Json before = played(Counter, "aarch64", Json::array());
  CHECK(before.at("moves").front().at("text").text() ==
        "a: read x = 0 (initial), write x = 1 (#1)");
  const Json first = played(Counter, "aarch64", Json::array({move(0, "read 0")}));
  CHECK(first.at("threads").front().at("state").text() == "finished");
  CHECK(first.at("told").front().text() ==
        "a reads x = 0 (initial) and writes x = 1 (#1) (line 1)");
  CHECK(first.at("steps").dump() == R"(["a.1 = 0","a.2"])");
  const Json late = played(Counter, "aarch64", Json::array({move(1, "write")}));
  CHECK(entries(late, 0) == std::vector<std::string>{"read 1", "promise x = 6"});
  CHECK(late.at("threads").front().at("obstacles").front().text() ==
        "x = 0 (initial) is too old for an instruction that reads and writes in one step: x = 5 "
        "(#1) would come in between");
  // It may have promised the write before.
  const Json promised =
      played(Counter, "aarch64", Json::array({move(0, "promise x = 1"), move(1, "write")}));
  CHECK(entries(promised, 0) == std::vector<std::string>{"read 0"});
}

TEST_CASE("hints lead to the goal, or say that the machine has no way") {
  const Json here = played(LoadBuffering, "riscv", Json::array()).at("goal");
  CHECK(here.at("is_there").truth() == true);
  CHECK(here.at("way").items().size() == 5);
  const std::string fenced =
      "shared x, y; thread a { r := x@rlx; fence@sc; y@rlx := 1; } "
      "thread b { s := y@rlx; fence@sc; x@rlx := 1; } exists (a:r == 1 && b:s == 1);";
  const Json none = played(fenced, "riscv", Json::array()).at("goal");
  CHECK(none.at("is_known").truth() == true);
  CHECK(none.at("is_there").truth() == false);
  CHECK(none.at("from_start").at("is_there").truth() == false);
}

TEST_CASE("what a thread has seen makes messages too old, and the reason is told") {
  const std::string text =
      "shared x, y; thread a { x@rlx := 1; y@rel := 1; } thread b { r := y@acq; s := x@rlx; } "
      "exists (b:r == 1 && b:s == 0);";
  const Json moves = Json::array({move(0, "write"), move(0, "write"), move(1, "read 2")});
  const Json state = played(text, "aarch64", moves);
  CHECK(entries(state, 1) == std::vector<std::string>{"read 1"});
  const Json& reader = state.at("threads").items()[1];
  CHECK(reader.at("obstacles").front().text() ==
        "x = 0 (initial) is too old, x = 1 (#1) is later: the read of y = 1 (#2) (line 1) is an "
        "acquire and has seen #2");
  CHECK(reader.at("seen").dump() == R"([["x",1,"1"],["y",2,"1"]])");
}

TEST_CASE("a move that breaks a promise is not possible") {
  const std::string text =
      "shared x, y; thread a { r := x@rlx; if (r == 0) { y@rlx := 1; } } "
      "thread b { x@rlx := 5; }";
  const Json moves = Json::array({move(1, "write")});
  CHECK(entries(played(text, "aarch64", moves), 0) ==
        std::vector<std::string>{"read 0", "read 1", "promise y = 1"});
  const Json bound =
      played(text, "aarch64", Json::array({move(1, "write"), move(0, "promise y = 1")}));
  CHECK(entries(bound, 0) == std::vector<std::string>{"read 0"});
  CHECK(bound.at("threads").front().at("obstacles").front().text() ==
        "not possible: read x = 5 (#1): the thread could not keep its promise #2 then");
}

}  // namespace drover::promise_game_test
