#include "cli/diy_options.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "support/text.h"

namespace drover::cli {

namespace {

// Flags that diy7 gives the word true or false.
constexpr std::array<std::string_view, 6> Switches{"neg", "mix",       "check",
                                                   "num", "cycleonly", "metadata"};
// Flags without a word.
constexpr std::array<std::string_view, 5> Flags{"oneloc", "nooptcond", "exact", "addnum",
                                                "unfold-only"};

using Words = std::vector<std::string>;

template <typename Range>
bool has(const Range& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// Options that collect what several of them give. Of the others the last one counts, and the
// command line comes after the file of -conf.
constexpr std::array<std::string_view, 5> Repeatable{"safe", "relax", "reject", "prefix",
                                                     "variant"};

// An option, or a word that is none.
struct Item {
  std::string name;  // without dashes; empty: a word
  std::vector<std::string> words = {};
  bool is_ours = false;  // in our spelling: its value is the next word
};

// Returns the option that diy calls `name`. `next` returns its value.
template <typename Next>
Item item_of(const std::string& name, Next next) {
  // Names get a number where they would be equal, anyway.
  if (name == "addnum") return {name};
  if (has(Flags, name)) return {name, {"--" + name}};
  if (has(Switches, name)) {
    const bool is_on = next() != "false";
    // The only one that is on without being given.
    if (name == "metadata") return {name, is_on ? Words{} : Words{"--no-metadata"}};
    return {name, is_on ? Words{"--" + name} : Words{}};
  }
  return {name, {(name.size() == 1 ? "-" : "--") + name, next()}};
}

bool add_file(std::vector<Item>& out, const std::string& path) {
  std::ifstream file(path);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    const std::string text(trimmed(std::string_view(line).substr(0, line.find('#'))));
    if (text.empty()) continue;
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::size_t begin = text.front() == '-' ? 1 : 0;
    out.push_back(item_of(text.substr(begin, end - begin), [&] {
      return std::string(trimmed(std::string_view(text).substr(end)));
    }));
  }
  return true;
}

// The parser of arguments would split `[A,B]` at the comma: a blank in front hides the bracket.
std::string unsplit(const std::string& word) { return word.starts_with('[') ? " " + word : word; }

std::string name_of_long(const std::string& argument) {
  return argument.substr(2, argument.find('=') - 2);
}

}  // namespace

bool takes_diy_options(const std::vector<std::string>& arguments) {
  return !arguments.empty() && arguments.front() == "generate";
}

HerdOptions translate_diy_options(const std::vector<std::string>& arguments) {
  HerdOptions out;
  std::vector<Item> items;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool is_option = argument.size() > 2 && argument[0] == '-';
    if (!is_option || argument[1] == '-') {
      items.push_back({is_option ? name_of_long(argument) : "", {argument}, true});
      continue;
    }
    const auto next = [&] { return i + 1 < arguments.size() ? arguments[++i] : std::string(); };
    if (argument == "-conf") {
      const std::string path = next();
      if (!add_file(items, path)) out.unreadable = path;
    } else {
      items.push_back(item_of(argument.substr(1), next));
    }
  }
  for (auto item = items.begin(); item != items.end(); ++item) {
    const auto is_later = [&](const Item& other) { return other.name == item->name; };
    const bool counts = item->is_ours || has(Repeatable, item->name) ||
                        std::none_of(item + 1, items.end(), is_later);
    if (!counts) continue;
    for (const std::string& word : item->words) out.arguments.push_back(unsplit(word));
  }
  return out;
}

}  // namespace drover::cli
