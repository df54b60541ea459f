#include "frontend/suggestion.h"

#include <algorithm>
#include <vector>

#include "support/format.h"
#include "support/text.h"

namespace drover {

namespace {

// Longer names are not misspelt by accident, and edit distances take quadratic time.
constexpr std::size_t MaxLength = 64;
constexpr std::size_t MaxListed = 8;

// Returns the words of a name like `sb-two-models`, `MP+rel+acq` or `enqueue_first`.
std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of("-_+."), name.size());
    if (end > 0) words.push_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return words;
}

// True if each word of `few` is a prefix of a word of `many`.
bool has_words(std::string_view many, std::string_view few) {
  const auto all = words_of(many);
  return std::ranges::all_of(words_of(few), [&](std::string_view word) {
    return std::ranges::any_of(all, [&](std::string_view each) { return each.starts_with(word); });
  });
}

// Returns the names that `wanted` abbreviates, with its words in any order: `two-sb` abbreviates
// `sb-two-models`. A single letter abbreviates too many names. If there are none, returns the names
// of several words, each of which begins a word of `wanted`.
std::vector<std::string> with_the_same_words(const std::string& wanted,
                                             std::span<const std::string> candidates) {
  std::vector<std::string> longer;
  std::vector<std::string> shorter;
  if (wanted.size() < 2 || words_of(wanted).empty()) return {};
  for (const std::string& candidate : candidates) {
    const std::string known = lower_case(candidate);
    if (candidate.size() > MaxLength || known == wanted) continue;
    if (has_words(known, wanted)) longer.push_back(candidate);
    if (words_of(known).size() > 1 && has_words(wanted, known)) shorter.push_back(candidate);
  }
  return longer.empty() ? shorter : longer;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const auto [end, ignored] = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(end - a.begin());
}

// Quotes the words; shortens long lists.
std::string quoted_and_joined(std::span<const std::string> words, std::string_view last) {
  std::string out;
  const std::size_t shown = std::min(words.size(), MaxListed);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += i + 1 == words.size() ? last : ", ";
    out += "`" + words[i] + "`";
  }
  if (shown < words.size()) out += ", …";
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

Hint did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  if (name.size() > MaxLength) return {};
  const std::string wanted = lower_case(name);
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  std::size_t best_prefix = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > MaxLength || candidate == name) continue;
    const std::string known = lower_case(candidate);
    const std::size_t distance = edit_distance(wanted, known);
    // A single replaced letter is not a misspelling unless other letters agree.
    if (distance > best_distance || distance >= name.size()) continue;
    // The candidate that begins like `name` wins among those as near.
    const std::size_t prefix = common_prefix(wanted, known);
    if (distance == best_distance && (best == nullptr || prefix <= best_prefix)) continue;
    best = &candidate;
    best_distance = distance;
    best_prefix = prefix;
  }
  if (best != nullptr) return {format("did you mean `{}`?", *best), std::string(name), {*best}};
  const std::vector<std::string> same = with_the_same_words(wanted, candidates);
  if (same.empty()) return {};
  return {format("did you mean {}?", quoted_and_joined(same, " or ")), std::string(name), same};
}

std::string quoted_list(std::span<const std::string> words) {
  return quoted_and_joined(words, " and ");
}

}  // namespace drover
