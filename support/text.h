#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

// Functions on texts. Only the letters of ASCII have two cases.
namespace drover {

[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string out;
  for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}
[[nodiscard]] inline std::string upper_case(std::string_view text) {
  std::string out;
  for (const char c : text) out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

[[nodiscard]] inline std::string joined(const std::vector<std::string>& parts,
                                        std::string_view between) {
  std::string out;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) out += between;
    out += part;
  }
  return out;
}

// A text without any of the characters at its ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text,
                                              std::string_view characters = " \t\r\n") {
  const std::size_t first = text.find_first_not_of(characters);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(characters) - first + 1);
}

// The words of a text, which are apart by blanks.
[[nodiscard]] inline std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(" \n"); at != std::string_view::npos;
       at = text.find_first_not_of(" \n", at)) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace drover
