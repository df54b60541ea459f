#include "lsp/document.h"

#include <algorithm>
#include <utility>

namespace drover::lsp {

namespace {

constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";

editing::FileKind kind_for(const std::string& language, const std::string& path,
                           const std::string& text) {
  if (language == "cat") return editing::FileKind::Cat;
  if (language == "litmus") return editing::FileKind::Litmus;
  if (language == "drover") return editing::FileKind::Core;
  if (language == "c") return editing::FileKind::C;
  return editing::kind_of(path, text).value_or(editing::FileKind::C);
}

}  // namespace

Document::Document(std::string uri, const std::string& language, std::int64_t version,
                   std::string text)
    : uri_(std::move(uri)),
      path_(path_of_uri(uri_)),
      kind_(kind_for(language, path_, text)),
      version_(version),
      text_(std::move(text)) {
  text_changed();
}

void Document::text_changed() {
  lines_ = LineIndex(text_);
  mark_size_ = text_.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
  analysis_ = nullptr;
}

void Document::change(const Json& change) {
  const std::string text = change.at("text").text().value_or("");
  if (!change.at("range").is_object()) {
    text_ = text;
  } else {
    const std::size_t start =
        lines_.offset_at(text_, read_position(change.at("range").at("start")));
    const std::size_t end = lines_.offset_at(text_, read_position(change.at("range").at("end")));
    const std::size_t begin = std::min(start, end);
    text_.replace(begin, std::max(start, end) - begin, text);
  }
  text_changed();
}

const editing::Analysis& Document::analysis() const {
  if (!analysis_) {
    analysis_ = std::make_shared<const editing::Analysis>(editing::analyse(path_, text_, kind_));
  }
  return *analysis_;
}

std::size_t Document::offset_at(const Json& position) const {
  const std::size_t offset = lines_.offset_at(text_, read_position(position));
  return offset - std::min(offset, mark_size_);
}

Json Document::range(Section section) const {
  return range_json(lines_, text_, {section.begin + mark_size_, section.end + mark_size_});
}

Json Document::range(const SourceRange& given) const {
  if (given.line == 0) return range(Section{0, 0});
  return range(Section{given.begin, given.end});
}

}  // namespace drover::lsp
