#include <doctest/doctest.h>

#include <string>

#include "tests/support/job_text.h"

namespace drover::diagnostics_job_test {
using namespace serve;
using namespace testing;

TEST_CASE("a diagnostic has its line, its column in characters, and the underlined length") {
  const Json answer =
      job_json("diagnostics", Json{{"text", "shared x;\n/* ∀ */ thread a { x := zet; }"}});
  CHECK(answer.at("kind").text() == "core");
  CHECK(answer.at("is_readable").truth() == false);
  const Json& diagnostic = answer.at("diagnostics").front();
  CHECK(diagnostic.at("name").text() == "UndefinedName");
  CHECK(diagnostic.at("line").whole_number() == 2);
  CHECK(diagnostic.at("column").whole_number() == 25);
  CHECK(diagnostic.at("length").whole_number() == 3);
}

TEST_CASE("the diagnostics of a program name the models that do not apply to it") {
  const Json answer = job_json("diagnostics", Json{{"text", StoreBuffering}});
  CHECK(answer.at("default_model").text() == "rc11");
  CHECK(answer.at("observables").dump() == R"(["a:r","b:s"])");
  CHECK(answer.at("misfits").at("aarch64").text().has_value());
  CHECK(answer.at("misfits").at("rc11").is_null());
}

TEST_CASE("a text is read as a model if the request says so") {
  const Json answer =
      job_json("diagnostics", Json{{"kind", "cat"}, {"text", "\"m\"\nacyclic poo as e"}});
  CHECK(answer.at("language").text() == "cat");
  CHECK(answer.at("diagnostics").front().at("line").whole_number() == 2);
}

TEST_CASE("core programs are converted to C, and litmus tests to core programs") {
  CHECK(run_job("convert", Json{{"text", StoreBuffering}}).output.starts_with("C converted\n"));
  const JobAnswer core =
      run_job("convert", Json{{"text", "X86 t\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n"}});
  CHECK(core.status == 0);
  CHECK(core.output.find("thread P0") != std::string::npos);
  CHECK(run_job("convert", Json{{"text", "shared x; thread a { x := z; }"}}).status == 2);
}

}  // namespace drover::diagnostics_job_test
