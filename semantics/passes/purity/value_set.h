#pragma once

#include <optional>
#include <vector>

#include "semantics/program/value.h"

namespace drover::passes {

// A set of values as disjoint ranges, so that conditions on one value can be combined and negated
// exactly: `a >= 4 && a != 4` is the one range of `a > 4`.
class ValueSet {
 public:
  struct Range {
    Value first = 0;
    Value last = 0;

    bool operator==(const Range&) const = default;
  };

  static ValueSet all();
  static ValueSet none() { return {}; }
  static ValueSet only(Value value) { return range(value, value); }
  // All values from `first` to `last`, both included; empty if `first` is greater.
  static ValueSet range(Value first, Value last);
  static ValueSet less_than(Value bound);
  static ValueSet greater_than(Value bound);

  [[nodiscard]] bool is_empty() const { return ranges_.empty(); }
  [[nodiscard]] bool is_all() const { return *this == all(); }
  [[nodiscard]] bool contains(Value value) const;
  [[nodiscard]] bool contains(const ValueSet& other) const { return (*this & other) == other; }
  // The only value of a set with one element.
  [[nodiscard]] std::optional<Value> single() const;
  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }

  [[nodiscard]] ValueSet operator&(const ValueSet& other) const;
  [[nodiscard]] ValueSet operator|(const ValueSet& other) const;
  [[nodiscard]] ValueSet operator~() const;
  bool operator==(const ValueSet&) const = default;

 private:
  std::vector<Range> ranges_;  // ascending, with gaps between them
};

}  // namespace drover::passes
