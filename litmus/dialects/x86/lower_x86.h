#pragma once

#include <string>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/sections.h"

namespace drover::litmus {

// The functions of Dialect, for X86.
bool compile_x86(const SourceBuffer& source, Section section, Assembly& assembly,
                 DiagnosticSink& sink);
[[nodiscard]] std::string x86_register_name(const std::string& name);  // in capitals
[[nodiscard]] bool is_x86_register(const std::string& name);
[[nodiscard]] Hint hint_on_x86_register(const std::string& name);
[[nodiscard]] int x86_register_rank(const std::string& name);

}  // namespace drover::litmus
