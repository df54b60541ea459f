#pragma once

// JSON that is written: values, arrays, and objects that keep the order of their keys. The library
// that formats numbers and strings is included by json.cpp alone.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace drover {

// A member of an object. A template, so that it is looked at once Json is complete.
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
  // An object. Of members with the same key, the first counts.
  Json(std::initializer_list<Field> fields);

  [[nodiscard]] static Json array(std::initializer_list<Json> items = {});
  [[nodiscard]] static Json object();

  // The member of an object; it is added, as null, if it is missing. Null becomes an object.
  Json& operator[](std::string_view key);
  // Sets all members of another object.
  void update(const Json& object);
  // Null becomes an array.
  void push_back(Json item);
  [[nodiscard]] const Json& front() const;

  // On one line. What is not UTF-8 becomes U+FFFD.
  [[nodiscard]] std::string dump() const;

  using Value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string,
                             Array, Object>;
  [[nodiscard]] const Value& value() const { return value_; }

 private:
  Value value_;
};

// A member in an initializer list. Values are moved out of the list, although its items are const:
// the list is a temporary, and copies of whole trees would be slow.
struct Json::Field {
  std::string key;
  mutable Json value;
};

}  // namespace drover
