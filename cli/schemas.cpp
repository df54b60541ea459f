#include "cli/schemas.h"

#include <algorithm>
#include <array>

namespace drover::cli {

namespace {

// Commands that print the JSON of another command.
struct SameSchema {
  std::string_view command;
  std::string_view as;
};
constexpr std::array Same{SameSchema{"merge", "check"}, SameSchema{"repair", "relax"}};

std::string command_of(const Schema& schema) {
  std::string words(schema.name);
  std::ranges::replace(words, '-', ' ');
  return words;
}

}  // namespace

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const Schema& each : schemas()) names.push_back(command_of(each));
  for (const SameSchema& each : Same) names.emplace_back(each.command);
  std::ranges::sort(names);
  return names;
}

const Schema* find_schema(std::string_view command) {
  const auto* const same = std::ranges::find(Same, command, &SameSchema::command);
  const std::string_view name = same == Same.end() ? command : same->as;
  const auto found = std::ranges::find(schemas(), name, command_of);
  return found == schemas().end() ? nullptr : &*found;
}

}  // namespace drover::cli
