#include "semantics/passes/purity/value_set.h"

#include <algorithm>
#include <limits>

namespace drover::passes {

namespace {

constexpr Value Least = std::numeric_limits<Value>::min();
constexpr Value Greatest = std::numeric_limits<Value>::max();

}  // namespace

ValueSet ValueSet::all() { return range(Least, Greatest); }

ValueSet ValueSet::range(Value first, Value last) {
  ValueSet set;
  if (first <= last) set.ranges_.push_back({first, last});
  return set;
}

ValueSet ValueSet::less_than(Value bound) {
  return bound == Least ? none() : range(Least, bound - 1);
}

ValueSet ValueSet::greater_than(Value bound) {
  return bound == Greatest ? none() : range(bound + 1, Greatest);
}

bool ValueSet::contains(Value value) const {
  return std::ranges::any_of(ranges_,
                             [&](const Range& r) { return r.first <= value && value <= r.last; });
}

std::optional<Value> ValueSet::single() const {
  if (ranges_.size() != 1 || ranges_.front().first != ranges_.front().last) return std::nullopt;
  return ranges_.front().first;
}

ValueSet ValueSet::operator&(const ValueSet& other) const {
  ValueSet result;
  for (const Range& a : ranges_) {
    for (const Range& b : other.ranges_) {
      const Range both{std::max(a.first, b.first), std::min(a.last, b.last)};
      if (both.first <= both.last) result.ranges_.push_back(both);
    }
  }
  return result;
}

ValueSet ValueSet::operator~() const {
  ValueSet result;
  Value next = Least;
  for (const Range& range : ranges_) {
    if (range.first > next) result.ranges_.push_back({next, range.first - 1});
    if (range.last == Greatest) return result;
    next = range.last + 1;
  }
  result.ranges_.push_back({next, Greatest});
  return result;
}

ValueSet ValueSet::operator|(const ValueSet& other) const { return ~(~*this & ~other); }

}  // namespace drover::passes
