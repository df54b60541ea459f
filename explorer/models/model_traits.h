#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace drover {

// The incremental checker of graph explorers for a model.
enum class IncrementalChecker : std::uint8_t { None, Sc, Tso, Pso, Sra, Ra, Rc11, Rc20 };

// The checker of graphs with open reads that `lb` uses for a model.
enum class OpenChecker : std::uint8_t {
  Text,  // the axioms
  Imm    // imm's checker first, then the axioms
};

// The check of partial graphs that RCMC uses for a model.
enum class Preconsistency : std::uint8_t { None, Rc11, Wrc11 };

// The way in which stores reach memory in the operational machine of a model.
enum class StoreBuffers : std::uint8_t {
  None,        // sc: at once
  Fifo,        // tso: through one queue per thread
  PerLocation  // pso: through one queue per thread and location
};

// The dialect of the machine with promises (promising_machine.cpp) that a model has.
enum class PromisingRules : std::uint8_t { Arm, RiscV };

// Whether executions of a model may have cycles in po ∪ rf ∪ co.
enum class CausalCycles : std::uint8_t { Impossible, Possible };

// The definition for annotated calls: [SPORE] Def. 3.3 if every access synchronises, Def. D.3 and
// D.4 (and the assumptions of D.3 on programs) if modes decide.
enum class AnnotationRule : std::uint8_t { Causal, ByMode };

// The graphs that are candidates for executions, before axioms.
enum class Candidates : std::uint8_t {
  Supported,  // each write occurs for reasons that do not depend on it
  // Also graphs in which a write occurs only because of its own effect on other threads, as in
  // herd; its value must still come from somewhere.
  SelfSupporting,
  // Also graphs in which values come from themselves: those of the text and of conditions.
  FromNowhere,
};

// Whether `help` calls may be left out.
enum class Helping : std::uint8_t { Unsound, Sound };

// Total: all accesses of an execution have one order in which each read sees the last write. The
// explorers of interleavings and of values rely on it.
enum class AccessOrder : std::uint8_t { Partial, Total };

// The relation that makes one call of an object known to another (histories/history.h).
enum class CallOrder : std::uint8_t {
  Unknown,        // the model does not say: calls cannot be compared
  ReadsFrom,      // po, sync and rf: all that is before a write is visible to its readers
  ReleasedReads,  // the same for writes that releases or updates: other stores may pass them
  HappensBefore   // the model's happens-before
};

// The modes that a model distinguishes.
enum class TellsApart : std::uint8_t {
  NoModes,
  ScStores,  // stores and fences of mode sc
  Releases,  // the same, and those of mode rel and stronger
  ScFences,
  Everything
};

// For a model whose stronger modes are known to allow no execution that weaker ones forbid.
// Searches for modes (analysis/orders) are sound for these: tests compare them with exhaustive
// search.
struct ModeTraits {
  TellsApart tells_apart = TellsApart::Everything;
  bool plain_is_sc = false;  // true: an access without a mode is sc; else it has the weakest mode
};

// Facts derived from the text of a model that every run needs.
struct ModelFacts {
  bool has_coherence = true;
  bool has_own_coherence = false;  // it defines `co` itself
  // Graphs have only the last write of each observed location: the model itself chooses coherence.
  bool chooses_coherence = false;
  // Coherence is partial: the model says which pairs it orders (partial_coherence.h).
  bool has_partial_coherence = false;
  bool has_flags = false;             // it can set flags on executions
  bool has_undefined = false;         // `undefined_unless`: in built-in models, races
  bool needs_dependencies = false;    // it mentions addr, data or ctrl
  bool tells_failed_updates = false;  // it distinguishes a failed compare-and-swap from a read

  bool operator==(const ModelFacts&) const = default;
};

// Facts about a model besides its axioms. The defaults hold for models from files, of which nothing
// is known.
struct ModelTraits {
  std::string_view name = {};  // empty: not built in
  std::string_view file = {};  // the file with the axioms, in this folder
  // The programs it applies to: `core` for the core language, and first words of litmus tests. On
  // other programs its verdicts would be meaningless, since it ignores their barriers. Empty: any.
  std::string_view programs = {};
  // The mapping (of mapping/) that compiles core programs and C for this model. Empty: none.
  std::string_view mapping = {};
  IncrementalChecker checker = IncrementalChecker::None;
  OpenChecker open_checker = OpenChecker::Text;
  Preconsistency preconsistency = Preconsistency::None;
  std::optional<StoreBuffers> machine = std::nullopt;
  std::optional<PromisingRules> promises = std::nullopt;  // another kind of machine
  AccessOrder access_order = AccessOrder::Partial;
  CausalCycles causal_cycles = CausalCycles::Possible;
  CallOrder call_order = CallOrder::Unknown;
  AnnotationRule annotation_rule = AnnotationRule::Causal;
  Helping helping = Helping::Unsound;
  Candidates candidates = Candidates::Supported;
  // True if its axioms know `si`: programs may have accesses that are cut into parts.
  bool takes_parts = false;
  // For a model with dependencies: true if reads and fences may be removed from an execution
  // (Lemma 19, docs/proofs.md).
  bool allows_read_removal = false;
  // The same for read-modify-writes that write back the old value (Lemma 21).
  bool allows_update_removal = false;
  std::optional<ModeTraits> modes = std::nullopt;  // none: the effect of stronger modes is unknown
  // For a model that is explored without its text. A test compares them with the text.
  std::optional<ModelFacts> facts = std::nullopt;
};

inline constexpr ModelTraits UnknownModel{};

// True if `interleave` runs a machine of the model.
constexpr bool has_machine(const ModelTraits& traits) {
  return traits.machine.has_value() || traits.promises.has_value();
}

}  // namespace drover
