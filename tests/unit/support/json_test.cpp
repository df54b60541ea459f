#include "support/json.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace drover {

TEST_CASE("values are written as JSON has them") {
  CHECK(Json().dump() == "null");
  CHECK(Json(nullptr).dump() == "null");
  CHECK(Json(true).dump() == "true");
  CHECK(Json(-3).dump() == "-3");
  CHECK(Json(std::numeric_limits<std::int64_t>::min()).dump() == "-9223372036854775808");
  CHECK(Json(std::numeric_limits<std::uint64_t>::max()).dump() == "18446744073709551615");
  CHECK(Json(0.1).dump() == "0.1");
  CHECK(Json(2.0).dump() == "2.0");
  CHECK(Json(1e-7).dump() == "1e-07");
  CHECK(Json("a\"b\\c\n\x01").dump() == "\"a\\\"b\\\\c\\n\\u0001\"");
  CHECK(Json("→").dump() == "\"→\"");
  CHECK(Json("\xff").dump() == "\"\xef\xbf\xbd\"");
}

TEST_CASE("objects keep the order of their keys") {
  Json json{{"b", 1}, {"a", {{"x", nullptr}}}, {"b", 2}};
  CHECK(json.dump() == R"({"b":1,"a":{"x":null}})");
  json["c"]["d"] = "e";
  json["b"] = false;
  CHECK(json.dump() == R"({"b":false,"a":{"x":null},"c":{"d":"e"}})");
  json.update({{"a", 1}, {"z", 2}});
  CHECK(json.dump() == R"({"b":false,"a":1,"c":{"d":"e"},"z":2})");
  CHECK(Json::object().dump() == "{}");
}

TEST_CASE("arrays are made of vectors, lists and single items") {
  CHECK(Json(std::vector<std::string>{"a", "b"}).dump() == R"(["a","b"])");
  CHECK(Json(std::vector<std::vector<int>>{{1}, {}}).dump() == "[[1],[]]");
  CHECK(Json::array({1, "x", {{"k", 2}}}).dump() == R"([1,"x",{"k":2}])");
  Json json = Json::array();
  CHECK(json.dump() == "[]");
  json.push_back(1);
  json.push_back({{"k", Json::array()}});
  CHECK(json.dump() == R"([1,{"k":[]}])");
  CHECK(json.front().dump() == "1");
}

TEST_CASE("JSON is read as it is written") {
  const std::string text = R"({"a":[1,-2,2.5,true,null],"b":{"c":"\u00e9\n"}})";
  const auto json = Json::parse(text);
  REQUIRE(json);
  CHECK(json->find("a") != nullptr);
  CHECK(json->find("x") == nullptr);
  CHECK(json->find("a")->find("x") == nullptr);
  CHECK(Json::parse(json->dump())->dump() == json->dump());
}

TEST_CASE("JSON that is broken, or nested too deeply, is not read") {
  for (const std::string text : {"", "{", "{} x", "[1,]", "\"\xff\"", "nul"}) {
    CAPTURE(text);
    CHECK(!Json::parse(text));
  }
  CHECK(Json::parse(std::string(60, '[') + std::string(60, ']')));
  CHECK(!Json::parse(std::string(100'000, '[')));
  CHECK(Json::parse("\"" + std::string(100, '[') + "\""));
}

}  // namespace drover
