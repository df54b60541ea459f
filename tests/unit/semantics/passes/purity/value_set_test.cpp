#include "semantics/passes/purity/value_set.h"

#include <doctest/doctest.h>

#include <limits>

namespace drover {

namespace {

constexpr Value Least = std::numeric_limits<Value>::min();
constexpr Value Greatest = std::numeric_limits<Value>::max();

}  // namespace

TEST_CASE("at least 4 and not 4 is greater than 4") {
  const passes::ValueSet at_least = ~passes::ValueSet::less_than(4);
  CHECK((at_least & ~passes::ValueSet::only(4)) == passes::ValueSet::greater_than(4));
}

TEST_CASE("a set and its complement") {
  for (const passes::ValueSet& set :
       {passes::ValueSet::none(), passes::ValueSet::all(), passes::ValueSet::only(0),
        passes::ValueSet::only(Least), passes::ValueSet::only(Greatest),
        passes::ValueSet::range(-3, 7), passes::ValueSet::only(1) | passes::ValueSet::only(3),
        passes::ValueSet::less_than(2) | passes::ValueSet::greater_than(5)}) {
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
  CHECK((passes::ValueSet::range(1, 3) | passes::ValueSet::range(4, 6)) ==
        passes::ValueSet::range(1, 6));
  CHECK((passes::ValueSet::range(1, 3) | passes::ValueSet::range(5, 6)).ranges().size() == 2);
  CHECK((passes::ValueSet::only(0) | ~passes::ValueSet::only(0)).is_all());
}

TEST_CASE("inclusion of sets and the single value of a set are decided") {
  CHECK(passes::ValueSet::range(1, 6).contains(passes::ValueSet::only(2) |
                                               passes::ValueSet::only(6)));
  CHECK_FALSE(passes::ValueSet::range(1, 6).contains(passes::ValueSet::only(2) |
                                                     passes::ValueSet::only(7)));
  CHECK(passes::ValueSet::only(5).contains(passes::ValueSet::none()));
  CHECK(passes::ValueSet::only(5).single() == 5);
  CHECK_FALSE(passes::ValueSet::range(5, 6).single());
  CHECK_FALSE(passes::ValueSet::none().single());
}

TEST_CASE("sets do not extend beyond the least and greatest value") {
  CHECK(passes::ValueSet::less_than(Least).is_empty());
  CHECK(passes::ValueSet::greater_than(Greatest).is_empty());
  CHECK((~passes::ValueSet::less_than(Least)).is_all());
  CHECK(passes::ValueSet::range(2, 1).is_empty());
}

}  // namespace drover
