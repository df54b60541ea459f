// The code of one thread, followed over values that are not known: what Lemma 7 (docs/proofs.md)
// needs of it.

#include "explorer/algorithms/trust/silent_code.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::trust::silent_code_test {

namespace {

// Every location has the same answers.
struct Answers final : public Certainties {
  bool fails = true;
  bool leaves = true;
  bool hides = false;
  std::vector<Value> readable = {};

  [[nodiscard]] KnownValues answer(const Question& question) const override {
    KnownValues found;
    switch (question.topic) {
      case Topic::OnlyFails: return yes_if(fails);
      case Topic::Values:
        for (const Value value : readable) found.add(value);
        return found;
      case Topic::TwinRead: return {};
      case Topic::MayLeave: return yes_if(leaves);
      case Topic::IsHidden: return yes_if(hides);
    }
    return {};
  }
};

bool ends(const std::string& code, const Answers& answers, Ending ending) {
  const Program program = testing::program_from("shared x, y; thread t { " + code + " }");
  ProgramAutomata automata(program, {});
  const ThreadId thread(std::size_t{0});
  SilentCode silent(automata, GivenUpHelp::Stays);
  const NodeId node = automata.thread(thread).initial();
  const bool found = silent.ends(thread, node, ending, answers);
  CHECK(silent.ends(thread, node, ending, answers) == found);  // as it is remembered
  return found;
}
bool gives_up(const std::string& code, const Answers& answers) {
  return ends(code, answers, Ending::GivesUp);
}
bool writes_nothing(const std::string& code, const Answers& answers) {
  return ends(code, answers, Ending::WritesNothing);
}

}  // namespace

TEST_CASE("silent code: a swap that only fails writes nothing") {
  const std::string code = "r := x; assume(cas(x, 1, 2));";
  Answers answers;
  CHECK(gives_up(code, answers));
  CHECK(writes_nothing(code, answers));
  answers.fails = false;
  CHECK_FALSE(gives_up(code, answers));
  CHECK_FALSE(writes_nothing(code, answers));
}

TEST_CASE("silent code: a swap of a value that is not known may succeed") {
  CHECK_FALSE(writes_nothing("r := x; s := cas(y, r, 2);", {}));
  Answers answers;
  answers.readable = {3, 4};
  CHECK(writes_nothing("r := x; s := cas(y, r, 2);", answers));
}

TEST_CASE("silent code: all values that can be read are followed") {
  Answers answers;
  answers.readable = {1, 2};
  CHECK(gives_up("r := x; if (r == 3) { y := 1; } block;", answers));
  CHECK_FALSE(gives_up("r := x; if (r == 1) { y := 1; } block;", answers));
  CHECK_FALSE(gives_up("r := x; if (r == 2) { y := 1; } block;", answers));
  answers.readable = {};  // not known
  CHECK_FALSE(gives_up("r := x; if (r == 3) { y := 1; } block;", answers));
  CHECK_FALSE(gives_up("r := x; if (r == 3) { block; } y := 1;", answers));
}

TEST_CASE("silent code: a thread that finishes, fails or waits does not give up") {
  for (const char* code : {"r := x;", "r := x; assert(r == 7);", "await(x == 7);"}) {
    CAPTURE(code);
    CHECK(writes_nothing(code, {}));
    CHECK_FALSE(gives_up(code, {}));
  }
}

TEST_CASE("silent code: reads that must stay in the graph are not taken out") {
  Answers answers;
  answers.leaves = false;
  CHECK_FALSE(gives_up("r := x; block;", answers));
  CHECK(writes_nothing("r := x; block;", answers));
}

TEST_CASE("silent code: a write is seen unless it is hidden") {
  Answers answers;
  CHECK_FALSE(writes_nothing("x := 1; block;", answers));
  answers.hides = true;
  CHECK(gives_up("x := 1; block;", answers));
  CHECK_FALSE(writes_nothing("faa(x, 1);", answers));
}

}  // namespace drover::trust::silent_code_test
