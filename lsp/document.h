#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "editing/analysis.h"
#include "lsp/positions.h"
#include "support/json.h"

namespace drover::lsp {

// A text that an editor has open.
class Document {
 public:
  Document() = default;
  Document(std::string uri, const std::string& language, std::int64_t version, std::string text);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] editing::FileKind kind() const { return kind_; }

  // One change of didChange: a range and what it becomes, or the whole text.
  void change(const Json& change);
  void set_version(std::int64_t version) { version_ = version; }

  // Of the text as it is now; made when it is first asked for.
  [[nodiscard]] const editing::Analysis& analysis() const;

  // Between the protocol's places and offsets in the analysed text.
  [[nodiscard]] std::size_t offset_at(const Json& position) const;
  [[nodiscard]] Json range(Section section) const;
  [[nodiscard]] Json range(const SourceRange& range) const;

 private:
  void text_changed();

  std::string uri_;
  std::string path_;
  editing::FileKind kind_ = editing::FileKind::Core;
  std::int64_t version_ = 0;
  std::string text_;
  std::size_t mark_size_ = 0;  // of a byte order mark, which the analysis does not have
  LineIndex lines_;
  mutable std::shared_ptr<const editing::Analysis> analysis_;
};

}  // namespace drover::lsp
