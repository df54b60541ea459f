#pragma once

// The vocabulary of cycles, as one table per architecture: what the words of its edges are, and
// how its tests spell them. A new fence, annotation or read-modify-write is a row.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace drover::generate {

// A fence, and its name in tests: `DMB.SY` is `DMB SY`.
struct FenceWord {
  std::string_view name;
  std::string_view code;
};

enum class PairOrder : std::uint8_t { None, Acquire, Release, Both };

// How an access is made. The first of an architecture is the plain one.
struct AnnotationWord {
  std::string_view name;
  std::string_view load;   // the mnemonic or the memory order of a load; empty: there is none
  std::string_view store;  // the same of a store
  bool is_pair = false;    // made by a load that reserves and a conditional store
  PairOrder of_load = PairOrder::None;
  PairOrder of_store = PairOrder::None;
};

enum class DependencyKind : std::uint8_t { Address, Data, Control };

struct DependencyWord {
  std::string_view name;  // without `Dp`: `CtrlIsb`
  DependencyKind kind = DependencyKind::Address;
  std::string_view fence = {};  // code of the instruction fence behind the branch
  bool selects = false;         // through a conditional select
};

enum class RmwKind : std::uint8_t { Pair, Exchange, Compare, Add, Xor, Set, Clear };

struct RmwWord {
  std::string_view name;
  std::string_view tag;  // in names of tests
  RmwKind kind = RmwKind::Exchange;
  bool returns_value = true;
};

enum class Notation : std::uint8_t { Arm, Riscv, Power, X86, X86_64, C, Kernel };

struct Architecture {
  std::string_view name;      // as options spell it
  std::string_view dialect;   // first word of its tests
  std::string_view language;  // the model that runs its tests by default; for messages
  Notation notation = Notation::Arm;
  std::string_view plain;  // the plain annotation in names of tests
  std::span<const FenceWord> fences;
  std::size_t strongest = 0;            // of `fences`
  std::size_t fence_of_dependency = 0;  // of `dependencies`: that of the short form `CtrldR`
  std::span<const AnnotationWord> annotations;
  std::span<const DependencyWord> dependencies;
  std::span<const RmwWord> rmws;
};

[[nodiscard]] std::span<const Architecture> architectures();
// Returns null if there is none; the case of letters does not count.
[[nodiscard]] const Architecture* find_architecture(std::string_view name);

}  // namespace drover::generate
