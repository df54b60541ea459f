#pragma once

// Serialization is written once per type: `transfer(archive, value)` passes the fields of a value
// to the archive, in order. Saving writes them, Loading reads them.
//
//   void transfer(auto& archive, Is<Moment> auto& m) { archive(m.place, m.serial); }
//
// `transfer` is in namespace drover. For an enumeration, `limit_of(Enum)` is an upper bound of its
// values (exclusive); it is declared beside the enumeration, or in drover. A type with `write` and
// `read` needs no `transfer`.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "support/bytes.h"
#include "support/enum_set.h"

namespace drover {

template <typename T, typename Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

namespace fields_detail {

template <typename T>
concept Written = requires(const T& value, ByteWriter& out) {
  value.write(out);
};
template <typename T>
concept Shared = requires {
  typename T::element_type;
};
template <typename T>
concept Optional = requires(const T& value) {
  value.has_value();
};
template <typename T>
concept Map = requires {
  typename T::mapped_type;
};
template <typename T>
concept Set = requires {
  typename T::key_type;
};
template <typename T>
concept List = requires(T& value) {
  value.resize(1);
};
template <typename T>
concept Tuple = requires {
  std::tuple_size<T>::value;
};

}  // namespace fields_detail

class Saving {
 public:
  explicit Saving(ByteWriter& out) : out_(out) {}

  template <typename... Parts>
  void operator()(const Parts&... parts) {
    (put(parts), ...);
  }

 private:
  template <typename T>
  void put(const T& value) {
    using namespace fields_detail;
    if constexpr (std::is_enum_v<T> || std::unsigned_integral<T>) {
      out_.put(static_cast<std::uint64_t>(value));
    } else if constexpr (std::signed_integral<T>) {
      out_.put_signed(value);
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      out_.put(std::string_view(value));
    } else if constexpr (Written<T>) {
      value.write(out_);
    } else if constexpr (Shared<T>) {
      put(*value);
    } else if constexpr (Optional<T>) {
      put(value.has_value());
      if (value) put(*value);
    } else if constexpr (Map<T> || Set<T> || List<T>) {
      out_.put(value.size());
      for (const auto& each : value) put(each);
    } else if constexpr (Tuple<T>) {
      std::apply([&](const auto&... parts) { (put(parts), ...); }, value);
    } else {
      transfer(*this, value);
    }
  }

  ByteWriter& out_;
};

class Loading {
 public:
  explicit Loading(ByteReader& in) : in_(in) {}

  template <typename... Parts>
  void operator()(Parts&... parts) {
    (get(parts), ...);
  }

 private:
  template <typename T>
  void get(T& value) {
    using namespace fields_detail;
    if constexpr (std::same_as<T, bool>) {
      value = in_.get_below(2) == 1;
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(in_.get_below(limit_of(T{})));
    } else if constexpr (std::unsigned_integral<T>) {
      value = static_cast<T>(in_.get());
    } else if constexpr (std::signed_integral<T>) {
      value = in_.get_signed();
    } else if constexpr (std::same_as<T, std::string>) {
      value = in_.get_text();
    } else if constexpr (Written<T>) {
      value = T::read(in_);
    } else if constexpr (Shared<T>) {
      auto made = std::make_shared<std::remove_const_t<typename T::element_type>>();
      get(*made);
      value = std::move(made);
    } else if constexpr (Optional<T>) {
      value.reset();
      if (in_.get_below(2) == 1) get(value.emplace());
    } else if constexpr (Map<T>) {
      for (std::size_t i = in_.get_count(); i > 0; --i) {
        typename T::key_type key{};
        get(key);
        get(value[std::move(key)]);
      }
    } else if constexpr (Set<T>) {
      for (std::size_t i = in_.get_count(); i > 0; --i) {
        typename T::key_type key{};
        get(key);
        value.insert(std::move(key));
      }
    } else if constexpr (List<T>) {
      value.resize(in_.get_count());
      for (auto& each : value) get(each);
    } else if constexpr (Tuple<T>) {
      std::apply([&](auto&... parts) { (get(parts), ...); }, value);
    } else {
      transfer(*this, value);
    }
  }

  ByteReader& in_;
};

template <typename Enum>
void transfer(Saving& out, const EnumSet<Enum>& set) {
  out(set.bits());
}
template <typename Enum>
void transfer(Loading& in, EnumSet<Enum>& set) {
  std::uint32_t bits = 0;
  in(bits);
  set = EnumSet<Enum>::from_bits(bits);
}

template <typename T>
void save(ByteWriter& out, const T& value) {
  Saving archive(out);
  archive(value);
}
template <typename T>
[[nodiscard]] T load(ByteReader& in) {
  T value;
  Loading archive(in);
  archive(value);
  return value;
}

}  // namespace drover
