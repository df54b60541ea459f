#pragma once

#include <boost/container_hash/hash.hpp>

#include <cstddef>

namespace drover {

// The hash of all tables. Reported results must not depend on hash values: they define no order,
// and equality compares whole values.
template <typename Part>
void add_to_hash(std::size_t& hash, const Part& part) {
  boost::hash_combine(hash, part);
}

template <typename... Parts>
[[nodiscard]] std::size_t hash_of(const Parts&... parts) {
  std::size_t hash = 0;
  (add_to_hash(hash, parts), ...);
  return hash;
}

template <typename Range>
[[nodiscard]] std::size_t hash_of_range(const Range& range) {
  return boost::hash_range(range.begin(), range.end());
}

}  // namespace drover
