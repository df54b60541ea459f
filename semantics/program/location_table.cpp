#include "semantics/program/location_table.h"

#include <algorithm>
#include <array>
#include <span>

#include "semantics/program/address.h"
#include "semantics/program/opaque_value.h"
#include "semantics/program/value.h"
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
  last_bytes_.push_back(address + Value{size_at(address)} - 1);
  initial_.push_back(initial_value_at(address));
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
  const auto object = shared_object_at(value, *program_);
  if (!object) return false;
  const SharedObject& found = program_->objects[*object];
  const std::uint32_t cell = address::cell(value);
  return cell < found.initial.size() || (found.open_from != 0 && cell >= found.open_from);
}

Value LocationTable::initial_value_at(Value at) const {
  if (!address::is_heap(at)) {
    const std::vector<Value>& initial = program_->objects[address::object(at)].initial;
    return address::cell(at) < initial.size() ? initial[address::cell(at)] : UnwrittenValue;
  }
  const StructLayout* layout = layout_of(at);
  return layout != nullptr && layout->is_unwritten ? UnwrittenValue : 0;
}

const StructLayout* LocationTable::layout_of(Value value) const {
  int layout = -1;
  if (address::is_heap(value)) {
    layout = address::struct_index(value);
  } else if (const auto object = shared_object_at(value, *program_)) {
    layout = program_->objects[*object].layout;
  }
  if (layout < 0 || layout >= static_cast<int>(program_->structs.size())) return nullptr;
  const StructLayout& found = program_->structs[static_cast<std::size_t>(layout)];
  return found.stride == 0 ? nullptr : &found;
}

LocationTable::LocationTable(const Program& program) : program_(&program) {
  for (const Thread& thread : program.threads) {
    is_nothing_copied_ |= std::ranges::any_of(thread.code, [](const Instruction& instruction) {
      const auto* load = std::get_if<Load>(&instruction.body);
      return load != nullptr && load->may_read_nothing;
    });
  }
  for (std::size_t i = 0; i < program.objects.size(); ++i) {
    const Value base = address::of_object(static_cast<std::uint32_t>(i));
    for (const InitialBytes& each : program.objects[i].written) {
      open_cells_[base + Value{each.begin}] = {each.count, {}, &each};
    }
  }
}

bool LocationTable::is_unwritten(LocationId location) const {
  if (is_nothing_copied_) return true;
  const StructLayout* layout = layout_of(address(location));
  return layout != nullptr ? layout->is_unwritten : initial_value(location) == UnwrittenValue;
}

bool LocationTable::is_owned(Value value) const {
  const StructLayout* layout = address::is_heap(value) ? layout_of(value) : nullptr;
  return layout != nullptr && layout->is_owned;
}

bool LocationTable::is_read_only(Value value) const {
  if (!address::is_heap(value)) {
    const auto object = shared_object_at(value, *program_);
    return object && program_->objects[*object].is_read_only;
  }
  const StructLayout* layout = layout_of(value);
  return layout != nullptr && layout->is_read_only;
}

namespace {

// A byte of memory with a layout.
struct BytePlace {
  std::span<const StructField> fields;  // of the struct, or of an element of its flexible array
  const StructField* array = nullptr;   // that array; null: the byte is before it
  std::uint32_t element = 0;            // index of the struct, or in that array
  std::uint32_t offset = 0;             // in the struct, or in the element
};

BytePlace place_in(const StructLayout& layout, std::uint32_t byte) {
  const std::span<const StructField> all = layout.fields;
  const auto array = std::ranges::find_if(layout.fields, &StructField::is_flexible_array);
  const auto count = static_cast<std::size_t>(array - layout.fields.begin());
  if (array == layout.fields.end() || byte < array->offset) {
    return {all.first(count), nullptr, byte / layout.stride, byte % layout.stride};
  }
  const std::uint32_t behind = byte - array->offset;
  return {all.subspan(count + 1), &*array, behind / array->size, behind % array->size};
}

}  // namespace

std::uint32_t LocationTable::size_at(Value value) const {
  const StructLayout* layout = layout_of(value);
  if (layout == nullptr) return 1;
  if (layout->is_open) {
    const auto known = open_cells_.find(value);
    return known == open_cells_.end() ? 1 : known->second.bytes;
  }
  const BytePlace place = place_in(*layout, address::cell(value));
  const auto field = std::ranges::find(place.fields, place.offset, &StructField::offset);
  return field == place.fields.end() ? 1 : std::max(1U, field->size);
}

void LocationTable::OpenCell::add(AccessSite site) {
  const auto is_same = [&](const AccessSite& each) {
    return each.number == site.number && each.begin == site.begin;
  };
  if (std::ranges::none_of(sites, is_same)) sites.push_back(site);
}

