#pragma once

#include <string>

#include "frontend/diagnostic.h"
#include "frontend/section.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"

namespace drover::litmus {

// As of Dialect.
bool compile_ppc(const SourceBuffer& source, Section section, Assembly& assembly,
                 DiagnosticSink& sink);
[[nodiscard]] std::string ppc_register_name(const std::string& name);
[[nodiscard]] bool is_ppc_register(const std::string& name);
[[nodiscard]] Hint hint_on_ppc_register(const std::string& name);
[[nodiscard]] int ppc_register_rank(const std::string& name);

}  // namespace drover::litmus
