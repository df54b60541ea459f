#include "report/diagnostics_json.h"

namespace drover::report {

Json diagnostics_json(std::span<const Diagnostic> diagnostics) {
  Json out = Json::array();
  for (const Diagnostic& each : diagnostics) {
    out.push_back({{"kind", diagnostic_name(each.kind)},
                   {"severity", each.severity() == Severity::Error ? "error" : "warning"},
                   {"message", each.message()},
                   {"line", each.range.line},
                   {"column", each.range.column},
                   {"hint", each.hint.empty() ? Json(nullptr) : Json(each.hint)}});
  }
  return out;
}

}  // namespace drover::report
