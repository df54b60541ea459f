#pragma once

// The parts of C++20's library that Drover uses, for a library without them: libc++ 13 of Debian's
// Emscripten. Empty if the library has its own. The build for browsers includes this file before
// every other (CMakeLists.txt); nothing else refers to it.
//
// Each algorithm of std::ranges calls the algorithm of std with the same name, and applies
// projections before comparing. It takes a range, or two iterators of one type. Unused features
// (dangling, sentinels, limits) are missing: using one is a compile error.

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <compare>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

_LIBCPP_BEGIN_NAMESPACE_STD

namespace ranges {

// Ranges and iterators are disjoint, so that overloads can tell them apart.
template <typename R>
concept drover_range = requires(R& r) {
  std::begin(r);
  std::end(r);
};
template <typename I>
concept drover_iterator = input_or_output_iterator<I>;

// Composes `predicate` with `projection`.
template <typename Predicate, typename Projection>
auto drover_unary(Predicate& predicate, Projection& projection) {
  return [&](auto&& each) -> decltype(auto) {
    return std::invoke(predicate, std::invoke(projection, std::forward<decltype(each)>(each)));
  };
}

template <typename Compare, typename Left, typename Right>
auto drover_binary(Compare& compare, Left& left, Right& right) {
  return [&](auto&& a, auto&& b) -> decltype(auto) {
    return std::invoke(compare, std::invoke(left, std::forward<decltype(a)>(a)),
                       std::invoke(right, std::forward<decltype(b)>(b)));
  };
}

// Result types of some algorithms.
template <typename In, typename Out>
struct in_out_result {
  In in;
  Out out;
};
template <typename I, typename J>
struct in_in_result {
  I in1;
  J in2;
};
template <typename I>
struct in_found_result {
  I in;
  bool found;
};
// A range made of two iterators.
template <typename I>
struct drover_part {
  I first;
  I last;
  [[nodiscard]] I begin() const { return first; }
  [[nodiscard]] I end() const { return last; }
  [[nodiscard]] bool empty() const { return first == last; }
};

// Algorithms with a predicate: for a range and for two iterators.
#define DROVER_UNARY(name)                                                                \
  template <drover_iterator I, typename Predicate, typename Projection = identity>        \
  constexpr auto name(I first, I last, Predicate predicate, Projection projection = {}) { \
    return std::name(first, last, ranges::drover_unary(predicate, projection));           \
  }                                                                                       \
  template <drover_range R, typename Predicate, typename Projection = identity>           \
  constexpr auto name(R&& range, Predicate predicate, Projection projection = {}) {       \
    return std::name(std::begin(range), std::end(range),                                  \
                     ranges::drover_unary(predicate, projection));                        \
  }
DROVER_UNARY(all_of)
DROVER_UNARY(any_of)
DROVER_UNARY(none_of)
DROVER_UNARY(find_if)
DROVER_UNARY(find_if_not)
DROVER_UNARY(count_if)
DROVER_UNARY(for_each)
#undef DROVER_UNARY

// Algorithms that sort, or depend on an order.
#define DROVER_ORDERED(name, usual)                                                        \
  template <drover_iterator I, typename Compare = usual, typename Projection = identity>   \
  constexpr auto name(I first, I last, Compare compare = {}, Projection projection = {}) { \
    return std::name(first, last, ranges::drover_binary(compare, projection, projection)); \
  }                                                                                        \
  template <drover_range R, typename Compare = usual, typename Projection = identity>      \
  constexpr auto name(R&& range, Compare compare = {}, Projection projection = {}) {       \
    return std::name(std::begin(range), std::end(range),                                   \
                     ranges::drover_binary(compare, projection, projection));              \
  }
DROVER_ORDERED(sort, std::less<>)
DROVER_ORDERED(stable_sort, std::less<>)
DROVER_ORDERED(is_sorted, std::less<>)
DROVER_ORDERED(max_element, std::less<>)
DROVER_ORDERED(min_element, std::less<>)
#undef DROVER_ORDERED

template <drover_iterator I, typename Value, typename Projection = identity>
constexpr I find(I first, I last, const Value& value, Projection projection = {}) {
  return std::find_if(first, last,
                      [&](auto&& each) { return std::invoke(projection, each) == value; });
}
template <drover_range R, typename Value, typename Projection = identity>
constexpr auto find(R&& range, const Value& value, Projection projection = {}) {
  return ranges::find(std::begin(range), std::end(range), value, projection);
}

template <drover_range R, typename Value, typename Projection = identity>
constexpr auto count(R&& range, const Value& value, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](auto&& each) { return std::invoke(projection, each) == value; });
}

