#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "semantics/program/error_fact.h"
#include "semantics/program/program.h"

namespace drover {

// The cells of memory that a program has named so far, as small integers, and the
// names under which addresses and values are printed.
class LocationTable {
 public:
  explicit LocationTable(const Program& program);

  // The location at `address`; none() if there can be no cell there.
  LocationId find_or_add(Value address);
  // The same, but none() for one that has not been named.
  [[nodiscard]] LocationId find(Value address) const;

  // Of C: why `size` bytes at an address cannot be accessed as one; nothing: they can. Notes the
  // size of what has none yet.
  [[nodiscard]] std::optional<ErrorFact> mismatch(Value address, std::uint32_t size);

  [[nodiscard]] std::size_t size() const { return addresses_.size(); }
  // Whether some of them are, or would be, cells of the heap.
  [[nodiscard]] bool has_heap_cells() const { return has_heap_cells_; }
  [[nodiscard]] Value address(LocationId location) const { return addresses_[location.value]; }
  [[nodiscard]] Value initial_value(LocationId location) const { return initial_[location.value]; }
  // The tags of its initial write.
  [[nodiscard]] TagSet initial_tags(LocationId location) const;
  // Whether the cell was declared `na`.
  [[nodiscard]] bool is_non_atomic(LocationId location) const;
  // Whether the cell may have no value: before it is written, or when one without is copied to it.
  [[nodiscard]] bool is_unwritten(LocationId location) const;
  // Whether an address is in memory that has to be freed.
  [[nodiscard]] bool is_owned(Value address) const;
  // Whether an address is in an object that may not be written.
  [[nodiscard]] bool is_read_only(Value address) const;

  // The cell's name in source terms: x, a[1], Node#2.0->next.
  [[nodiscard]] std::string name(LocationId location) const { return cell_name(address(location)); }
  // An address prints as such (&x, &a[1], Node#2.0), everything else as a number.
  [[nodiscard]] std::string value_text(Value value) const;
  // The name of the cell at an address, whether it is a location yet or not.
  [[nodiscard]] std::string cell_name(Value address) const;

 private:
  // Whether `address` is a cell of a shared object or may be one of an allocation.
  [[nodiscard]] bool is_cell(Value address) const;
  // What such a cell holds at first.
  [[nodiscard]] Value initial_value_at(Value address) const;
  [[nodiscard]] std::string allocation_name(Value address) const;
  [[nodiscard]] std::string byte_name(Value address, const StructLayout& layout) const;
  // How the bytes around an address are laid out; null: in cells.
  [[nodiscard]] const StructLayout* layout_of(Value address) const;

  const Program* program_;
  std::vector<Value> addresses_;
  std::vector<Value> initial_;  // what is there at first: it is asked for often
  bool has_heap_cells_ = false;
  bool is_nothing_copied_ = false;  // Load::may_read_nothing
  std::unordered_map<Value, LocationId> index_;
  std::unordered_map<Value, std::uint32_t> sizes_;  // of accesses to open layouts
};

}  // namespace drover
