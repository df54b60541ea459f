#pragma once

#include <string>

#include "frontend/diagnostic.h"
#include "frontend/section.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"

namespace drover::litmus {

// As of Dialect.
bool compile_aarch64(const SourceBuffer& source, Section section, Assembly& assembly,
                     DiagnosticSink& sink);
[[nodiscard]] std::string aarch64_register_name(const std::string& name);
[[nodiscard]] bool is_aarch64_register(const std::string& name);
[[nodiscard]] Hint hint_on_aarch64_register(const std::string& name);
[[nodiscard]] int aarch64_register_rank(const std::string& name);

}  // namespace drover::litmus
