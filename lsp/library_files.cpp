#include "lsp/library_files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "support/write_file.h"

namespace drover::lsp {

namespace {

std::optional<std::filesystem::path> cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");  // NOLINT(concurrency-mt-unsafe)
  if (cache != nullptr && *cache == '/') return std::filesystem::path(cache);
  const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  if (home == nullptr || *home != '/') return std::nullopt;
  return std::filesystem::path(home) / ".cache";
}

bool holds(const std::filesystem::path& path, std::string_view text) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream found;
  found << file.rdbuf();
  return file.good() && found.str() == text;
}

}  // namespace

std::optional<std::string> library_file(std::string_view name, std::string_view text) {
  const auto cache = cache_folder();
  if (!cache) return std::nullopt;
  const std::filesystem::path folder = *cache / "drover" / "models";
  const std::filesystem::path path = folder / std::filesystem::path(name).filename();
  if (holds(path, text)) return path.string();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !write_whole_file(path, text).empty()) return std::nullopt;
  return path.string();
}

}  // namespace drover::lsp
