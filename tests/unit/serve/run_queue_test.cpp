#include "serve/run_queue.h"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>
#include <vector>

namespace drover::serve {

using namespace std::chrono_literals;

TEST_CASE("runs: a limited number run at once, those of one client in order of arrival") {
  RunQueue queue(1, 2);
  auto first = queue.enter("a", {"10.0.0.1", ""});
  auto second = queue.enter("b");
  auto third = queue.enter("c");
  REQUIRE(first);
  REQUIRE(third);
  CHECK(!queue.enter("d"));
  CHECK(first->wait(0ms));
  CHECK(!second->wait(0ms));
  CHECK(!third->wait(0ms));
  CHECK(queue.find("a")->is_running);
  CHECK(queue.find("c")->before == 1);
  CHECK(!queue.find("x"));
  first.reset();
  CHECK(!third->wait(0ms));
  CHECK(second->wait(0ms));
  CHECK(queue.size() == 2);
}

TEST_CASE("runs: clients have their turn, however many runs another one has") {
  RunQueue queue(1, 10);
  auto first = queue.enter("a1", {"10.0.0.1", ""});
  CHECK(first->wait(0ms));
  auto second = queue.enter("a2", {"10.0.0.1", ""});
  auto third = queue.enter("a3", {"10.0.0.1", ""});
  auto other = queue.enter("b1", {"10.0.0.2", ""});
  // Pages of one address take turns.
  auto page = queue.enter("a4", {"10.0.0.1", "page"});
  CHECK(queue.find("b1")->before == 0);
  CHECK(queue.find("a4")->before == 1);
  CHECK(queue.find("a2")->before == 2);
  CHECK(queue.find("a3")->before == 3);
  first.reset();
  CHECK(!second->wait(0ms));
  CHECK(other->wait(0ms));
  other.reset();
  CHECK(!second->wait(0ms));
  CHECK(page->wait(0ms));
  page.reset();
  CHECK(second->wait(0ms));
  second.reset();
  CHECK(third->wait(0ms));
}

TEST_CASE("runs: one client cannot take all waiting places") {
  RunQueue queue(1, 4);
  std::vector<std::optional<RunQueue::Ticket>> own;
  for (int i = 0; i < 3; ++i) own.push_back(queue.enter("a", {"10.0.0.1", ""}));
  CHECK(own.back());
  CHECK(!queue.enter("a", {"10.0.0.1", ""}));
  CHECK(queue.enter("b", {"10.0.0.2", ""}));
}

TEST_CASE("runs: a stopped run never gets its turn, and does not delay others") {
  RunQueue queue(1, 5);
  auto first = queue.enter("a");
  auto second = queue.enter("b");
  CHECK(first->wait(0ms));
  auto third = queue.enter("c");
  CHECK(queue.stop("b"));
  CHECK(!queue.stop("nobody"));
  CHECK(!queue.stop(""));
  CHECK(second->is_stopped());
  first.reset();
  CHECK(!second->wait(0ms));
  CHECK(third->wait(0ms));
  queue.stop_all();
  CHECK(third->is_stopped());
}

}  // namespace drover::serve
