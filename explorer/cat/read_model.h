#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "explorer/cat/code.h"
#include "explorer/cat/model_file.h"

namespace drover::cat {

// A model that was read: the last of `files` is the model itself, the others are the library and
// what it includes. Without `code` there are errors in the files' sinks.
struct ModelReading {
  std::shared_ptr<const Code> code;
  ModelFiles files;
  std::size_t own_file = 0;

  // The text of the model with the texts of what it includes put in, each once: a model in one
  // file.
  [[nodiscard]] std::string whole_text() const;

  // By file and the name it includes: the file that is meant.
  std::map<std::pair<std::size_t, std::string>, std::size_t> includes;
};

// From a file. A file that cannot be read is an error like any other.
[[nodiscard]] ModelReading read_model(const std::string& path);
// From a text; includes are looked for among Drover's own.
[[nodiscard]] ModelReading read_model_text(std::string name, std::string text);

}  // namespace drover::cat
