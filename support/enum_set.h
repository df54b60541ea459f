#pragma once

#include <cstdint>
#include <initializer_list>

namespace drover {

// A set of values of an enumeration with at most 32 values.
template <typename Enum>
class EnumSet {
 public:
  constexpr EnumSet() = default;
  constexpr EnumSet(std::initializer_list<Enum> members) {
    for (const Enum member : members) insert(member);
  }
  static constexpr EnumSet none() { return {}; }
  static constexpr EnumSet all() { return from_bits(~std::uint32_t{0}); }
  static constexpr EnumSet from_bits(std::uint32_t bits) {
    EnumSet set;
    set.bits_ = bits;
    return set;
  }

  [[nodiscard]] constexpr bool contains(Enum member) const { return (bits_ & bit(member)) != 0; }
  [[nodiscard]] constexpr bool is_empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  constexpr void insert(Enum member) { bits_ |= bit(member); }
  constexpr void erase(Enum member) { bits_ &= ~bit(member); }
  constexpr void set(Enum member, bool is_in) { is_in ? insert(member) : erase(member); }
  friend constexpr EnumSet operator&(EnumSet a, EnumSet b) { return from_bits(a.bits_ & b.bits_); }
  friend constexpr EnumSet operator|(EnumSet a, EnumSet b) { return from_bits(a.bits_ | b.bits_); }
  friend constexpr EnumSet operator-(EnumSet a, EnumSet b) { return from_bits(a.bits_ & ~b.bits_); }
  constexpr bool operator==(const EnumSet&) const = default;

 private:
  static constexpr std::uint32_t bit(Enum member) {
    return std::uint32_t{1} << static_cast<unsigned>(member);
  }

  std::uint32_t bits_ = 0;
};

}  // namespace drover
