#include "cli/arguments/description.h"

namespace drover::cli {

std::vector<std::string> Argument::spellings() const {
  std::vector<std::string> all;
  std::size_t start = 0;
  for (std::size_t comma = names.find(','); comma != std::string::npos;
       comma = names.find(',', start)) {
    all.push_back(names.substr(start, comma - start));
    start = comma + 1;
  }
  all.push_back(names.substr(start));
  return all;
}

}  // namespace drover::cli
