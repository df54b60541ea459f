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

TEST_CASE("the models that do not apply to a text are those that cannot run it") {
  const Json answer = job_json("diagnostics", Json{{"text", StoreBuffering}});
  CHECK(answer.at("default_model").text() == "rc11");
  CHECK(answer.at("observables").dump() == R"(["a:r","b:s"])");
  // It is compiled for machines.
  CHECK(answer.at("misfits").at("aarch64").is_null());
  CHECK(answer.at("misfits").at("rc11").is_null());
  const Json test =
      job_json("diagnostics", Json{{"text", "X86 t\n{ }\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n"}});
  CHECK(test.at("misfits").at("aarch64").text().has_value());
  CHECK(test.at("misfits").at("tso").is_null());
}

TEST_CASE("a fix changes the word that is meant, and no other") {
  const std::string text = "shared flag;\nthread a { flga@rel := 1; }";
  const Json answer = job_json("diagnostics", Json{{"text", text}});
  const Json& fix = answer.at("diagnostics").front().at("fixes").front();
  CHECK(fix.at("title").text() == "Change `flga` to `flag`");
  CHECK(fix.at("text").text() == "flag");
  CHECK(fix.at("line").whole_number() == 2);
  CHECK(fix.at("column").whole_number() == 12);
  CHECK(fix.at("length").whole_number() == 4);
}

TEST_CASE("a text is read as a model if the request says so") {
  const Json answer =
      job_json("diagnostics", Json{{"kind", "cat"}, {"text", "\"m\"\nacyclic poo as e"}});
  CHECK(answer.at("language").text() == "cat");
  CHECK(answer.at("diagnostics").front().at("line").whole_number() == 2);
}

TEST_CASE("programs, tests and models are formatted, C programs are not") {
  CHECK(run_job("format", Json{{"text", "shared x;\nthread a{x:=1;}\n"}}).output ==
        "shared x;\nthread a { x := 1; }\n");
  CHECK(run_job("format", Json{{"kind", "cat"}, {"text", "let a=po|rf\n"}}).output ==
        "let a = po | rf\n");
  CHECK(run_job("format", Json{{"text", "thread a { x := ; }"}}).status == 2);
  CHECK(run_job("format", Json{{"text", "int main(void) { return 0; }\n"}}).complaints ==
        "drover: C programs are not formatted\n");
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
