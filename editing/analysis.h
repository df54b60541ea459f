#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "editing/format.h"
#include "editing/symbols.h"
#include "explorer/cat/read_model.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::editing {

// Results of reading a text, for an editor.
struct Analysis {
  FileKind kind = FileKind::Core;
  SourceBuffer source;
  std::vector<Diagnostic> diagnostics;  // by place
  bool has_dropped = false;             // there are unreported errors
  SymbolIndex symbols;
  std::string architecture;             // of a litmus test; "LKMM" for the kernel's C
  std::string default_model;            // of a program without errors; else empty
  bool can_run = false;                 // a program or test without errors; of C, errors show later
  std::vector<SourceRange> conditions;  // of a core program without errors
  std::shared_ptr<const cat::ModelReading> model = {};  // of a cat file
};

// Includes of a model are relative to `path`, which need not be a file.
[[nodiscard]] Analysis analyse(const std::string& path, std::string text, FileKind kind);

// True if `relax` and `repair` support the named model: some modes have an effect, and the effect
// of stronger modes is known.
[[nodiscard]] bool has_orders(std::string_view model);

}  // namespace drover::editing
