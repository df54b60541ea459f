#include "analysis/orders/costs.h"

#include <doctest/doctest.h>

#include "words/order_words.h"

namespace drover::orders::costs_test {

TEST_CASE("tables of costs are complete, and a stronger mode is not cheaper") {
  for (const std::string_view name : CostTable::machines()) {
    CAPTURE(name);
    CHECK(CostTable::of_machine(name).has_value());
  }
  CHECK(CostTable::of_machine("power")->at(SiteKind::Fence, Nothing) == 0);
  const auto complaint = [](std::string_view text) {
    return words::cost_fault_text(std::get<CostFault>(CostTable::read(text)));
  };
  CHECK(complaint("[]") == "this is not an object in JSON");
  CHECK(complaint(R"({"loads": {}})") ==
        "`loads` is not one of `load`, `store`, `update`, `failure` and `fence`");
  CHECK(complaint(R"({"load": 1})") == "`load` is not an object");
  CHECK(complaint(R"({"load": {"rel": 1}})") ==
        "`rel` of `load` is not one of its modes: `rlx`, `acq`, `sc`");
  CHECK(complaint(R"({"load": {"rlx": 0, "acq": -1, "sc": 2}})") ==
        "`load` has no number, 0 or more, for `acq`");
  CHECK(complaint(R"({"load": {"rlx": 3, "acq": 1, "sc": 2}})") ==
        "`acq` of `load` costs less than `rlx`, which is weaker");
}

}  // namespace drover::orders::costs_test
