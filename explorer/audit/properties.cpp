#include "explorer/audit/audit.h"

namespace drover {

std::string_view property_name(AuditProperty property) {
  switch (property) {
    case AuditProperty::CausalAcyclicity: return "causal-acyclicity";
    case AuditProperty::PrefixClosedness: return "prefix-closedness";
    case AuditProperty::Extensibility: return "extensibility";
    case AuditProperty::Atomicity: return "atomicity";
    case AuditProperty::Coherence: return "coherence";
  }
  return "?";
}

std::string_view property_statement(AuditProperty property) {
  switch (property) {
    case AuditProperty::CausalAcyclicity: return "consistent graphs have no cycle in po | rf";
    case AuditProperty::PrefixClosedness:
      return "every po | rf prefix of a consistent graph is consistent";
    case AuditProperty::Extensibility:
      return "a consistent graph stays consistent when the next event of a thread is added "
             "maximally: a read of the last write, a write behind the last";
    case AuditProperty::Atomicity:
      return "no write comes between the two halves of a read-modify-write";
    case AuditProperty::Coherence:
      return "per location, consistent graphs have no cycle in po | rf | co | fr";
  }
  return "?";
}

std::string_view property_source(AuditProperty property) {
  switch (property) {
    case AuditProperty::CausalAcyclicity: return "[SPORE] App. E.2, Axiom 1";
    case AuditProperty::PrefixClosedness: return "[SPORE] App. E.2, Axiom 2";
    case AuditProperty::Extensibility: return "[SPORE] App. E.2, Axiom 3";
    case AuditProperty::Atomicity: return "[SPORE] §3.2; [RCMC] §3.2.3";
    case AuditProperty::Coherence: return "Alglave, Maranget and Tautschnig, TOPLAS'14";
  }
  return "?";
}

std::vector<AuditProperty> missing_for_spore(const AuditReport& report) {
  std::vector<AuditProperty> missing;
  for (const AuditProperty property :
       {AuditProperty::CausalAcyclicity, AuditProperty::PrefixClosedness,
        AuditProperty::Extensibility, AuditProperty::Atomicity}) {
    const bool is_total = report.has_coherence || property != AuditProperty::Extensibility;
    if (report[property].verdict != AuditVerdict::Holds || !is_total) missing.push_back(property);
  }
  return missing;
}

}  // namespace drover
