#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/source_range.h"
#include "support/strong_id.h"

// Types of C, with the sizes of LP64: what x86-64 and AArch64 have under Linux.
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
  TypeId target = {};                       // Pointer, Array: what of; Function: the result
  RecordId record = {};                     // Record
  std::optional<std::uint64_t> count = {};  // Array; nothing: not known yet
  std::vector<TypeId> parameters = {};      // Function
  bool is_variadic = false;                 // Function
  bool has_prototype = true;                // Function
  std::uint32_t alignment = 0;              // that was asked for; 0: that of the kind
  bool is_alignment_of_object = false;      // by the declaration of an object, not by a type

  auto operator<=>(const Type&) const = default;
};

struct Member {
  std::string name;  // empty: an anonymous struct or union
  TypeId type;
  std::uint64_t offset = 0;
  std::uint32_t alignment = 0;  // that was asked for; 0: that of the type
  bool is_packed = false;
  bool is_used = false;  // the program names it: of a union, what it holds may be this
};

struct Record {
  std::string tag;  // empty: none
  bool is_union = false;
  bool is_complete = false;
  std::vector<Member> members;
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;       // at first: that was asked for
  std::uint32_t most_alignment = 0;  // of members: #pragma pack; 0: any
};

// A scalar inside a type: what is accessed as one.
struct Scalar {
  std::string path;  // ".next", "[1].x"; empty: the whole
  std::uint64_t offset = 0;
  TypeId type;
};

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
  TypeId basic(TypeKind kind) { return intern({.kind = kind}); }
  TypeId pointer_to(TypeId target) { return intern({.kind = TypeKind::Pointer, .target = target}); }
  TypeId array_of(TypeId element, std::optional<std::uint64_t> count) {
    return intern({.kind = TypeKind::Array, .target = element, .count = count});
  }
  TypeId of_record(RecordId record) { return intern({.kind = TypeKind::Record, .record = record}); }
  RecordId add_record(Record record);
  TypeId qualified(TypeId type, Qualifiers more);
  TypeId unqualified(TypeId type);  // and with the alignment of its kind
  TypeId aligned(TypeId type, std::uint32_t alignment, bool is_of_object);

  [[nodiscard]] bool is_integer(TypeId type) const;
  [[nodiscard]] bool is_unsigned(TypeId type) const;  // _Bool, too
  [[nodiscard]] bool is_pointer(TypeId type) const { return kind(type) == TypeKind::Pointer; }
  [[nodiscard]] bool is_array(TypeId type) const { return kind(type) == TypeKind::Array; }
  [[nodiscard]] bool is_record(TypeId type) const { return kind(type) == TypeKind::Record; }
  [[nodiscard]] bool is_function(TypeId type) const { return kind(type) == TypeKind::Function; }
  [[nodiscard]] bool is_void(TypeId type) const { return kind(type) == TypeKind::Void; }
  [[nodiscard]] bool is_scalar(TypeId type) const { return is_integer(type) || is_pointer(type); }
  [[nodiscard]] bool is_atomic(TypeId type) const { return (*this)[type].qualifiers.is_atomic; }
  [[nodiscard]] TypeKind kind(TypeId type) const { return (*this)[type].kind; }
  // Whether a union, an array of unknown length or of unions is somewhere inside.
  [[nodiscard]] bool has_union(TypeId type) const;

  // Nothing: incomplete, or a function.
  [[nodiscard]] std::optional<std::uint64_t> size_of(TypeId type) const;
  [[nodiscard]] std::uint64_t alignment_of(TypeId type) const;
  [[nodiscard]] unsigned bits_of(TypeId integer) const;
  [[nodiscard]] int rank_of(TypeId integer) const;

  // [C11 6.3.1.1] and [6.3.1.8].
  TypeId promoted(TypeId integer);
  TypeId common(TypeId left, TypeId right);
  // Of the same kind apart from qualifiers, and so for what they point to.
  [[nodiscard]] bool is_compatible(TypeId left, TypeId right) const;

  // Where a member of this record begins is a multiple of it.
  [[nodiscard]] std::uint64_t alignment_of(const Member& member, const Record& record) const;
  // Gives offsets to the members, and the size.
  void lay_out(RecordId record);
  // A member by name, those of anonymous members included, with its offset from the beginning.
  [[nodiscard]] std::optional<Member> find_member(RecordId record, std::string_view name) const;
  // The same, which is then used.
  std::optional<Member> use_member(RecordId record, std::string_view name);
  // The scalars inside, by offset; the first member alone of unions. At most `limit`.
  void collect_scalars(TypeId type, const std::string& path, std::uint64_t offset,
                       std::size_t limit, std::vector<Scalar>& out) const;

  // The scalars that an object of the type may hold, by offset: of unions, those of all members
  // that are used. Nothing: some of these overlap in part.
  [[nodiscard]] std::optional<std::vector<Scalar>> cells_of(TypeId type, std::size_t limit) const;

  // As a C programmer writes it.
  [[nodiscard]] std::string name(TypeId type) const;

 private:
  enum class UnionMembers : std::uint8_t { First, Used };
  void collect(TypeId type, const std::string& path, std::uint64_t offset, std::size_t limit,
               UnionMembers which, std::vector<Scalar>& out) const;
  [[nodiscard]] std::vector<std::pair<RecordId, std::size_t>> way_to(RecordId record,
                                                                     std::string_view name) const;

  std::vector<Type> types_;
  std::vector<Record> records_;
  std::map<Type, TypeId> index_;
};

}  // namespace drover::c
