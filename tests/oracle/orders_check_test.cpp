#include "tests/oracle/orders_check.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "analysis/orders/moded_program.h"
#include "analysis/orders/search.h"
#include "explorer/models/model_registry.h"
#include "input/orders/order_sites.h"
#include "input/orders/order_trials.h"
#include "support/format.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/shrink.h"
#include "words/fact_words.h"

namespace drover::oracle::orders_check_test {

namespace {

struct Compared {
  std::uint64_t programs = 0;
  std::uint64_t assignments = 0;
};

Compared compare_searches(const GeneratorOptions& options_of_programs, std::uint64_t programs) {
  std::uint64_t compared = 0;
  std::uint64_t assignments = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const GeneratedProgram program = generate(seed, options_of_programs);
    const OrdersCheckOptions options{.seed = seed};
    const CrossCheckResult result = check_orders(to_source(program), options);
    assignments += result.executions;
    if (result.agreement == Agreement::Agrees) ++compared;
    if (result.agreement != Agreement::Disagrees) continue;
    const GeneratedProgram smallest = shrink(program, [&](const std::string& source) {
      return check_orders(source, options).agreement == Agreement::Disagrees;
    });
    CAPTURE(seed);
    FAIL_CHECK(check_orders(to_source(smallest), options).what << to_source(smallest));
    break;
  }
  return {compared, assignments};
}

}  // namespace

TEST_CASE("relax and repair find what trying every assignment of modes finds") {
  constexpr std::uint64_t Programs = 60;
  const Compared compared = compare_searches(*profile_options("orders"), Programs);
  CHECK(compared.programs > Programs * 8 / 10);
  CHECK(compared.assignments > Programs * 20);
}

TEST_CASE("relax and repair find the scopes that trying every assignment finds") {
  GeneratorOptions options = *profile_options("scopes");
  options.max_events = 6;
  options.chances.spawn = 0;
  constexpr std::uint64_t Programs = 200;
  const Compared compared = compare_searches(options, Programs);
  CHECK(compared.programs > Programs / 5);
  CHECK(compared.assignments > Programs * 4);
}

namespace {

// Returns the result of a search as text.
std::string told(const orders::SearchResult& result) {
  std::string out = format("{} after {}:", static_cast<int>(result.ending), result.explorations);
  for (const orders::Answer& answer : result.answers) {
    out += "\n";
    for (const orders::Strength each : answer.assignment) out += format(" {}", int{each});
    for (const orders::WeakerStep& step : answer.steps) {
      out += format(" [{}: {}, {} events]", step.fault,
                    words::error_text(result.faults[step.fault].error),
                    result.faults[step.fault].error.graph.size());
    }
  }
  if (result.shown) out += words::error_text(result.shown->error);
  return out;
}

// Stops the search again and again at a limit on executions, and resumes it from its written state.
std::string told_in_pieces(const orders::ModedProgram& program, orders::SearchOptions options,
                           bool repairs, std::uint64_t step, std::size_t& pieces) {
  std::string bytes;
  orders::SearchKeeping keeping;
  keeping.every_seconds = 1e9;
  keeping.write = [&](const orders::SearchState& state) {
    ByteWriter out;
    state.write(out);
    bytes = out.take();
  };
  options.keep = &keeping;
  orders::SearchState known;
  for (std::uint64_t most = step;; most += step) {
    options.explorer.max_executions = most;
    options.resume = bytes.empty() ? nullptr : &known;
    const orders::SearchResult result =
        repairs ? orders::repair(program, options) : orders::relax(program, options);
    if (result.ending != orders::Ending::Cut) return told(result);
    ++pieces;
    ByteReader in(bytes);
    known = orders::SearchState::read(in);
    REQUIRE(in.has_ended_well());
    REQUIRE(pieces < 10'000);
  }
}

}  // namespace

TEST_CASE("a search that is stopped and resumed finds what an uninterrupted one finds") {
  std::size_t pieces = 0;
  std::size_t answers = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const std::string source = to_source(generate(seed, *profile_options("orders")));
    const input::Subject subject =
        input::read_subject_text(SourceBuffer::from_text("random.drv", source), {});
    if (!subject.program) continue;
    const auto model = builtin_model(seed % 4 == 0 ? "tso" : "rc11");
    for (const bool repairs : {false, true}) {
      const input::OrderSites sites =
          input::order_sites(subject, *orders::find_model_orders(*model),
                             repairs ? input::OrderChanges::AndFences : input::OrderChanges::Modes);
      const orders::ModedProgram program(orders::with_all_observables(sites.program), sites.sites);
      orders::SearchOptions options;
      options.explorer.model = model.get();
      options.explorer.unfold.unroll = 4;
      options.same_outcomes = !repairs;
      const orders::SearchResult whole =
          repairs ? orders::repair(program, options) : orders::relax(program, options);
      if (whole.ending == orders::Ending::Cut || whole.explorations > 60) continue;
      answers += whole.answers.size();
      CAPTURE(source);
      CAPTURE(repairs);
      CHECK(told(whole) == told_in_pieces(program, options, repairs, 1 + seed % 7, pieces));
    }
  }
  CHECK(pieces > 100);
  CHECK(answers > 20);
}

// Inserts every possible fence into each program of tests/c.
TEST_CASE("C programs with inserted fences, read again, are the explored programs") {
  std::size_t fences = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DROVER_TEST_DIR "/c")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".c")) continue;
    const input::Subject subject = input::read_subject(path, {.as = input::SubjectKind::C});
    if (!subject.program) continue;
    const input::OrderSites sites =
        input::order_sites(subject, *orders::find_model_orders(*builtin_model("rc20")),
                           input::OrderChanges::AndFences);
    const orders::Assignment before = orders::present(sites.sites);
    orders::Assignment after = before;
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (!sites.sites[i].is_new) continue;
      after[i] = orders::all_of(orders::SiteKind::Fence);
      ++fences;
    }
    input::SubjectOptions options{.as = input::SubjectKind::C};
    options.preprocess.text = c::PreprocessedText::Given;
    const std::string changed = input::with_modes(subject, sites, before, after);
    const input::Subject again =
        input::read_subject_text(SourceBuffer::from_text(path, changed), options);
    CAPTURE(path);
    CAPTURE(changed);
    CAPTURE(again.complaints(Colour::Off));
    REQUIRE(again.program);
    const orders::ModedProgram program(sites.program, sites.sites);
    CHECK(input::is_same_code(*again.program, *program.source_with(after)));
  }
  CHECK(fences > 200);
}

}  // namespace drover::oracle::orders_check_test
