#include "words/run_words.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "drawing/find_executions.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

class Run {
 public:
  explicit Run(const std::string& text, ReductionSet reductions = ReductionSet::all())
      : program_(testing::program_from(text)) {
    ExplorerOptions options;
    options.model = find_model("sc");
    options.reductions = reductions;
    options.after_error = AfterError::GoOn;
    options.on_execution = [&](const Execution& execution) {
      graphs_.push_back(execution.graph());
      nodes_.push_back(execution.nodes);
      ends_.push_back(execution.ends);
    };
    result = explore(program_, options);
  }

  // All executions, without those of threads that finish.
  [[nodiscard]] std::vector<std::string> endings() const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < graphs_.size(); ++i) {
      for (const drawing::ThreadEnding& ending : drawing::thread_endings(
               result, *find_model("sc"), Execution(graphs_[i], nodes_[i], ends_[i]))) {
        if (!ending.text.empty()) texts.push_back(ending.text);
      }
    }
    return texts;
  }

  ExplorationResult result;

 private:
  Program program_;
  std::vector<ExecutionGraph> graphs_;
  std::vector<std::vector<NodeId>> nodes_;
  std::vector<std::vector<ThreadEnd>> ends_;
};

ReductionSet without_await() {
  ReductionSet set = ReductionSet::all();
  set.erase(Reduction::Await);
  return set;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("each assumption about a C program has a sentence and a name") {
  CHECK(
      words::assumption_sentence(Assumption::NeverWakesSpuriously).find("--no-spurious-wakeups") !=
      std::string::npos);
  CHECK(words::assumption_name(Assumption::WakesSpuriouslyOnce) == "one-spurious-wakeup");
}

TEST_CASE("the end of a thread is described with line, value and whether it would go on") {
  CHECK(Run("shared x;\nthread a { while (x == 0) {} }\nthread b { x := 1; }", without_await())
            .endings() == Texts{"cut, would go on: line 2, x = 0"});
  CHECK(Run("shared x;\nthread a { while (x == 0) {} }").endings() ==
        Texts{"waits forever: line 2, x = 0"});
  CHECK(Run("shared x;\nthread a { await(x == 1); }").endings() ==
        Texts{"waits forever: line 2, x = 0"});
  CHECK(Run("shared x, y;\nthread a { await(x == 1); }\nthread b { assume(y == 1); }").endings() ==
        Texts{"waits: line 2, x = 0", "assumption fails: line 3, y = 0"});
  CHECK(Run("shared x;\nthread a { r := x;\nassume(r == 1); }", ReductionSet::none()).endings() ==
        Texts{"assumption fails: line 3, r = 0"});
  CHECK(Run("shared x;\nthread a { block; }\nfinal { x := 1; }").endings() ==
        Texts{"blocked: line 2", "not started"});
}

TEST_CASE("places where threads gave up are listed once per line") {
  const Run run("shared x;\nthread a(i in 1..2) { r := x + i; assume(r == 5); }");
  REQUIRE(run.result.blocked_places.size() == 1);
  CHECK(words::blocked_sentences(run.result) ==
        Texts{"line 2 blocks a1, a2 in 1 execution: an assumption fails"});
}

TEST_CASE("loops that were not cut are counted by what became of them") {
  const std::vector<LoopReport> loops{
      {.fate = LoopFate::Await, .iterations = {}},
      {.fate = LoopFate::Bounded, .iterations = 7},
      {.fate = LoopFate::Unrolled, .iterations = 3},
      {.fate = LoopFate::Unrolled, .iterations = 5},
      {.fate = LoopFate::Unrolled, .has_events = false, .iterations = 90}};
  CHECK(words::loops_sentence(loops, 100) ==
        "5 loops: 1 only waits, 1 is bounded by its own condition, 3 were never cut, with at most "
        "5 of 100 iterations seen");
}

TEST_CASE("each reason for a vacuous verdict has a sentence") {
  const Run run("shared x;\nthread a { assume(x == 5); }\nfinal { x := 1; }\nexists (x == 1);");
  CHECK(words::verdict_name(run.result.verdict) == "vacuous");
  const auto sentences = words::vacuity_sentences(run.result);
  REQUIRE(sentences.size() == 1);
  CHECK(sentences[0].place.source.line == 2);
  CHECK(sentences[0].text ==
        "no execution completes: 1 of 1 stop here; `final` does not come to its end; there is no "
        "final state that conditions refer to");
  CHECK(words::vacuity_sentences(Run("shared x; thread a { x := 1; }").result).empty());
}

}  // namespace drover
