#include "analysis/explain/scope_gap.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "analysis/explain/explain.h"
#include "explorer/models/model_registry.h"
#include "input/question.h"
#include "support/format.h"
#include "words/reason_words.h"

namespace drover::scope_gap_test {

namespace {

// What is said about scopes in the explanation of a test.
std::string words_of(const std::string& test, const char* model) {
  input::QuestionRequest request;
  request.standard_input = test;
  const input::QuestionFile file = input::read_questions(request, "-", Colour::Off);
  REQUIRE(file.program != nullptr);
  const MemoryModel* asked = find_model(model);
  const explain::Explanation explanation =
      explain::explain(*file.program, file.questions.front().outcome, {&asked, 1});
  return words::scope_gaps_text(explanation.answers.front(), explanation, 200) +
         words::narrower_scopes_text(explanation.answers.front(), explanation, 200);
}

std::string passing(const std::string& release, const std::string& acquire) {
  return format(
      "PTX MP\n{{ x = 0; f = 0; }}\n P0@cta 0, gpu 0 | P1@cta 1, gpu 0 ;\n"
      " st.weak x, 1 | ld.{} r0, f ;\n st.{} f, 1 | ld.weak r1, x ;\n"
      "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n",
      acquire, release);
}

}  // namespace

TEST_CASE("a scope that is too narrow is named") {
  CHECK(words_of(passing("release.cta", "acquire.gpu"), "ptx") ==
        "  P0's write of f = 1 (b, line 5) is cta-scoped, and P1 is in another cta.\n"
        "  With scope gpu there, ptx forbids the outcome.\n");
  CHECK(words_of(passing("release.gpu", "acquire.cta"), "ptx") ==
        "  P1's read of f (c, line 4) is cta-scoped, and P0 is in another cta.\n"
        "  With scope gpu there, ptx forbids the outcome.\n");
  const std::string both = words_of(passing("release.cta", "acquire.cta"), "ptx");
  CHECK(both.find("With scopes gpu, gpu there, ptx forbids the outcome.") != std::string::npos);
}

TEST_CASE("a scope is not to blame where a wider one does not help") {
  CHECK(words_of(passing("relaxed.cta", "acquire.gpu"), "ptx") ==
        "  P0's write of f = 1 (b, line 5) is cta-scoped, and P1 is in another cta.\n"
        "  But a wider scope alone does not make ptx forbid the outcome.\n");
  CHECK(words_of(passing("relaxed.gpu", "acquire.gpu"), "ptx").empty());
}

TEST_CASE("the scope of a fence may be too narrow") {
  const std::string text =
      "PTX SB\n{ x = 0; y = 0; }\n P0@cta 0, gpu 0 | P1@cta 0, gpu 1 ;\n"
      " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n fence.sc.gpu | fence.sc.sys ;\n"
      " ld.relaxed.sys r0, y | ld.relaxed.sys r1, x ;\nexists (P0:r0 == 0 /\\ P1:r1 == 0)\n";
  CHECK(words_of(text, "ptx") ==
        "  P0's fence.sc.gpu (b, line 5) is gpu-scoped, and P1 is in another gpu.\n"
        "  With scope sys there, ptx forbids the outcome.\n");
}

TEST_CASE("scopes that could be narrower are named, all that can be at once") {
  const auto in_one_cta = [](std::string text) {
    return text.replace(text.find("cta 1"), 5, "cta 0");
  };
  CHECK(words_of(passing("release.gpu", "acquire.gpu"), "ptx").empty());
  CHECK(words_of(passing("release.sys", "acquire.gpu"), "ptx") ==
        "  Narrower scopes would do: gpu for sys at P0:5.\n");
  CHECK(words_of(in_one_cta(passing("release.sys", "acquire.gpu")), "ptx") ==
        "  Narrower scopes would do: cta for sys at P0:5 and cta for gpu at P1:4.\n");
}

TEST_CASE("explanations of PTX have its partial coherence") {
  // Two readers see two weak writes in different orders.
  const std::string text =
      "PTX partial\n{ x = 0; f = 0; g = 0; }\n"
      " P0@cta 0, gpu 0 | P1@cta 0, gpu 0 | P2@cta 0, gpu 0 | P3@cta 0, gpu 0 ;\n"
      " st.weak x, 1 | st.weak x, 2 | ld.acquire.cta r0, f | ld.acquire.cta r0, f ;\n"
      " st.release.cta f, 1 | st.release.cta g, 1 | ld.acquire.cta r1, g | ld.acquire.cta r1, g ;\n"
      " | | ld.weak r2, x | ld.weak r2, x ;\n"
      "exists (P2:r0 = 1 /\\ P2:r1 = 1 /\\ P2:r2 = 1 /\\ P3:r0 = 1 /\\ P3:r1 = 1 /\\ P3:r2 = 2)\n";
  input::QuestionRequest request;
  request.standard_input = text;
  const input::QuestionFile file = input::read_questions(request, "-", Colour::Off);
  REQUIRE(file.program != nullptr);
  const MemoryModel* asked = find_model("ptx");
  const explain::Explanation explanation =
      explain::explain(*file.program, file.questions.front().outcome, {&asked, 1});
  CHECK(explanation.answers.front().verdict == explain::OutcomeVerdict::Allowed);
}

}  // namespace drover::scope_gap_test
