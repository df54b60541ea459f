#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::cli {

// A JSON Schema (draft 2020-12) of a command's output, built into the program. Each is
// self-contained: cli/schemas/bundle.py adds the definitions of cli/schemas/shared.json.
struct Schema {
  std::string_view name;  // of its file: `models-compare`
  std::string_view text;
};

// Returns all schemas, sorted by name.
[[nodiscard]] std::span<const Schema> schemas();

// Returns the commands as words: "models compare".
[[nodiscard]] std::vector<std::string> schema_names();
// Null if the command has no schema.
[[nodiscard]] const Schema* find_schema(std::string_view command);

}  // namespace drover::cli
