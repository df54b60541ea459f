#include <doctest/doctest.h>

#include <string>

#include "tests/support/job_text.h"

namespace drover::axioms_job_test {
using namespace serve;
using namespace testing;

TEST_CASE("executions are listed with the axioms they violate, those with the fewest first") {
  const Json answer =
      job_json("axioms", Json{{"text", StoreBuffering}, {"models", Json::array({"sc"})}});
  CHECK(answer.at("candidates").whole_number() == 4);
  CHECK(answer.at("is_complete").truth() == true);
  const Json::Array& executions = answer.at("executions").items();
  REQUIRE(executions.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) CHECK(executions[i].at("breaks").items().empty());
  CHECK(executions[3].at("outcome").text() == "a:r = 0, b:s = 0");
  CHECK(executions[3].at("breaks").dump() == "[0]");
  CHECK(executions[3].at("axiom").text() == "sequential-consistency");
  CHECK(executions[3].at("cycle").items().size() == 4);
}

TEST_CASE("the list of axioms gives executions of one outcome and one set of axioms one entry") {
  const std::string text =
      "shared x; thread a { x := 1; } thread b { x := 2; } thread c { x := 1; } exists (x == 1);";
  const Json answer = job_json("axioms", Json{{"text", text}, {"models", Json::array({"sc"})}});
  const Json::Array& executions = answer.at("executions").items();
  REQUIRE(executions.size() == 2);
  CHECK(answer.at("candidates").whole_number() == 6);
  CHECK(executions[0].at("count").whole_number().value_or(0) +
            executions[1].at("count").whole_number().value_or(0) ==
        6);
}

TEST_CASE("axioms come with the definitions of the names in them") {
  const Json answer =
      job_json("axioms", Json{{"text", StoreBuffering}, {"models", Json::array({"rc11"})}});
  const Json& coherence = answer.at("axioms").front();
  CHECK(coherence.at("formula").text() == "irreflexive eco; hb");
  CHECK(coherence.at("definitions").at("hb").text() == "(po | sync | sw)+");
}

TEST_CASE("the list of axioms counts an execution of a model without coherence once") {
  const std::string text =
      "shared x; thread a { x := 1; } thread b { x := 2; } thread c { r := x; } exists (x == 1);";
  const Json answer = job_json("axioms", Json{{"text", text}, {"models", Json::array({"wrc11"})}});
  CHECK(answer.at("candidates").whole_number() == 3);
  const Json::Array& executions = answer.at("executions").items();
  REQUIRE(executions.size() == 1);
  CHECK(executions[0].at("count").whole_number() == 3);
  CHECK(executions[0].at("outcome").text() == "x = 1, or x = 2");
}

TEST_CASE("an axiom that is not in the text of a model is listed only if it is broken") {
  const Json own{{"name", "own.cat"},
                 {"text", "\"own\"\ninclude \"cos.cat\"\nacyclic po | rf | co | fr as sc\n"}};
  const auto axioms_for = [&](std::string_view text) {
    const Json answer = job_json(
        "axioms", Json{{"text", text}, {"own_model", own}, {"models", Json::array({"own.cat"})}});
    return answer.at("axioms").items();
  };
  const Json::Array axioms = axioms_for(StoreBuffering);
  REQUIRE(axioms.size() == 1);
  CHECK(axioms.front().at("name").text() == "sc");
  const Json::Array with_init =
      axioms_for("shared x; init { x := 1; } thread a { r := x; } exists (a:r == 0);");
  REQUIRE(with_init.size() == 2);
  CHECK(with_init.back().at("name").text() == "spawn-join");
}

TEST_CASE("a model whose axioms cannot be switched is refused") {
  const Json own{{"name", "own.cat"}, {"text", "\"own\"\nforall r in {po} do acyclic r end\n"}};
  const JobAnswer answer = run_job(
      "axioms",
      Json{{"text", StoreBuffering}, {"own_model", own}, {"models", Json::array({"own.cat"})}});
  CHECK(answer.status == 2);
  CHECK(answer.complaints.find("has no axioms that have names") != std::string::npos);
}

}  // namespace drover::axioms_job_test
