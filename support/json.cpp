#include "support/json.h"

#include <algorithm>
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
  if (library.is_object()) {
    Json out = Json::object();
    for (const auto& [key, value] : library.items()) out[key] = converted(value);
    return out;
  }
  if (library.is_array()) {
    Json out = Json::array();
    for (const Library& item : library) out.push_back(converted(item));
    return out;
  }
  if (library.is_string()) return library.get<std::string>();
  if (library.is_boolean()) return library.get<bool>();
  if (library.is_number_unsigned()) return library.get<std::uint64_t>();
  if (library.is_number_integer()) return library.get<std::int64_t>();
  if (library.is_number_float()) return library.get<double>();
  return nullptr;
}

// Trees are walked and freed by recursion: a text of brackets must not use up the stack.
bool is_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_string) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        is_string = false;
    } else if (text[i] == '"') {
      is_string = true;
    } else if (text[i] == '[' || text[i] == '{') {
      if (++depth > Json::MaxDepth) return true;
    } else if ((text[i] == ']' || text[i] == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

Json::Json(std::initializer_list<Field> fields) : value_(Object()) {
  Object& own = std::get<Object>(value_);
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
  Object& members = std::get<Object>(value_);
  const auto known = std::ranges::find(members, key, &Member::key);
  if (known != members.end()) return known->value;
  members.push_back({std::string(key), nullptr});
  return members.back().value;
}

std::optional<Json> Json::parse(std::string_view text) {
  if (is_too_deep(text)) return std::nullopt;
  const Library library = Library::parse(text.begin(), text.end(), nullptr, false);
  if (library.is_discarded()) return std::nullopt;
  return converted(library);
}

const Json* Json::find(std::string_view key) const {
  const auto* members = std::get_if<Object>(&value_);
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, key, &Member::key);
  return found == members->end() ? nullptr : &found->value;
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

std::string Json::dump() const {
  return converted(*this).dump(-1, ' ', false, Library::error_handler_t::replace);
}

}  // namespace drover
