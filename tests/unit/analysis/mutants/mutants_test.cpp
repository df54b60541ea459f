#include "analysis/mutants/mutants.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/models/model_registry.h"

namespace drover::mutants_test {

namespace {

std::vector<std::string> changes_of(const std::string& text) {
  std::vector<std::string> changes;
  for (const mutants::Mutant& each : mutants::mutants_of(text)) changes.push_back(each.what);
  return changes;
}

const mutants::Mutant& find(const std::vector<mutants::Mutant>& all, const std::string& what) {
  const auto found = std::ranges::find(all, what, &mutants::Mutant::what);
  REQUIRE(found != all.end());
  return *found;
}

}  // namespace

TEST_CASE("each axiom, operand, closure and set is changed once") {
  const std::string text =
      "\"a model\"\n"
      "let r = rf | co (* not: | x *) | fr\n"
      "let s = [R & A]; r+\n"
      "acyclic s \\ id as one\n"
      "empty rmw & r?\n";
  CHECK(changes_of(text) ==
        std::vector<std::string>{"`r` without `rf`", "`r` without `co`", "`r` without `fr`",
                                 "`s` with everything for `[R & A]`", "`s` not only in `R`",
                                 "`s` not only in `A`", "`s` with `r` in place of `r+`",
                                 "without the axiom `one`", "the axiom `one` also in `id`",
                                 "without the axiom `empty rmw & r?`",
                                 "the axiom `empty rmw & r?` not only in `rmw`",
                                 "the axiom `empty rmw & r?` not only in `r?`",
                                 "the axiom `empty rmw & r?` with `r` in place of `r?`"});
  const std::vector<mutants::Mutant> all = mutants::mutants_of(text);
  CHECK(find(all, "`s` with `r` in place of `r+`").text.find("let s = [R & A]; (r)\n") !=
        std::string::npos);
  CHECK(find(all, "without the axiom `one`").text.find("acyclic") == std::string::npos);
  CHECK(find(all, "`s` not only in `A`").line == 3);
}

TEST_CASE("the mutants of the built-in models are models") {
  for (const char* name : {"sc", "tso", "rc11", "aarch64", "riscv"}) {
    const std::vector<mutants::Mutant> all =
        mutants::mutants_of(std::string(find_model(name)->text()));
    CHECK(all.size() > 10);
    for (const mutants::Mutant& each : all) {
      CAPTURE(name);
      CAPTURE(each.what);
      cat::ModelOptions options;
      options.texts["mutant.cat"] = each.text;
      CHECK(read_model_file("mutant.cat", nullptr, options).model != nullptr);
    }
  }
}

}  // namespace drover::mutants_test
