#include "words/fact_words.h"

#include <doctest/doctest.h>

#include <set>

namespace drover::words::fact_words_test {

namespace {

ReportedError error_of(ErrorFact fact) {
  return {.kind = ErrorKind::Deadlock, .fact = std::move(fact), .graph = ExecutionGraph({})};
}

}  // namespace

TEST_CASE("every kind of fact has a sentence, also if names are missing") {
  const std::vector<std::string> names{"n0", "n1", "n2", "n3", "n4", "n5"};
  std::set<std::string> texts;
  for (std::size_t i = 0; i < FactKinds; ++i) {
    CAPTURE(i);
    const auto kind = static_cast<FactKind>(i);
    const bool is_empty = kind == FactKind::None || kind == FactKind::Deadlock;
    const std::string text = fact_text({kind, names});
    CHECK(text.empty() == is_empty);
    if (!is_empty) CHECK(texts.insert(text).second);
    // A name that is missing is left out.
    CHECK(fact_text({kind}).size() <= text.size());
  }
}

TEST_CASE("an error has a sentence with its subject, or a remark at its event") {
  CHECK(fact_text({FactKind::UseAfterFree, {"x"}}) == "use after free: `x`");
  CHECK(fact_text({FactKind::UseAfterFree}) == "use after free");
  CHECK(fact_text({FactKind::OneEvent, {"race"}}) == "race: one event");
  CHECK(fact_text({FactKind::OneEvent}) == "one event");
}

TEST_CASE("final states are written as names and values") {
  CHECK(fact_text({FactKind::ForbiddenState, {"x", "1", "t:r", "0"}}) ==
        "forbidden final state is reached: x = 1, t:r = 0");
  CHECK(fact_text({FactKind::RequiredNotReached, {"1", "x == 2"}}) ==
        "required final state is not reached: none of 1 complete execution satisfies `x == 2`");
}

TEST_CASE("a deadlock is described with each thread's wait and the value it read") {
  ReportedError error = error_of({FactKind::Deadlock});
  error.place = {.source = {}, .thread = "t"};
  error.place.fact = {FactKind::WaitsForValue, {"t", "x == 1", "x", "0"}};
  error.others.push_back({.source = {}, .thread = "u"});
  error.others.back().fact = {FactKind::LoopsForValue, {"u", "line 7", "y == 1", "y", "2", "t:3"}};
  error.others.push_back({.source = {}, .thread = "v"});
  error.others.back().fact = {FactKind::WaitsForThread, {"v", "u"}};
  CHECK(error_text(error) ==
        "`t` waits forever for `x == 1`: `x` stays 0 (its initial value); "
        "`u` repeats the loop at line 7 forever, waiting for `y == 1`: `y` stays 2 (last written "
        "by t:3); `v` waits forever for `u` to end");
}

TEST_CASE("an error is counted by executions, in one execution by the times it is seen") {
  ReportedError error = error_of({FactKind::Deadlock});
  error.executions = error.times = 1;
  CHECK(count_text(error).empty());
  error.times = 6;
  CHECK(count_text(error) == "6 times in this execution");
  error.kind = ErrorKind::Race;
  CHECK(count_text(error) == "6 pairs of such accesses in this execution");
  error.executions = 2;
  CHECK(count_text(error) == "in 2 executions");
}

TEST_CASE("facts are the same if their identities are") {
  CHECK(identity_of({FactKind::Said, {"a", "b"}}) != identity_of({FactKind::Said, {"a b"}}));
  CHECK(identity_of({FactKind::Said, {"a", "b"}}) != identity_of({FactKind::Race, {"a", "b"}}));
  CHECK(identity_of({FactKind::Said, {"1:a"}}) != identity_of({FactKind::Said, {"1", "a"}}));
}

}  // namespace drover::words::fact_words_test
