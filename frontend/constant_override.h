#pragma once

#include <cstdint>
#include <string>

namespace drover {

// `-D name=value`: the constant `name` has this value, whatever the text says.
struct ConstantOverride {
  std::string name;
  std::int64_t value = 0;
  // C programs: an argument for the compiler, `-Ifolder`; the name is empty then.
  std::string compiler_argument = {};
};

}  // namespace drover
