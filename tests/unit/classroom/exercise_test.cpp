// Exercises: their files, answers to them, and what answers are worth. tests/run_exercises.py
// checks that every exercise of the pack has a solution, and wrong answers that are wrong.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "classroom/exercise_text.h"
#include "classroom/grade.h"
#include "classroom/pack.h"
#include "classroom/parse_exercise.h"
#include "classroom/sections.h"
#include "classroom/submission.h"
#include "classroom/template.h"
#include "classroom/tokens.h"
#include "classroom/verify.h"

using namespace drover;
using namespace drover::classroom;

namespace {

const std::string Head =
    "exercise: e\n"
    "title: t\n"
    "points: 4\n"
    "text: what?\n";

const std::string Fences = Head +
                           "kind: fill\n"
                           "program sb:\n"
                           "  shared x, y;\n"
                           "  thread l { x := 1; [[L]] a := y; }\n"
                           "  thread r { y := 1; [[R]] b := x; }\n"
                           "outcome zeros: l:a == 0 && r:b == 0\n"
                           "hole L fence: - rel sc\n"
                           "hole R fence: - rel sc\n"
                           "check tso: forbids zeros\n"
                           "minimal: weakest\n"
                           "on zeros: still there\n"
                           "solution:\n"
                           "  L: sc\n"
                           "  R: sc\n";

struct Read {
  explicit Read(const std::string& text)
      : source(SourceBuffer::from_text("e.exercise", text)),
        exercise(parse_exercise(source, sink)) {}

  [[nodiscard]] bool has(DiagnosticKind kind, std::uint32_t line, std::uint32_t column) const {
    return std::ranges::any_of(sink.diagnostics(), [&](const Diagnostic& each) {
      return each.kind == kind && each.range.line == line && each.range.column == column;
    });
  }

  SourceBuffer source;
  DiagnosticSink sink;
  std::optional<Exercise> exercise;
};

Exercise exercise_from(const std::string& text) {
  Read read(text);
  INFO(render(read.sink, "e.exercise", &read.source));
  REQUIRE(read.exercise.has_value());
  return *read.exercise;
}

Grade graded(const Exercise& exercise, const std::string& answer) {
  return grade_answer(exercise, SourceBuffer::from_text("answer", answer));
}

}  // namespace

TEST_CASE("an exercise file: what is wrong has its place") {
  using enum DiagnosticKind;
  CHECK(Read("  lost\n").has(ExerciseLine, 1, 3));
  CHECK(Read("no colon here\n").has(ExerciseLine, 1, 1));
  CHECK(Read(Head + "titel: x\n").has(ExerciseSection, 5, 1));
  CHECK(Read(Head + "title: x\n").has(ExerciseDuplicate, 5, 1));
  CHECK(Read(Head).has(ExerciseMissing, 0, 0));
  CHECK(Read(Head + "kind: riddle\n").has(ExerciseValue, 5, 7));
  CHECK(Read(Head + "level: 9\n").has(ExerciseValue, 5, 8));
  CHECK(Read(Head + "library: SBB\n").has(ExerciseValue, 5, 10));
  CHECK(Read(Head + "hole A mode: rlx strong\n").has(ExerciseValue, 5, 18));
  CHECK(Read(Head + "check power: safe\n").has(ExerciseValue, 5, 1));
  CHECK(Read(Head + "outcome o: x == 1\n").has(ExerciseValue, 5, 1));
}

TEST_CASE("an exercise file: programs are read in place") {
  const std::string table = Head + "kind: verdicts\nask: sc\nsolution: sc: allowed\n";
  CHECK(Read(table + "program p:\n  shared x;\n  thread t { x := z; }\noutcome o: x == 1\n")
            .has(DiagnosticKind::UndefinedName, 10, 19));
  CHECK(Read(table + "program p:\n  shared x;\n  thread t { x := 1; }\noutcome o: z == 1\n")
            .has(DiagnosticKind::NotInCondition, 11, 12) == false);
  const Read wrong_outcome(table +
                           "program p:\n  shared x;\n  thread t { x := 1; }\noutcome o: z == 1\n");
  REQUIRE(wrong_outcome.sink.has_errors());
  CHECK(wrong_outcome.sink.diagnostics().front().range.line == 11);
  CHECK(wrong_outcome.sink.diagnostics().front().range.column == 12);
  const std::string holes = Head + "kind: fill\nsolution: x\n";
  CHECK(Read(holes + "program p:\n  shared x;\n  thread t { [[A]] }\ncheck sc: safe\n")
            .has(DiagnosticKind::ExerciseValue, 9, 14));
}

