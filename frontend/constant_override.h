#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace drover {

// `-D name=value`: the constant `name` has this value, whatever the text says.
struct ConstantOverride {
  std::string name;
  std::int64_t value = 0;
  // C programs: an argument for the compiler, `-Ifolder`; the name is empty then.
  std::string compiler_argument = {};
  std::string text = {};  // the value as written; empty: not written
  std::string file = {};  // the argument is for this file alone; empty: for all

  [[nodiscard]] bool is_for(std::string_view path) const { return file.empty() || file == path; }
};

}  // namespace drover
