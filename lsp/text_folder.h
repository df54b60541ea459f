#pragma once

#include <filesystem>
#include <string>

#include "lsp/document.h"

namespace drover::lsp {

// A folder with the text of a document, removed with its last owner. The file in it has the
// document's name, so that messages show that name.
class TextFolder {
 public:
  explicit TextFolder(const Document& document);
  TextFolder(const TextFolder&) = delete;
  TextFolder& operator=(const TextFolder&) = delete;
  ~TextFolder() { drop(); }

  [[nodiscard]] bool is_there() const { return !folder_.empty(); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string path() const { return (folder_ / name_).string(); }

 private:
  void drop();

  std::filesystem::path folder_;
  std::string name_;
};

// Returns the folder of a document's own file.
[[nodiscard]] std::string folder_of(const Document& document);

}  // namespace drover::lsp
