#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/cat/model_file.h"

namespace drover::cat {

// A model for the interpreter (general/interpreter.h), which runs it instruction by instruction.
struct Script {
  ModelFiles files;
  std::vector<std::size_t> order;  // of running the files: library, bell file, model
  // The included file, by including file and name.
  std::map<std::pair<std::size_t, std::string>, std::size_t> includes;
  std::string architecture;
  std::set<std::string, std::less<>> variants;
};

}  // namespace drover::cat
