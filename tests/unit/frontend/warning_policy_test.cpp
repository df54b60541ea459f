#include "frontend/warning_policy.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "frontend/diagnostic_printer.h"
#include "frontend_testing.h"

using namespace drover;
using drover::testing::check_text_of;

namespace {

constexpr const char* WarnedProgram = "const N = 0; thread t { r := 1; } thread u(i in 2..N) { }";

WarningPolicy policy_of(const std::vector<std::string>& words) {
  WarningPolicy policy;
  for (const std::string& word : words) CHECK(apply_warning_word(word, policy));
  return policy;
}

// Whether the program is accepted, and how many complaints there are.
std::pair<bool, std::size_t> read_under(const std::vector<std::string>& words) {
  DiagnosticSink sink(policy_of(words));
  const bool is_accepted = check_text_of(WarnedProgram, sink).has_value();
  CHECK(is_accepted != sink.has_errors());
  return {is_accepted, sink.diagnostics().size()};
}

}  // namespace

TEST_CASE("warnings have names, and errors do not") {
  CHECK(warning_name(DiagnosticKind::UnusedRegister) == "unused-register");
  CHECK(find_warning("unused-register") == DiagnosticKind::UnusedRegister);
  CHECK_FALSE(find_warning("undefined-name"));
  const std::vector<std::string> names = warning_names();
  CHECK(std::ranges::count(names, "empty-family") == 1);
  CHECK(std::ranges::count(names, "undefined-name") == 0);
}

TEST_CASE("-W turns warnings off, or into errors") {
  CHECK(read_under({}) == std::pair<bool, std::size_t>(true, 2));
  CHECK(read_under({"no-unused-register"}) == std::pair<bool, std::size_t>(true, 1));
  CHECK(read_under({"none"}) == std::pair<bool, std::size_t>(true, 0));
  CHECK_FALSE(read_under({"error"}).first);
  CHECK_FALSE(read_under({"error=unused-register"}).first);
  CHECK(read_under({"error=litmus-meaning"}).first);
  CHECK(read_under({"error", "no-unused-register", "no-error=empty-family"}) ==
        std::pair<bool, std::size_t>(true, 1));
  CHECK(read_under({"none", "unused-register"}) == std::pair<bool, std::size_t>(true, 1));
  WarningPolicy policy;
  CHECK_FALSE(apply_warning_word("no-such-thing", policy));
  CHECK_FALSE(apply_warning_word("error=undefined-name", policy));
}

TEST_CASE("a warning is printed with its kind") {
  DiagnosticSink sink;
  sink.report(DiagnosticKind::UnusedRegister, {}, {"r"});
  CHECK(render(sink, "a.drv", nullptr) ==
        "a.drv: warning: register `r` is assigned and never used [unused-register]\n");
  DiagnosticSink strict(policy_of({"error"}));
  strict.report(DiagnosticKind::UnusedRegister, {}, {"r"});
  CHECK(render(strict, "a.drv", nullptr) ==
        "a.drv: error: register `r` is assigned and never used [-W error=unused-register]\n");
}