std::optional<ErrorFact> LocationTable::mismatch(Value value, std::uint32_t size, AccessSite site) {
  const StructLayout* layout = layout_of(value);
  if (layout == nullptr || !is_cell(value)) return std::nullopt;
  if (!address::is_heap(value)) {
    const SharedObject& object = program_->objects[address::object(value)];
    if (address::cell(value) + std::size_t{size} > object.initial.size()) {
      return ErrorFact{FactKind::BeyondObject,
                       {std::to_string(size), cell_name(value), object.name,
                        std::to_string(object.initial.size())}};
    }
  }
  if (!layout->is_open) {
    const auto open = [&] {
      const auto index = static_cast<std::int32_t>(layout - program_->structs.data());
      if (site.number != 0) missing_cuts_.opened.insert(index);
    };
    const auto [fields, array, element, offset] = place_in(*layout, address::cell(value));
    for (const StructField& field : fields) {
      if (field.offset == offset && field.size == size) return std::nullopt;
      if (field.offset >= offset + size || field.offset + field.size <= offset) continue;
      const Value whole = value - offset + field.offset;
      open();
      if (site.is_atomic) {
        return ErrorFact{FactKind::MixedAtomics,
                         {std::to_string(size), std::to_string(field.size)}};
      }
      return ErrorFact{FactKind::MixedWithMember,
                       {std::to_string(size), cell_name(whole), std::to_string(field.size)}};
    }
    open();
    return ErrorFact{FactKind::MixedWithNothing, {std::to_string(size)}};
  }
  if (address::cell(value) < layout->hidden) {
    return ErrorFact{FactKind::BeforeBlock,
                     {std::to_string(layout->hidden - address::cell(value))}};
  }
  return mismatch_of_open(value, size, site);
}

std::optional<ErrorFact> LocationTable::mismatch_of_open(Value value, std::uint32_t size,
                                                         AccessSite site) {
  constexpr std::uint32_t MaxSize = 64;  // of a vector
  if (const auto known = open_cells_.find(value);
      known != open_cells_.end() && known->second.bytes == size) {
    known->second.add(site);
    note_signs(known->second);
    return std::nullopt;
  }
  std::optional<ErrorFact> fact;
  const auto meet = [&](Value at, const OpenCell& cell) {
    note_cuts(at, cell, value, size, site);
    const bool is_atomic =
        site.is_atomic || std::ranges::any_of(cell.sites, &AccessSite::is_atomic);
    const FactKind kind = is_atomic ? FactKind::MixedAtomics : FactKind::MixedSizes;
    if (!fact) fact = {kind, {std::to_string(size), std::to_string(cell.bytes)}};
  };
  for (std::uint32_t before = 0; before < MaxSize; ++before) {
    const auto known = open_cells_.find(value - Value{before});
    if (known == open_cells_.end()) continue;
    if (known->second.bytes > before) meet(known->first, known->second);
    break;
  }
  for (std::uint32_t behind = 1; behind < size; ++behind) {
    const auto known = open_cells_.find(value + Value{behind});
    if (known != open_cells_.end()) meet(known->first, known->second);
  }
  if (!fact) open_cells_.emplace(value, OpenCell{size, {site}});
  return fact;
}

// Parts have no sign: an atomic access that reads them must know.
void LocationTable::note_signs(const OpenCell& cell) {
  if (std::ranges::none_of(cell.sites, &AccessSite::is_part)) return;
  for (const AccessSite& each : cell.sites) {
    if (each.number != 0 && each.is_atomic && each.has_sign) missing_cuts_.sites[each.number];
  }
}

void LocationTable::note_cuts(Value at, const OpenCell& cell, Value value, std::uint32_t size,
                              AccessSite site) {
  const auto is_fixed = [](const AccessSite& each) { return each.number == 0; };
  if (is_fixed(site) || std::ranges::any_of(cell.sites, is_fixed)) return;
  if (cell.initial != nullptr && !cell.initial->can_be_cut) return;
  const auto ends = [](Value begin, std::uint32_t bytes) {
    return std::array{begin, begin + Value{bytes}};
  };
  for (const Value end : ends(at, cell.bytes)) {
    const Value distance = end - value;
    if (distance <= 0 || distance >= Value{size}) continue;
    missing_cuts_.sites[site.number].insert(site.begin + static_cast<std::uint32_t>(distance));
  }
  for (const Value end : ends(value, size)) {
    const Value distance = end - at;
    if (distance <= 0 || distance >= Value{cell.bytes}) continue;
    if (cell.initial != nullptr) missing_cuts_.initial.insert(end);
    for (const AccessSite& each : cell.sites) {
      missing_cuts_.sites[each.number].insert(each.begin + static_cast<std::uint32_t>(distance));
    }
  }
}

