#pragma once

#include <set>
#include <string>
#include <string_view>

namespace drover::c {

// The names with external linkage of a preprocessed file, read without parsing. Declarations of our
// headers do not count.
struct Outline {
  std::set<std::string, std::less<>> defined;
  std::set<std::string, std::less<>> needed;  // declared and used, but not defined
};
[[nodiscard]] Outline outline_of(std::string_view text);

}  // namespace drover::c
