#include "litmus/dialect.h"

#include <algorithm>
#include <array>

#include "litmus/lower_aarch64.h"
#include "litmus/lower_c.h"
#include "litmus/lower_kernel.h"
#include "litmus/lower_ppc.h"
#include "litmus/lower_riscv.h"
#include "litmus/lower_x86.h"
#include "litmus/lower_x86_64.h"

namespace drover::litmus {

namespace {

std::string same_name(const std::string& name) { return name; }
bool is_any_name(const std::string& /*name*/) { return true; }
Hint no_hint(const std::string& /*name*/) { return {}; }
int same_rank(const std::string& /*name*/) { return 0; }

constexpr std::array Dialects{
    Dialect{"C", "rc11", compile_c, same_name, is_any_name, no_hint, same_rank},
    Dialect{"X86", "tso", compile_x86, x86_register_name, is_x86_register, hint_on_x86_register,
            x86_register_rank},
    Dialect{"AArch64", "aarch64", compile_aarch64, aarch64_register_name, is_aarch64_register,
            hint_on_aarch64_register, aarch64_register_rank},
    Dialect{"RISCV", "riscv", compile_riscv, riscv_register_name, is_riscv_register,
            hint_on_riscv_register, riscv_register_rank},
    Dialect{"PPC", "ppc", compile_ppc, ppc_register_name, is_ppc_register, hint_on_ppc_register,
            ppc_register_rank},
    Dialect{"X86_64", "tso", compile_x86_64, x86_64_register_name, is_x86_64_register,
            hint_on_x86_64_register, x86_64_register_rank},
};

// Files say that they are in C; what they call says that they are the kernel's.
constexpr Dialect Kernel{"LKMM",      "lkmm",  compile_kernel, same_name,
                         is_any_name, no_hint, same_rank};

}  // namespace

const Dialect& kernel_dialect() { return Kernel; }

std::span<const Dialect> all_dialects() { return Dialects; }

const Dialect* find_dialect(std::string_view architecture) {
  const auto* found = std::ranges::find(Dialects, architecture, &Dialect::architecture);
  return found == Dialects.end() ? nullptr : found;
}

}  // namespace drover::litmus
