#include "frontend/c/types.h"

#include <algorithm>
#include <array>

#include "support/format.h"

namespace drover::c {

namespace {

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

const IntegerKind* integer_kind(TypeKind kind) {
  const auto* found = std::ranges::find(IntegerKinds, kind, &IntegerKind::kind);
  return found == std::end(IntegerKinds) ? nullptr : found;
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace

TypeTable::TypeTable() { intern({.kind = TypeKind::Void}); }

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

bool TypeTable::is_integer(TypeId type) const { return integer_kind(kind(type)) != nullptr; }

bool TypeTable::is_unsigned(TypeId type) const {
  const IntegerKind* info = integer_kind(kind(type));
  return info == nullptr || info->is_unsigned;
}

unsigned TypeTable::bits_of(TypeId type) const {
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
    case TypeKind::Array: {
      const auto element = size_of(type.target);
      if (!type.count || !element) return std::nullopt;
      return *type.count * *element;
    }
    case TypeKind::Record: {
      const Record& record = record_of(id);
      return record.is_complete ? std::optional(record.size) : std::nullopt;
    }
    default: return bits_of(id) / 8;
  }
}

std::uint64_t TypeTable::alignment_of(TypeId id) const {
  const Type& type = (*this)[id];
  if (type.alignment != 0) return type.alignment;
  if (type.kind == TypeKind::Array) return alignment_of(type.target);
  if (type.kind == TypeKind::Record) return record_of(id).alignment;
  return size_of(id).value_or(1);
}

TypeId TypeTable::promoted(TypeId type) {
  if (rank_of(type) < rank_of(basic(TypeKind::Int))) return basic(TypeKind::Int);
  return unqualified(type);
}

TypeId TypeTable::common(TypeId left_type, TypeId right_type) {
  const TypeId left = promoted(left_type);
  const TypeId right = promoted(right_type);
  if (left == right) return left;
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
  std::uint64_t end = 0;
  record.size = 0;
  record.alignment = std::max<std::uint64_t>(record.alignment, 1);
  for (Member& member : record.members) {
    const std::uint64_t alignment = alignment_of(member, record);
    record.alignment = std::max(record.alignment, alignment);
    if (alignment != alignment_of(member.type)) {
      member.type = aligned(member.type, static_cast<std::uint32_t>(alignment), true);
    }
    member.offset = record.is_union ? 0 : rounded_up(end, alignment);
    end = member.offset + size_of(member.type).value_or(0);
    record.size = std::max(record.size, end);
  }
  record.size = rounded_up(record.size, record.alignment);
  record.is_complete = true;
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
  for (const Scalar& scalar : all) {
    if (!out.empty()) {
      const Scalar& last = out.back();
      const std::uint64_t end = last.offset + size_of(last.type).value_or(1);
      const bool is_same =
          last.offset == scalar.offset && size_of(last.type) == size_of(scalar.type);
      if (is_same) continue;
      if (scalar.offset < end) return std::nullopt;
    }
    out.push_back(scalar);
  }
  return out;
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
  const bool has_choice = record.is_union && which == UnionMembers::Used &&
                          std::ranges::any_of(record.members, &Member::is_used);
  for (const Member& member : record.members) {
    if (has_choice && !member.is_used) continue;
    const std::string inner = member.name.empty() ? path : path + "." + member.name;
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
         std::string(integer_kind(type.kind)->name);
}

}  // namespace drover::c