TEST_CASE("choices: what is weak enough, what is too strong, what is not a choice") {
  const Exercise exercise = exercise_from(Fences);
  CHECK(graded(exercise, "L: sc\nR: sc").is_full());
  const Grade weak = graded(exercise, "L: sc\nR: rel");
  CHECK(weak.hundredths == 0);
  CHECK(weak.key == "zeros");
  CHECK(weak.remark == "still there");
  CHECK_FALSE(graded(exercise, "L: sc\nR: mfence").is_readable());
  CHECK_FALSE(graded(exercise, "L: sc").is_readable());
  CHECK_FALSE(graded(exercise, "L: sc\nR: sc\nS: sc").is_readable());
  CHECK(verify(exercise).empty());
}

TEST_CASE("every weaker combination is tried") {
  Exercise exercise = exercise_from(Fences);
  exercise.checks.front().model = "sc";
  const Grade grade = graded(exercise, "L: -\nR: rel");
  CHECK(grade.hundredths == 200);
  CHECK(grade.key == "too-strong:R");
  CHECK(graded(exercise, "L: -\nR: -").is_full());
}

TEST_CASE("a whole program is compared with the template") {
  const Exercise exercise = exercise_from(Fences);
  const std::string begin = "shared x,y;  // as it was\n";
  CHECK(graded(exercise, begin + "thread l { x := 1; fence@sc; a := y; }\n"
                                 "thread r { y := 1; fence @ sc ; b := x; }\n")
            .is_full());
  const Grade changed = graded(exercise, begin +
                                             "thread l { x := 1; fence@sc; a := y; }\n"
                                             "thread r { y := 1; fence@sc; b := y; }\n");
  CHECK(changed.key == "template");
  CHECK(changed.diagnostics.find("answer:3:35: error") != std::string::npos);
  const Grade longer = graded(exercise, begin +
                                            "thread l { x := 1; fence@sc; a := y; }\n"
                                            "thread r { y := 1; fence@sc; b := x; }\n"
                                            "thread s { x := 2; }\n");
  CHECK(longer.key == "template");
}

TEST_CASE("what is in a hole stays in it") {
  const Hole expression{"E", HoleKind::Expression, {}, "", {}};
  const Hole statements{"S", HoleKind::Statements, {}, "", {}};
  CHECK(why_not_in_hole(expression, Language::Core, "a + (b)").empty());
  CHECK_FALSE(why_not_in_hole(expression, Language::Core, "a; b").empty());
  CHECK_FALSE(why_not_in_hole(expression, Language::Core, "a) + (b").empty());
  CHECK(why_not_in_hole(statements, Language::Core, "if (a) { b := 1; }").empty());
  CHECK_FALSE(why_not_in_hole(statements, Language::Core, "} thread t {").empty());
  CHECK_FALSE(why_not_in_hole(statements, Language::Core, "x := 1; /*").empty());
  CHECK_FALSE(why_not_in_hole(expression, Language::Cat, "po (* ").empty());
  CHECK(why_not_in_hole(expression, Language::Cat, "[W]; po; [R]").empty());
  // Comments of cat nest: the last parenthesis here is not part of a comment.
  CHECK_FALSE(why_not_in_hole(expression, Language::Cat, "0 (* (* *) ( ( *) )").empty());
  CHECK(why_not_in_hole(expression, Language::Cat, "0 (* (* *) ( ( *)").empty());
  CHECK_FALSE(why_not_in_hole(statements, Language::Core, "assert(1, \"\n } \");").empty());
  CHECK(why_not_in_hole(statements, Language::Core, "assert(1, \"\\\" } \");").empty());
  CHECK(tokens_of("a /* ) */ // }\n b", Language::Core).size() == 2);
}

