#include "litmus/expectation.h"

#include "litmus/library.h"
#include "litmus_testing.h"

namespace drover::litmus::expectation_test {

namespace {

std::string own(const std::string& text, const std::string& model) {
  const auto expectation = own_expectation(text, model);
  return expectation ? expectation_text(*expectation) : "none";
}

LitmusVerdict verdict_of(std::uint64_t satisfying, std::uint64_t others, bool is_complete = true) {
  LitmusVerdict verdict;
  verdict.satisfying = satisfying;
  verdict.others = others;
  verdict.is_complete = is_complete;
  return verdict;
}

std::optional<bool> met(const std::string& word, const LitmusVerdict& verdict,
                        Quantifier quantifier = Quantifier::Exists) {
  LitmusTest test;
  test.condition.quantifier = quantifier;
  const auto expectation = parse_expectation(word);
  REQUIRE(expectation);
  return is_met(*expectation, test, verdict);
}

}  // namespace

TEST_CASE("a test states its own expectations") {
  const std::string library = "X86 t\nVerdicts=sc:Never tso:Sometimes rc11:Never+race\n{}\n";
  CHECK(own(library, "sc") == "Never");
  CHECK(own(library, "tso") == "Sometimes");
  CHECK(own(library, "rc11") == "Never+race");
  CHECK(own(library, "ra") == "none");
  CHECK(own("C t\n(*\n * Result: Never\n *\n *)\n{}", "rc11") == "Never");
  CHECK(own("C t\n(* Result: Sometimes *)\n{}", "rc11") == "Sometimes");
  CHECK(own("C t\n{}\n// Result: Always DATARACE\n", "rc11") == "Always+race");
  CHECK(own("C t\n(* Result: Maybe *)\n{}", "rc11") == "none");
  CHECK(own("C t\n(* Result: *)\n{}", "rc11") == "none");
  CHECK(own("C t\n(* The Result: Never *)\n{}", "rc11") == "none");
}

TEST_CASE("an expectation is met, not met, or unknown while the run is not complete") {
  CHECK(met("Never", verdict_of(0, 3)) == true);
  CHECK(met("Never", verdict_of(1, 3)) == false);
  CHECK(met("Never", verdict_of(1, 3, false)) == false);
  CHECK_FALSE(met("Never", verdict_of(0, 3, false)).has_value());
  CHECK(met("Sometimes", verdict_of(1, 3, false)) == true);
  CHECK(met("Sometimes", verdict_of(1, 0)) == false);
  CHECK_FALSE(met("Sometimes", verdict_of(1, 0, false)).has_value());
  CHECK(met("Always", verdict_of(1, 0)) == true);
  CHECK(met("Always", verdict_of(0, 0)) == false);
  CHECK(met("Always", verdict_of(1, 1, false)) == false);
  CHECK(met("Allow", verdict_of(1, 0)) == true);
  CHECK(met("Forbidden", verdict_of(1, 0)) == false);
  CHECK(met("1", verdict_of(1, 3)) == true);
  CHECK(met("1", verdict_of(1, 3), Quantifier::NotExists) == false);
  CHECK(met("0", verdict_of(1, 3), Quantifier::Forall) == true);
  CHECK_FALSE(met("Ok", verdict_of(0, 3, false), Quantifier::NotExists).has_value());
  CHECK(met("DEADLOCK", verdict_of(0, 0)) == true);
  CHECK(met("Never+race", verdict_of(0, 3)) == false);
}

TEST_CASE("files of expectations are read") {
  const ExpectationFile pairs("# a comment\nSB Sometimes\n\n// another\nMP  Forbid\n");
  CHECK(pairs.wrong_lines().empty());
  CHECK(expectation_text(*pairs.find("SB", "dir/SB.litmus")) == "Sometimes");
  CHECK(expectation_text(*pairs.find("MP", "x.litmus")) == "Never");
  CHECK_FALSE(pairs.find("LB", "LB.litmus"));

  // Two files of one name: the one whose folders agree.
  const ExpectationFile paths("litmus/a/MP.litmus,1\nlitmus/b/MP.litmus,0\n");
  CHECK(expectation_text(*paths.find("0", "/home/litmus/b/MP.litmus")) == "No");
  CHECK(expectation_text(*paths.find("0", "a/MP.litmus")) == "Ok");

  const ExpectationFile log(
      "Test SB Allowed\nStates 1\n0:EAX=0;\nOk\nObservation SB Sometimes 1 3\nTime SB 0.00\n");
  CHECK(log.wrong_lines().empty());
  CHECK(expectation_text(*log.find("SB", "SB")) == "Sometimes");

  CHECK(ExpectationFile("SB Perhaps\nMP\n").wrong_lines() == std::vector<std::size_t>{1, 2});
  CHECK_FALSE(ExpectationFile("SB Never\nMP Sometimes\nSB.litmus Forbid\n").contradiction());
  CHECK_FALSE(ExpectationFile("a/SB.litmus,0\nb/SB.litmus,1\n").contradiction());
  const ExpectationFile both("SB Sometimes\nMP Never\nSB Never\n");
  REQUIRE(both.contradiction().has_value());
  CHECK(both.contradiction()->line == 3);
  CHECK(both.contradiction()->earlier == 1);
  CHECK(ExpectationFile(",\n").wrong_lines() == std::vector<std::size_t>{1});
}

TEST_CASE("a run that is not complete decides only what it has seen") {
  CHECK(verdict_of(1, 0, false).answer(Quantifier::Exists) == true);
  CHECK_FALSE(verdict_of(0, 1, false).answer(Quantifier::Exists).has_value());
  CHECK(verdict_of(1, 0, false).answer(Quantifier::NotExists) == false);
  CHECK_FALSE(verdict_of(0, 1, false).answer(Quantifier::NotExists).has_value());
  CHECK(verdict_of(0, 1, false).answer(Quantifier::Forall) == false);
  CHECK_FALSE(verdict_of(1, 0, false).answer(Quantifier::Forall).has_value());
  CHECK(verdict_of(0, 1).answer(Quantifier::Exists) == false);
}

}  // namespace drover::litmus::expectation_test
