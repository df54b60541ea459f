#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "tests/support/job_text.h"

namespace drover::generate_job_test {
using namespace serve;
using namespace testing;

namespace {

Json of(const char* architecture, const char* cycle) {
  return job_json("generate", Json{{"architecture", architecture}, {"cycle", cycle}});
}

std::string text_of(const Json& answer, std::string_view key) {
  return answer.at(key).text().value_or("");
}

bool offers(const Json& answer, std::string_view word) {
  return std::ranges::any_of(answer.at("next").items(), [&](const Json& group) {
    return std::ranges::any_of(group.at("words").items(),
                               [&](const Json& each) { return each.text() == word; });
  });
}

}  // namespace

TEST_CASE("a closed cycle is a test, and one that is open is shown with edges that close it") {
  const Json whole = of("X86", "PodWW Rfe PodRR Fre");
  CHECK(whole.at("is_closed").dump() == "true");
  CHECK(text_of(whole, "name") == "MP");
  CHECK(text_of(whole, "text").starts_with("X86 MP\n"));
  const Json part = of("X86", "PodWW Rfe");
  CHECK(part.at("is_closed").dump() == "false");
  CHECK(text_of(part, "cycle").starts_with("PodWW Rfe Pod"));
  CHECK(text_of(part, "complaint") != "");
  CHECK(text_of(part, "text").starts_with("X86 "));
}

TEST_CASE("the edges that are offered begin where the last one ends") {
  const Json after_read = of("AArch64", "DMB.SYdWW Rfe");
  CHECK(offers(after_read, "DpAddrdR"));
  CHECK(offers(after_read, "Fre"));
  CHECK(!offers(after_read, "Coe"));
  CHECK(!offers(after_read, "PodWW"));
  // A load can acquire, a store cannot; one access has one annotation.
  CHECK(offers(after_read, "A"));
  CHECK(!offers(of("AArch64", "PodRW"), "A"));
  CHECK(!offers(of("AArch64", "PodRR A"), "A"));
  CHECK(offers(of("AArch64", ""), "Coe"));
}

TEST_CASE("an architecture that is not known is refused") {
  CHECK(run_job("generate", Json{{"architecture", "Z80"}}).status == 2);
}

}  // namespace drover::generate_job_test
