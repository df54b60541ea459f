#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::cli {

// A JSON Schema (draft 2020-12) of what a command prints, which is part of the program. Each is
// complete in itself: cli/schemas/bundle.py adds what cli/schemas/shared.json defines.
struct Schema {
  std::string_view name;  // of its file: `models-compare`
  std::string_view text;
};

// By name.
[[nodiscard]] std::span<const Schema> schemas();

// "models compare": the words of the command.
[[nodiscard]] std::vector<std::string> schema_names();
// nullptr where the command has none.
[[nodiscard]] const Schema* find_schema(std::string_view command);

}  // namespace drover::cli