TEST_CASE("an expression in a hole is one expression") {
  const Exercise exercise = exercise_from(Head +
                                          "kind: axiom\n"
                                          "model m:\n"
                                          "  include \"cos.cat\"\n"
                                          "  acyclic [[E]] as order\n"
                                          "hole E expression: the order\n"
                                          "program p:\n"
                                          "  shared x, y;\n"
                                          "  thread l { x := 1; a := y; }\n"
                                          "  thread r { y := 1; b := x; }\n"
                                          "outcome ones: l:a == 1 && r:b == 1\n"
                                          "agree sc: SB MP ones\n"
                                          "solution: po | rf | co | fr\n");
  CHECK(graded(exercise, "po | rf | co | fr").is_full());
  CHECK(graded(exercise, "po | rf | co | fr // all of them").is_full());
  CHECK(graded(exercise, "0 as a include \"sc.cat\" acyclic 0").key == "syntax");
  const Grade everything = graded(exercise, "po | po^-1");
  CHECK(everything.hundredths == 0);
  CHECK_FALSE(everything.is_full());
  CHECK(graded(exercise, "0").hundredths == 0);
  CHECK(graded(exercise, "po | rf | co").hundredths < 400);
}

TEST_CASE("what is called the smallest test is compared with all smaller ones" *
          doctest::test_suite("slow")) {
  const Exercise exercise = exercise_from(Head +
                                          "kind: distinguish\n"
                                          "distinguish: allowed tso forbidden sc size 5\n"
                                          "solution: shared x; thread t { x := 1; }\n");
  CHECK_FALSE(find_smaller_test(exercise, 3).has_value());
  const auto found = find_smaller_test(exercise, 4);
  REQUIRE(found.has_value());
  CHECK(graded(exercise, *found).is_full());
}

TEST_CASE("smaller tests are looked for with modes" * doctest::test_suite("slow")) {
  const std::string head = Head + "kind: distinguish\n";
  const std::string solution = "solution: shared x; thread t { x := 1; }\n";
  // Message passing with a relaxed flag; with plain accesses, rc11 says what ra says of it.
  const Exercise modes =
      exercise_from(head + "distinguish: allowed rc11 forbidden ra size 5\n" + solution);
  CHECK_FALSE(find_smaller_test(modes, 3).has_value());
  const auto found = find_smaller_test(modes, 4);
  REQUIRE(found.has_value());
  const Grade grade = graded(modes, *found);
  CHECK(grade.is_full());
  // No test of four accesses shows what C++20 took out of release sequences.
  const Exercise sequences =
      exercise_from(head + "distinguish: allowed rc20 forbidden rc11 size 5\n" + solution);
  CHECK_FALSE(find_smaller_test(sequences, 4).has_value());
}

TEST_CASE("an exercise brings a model of its own") {
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
  const auto found = find_smaller_test(exercise);
  REQUIRE(found.has_value());
  CAPTURE(*found);
  CHECK(graded(exercise, *found).is_full());
  CHECK(exercise_text(exercise).find("po-loc") != std::string::npos);
  CHECK(Read(Head + "kind: distinguish\ndistinguish: allowed tso forbidden scc size 4\n")
            .has(DiagnosticKind::ExerciseValue, 6, 36));
  CHECK(Read(Head + "model m:\n  acyclic [[E]] as e\nask: m\n")
            .has(DiagnosticKind::ExerciseValue, 7, 6));
  CHECK(Read(Head + "ask: nowhere.cat\n").has(DiagnosticKind::ExerciseValue, 5, 6));
  // Its errors are reported at its own position.
  CHECK(Read(Head + "kind: verdicts\nmodel m:\n  acyclic poo as e\nprogram p:\n  shared x;\n"
                    "  thread t { x := 1; }\noutcome o: x == 1\nask: m\nsolution: m: allowed\n")
            .has(DiagnosticKind::CatUnknownName, 7, 11));
}

TEST_CASE("the size of a test is what it does, or what is written if that is more") {
  const Exercise exercise = exercise_from(Head +
                                          "kind: distinguish\n"
                                          "distinguish: allowed tso forbidden sc size 4\n"
                                          "solution: shared x; thread t { x := 1; }\n");
  const std::string rest = " thread r { y := 1; b := x; } exists (l:a == 0 && r:b == 0);";
  CHECK(graded(exercise, "shared x, y; thread l { x := 1; a := y; }" + rest).is_full());
  const Grade loop = graded(
      exercise,
      "shared x, y; thread l { for (i := 0; i < 3; i := i + 1) { x := 1; } a := y; }" + rest);
  CHECK(loop.key == "too-large");
  CHECK(loop.findings.back().text.starts_with("6 accesses"));
}

