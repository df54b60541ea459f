#include "analysis/suite/find_suite.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare/mapped_model.h"
#include "analysis/shapes/candidate.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "analysis/shapes/placements.h"
#include "analysis/suite/families.h"
#include "analysis/suite/stronger_program.h"
#include "explorer/models/model_registry.h"
#include "mapping/mapping.h"

namespace drover::find_suite_test {

namespace {

using enum Mode;
using suite::Notion;
using Counts = std::map<std::size_t, std::size_t>;

suite::Vocabulary vocabulary_of(std::string_view model) {
  if (model == "sc") return {{Rlx}, {Rlx}, {Rlx}, {Rlx}};
  if (model == "tso") return {{Rlx}, {Rlx}, {Rlx}, {Rlx, Sc}};
  return suite::Vocabulary::all();
}

suite::Suite found(std::string_view model, std::size_t max_events, Notion notion = Notion::Outcomes,
                   std::size_t jobs = 1, suite::Side side = suite::Side::Forbidden) {
  suite::SuiteOptions options;
  options.vocabulary = vocabulary_of(model);
  options.notion = notion;
  options.side = side;
  options.limits.max_events = max_events;
  options.jobs = jobs;
  return suite::find_suite(*find_model(model), options);
}

Counts counts_of(const suite::Suite& suite) {
  Counts counts;
  for (const suite::SuiteTest& test : suite.tests) ++counts[test.events];
  return counts;
}
Counts counts_of(const suite::Suite& suite, const std::string& axiom) {
  Counts counts;
  for (const suite::SuiteTest& test : suite.tests) {
    if (std::ranges::find(test.axioms, axiom) != test.axioms.end()) ++counts[test.events];
  }
  return counts;
}

std::set<std::string> texts_of(const suite::Suite& suite) {
  std::set<std::string> texts;
  for (const suite::SuiteTest& test : suite.tests) texts.insert(suite::canonical_text(test));
  return texts;
}

// Calls `visit` on the shape: with scopes, at all places and with all scopes.
void for_each_scoped(const shapes::Shape& shape, const ScopeWords* machine,
                     const std::function<void(const shapes::Shape&)>& visit) {
  if (machine == nullptr) return visit(shape);
  shapes::for_each_placement(shape, *machine, [&](const shapes::Shape& placed) {
    shapes::for_each_scoping(placed, shapes::Scopes::Narrower, [&](const shapes::Shape& scoped) {
      visit(scoped);
      return true;
    });
    return true;
  });
}

// Every program of this size, fences and private locations anywhere, with every outcome and all
// modes of the vocabulary.
std::set<std::string> found_by_definition(const MemoryModel& model,
                                          const suite::Vocabulary& vocabulary,
                                          std::size_t max_events, suite::Side side,
                                          const ScopeWords* machine = nullptr) {
  shapes::ShapeRules rules;
  rules.fences = shapes::FencePlaces::Anywhere;
  rules.locations = shapes::LocationUse::Any;
  rules.dependencies = shapes::dependencies_for(model);
  std::set<std::string> texts;
  const auto look_at = [&](const shapes::Shape& shape) {
    const shapes::EventLayout layout(shape);
    shapes::Candidate candidate;
    shapes::for_each_assignment(layout.instructions, [&](const shapes::ModeAssignment& modes) {
      for (std::size_t i = 0; i < modes.size(); ++i) {
        if (vocabulary.effective(layout.instructions[i], modes[i]) != modes[i]) return true;
      }
      shapes::for_each_reads_from(layout, candidate, [&] {
        std::vector<std::uint8_t> last(layout.writes.size());
        // Each location with several writes: one of them is last, or any.
        const std::function<void(std::size_t)> choose = [&](std::size_t location) {
          if (location < last.size()) {
            const auto& writes = layout.writes[location];
            last[location] = suite::PartialOutcome::Free;
            choose(location + 1);
            for (std::size_t i = 0; i < writes.size() && writes.size() > 1; ++i) {
              last[location] = writes[i];
              choose(location + 1);
            }
            return;
          }
          const suite::TestedProgram program{layout, modes, {candidate.reads_from, last}};
          const suite::Allows allows = [&](const suite::TestedProgram& each) {
            return suite::is_allowed(model, each);
          };
          if (!(side == suite::Side::Forbidden
                    ? suite::is_minimal(vocabulary, program, allows)
                    : suite::is_tight(model, vocabulary, program, allows))) {
            return;
          }
          // A final value that is not needed makes the outcome a special case of another.
          for (std::uint8_t& each : last) {
            const std::uint8_t kept = each;
            if (kept == suite::PartialOutcome::Free || side == suite::Side::Allowed) continue;
            each = suite::PartialOutcome::Free;
            const bool is_needed =
                suite::is_allowed(model, {layout, modes, {candidate.reads_from, last}});
            each = kept;
            if (!is_needed) return;
          }
          suite::SuiteTest test;
          test.shape = shape;
          test.modes = modes;
          test.outcome.reads_from = candidate.reads_from;
          test.outcome.last_writes = last;
          for (const std::uint8_t each : last) {
            test.outcome.is_last_free.push_back(each == suite::PartialOutcome::Free);
          }
          texts.insert(suite::canonical_text(test));
        };
        choose(0);
        return true;
      });
      return true;
    });
  };
  for (std::size_t events = 1; events <= max_events; ++events) {
    shapes::for_each_shape(events, rules, [&](const shapes::Shape& shape) {
      for_each_scoped(shape, machine, look_at);
      return true;
    });
  }
  return texts;
}

// PTX with relaxed accesses and fences that have scopes.
struct ScopedPtx {
  std::shared_ptr<const mapping::Mapping> mapping = mapping::find_mapping("c11-ptx");
  compare::MappedModel model{*find_model("ptx"), *mapping};
  suite::SuiteOptions options;

