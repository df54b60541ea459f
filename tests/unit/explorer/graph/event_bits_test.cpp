#include "explorer/graph/event_bits.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <utility>
#include <vector>

#include "explorer/graph/per_event.h"
#include "explorer/graph/shared_event_bits.h"

namespace drover::event_bits_test {

namespace {

using Fixed = EventBits<32>;
using Any = EventBits<AnyNumberOfWords>;

template <typename Bits>
std::vector<std::size_t> members(const Bits& bits) {
  std::vector<std::size_t> all;
  bits.for_each([&](std::size_t event) { all.push_back(event); });
  return all;
}

// The same sets twice; what is done to one of a pair is done to the other.
struct Pair {
  Fixed fixed;
  Any any;
};

void check_same(const Pair& pair) {
  CHECK(members(pair.any) == members(pair.fixed));
  CHECK(pair.any.size() == pair.fixed.size());
  CHECK(pair.any.is_empty() == pair.fixed.is_empty());
  CHECK(pair.any.first_absent() == pair.fixed.first_absent());
  if (!pair.fixed.is_empty()) CHECK(pair.any.first() == pair.fixed.first());
}

}  // namespace

TEST_CASE("sets of events of dynamic size agree with those of fixed size") {
  std::mt19937 random(1);
  const auto below = [&](std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
  };
  std::vector<Pair> pairs(6);
  for (int step = 0; step < 20000; ++step) {
    Pair& a = pairs[below(pairs.size())];
    const Pair& b = pairs[below(pairs.size())];
    // Small numbers as well: sets whose words are of different numbers.
    const std::size_t event = below(2) == 0 ? below(100) : below(Fixed::Capacity);
    switch (below(11)) {
      case 0:
      case 1:
      case 2:
        a.fixed.insert(event);
        a.any.insert(event);
        break;
      case 3:
        a.fixed.erase(event);
        a.any.erase(event);
        break;
      case 4:
        a.fixed |= b.fixed;
        a.any |= b.any;
        break;
      case 5:
        a.fixed &= b.fixed;
        a.any &= b.any;
        break;
      case 6:
        a.fixed -= b.fixed;
        a.any -= b.any;
        break;
      case 7: a = Pair(b); break;
      case 8: a = Pair{b.fixed | a.fixed, b.any | a.any}; break;
      case 9: a = Pair{b.fixed - a.fixed, b.any - a.any}; break;
      default:
        if (below(20) == 0) {
          a.fixed.clear();
          a.any.clear();
        }
    }
    check_same(a);
    check_same(b);
    CHECK(a.any.contains(event) == a.fixed.contains(event));
    CHECK(a.any.intersects(b.any) == a.fixed.intersects(b.fixed));
    CHECK((a.any == b.any) == (a.fixed == b.fixed));
  }
}

TEST_CASE("a set that was copied does not change with its copy") {
  Any first;
  for (std::size_t event = 0; event < 1000; event += 3) first.insert(event);
  Any second = first;
  second.insert(1);
  CHECK_FALSE(first.contains(1));
  Any third = second;
  third.erase(3);
  CHECK(second.contains(3));
  first |= second;
  CHECK(first == second);
  first.clear();
  CHECK(second.size() == 335);
}

TEST_CASE("a set may be changed while one goes through it") {
  Any set;
  for (std::size_t event = 0; event < 300; ++event) set.insert(event);
  std::size_t seen = 0;
  set.for_each([&](std::size_t event) {
    set.erase(event);
    ++seen;
  });
  CHECK(seen == 300);
  CHECK(set.is_empty());
}

TEST_CASE("values per slot keep their addresses when the container grows") {
  GrowingSlots<int> slots;
  int& first = slots[0];
  first = 7;
  slots[100000] = 8;
  CHECK(&first == &slots[0]);
  GrowingSlots<int> copy = slots;
  copy[0] = 9;
  CHECK(slots[0] == 7);
  CHECK(std::as_const(copy)[100000] == 8);
  CHECK(std::as_const(copy)[100'000'000] == 0);
}

}  // namespace drover::event_bits_test
