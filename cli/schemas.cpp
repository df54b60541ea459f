#include "cli/schemas.h"

#include <algorithm>

namespace drover::cli {

namespace {

// It prints what `check` prints.
constexpr std::string_view Merge = "merge";

std::string command_of(const Schema& schema) {
  std::string words(schema.name);
  std::ranges::replace(words, '-', ' ');
  return words;
}

}  // namespace

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const Schema& each : schemas()) names.push_back(command_of(each));
  names.emplace_back(Merge);
  std::ranges::sort(names);
  return names;
}

const Schema* find_schema(std::string_view command) {
  const auto found = std::ranges::find(schemas(), command == Merge ? "check" : command, command_of);
  return found == schemas().end() ? nullptr : &*found;
}

}  // namespace drover::cli
