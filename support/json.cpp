#include "support/json.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "support/check.h"
#include "support/overloaded.h"
#include "support/placed_json.h"

namespace drover {

namespace {

using Library = nlohmann::ordered_json;

// Builds a value from the events of the library's parser. Stops at a text that is nested too deep.
class Builder : public nlohmann::json_sax<Library> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool truth) override { return add(truth); }
  bool number_integer(number_integer_t number) override { return add(number); }
  bool number_unsigned(number_unsigned_t number) override { return add(number); }
  bool number_float(number_float_t number, const string_t&) override { return add(number); }
  bool string(string_t& text) override { return add(std::move(text)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool key(string_t& name) override {
    key_ = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const Library::exception&) override {
    return false;
  }

  Json take() { return std::move(whole_); }

 private:
  Json& place() {
    if (open_.empty()) return whole_;
    Json& outer = *open_.back();
    return outer.is_object() ? outer[key_] : outer.add_item();
  }
  bool add(Json value) {
    place() = std::move(value);
    return true;
  }
  bool open(Json empty) {
    Json& opened = place();
    opened = std::move(empty);
    open_.push_back(&opened);
    return open_.size() <= Json::MaxDepth;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json whole_;
  std::vector<Json*> open_;  // an item stays where it is until it is closed
  std::string key_;
};

std::string scalar_text(const Library& scalar) {
  return scalar.dump(-1, ' ', false, Library::error_handler_t::replace);
}

void print(const Json& json, std::string& out) {
  std::visit(overloaded{[&](const Json::Array& items) {
                          char before = '[';
                          for (const Json& item : items) {
                            out += std::exchange(before, ',');
                            print(item, out);
                          }
                          out += before == '[' ? "[]" : "]";
                        },
                        [&](const Json::Object& members) {
                          char before = '{';
                          for (const Json::Member& member : members) {
                            out += std::exchange(before, ',');
                            out += scalar_text(member.key) + ":";
                            print(member.value, out);
                          }
                          out += before == '{' ? "{}" : "}";
                        },
                        [&](const auto& scalar) { out += scalar_text(scalar); }},
             json.value());
}

// An iterator that tells how much the parser has read.
struct CountedCharacter {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** read;

  reference operator*() const { return *at; }
  CountedCharacter& operator++() {
    *read = ++at;
    return *this;
  }
  bool operator==(const CountedCharacter& other) const { return at == other.at; }
};

// Receives the parser's events. Short-lived.
class PlaceReader {
 public:
  explicit PlaceReader(std::string_view text) : text_(text), read_(text.data()) {}

  PlacedJsonText run() {
    Library::sax_parse(CountedCharacter{text_.data(), &read_},
                       CountedCharacter{text_.data() + text_.size(), &read_}, this);
    return std::move(out_);
  }

  bool null() { return add(token(Kind::Other)); }
  bool boolean(bool /*value*/) { return null(); }
  bool number_integer(Library::number_integer_t /*value*/) { return null(); }
  bool number_unsigned(Library::number_unsigned_t /*value*/) { return null(); }
  bool number_float(Library::number_float_t /*value*/, const std::string& /*text*/) {
    return null();
  }
  bool binary(Library::binary_t& /*value*/) { return null(); }
  bool string(std::string& text) {
    PlacedJson value = token(Kind::String);
    value.text = text;
    return add(std::move(value));
  }
  bool start_object(std::size_t /*size*/) { return open(Kind::Object); }
  bool start_array(std::size_t /*size*/) { return open(Kind::Array); }
  bool key(std::string& text) {
    PlacedJson key = token(Kind::String);
    key.text = text;
    std::vector<PlacedJson>& keys = open_.back().keys;
    if (std::ranges::find(keys, text, &PlacedJson::text) != keys.end()) {
      out_ = {std::move(key), "a second `" + text + "`"};
      return false;
    }
    keys.push_back(std::move(key));
    return true;
  }
  bool end_object() {
    PlacedJson value = std::move(open_.back());
    open_.pop_back();
    value.end = last_end_ = position();
    return add(std::move(value));
  }
  bool end_array() { return end_object(); }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const Library::exception& error) {
    constexpr std::string_view Beginning = "syntax error ";
    const std::string_view what = error.what();
    const std::size_t at = what.find(Beginning);
    out_.problem = "this is not JSON: ";
    out_.problem += at == std::string_view::npos ? what : what.substr(at + Beginning.size());
    out_.value.begin = next_begin();
    out_.value.end = std::min(out_.value.begin + 1, text_.size());
    return false;
  }

 private:
  using Kind = PlacedJson::Kind;

  [[nodiscard]] std::size_t position() const {
    return static_cast<std::size_t>(read_ - text_.data());
  }
  [[nodiscard]] std::size_t behind_space(std::size_t at) const {
    return std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
  }
  // Returns the begin of the token after the last one, without `,` and `:`.
  [[nodiscard]] std::size_t next_begin() const {
    const std::size_t at = behind_space(last_end_);
    const bool is_between = at < text_.size() && (text_[at] == ',' || text_[at] == ':');
    return is_between ? behind_space(at + 1) : at;
  }
  PlacedJson token(Kind kind) {
    const std::size_t begin = next_begin();
    last_end_ = kind == Kind::Other ? text_.find_first_of(" \t\r\n,]}", begin) : position();
    last_end_ = std::min(last_end_, text_.size());
    return {.kind = kind, .begin = begin, .end = last_end_};
  }
  bool open(Kind kind) {
    open_.push_back(token(kind));
    if (open_.size() <= Json::MaxDepth) return true;
    out_ = {std::move(open_.back()), "this is nested too deeply"};
    return false;
  }
  bool add(PlacedJson value) {
    (open_.empty() ? out_.value : open_.back().items.emplace_back()) = std::move(value);
    return true;
  }

  std::string_view text_;
  const char* read_;
  std::size_t last_end_ = 0;  // of the last token
  std::vector<PlacedJson> open_;
  PlacedJsonText out_;
};

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

Json& Json::add_item() {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array();
  DROVER_CHECK(std::holds_alternative<Array>(value_), "only arrays have items");
  return std::get<Array>(value_).emplace_back();
}

const Json& Json::front() const {
  DROVER_CHECK(std::holds_alternative<Array>(value_), "only arrays have items");
  return std::get<Array>(value_).front();
}

std::optional<Json> Json::parse(std::string_view text) {
  Builder builder;
  return Library::sax_parse(text, &builder) ? std::optional(builder.take()) : std::nullopt;
}

PlacedJsonText parse_placed_json(std::string_view text) { return PlaceReader(text).run(); }

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
  std::string out;
  print(*this, out);
  return out;
}

}  // namespace drover
