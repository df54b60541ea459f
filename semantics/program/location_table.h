#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "semantics/program/address.h"
#include "semantics/program/cell_cuts.h"
#include "semantics/program/error_fact.h"
#include "semantics/program/program.h"

namespace drover {

// Returns the shared object that a value is an address in (or after its last cell); nothing for
// other values.
[[nodiscard]] inline std::optional<std::size_t> shared_object_at(Value value,
                                                                 const Program& program) {
  return address::shared_object(value, program.objects.size());
}

// True if a value is the address of a function, or of code after a label.
[[nodiscard]] inline bool is_code(Value value, const Program& program) {
  const auto object = shared_object_at(value, program);
  return object && program.objects[*object].is_function;
}

// Instructions as values, `instr:"NOP"` in litmus tests. They are compared, copied and shown, and
// have 32 bits, like the registers they are loaded into; the actual bits do not matter. Each is the
// number of an object without cells whose name is the text.
inline constexpr Value FirstInstruction = 0x5A5A0000;

[[nodiscard]] inline Value instruction_value(std::size_t object) {
  return FirstInstruction + static_cast<Value>(object);
}

// Returns the text of an instruction; null if the value is not an instruction of the program.
[[nodiscard]] inline const std::string* instruction_text(Value value, const Program& program) {
  if (value < FirstInstruction) return nullptr;
  const auto object = static_cast<std::uint64_t>(value - FirstInstruction);
  if (object >= program.objects.size()) return nullptr;
  const SharedObject& found = program.objects[object];
  return found.is_function && found.name.starts_with("instr:") ? &found.name : nullptr;
}

// The memory cells named so far, as small integers, and the printed names of addresses and values.
class LocationTable {
 public:
  explicit LocationTable(const Program& program);

  // Returns the location at `address`; none() if there can be no cell there.
  LocationId find_or_add(Value address);
  // Likewise, but none() for a location that has not been named.
  [[nodiscard]] LocationId find(Value address) const;

  // For C: why `size` bytes at an address cannot be accessed as one scalar; nothing if they can,
  // or are not memory. Records the size of a cell that has none yet, and the cuts that would make
  // cells of it. Whether a heap object is as large is a fact of the execution.
  [[nodiscard]] std::optional<ErrorFact> mismatch(Value address, std::uint32_t size,
                                                  AccessSite site);
  [[nodiscard]] const CellCuts& missing_cuts() const { return missing_cuts_; }

  [[nodiscard]] std::size_t size() const { return addresses_.size(); }
  // True if some location is a heap cell.
  [[nodiscard]] bool has_heap_cells() const { return has_heap_cells_; }
  [[nodiscard]] Value address(LocationId location) const { return addresses_[location.value]; }
  // The address of the last byte of a location of C; that of the cell elsewhere.
  [[nodiscard]] Value last_byte(LocationId location) const { return last_bytes_[location.value]; }
  // The number of the first bytes of a block of C that do not belong to the program; nothing for
  // memory that consists of cells.
  [[nodiscard]] std::optional<std::uint32_t> hidden_bytes(Value address) const {
    const StructLayout* layout = layout_of(address);
    return layout == nullptr ? std::nullopt : std::optional(layout->hidden);
  }
  [[nodiscard]] Value initial_value(LocationId location) const { return initial_[location.value]; }
  // The tags of the location's initial write.
  [[nodiscard]] TagSet initial_tags(LocationId location) const;
  // True if the cell was declared `na`.
  [[nodiscard]] bool is_non_atomic(LocationId location) const;
  // True if the cell may have no value: before it is written, or after a copy of an unwritten cell.
  [[nodiscard]] bool is_unwritten(LocationId location) const;
  // True if an address is in memory that must be freed.
  [[nodiscard]] bool is_owned(Value address) const;
  // True if an address is in a read-only object.
  [[nodiscard]] bool is_read_only(Value address) const;

  // The cell's name in source terms: x, a[1], Node#2.0->next.
  [[nodiscard]] std::string name(LocationId location) const { return cell_name(address(location)); }
  // An address prints as such (&x, &a[1], Node#2.0), everything else as a number.
  [[nodiscard]] std::string value_text(Value value) const;
  // The name of the cell at an address, even if it is not a location yet.
  [[nodiscard]] std::string cell_name(Value address) const;

 private:
  // True if `address` is a cell of a shared object or may be one of an allocation.
  [[nodiscard]] bool is_cell(Value address) const;
  // The initial value of such a cell.
  [[nodiscard]] Value initial_value_at(Value address) const;
  [[nodiscard]] std::string allocation_name(Value address) const;
  [[nodiscard]] std::string byte_name(Value address, const StructLayout& layout) const;
  // A cell of an open layout: its size, and the accesses to it.
  struct OpenCell {
    std::uint32_t bytes = 0;
    std::vector<AccessSite> sites = {};
    const InitialBytes* initial = nullptr;

    void add(AccessSite site);
  };
  [[nodiscard]] std::optional<ErrorFact> mismatch_of_open(Value address, std::uint32_t size,
                                                          AccessSite site);
  // Records the atomic accesses to a cell whose parts others access.
  void note_signs(const OpenCell& cell);
  // Records the cuts at which the cell and an access would be made of the same cells.
  void note_cuts(Value at, const OpenCell& cell, Value address, std::uint32_t size,
                 AccessSite site);

  // The size of the cell at an address: in bytes for C, else 1.
  [[nodiscard]] std::uint32_t size_at(Value address) const;
  // The layout of the bytes around an address; null if memory is in cells.
  [[nodiscard]] const StructLayout* layout_of(Value address) const;

  const Program* program_;
  std::vector<Value> addresses_;
  std::vector<Value> last_bytes_;
  std::vector<Value> initial_;  // initial values, cached
  bool has_heap_cells_ = false;
  bool is_nothing_copied_ = false;  // Load::may_read_nothing
  std::unordered_map<Value, LocationId> index_;
  std::unordered_map<Value, OpenCell> open_cells_;
  CellCuts missing_cuts_;
};

}  // namespace drover
