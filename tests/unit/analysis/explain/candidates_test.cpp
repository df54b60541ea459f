#include "analysis/explain/candidates.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::candidates_test {
using namespace explain;
using namespace testing;

namespace {

struct Counts {
  std::size_t all = 0;
  std::size_t coherent = 0;
  std::size_t torn = 0;
};

// Counts the candidates of a program that satisfy its condition.
Counts count(const std::string& text, std::optional<CandidateClass> wanted = std::nullopt) {
  const Program program = program_from(text);
  const Outcome outcome =
      program.conditions.empty() ? Outcome{} : outcome_of(program, program.conditions.front());
  CandidateSearch search(program, 2, Dependencies::LeftOut);
  Counts counts;
  const StopReason reason = search.run(outcome, wanted, {}, [&](const VisitedCandidate& candidate) {
    ++counts.all;
    if (is_coherent(candidate.graph)) ++counts.coherent;
    if (is_torn(candidate.graph)) ++counts.torn;
  });
  CHECK(reason == StopReason::Exhausted);
  return counts;
}

}  // namespace

TEST_CASE("a candidate is coherent if the accesses of each location alone are interleaved") {
  // Of three sources of the read, that of its own later write is not coherent.
  const Counts own = count("shared x; thread a { r := x; x := 1; }");
  CHECK(own.all == 2);
  CHECK(own.coherent == 1);
  CHECK(own.torn == 0);
  // Nor is a read of an older value after a newer one; different locations do not matter.
  CHECK(count("shared x; thread a { x := 1; } thread b { r := x; s := x; }").coherent == 3);
  CHECK(count("shared x, y; thread a { x := 1; r := y; } thread b { y := 1; s := x; }").coherent ==
        4);
}

TEST_CASE("the init and final threads are ordered with the others in coherent candidates") {
  CHECK(count("shared x; init { x := 1; } thread a { r := x; } final { s := x; }").coherent == 1);
}

TEST_CASE("a candidate is torn if only the atomicity of a read-modify-write fails") {
  // Each addition reads the initial value or the other addition's; in coherence order, one of the
  // two writes is first.
  const Counts counts =
      count("shared x; thread a { r := faa(x, 1); } thread b { s := faa(x, 1); }");
  CHECK(counts.coherent == 2);
  CHECK(counts.torn == 2);
}

TEST_CASE("only candidates of the wanted class are visited, and only those with the outcome") {
  const std::string text =
      "shared x; thread a { x := 1; } thread b { r := x; s := x; } exists (b:r == 1);";
  CHECK(count(text).all == 2);
  CHECK(count(text, CandidateClass::Coherent).all == 1);
  CHECK(count(text, CandidateClass::Incoherent).all == 1);
}

TEST_CASE("a search ends when its steps are used up, or when its visitor stops it") {
  const Program program = program_from("shared x; thread a { x := 1; } thread b { r := x; }");
  CandidateSearch search(program, 2, Dependencies::LeftOut);
  std::size_t visited = 0;
  const auto visit = [&](const VisitedCandidate&) {
    ++visited;
    search.stop();
  };
  CHECK(search.run({}, std::nullopt, {}, visit) == StopReason::MaxExecutions);
  CHECK(visited == 1);
  const auto ignore = [](const VisitedCandidate&) {};
  CHECK(search.run({}, std::nullopt, {.steps = 0}, ignore) == StopReason::MaxExecutions);
}

TEST_CASE("threads that may stop for good, and labels that were reached, are found in automata") {
  const auto searched = [](const char* text) {
    const Program program = program_from(text);
    CandidateSearch search(program, 2, Dependencies::LeftOut);
    search.run({}, std::nullopt, {}, [](const VisitedCandidate&) {});
    return std::pair(has_stop(search.automata()), has_node(search.automata(), LabelKind::Error));
  };
  CHECK(searched("shared x; thread a { x := 1; }") == std::pair(false, false));
  CHECK(searched("shared x; thread a { await(x == 1); }") == std::pair(true, false));
  CHECK(searched("shared x; thread a { assert(x == 1); }") == std::pair(false, true));
}

}  // namespace drover::candidates_test
