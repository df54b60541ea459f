#include "litmus/dialect.h"

#include <algorithm>
#include <array>

#include "litmus/dialects/aarch64/lower_aarch64.h"
#include "litmus/dialects/c/lower_c.h"
#include "litmus/dialects/kernel/lower_kernel.h"
#include "litmus/dialects/ppc/lower_ppc.h"
#include "litmus/dialects/riscv/lower_riscv.h"
#include "litmus/dialects/x86/lower_x86.h"
#include "litmus/dialects/x86/lower_x86_64.h"

namespace drover::litmus {

namespace {

std::string same_name(const std::string& name) { return name; }
bool is_any_name(const std::string& /*name*/) { return true; }
Hint no_hint(const std::string& /*name*/) { return {}; }
int same_rank(const std::string& /*name*/) { return 0; }

constexpr std::array Dialects{
    Dialect{.architecture = "C",
            .default_model = "rc11",
            .compile = compile_c,
            .register_name = same_name,
            .is_register = is_any_name,
            .hint_on_register = no_hint,
            .register_rank = same_rank},
    Dialect{.architecture = "X86",
            .default_model = "tso",
            .compile = compile_x86,
            .register_name = x86_register_name,
            .is_register = is_x86_register,
            .hint_on_register = hint_on_x86_register,
            .register_rank = x86_register_rank},
    Dialect{.architecture = "AArch64",
            .default_model = "aarch64",
            .compile = compile_aarch64,
            .register_name = aarch64_register_name,
            .is_register = is_aarch64_register,
            .hint_on_register = hint_on_aarch64_register,
            .register_rank = aarch64_register_rank},
    Dialect{.architecture = "RISCV",
            .default_model = "riscv",
            .compile = compile_riscv,
            .register_name = riscv_register_name,
            .is_register = is_riscv_register,
            .hint_on_register = hint_on_riscv_register,
            .register_rank = riscv_register_rank},
    Dialect{.architecture = "PPC",
            .default_model = "ppc",
            .compile = compile_ppc,
            .register_name = ppc_register_name,
            .is_register = is_ppc_register,
            .hint_on_register = hint_on_ppc_register,
            .register_rank = ppc_register_rank},
    Dialect{.architecture = "X86_64",
            .default_model = "tso",
            .compile = compile_x86_64,
            .register_name = x86_64_register_name,
            .is_register = is_x86_64_register,
            .hint_on_register = hint_on_x86_64_register,
            .register_rank = x86_64_register_rank},
};

// Files say that they are in C; what they call says that they are the kernel's.
constexpr Dialect Kernel{.architecture = "LKMM",
                         .default_model = "lkmm",
                         .compile = compile_kernel,
                         .register_name = same_name,
                         .is_register = is_any_name,
                         .hint_on_register = no_hint,
                         .register_rank = same_rank};

}  // namespace

const Dialect& kernel_dialect() { return Kernel; }

std::span<const Dialect> all_dialects() { return Dialects; }

const Dialect* find_dialect(std::string_view architecture) {
  const auto* found = std::ranges::find(Dialects, architecture, &Dialect::architecture);
  return found == Dialects.end() ? nullptr : found;
}

}  // namespace drover::litmus
