#include "frontend/c/types.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <span>

#include "support/format.h"

namespace drover::c {

namespace {

// Numbers without a sign, by their size.
constexpr std::array<std::pair<std::uint64_t, TypeKind>, 4> Numbers{{{8, TypeKind::UnsignedLong},
                                                                     {4, TypeKind::UnsignedInt},
                                                                     {2, TypeKind::UnsignedShort},
                                                                     {1, TypeKind::UnsignedChar}}};

struct IntegerKind {
  TypeKind kind;
  std::string_view name;
  unsigned bits;
  bool is_unsigned;
  int rank;
};

constexpr auto IntegerKinds = std::to_array<IntegerKind>({
    {TypeKind::Bool, "_Bool", 8, true, 0},
    {TypeKind::Char, "char", 8, false, 1},
    {TypeKind::SignedChar, "signed char", 8, false, 1},
    {TypeKind::UnsignedChar, "unsigned char", 8, true, 1},
    {TypeKind::Short, "short", 16, false, 2},
    {TypeKind::UnsignedShort, "unsigned short", 16, true, 2},
    {TypeKind::Int, "int", 32, false, 3},
    {TypeKind::UnsignedInt, "unsigned int", 32, true, 3},
    {TypeKind::Long, "long", 64, false, 4},
    {TypeKind::UnsignedLong, "unsigned long", 64, true, 4},
    {TypeKind::LongLong, "long long", 64, false, 5},
    {TypeKind::UnsignedLongLong, "unsigned long long", 64, true, 5},
});

struct OpaqueKind {
  TypeKind kind;
  std::string_view name;
  std::uint64_t size;
  std::uint64_t alignment;
};

constexpr auto OpaqueKinds = std::to_array<OpaqueKind>({
    {TypeKind::Int128, "__int128", 16, 16},
    {TypeKind::UnsignedInt128, "unsigned __int128", 16, 16},
    {TypeKind::Float, "float", 4, 4},
    {TypeKind::Double, "double", 8, 8},
    {TypeKind::LongDouble, "long double", 16, 16},
    {TypeKind::Float128, "_Float128", 16, 16},
    {TypeKind::ComplexFloat, "float _Complex", 8, 4},
    {TypeKind::ComplexDouble, "double _Complex", 16, 8},
    {TypeKind::ComplexLongDouble, "long double _Complex", 32, 16},
});

const OpaqueKind* opaque_kind(TypeKind kind) {
  const auto* found = std::ranges::find(OpaqueKinds, kind, &OpaqueKind::kind);
  return found == std::end(OpaqueKinds) ? nullptr : found;
}

const IntegerKind* integer_kind(TypeKind kind) {
  const auto* found = std::ranges::find(IntegerKinds, kind, &IntegerKind::kind);
  return found == std::end(IntegerKinds) ? nullptr : found;
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace

TypeTable::TypeTable() {
  intern({.kind = TypeKind::Void});
  for (const auto& [bytes, kind] : Numbers) intern({.kind = kind});
}

TypeId TypeTable::intern(const Type& type) {
  const auto [place, is_new] = index_.try_emplace(type, TypeId(types_.size()));
  if (is_new) types_.push_back(type);
  return place->second;
}

RecordId TypeTable::add_record(Record record) {
  records_.push_back(std::move(record));
  return RecordId(records_.size() - 1);
}

TypeId TypeTable::qualified(TypeId type, Qualifiers more) {
  Type copy = (*this)[type];
  if (copy.kind == TypeKind::Array) {  // [C11 6.7.3p9]
    copy.target = qualified(copy.target, more);
    return intern(copy);
  }
  copy.qualifiers.is_atomic |= more.is_atomic;
  copy.qualifiers.is_const |= more.is_const;
  copy.qualifiers.is_volatile |= more.is_volatile;
  return intern(copy);
}

TypeId TypeTable::unqualified(TypeId type) {
  Type copy = (*this)[type];
  copy.qualifiers = {};
  copy.alignment = 0;
  copy.is_alignment_of_object = false;
  return intern(copy);
}

TypeId TypeTable::aligned(TypeId type, std::uint32_t alignment, bool is_of_object) {
  Type copy = (*this)[type];
  copy.alignment = alignment;
  copy.is_alignment_of_object = is_of_object;
  return intern(copy);
}

bool TypeTable::is_integer(TypeId type) const {
  return kind(type) == TypeKind::BitUnit || integer_kind(kind(type)) != nullptr;
}

bool TypeTable::holds_opaque(TypeId type) const {
  if (is_array(type)) return holds_opaque((*this)[type].target);
  if (!is_record(type)) return is_opaque(type);
  return std::ranges::any_of(record_of(type).members,
                             [&](const Member& member) { return holds_opaque(member.type); });
}

bool TypeTable::is_unsigned(TypeId type) const {
  const IntegerKind* info = integer_kind(kind(type));
  return info == nullptr || info->is_unsigned;
}

unsigned TypeTable::bits_of(TypeId type) const {
  if (kind(type) == TypeKind::BitUnit) {
    return static_cast<unsigned>(8 * (*this)[type].count.value_or(8));
  }
  const IntegerKind* info = integer_kind(kind(type));
  return info == nullptr ? 64 : info->bits;
}

int TypeTable::rank_of(TypeId type) const {
  const IntegerKind* info = integer_kind(kind(type));
  return info == nullptr ? 0 : info->rank;
}

std::int64_t TypeTable::wrapped(TypeId type, std::int64_t value) const {
  if (kind(type) == TypeKind::Bool) return value != 0 ? 1 : 0;
  const unsigned bits = bits_of(type);
  if (bits == 64) return value;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t low = static_cast<std::uint64_t>(value) & mask;
  const bool is_negative = !is_unsigned(type) && ((low >> (bits - 1)) & 1U) != 0;
  return static_cast<std::int64_t>(is_negative ? low | ~mask : low);
}

bool TypeTable::has_union(TypeId type) const {
  if (is_array(type)) {
    // GNU C writes `[0]` for `[]`.
    return (*this)[type].count.value_or(0) == 0 || has_union((*this)[type].target);
  }
  if (!is_record(type)) return false;
  const Record& record = record_of(type);
  if (record.is_union) return record.members.size() > 1;
  return std::ranges::any_of(record.members,
                             [&](const Member& member) { return has_union(member.type); });
}

std::optional<std::uint64_t> TypeTable::size_of(TypeId id) const {
  const Type& type = (*this)[id];
  switch (type.kind) {
    case TypeKind::Void:
    case TypeKind::Function: return std::nullopt;
    case TypeKind::Pointer: return 8;
    case TypeKind::BitUnit: return type.count;
    case TypeKind::Vector: return type.count.value_or(1) * size_of(type.target).value_or(1);
    case TypeKind::Array: {
      const auto element = size_of(type.target);
      if (!type.count || !element) return std::nullopt;
      return *type.count * *element;
    }
    case TypeKind::Record: {
      const Record& record = record_of(id);
      return record.is_complete ? std::optional(record.size) : std::nullopt;
    }
    default: {
      const OpaqueKind* opaque = opaque_kind(type.kind);
      return opaque == nullptr ? bits_of(id) / 8 : opaque->size;
    }
  }
}

std::uint64_t TypeTable::alignment_of(TypeId id) const {
  const Type& type = (*this)[id];
  if (type.alignment != 0) return type.alignment;
  if (type.kind == TypeKind::Array) return alignment_of(type.target);
  if (type.kind == TypeKind::Record) return record_of(id).alignment;
  if (type.kind == TypeKind::BitUnit) return 1;
  if (const OpaqueKind* opaque = opaque_kind(type.kind)) return opaque->alignment;
  return size_of(id).value_or(1);
}

TypeId TypeTable::promoted(TypeId type) {
  if (is_opaque(type)) return unqualified(type);
  if (rank_of(type) < rank_of(basic(TypeKind::Int))) return basic(TypeKind::Int);
  return unqualified(type);
}

TypeId TypeTable::common(TypeId left_type, TypeId right_type) {
  const TypeId left = promoted(left_type);
  const TypeId right = promoted(right_type);
  if (left == right) return left;
  if (is_opaque(left) || is_opaque(right)) {
    if (!is_opaque(left) || !is_opaque(right)) return is_opaque(left) ? left : right;
    return kind(left) > kind(right) ? left : right;
  }
  if (is_unsigned(left) == is_unsigned(right)) return rank_of(left) > rank_of(right) ? left : right;
  const TypeId without_sign = is_unsigned(left) ? left : right;
  const TypeId with_sign = is_unsigned(left) ? right : left;
  if (rank_of(without_sign) >= rank_of(with_sign)) return without_sign;
  if (bits_of(with_sign) > bits_of(without_sign)) return with_sign;
  return kind(with_sign) == TypeKind::LongLong ? basic(TypeKind::UnsignedLongLong)
                                               : basic(TypeKind::UnsignedLong);
}

bool TypeTable::is_compatible(TypeId left_id, TypeId right_id) const {
  if (left_id == right_id) return true;
  const Type& left = (*this)[left_id];
  const Type& right = (*this)[right_id];
  if (left.kind != right.kind) return false;
  switch (left.kind) {
    case TypeKind::Pointer: return is_compatible(left.target, right.target);
    case TypeKind::Array:
      return is_compatible(left.target, right.target) &&
             (!left.count || !right.count || left.count == right.count);
    case TypeKind::Record: return left.record == right.record;
    case TypeKind::Function: {
      if (!is_compatible(left.target, right.target)) return false;
      if (!left.has_prototype || !right.has_prototype) return true;
      return std::ranges::equal(left.parameters, right.parameters,
                                [&](TypeId a, TypeId b) { return is_compatible(a, b); });
    }
    default: return true;
  }
}

// As in GCC: `packed` overrides the alignment of the type, but not of the member.
std::uint64_t TypeTable::alignment_of(const Member& member, const Record& record) const {
  std::uint64_t alignment = member.alignment;
  if (!member.is_packed) alignment = std::max(alignment, alignment_of(member.type));
  if (record.most_alignment != 0) {
    alignment = std::min<std::uint64_t>(alignment, record.most_alignment);
  }
  return std::max<std::uint64_t>(alignment, 1);
}

void TypeTable::lay_out(RecordId id) {
  Record& record = records_[id.value];
  std::uint64_t end = 0;  // in bits
  std::uint64_t size = 0;
  record.alignment = std::max<std::uint64_t>(record.alignment, 1);
  for (Member& member : record.members) {
    const std::uint64_t alignment = alignment_of(member, record);
    if (record.is_union) end = 0;
    if (member.bits) {
      if (!member.name.empty()) record.alignment = std::max(record.alignment, alignment);
      place_bits(member, alignment, end);
    } else {
      record.alignment = std::max(record.alignment, alignment);
      if (alignment != alignment_of(member.type)) {
        member.type = aligned(member.type, static_cast<std::uint32_t>(alignment), true);
      }
      member.offset = rounded_up((end + 7) / 8, alignment);
      end = 8 * (member.offset + size_of(member.type).value_or(0));
    }
    size = std::max(size, (end + 7) / 8);
  }
  record.size = rounded_up(size, record.alignment);
  record.is_complete = true;
  find_units(record);
}

// Places a bit-field at `end`, as the ABI of the machine does. Until find_units, Bits::begin counts
// from the beginning of the record.
void TypeTable::place_bits(Member& member, std::uint64_t alignment, std::uint64_t& end) const {
  const std::uint64_t unit = 8 * alignment;
  const std::uint64_t width = member.bits->width;
  const std::uint64_t most = 8 * size_of(member.type).value_or(1) / unit;
  const bool is_across = (end % unit + width + unit - 1) / unit > most;
  if (width == 0 || (!member.is_packed && is_across)) end = rounded_up(end, unit);
  member.bits->begin = static_cast<std::uint32_t>(end);
  end += width;
}

// [C11 3.14]: adjacent bit-fields are one memory location, accessed as a whole. Its unit has the
// size of a type where that is free, so that other members of a union may have the same bytes.
void TypeTable::find_units(Record& record) {
  std::vector<Member>& members = record.members;
  for (std::size_t first = 0; first < members.size();) {
    std::size_t last = first;
    const auto continues = [&](std::size_t at) {
      return at < members.size() && members[at].bits && members[at].bits->width > 0;
    };
    if (!continues(first)) {
      ++first;
      continue;
    }
    while (!record.is_union && continues(last + 1)) ++last;
    const std::uint64_t begin = members[first].bits->begin / 8;
    const std::uint64_t end = (members[last].bits->begin + members[last].bits->width + 7) / 8;
    std::uint64_t limit = record.size;
    if (!record.is_union && last + 1 < members.size()) {
      const Member& next = members[last + 1];
      limit = next.bits ? next.bits->begin / 8 : next.offset;
    }
    std::uint64_t greatest = 1;
    for (std::size_t i = first; i <= last; ++i) {
      greatest = std::max(greatest, size_of(members[i].type).value_or(1));
    }
    std::uint64_t size = end - begin;
    for (const std::uint64_t whole : {greatest, std::bit_ceil(size)}) {
      if (whole < size || begin % whole != 0 || begin + whole > limit) continue;
      size = whole;
      break;
    }
    constexpr std::uint64_t MostBytes = 8;
    const TypeId unit =
        size > MostBytes ? TypeId::none() : intern({.kind = TypeKind::BitUnit, .count = size});
    for (std::size_t i = first; i <= last; ++i) {
      members[i].offset = begin;
      members[i].bits->begin -= static_cast<std::uint32_t>(8 * begin);
      members[i].bits->unit = unit;
    }
    first = last + 1;
  }
}

// Returns the path to a member of this name: anonymous members, then the member itself.
std::vector<std::pair<RecordId, std::size_t>> TypeTable::way_to(RecordId id,
                                                                std::string_view name) const {
  const std::vector<Member>& members = record(id).members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].name == name) return {{id, i}};
    if (!members[i].name.empty() || !is_record(members[i].type)) continue;
    auto way = way_to((*this)[members[i].type].record, name);
    if (way.empty()) continue;
    way.insert(way.begin(), {id, i});
    return way;
  }
  return {};
}

