#include "analysis/explain/order_gap.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/explain/explain.h"
#include "explorer/models/model_registry.h"
#include "input/question.h"
#include "tests/support/graph_text.h"

namespace drover::order_gap_test {

using namespace drover::testing;
using explain::OrderGap;
using Kind = OrderGap::Kind;

namespace {

// The gaps for which a model allows the outcome of a test of the library.
std::vector<OrderGap> gaps_of(const std::string& test, const char* model) {
  const input::QuestionFile file = input::read_questions({}, test, Colour::Off);
  REQUIRE(file.program != nullptr);
  const MemoryModel* asked = find_model(model);
  const explain::Explanation explanation =
      explain::explain(*file.program, file.questions.front().outcome, {&asked, 1});
  REQUIRE(explanation.answers.front().allowance.has_value());
  return explanation.answers.front().allowance->lenience.gaps;
}

bool has_way(const OrderGap& gap, const std::string& relation, const std::string& missing) {
  return std::ranges::any_of(gap.ways, [&](const OrderGap::Way& way) {
    const bool is_missing = way.barriers == std::vector{missing} ||
                            way.dependencies == std::vector{missing} || way.first == missing ||
                            way.last == missing;
    return way.relation == relation && way.size() == 1 && is_missing;
  });
}

}  // namespace

TEST_CASE("order gap: tso leaves out a write before a read, unless a fence is between them") {
  const ExecutionGraph sb = graph("W@rlx x 1; R@rlx y 0");
  const std::span<const EventId> events = sb.events_of(ThreadId(0));
  const auto gap = explain::find_order_gap(*find_model("tso"), sb, events[0], events[1]);
  REQUIRE(gap.has_value());
  REQUIRE(gap->near_misses.size() == 1);
  const OrderGap::NearMiss& miss = gap->near_misses.front();
  CHECK(miss.leaves_out);
  CHECK(miss.first == Kind::Write);
  CHECK(miss.last == Kind::Read);
  CHECK(has_way(*gap, "fence", "`F & SC`"));
  const ExecutionGraph fenced = graph("W@rlx x 1; F@sc; R@rlx y 0");
  const std::span<const EventId> both = fenced.events_of(ThreadId(0));
  CHECK_FALSE(explain::find_order_gap(*find_model("tso"), fenced, both[0], both[2]).has_value());
  CHECK_FALSE(explain::find_order_gap(*find_model("sc"), sb, events[0], events[1]).has_value());
}

TEST_CASE("order gap: smp_wmb stands between a write and a read, which it does not order") {
  const std::vector<OrderGap> gaps = gaps_of("SB+wmbs", "lkmm");
  REQUIRE(gaps.size() == 2);
  for (const OrderGap& gap : gaps) {
    REQUIRE(gap.near_misses.size() == 1);
    const OrderGap::NearMiss& miss = gap.near_misses.front();
    CHECK(miss.relation == "wmb");
    CHECK(miss.barriers.size() == 1);
    CHECK(miss.first == Kind::Write);
    CHECK(miss.last == Kind::Write);
    CHECK_FALSE(miss.leaves_out);
    CHECK(has_way(gap, "mb", "smp_mb"));
    CHECK_FALSE(has_way(gap, "wmb", "smp_wmb"));
    CHECK_FALSE(has_way(gap, "rmb", "smp_rmb"));
  }
}

TEST_CASE("order gap: a control dependency orders a read before a write only") {
  const std::vector<OrderGap> gaps = gaps_of("MP+dmb.sy+ctrl", "aarch64");
  REQUIRE(gaps.size() == 1);
  const OrderGap& gap = gaps.front();
  REQUIRE_FALSE(gap.near_misses.empty());
  CHECK(gap.near_misses.front().relation == "dob");
  CHECK(gap.near_misses.front().dependencies == std::vector<std::string>{"ctrl"});
  CHECK(gap.near_misses.front().last == Kind::Write);
  CHECK(has_way(gap, "dob", "addr"));
  CHECK(has_way(gap, "bob", "DMB SY"));
  CHECK(has_way(gap, "bob", "DMB LD"));
  CHECK_FALSE(has_way(gap, "bob", "DMB ST"));
  CHECK(std::ranges::any_of(gap.ways, [](const OrderGap::Way& way) {
    return way.relation == "isb-ob" && way.dependencies == std::vector<std::string>{"ctrl"} &&
           way.barriers == std::vector<std::string>{"ISB"};
  }));
}

TEST_CASE("order gap: lwsync leaves out a write before a read") {
  for (const OrderGap& gap : gaps_of("SB+lwsyncs", "ppc")) {
    REQUIRE_FALSE(gap.near_misses.empty());
    CHECK(gap.near_misses.front().relation == "light-fence");
    CHECK(gap.near_misses.front().leaves_out);
    CHECK(gap.near_misses.front().barriers.size() == 1);
    CHECK(has_way(gap, "sync-fence", "sync"));
  }
}

TEST_CASE("order gap: a fence of RISC-V orders the kinds of accesses that it names") {
  const std::vector<OrderGap> gaps = gaps_of("MP+fence.w.w+ctrl", "riscv");
  REQUIRE(gaps.size() == 1);
  CHECK(gaps.front().near_misses.front().dependencies == std::vector<std::string>{"ctrl"});
  CHECK(has_way(gaps.front(), "fences", "fence r,r"));
  CHECK_FALSE(has_way(gaps.front(), "fences", "fence w,w"));
}

}  // namespace drover::order_gap_test
