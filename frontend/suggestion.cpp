#include "frontend/suggestion.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "support/format.h"

namespace drover {

namespace {

// Nobody misspells longer names by accident, and distances are quadratic.
constexpr std::size_t MaxLength = 64;
constexpr std::size_t MaxListed = 8;

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

}  // namespace

std::size_t edit_distance(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> table((from.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= from.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= to.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const bool is_equal = from[i - 1] == to[j - 1];
      at(i, j) =
          std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (is_equal ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(from.size(), to.size());
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  if (name.size() > MaxLength) return "";
  const std::string wanted = lower_case(name);
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > MaxLength || candidate == name) continue;
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    // One letter for another is no misspelling unless the rest agrees.
    if (distance >= best_distance || distance >= name.size()) continue;
    best = &candidate;
    best_distance = distance;
  }
  return best == nullptr ? "" : format("did you mean `{}`?", *best);
}

std::string quoted_list(std::span<const std::string> words) {
  std::string out;
  const std::size_t shown = std::min(words.size(), MaxListed);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += i + 1 == words.size() ? " and " : ", ";
    out += "`" + words[i] + "`";
  }
  if (shown < words.size()) out += ", …";
  return out;
}

}  // namespace drover
