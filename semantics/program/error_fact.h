#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drover {

// A fact about an error or a place of it. words/fact_words.cpp has the sentences; the braces here
// list the names, values and numbers that they need. Of two errors at the same places, the one
// whose fact comes first is shown.
enum class FactKind : std::uint8_t {
  None,
  Said,  // {text}: of an assertion or another failure in the program

  // ---- Faults of a thread
  DivisionByZero,
  RemainderByZero,
  Overflow,         // in 64 bits
  NarrowOverflow,   // {value, bits}
  WrongShift,       // {by}: in 64 bits
  NarrowShift,      // {by, bits}
  ShiftedOverflow,  // {result, bits}: of a left shift
  AddressStrained,  // its upper bits are used as a number
  OutsideArray,     // {index, size}
  OutsideObject,    // {index, object, size}
  UnwrittenRead,
  AtomicOnNonAtomic,  // {cell}
  NullAccess,
  WildAccess,        // {value}
  CodeChange,        // {value}: a store to code
  ReadOnlyWrite,     // {cell}
  MixedWithMember,   // {bytes, member, its bytes}: accesses of different sizes
  MixedWithNothing,  // {bytes}: no member is there
  MixedSizes,        // {bytes, other bytes}
  MixedAtomics,      // likewise: one of them is atomic
  BeforeBlock,       // {bytes}: distance before the allocated block
  BeyondObject,      // {bytes, cell, object, its bytes}; in memory of cells: {"", cell, object, its
                     // cells}
  AllocationSize,    // {cells, most}
  TooManyAllocations,
  WrongFree,  // {value}
  WrongJoin,  // {value}
  SelfJoin,

  // ---- Errors of an execution: {subject}, or nothing if only the error is told
  AccessUnallocated,
  AccessUnordered,  // after the allocation
  UseAfterFree,
  FreeUnallocated,
  FreeInside,
  FreeUnordered,
  DoubleFree,
  DoubleJoin,
  HelpAccessUnordered,  // {subject, call}: by a `help` call that was left out
  HelpUseAfterFree,     // {subject, call}
  HelpRace,             // {subject, call}
  Race,                 // {subject}
  UndefinedByModel,     // {flag}

  // ---- Calls that do not have the form of annotated calls: {`main` or `help`, function}
  CallWithoutSwap,
  CallAccessAfterSwap,
  CallLoadsByLoaded,
  CallSwapsAtLoaded,
  CallExpectsLoaded,
  CallBranchesOnLoaded,
  CallLoops,
  CallStores,
  CallUpdates,
  CallWaits,
  CallLocks,
  CallFences,
  CallMayBlock,
  CallMayFail,
  CallAllocates,
  CallFrees,
  CallCalls,
  CallChooses,
  CallSpawns,
  CallJoins,
  CallSwapTooWeak,     // and {mode, mode of failure}
  CallFailureTooWeak,  // and {mode, mode of failure, mode that it needs}

  // ---- `help` calls that help no `main` call: {`help` call, `main` call}
  HelpsNothing,  // {`help` call}
  HelpWithoutSwap,
  HelpWithoutSource,  // and {value, cell}
  HelpNotAfterWrite,
  HelpUnobserved,
  HelpUnsynchronised,
  HelpNotSc,
  HelpAfterReleaseFence,
  HelpAfterReleaseWrite,
  HelpBeforeStore,  // and {cell}
  HelpValueAgain,   // and {value, cell}

  // ---- Waiting threads
  Deadlock,         // each waiting place has its own fact
  WaitsForThread,   // {thread, other thread}
  WaitsForValue,    // {thread, awaited, cell, value, writer}; no writer for an initial value
  LoopsForValue,    // {thread, place, awaited, cell, value, writer}; likewise
  LoopsForNothing,  // {thread, place}

  // ---- Conditions
  ConditionFault,      // {condition}
  ForbiddenState,      // {name, value, name, value, …}
  UnexpectedState,     // the same
  NewState,            // the same
  RequiredNotReached,  // {complete executions, condition}

  // ---- Calls of objects that have a specification: {object, kind, …}
  WrongResults,      // and the calls
  MissingKnowledge,  // and {call that has to be known, call that has to know it}
  WrongInClient,     // and the client: {call, call} pairs of which the first ends first

  // ---- The role of a place or an event
  FailsHere,
  AnnotatedHere,
  EvaluatedHere,
  ForbiddenHere,
  RequiredHere,
  HelpCall,
  MainCall,
  OneAccess,
  OtherAccess,
  OneRacingAccess,
  OtherRacingAccess,
  OneEvent,     // {flag}, or nothing
  OtherEvent,   // {flag}, or nothing
  CallHere,     // {call}
  WouldReturn,  // {call, calls before it}: the results that the specification allows then
  EndsFirst,    // {call, call}: a client may order them so
  WaitsForever
};
inline constexpr std::size_t FactKinds = static_cast<std::size_t>(FactKind::WaitsForever) + 1;

struct ErrorFact {
  FactKind kind = FactKind::None;
  std::vector<std::string> names = {};

  auto operator<=>(const ErrorFact&) const = default;
  bool operator==(const ErrorFact&) const = default;
};

// Returns a text that identifies the fact: equal facts have equal texts.
[[nodiscard]] inline std::string identity_of(const ErrorFact& fact) {
  std::string out = std::to_string(static_cast<unsigned>(fact.kind));
  for (const std::string& name : fact.names) out += ' ' + std::to_string(name.size()) + ':' + name;
  return out;
}

}  // namespace drover