std::optional<Member> TypeTable::find_member(RecordId id, std::string_view name) const {
  const auto way = way_to(id, name);
  if (way.empty()) return std::nullopt;
  Member found = record(way.back().first).members[way.back().second];
  found.offset = 0;
  for (const auto& [record_id, index] : way)
    found.offset += record(record_id).members[index].offset;
  return found;
}

std::optional<Member> TypeTable::use_member(RecordId id, std::string_view name) {
  for (const auto& [record_id, index] : way_to(id, name)) {
    record(record_id).members[index].is_used = true;
  }
  return find_member(id, name);
}

std::optional<std::vector<Scalar>> TypeTable::cells_of(TypeId type, std::size_t limit) const {
  std::vector<Scalar> all;
  collect(type, "", 0, limit, UnionMembers::Used, all);
  std::ranges::stable_sort(all, {}, &Scalar::offset);
  std::vector<Scalar> out;
  for (std::size_t begin = 0; begin < all.size();) {
    // The scalars that overlap each other, directly or through others.
    std::uint64_t end = all[begin].offset;
    std::size_t behind = begin;
    bool is_one = true;
    for (; behind < all.size(); ++behind) {
      const Scalar& each = all[behind];
      if (behind > begin && each.offset >= end) break;
      is_one = is_one && each.offset == all[begin].offset &&
               size_of(each.type) == size_of(all[begin].type);
      end = std::max(end, each.offset + size_of(each.type).value_or(1));
    }
    const std::span<const Scalar> together(all.data() + begin, behind - begin);
    if (is_one) {
      out.push_back(all[begin]);
    } else {
      if (std::ranges::any_of(together, [&](const Scalar& s) { return is_opaque(s.type); })) {
        return std::nullopt;
      }
      add_parts(together, end, out);
    }
    begin = behind;
  }
  return out;
}