TEST_CASE("tests of the library are shown without what the library says of them") {
  const Exercise exercise = exercise_from(
      Head + "kind: verdicts\nlibrary: SB+rlxs\nask: rc11\nsolution: rc11: allowed\n");
  const std::string shown = exercise_text(exercise);
  CHECK(shown.find("Verdicts") == std::string::npos);
  CHECK(shown.find("Store buffering") == std::string::npos);
  CHECK(shown.find("memory_order_relaxed") != std::string::npos);
  CHECK(graded(exercise, "rc11: allowed").is_full());
}

TEST_CASE("a cycle is made of the relations that the exercise names") {
  const std::string sb = Head +
                         "kind: cycle\n"
                         "program sb:\n"
                         "  shared x, y;\n"
                         "  thread l { x := 1; a := y; }\n"
                         "  thread r { y := 1; b := x; }\n"
                         "outcome zeros: l:a == 0 && r:b == 0\n"
                         "ask: sc\n"
                         "solution:\n"
                         "  po l.1 l.2\n"
                         "  fr l.2 r.1\n"
                         "  po r.1 r.2\n"
                         "  fr r.2 l.1\n";
  const Exercise exercise = exercise_from(sb);
  CHECK(verify(exercise).empty());
  CHECK(graded(exercise, "hb l.1 l.1").key == "unreadable");
  CHECK(graded(exercise, "exercise-axiom-0 l.1 l.1").key == "unreadable");
  CHECK(graded(exercise_from(sb + "edges: hb\n"), "hb l.1 l.1").is_full());
  CHECK(Read(sb + "edges: po hp\n").has(DiagnosticKind::ExerciseValue, 17, 8));
}

TEST_CASE("an answer that is not one") {
  using enum DiagnosticKind;
  const Exercise exercise = exercise_from(Head +
                                          "kind: verdicts\n"
                                          "program p:\n"
                                          "  shared x;\n"
                                          "  thread t { x := 1; }\n"
                                          "outcome one: x == 1\n"
                                          "ask: sc tso\n"
                                          "solution:\n"
                                          "  sc: allowed\n"
                                          "  tso: allowed\n");
  const Grade empty = graded(exercise, " \n");
  CHECK(empty.diagnostics.find(std::string("the answer is empty")) != std::string::npos);
  CHECK(diagnostic_name(AnswerEmpty) == "AnswerEmpty");
  const Grade unknown = graded(exercise, "tsso: allowed\n");
  CHECK(unknown.diagnostics.find("answer:1:1: error") != std::string::npos);
  CHECK(unknown.diagnostics.find("did you mean `tso`") != std::string::npos);
  CHECK(diagnostic_name(AnswerUnknown) == "AnswerUnknown");
  const Grade verdict = graded(exercise, "tso: perhaps\n");
  CHECK(verdict.diagnostics.find("answer:1:6: error") != std::string::npos);
  CHECK(diagnostic_name(AnswerValue) == "AnswerValue");
  CHECK(diagnostic_name(AnswerTemplate) == "AnswerTemplate");
  const Grade half = graded(exercise, "tso: allowed\n");
  CHECK(half.hundredths == 200);
  CHECK(half.key == "missing");
}

TEST_CASE("answers as people write them") {
  const Exercise fences = exercise_from(Fences);
  CHECK(graded(fences, "L: sc, R: sc").is_full());
  CHECK(graded(fences, "l: SC; r: fence@sc;").is_full());
  CHECK(graded(fences, "L:\nR: sc").key == "zeros");  // readable: no fence
  CHECK(graded(fences, "L: none, R:").key == "zeros");
  CHECK_FALSE(graded(fences, "L: sc, R: full").is_readable());
  const Grade place = graded(fences, "L: sc, R: full");
  CHECK(place.diagnostics.find("answer:1:11: error") != std::string::npos);
  const Exercise modes = exercise_from(Head +
                                       "kind: fill\nprogram p:\n  shared x;\n"
                                       "  thread t { x@[[W]] := 1; }\nhole W mode: rlx sc\n"
                                       "check sc: safe\nsolution: rlx\n");
  CHECK_FALSE(graded(modes, "W:").is_readable());  // there is no empty mode
  CHECK(find_word({"sc", "SC2"}, "Sc") == 0);
  CHECK(find_word({"a", "A"}, "A") == 1);
  CHECK_FALSE(find_word({"ab", "AB"}, "Ab").has_value());
}

