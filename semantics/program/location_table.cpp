#include "semantics/program/location_table.h"

#include "semantics/program/address.h"
#include "support/format.h"

namespace drover {

LocationId LocationTable::find(Value address) const {
  const auto found = index_.find(address);
  return found == index_.end() ? LocationId::none() : found->second;
}

LocationId LocationTable::find_or_add(Value address) {
  if (const auto found = index_.find(address); found != index_.end()) return found->second;
  if (!is_cell(address)) return LocationId::none();
  const LocationId location(addresses_.size());
  addresses_.push_back(address);
  has_heap_cells_ |= address::is_heap(address);
  index_.emplace(address, location);
  return location;
}

bool LocationTable::is_cell(Value value) const {
  if (!address::is_address(value)) return false;
  if (address::is_heap(value)) {
    return address::allocating_thread(value).value < program_->threads.size() &&
           address::struct_index(value) < static_cast<int>(program_->structs.size());
  }
  const std::uint64_t object = address::object(value);
  return object < program_->objects.size() &&
         address::cell(value) < program_->objects[object].initial.size();
}

Value LocationTable::initial_value(LocationId location) const {
  const Value at = address(location);
  if (address::is_heap(at)) return 0;
  return program_->objects[address::object(at)].initial[address::cell(at)];
}

TagSet LocationTable::initial_tags(LocationId location) const {
  const Value at = address(location);
  if (address::is_heap(at) || !program_->objects[address::object(at)].is_observed) return {};
  return TagSet::of(Tag::Observed);
}

bool LocationTable::is_non_atomic(LocationId location) const {
  const Value at = address(location);
  if (!address::is_heap(at)) return program_->objects[address::object(at)].is_non_atomic;
  const int layout = address::struct_index(at);
  if (layout < 0) return false;
  const auto& fields = program_->structs[static_cast<std::size_t>(layout)].fields;
  return address::cell(at) < fields.size() && fields[address::cell(at)].is_non_atomic;
}

std::string LocationTable::allocation_name(Value value) const {
  const int layout = address::struct_index(value);
  return format("{}#{}.{}",
                layout < 0 ? "cells" : program_->structs[static_cast<std::size_t>(layout)].name,
                program_->threads[address::allocating_thread(value).value].name,
                address::allocation_count(value));
}

std::string LocationTable::cell_name(Value value) const {
  const std::uint32_t cell = address::cell(value);
  if (address::is_heap(value)) {
    const int layout = address::struct_index(value);
    if (layout >= 0) {
      const auto& fields = program_->structs[static_cast<std::size_t>(layout)].fields;
      if (cell < fields.size()) return allocation_name(value) + "->" + fields[cell].name;
    }
    return format("{}[{}]", allocation_name(value), cell);
  }
  const SharedObject& object = program_->objects[address::object(value)];
  return object.is_array ? format("{}[{}]", object.name, cell) : object.name;
}

std::string LocationTable::value_text(Value value) const {
  if (address::is_thread(value) && address::thread_of(value).value < program_->threads.size()) {
    return program_->threads[address::thread_of(value).value].name;
  }
  if (!is_cell(value)) return format("{}", value);
  if (address::is_heap(value) && address::cell(value) == 0) return allocation_name(value);
  return "&" + cell_name(value);
}

}  // namespace drover