void TypeTable::add_parts(std::span<const Scalar> overlapping, std::uint64_t end,
                          std::vector<Scalar>& out) const {
  std::set<std::uint64_t> ends{end};
  for (const Scalar& each : overlapping) {
    ends.insert({each.offset, each.offset + size_of(each.type).value_or(1)});
  }
  for (std::uint64_t at = overlapping.front().offset; at < end;) {
    const std::uint64_t left = *ends.upper_bound(at) - at;
    const auto* number =
        std::ranges::find_if(Numbers, [&](const auto& each) { return each.first <= left; });
    out.push_back(
        {.path = overlapping.front().path, .offset = at, .type = find_basic(number->second)});
    at += number->first;
  }
}

void TypeTable::collect_scalars(TypeId type, const std::string& path, std::uint64_t offset,
                                std::size_t limit, std::vector<Scalar>& out) const {
  collect(type, path, offset, limit, UnionMembers::First, out);
}

void TypeTable::collect(TypeId id, const std::string& path, std::uint64_t offset, std::size_t limit,
                        UnionMembers which, std::vector<Scalar>& out) const {
  if (out.size() >= limit) return;
  const Type& type = (*this)[id];
  if (type.kind == TypeKind::Array) {
    const std::uint64_t size = size_of(type.target).value_or(1);
    for (std::uint64_t i = 0; i < type.count.value_or(0) && out.size() < limit; ++i) {
      collect(type.target, format("{}[{}]", path, i), offset + i * size, limit, which, out);
    }
    return;
  }
  if (type.kind != TypeKind::Record) {
    out.push_back({.path = path, .offset = offset, .type = id});
    return;
  }
  const Record& record = record_of(id);
  const Member* unit = nullptr;  // the first bit-field of the last unit
  const bool has_choice = record.is_union && which == UnionMembers::Used &&
                          std::ranges::any_of(record.members, &Member::is_used);
  for (const Member& member : record.members) {
    if (has_choice && !member.is_used) continue;
    const std::string inner = member.name.empty() ? path : path + "." + member.name;
    if (member.bits) {
      if (member.bits->width == 0) continue;
      const std::uint64_t at = offset + member.offset;
      const bool is_same = unit != nullptr && unit->offset == member.offset && !record.is_union;
      if (is_same) {
        if (!member.name.empty()) out.back().path += "," + member.name;
      } else if (!member.bits->unit.is_none()) {
        out.push_back({.path = inner, .offset = at, .type = member.bits->unit});
        unit = &member;
      }
      if (record.is_union && !has_choice) return;
      continue;
    }
    collect(member.type, inner, offset + member.offset, limit, which, out);
    if (record.is_union && !has_choice) return;
  }
}

