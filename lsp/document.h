#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "editing/analysis.h"
#include "lsp/positions.h"
#include "support/json.h"

namespace drover::lsp {

// A text open in an editor.
class Document {
 public:
  Document() = default;
  Document(std::string uri, const std::string& language, std::int64_t version, std::string text);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] editing::FileKind kind() const { return kind_; }

  // Applies one change of didChange: a range and its new text, or the whole text.
  void change(const Json& change);
  void set_version(std::int64_t version) { version_ = version; }

  // Returns the analysis of the current text, made on first use.
  [[nodiscard]] const editing::Analysis& analysis() const;

  // Convert between the protocol's positions and offsets in the analysed text.
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
  std::size_t mark_size_ = 0;  // of a byte order mark, which the analysis omits
  LineIndex lines_;
  mutable std::shared_ptr<const editing::Analysis> analysis_;
};

}  // namespace drover::lsp
