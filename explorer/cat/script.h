#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/cat/model_file.h"

namespace drover::cat {

// A model as text to be run instruction by instruction (general/interpreter.h).
struct Script {
  ModelFiles files;
  std::vector<std::size_t> order;  // of the files that are run: the library, a bell file, the model
  // By file and the name it includes: the file that is meant.
  std::map<std::pair<std::size_t, std::string>, std::size_t> includes;
  std::string architecture;
  std::set<std::string, std::less<>> variants;
};

}  // namespace drover::cat
