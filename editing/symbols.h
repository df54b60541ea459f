#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// What names of a file stand for.
struct Symbol {
  std::string name;
  SymbolKind kind = SymbolKind::Register;
  std::string owner;    // the thread, function or block that it belongs to; empty: the file
  Section scope;        // where it can be used
  Section declaration;  // the text that introduces it, for those who ask what it is; may be empty
  std::string file;     // of a model: the included file that defines it; empty: this one
  bool is_embedded = false;  // that file is part of Drover
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
  Section whole;  // all of it
  Section named;  // its name
  std::vector<OutlineItem> children;
};

// All names of a file, found as far as its text can be read: a file with errors has them, too.
struct SymbolIndex {
  std::vector<Symbol> symbols;
  std::vector<Occurrence> occurrences;  // by place
  std::vector<OutlineItem> outline;
  std::vector<Section> folds;  // blocks and comments of several lines

  // The name at an offset, or directly before it; null if there is none.
  [[nodiscard]] const Occurrence* at(std::size_t offset) const;
  [[nodiscard]] std::vector<Occurrence> of(std::size_t symbol) const;
};

[[nodiscard]] SymbolIndex core_symbols(std::string_view text);
[[nodiscard]] SymbolIndex litmus_symbols(const SourceBuffer& source);

// Words that cannot be names.
[[nodiscard]] bool is_core_keyword(std::string_view word);

}  // namespace drover::editing
