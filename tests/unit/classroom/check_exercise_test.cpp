#include "classroom/check_exercise.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::check_exercise_test {
using namespace classroom;
using namespace testing;

TEST_CASE("errors in programs and outcomes have their place in the exercise file") {
  const std::string table = Head + "kind: verdicts\nask: sc\nsolution: sc: allowed\n";
  CHECK(ReadExercise(table + "program p:\n  shared x;\n  thread t { x := z; }\noutcome o: x == 1\n")
            .has(DiagnosticKind::UndefinedName, 10, 19));
  CHECK(ReadExercise(table + "program p:\n  shared x;\n  thread t { x := 1; }\noutcome o: z == 1\n")
            .has(DiagnosticKind::NotInCondition, 11, 12) == false);
  const ReadExercise wrong_outcome(
      table + "program p:\n  shared x;\n  thread t { x := 1; }\noutcome o: z == 1\n");
  REQUIRE(wrong_outcome.sink.has_errors());
  CHECK(wrong_outcome.sink.diagnostics().front().range.line == 11);
  CHECK(wrong_outcome.sink.diagnostics().front().range.column == 12);
  const std::string holes = Head + "kind: fill\nsolution: x\n";
  CHECK(ReadExercise(holes + "program p:\n  shared x;\n  thread t { [[A]] }\ncheck sc: safe\n")
            .has(DiagnosticKind::ExerciseValue, 9, 14));
}

TEST_CASE("a section `model NAME:` is a model of the exercise, an unknown model is an error") {
  const std::string text = Head +
                           "kind: distinguish\n"
                           "model weak:\n"
                           "  include \"cos.cat\"\n"
                           "  acyclic [W]; po-loc; [W] | co as writes\n"
                           "distinguish: allowed weak forbidden sc size 4\n"
                           "solution: shared x; thread t { x := 1; }\n";
  const Exercise exercise = exercise_from(text);
  REQUIRE(exercise.own_models.size() == 1);
  CHECK(exercise.model("weak").name() == "weak");
  CHECK(exercise.model("sc").name() == "sc");
  CHECK(ReadExercise(Head + "kind: distinguish\ndistinguish: allowed tso forbidden scc size 4\n")
            .has(DiagnosticKind::ExerciseValue, 6, 36));
  CHECK(ReadExercise(Head + "model m:\n  acyclic [[E]] as e\nask: m\n")
            .has(DiagnosticKind::ExerciseValue, 7, 6));
  CHECK(ReadExercise(Head + "ask: nowhere.cat\n").has(DiagnosticKind::ExerciseValue, 5, 6));
  // Its errors are reported at its own position.
  CHECK(ReadExercise(Head +
                     "kind: verdicts\nmodel m:\n  acyclic poo as e\nprogram p:\n  shared x;\n"
                     "  thread t { x := 1; }\noutcome o: x == 1\nask: m\nsolution: m: allowed\n")
            .has(DiagnosticKind::CatUnknownName, 7, 11));
}

TEST_CASE("each kind of exercise needs its sections") {
  const auto lacks = [](const std::string& sections) {
    return ReadExercise(Head + "solution: x\n" + sections)
        .has(DiagnosticKind::ExerciseMissing, 0, 0);
  };
  const std::string program = "program p:\n  shared x;\n  thread t { x := 1; }\n";
  const std::string outcome = program + "outcome o: x == 1\n";
  CHECK(lacks("kind: verdicts\n" + outcome));
  CHECK(!lacks("kind: verdicts\nask: sc\n" + outcome));
  CHECK(lacks("kind: count\nask: sc\n"));
  CHECK(lacks("kind: cycle\nask: sc tso\n" + outcome));
  CHECK(lacks("kind: fill\n" + program + "check sc: safe\n"));
  CHECK(lacks("kind: distinguish\n"));
  CHECK(lacks("kind: axiom\nmodel m:\n  acyclic [[E]] as e\nhole E expression: e\n"));
  CHECK(lacks("kind: tests\nask: sc\ngood g:\n  shared x;\n"));
  CHECK(lacks("kind: relax\n" + program));
}

TEST_CASE("minimality with too many combinations of choices is an error at a hole") {
  std::string text = Head + "kind: fill\nminimal: weakest\nprogram p:\n  shared x;\n  thread t { ";
  for (int i = 0; i < 6; ++i) text += "x@[[H" + std::to_string(i) + "]] := 1; ";
  text += "}\ncheck sc: safe\nsolution: x\n";
  for (int i = 0; i < 6; ++i) {
    text += "hole H" + std::to_string(i) + " mode: rlx rel sc na\n";
  }
  CHECK(!ReadExercise(text).sink.has_errors());
  const std::string one_more = Head + text.substr(Head.size());
  CHECK(
      ReadExercise(one_more + "hole H6 mode: rlx sc\n").has(DiagnosticKind::ExerciseValue, 18, 6));
}

}  // namespace drover::check_exercise_test
