// Models with random or unusual axioms, explored by `lb`: each step is compared with the axioms,
// and the executions with those of `enumerate`.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "tests/oracle/buffering_check.h"
#include "tests/oracle/generator.h"
#include "tests/support/program_text.h"
#include "tests/support/random_model.h"

namespace drover::oracle::open_models_test {

namespace {

std::unique_ptr<CatModel> from_text(const std::string& text) {
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return std::make_unique<CatModel>(ModelInfo{.name = "test.cat", .text = text}, reading.code);
}

// Returns the number of compared programs.
std::size_t compare(const CatModel& model, std::uint64_t first, std::uint64_t count) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string source = to_source(generate(seed));
    CAPTURE(seed);
    CAPTURE(source);
    const CrossCheckResult result =
        check_buffering_under(testing::program_from(source), model, 200);
    REQUIRE_MESSAGE(result.agreement != Agreement::Disagrees, result.what);
    if (result.agreement == Agreement::Agrees) ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("lb and enumerate agree on models with axioms of any kind") {
  const char* const asked = std::getenv("DROVER_MODELS");
  const std::uint64_t models = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 500;
  constexpr std::uint64_t Programs = 4;
  const std::string imm(find_model("imm")->text());
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= models; ++seed) {
    const std::string text = imm + "\n" + testing::RandomModel(seed).checks();
    CAPTURE(text);
    compared += compare(*from_text(text), seed * Programs, Programs);
  }
  // For many models it is not proved that `lb` may check open graphs, which have reads without a
  // writer.
  CHECK(compared > models);
}

TEST_CASE("lb and enumerate agree where relations lead to initial writes, or back in a thread") {
  for (const char* const relation : {"R * W", "loc & (R * W)", "rf^-1", "(W * IW) & ext", "_ * IW",
                                     "co^-1 & (FW * W)", "(int \\ [M]); coe"}) {
    CAPTURE(relation);
    const auto model =
        from_text(std::string("include \"cos.cat\"\nempty rmw & (fr; co)\nacyclic po "
                              "| sync | rf | co | fr | (") +
                  relation + ")\n");
    CHECK(compare(*model, 1, 60) > 0);
  }
}

}  // namespace drover::oracle::open_models_test