std::string TypeTable::name(TypeId id) const {
  const Type& type = (*this)[id];
  std::string prefix;
  if (type.qualifiers.is_const) prefix += "const ";
  if (type.qualifiers.is_volatile) prefix += "volatile ";
  switch (type.kind) {
    case TypeKind::Void: return prefix + "void";
    case TypeKind::Vector: return format("{}vector of {}", prefix, name(type.target));
    case TypeKind::BitUnit: return prefix + "bit-fields";
    case TypeKind::Pointer: {
      const std::string target = name(type.target);
      if (is_function(type.target)) return format("pointer to {}", target);
      return target + (target.ends_with('*') ? "*" : " *") +
             (type.qualifiers.is_atomic ? "_Atomic" : "");
    }
    case TypeKind::Array:
      return format("{} [{}]", name(type.target), type.count ? format("{}", *type.count) : "");
    case TypeKind::Record: {
      const Record& record = record_of(id);
      if (type.qualifiers.is_atomic) prefix += "_Atomic ";
      if (record.tag.empty() && !record.alias.empty()) return prefix + record.alias;
      return prefix + (record.is_union ? "union " : "struct ") +
             (record.tag.empty() ? "(without a tag)" : record.tag);
    }
    case TypeKind::Function: return format("function that returns {}", name(type.target));
    default: break;
  }
  return prefix + (type.qualifiers.is_atomic ? "_Atomic " : "") +
         std::string(is_opaque(id) ? opaque_kind(type.kind)->name : integer_kind(type.kind)->name);
}

}  // namespace drover::c
