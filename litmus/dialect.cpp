#include "litmus/dialect.h"

#include <algorithm>
#include <array>

#include "litmus/lower_c.h"
#include "litmus/lower_x86.h"

namespace drover::litmus {

namespace {

std::string same_name(const std::string& name) { return name; }
bool is_any_name(const std::string& /*name*/) { return true; }
std::string no_hint(const std::string& /*name*/) { return ""; }
int same_rank(const std::string& /*name*/) { return 0; }

constexpr std::array Dialects{
    Dialect{"C", "rc11", compile_c, same_name, is_any_name, no_hint, same_rank},
    Dialect{"X86", "tso", compile_x86, x86_register_name, is_x86_register, hint_on_x86_register,
            x86_register_rank},
};

}  // namespace

std::span<const Dialect> all_dialects() { return Dialects; }

const Dialect* find_dialect(std::string_view architecture) {
  const auto* found = std::ranges::find(Dialects, architecture, &Dialect::architecture);
  return found == Dialects.end() ? nullptr : found;
}

}  // namespace drover::litmus
