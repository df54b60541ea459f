#include "serve/inside.h"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "serve/endpoints.h"
#include "support/json.h"

namespace drover::inside_test {
using namespace serve;

namespace {

const std::string StoreBuffering =
    "shared x, y; thread left { x := 1; a := y; } thread right { y := 1; b := x; } "
    "exists (left:a == 0 && right:b == 0);";

Json answer_json(std::string_view path, const Json& body) {
  auto json = Json::parse(answer_inside(path, body.dump(), {}));
  REQUIRE(json);
  return *std::move(json);
}

std::string text_at(const Json& json, std::string_view key) {
  const auto* text = std::get_if<std::string>(&json.at(key).value());
  return text == nullptr ? "" : *text;
}

}  // namespace

TEST_CASE("inside: a report has the verdict of each model") {
  const Json answer = answer_json(
      "/api/report", Json{{"text", StoreBuffering}, {"models", Json::array({"sc", "tso"})}});
  CHECK(answer.at("status").whole_number() == 0);
  const std::string text = answer.at("result").dump();
  CHECK(text.find("no, in none of 3 complete executions") != std::string::npos);
  CHECK(text.find("yes, in 1 of 4 complete executions") != std::string::npos);
}

TEST_CASE("inside: errors are reported as the server reports them") {
  const Json answer = answer_json("/api/report", Json{{"text", "shared x;\nthread t { r := yy; }"},
                                                      {"models", Json::array({"sc"})}});
  CHECK(answer.at("status").whole_number() == 2);
  CHECK(answer.at("result").is_null());
  CHECK(text_at(answer, "messages").find("program.drv:") != std::string::npos);

  const Json no_model =
      answer_json("/api/report", Json{{"text", StoreBuffering}, {"models", Json::array({"scc"})}});
  CHECK(text_at(no_model, "messages").find("there is no model `scc`") != std::string::npos);
}

TEST_CASE("inside: a C program includes headers of C, and no file") {
  const std::string main = "int main(void) { return 0; }\n";
  const Json answer =
      answer_json("/api/diagnostics", Json{{"text", "#include <stdatomic.h>\n" + main}});
  CHECK(text_at(answer.at("result"), "kind") == "c");
  CHECK(answer.at("result").at("is_readable").dump() == "true");
  const Json refused =
      answer_json("/api/check", Json{{"text", "#include \"/etc/passwd\"\n" + main}});
  CHECK(refused.at("status").whole_number() == 2);
  CHECK(refused.dump().find("root:") == std::string::npos);
  const Json preprocessed =
      answer_json("/api/diagnostics", Json{{"text", "# 1 \"/etc/passwd\"\n"}, {"name", "a.i"}});
  CHECK(preprocessed.at("status").whole_number() == 2);
  CHECK(text_at(preprocessed, "messages").find("not read here") != std::string::npos);
}

TEST_CASE("inside: relax and repair answer, with pictures on request") {
  const std::string strong =
      "shared na data;\nshared ready;\nthread p { data := 1; ready := 1; }\n"
      "thread c { r := ready; if (r == 1) { s := data; assert(s == 1); } }\n";
  const Json relaxed = answer_json("/api/relax", Json{{"text", strong}, {"pictures", true}});
  CHECK(relaxed.at("status").whole_number() == 0);
  const Json& result = relaxed.at("result");
  CHECK(result.at("verdict").text() == "relaxed");
  REQUIRE(result.at("answers").items().size() == 1);
  const Json& answer = result.at("answers").front();
  CHECK(answer.at("text").text()->find("ready@rel := 1") != std::string::npos);
  CHECK(answer.at("text").text()->find("r := ready@acq") != std::string::npos);
  REQUIRE(answer.at("needed").items().size() == 2);
  for (const Json& step : answer.at("needed").items()) {
    const auto picture = step.at("picture").whole_number();
    REQUIRE(picture);
    const auto svg = result.at("pictures").items().at(static_cast<std::size_t>(*picture)).text();
    CHECK(svg->starts_with("<svg"));
    // With acquire and release the two accesses are ordered.
    CHECK(step.at("forbidden").at("kind").text() == "ordered");
  }
  CHECK(answer_json("/api/relax", Json{{"text", strong}}).at("result").at("pictures").is_null());

  const Json not_wrong = answer_json("/api/repair", Json{{"text", strong}});
  CHECK(not_wrong.at("status").whole_number() == 2);
  CHECK(not_wrong.at("result").at("verdict").text() == "right");

  const std::string buffering =
      "shared x, y;\nthread a { x@rlx := 1; r := y@rlx; }\nthread b { y@rlx := 1; r := x@rlx; }\n"
      "forbid (a:r == 0 && b:r == 0);\n";
  const Json repaired = answer_json("/api/repair", Json{{"text", buffering}, {"pictures", true}});
  CHECK(repaired.at("result").at("verdict").text() == "repaired");
  const Json& needed = repaired.at("result").at("answers").front().at("needed");
  REQUIRE(!needed.items().empty());
  // An execution that the answer forbids has an axiom that it breaks, and a cycle.
  CHECK(needed.front().at("forbidden").at("kind").text() == "axiom");
  CHECK(!needed.front().at("forbidden").at("cycle").items().empty());

  const Json unknown =
      answer_json("/api/relax", Json{{"text", strong}, {"models", Json::array({"imm"})}});
  CHECK(unknown.at("status").whole_number() == 2);
  CHECK(unknown.at("messages").text()->find("it is known for sc, tso") != std::string::npos);
}

TEST_CASE("inside: invalid requests are refused") {
  for (const std::string_view body : {"[]", "{", "7", "\"text\""}) {
    const auto answer = Json::parse(answer_inside("/api/report", body, {}));
    REQUIRE(answer);
    CHECK(text_at(answer->at("error"), "kind") == "json");
  }
  const auto answer = Json::parse(answer_inside("/etc/passwd", "{}", {}));
  REQUIRE(answer);
  CHECK(text_at(answer->at("error"), "kind") == "path");
}

TEST_CASE("inside: each path is answered, or refused in words") {
  for (const Endpoint& endpoint : endpoints()) {
    CAPTURE(endpoint.path);
    const Json answer = answer_json(endpoint.path, Json{{"text", StoreBuffering}});
    CHECK(answer.at("error").is_null());
    const auto status = answer.at("status").whole_number();
    REQUIRE(status);
    if (*status == 2) CHECK(!text_at(answer, "messages").empty());
  }
  const Json command = answer_json("/api/check", Json{{"text", StoreBuffering}});
  CHECK(text_at(command, "messages").find("`drover serve` does") != std::string::npos);
}

TEST_CASE("inside: the description has a time limit per path") {
  const auto about = Json::parse(answer_inside("/api/server", "", {.seconds = 30}));
  REQUIRE(about);
  for (const Endpoint& endpoint : endpoints()) {
    const auto seconds = about->at("seconds").at(endpoint.path).number();
    REQUIRE(seconds);
    CHECK(*seconds == (endpoint.lane == Lane::Long ? 30 : 5));
  }
  CHECK(Json::parse(answer_inside("/api/gallery", "", {})));
}

}  // namespace drover::inside_test
