#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/support/job_text.h"

namespace drover::orders_job_test {
using namespace serve;
using namespace testing;

namespace {

// A flag with stronger modes than it needs.
constexpr std::string_view Flag =
    "shared x, y; thread a { x@rlx := 1; y@sc := 1; } "
    "thread b { r := y@sc; s := x@rlx; assert(r == 0 || s == 1); }";

}  // namespace

TEST_CASE("relax finds the weakest modes, and draws why none is weaker if asked to") {
  const Json plain = job_json("relax", Json{{"text", Flag}});
  CHECK(plain.at("verdict").text() == "relaxed");
  CHECK(plain.at("answers").front().at("modes").dump() == R"(["rlx","rel","acq","rlx"])");
  CHECK(plain.at("pictures").is_null());
  const Json drawn = job_json("relax", Json{{"text", Flag}, {"pictures", true}});
  CHECK(!drawn.at("pictures").items().empty());
  const Json& needed = drawn.at("answers").front().at("needed").front();
  CHECK(needed.at("picture").whole_number().has_value());
  CHECK(needed.at("forbidden").at("kind").text() == "axiom");
}

TEST_CASE("the answer of relax says whether every mode was tried") {
  CHECK(job_json("relax", Json{{"text", Flag}}).at("tried_all").truth() == true);
  const std::string text =
      "#include <assert.h>\n#include <stdatomic.h>\natomic_int x;\n"
      "int main(void) { x++; assert(atomic_load_explicit(&x, memory_order_seq_cst) == 1); }\n";
  const Json partly = job_json("relax", Json{{"text", text}});
  CHECK_FALSE(partly.at("left_alone").items().empty());
  CHECK(partly.at("tried_all").truth() == false);
}

TEST_CASE("relax and repair refuse settings that are not theirs") {
  const auto complaint = [](std::string_view job, std::string_view key, const Json& value) {
    Json request{{"text", Flag}};
    request[key] = value;
    return run_job(job, request).complaints;
  };
  CHECK(complaint("relax", "cost", "gold").find("`cost` is `all`, `x86`") != std::string::npos);
  CHECK(complaint("repair", "cost", "gold").find("`cost` is `changes`") != std::string::npos);
  CHECK(complaint("relax", "group", "file").find("`group` is") != std::string::npos);
  CHECK(complaint("repair", "same_outcomes", true).find("for relax") != std::string::npos);
  CHECK(complaint("relax", "models", Json::array({"rc11", "sc"})).find("one model") !=
        std::string::npos);
}

}  // namespace drover::orders_job_test
