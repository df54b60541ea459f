#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/model_file.h"
#include "explorer/cat/script.h"

namespace drover::cat {

// A model that was read: one of `files` is the model itself, the others are the library and what it
// includes. Without `code`, and where it is not general, there are errors in the files' sinks.
struct ModelReading {
  std::shared_ptr<const Code> code;
  // The same model to be run as it is written; none where it has code, or cannot be read.
  std::shared_ptr<const Script> script;
  bool is_general = false;  // it has no code, since it is more than sets and relations
  ModelFiles files;
  std::size_t own_file = 0;

  // The text of the model with the texts of what it includes put in, each once: a model in one
  // file.
  [[nodiscard]] std::string whole_text() const;

  // By file and the name it includes: the file that is meant.
  std::map<std::pair<std::size_t, std::string>, std::size_t> includes;
};

// How models are read from files: herd's options.
struct ModelOptions {
  std::vector<std::string> folders;             // where included files are looked for, too
  std::string bell;                             // a file that comes before the model
  std::set<std::string, std::less<>> variants;  // what `if "…"` asks for
  std::string architecture;                     // of the programs; empty: the core language
  bool wants_script = false;  // to be run as it is written, even where it has code
  // Texts that take the place of files, by their names. A model that is one of them includes
  // Drover's own files only: nothing is read.
  std::map<std::string, std::string> texts;
};

// From a file. A file that cannot be read is an error like any other.
[[nodiscard]] ModelReading read_model(const std::string& path, const ModelOptions& options = {});
// From a text that stands for the file of its name, which may not be there: includes are looked for
// beside it. An empty folder: only among Drover's own.
[[nodiscard]] ModelReading read_model_source(SourceBuffer source, const std::string& folder,
                                             const ModelOptions& options = {});
// From a text; includes are looked for among Drover's own.
[[nodiscard]] ModelReading read_model_text(std::string name, std::string text);

}  // namespace drover::cat
