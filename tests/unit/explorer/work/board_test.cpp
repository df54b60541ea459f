#include "explorer/work/board.h"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>

namespace drover::work::board_test {

namespace {

constexpr std::chrono::milliseconds NoPatience{0};

Item whole() { return {.place = {}, .width = 0, .is_whole = true, .bytes = {}}; }

}  // namespace

TEST_CASE("board: items are taken in order, and it is done when all are finished") {
  Board board;
  Board::Call call;
  board.put(whole());
  CHECK_FALSE(board.is_done());
  const auto first = board.take(call, NoPatience);
  REQUIRE(first);
  board.give(first->place, "oldest", 0);
  board.give(first->place, "next", 0);
  board.finish(first->place);
  const auto second = board.take(call, NoPatience);
  REQUIRE(second);
  CHECK(second->bytes == "next");
  board.finish(second->place);
  const auto third = board.take(call, NoPatience);
  REQUIRE(third);
  CHECK(third->bytes == "oldest");
  CHECK_FALSE(board.is_done());
  board.finish(third->place);
  CHECK(board.is_done());
  CHECK_FALSE(board.take(call, NoPatience));
}

TEST_CASE("board: an idle worker calls the busy ones") {
  Board board;
  Board::Call busy;
  Board::Call idle;
  board.put(whole());
  const auto item = board.take(busy, NoPatience);
  REQUIRE(item);
  CHECK_FALSE(busy.load());
  CHECK_FALSE(board.take(idle, std::chrono::milliseconds(2)));
  CHECK(busy.load());
  // Nobody waits any more.
  CHECK(board.order_for(item->place) == Order::GoOn);
  CHECK_FALSE(busy.load());
}

TEST_CASE("board: items after an error are dropped, items before it are not") {
  Board board;
  Board::Call first;
  Board::Call second;
  Board::Call third;
  board.put(whole());
  const auto root = board.take(first, NoPatience);
  board.give(root->place, "last", 0);
  board.give(root->place, "middle", 0);
  const auto middle = board.take(second, NoPatience);
  const auto last = board.take(third, NoPatience);
  REQUIRE(middle->bytes == "middle");
  REQUIRE(last->bytes == "last");
  board.give(middle->place, "part of the middle", 0);
  board.cut_after(middle->place);
  CHECK(third.load());
  CHECK(board.order_for(last->place) == Order::Drop);
  CHECK(board.order_for(root->place) == Order::GoOn);
  CHECK(board.items().empty());
  board.finish(middle->place);
  board.finish(last->place);
  CHECK_FALSE(board.is_done());
  CHECK(board.error_place() == middle->place);
  // An error that comes later does not matter; one that comes before does.
  board.cut_after(last->place);
  CHECK(board.error_place() == middle->place);
  board.cut_after(root->place);
  CHECK(board.error_place() == root->place);
}

TEST_CASE("board: a run that is stopped, or parked, gets everything back") {
  Board board;
  Board::Call call;
  board.put(whole());
  const auto item = board.take(call, NoPatience);
  board.park();
  CHECK(call.load());
  CHECK(board.order_for(item->place) == Order::Park);
  board.give(item->place, "rest", 2);
  board.finish(item->place);
  REQUIRE(board.items().size() == 1);
  CHECK(board.items().front().width == 2);
  CHECK(board.given() == 0);
  board.resume();
  CHECK(board.take(call, NoPatience));
}

}  // namespace drover::work::board_test
