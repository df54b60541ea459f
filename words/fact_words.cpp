#include "words/fact_words.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

#include "support/format.h"

namespace drover::words {

namespace {

// The names of a fact. A missing name, as a damaged state file may have, is empty.
class Names {
 public:
  explicit Names(const ErrorFact& fact) : names_(fact.names) {}

  std::string_view operator[](std::size_t i) const {
    return i < names_.size() ? std::string_view(names_[i]) : std::string_view();
  }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  const std::vector<std::string>& names_;
};

// Returns "use after free: `x`", or without the subject.
std::string with_subject(std::string_view what, const Names& names) {
  return names.size() == 0 ? std::string(what) : format("{}: `{}`", what, names[0]);
}

// Returns "race: one event", or without the flag.
std::string flagged(const Names& names, std::string_view what) {
  return names.size() == 0 ? std::string(what) : format("{}: {}", names[0], what);
}

std::string in_help(std::string_view what, const Names& names) {
  return format("{} on `{}` in `{}`", what, names[0], names[1]);
}

std::string malformed(const Names& names, std::string_view what) {
  return format(
      "`{} {}` {}: an annotated call consists of loads and one compare-and-swap at the end",
      names[0], names[1], what);
}

std::string unhelpful(const Names& names, std::string_view why) {
  return format("`{}` does not help `{}`{}", names[0], names[1], why);
}

std::string state_text(std::string_view what, const Names& names) {
  std::string out(what);
  for (std::size_t i = 0; i + 1 < names.size(); i += 2) {
    out += format("{}{} = {}", i == 0 ? "" : ", ", names[i], names[i + 1]);
  }
  return out;
}

// Returns "1 byte", "8 bytes".
std::string counted(std::string_view count, std::string_view noun) {
  return format("{} {}{}", count, noun, count == "1" ? "" : "s");
}

// Returns the names from `first` on, as a list.
std::string listed_from(const Names& names, std::size_t first) {
  std::string out;
  for (std::size_t i = first; i < names.size(); ++i) {
    out += format("{}{}", i == first ? "" : ", ", names[i]);
  }
  return out;
}

// Says that an object is not what it should be.
std::string is_no(const Names& names) {
  if (names[1] == "specification") {
    return format("`{}` does not do what its specification says", names[0]);
  }
  return format("`{}` is no {}", names[0], names[1]);
}

// Returns the number that a name is; 0 if it is none.
std::size_t number_in(std::string_view name) {
  std::size_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return std::min<std::size_t>(number, 1000);
}

// Describes the value that a thread waits to change; `cell` is the index of its cell's name.
std::string stays(const Names& names, std::size_t cell) {
  const std::string since = cell + 2 < names.size() ? format("last written by {}", names[cell + 2])
                                                    : std::string("its initial value");
  return format("`{}` stays {} ({})", names[cell], names[cell + 1], since);
}

}  // namespace

// Returns one sentence.
std::string fact_text(const ErrorFact& fact) {  // NOLINT(readability-function-size)
  const Names names(fact);
  switch (fact.kind) {
    using enum FactKind;
    case None: return "";
    case Said: return std::string(names[0]);

    case DivisionByZero: return "division by zero";
    case RemainderByZero: return "remainder of a division by zero";
    case Overflow: return "signed overflow: the result does not fit into 64 bits";
    case NarrowOverflow:
      return format("signed overflow: {} does not fit into {} bits", names[0], names[1]);
    case WrongShift: return format("shift by {} (0 to 63 are possible)", names[0]);
    case NarrowShift: return format("shift by {} of a value of {} bits", names[0], names[1]);
    case ShiftedOverflow:
      return format(
          "left shift of {}, which is negative or does not fit into {} bits when it is shifted",
          names[0], names[1]);
    case AddressStrained:
      return "the upper 16 bits of a pointer are used as a number: this is not supported";
    case OutsideArray: return format("index {} is outside an array of {}", names[0], names[1]);
    case OutsideObject: return format("index {} is outside `{}[{}]`", names[0], names[1], names[2]);
    case UnwrittenRead: return "read of memory that was never written";
    case AtomicOnNonAtomic: return format("atomic operation on the non-atomic cell `{}`", names[0]);
    case NullAccess: return "access through the null address";
    case WildAccess: return format("access to {}, which is not the address of a cell", names[0]);
    case CodeChange: return format("a store to {}: code that changes is not supported", names[0]);
    case ReadOnlyWrite:
      return format("write to `{}`, which is constant: a string literal, or declared `const`",
                    names[0]);
    case MixedWithMember:
      return format("access to {} of memory in which `{}` has {}: sizes are mixed",
                    counted(names[0], "byte"), names[1], names[2]);
    case MixedWithNothing:
      return format("access to {} of memory in which no member is", counted(names[0], "byte"));
    case MixedSizes:
      return format(
          "access to {} of memory that is accessed as {}, too: sizes are mixed, which is supported "
          "for non-atomic accesses to numbers only",
          counted(names[0], "byte"), counted(names[1], "byte"));
    case MixedAtomics:
      return format(
          "access to {} of memory that is accessed as {}, too: sizes are mixed, which C does not "
          "define for atomic accesses; machines do (`-m aarch64`, `riscv` or `tso`)",
          counted(names[0], "byte"), counted(names[1], "byte"));
    case BeforeBlock:
      return format("access {} before the memory that was allocated", counted(names[0], "byte"));
    case BeyondObject:
      if (names.size() == 0) return "access beyond the end of the object";
      if (names[0].empty()) {
        return format("access to `{}`, beyond the end of `{}`, which has {}", names[1], names[2],
                      counted(names[3], "cell"));
      }
      return format("access to {} at `{}`, beyond the end of `{}`, which has {}",
                    counted(names[0], "byte"), names[1], names[2], names[3]);
    case AllocationSize:
      return format("allocation of {} (1 to {} are possible)", counted(names[0], "cell"), names[1]);
    case TooManyAllocations: return "too many allocations in one thread";
    case WrongFree: return format("free of {}, which was not allocated", names[0]);
    case WrongJoin: return format("join of {}, which is not a thread", names[0]);
    case SelfJoin: return "a thread joins itself";

    case AccessUnallocated: return with_subject("access to memory that is not allocated", names);
    case AccessUnordered: return with_subject("access not ordered after the allocation", names);
    case UseAfterFree: return with_subject("use after free", names);
    case FreeUnallocated: return with_subject("free of memory that is not allocated", names);
    case FreeInside:
      return with_subject("free of an address that is not the start of an allocation", names);
    case FreeUnordered: return with_subject("free not ordered after the allocation", names);
    case DoubleFree: return with_subject("double free", names);
    case DoubleJoin: return with_subject("join of a thread that was joined before", names);
    case HelpAccessUnordered: return in_help("access not ordered after the allocation", names);
    case HelpUseAfterFree: return in_help("use after free", names);
    case HelpRace: return in_help("race", names);
    case Race: return format("race on `{}`: unordered accesses, one of them non-atomic", names[0]);
    case UndefinedByModel: return format("the model makes this undefined: `{}`", names[0]);

    case CallWithoutSwap: return malformed(names, "does not end in a compare-and-swap");
    case CallAccessAfterSwap: return malformed(names, "accesses memory after its compare-and-swap");
    case CallLoadsByLoaded:
      return malformed(names, "loads from an address that it has loaded itself");
    case CallSwapsAtLoaded:
      return malformed(names, "swaps at an address that it has loaded itself");
    case CallExpectsLoaded: return malformed(names, "expects a value that it has loaded itself");
    case CallBranchesOnLoaded:
      return malformed(names, "branches on a value that it has loaded itself");
    case CallLoops: return malformed(names, "has a loop");
    case CallStores: return malformed(names, "stores");
    case CallUpdates: return malformed(names, "has another read-modify-write");
    case CallWaits: return malformed(names, "waits");
    case CallLocks: return malformed(names, "takes a lock");
    case CallFences: return malformed(names, "has a fence");
    case CallMayBlock: return malformed(names, "may block");
    case CallMayFail: return malformed(names, "may fail");
    case CallAllocates: return malformed(names, "allocates");
    case CallFrees: return malformed(names, "frees memory");
    case CallCalls: return malformed(names, "has an annotated call inside");
    case CallChooses: return malformed(names, "has a choice");
    case CallSpawns: return malformed(names, "spawns a thread");
    case CallJoins: return malformed(names, "joins a thread");
    case CallSwapTooWeak:
      return format(
          "`{} {}` loads before it swaps, so its compare-and-swap must be at least `@acqrel,acq` "
          "(it is `@{},{}`)",
          names[0], names[1], names[2], names[3]);
    case CallFailureTooWeak:
      return format(
          "`{} {}` reads with less when it fails than when it succeeds (`@{},{}`): make the "
          "failure mode at least `{}`",
          names[0], names[1], names[2], names[3], names[4]);

    case HelpsNothing:
      return format(
          "`{}` helps with nothing: no thread calls `main` with this function and these arguments "
          "in this execution",
          names[0]);
    case HelpWithoutSwap:
      return unhelpful(names, ", which does not reach its compare-and-swap here");
    case HelpWithoutSource:
      return unhelpful(names, format(": its thread has not seen (written or read) the value {} in "
                                     "`{}` before, which it expects there (no source)",
                                     names[2], names[3]));
    case HelpNotAfterWrite:
      return unhelpful(names, ", which does not come right after a write (no linearization write)");
    case HelpUnobserved:
      return unhelpful(
          names, format(": the helper has not read what is written just before `{}`", names[1]));
    case HelpUnsynchronised:
      return unhelpful(names,
                       format(": what is written just before `{}` is read without synchronising; "
                              "it must be written with `rel` and read with `acq`, or more",
                              names[1]));
    case HelpNotSc:
      return unhelpful(names, format(": what is written with `sc` just before `{}` must be read "
                                     "with `sc` too",
                                     names[1]));
    case HelpAfterReleaseFence:
    case HelpAfterReleaseWrite:
      return unhelpful(
          names, format(": the swap is not a release, but comes after a release {} of its "
                        "thread, so that it would synchronise more than the helper's; make "
                        "it at least `rel`",
                        fact.kind == HelpAfterReleaseFence ? "fence" : "write to the same place"));
    case HelpBeforeStore:
      return unhelpful(names,
                       format(": `{}` is written by a plain store after the value that the swap "
                              "expects; all later writes must be read-modify-writes",
                              names[2]));
    case HelpValueAgain:
      return unhelpful(names, format(": the value {} that the swap expects in `{}` is written "
                                     "there again",
                                     names[2], names[3]));

    case Deadlock: return "";
    case WaitsForThread: return format("`{}` waits forever for `{}` to end", names[0], names[1]);
    case WaitsForValue:
      return format("`{}` waits forever for `{}`: {}", names[0], names[1], stays(names, 2));
    case LoopsForValue:
      return format("`{}` repeats the loop at {} forever, waiting for `{}`: {}", names[0], names[1],
                    names[2], stays(names, 3));
    case LoopsForNothing:
      return format("`{}` repeats the loop at {} forever, which does not depend on memory",
                    names[0], names[1]);

    case ConditionFault:
      return format(
          "the condition `{}` has no value in some final state (division by zero, or a shift by "
          "too much)",
          names[0]);
    case ForbiddenState: return state_text("forbidden final state is reached: ", names);
    case UnexpectedState:
      return state_text("unexpected final state outside the condition is reached: ", names);
    case NewState: return state_text("a new final state: ", names);
    case RequiredNotReached:
      return format("required final state is not reached: none of {} satisfies `{}`",
                    counted(names[0], "complete execution"), names[1]);

    case WrongResults:
      return format("{} here: no order of the calls gives their results: {}", is_no(names),
                    listed_from(names, 2));
    case MissingKnowledge:
      return format("`{}` promises that {} knows {}, and here it does not", names[0], names[3],
                    names[2]);
    case WrongInClient: {
      const std::size_t pairs = number_in(names[2]);
      std::string order;
      for (std::size_t i = 0; i < pairs; ++i) {
        order += format("{}{} before {}", i == 0 ? "" : ", ", names[3 + 2 * i], names[4 + 2 * i]);
      }
      return format(
          "{} for a client that orders its calls: {}; no order of the calls that agrees with this "
          "gives their results: {}",
          is_no(names), order, listed_from(names, 3 + 2 * pairs));
    }

    case CallHere: return with_subject("call", names);
    case WouldReturn: {
      const std::string after = names[1].empty() ? "at first" : format("after {}", names[1]);
      if (names.size() == 2) return format("{} would have to wait {}", names[0], after);
      return format("not {}: {} the result is {}", names[0], after, listed_from(names, 2));
    }
    case EndsFirst: return format("{} comes after {} has returned", names[1], names[0]);
    case FailsHere: return "fails here";
    case AnnotatedHere: return "annotated here";
    case EvaluatedHere: return "evaluated here";
    case ForbiddenHere: return "forbidden here";
    case RequiredHere: return "required here";
    case HelpCall: return "the `help` call";
    case MainCall: return "the `main` call";
    case OneAccess: return "one access";
    case OtherAccess: return "the other access";
    case OneRacingAccess: return "race: one access";
    case OtherRacingAccess: return "race: the other access";
    case OneEvent: return flagged(names, "one event");
    case OtherEvent: return flagged(names, "the other event");
    case WaitsForever: return "waits forever";
  }
  return "";
}

std::string error_text(const ReportedError& error) {
  if (error.fact.kind != FactKind::Deadlock) return fact_text(error.fact);
  std::string out = fact_text(error.place.fact);
  for (const ErrorPlace& other : error.others) out += "; " + fact_text(other.fact);
  return out;
}

std::string count_text(const ReportedError& error) {
  const bool is_race = error.kind == ErrorKind::Race;
  if (error.executions > 1) return format("in {} executions", error.executions);
  if (error.times < 2) return "";
  return is_race ? format("{} pairs of such accesses in this execution", error.times)
                 : format("{} times in this execution", error.times);
}

std::string brief_error_text(const ReportedError& error, const CodePlaces& places) {
  std::string text = error_text(error);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  if (!error.place.thread.empty()) text += format("; thread {}", error.place.thread);
  for (const ErrorPlace& other : error.others) {
    if (other.source.line == 0) continue;
    text += format("; {} at {}:{}", fact_text(other.fact), places.line(other.source),
                   other.source.column);
    if (!other.thread.empty()) text += format(", thread {}", other.thread);
  }
  if (const std::string count = count_text(error); !count.empty()) text += "; " + count;
  return text;
}

std::vector<EventRemark> event_remarks(const ReportedError& error) {
  std::vector<EventRemark> remarks;
  remarks.reserve(error.events.size());
  for (const EventFact& each : error.events) remarks.push_back({each.event, fact_text(each.fact)});
  return remarks;
}

}  // namespace drover::words
