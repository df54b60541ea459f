#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/read_model.h"
#include "frontend/section.h"
#include "frontend/source.h"

namespace drover::editing {

enum class SymbolKind : std::uint8_t {
  Constant,
  Shared,
  Struct,
  Field,
  Function,
  Parameter,
  FamilyVariable,
  Register,
  Thread,
  Label,
  Location,         // of a litmus test
  MachineRegister,  // of a litmus test in assembly
  Definition,       // `let` of a model
  Procedure,
  Local,  // a parameter, or a name of `let … in`, `fun`, `forall`, `match`
  Axiom,  // the name of a check
};

// The meaning of a name in a file.
struct Symbol {
  std::string name;
  SymbolKind kind = SymbolKind::Register;
  std::string owner = {};    // its thread, function or block; empty: the file
  Section scope = {};        // where the name is visible
  Section declaration = {};  // the text that introduces it, for hover; may be empty
  std::string file = {};     // for models: the included file that defines it; empty: this file
  bool is_embedded = false;  // that file is built into Drover
};

struct Occurrence {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t symbol = 0;
  bool is_definition = false;
};

// An item of the outline.
struct OutlineItem {
  std::string name;
  std::string detail;
  SymbolKind kind = SymbolKind::Thread;
  Section whole;
  Section named;  // its name
  std::vector<OutlineItem> children = {};
};

// All names of a file, also of a file with errors, as far as its text is readable.
struct SymbolIndex {
  std::vector<Symbol> symbols;
  std::vector<Occurrence> occurrences;  // by place
  std::vector<OutlineItem> outline;
  std::vector<Section> folds;  // multi-line blocks and comments

  // Returns the name at an offset, or directly before it. Null if there is none.
  [[nodiscard]] const Occurrence* at(std::size_t offset) const;
  [[nodiscard]] std::vector<Occurrence> of(std::size_t symbol) const;
};

[[nodiscard]] SymbolIndex core_symbols(std::string_view text);
[[nodiscard]] SymbolIndex litmus_symbols(const SourceBuffer& source);

// True for reserved words of the core language.
[[nodiscard]] bool is_core_keyword(std::string_view word);

// Returns the names of a model, including those of included files.
[[nodiscard]] SymbolIndex cat_symbols(const cat::ModelReading& reading);

// Returns the reserved words of cat.
[[nodiscard]] const std::vector<std::string>& cat_keywords();
[[nodiscard]] bool is_cat_keyword(std::string_view word);

}  // namespace drover::editing