TEST_CASE("several holes in one line: statements keep what is theirs") {
  const Exercise exercise =
      exercise_from(Head +
                    "kind: fill\nprogram p:\n  shared x;\n"
                    "  thread t { [[A]] }\n  thread u { [[B]] }\n"
                    "hole A statements: a\nhole B statements: b\n"
                    "check sc: safe\nsolution:\n  A: x := 1;\n  B: x := 1;\n");
  CHECK(graded(exercise, "A: x := 1; x := 2; B: x := 3;").is_full());
  CHECK(graded(exercise, "A: x := 1; b: while (x == 0) { break b; } B: x := 3;").is_readable() ==
        false);
  CHECK(graded(exercise, "A: x := 1; b: while (x == 0) { break b; }\nB: x := 3;").is_full());
  CHECK(graded(exercise, "A:\n  x := 1;\nB:\n  x := 2; A: while (x == 0) { }").is_full());
}

namespace {

// A program in which `[[S]]` is all there is.
Exercise anything(const std::string& checks) {
  return exercise_from(Head +
                       "kind: fill\nprogram p:\n  shared x;\n  thread t { r := 0; [[S]] }\n"
                       "  final { assert(x == 1); }\noutcome two: t:r == 2\n"
                       "hole S statements: s\n" +
                       checks + "solution: x := 1;\n");
}

}  // namespace

TEST_CASE("what does not happen shows nothing if no execution comes to its end") {
  const Exercise safe = anything("check sc: safe\n");
  CHECK(graded(safe, "x := 1;").is_full());
  const Grade blocked = graded(safe, "block;");
  CHECK(blocked.key == "blocked@sc");
  CHECK(blocked.findings.front().text ==
        "safe under sc: no execution is complete, all are blocked");
  const Exercise forbids = anything("check sc: forbids two\n");
  CHECK(graded(forbids, "r := 1; block;").key == "blocked@sc");
  CHECK(graded(forbids, "r := 1; assert(0);").key == "fails@sc");
}

TEST_CASE("threads come to their end even if the final block then fails") {
  const Exercise completes = anything("require sc: completes\ncheck sc: safe\n");
  const Grade wrong = graded(completes, "y := 1;");
  CHECK(wrong.findings[0].is_right);
  CHECK(wrong.key == "assertion@sc");
  const Grade stops = graded(completes, "p := 1; r := *p;");
  CHECK(stops.findings[0].text ==
        "some execution completes under sc: none does, each stops at an error, or is blocked");
  CHECK(stops.findings[0].keys == std::vector<std::string>{"fails@sc", "fails"});
}

TEST_CASE("an outcome that should be forbidden is shown") {
  const Exercise forbids = anything("check sc: forbids two\n");
  CHECK(graded(forbids, "x := 2; r := x;").key == "fails@sc");  // the final block fails
  const Grade ends = graded(forbids, "x := 2; r := x; x := 1;");
  CHECK(ends.findings.front().picture.find("R x → 2") != std::string::npos);
}

TEST_CASE("words that are banned come before what else is wrong") {
  const Exercise exercise = anything("check sc: safe\nban: z block\n");
  CHECK(graded(exercise, "x := z;").key == "banned:z");
  CHECK(graded(exercise, "x := z;").is_readable());
  CHECK(graded(exercise, "x := y;").key == "syntax");
}

