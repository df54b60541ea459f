#pragma once

#include <string>

#include "frontend/diagnostic.h"
#include "frontend/section.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"

namespace drover::litmus {

// As of Dialect.
bool compile_x86_64(const SourceBuffer& source, Section section, Assembly& assembly,
                    DiagnosticSink& sink);
[[nodiscard]] std::string x86_64_register_name(const std::string& name);
[[nodiscard]] bool is_x86_64_register(const std::string& name);
[[nodiscard]] Hint hint_on_x86_64_register(const std::string& name);
[[nodiscard]] int x86_64_register_rank(const std::string& name);

}  // namespace drover::litmus
