#include "explorer/findings/findings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "explorer/crew/exploration_state.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::findings_test {

namespace {

using work::Moment;
using work::Place;

Bytes bytes_of(const Findings& findings) {
  ByteWriter out;
  findings.write(out);
  return out.take();
}

FoundError error_at(const Moment& moment, const std::string& message) {
  FoundError error;
  error.first = moment;
  error.shown_at = moment;
  error.shown.fact = {FactKind::Said, {message}};
  error.shown.graph = std::make_shared<const GraphRecord>();
  return error;
}

// Findings of a part of an exploration, with something of every kind.
Findings random_findings(std::mt19937& random, const Place& place) {
  const auto number = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  Findings found;
  found.executions = number(100);
  found.blocked = number(100);
  found.deadlocks = number(3);
  found.erroneous = number(3);
  found.cut = number(3);
  found.stale = number(5);
  found.dead_ends = number(5);
  found.events = number(1000);
  found.duplicates = number(2);
  if (number(2) == 0) found.flags["f"] = number(5);
  found.conditions = {{number(5), number(5)}};
  for (std::uint32_t i = number(4); i > 0; --i) found.outcomes[{Value{number(3)}}] += 1;
  std::uint64_t serial = 0;
  for (std::uint32_t i = number(4); i > 0; --i) {
    const ErrorKey key{ErrorKind::Assertion, number(2), 0, ""};
    found.add(key, error_at({place, serial++}, number(2) == 0 ? "a" : "b"));
  }
  for (std::uint32_t i = number(3); i > 0; --i) {
    FoundCut& cut = found.cuts[{number(2), number(2)}];
    if (cut.executions == 0) cut.first = {place, serial++};
    cut.executions += 1 + number(3);
  }
  for (std::uint32_t i = number(700); i > 0; --i) {
    found.stops.push_back(
        {{place, serial++}, {{number(2), {number(9), 0, 1, 1}, StopKind::Block}}});
  }
  for (std::uint32_t i = number(3); i > 0; --i) found.reached.insert(number(5));
  found.iterations = {number(7), number(7)};
  if (number(5) == 0) found.voids.insert(VoidReason::CausalCycle);
  if (number(5) == 0) found.voids.insert(VoidReason::PlacementMatters);
  return found;
}

}  // namespace

TEST_CASE("findings: merging is commutative and associative, and nothing is neutral") {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    std::vector<Findings> parts;
    for (std::uint32_t part = 0; part < 4; ++part) {
      parts.push_back(random_findings(random, Place().part(part)));
    }
    Findings in_order;
    for (const Findings& part : parts) in_order.merge(part);
    std::vector<std::size_t> order{0, 1, 2, 3};
    std::shuffle(order.begin(), order.end(), random);
    Findings left = parts[order[0]];
    left.merge(parts[order[1]]);
    Findings right = parts[order[2]];
    right.merge(parts[order[3]]);
    right.merge({});
    left.merge(right);
    CHECK(bytes_of(left) == bytes_of(in_order));
  }
}

TEST_CASE("findings: are read as they were written, truncated ones are refused") {
  std::mt19937 random(2);
  for (int i = 0; i < 50; ++i) {
    const Bytes bytes = bytes_of(random_findings(random, Place().part(1)));
    ByteReader in(bytes);
    CHECK(bytes_of(Findings::read(in)) == bytes);
    CHECK(in.has_ended_well());
    ByteReader shorter(std::string_view(bytes).substr(0, bytes.size() - 1));
    static_cast<void>(Findings::read(shorter));
    CHECK(shorter.has_failed());
  }
}

TEST_CASE("findings: of equal errors the one with the least facts is kept") {
  Findings findings;
  const ErrorKey key{ErrorKind::Race, 7, 0, ""};
  findings.add(key, error_at({Place(), 5}, "b"));
  findings.add(key, error_at({Place(), 9}, "a"));
  findings.add(key, error_at({Place(), 2}, "c"));
  findings.add(key, error_at({Place(), 8}, "a"));
  const FoundError& error = findings.errors.at(key);
  CHECK(error.shown.fact.names == std::vector<std::string>{"a"});
  CHECK(error.shown_at.serial == 8);
  CHECK(error.first.serial == 2);
  CHECK(error.executions == 4);
  CHECK(error.times == 4);
  FoundError shorter = error_at({Place(), 20}, "z");
  FoundError longer = error_at({Place(), 21}, "a");
  shorter.length = 3;
  longer.length = 4;
  const ErrorKey other{ErrorKind::Race, 8, 0, ""};
  findings.add(other, longer);
  findings.add(other, shorter);
  CHECK(findings.errors.at(other).shown.fact.names == std::vector<std::string>{"z"});
}