TEST_CASE("tests: good implementations are accepted, bad ones caught") {
  const std::string text =
      Head +
      "kind: tests\n"
      "good one-step:\n  shared c;\n  fn add() { faa(c, 1); }\n"
      "  fn get() { return c; }\n"
      "good other-names:\n  shared d;\n  fn add() { faa(d, 1); }\n"
      "  fn get() { return d; }\n"
      "bad two-steps:\n  shared c;\n  fn add() { c := c + 1; }\n"
      "  fn get() { return c; }\n"
      "bad by-two:\n  shared c;\n  fn add() { faa(c, 2); }\n"
      "  fn get() { return c; }\n"
      "ask: sc\n"
      "ban: block\n"
      "on uncaught:two-steps: two at once?\n"
      "solution: thread t(i in 1..2) { add(); } final { assert(get() == 2); }\n";
  const Exercise exercise = exercise_from(text);
  CHECK(verify(exercise).empty());
  const std::string once = "thread t { add(); } final { assert(get() == 1); }";
  const Grade half = graded(exercise, once);
  CHECK(half.hundredths == 200);
  CHECK(half.key == "uncaught:two-steps");
  CHECK(half.remark == "two at once?");
  CHECK(half.findings[2].text == "bad implementation 1 of 2: not caught");
  CHECK(half.findings[3].text == "bad implementation 2 of 2: caught by `test` under sc, assertion");
  const std::string twice = "  thread t(i in 1..2) { add(); }\n  final { assert(get() > 1); }\n";
  CHECK(graded(exercise, "test once:\n  " + once + "\ntest twice:\n" + twice).is_full());
  const Grade blames = graded(exercise, "thread t { add(); assert(get() == 0); }");
  CHECK(blames.hundredths == 0);
  CHECK(blames.key == "blames:assertion");
  CHECK_FALSE(blames.findings.front().picture.empty());
  CHECK(graded(exercise, "thread t { add(); block; }").key == "banned:block");
  CHECK(graded(exercise, "thread t { add(); await(get() == 5); }").hundredths == 0);
  // What an implementation is made of is not for tests.
  const Grade inside = graded(exercise, "thread t { add(); assert(c == 1); }");
  CHECK_FALSE(inside.is_readable());
  CHECK(inside.diagnostics.find("with another implementation") != std::string::npos);
  CHECK(inside.diagnostics.find("faa") == std::string::npos);
  const Grade place = graded(exercise, "test a:\n  thread t { add(; }");
  CHECK(place.diagnostics.find("answer:2:18: error") != std::string::npos);
  CHECK(exercise_text(exercise).find("faa") == std::string::npos);
  // Errors of implementations have their place in the exercise.
  CHECK(Read(text + "bad broken:\n  fn add() { c := ; }\n")
            .has(DiagnosticKind::UnexpectedToken, 27, 19));
}

TEST_CASE("relax: right, as weak as can be, and nothing else changed") {
  const auto passing = [](const std::string& store, const std::string& load) {
    return "shared f; shared na d;\n thread w { d := 1; f" + store + " := 1; }\n thread r { if (f" +
           load + " == 1) { a := d; } }\n";
  };
  const std::string text = Head + "kind: relax\nprogram mp:\n  " + passing("@sc", "@sc") +
                           "check rc11: safe\nsolution:\n  " + passing("@rel", "@acq");
  const Exercise exercise = exercise_from(text);
  CHECK(graded(exercise, passing("@rel", "@acq")).hundredths == 400);
  CHECK(graded(exercise, passing("@rel", "@sc")).hundredths == 200);
  CHECK(graded(exercise, passing("@rel", "@rlx")).hundredths == 0);
  // A pinned mode would stay.
  CHECK(graded(exercise, passing("@sc!", "@sc!"))
            .diagnostics.find("only modes and fences may change") != std::string::npos);
  CHECK(graded(exercise, passing("@rel", "@acq") + "thread more { a := f; }").hundredths == 0);
  // A fence that is not needed is one too many; where it is, the modes may be weaker.
  CHECK(graded(exercise,
               "shared f; shared na d; thread w { d := 1; f@rel := 1; }\n"
               "thread r { if (f@rlx == 1) { fence@acq; a := d; } }")
            .hundredths == 400);

  const Read none(Head + "kind: relax\nprogram mp:\n  " + passing("", "") + "solution: x\n");
  CHECK(!none.exercise.has_value());
  const Read forbids(Head + "kind: relax\nprogram mp:\n  " + passing("", "") +
                     "outcome o: r:a == 0\ncheck rc11: forbids o\nsolution: x\n");
  CHECK(!forbids.exercise.has_value());
}

TEST_CASE("exercises of the program have no solutions") {
  for (const EmbeddedExercise& each : embedded_exercises()) {
    CAPTURE(each.name);
    const std::string text = unpacked(each.packed);
    CHECK(text.starts_with("exercise: "));
    CHECK(text.find("\nsolution:") == std::string::npos);
    CHECK(text.find("\nwrong ") == std::string::npos);
    CHECK(text.find("\ncheat ") == std::string::npos);
    CHECK(each.packed.find("title: ") == std::string_view::npos);
  }
  Pack pack({}, Colour::Off);
  REQUIRE(pack.find("SB-Count") != nullptr);
  CHECK(pack.find("SB-Count")->name == "sb-count");
  CHECK(pack.find("sb-count")->solution.text.empty());
}

