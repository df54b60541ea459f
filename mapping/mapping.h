#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "mapping/machine.h"
#include "semantics/program/mode.h"

namespace drover::mapping {

// The kinds of rows of a mapping.
enum class AccessKind : std::uint8_t {
  Load,
  Store,
  Update,
  CompareAndSwap,
  Fence,
  FailedSwap  // barriers after a failed compare-and-swap, for FailedSwap::Unordered
};

struct AccessKindInfo {
  AccessKind kind = AccessKind::Load;
  std::string_view key;   // its key in mapping files
  std::string_view noun;  // "a load"
  std::span<const Mode> modes;
};
// Indexed by AccessKind.
[[nodiscard]] std::span<const AccessKindInfo> access_kinds();

// The instructions for an access of one kind and mode, in order. Exactly one of them is the access;
// Fence and FailedSwap rows have none.
struct Row {
  std::vector<Step> steps;
};

// Compiles programs with modes to a machine: a table with one row per access kind and mode. The
// built-in mappings are files of this folder, in the same format as users' mappings.
struct Mapping {
  std::string name;
  std::string description;  // one line, may be empty
  const Machine* machine = nullptr;
  std::map<std::pair<AccessKind, Mode>, Row> rows;
  std::string text;  // the source text of the mapping

  // Null if there is no row. An access without a mode is `sc`, as in C.
  [[nodiscard]] const Row* find(AccessKind kind, Mode mode) const;
  // Returns the kinds and modes without a row, e.g. `load@acq`.
  [[nodiscard]] std::vector<std::string> missing_rows() const;
};

// A file of mapping/tables, embedded in the executable.
struct EmbeddedMapping {
  std::string_view name;  // without ".json"
  std::string_view text;
};
// Sorted by name.
[[nodiscard]] std::span<const EmbeddedMapping> embedded_mappings();

// The names of the built-in mappings.
[[nodiscard]] std::vector<std::string> mapping_names();

// Parses a mapping from JSON. Nothing, and diagnostics, if the text is invalid.
[[nodiscard]] std::optional<Mapping> read_mapping(const SourceBuffer& source, std::string name,
                                                  DiagnosticSink& sink);
// Returns a built-in mapping; null if there is none of this name.
[[nodiscard]] std::shared_ptr<const Mapping> find_mapping(std::string_view name);
// Returns the text of a built-in mapping; empty if there is none.
[[nodiscard]] std::string_view mapping_text(std::string_view name);

// Returns the mode of a compare-and-swap that is as strong as its success and failure modes.
[[nodiscard]] Mode joined_mode(Mode success, Mode failure);
// Returns the mode that selects the row of a compare-and-swap. If a failed compare-and-swap orders
// nothing on this machine, the barriers of AccessKind::FailedSwap follow it; the barriers before it
// are executed in either case.
[[nodiscard]] Mode swap_mode(const Machine& machine, Mode success, Mode failure);

}  // namespace drover::mapping
