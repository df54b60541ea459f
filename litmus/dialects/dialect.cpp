#include "litmus/dialects/dialect.h"

#include <algorithm>
#include <array>

namespace drover::litmus {

std::span<const Dialect* const> all_dialects() {
  static constexpr std::array Dialects{&C11Dialect,   &X86Dialect,    &Aarch64Dialect,
                                       &RiscvDialect, &PpcDialect,    &X8664Dialect,
                                       &PtxDialect,   &VulkanDialect, &OpenClDialect};
  return Dialects;
}

const Dialect* find_dialect(std::string_view architecture) {
  const auto found = std::ranges::find(all_dialects(), architecture, &Dialect::architecture);
  return found == all_dialects().end() ? nullptr : *found;
}

}  // namespace drover::litmus