TEST_CASE("feedback and tables for a class") {
  Submission one{.file = "a.txt", .student = "=A, \"B\" *c*", .answers = {}, .complaints = ""};
  Grade grade;
  grade.points = 2;
  grade.hundredths = 150;
  grade.findings.push_back(
      {.is_right = false, .text = "x_y < `a*b`", .keys = {}, .picture = "```\n"});
  grade.remark = "why?";
  one.answers.push_back({"sb-count", grade});
  const Submission two{
      .file = "b.txt", .student = "=a. *B*-*c*", .answers = {}, .complaints = "no"};
  CHECK(grades_csv({one, two}) ==
        "student,file,points,of,readable,sb-count\r\n"
        "\"'=A, \"\"B\"\" *c*\",a.txt,1.5,2,yes,1.5\r\n"
        "'=a. *B*-*c*,b.txt,0,0,no,\r\n");
  Pack pack({}, Colour::Off);
  const std::string text = feedback_text(one, pack);
  CHECK(text.find("# Feedback for =A, \"B\" \\*c\\*\n") != std::string::npos);
  CHECK(text.find("- wrong: x\\_y \\< `a*b`\n") != std::string::npos);
  CHECK(text.find("\n````\n```\n````\n") != std::string::npos);
  CHECK(text.find("Remark: why?") != std::string::npos);
  CHECK(text.find("## sb-count: How many executions has store buffering?") != std::string::npos);
  CHECK(feedback_text(two, pack).find("Not all of the file can be read") != std::string::npos);
  const Submission dots{.file = "", .student = "../..", .answers = {}, .complaints = ""};
  CHECK(feedback_names({one, one, dots}) ==
        std::vector<std::string>{"-A---B---c-.md", "-A---B---c--2.md", "-.-...md"});
}

TEST_CASE("submissions: students, points, JUnit") {
  const std::string file = "exercise_test_answers.txt";
  std::ofstream(file) << "Student: A & <B>\n== sb-two-models\nsc: forbidden\ntso: forbidden\n"
                      << "== sb-two-modles\nsc: forbidden\n";
  Pack pack({}, Colour::Off);
  const Submission submission =
      grade_submission(file, "nobody", {"sb-two-models", "sb-count"}, pack, Colour::Off);
  CHECK(submission.student == "A & <B>");
  CHECK(student_of("a/answers.txt", {"a/answers.txt"}) == "a");
  CHECK(student_of("all/a.txt", {"all/a.txt", "all/b.txt"}) == "a");
  CHECK(student_of("a/mine.txt", {"a/mine.txt", "b/mine.txt"}) == "a");
  CHECK(student_of("answers.txt", {"answers.txt"}) == "answers");
  CHECK(submission.answers.size() == 2);
  CHECK(submission.hundredths() == 100);
  CHECK(submission.points() == 4);
  CHECK(submission.complaints.find(":5:4: error: there is no exercise") != std::string::npos);
  CHECK(diagnostic_name(DiagnosticKind::AnswerExercise) == "AnswerExercise");
  CHECK(submission.complaints.find("did you mean `sb-two-models`") != std::string::npos);
  CHECK_FALSE(submission.is_full());
  const std::string summary = class_summary({submission, submission});
  CHECK(summary.find("2 submissions, 0 with all points") != std::string::npos);
  CHECK(summary.find("sb-two-models  0 of 2 right; most often wrong: `tso=forbidden` (2)") !=
        std::string::npos);
  const std::string xml = junit_xml({submission});
  CHECK(xml.find("A &amp; &lt;B&gt;") != std::string::npos);
  CHECK(xml.find("tests=\"3\" failures=\"2\" errors=\"1\"") != std::string::npos);
  std::remove(file.c_str());
}

TEST_CASE("points are printed without what they do not need") {
  CHECK(points_text(0) == "0");
  CHECK(points_text(250) == "2.5");
  CHECK(points_text(133) == "1.33");
  CHECK(points_text(1000) == "10");
}
