#include "support/json.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
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

TEST_CASE("lists are made of ranges, and nothing is null") {
  const std::vector<int> numbers{1, 2};
  CHECK(Json::list(numbers, [](int number) { return number + 1; }).dump() == "[2,3]");
  CHECK(Json(std::optional<int>()).dump() == "null");
  CHECK(Json(std::optional<int>(3)).line() == "3\n");
}

TEST_CASE("JSON texts are parsed") {
  const auto json =
      Json::parse(R"( {"a": [1, -2, 2.5, true, null, "\u00e9\ud835\udd4f"], "a b": {}} )");
  REQUIRE(json);
  CHECK(json->at("a").items().size() == 6);
  CHECK(json->at("a").items()[0].whole_number() == 1);
  CHECK(json->at("a").items()[1].whole_number() == -2);
  CHECK(json->at("a").items()[2].number() == 2.5);
  CHECK_FALSE(json->at("a").items()[2].whole_number());
  CHECK(json->at("a").items()[3].truth() == true);
  CHECK(json->at("a").items()[4].is_null());
  CHECK(json->at("a").items()[5].text() == "é𝕏");
  CHECK(json->at("a b").is_object());
  CHECK(json->at("missing").at("too").is_null());
  CHECK(Json::parse(json->dump())->dump() == json->dump());
  CHECK(Json::parse("18446744073709551615")->whole_number() == std::nullopt);
}

TEST_CASE("texts that are not JSON are refused") {
  for (const char* text : {"", "{", "{\"a\":}", "[1,]", "nul", "{}{}", "\"\\q\"", "\xff"}) {
    CAPTURE(text);
    CHECK_FALSE(Json::parse(text));
  }
  CHECK(Json::parse(std::string(200, '[') + std::string(200, ']')));
  CHECK_FALSE(Json::parse(std::string(201, '[') + std::string(201, ']')));
  CHECK_FALSE(Json::parse(std::string(1000000, '[')));
}

}  // namespace drover