TEST_CASE("graph records: the execution of an error is made again by other automata") {
  const Program program = testing::program_from(
      "shared x, y; shared na d; thread a { d := 1; x@rel := 1; faa(y, 1); } "
      "thread b { if (x@rlx == 1) { r := d; } faa(y, 2); cas(y, 3, 4); }");
  ExplorerOptions options;
  options.model = find_model("rc11");
  options.after_error = AfterError::GoOn;
  const ExplorationResult result = explore(program, options);
  REQUIRE(!result.errors.empty());
  for (const ReportedError& error : result.errors) {
    FoundError found;
    found.shown.graph = std::make_shared<const GraphRecord>(record_of(error.graph));
    Findings findings;
    findings.add({}, found);
    ByteWriter out;
    findings.write(out);
    ByteReader in(out.bytes());
    const Findings again = Findings::read(in);
    REQUIRE(in.has_ended_well());
    ProgramAutomata automata(*result.program, {});
    const auto graph = replay(*again.errors.begin()->second.shown.graph, automata);
    REQUIRE(graph);
    CHECK(graph->size() == error.graph.size());
    for (std::size_t i = 0; i < graph->size(); ++i) {
      CHECK(graph->event(EventId(i)).value == error.graph.event(EventId(i)).value);
      CHECK(graph->event(EventId(i)).reads_from == error.graph.event(EventId(i)).reads_from);
      CHECK(graph->event(EventId(i)).label.source == error.graph.event(EventId(i)).label.source);
    }
  }
}

TEST_CASE("findings: why a run does not count, the worst reason first") {
  Plan symmetric;
  symmetric.trust.symmetric = {{ThreadId(0), ThreadId(1)}};
  Findings found;
  CHECK_FALSE(void_reason(symmetric, found, StopReason::Exhausted));
  found.voids.insert(VoidReason::PlacementMatters);
  CHECK(void_reason(symmetric, found, StopReason::Exhausted) == VoidReason::PlacementMatters);
  // Without symmetry it does not matter.
  CHECK_FALSE(void_reason(Plan(), found, StopReason::Exhausted));
  found.errors[{ErrorKind::Thread, 1, 2, ""}] = {};
  CHECK(void_reason(symmetric, found, StopReason::Exhausted) == VoidReason::ThreadsMisused);
  CHECK_FALSE(void_reason(Plan(), found, StopReason::Exhausted));
  found.voids.insert(VoidReason::CausalCycle);
  CHECK(void_reason(symmetric, found, StopReason::Void) == VoidReason::CausalCycle);
  CHECK_FALSE(void_reason(Plan(), found, StopReason::Void));
  found.voids.insert(VoidReason::HelpInDoubt);
  CHECK(void_reason(Plan(), found, StopReason::Void) == VoidReason::HelpInDoubt);
  found.voids.insert(VoidReason::FailedComputation);
  CHECK(void_reason(Plan(), found, StopReason::Void) == VoidReason::FailedComputation);
}

TEST_CASE("findings: a trial has failed where the limit of executions ends it") {
  Plan trial;
  trial.fallback = std::make_shared<const Plan>();
  CHECK(void_reason(trial, {}, StopReason::MaxExecutions) == VoidReason::TrialFailed);
  CHECK_FALSE(void_reason(trial, {}, StopReason::Exhausted));
  CHECK_FALSE(void_reason(Plan(), {}, StopReason::MaxExecutions));
}

TEST_CASE("graph records: of another program are refused") {
  const Program one = testing::program_from("shared x; thread a { x := 1; r := x; }");
  const Program other = testing::program_from("shared x; thread a { r := x; x := 1; }");
  GraphRecord record;
  record.events.resize(2);
  record.events[1].kind = GraphRecord::Source::Event;
  record.events[1].value = 1;
  record.coherence = {{{0, 0}}};
  ProgramAutomata fitting(one, {});
  ProgramAutomata foreign(other, {});
  CHECK(replay(record, fitting));
  CHECK_FALSE(replay(record, foreign));
  record.events[1].value = 2;
  CHECK_FALSE(replay(record, fitting));
}

}  // namespace drover::findings_test