  explicit ScopedPtx(std::size_t max_events) {
    options.machine = mapping->machine->scopes;
    options.vocabulary = {{Rlx}, {Rlx}, {Rlx}, {Rlx, Sc}};
    options.limits.max_events = max_events;
  }
  [[nodiscard]] std::set<std::string> by_definition() const {
    return found_by_definition(model, options.vocabulary, options.limits.max_events, options.side,
                               options.machine);
  }
};

}  // namespace

// The counts of an enumeration of all programs and executions by no part of Drover; the ten and the
// seven of tso's causality are those of the artifact of Lustig and others, ASPLOS'17.
TEST_CASE("the numbers of programs with minimal executions are the published ones") {
  const suite::Suite sc = found("sc", 5, Notion::Executions);
  CHECK(counts_of(sc) == Counts{{2, 3}, {3, 5}, {4, 12}, {5, 15}});
  CHECK(counts_of(sc, "sequential-consistency") == Counts{{2, 3}, {3, 4}, {4, 9}, {5, 15}});
  CHECK(counts_of(found("sc", 5, Notion::OrderedExecutions)) ==
        Counts{{2, 3}, {3, 3}, {4, 6}, {5, 6}});
  const suite::Suite tso = found("tso", 5, Notion::Executions);
  CHECK(counts_of(tso) == Counts{{2, 3}, {3, 5}, {4, 10}, {5, 8}});
  CHECK(counts_of(tso, "global-order") == Counts{{2, 1}, {3, 2}, {4, 7}, {5, 8}});
  CHECK(counts_of(tso, "sc-per-location") == Counts{{2, 3}, {3, 4}, {4, 3}});
  CHECK(counts_of(tso, "atomicity") == Counts{{3, 1}, {4, 3}});
  const suite::Suite ordered = found("tso", 5, Notion::OrderedExecutions);
  CHECK(counts_of(ordered) == Counts{{2, 3}, {3, 3}, {4, 4}, {5, 5}});
  CHECK(counts_of(ordered, "global-order") == Counts{{2, 1}, {3, 2}, {4, 4}, {5, 5}});
}

TEST_CASE("a suite has every minimal test of its size, by the definition, and no other") {
  for (const auto& [model, events] :
       {std::pair("sc", 4), std::pair("tso", 4), std::pair("ra", 3), std::pair("rc11", 3)}) {
    CAPTURE(model);
    const suite::Suite suite = found(model, static_cast<std::size_t>(events));
    CHECK(texts_of(suite) == found_by_definition(*find_model(model), vocabulary_of(model),
                                                 static_cast<std::size_t>(events),
                                                 suite::Side::Forbidden));
    CHECK(texts_of(suite).size() == suite.tests.size());
  }
}

TEST_CASE("a suite has every tight test of its size, by the definition, and no other") {
  for (const auto& [model, events] :
       {std::pair("sc", 4), std::pair("tso", 5), std::pair("ra", 4), std::pair("rc11", 3)}) {
    CAPTURE(model);
    const auto size = static_cast<std::size_t>(events);
    const suite::Suite suite = found(model, size, Notion::Outcomes, 1, suite::Side::Allowed);
    CHECK(texts_of(suite) == found_by_definition(*find_model(model), vocabulary_of(model), size,
                                                 suite::Side::Allowed));
    CHECK(texts_of(suite).size() == suite.tests.size());
  }
}

TEST_CASE("a suite with scopes has every minimal test of its size, and every tight one" *
          doctest::test_suite("slow")) {
  ScopedPtx ptx(3);
  const suite::Suite forbidden = suite::find_suite(ptx.model, ptx.options);
  CHECK(forbidden.is_monotone);
  CHECK(texts_of(forbidden) == ptx.by_definition());
  CHECK(texts_of(forbidden).size() == forbidden.tests.size());
  ptx.options.side = suite::Side::Allowed;
  const suite::Suite allowed = suite::find_suite(ptx.model, ptx.options);
  CHECK(texts_of(allowed) == ptx.by_definition());
}

TEST_CASE("the scopes of a minimal test are the narrowest that reach") {
  ScopedPtx ptx(3);
  std::map<std::string, std::set<int>> scopes;  // by family: those of tests of two threads
  for (const suite::SuiteTest& test : suite::find_suite(ptx.model, ptx.options).tests) {
    if (test.shape.threads.size() != 2) continue;
    const auto& [one, other] = std::pair(test.shape.places[0], test.shape.places[1]);
    const int shared = one == other ? 2 : one[1] == other[1] ? 1 : 0;
    int widest = 2;
    for (const auto& thread : test.shape.threads) {
      for (const auto& at : thread) widest = std::min(widest, static_cast<int>(at.scope));
    }
    CAPTURE(suite::family_name(test));
    CHECK(widest == shared);
    scopes[suite::family_name(test)].insert(widest);
  }
  // The same test in one cta, in two of one gpu, and in two gpus.
  CHECK(scopes["CoRR"] == std::set{0, 1, 2});
}

TEST_CASE("jobs and interruptions do not change a suite with scopes" *
          doctest::test_suite("slow")) {
  ScopedPtx ptx(3);
  const suite::Suite whole = suite::find_suite(ptx.model, ptx.options);
  ByteWriter out;
  static_cast<const suite::SuiteState&>(whole).write(out);
  const std::string bytes = out.take();
  ByteReader in(bytes);
  const suite::SuiteState kept = suite::SuiteState::read(in);
  REQUIRE(in.has_ended_well());
  ptx.options.resume = &kept;
  CHECK(texts_of(suite::find_suite(ptx.model, ptx.options)) == texts_of(whole));
  ptx.options.resume = nullptr;
  ptx.options.jobs = 3;
  CHECK(texts_of(suite::find_suite(ptx.model, ptx.options)) == texts_of(whole));
}

TEST_CASE("a tight test is a forbidden one with one thing less") {
  // Store buffering with one fence, and a lost update.
  const suite::Suite tso = found("tso", 5, Notion::Outcomes, 1, suite::Side::Allowed);
  const auto is_sb = [](const suite::SuiteTest& test) {
    return suite::family_name(test) == "SB" && test.events == 5;
  };
  CHECK(std::ranges::count_if(tso.tests, is_sb) == 1);
  const suite::Suite sc = found("sc", 3, Notion::Outcomes, 1, suite::Side::Allowed);
  REQUIRE(sc.tests.size() >= 1);
  CHECK(sc.tests.front().axioms == std::vector<std::string>{"atomicity"});
}

TEST_CASE("tests have the names of their families") {
  std::set<std::string> names;
  for (const suite::SuiteTest& test : found("sc", 4).tests) names.insert(suite::family_name(test));
  for (const char* name :
       {"CoRR", "CoWW", "CoRW1", "CoWR0", "CoRW2", "CoWR", "SB", "MP", "LB", "S", "R", "2+2W"}) {
    CAPTURE(name);
    CHECK(names.contains(name));
  }
}

TEST_CASE("jobs do not change a suite, nor does a search that is stopped and resumed") {
  const suite::Suite whole = found("rc11", 4);
  CHECK(whole.tests.size() > 10);
  const auto in_order = [](const suite::SuiteState& state) {
    std::vector<std::string> texts;
    for (const suite::SuiteTest& test : state.tests) texts.push_back(suite::canonical_text(test));
    return texts;
  };
  CHECK(in_order(found("rc11", 4, Notion::Outcomes, 3)) == in_order(whole));
  std::string bytes;
  std::size_t states = 0;
  Keeping<suite::SuiteState> keeping;
  keeping.every_seconds = 0;
  keeping.write = [&](const suite::SuiteState& state) {
    // The state after the third batch is the one to go on from.
    if (++states > 6) return;
    ByteWriter out;
    state.write(out);
    bytes = out.take();
  };
  suite::SuiteOptions options;
  options.limits.max_events = 4;
  options.keep = &keeping;
  CHECK(in_order(suite::find_suite(*find_model("rc11"), options)) == in_order(whole));
  ByteReader in(bytes);
  const suite::SuiteState kept = suite::SuiteState::read(in);
  REQUIRE(in.has_ended_well());
  CHECK(kept.tests.size() < whole.tests.size());
  options.keep = nullptr;
  options.resume = &kept;
  const suite::Suite resumed = suite::find_suite(*find_model("rc11"), options);
  CHECK(in_order(resumed) == in_order(whole));
  CHECK(resumed.programs == whole.programs);
  CHECK(resumed.outcomes == whole.outcomes);
}

}  // namespace drover::find_suite_test
