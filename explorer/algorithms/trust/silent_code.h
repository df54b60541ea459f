#pragma once

// Follows the code of a thread over registers of which some are not known, and says how it ends if
// nobody else writes any more. What it assumes is what Certainties answer; Lemma 7 (docs/proofs.md)
// says when they are right.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/trust/giving_up.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::trust {

// All values that a read can return.
struct KnownValues {
  static constexpr std::size_t Most = 4;

  std::uint32_t count = 0;  // 0: they are not known
  std::array<Value, Most> values = {};

  [[nodiscard]] bool contains(Value value, std::size_t from = 0) const {
    const auto end = values.begin() + count;
    return std::find(values.begin() + static_cast<std::ptrdiff_t>(from), end, value) != end;
  }
  // What is behind `count` does not matter.
  bool operator==(const KnownValues& other) const {
    return std::equal(values.begin(), values.begin() + count, other.values.begin(),
                      other.values.begin() + other.count);
  }
  // False if there is no room.
  bool add(Value value) {
    if (count == Most) return false;
    values[count++] = value;
    return true;
  }
};

// Facts about a thread that goes on from a graph to which no visible write is added. An `offset` is
// that of an event from where the thread goes on, if it has matched its twins (symmetry.h) so far.
class Certainties {
 public:
  static constexpr std::uint32_t NoOffset = static_cast<std::uint32_t>(-1);  // it has no twin

  virtual ~Certainties() = default;

  // Whether no compare-and-swap of the thread that expects a value writes: it reads another value,
  // or its write has no place in coherence and takes no revisit.
  [[nodiscard]] virtual bool only_fails(LocationId location, Value expected,
                                        std::uint32_t offset) const = 0;
  // All values that a read of the thread can return.
  [[nodiscard]] virtual KnownValues values(LocationId location) const = 0;
  // The value that the twin of a read has read; then all that the read can return if it does not
  // read from the same write.
  [[nodiscard]] virtual KnownValues twin_read(std::uint32_t offset) const = 0;
  // Whether a read of the thread may leave the graph (giving_up.h).
  [[nodiscard]] virtual bool may_leave(LocationId location, std::uint32_t offset) const = 0;
  // Whether no other thread can see a write of the thread to the location.
  [[nodiscard]] virtual bool is_hidden(LocationId location) const = 0;
};

enum class Ending : std::uint8_t {
  GivesUp,       // the thread comes to a block or to an assumption that fails
  WritesNothing  // the same; or it finishes, fails or waits
};

class SilentCode {
 public:
  // `automata` must outlive this.
  SilentCode(ProgramAutomata& automata, GivenUpHelp help) : automata_(automata), help_(help) {}

  // Whether the thread ends so whatever it reads, and other threads see nothing of it. False where
  // the code may do anything else.
  [[nodiscard]] bool ends(ThreadId thread, NodeId node, Ending ending,
                          const Certainties& certainties);

 private:
  class Recorder;

  enum class Topic : std::uint8_t { OnlyFails, Values, TwinRead, MayLeave, IsHidden };
  struct Question {
    Topic topic = Topic::Values;
    LocationId location = LocationId::none();
    Value value = 0;
    std::uint32_t offset = 0;
  };
  using Answer = KnownValues;  // yes or no: whether there is one
  // What the code does depends on nothing but the answers. The questions are kept as a tree, so
  // that the code of a node is followed once for each series of answers.
  struct Inquiry {
    std::optional<bool> result = {};  // where nothing more is asked
    Question question = {};
    std::vector<std::pair<Answer, std::uint32_t>> next = {};  // by answer: which inquiry follows
  };
  static constexpr std::uint32_t NoInquiry = static_cast<std::uint32_t>(-1);

  [[nodiscard]] static Answer answer(const Certainties& certainties, const Question& question);
  [[nodiscard]] static std::uint32_t follow(const Inquiry& inquiry, const Answer& given);
  [[nodiscard]] bool find(ThreadId thread, NodeId node, Ending ending,
                          const Certainties& certainties) const;
  std::uint32_t add_inquiry();
  // Where the inquiries of a node begin.
  std::uint32_t root(ThreadId thread, NodeId node, Ending ending);

  ProgramAutomata& automata_;
  GivenUpHelp help_;
  std::vector<Inquiry> inquiries_;
  std::vector<std::vector<std::array<std::uint32_t, 2>>> roots_;  // by thread, node and ending
};

}  // namespace drover::trust
