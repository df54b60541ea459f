#include "serve/run_queue.h"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>

namespace drover::serve {

using namespace std::chrono_literals;

TEST_CASE("runs: a limited number run at once, the others in order of arrival") {
  RunQueue queue(1, 2);
  auto first = queue.enter("a");
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
