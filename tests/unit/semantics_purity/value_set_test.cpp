#include "semantics/purity/value_set.h"

#include <doctest/doctest.h>

#include <limits>

namespace drover {

namespace {

constexpr Value Least = std::numeric_limits<Value>::min();
constexpr Value Greatest = std::numeric_limits<Value>::max();

}  // namespace

TEST_CASE("at least 4 and not 4 is greater than 4") {
  const ValueSet at_least = ~ValueSet::less_than(4);
  CHECK((at_least & ~ValueSet::only(4)) == ValueSet::greater_than(4));
}

TEST_CASE("a set and its complement") {
  for (const ValueSet& set :
       {ValueSet::none(), ValueSet::all(), ValueSet::only(0), ValueSet::only(Least),
        ValueSet::only(Greatest), ValueSet::range(-3, 7), ValueSet::only(1) | ValueSet::only(3),
        ValueSet::less_than(2) | ValueSet::greater_than(5)}) {
    CHECK(~~set == set);
    CHECK((set & ~set).is_empty());
    CHECK((set | ~set).is_all());
    for (const Value value : {Least, Value{-4}, Value{-3}, Value{0}, Value{1}, Value{2}, Value{3},
                              Value{5}, Value{6}, Value{7}, Value{8}, Greatest}) {
      CHECK(set.contains(value) != (~set).contains(value));
    }
  }
}

TEST_CASE("ranges that touch are one range") {
  CHECK((ValueSet::range(1, 3) | ValueSet::range(4, 6)) == ValueSet::range(1, 6));
  CHECK((ValueSet::range(1, 3) | ValueSet::range(5, 6)).ranges().size() == 2);
  CHECK((ValueSet::only(0) | ~ValueSet::only(0)).is_all());
}

TEST_CASE("inclusion, and the one value") {
  CHECK(ValueSet::range(1, 6).contains(ValueSet::only(2) | ValueSet::only(6)));
  CHECK_FALSE(ValueSet::range(1, 6).contains(ValueSet::only(2) | ValueSet::only(7)));
  CHECK(ValueSet::only(5).contains(ValueSet::none()));
  CHECK(ValueSet::only(5).single() == 5);
  CHECK_FALSE(ValueSet::range(5, 6).single());
  CHECK_FALSE(ValueSet::none().single());
}

TEST_CASE("there is nothing beyond the ends") {
  CHECK(ValueSet::less_than(Least).is_empty());
  CHECK(ValueSet::greater_than(Greatest).is_empty());
  CHECK((~ValueSet::less_than(Least)).is_all());
  CHECK(ValueSet::range(2, 1).is_empty());
}

}  // namespace drover
