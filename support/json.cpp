#include "support/json.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/check.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using Library = nlohmann::ordered_json;

Library converted(const Json& json);

Library converted(const Json::Array& items) {
  Library out = Library::array();
  for (const Json& item : items) out.push_back(converted(item));
  return out;
}

Library converted(const Json::Object& members) {
  Library out = Library::object();
  for (const Json::Member& member : members) {
    out.push_back(Library::object_t::value_type(member.key, converted(member.value)));
  }
  return out;
}

Library converted(const Json& json) {
  return std::visit(overloaded{[](const Json::Array& items) { return converted(items); },
                               [](const Json::Object& members) { return converted(members); },
                               [](const auto& value) { return Library(value); }},
                    json.value());
}

Json converted(const Library& library) {
  switch (library.type()) {
    case Library::value_t::boolean: return library.get<bool>();
    case Library::value_t::number_integer: return library.get<std::int64_t>();
    case Library::value_t::number_unsigned: return library.get<std::uint64_t>();
    case Library::value_t::number_float: return library.get<double>();
    case Library::value_t::string: return library.get<std::string>();
    case Library::value_t::array: {
      Json out = Json::array();
      for (const Library& item : library) out.push_back(converted(item));
      return out;
    }
    case Library::value_t::object: {
      Json out = Json::object();
      for (const auto& [key, value] : library.items()) out[key] = converted(value);
      return out;
    }
    default: return nullptr;
  }
}

// Returns the nesting depth of brackets, ignoring strings.
std::size_t depth_of(std::string_view text) {
  std::size_t depth = 0;
  std::size_t most = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_string) {
      if (c == '\\') ++i;
      if (c == '"') is_string = false;
    } else if (c == '"') {
      is_string = true;
    } else if (c == '[' || c == '{') {
      most = std::max(most, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return most;
}

}  // namespace

Json::Json(std::initializer_list<Field> fields) : value_(Object()) {
  auto& own = std::get<Object>(value_);
  own.reserve(fields.size());
  for (const Field& field : fields) {
    const auto known = std::ranges::find(own, field.key, &Member::key);
    if (known == own.end()) own.push_back({field.key, std::move(field.value)});
  }
}

Json Json::array(std::initializer_list<Json> items) {
  Json json;
  json.value_ = Array(items);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json& Json::operator[](std::string_view key) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  DROVER_CHECK(std::holds_alternative<Object>(value_), "only objects have members");
  auto& members = std::get<Object>(value_);
  const auto known = std::ranges::find(members, key, &Member::key);
  if (known != members.end()) return known->value;
  members.push_back({std::string(key), nullptr});
  return members.back().value;
}

void Json::update(const Json& object) {
  DROVER_CHECK(std::holds_alternative<Object>(object.value_), "only objects have members");
  for (const Member& member : std::get<Object>(object.value_)) (*this)[member.key] = member.value;
}

void Json::push_back(Json item) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array();
  DROVER_CHECK(std::holds_alternative<Array>(value_), "only arrays have items");
  std::get<Array>(value_).push_back(std::move(item));
}

const Json& Json::front() const {
  DROVER_CHECK(std::holds_alternative<Array>(value_), "only arrays have items");
  return std::get<Array>(value_).front();
}

std::optional<Json> Json::parse(std::string_view text) {
  if (depth_of(text) > MaxDepth) return std::nullopt;
  const Library read = Library::parse(text, nullptr, false);
  if (read.is_discarded()) return std::nullopt;
  return converted(read);
}

const Json& Json::at(std::string_view key) const {
  static const Json none;
  const auto* members = std::get_if<Object>(&value_);
  if (members == nullptr) return none;
  const auto known = std::ranges::find(*members, key, &Member::key);
  return known == members->end() ? none : known->value;
}

const Json::Array& Json::items() const {
  static const Array none;
  const auto* items = std::get_if<Array>(&value_);
  return items == nullptr ? none : *items;
}

std::optional<bool> Json::truth() const {
  const auto* given = std::get_if<bool>(&value_);
  return given == nullptr ? std::nullopt : std::optional(*given);
}

std::optional<std::int64_t> Json::whole_number() const {
  if (const auto* given = std::get_if<std::int64_t>(&value_)) return *given;
  const auto* given = std::get_if<std::uint64_t>(&value_);
  constexpr auto Most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (given == nullptr || *given > Most) return std::nullopt;
  return static_cast<std::int64_t>(*given);
}

std::optional<double> Json::number() const {
  if (const auto* given = std::get_if<double>(&value_)) return *given;
  if (const auto* given = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*given);
  const auto given = whole_number();
  return given ? std::optional(static_cast<double>(*given)) : std::nullopt;
}

std::optional<std::string> Json::text() const {
  const auto* given = std::get_if<std::string>(&value_);
  return given == nullptr ? std::nullopt : std::optional(*given);
}

std::string Json::dump() const {
  return converted(*this).dump(-1, ' ', false, Library::error_handler_t::replace);
}

}  // namespace drover