TagSet LocationTable::initial_tags(LocationId location) const {
  const Value at = address(location);
  if (address::is_heap(at)) return {};
  const SharedObject& object = program_->objects[address::object(at)];
  return object.is_observed ? object.initial_tags.with(TagSet::of(Tag::Observed))
                            : object.initial_tags;
}

bool LocationTable::is_non_atomic(LocationId location) const {
  const Value at = address(location);
  if (!address::is_heap(at)) return program_->objects[address::object(at)].is_non_atomic;
  const int layout = address::struct_index(at);
  if (layout < 0 || layout_of(at) != nullptr) return false;
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

namespace {

// Returns the name of a cell that is a part of an element: `x[4..7]`, `a[1][2]`; empty for others.
std::string part_name(const SharedObject& object, std::uint32_t cell) {
  if (object.cuts.empty() || object.element_bytes == 0) return {};
  const std::uint32_t begin = cell % object.element_bytes;
  const auto next = std::ranges::upper_bound(object.cuts, cell);
  const std::uint32_t left = object.element_bytes - begin;
  const std::uint32_t bytes = next == object.cuts.end() ? left : std::min(*next - cell, left);
  if (bytes == object.element_bytes) return {};
  const std::string element =
      object.is_array ? format("{}[{}]", object.name, cell / object.element_bytes) : object.name;
  if (bytes == 1) return format("{}[{}]", element, begin);
  return format("{}[{}..{}]", element, begin, begin + bytes - 1);
}

}  // namespace

std::string LocationTable::cell_name(Value value) const {
  const std::uint32_t cell = address::cell(value);
  if (const StructLayout* layout = layout_of(value)) return byte_name(value, *layout);
  if (address::is_heap(value)) {
    const int layout = address::struct_index(value);
    if (layout >= 0) {
      const auto& fields = program_->structs[static_cast<std::size_t>(layout)].fields;
      if (cell < fields.size()) return allocation_name(value) + "->" + fields[cell].name;
    }
    return format("{}[{}]", allocation_name(value), cell);
  }
  const SharedObject& object = program_->objects[address::object(value)];
  if (const std::string part = part_name(object, cell); !part.empty()) return part;
  const bool is_inside = object.is_array && cell < object.initial.size();
  if (!is_inside && cell != 0) return format("{}+{}", object.name, cell);
  return object.is_array ? format("{}[{}]", object.name, cell) : object.name;
}

std::string LocationTable::byte_name(Value value, const StructLayout& layout) const {
  const bool is_heap = address::is_heap(value);
  const bool is_array = !is_heap && program_->objects[address::object(value)].is_array;
  const std::uint32_t cell = address::cell(value);
  const std::uint32_t visible = cell - std::min(cell, layout.hidden);
  const auto [fields, array, element, offset] = place_in(layout, visible);
  std::string name =
      is_heap ? allocation_name(value) : program_->objects[address::object(value)].name;
  const auto add_member = [&](const std::string& member, bool is_first) {
    const bool is_arrow = is_heap && is_first && member.starts_with('.');
    name += is_arrow ? "->" + member.substr(1) : member;
  };
  if (array != nullptr) add_member(array->name.substr(0, array->name.size() - 2), true);
  const bool has_index = is_array || element > 0 || array != nullptr;
  if (has_index) name += format("[{}]", element);
  const StructField* inside = nullptr;
  for (const StructField& field : fields) {
    if (field.offset <= offset) inside = &field;
  }
  if (inside == nullptr) return offset == 0 ? name : format("{}+{}", name, offset);
  add_member(inside->name, !has_index);
  const std::uint32_t begin = offset - inside->offset;
  const auto known = open_cells_.find(value);
  if (layout.is_open && known != open_cells_.end() && begin < inside->size) {
    const std::uint32_t bytes = known->second.bytes;
    if (bytes == inside->size) return name;
    return bytes == 1 ? format("{}[{}]", name, begin)
                      : format("{}[{}..{}]", name, begin, begin + bytes - 1);
  }
  return begin == 0 ? name : format("{}+{}", name, begin);
}

std::string LocationTable::value_text(Value value) const {
  if (address::is_thread(value) && address::thread_of(value).value < program_->threads.size()) {
    return program_->threads[address::thread_of(value).value].name;
  }
  if (address::is_identity(value) && is_cell(value)) {
    return program_->threads[address::allocating_thread(value).value].name;
  }
  if (is_code(value, *program_)) return program_->objects[address::object(value)].name;
  if (value == UnwrittenValue) return "nothing";
  if (value == OpaqueValue) return "unknown";
  if (const std::string* text = instruction_text(value, *program_)) return *text;
  if (!is_cell(value)) return format("{}", value);
  if (address::is_heap(value) && address::cell(value) == 0) return allocation_name(value);
  return "&" + cell_name(value);
}

}  // namespace drover
