#include "cli/diy_options.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <utility>

#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

// Flags that diy7 gives the word true or false.
constexpr std::array<std::string_view, 6> Switches{"neg", "mix",       "check",
                                                   "num", "cycleonly", "metadata"};
// Flags without a word.
constexpr std::array<std::string_view, 4> Flags{"oneloc", "nooptcond", "exact", "unfold-only"};

// Options of diy7 that have two names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> OtherNames{
    {{"relaxlist", "safe"}, {"rejectlist", "reject"}, {"unrollatomic", "ua"}}};
// Options that ask for what is done anyway.
constexpr std::array<std::string_view, 3> Usual{"optcond", "nooptcoherence",
                                                "coherence_decreasing"};

// Options of diy7 that are refused, and what there is instead.
struct Refusal {
  std::string_view name;
  std::string_view instead;
};
constexpr std::array<Refusal, 19> Refusals{{
    {"bell", "`-a LKMM` has the words of the Linux kernel"},
    {"filter-check", "`-safe A,B -cycleonly true` lists the cycles in which B follows A"},
    {"hexa", "numbers are decimal"},
    {"info", "no lines can be added to the header: `-metadata false` leaves all out"},
    {"list", "docs/generate.md has the words of each architecture"},
    {"lowercase", "names are those of norm7; `-name NAME` gives another one"},
    {"maxrelax", "`-mix true` takes any number of those in -relax"},
    {"minrelax", "`-mix true` takes any number of those in -relax"},
    {"noeieio", "name the fences in the list instead of a macro (docs/generate.md)"},
    {"norm", "`-cycleonly true` prints the name and the normal form of a cycle"},
    {"optcoherence", "the condition has all that the cycle says"},
    {"overload", "tests have the accesses of their cycles only"},
    {"poll", "reads do not wait; `-cond observe` shows what they may get"},
    {"realdep", "dependencies are false ones: the value does not matter"},
    {"scopes", "`drover models suite` makes tests with scopes"},
    {"show", "docs/generate.md has the words of each architecture"},
    {"sufname", "`-name NAME` gives a name"},
    {"type", "locations are words of 32 bits, in C `int`"},
    {"varatom", "write the annotations into the lists: `-safe`, `-relax`"},
}};

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
  bool is_of_file = false;
};

// Options have one name here.
std::string known_name(const std::string& name) {
  if (name == "a") return "arch";
  return name == "nprocs" ? "threads" : name;
}

// diy7 takes the number of -eprocs from -nprocs; ours has it.
void give_number_of_threads(std::vector<Item>& items) {
  std::string number = "4";
  for (const Item& item : items) {
    if (known_name(item.name) == "threads" && item.words.size() == 2) number = item.words.back();
  }
  for (Item& item : items) {
    const bool is_flag = item.name == "eprocs" && item.words.size() == 2 && item.words[1].empty();
    if (is_flag) item.words[1] = number;
  }
}

// Returns the option that diy calls `given`. `next` returns its value.
template <typename Next>
Item item_of(const std::string& given, Next next) {
  const auto other =
      std::ranges::find(OtherNames, given, [](const auto& each) { return each.first; });
  const std::string name(other != OtherNames.end() ? other->second : std::string_view(given));
  if (has(Usual, name)) return {name};
  if (name == "unicond") return {"cond", {"--cond", "unicond"}};
  // Equal cycles are always left out; without a folder, tests are printed.
  if (name == "c" || name == "stdout") {
    next();
    return {name};
  }
  // Names get a number where they would be equal, anyway.
  if (name == "addnum") {
    next();
    return {name};
  }
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
    out.back().is_of_file = true;
  }
  return true;
}

// The parser of arguments would split `[A,B]` at the comma: a blank in front hides the bracket.
std::string unsplit(const std::string& word) { return word.starts_with('[') ? " " + word : word; }

// The name in an option of ours: `-a`, `--arch`, `--arch=…`.
std::string name_in(const std::string& argument) {
  return argument.substr(argument[1] == '-' ? 2 : 1, argument.find('=') - 2);
}

// True if of two items with the same name `other` counts. Options of ours that are there twice are
// left for the parser to refuse.
bool overrides(const Item& other, const Item& item, bool is_later) {
  if (known_name(other.name) != known_name(item.name)) return false;
  if (other.is_of_file != item.is_of_file) return item.is_of_file;
  return is_later;
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
    const bool is_option = argument.size() > 1 && argument[0] == '-';
    const bool is_ours = argument.size() == 2 && argument != "-c";
    if (!is_option || is_ours || argument[1] == '-') {
      items.push_back({is_option ? name_in(argument) : "", {argument}, true});
      continue;
    }
    const bool has_number = i + 1 < arguments.size() &&
                            arguments[i + 1].find_first_not_of("0123456789") == std::string::npos;
    const bool is_alone = argument == "-eprocs" && !has_number;
    const auto next = [&] {
      return is_alone || i + 1 == arguments.size() ? std::string() : arguments[++i];
    };
    if (argument == "-conf") {
      const std::string path = next();
      if (!add_file(items, path)) out.unreadable = path;
    } else {
      items.push_back(item_of(argument.substr(1), next));
    }
  }
  give_number_of_threads(items);
  for (Item& item : items) {
    const auto refusal = std::ranges::find(Refusals, item.name, &Refusal::name);
    if (item.is_ours || refusal == Refusals.end()) continue;
    out.unsupported = format("-{} of diy7 is not known: {}", refusal->name, refusal->instead);
    item.words.clear();
  }
  for (auto item = items.begin(); item != items.end(); ++item) {
    const auto is_overridden_by = [&](const Item& other) {
      return overrides(other, *item, &other > &*item);
    };
    const bool counts = item->is_ours || has(Repeatable, item->name) ||
                        std::ranges::none_of(items, is_overridden_by);
    if (!counts) continue;
    for (const std::string& word : item->words) out.arguments.push_back(unsplit(word));
  }
  return out;
}

}  // namespace drover::cli
