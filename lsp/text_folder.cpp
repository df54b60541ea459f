#include "lsp/text_folder.h"

#include <cstdlib>
#include <system_error>

#include "support/write_file.h"

namespace drover::lsp {

namespace fs = std::filesystem;

TextFolder::TextFolder(const Document& document) {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "drover-XXXXXX").string();
  if (error || ::mkdtemp(pattern.data()) == nullptr) return;
  folder_ = pattern;
  name_ = fs::path(document.path()).filename().string();
  if (name_.empty()) name_ = "program";
  if (!write_whole_file(folder_ / name_, document.text()).empty()) drop();
}

void TextFolder::drop() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
  folder_.clear();
}

std::string folder_of(const Document& document) {
  return fs::path(document.path()).parent_path().string();
}

}  // namespace drover::lsp
