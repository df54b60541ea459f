#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/source_range.h"
#include "support/strong_id.h"

// Types of C, with the sizes of LP64, as on x86-64 and AArch64 under Linux.
namespace drover::c {

using TypeId = StrongId<struct TypeTag>;
using RecordId = StrongId<struct RecordTag>;

enum class TypeKind : std::uint8_t {
  Void,
  Bool,
  Char,  // signed, as with -fsigned-char
  SignedChar,
  UnsignedChar,
  Short,
  UnsignedShort,
  Int,
  UnsignedInt,
  Long,
  UnsignedLong,
  LongLong,
  UnsignedLongLong,
  // Opaque: values are not computed (TypeTable::is_opaque). An operation has the greater kind.
  Int128,
  UnsignedInt128,
  Float,
  Double,
  LongDouble,
  Float128,
  ComplexFloat,
  ComplexDouble,
  ComplexLongDouble,
  Vector,
  BitUnit,  // the memory of adjacent bit-fields: an unsigned number of `count` bytes
  Pointer,
  Array,
  Record,  // struct or union
  Function
};

struct Qualifiers {
  bool is_atomic = false;
  bool is_const = false;
  bool is_volatile = false;

  auto operator<=>(const Qualifiers&) const = default;
};

struct Type {
  TypeKind kind = TypeKind::Void;
  Qualifiers qualifiers = {};
  TypeId target = {};    // Pointer, Array, Vector: the target or element; Function: the result
  RecordId record = {};  // Record
  std::optional<std::uint64_t> count = {};  // Array, Vector; nothing: not known yet
  // Array of variable length: the number of the variable of its function that holds the length,
  // plus 1; UnknownLength: of a parameter. 0: another array.
  std::uint32_t length = 0;
  std::vector<TypeId> parameters = {};  // Function
  bool is_variadic = false;             // Function
  bool has_prototype = true;            // Function
  std::uint32_t alignment = 0;          // requested; 0: of the kind
  bool is_alignment_of_object = false;  // requested for an object, not for a type

  auto operator<=>(const Type&) const = default;
};

// The place of a bit-field in its unit of memory.
struct Bits {
  std::uint32_t begin = 0;
  std::uint32_t width = 0;  // 0: begins a new unit, and is no member
  TypeId unit = {};  // a BitUnit; none: the fields around it have no unit that can be accessed
};

struct Member {
  std::string name;  // empty: an anonymous struct or union, or a bit-field that is only padding
  TypeId type;
  std::uint64_t offset = 0;
  std::uint32_t alignment = 0;  // requested; 0: of the type
  bool is_packed = false;
  bool is_used = false;  // the program names it: a union may hold this member
  std::optional<Bits> bits = {};
};

struct Record {
  std::string tag;  // may be empty
  bool is_union = false;
  bool is_transparent = false;  // an argument may have the type of any member
  bool is_complete = false;
  std::vector<Member> members = {};
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;       // at first, the requested alignment
  std::uint32_t most_alignment = 0;  // limit for members: #pragma pack; 0: none
  std::string alias = {};            // without a tag: its first typedef

  // Returns the tag or the typedef; may be empty.
  [[nodiscard]] const std::string& name() const { return tag.empty() ? alias : tag; }
};

// A scalar inside a type: a unit of access.
struct Scalar {
  std::string path;  // ".next", "[1].x"; empty: the whole type
  std::uint64_t offset = 0;
  TypeId type;
};

inline constexpr std::uint32_t UnknownLength = 0xFFFFFFFF;

// Owns all types of a translation unit. Equal types have equal ids.
class TypeTable {
 public:
  TypeTable();

  [[nodiscard]] const Type& operator[](TypeId id) const { return types_[id.value]; }
  [[nodiscard]] const Record& record(RecordId id) const { return records_[id.value]; }
  [[nodiscard]] Record& record(RecordId id) { return records_[id.value]; }
  [[nodiscard]] const Record& record_of(TypeId id) const { return record(types_[id.value].record); }

  [[nodiscard]] std::size_t size() const { return types_.size(); }
  TypeId intern(const Type& type);
  [[nodiscard]] TypeId find_basic(TypeKind kind) const { return index_.at({.kind = kind}); }
  TypeId basic(TypeKind kind) { return intern({.kind = kind}); }
  TypeId pointer_to(TypeId target) { return intern({.kind = TypeKind::Pointer, .target = target}); }
  TypeId array_of(TypeId element, std::optional<std::uint64_t> count) {
    return intern({.kind = TypeKind::Array, .target = element, .count = count});
  }
  TypeId of_record(RecordId record) { return intern({.kind = TypeKind::Record, .record = record}); }
  RecordId add_record(Record record);
  TypeId qualified(TypeId type, Qualifiers more);
  TypeId unqualified(TypeId type);  // has the alignment of its kind
  TypeId aligned(TypeId type, std::uint32_t alignment, bool is_of_object);

