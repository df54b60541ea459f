#pragma once

#include <memory>
#include <string>
#include <vector>

#include "editing/format.h"
#include "editing/symbols.h"
#include "explorer/cat/read_model.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::editing {

// All that reading a text gives, for an editor that shows it.
struct Analysis {
  FileKind kind = FileKind::Core;
  SourceBuffer source;
  std::vector<Diagnostic> diagnostics;  // by place
  bool has_dropped = false;             // there are more errors than are reported
  SymbolIndex symbols;
  std::string architecture;             // of a litmus test; "LKMM" for the kernel's C
  std::string default_model;            // of a program that can be run; else empty
  std::vector<SourceRange> conditions;  // of a core program that can be run
  std::shared_ptr<const cat::ModelReading> model = {};  // of a cat file
};

// `path` is where the text comes from: a model's includes are looked for beside it. It need not be
// a file.
[[nodiscard]] Analysis analyse(const std::string& path, std::string text, FileKind kind);

}  // namespace drover::editing
