#pragma once

#include <cstddef>
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

// What mappings have rows for.
enum class AccessKind : std::uint8_t {
  Load,
  Store,
  Update,
  CompareAndSwap,
  Fence,
  FailedSwap  // what comes behind a compare-and-swap that fails: of FailedSwap::Unordered
};

struct AccessKindInfo {
  AccessKind kind = AccessKind::Load;
  std::string_view key;   // in files of mappings
  std::string_view noun;  // "a load"
  std::span<const Mode> modes;
};
// By AccessKind.
[[nodiscard]] std::span<const AccessKindInfo> access_kinds();

// What an access of one kind and mode becomes: in order, with one access among them (none for a
// fence, and behind what fails).
struct Row {
  std::vector<Step> steps;
};

// How programs with modes become programs of a machine: a table, one row per kind of access and
// mode. Those that come with Drover are files of this folder, as anybody may write them.
struct Mapping {
  std::string name;
  std::string description;  // one line, may be empty
  const Machine* machine = nullptr;
  std::map<std::pair<AccessKind, Mode>, Row> rows;
  std::string text;  // that it was read from

  // nullptr: there is none. An access without a mode is `sc`, as C has it.
  [[nodiscard]] const Row* find(AccessKind kind, Mode mode) const;
  // Kinds and modes that it has no row for: `load@acq`.
  [[nodiscard]] std::vector<std::string> missing_rows() const;
};

// Those that come with Drover.
[[nodiscard]] std::vector<std::string> mapping_names();

// Reads the text of a mapping, JSON. Nothing, and diagnostics, where it is not one.
[[nodiscard]] std::optional<Mapping> read_mapping(const SourceBuffer& source, std::string name,
                                                  DiagnosticSink& sink);
// One that comes with Drover; nullptr: there is none of this name.
[[nodiscard]] std::shared_ptr<const Mapping> find_mapping(std::string_view name);
// The text of one that comes with Drover; empty: there is none.
[[nodiscard]] std::string_view mapping_text(std::string_view name);

// The mode of a compare-and-swap that is as strong as that of its success and that of its failure.
[[nodiscard]] Mode joined_mode(Mode success, Mode failure);
// The mode of the row of a compare-and-swap. Where one that fails orders nothing, barriers behind
// it do what its failure asks for (AccessKind::FailedSwap); what is before it is there in any case.
[[nodiscard]] Mode swap_mode(const Machine& machine, Mode success, Mode failure);

}  // namespace drover::mapping
