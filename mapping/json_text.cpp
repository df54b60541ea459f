#include "mapping/json_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "support/format.h"

namespace drover::mapping {

namespace {

constexpr int MaxNesting = 50;

// Reads one value, RFC 8259. A short-lived worker: holds references.
class JsonReader {
 public:
  JsonReader(const SourceBuffer& source, DiagnosticSink& sink)
      : source_(source), text_(source.text()), sink_(sink) {}

  std::optional<JsonText> run() {
    std::optional<JsonText> value = read_value(0);
    if (!value) return std::nullopt;
    skip_space();
    if (at_ < text_.size()) return refuse("there is more text behind the end of the mapping");
    return value;
  }

 private:
  std::nullopt_t refuse(const std::string& what) {
    const std::size_t begin = std::min(at_, text_.size());
    std::size_t length = character_length(text_, begin);
    if (length == 0 || (begin < text_.size() && text_[begin] == '\n')) length = 0;
    return refuse(what, source_.range(begin, begin + length));
  }
  std::nullopt_t refuse(const std::string& what, SourceRange at) {
    sink_.report(DiagnosticKind::MappingText, at, {what});
    return std::nullopt;
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string::npos)
      ++at_;
  }
  [[nodiscard]] bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) {
    skip_space();
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }

  std::optional<JsonText> read_value(int nesting) {
    skip_space();
    if (nesting > MaxNesting) return refuse("this is nested too deeply for a mapping");
    if (is_at('"')) return read_string();
    if (is_at('[')) return read_array(nesting);
    if (is_at('{')) return read_object(nesting);
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  std::string_view("+-.").find(text_[at_]) != std::string::npos))
      ++at_;
    if (at_ == begin) {
      return refuse(at_ == text_.size() ? "the text ends where a value is expected"
                                        : "this is not JSON: a value is expected here");
    }
    JsonText out;
    out.range = source_.range(begin, at_);
    return out;
  }

  std::optional<JsonText> read_string() {
    const std::size_t begin = at_++;
    JsonText out;
    out.kind = JsonText::Kind::String;
    while (!is_at('"')) {
      if (at_ >= text_.size() || text_[at_] == '\n') {
        return refuse("this string has no closing `\"`", source_.range(begin, begin + 1));
      }
      if (text_[at_] != '\\') {
        out.text += text_[at_++];
        continue;
      }
      const char escaped = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
      if (std::string_view(R"("\/)").find(escaped) == std::string::npos || escaped == '\0') {
        return refuse(R"(of escapes, mappings may have `\"`, `\\` and `\/`)");
      }
      out.text += escaped;
      at_ += 2;
    }
    ++at_;
    out.range = source_.range(begin, at_);
    return out;
  }

  std::optional<JsonText> read_array(int nesting) {
    const std::size_t begin = at_++;
    JsonText out;
    out.kind = JsonText::Kind::Array;
    if (!take(']')) {
      do {
        std::optional<JsonText> item = read_value(nesting + 1);
        if (!item) return std::nullopt;
        out.items.push_back(*std::move(item));
      } while (take(','));
      if (!take(']')) return refuse("`,` or `]` is expected here");
    }
    out.range = source_.range(begin, at_);
    return out;
  }

  std::optional<JsonText> read_object(int nesting) {
    const std::size_t begin = at_++;
    JsonText out;
    out.kind = JsonText::Kind::Object;
    if (!take('}')) {
      do {
        if (!read_member(out, nesting)) return std::nullopt;
      } while (take(','));
      if (!take('}')) return refuse("`,` or `}` is expected here");
    }
    out.range = source_.range(begin, at_);
    return out;
  }

  bool read_member(JsonText& object, int nesting) {
    skip_space();
    if (!is_at('"')) {
      refuse("a key is expected here: a string");
      return false;
    }
    const std::optional<JsonText> key = read_string();
    if (!key) return false;
    const bool is_second = std::ranges::any_of(
        object.members, [&](const JsonText::Member& each) { return each.key == key->text; });
    if (is_second) {
      refuse(format("a second `{}`", key->text), key->range);
      return false;
    }
    if (!take(':')) {
      refuse("`:` is expected here");
      return false;
    }
    std::optional<JsonText> value = read_value(nesting + 1);
    if (!value) return false;
    object.members.push_back({key->text, key->range, *std::move(value)});
    return true;
  }

  const SourceBuffer& source_;
  const std::string& text_;
  DiagnosticSink& sink_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<JsonText> read_json_text(const SourceBuffer& source, DiagnosticSink& sink) {
  return JsonReader(source, sink).run();
}

}  // namespace drover::mapping
