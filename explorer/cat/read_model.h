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

namespace drover::cat {

// A parsed model: one of `files` is the model itself, the others are the library and its includes.
// If there is no `code` and the model is not general, the files' sinks have errors.
struct ModelReading {
  std::shared_ptr<const Code> code;
  // The same model for the interpreter; null if it has code, or cannot be read.
  std::shared_ptr<const Script> script;
  bool is_general = false;  // has no code, because it is more than sets and relations
  ModelFiles files;
  std::size_t own_file = 0;

  // Returns the model as one file: its text with each include inserted once.
  [[nodiscard]] std::string whole_text() const;

  // The included file, by including file and name.
  std::map<std::pair<std::size_t, std::string>, std::size_t> includes;
};

// Options for reading models, as in herd.
struct ModelOptions {
  std::vector<std::string> folders;             // further folders to search for includes
  std::string bell;                             // a file that is read before the model
  std::set<std::string, std::less<>> variants;  // the names that `if "…"` tests
  std::string architecture;                     // of the programs; empty: the core language
  bool wants_script = false;                    // make a script even if there is code
  // Texts that replace files, by name. A model that is one of them can include only Drover's own
  // files: no file is read.
  std::map<std::string, std::string> texts;
};

// Reads a file. An unreadable file gives a diagnostic.
[[nodiscard]] ModelReading read_model(const std::string& path, const ModelOptions& options = {});
// Reads a text in place of the file of its name, which need not exist: includes are searched beside
// it. With an empty folder, only among Drover's own files.
[[nodiscard]] ModelReading read_model_source(SourceBuffer source, const std::string& folder,
                                             const ModelOptions& options = {});
// Reads a text; includes are searched among Drover's own files.
[[nodiscard]] ModelReading read_model_text(std::string name, std::string text,
                                           const Variants& variants = {});

}  // namespace drover::cat
