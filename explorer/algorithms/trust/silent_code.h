#pragma once

// Follows the code of a thread over partly unknown registers and says how it ends if no other
// thread writes any more. It assumes the answers of Certainties; Lemma 7 (docs/proofs.md) says when
// they are right.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/trust/trust_options.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::trust {

// All values that a read can return.
struct KnownValues {
  static constexpr std::size_t Most = 4;

  std::uint32_t count = 0;  // 0: unknown
  std::array<Value, Most> values = {};

  [[nodiscard]] bool contains(Value value, std::size_t from = 0) const {
    const auto end = values.begin() + count;
    return std::find(values.begin() + static_cast<std::ptrdiff_t>(from), end, value) != end;
  }
  // Compares the first `count` values only.
  bool operator==(const KnownValues& other) const {
    return std::equal(values.begin(), values.begin() + count, other.values.begin(),
                      other.values.begin() + other.count);
  }
  bool add(Value value) {
    if (count == Most) return false;
    values[count++] = value;
    return true;
  }
};

// Facts about a thread that goes on from a graph that gets no further visible write. An `offset`
// counts events from the thread's current position, while it has matched its twins (symmetry.h).
class Certainties {
 public:
  static constexpr std::uint32_t NoOffset = static_cast<std::uint32_t>(-1);  // no twin

  enum class Topic : std::uint8_t {
    // No compare-and-swap of the thread that expects `value` writes: it reads another value, or its
    // write has no place in coherence and takes no revisit.
    OnlyFails,
    Values,  // all values that a read of the thread can return
    // The value that the twin of a read has read, followed by all values that the read can return
    // from other writes.
    TwinRead,
    MayLeave,  // a read of the thread may leave the graph (giving_up.h)
    IsHidden   // no other thread can see a write of the thread to the location
  };
  struct Question {
    Topic topic = Topic::Values;
    LocationId location = LocationId::none();
    Value value = 0;
    std::uint32_t offset = 0;
  };

  virtual ~Certainties() = default;
  // The answer to a yes-or-no question is not empty if it is yes.
  [[nodiscard]] virtual KnownValues answer(const Question& question) const = 0;

  [[nodiscard]] bool holds(const Question& question) const { return answer(question).count != 0; }
  [[nodiscard]] static KnownValues yes_if(bool is_so) { return {.count = is_so ? 1U : 0U}; }
};

enum class Ending : std::uint8_t {
  GivesUp,       // the thread reaches a block or an assumption that fails
  WritesNothing  // the same; or it finishes, fails or waits
};

class SilentCode {
 public:
  // `automata` must outlive this.
  SilentCode(ProgramAutomata& automata, GivenUpHelp help) : automata_(automata), help_(help) {}

  // True if the thread ends this way whatever it reads, and other threads see nothing of it. False
  // if the code may do anything else.
  [[nodiscard]] bool ends(ThreadId thread, NodeId node, Ending ending,
                          const Certainties& certainties);

 private:
  class Recorder;

  using Question = Certainties::Question;
  using Answer = KnownValues;
  // The result depends only on the answers. The questions form a tree, so the code of a node is
  // followed once for each series of answers.
  struct Inquiry {
    std::optional<bool> result = {};  // set at a leaf
    Question question = {};
    std::vector<std::pair<Answer, std::uint32_t>> next = {};  // the following inquiry, by answer
  };
  static constexpr std::uint32_t NoInquiry = static_cast<std::uint32_t>(-1);

  [[nodiscard]] static std::uint32_t follow(const Inquiry& inquiry, const Answer& given);
  [[nodiscard]] bool find(ThreadId thread, NodeId node, Ending ending,
                          const Certainties& certainties) const;
  std::uint32_t add_inquiry();
  std::uint32_t root(ThreadId thread, NodeId node, Ending ending);

  ProgramAutomata& automata_;
  GivenUpHelp help_;
  std::vector<Inquiry> inquiries_;
  std::vector<std::vector<std::array<std::uint32_t, 2>>> roots_;  // by thread, node and ending
};

}  // namespace drover::trust
