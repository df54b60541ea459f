#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace drover {

// The incremental checker that graph explorers have for a model.
enum class IncrementalChecker : std::uint8_t { None, Sc, Tso, Pso, Sra, Ra, Rc11, Rc20 };

// The checker of graphs with open reads that `lb` has for a model.
enum class OpenChecker : std::uint8_t {
  Text,  // what the axioms say
  Imm    // that of imm first, then the axioms
};

// The check of partial graphs that RCMC has for a model.
enum class Preconsistency : std::uint8_t { None, Rc11, Wrc11 };

// How stores reach memory in the operational machine of a model.
enum class StoreBuffers : std::uint8_t {
  None,        // sc: at once
  Fifo,        // tso: through one queue per thread
  PerLocation  // pso: through one queue per thread and location
};

// Whether executions of a model may have cycles in po ∪ rf ∪ co.
enum class CausalCycles : std::uint8_t { Impossible, Possible };

// Which definition annotated calls must meet: [SPORE] Def. 3.3 where every access synchronises,
// Def. D.3 and D.4 (and the assumptions of D.3 on programs) where modes decide.
enum class AnnotationRule : std::uint8_t { Causal, ByMode };

// Which graphs are candidates for executions, before a model is asked.
enum class Candidates : std::uint8_t {
  Supported,  // every write is there for reasons that do not depend on it
  // Also those in which a write is there because of what it lets others do, as herd has them; its
  // value must still come from somewhere.
  SelfSupporting,
};

// Whether `help` calls may be left out.
enum class Helping : std::uint8_t { Unsound, Sound };

// Whether all accesses of an execution have one order in which each read sees the last write. The
// explorers of interleavings and of values rely on it.
enum class AccessOrder : std::uint8_t { Partial, Total };

// Which modes a model tells apart.
enum class TellsApart : std::uint8_t {
  NoModes,
  ScStores,  // stores and fences of mode sc
  Releases,  // the same, and those of mode rel and more
  ScFences,
  Everything
};

// Of a model of which it is known that stronger modes allow no execution that weaker ones forbid.
// Searches for modes (analysis/orders) are sound for these: tests compare them with trying
// everything.
struct ModeTraits {
  TellsApart tells_apart = TellsApart::Everything;
  bool plain_is_sc = false;  // an access without a mode is of mode sc; else it is of the weakest
};

// What follows from the text of a model and is asked of it in every run.
struct ModelFacts {
  bool has_coherence = true;
  bool has_own_coherence = false;  // it defines `co` itself
  // Graphs are to have the last write of each location that is observed, and no more: the model
  // chooses coherence by itself.
  bool chooses_coherence = false;
  bool has_flags = false;             // marks that it puts on executions
  bool has_undefined = false;         // `undefined_unless`: races, of a built-in model
  bool needs_dependencies = false;    // it speaks of addr, data or ctrl
  bool tells_failed_updates = false;  // it tells a compare-and-swap that fails from a read

  bool operator==(const ModelFacts&) const = default;
};

// What the rest of Drover knows of a model besides its axioms. The defaults hold for models from
// files, of which nothing is known.
struct ModelTraits {
  std::string_view name = {};  // empty: not built in
  std::string_view file = {};  // with the axioms, in this folder
  // What programs it is about: `core` for the core language, and first words of litmus tests. Of
  // others it would say what looks like an answer: their barriers mean nothing to it. Empty: any.
  std::string_view programs = {};
  // How core programs and C become such programs: one of mapping/. Empty: they do not.
  std::string_view mapping = {};
  IncrementalChecker checker = IncrementalChecker::None;
  OpenChecker open_checker = OpenChecker::Text;
  Preconsistency preconsistency = Preconsistency::None;
  std::optional<StoreBuffers> machine = std::nullopt;
  AccessOrder access_order = AccessOrder::Partial;
  CausalCycles causal_cycles = CausalCycles::Possible;
  AnnotationRule annotation_rule = AnnotationRule::Causal;
  Helping helping = Helping::Unsound;
  Candidates candidates = Candidates::Supported;
  // Of a model with dependencies: whether reads and fences may be taken out of an execution
  // (semantics/passes/purity/eliminate.h says why).
  bool allows_read_removal = false;
  // The same of read-modify-writes that put back what was there, as passes::Liberties::All says.
  bool allows_update_removal = false;
  std::optional<ModeTraits> modes = std::nullopt;  // none: what stronger modes allow is not known
  // Of a model that is explored without its text. A test compares them with the text.
  std::optional<ModelFacts> facts = std::nullopt;
};

inline constexpr ModelTraits UnknownModel{};

}  // namespace drover
