#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/report.h"

namespace drover::cli::check_table_test {

namespace {

CheckSummary cell(const std::string& file, const std::string& model, const std::string& verdict) {
  return {.file = file, .model = model, .verdict = verdict};
}

}  // namespace

TEST_CASE("the table has a row per file and a column per model") {
  const std::vector<CheckSummary> cells{
      cell("a.drv", "sc", "safe"), cell("a.drv", "tso", "incomplete"),
      cell("größer.drv", "sc", "invalid"), cell("größer.drv", "tso", "invalid")};
  CHECK(check_table(cells, 2, Colour::Off) ==
        "            sc       tso\n"
        "a.drv       safe     incomplete\n"
        "größer.drv  invalid  invalid\n");
}

TEST_CASE("conditions are shortened in the table, and unknown without a run") {
  std::vector<CheckSummary> cells{cell("a.drv", "sc", "safe"), cell("a.drv", "tso", "not checked")};
  cells[0].conditions = {{"exists (reader:first == 1 && reader:second == 0 && x == 2)", "no"}};
  CHECK(check_table(cells, 2, Colour::Off) ==
        "                                              sc    tso\n"
        "a.drv                                         safe  not checked\n"
        "  exists (reader:first == 1 && reader:secon…  no    unknown\n");
}

TEST_CASE("an error is listed once, with the models that have it") {
  std::vector<CheckSummary> cells{cell("a.drv", "sc", "safe"), cell("a.drv", "tso", "violation"),
                                  cell("a.drv", "pso", "violation")};
  const SourceRange early{.line = 3, .column = 5};
  const SourceRange late{.line = 3, .column = 9};
  cells[1].errors = {{ErrorKind::Race, early, "race on `x`"}};
  cells[2].errors = {{ErrorKind::Race, late, "race on `x`"},
                     {ErrorKind::Assertion, late, "assertion failed"}};
  CHECK(check_table(cells, 3, Colour::Off) ==
        "       sc    tso        pso\n"
        "a.drv  safe  violation  violation\n"
        "\n"
        "a.drv:3:5: error: race on `x` [race] under tso, pso\n"
        "a.drv:3:9: error: assertion failed [assertion] under pso\n"
        "`drover check -m MODEL FILE`, with the same options, shows their executions.\n");
}

}  // namespace drover::cli::check_table_test