  [[nodiscard]] bool is_integer(TypeId type) const;
  [[nodiscard]] bool is_unsigned(TypeId type) const;  // includes _Bool
  [[nodiscard]] bool is_pointer(TypeId type) const { return kind(type) == TypeKind::Pointer; }
  [[nodiscard]] bool is_array(TypeId type) const { return kind(type) == TypeKind::Array; }
  [[nodiscard]] bool is_record(TypeId type) const { return kind(type) == TypeKind::Record; }
  [[nodiscard]] bool is_function(TypeId type) const { return kind(type) == TypeKind::Function; }
  [[nodiscard]] bool is_void(TypeId type) const { return kind(type) == TypeKind::Void; }
  // Numbers whose values are not computed: floating point, and what is wider than 64 bits.
  [[nodiscard]] bool is_opaque(TypeId type) const {
    return kind(type) >= TypeKind::Int128 && kind(type) <= TypeKind::Vector;
  }
  // True if an object of the type may hold an opaque number.
  [[nodiscard]] bool holds_opaque(TypeId type) const;
  [[nodiscard]] bool is_number(TypeId type) const { return is_integer(type) || is_opaque(type); }
  [[nodiscard]] bool is_scalar(TypeId type) const { return is_number(type) || is_pointer(type); }
  [[nodiscard]] bool is_variable_length(TypeId type) const { return (*this)[type].length != 0; }
  [[nodiscard]] bool is_atomic(TypeId type) const { return (*this)[type].qualifiers.is_atomic; }
  [[nodiscard]] TypeKind kind(TypeId type) const { return (*this)[type].kind; }
  // True if the type contains a union, an array of unknown length or an array of unions.
  [[nodiscard]] bool has_union(TypeId type) const;

  // Nothing for an incomplete type or a function.
  [[nodiscard]] std::optional<std::uint64_t> size_of(TypeId type) const;
  [[nodiscard]] std::uint64_t alignment_of(TypeId type) const;
  [[nodiscard]] unsigned bits_of(TypeId integer) const;
  [[nodiscard]] int rank_of(TypeId integer) const;
  // Returns a value converted to the range of an integer type.
  [[nodiscard]] std::int64_t wrapped(TypeId type, std::int64_t value) const;

  // [C11 6.3.1.1] and [6.3.1.8].
  TypeId promoted(TypeId integer);
  TypeId common(TypeId left, TypeId right);
  // True if the types are equal apart from qualifiers, and so are their targets.
  [[nodiscard]] bool is_compatible(TypeId left, TypeId right) const;

  // Returns the alignment of a member of this record.
  [[nodiscard]] std::uint64_t alignment_of(const Member& member, const Record& record) const;
  // Sets the offsets of the members and the size.
  void lay_out(RecordId record);
  // Finds a member by name, also inside anonymous members, with its offset from the beginning.
  [[nodiscard]] std::optional<Member> find_member(RecordId record, std::string_view name) const;
  // As find_member; marks the member as used.
  std::optional<Member> use_member(RecordId record, std::string_view name);
  // Adds the scalars inside a type by offset, at most `limit`. Only the first member of a union
  // counts.
  void collect_scalars(TypeId type, const std::string& path, std::uint64_t offset,
                       std::size_t limit, std::vector<Scalar>& out) const;

  // Returns the scalars that an object of the type may hold, by offset. All used members of a union
  // count. Of scalars that overlap in part, the parts, as numbers without a sign; nothing if one of
  // these scalars is an opaque number.
  [[nodiscard]] std::optional<std::vector<Scalar>> cells_of(TypeId type, std::size_t limit) const;

  // Returns the type as C writes it.
  [[nodiscard]] std::string name(TypeId type) const;

 private:
  enum class UnionMembers : std::uint8_t { First, Used };
  // Adds the parts of the bytes up to `end` at which some scalar begins or ends.
  void add_parts(std::span<const Scalar> overlapping, std::uint64_t end,
                 std::vector<Scalar>& out) const;
  void collect(TypeId type, const std::string& path, std::uint64_t offset, std::size_t limit,
               UnionMembers which, std::vector<Scalar>& out) const;
  void place_bits(Member& member, std::uint64_t alignment, std::uint64_t& end) const;
  void find_units(Record& record);
  [[nodiscard]] std::vector<std::pair<RecordId, std::size_t>> way_to(RecordId record,
                                                                     std::string_view name) const;

  std::vector<Type> types_;
  std::vector<Record> records_;
  std::map<Type, TypeId> index_;
};

}  // namespace drover::c