template <drover_range R, typename Value, typename Compare = std::less<>,
          typename Projection = identity>
constexpr auto lower_bound(R&& range, const Value& value, Compare compare = {},
                           Projection projection = {}) {
  identity whole;
  return std::lower_bound(std::begin(range), std::end(range), value,
                          ranges::drover_binary(compare, projection, whole));
}
template <drover_range R, typename Value, typename Compare = std::less<>,
          typename Projection = identity>
constexpr auto upper_bound(R&& range, const Value& value, Compare compare = {},
                           Projection projection = {}) {
  identity whole;
  return std::upper_bound(std::begin(range), std::end(range), value,
                          ranges::drover_binary(compare, whole, projection));
}

template <drover_range A, drover_range B, typename Compare = std::equal_to<>,
          typename Left = identity, typename Right = identity>
constexpr bool equal(A&& a, B&& b, Compare compare = {}, Left left = {}, Right right = {}) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b),
                    ranges::drover_binary(compare, left, right));
}

template <drover_range R, typename Value, typename Compare = std::less<>,
          typename Projection = identity>
constexpr auto equal_range(R&& range, const Value& value, Compare compare = {},
                           Projection projection = {}) {
  const auto first = ranges::lower_bound(range, value, compare, projection);
  return drover_part<decltype(std::begin(range))>{
      first, ranges::upper_bound(range, value, compare, projection)};
}
template <drover_range A, drover_range B>
constexpr auto mismatch(A&& a, B&& b) {
  const auto [x, y] = std::mismatch(std::begin(a), std::end(a), std::begin(b), std::end(b));
  return in_in_result<decltype(std::begin(a)), decltype(std::begin(b))>{x, y};
}
template <drover_range A, drover_range B>
constexpr auto find_first_of(A&& a, B&& b) {
  return std::find_first_of(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

// Operations on sorted ranges.
#define DROVER_SETS(name)                                                                   \
  template <drover_range A, drover_range B, typename Out, typename Compare>                 \
  constexpr Out name(A&& a, B&& b, Out out, Compare compare) {                              \
    return std::name(std::begin(a), std::end(a), std::begin(b), std::end(b), out, compare); \
  }
DROVER_SETS(set_union)
DROVER_SETS(set_intersection)
DROVER_SETS(set_difference)
#undef DROVER_SETS

template <drover_range R, typename Out, typename Function, typename Projection = identity>
constexpr auto transform(R&& range, Out out, Function function, Projection projection = {}) {
  auto place = std::begin(range);
  for (; place != std::end(range); ++place, ++out) {
    *out = std::invoke(function, std::invoke(projection, *place));
  }
  return in_out_result<decltype(place), Out>{place, std::move(out)};
}
template <drover_range R, typename Out>
constexpr auto copy(R&& range, Out out) {
  return ranges::transform(range, std::move(out), identity{});
}
template <drover_range R, typename Out>
constexpr auto move(R&& range, Out out) {
  return ranges::transform(range, std::move(out),
                           [](auto& each) -> decltype(auto) { return std::move(each); });
}
template <drover_range R, typename Out, typename Predicate, typename Projection = identity>
constexpr auto copy_if(R&& range, Out out, Predicate predicate, Projection projection = {}) {
  auto behind = std::copy_if(std::begin(range), std::end(range), std::move(out),
                             ranges::drover_unary(predicate, projection));
  return in_out_result<decltype(std::end(range)), Out>{std::end(range), std::move(behind)};
}

template <drover_range R>
constexpr void reverse(R&& range) {
  std::reverse(std::begin(range), std::end(range));
}
template <drover_range R, typename Value>
constexpr void fill(R&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <drover_range R, typename Value>
constexpr void replace(R&& range, const Value& old_value, const Value& new_value) {
  std::replace(std::begin(range), std::end(range), old_value, new_value);
}
template <drover_range R, typename Predicate, typename Value, typename Projection = identity>
constexpr void replace_if(R&& range, Predicate predicate, const Value& value,
                          Projection projection = {}) {
  std::replace_if(std::begin(range), std::end(range), ranges::drover_unary(predicate, projection),
                  value);
}

// Returns the leftover elements at the end.
template <drover_range R, typename Compare = std::equal_to<>, typename Projection = identity>
constexpr auto unique(R&& range, Compare compare = {}, Projection projection = {}) {
  auto behind = std::unique(std::begin(range), std::end(range),
                            ranges::drover_binary(compare, projection, projection));
  return drover_part<decltype(behind)>{behind, std::end(range)};
}
template <drover_range R, typename Predicate, typename Projection = identity>
constexpr auto stable_partition(R&& range, Predicate predicate, Projection projection = {}) {
  auto behind = std::stable_partition(std::begin(range), std::end(range),
                                      ranges::drover_unary(predicate, projection));
  return drover_part<decltype(behind)>{behind, std::end(range)};
}
template <drover_range R, typename I>
constexpr auto rotate(R&& range, I middle) {
  auto first = std::rotate(std::begin(range), middle, std::end(range));
  return drover_part<decltype(first)>{first, std::end(range)};
}
template <drover_range R, typename Compare = std::less<>>
constexpr auto next_permutation(R&& range, Compare compare = {}) {
  const bool found = std::next_permutation(std::begin(range), std::end(range), compare);
  return in_found_result<decltype(std::end(range))>{std::end(range), found};
}

}  // namespace ranges

namespace views {

template <ranges::drover_range R>
constexpr auto reverse(R& range) {
  return ranges::drover_part<decltype(std::rbegin(range))>{std::rbegin(range), std::rend(range)};
}

}  // namespace views

// Three-way comparison of library types, so that `= default` works for them.
template <typename T>
constexpr auto drover_compare(const T& a, const T& b) {
  if constexpr (requires { a <=> b; }) {
    return a <=> b;
  } else {
    return a < b ? weak_ordering::less : b < a ? weak_ordering::greater : weak_ordering::equivalent;
  }
}

template <typename I, typename J, typename Compare>
constexpr auto lexicographical_compare_three_way(I a, I a_end, J b, J b_end, Compare compare) {
  using Order = decltype(compare(*a, *b));
  for (; a != a_end && b != b_end; ++a, ++b) {
    if (const Order order = compare(*a, *b); order != 0) return order;
  }
  return Order((a != a_end) <=> (b != b_end));
}
template <typename I, typename J>
constexpr auto lexicographical_compare_three_way(I a, I a_end, J b, J b_end) {
  return std::lexicographical_compare_three_way(
      a, a_end, b, b_end, [](const auto& x, const auto& y) { return std::drover_compare(x, y); });
}

template <typename T, typename A>
constexpr auto operator<=>(const vector<T, A>& a, const vector<T, A>& b) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

template <typename C, typename T, typename A>
constexpr strong_ordering operator<=>(const basic_string<C, T, A>& a,
                                      const basic_string<C, T, A>& b) {
  return a.compare(b) <=> 0;
}
template <typename C, typename T>
constexpr strong_ordering operator<=>(basic_string_view<C, T> a, basic_string_view<C, T> b) {
  return a.compare(b) <=> 0;
}

template <typename A, typename B>
constexpr auto operator<=>(const pair<A, B>& a, const pair<A, B>& b) {
  using Order = common_comparison_category_t<decltype(std::drover_compare(a.first, b.first)),
                                             decltype(std::drover_compare(a.second, b.second))>;
  if (const Order order = std::drover_compare(a.first, b.first); order != 0) return order;
  return Order(std::drover_compare(a.second, b.second));
}

template <typename T>
constexpr auto operator<=>(const optional<T>& a, const optional<T>& b) {
  using Order = decltype(std::drover_compare(*a, *b));
  if (a && b) return std::drover_compare(*a, *b);
  return Order(a.has_value() <=> b.has_value());
}

// A thread that joins in its destructor. (Stop requests are left out.)
class jthread {
 public:
  jthread() = default;
  template <typename Function>
  explicit jthread(Function&& function) requires(!is_same_v<remove_cvref_t<Function>, jthread>)
      : thread_(std::forward<Function>(function)) {}
  jthread(jthread&&) = default;
  jthread& operator=(jthread&& other) noexcept {
    if (joinable()) join();
    thread_ = std::move(other.thread_);
    return *this;
  }
  ~jthread() {
    if (joinable()) join();
  }

  [[nodiscard]] bool joinable() const { return thread_.joinable(); }
  void join() { thread_.join(); }

 private:
  thread thread_;
};

_LIBCPP_END_NAMESPACE_STD

#endif
