#include "lsp/uri.h"

#include <cctype>
#include <optional>

#include "support/format.h"

namespace drover::lsp {

namespace {

constexpr std::string_view FileScheme = "file://";

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = high ? hex_digit(text[i + 2]) : std::nullopt;
    if (low) {
      out += static_cast<char>(*high * 16 + *low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

bool is_file_uri(std::string_view uri) { return uri.starts_with(FileScheme); }

std::string path_of_uri(std::string_view uri) {
  if (!is_file_uri(uri)) {
    const std::size_t colon = uri.find(':');
    return decoded(colon == std::string_view::npos ? uri : uri.substr(colon + 1));
  }
  uri.remove_prefix(FileScheme.size());
  // A host may precede the path.
  const std::size_t slash = uri.find('/');
  return decoded(slash == std::string_view::npos ? uri : uri.substr(slash));
}

std::string uri_of_path(std::string_view path) {
  std::string out(FileScheme);
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        std::isalnum(byte) != 0 || std::string_view("/-_.~").find(c) != std::string_view::npos;
    out += is_plain ? std::string(1, c) : format("%{:02X}", static_cast<unsigned>(byte));
  }
  return out;
}

}  // namespace drover::lsp
