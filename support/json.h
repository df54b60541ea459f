#pragma once

// JSON values, arrays, and objects that keep the order of their keys. Only json.cpp includes the
// library that reads texts, and formats numbers and strings.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace drover {

// A member of an object. A template, so that it is instantiated once Json is complete.
template <typename Value>
struct JsonMember {
  std::string key;
  Value value;
};

class Json {
 public:
  using Member = JsonMember<Json>;
  struct Field;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;  // each key once

  Json() = default;  // null
  // Not explicit: members are listed as `{"line", 3}`.
  Json(std::nullptr_t) {}                                 // NOLINT
  Json(std::same_as<bool> auto truth) : value_(truth) {}  // NOLINT
  Json(std::signed_integral auto number)                  // NOLINT
      : value_(static_cast<std::int64_t>(number)) {}
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) Json(Number number)
      : value_(static_cast<std::uint64_t>(number)) {}  // NOLINT
  Json(std::floating_point auto number)                // NOLINT
      : value_(static_cast<double>(number)) {}
  Json(std::string text) : value_(std::move(text)) {}         // NOLINT
  Json(std::string_view text) : value_(std::string(text)) {}  // NOLINT
  Json(const char* text) : value_(std::string(text)) {}       // NOLINT
  template <typename Item>
  Json(const std::vector<Item>& items) : value_(Array(items.begin(), items.end())) {}  // NOLINT
  // An optional without a value becomes null.
  template <typename Item>
  Json(const std::optional<Item>& item) {  // NOLINT
    if (item) *this = Json(*item);
  }
  // An object. The first of several members with the same key counts.
  Json(std::initializer_list<Field> fields);

  [[nodiscard]] static Json array(std::initializer_list<Json> items = {});
  [[nodiscard]] static Json object();
  // Returns an array with `make(item)` for each item of a range.
  template <typename Range, typename Make>
  [[nodiscard]] static Json list(const Range& range, Make make) {
    Json json = array();
    for (const auto& each : range) json.push_back(std::invoke(make, each));
    return json;
  }

  // Returns a member of an object, adding null if it is missing. Null becomes an object.
  Json& operator[](std::string_view key);
  // Sets all members of `object`.
  void update(const Json& object);
  // Adds an item to an array, or null. Null becomes an array.
  void push_back(Json item) { add_item() = std::move(item); }
  Json& add_item();
  [[nodiscard]] const Json& front() const;

  // Parses a text. Nothing if it is not JSON or is nested deeper than MaxDepth.
  static constexpr std::size_t MaxDepth = 200;
  [[nodiscard]] static std::optional<Json> parse(std::string_view text);

  // Accessors of a parsed value. For a value of another kind they return nothing or an empty value.
  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
  [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(value_); }
  [[nodiscard]] const Json& at(std::string_view key) const;  // null if there is no such member
  [[nodiscard]] const Array& items() const;
  [[nodiscard]] std::optional<bool> truth() const;
  [[nodiscard]] std::optional<std::int64_t> whole_number() const;
  [[nodiscard]] std::optional<double> number() const;
  [[nodiscard]] std::optional<std::string> text() const;

  // Prints without line breaks. Invalid UTF-8 becomes U+FFFD.
  [[nodiscard]] std::string dump() const;
  // Prints a whole line.
  [[nodiscard]] std::string line() const { return dump() + "\n"; }

  using Value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string,
                             Array, Object>;
  [[nodiscard]] const Value& value() const { return value_; }

 private:
  Value value_;
};

// A member in an initializer list. Values are moved out of the list although its items are const:
// the list is a temporary, and copying whole trees would be slow.
struct Json::Field {
  std::string key;
  mutable Json value;
};

}  // namespace drover
