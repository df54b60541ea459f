// Reports on models.
#include "cli/models_report.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "analysis/audit/audit.h"
#include "analysis/audit/examine.h"
#include "explorer/models/every_graph.h"

namespace drover::models_report_test {
namespace {

// Sequential consistency without atomicity.
class NoAtomicity : public EveryGraph {
 public:
  NoAtomicity() : EveryGraph({.name = "loose"}) {}
  [[nodiscard]] std::string_view summary() const override { return "an example"; }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    return audit::find_cycle(ModelProperty::Coherence, graph).empty() &&
           audit::find_cycle(ModelProperty::CausalAcyclicity, graph).empty();
  }
};

TEST_CASE("a missing property of a model is shown on a smallest graph") {
  const NoAtomicity model;
  audit::AuditOptions options;
  options.limits.max_events = 3;
  options.random_graphs = 10;
  const audit::AuditReport report = audit::audit(model, options);
  const cli::AuditCommand command;
  const std::string text = cli::audit_text({command, model, report});
  const std::string expected =
      "atomicity: refuted\n"
      "  no write comes between the two halves of a read-modify-write ([SPORE] §3.2; [RCMC] "
      "§3.2.3)\n"
      "  a smallest graph that breaks it has 3 events:\n"
      "    // the program\n"
      "    shared x;\n"
      "    thread P0 {\n"
      "      r0 := xchg@rlx(x, 1);\n"
      "    }\n"
      "    thread P1 {\n"
      "      store@rlx(x, 2);\n"
      "    }\n"
      "    P0                 │ P1\n"
      "    ───────────────────┼───────────────\n"
      "    a: RMW-R@rlx x → 0 │\n"
      "    b: RMW-W@rlx x = 1 │\n"
      "                       │ c: W@rlx x = 2\n"
      "    rf x = 0: init → a\n"
      "    co x: 0 (init) → 2 (c) → 1 (b)\n"
      "  it is consistent, with the cycle\n"
      "    a: RMW-R@rlx x → 0 —fr→ c: W@rlx x = 2\n"
      "    c: W@rlx x = 2 —co→ b: RMW-W@rlx x = 1\n"
      "    b: RMW-W@rlx x = 1 —rmw^-1→ a: RMW-R@rlx x → 0\n";
  CHECK_MESSAGE(text.find(expected) != std::string::npos, text);
  CHECK(text.find("`--algo spore` may not be run with it: it needs atomicity\n") !=
        std::string::npos);
  const std::string json = cli::audit_json({command, model, report});
  CHECK(json.find("\"missing_for_spore\":[\"atomicity\"]") != std::string::npos);
}

}  // namespace
}  // namespace drover::models_report_test
