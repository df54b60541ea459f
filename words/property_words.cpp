#include "words/property_words.h"

namespace drover::words {

std::string_view property_statement(ModelProperty property) {
  switch (property) {
    case ModelProperty::CausalAcyclicity: return "consistent graphs have no cycle in po | rf";
    case ModelProperty::PrefixClosedness:
      return "every po | rf prefix of a consistent graph is consistent";
    case ModelProperty::Extensibility:
      return "a consistent graph stays consistent when the next event of a thread is added "
             "maximally: a read of the last write, a write after the last";
    case ModelProperty::Atomicity:
      return "no write comes between the two halves of a read-modify-write";
    case ModelProperty::Coherence:
      return "per location, consistent graphs have no cycle in po | rf | co | fr";
    case ModelProperty::ReadRemoval:
      return "a consistent graph stays consistent without a read or a fence";
  }
  return "?";
}

std::string_view property_source(ModelProperty property) {
  switch (property) {
    case ModelProperty::CausalAcyclicity: return "[SPORE] App. E.2, Axiom 1";
    case ModelProperty::PrefixClosedness: return "[SPORE] App. E.2, Axiom 2";
    case ModelProperty::Extensibility: return "[SPORE] App. E.2, Axiom 3";
    case ModelProperty::Atomicity: return "[SPORE] §3.2; [RCMC] §3.2.3";
    case ModelProperty::Coherence: return "Alglave, Maranget and Tautschnig, TOPLAS'14";
    case ModelProperty::ReadRemoval: return "[Godot] Theorem 1";
  }
  return "?";
}

}  // namespace drover::words
