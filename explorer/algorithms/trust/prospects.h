#pragma once

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

// All that a read can return, where that is known.
struct KnownValues {
  static constexpr std::size_t Most = 4;

  std::uint32_t count = 0;  // 0: it is not known
  std::array<Value, Most> values = {};

  [[nodiscard]] bool contains(Value value) const {
    return std::find(values.begin(), values.begin() + count, value) != values.begin() + count;
  }
  // What is behind `count` does not matter.
  bool operator==(const KnownValues& other) const {
    if (count != other.count) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (values[i] != other.values[i]) return false;
    }
    return true;
  }
};

// What a thread may count on that goes on from a graph, whatever other threads do.
class Certainties {
 public:
  virtual ~Certainties() = default;

  // That no compare-and-swap of the thread that expects a value finds a place for its write.
  [[nodiscard]] virtual bool is_swapped_already(LocationId location, Value expected) const = 0;
  // That no write that is not in the graph yet writes the value.
  [[nodiscard]] virtual bool is_not_to_come(LocationId location, Value value) const = 0;
  // What a read of the thread can return, if nothing is written there any more.
  [[nodiscard]] virtual KnownValues values(LocationId location) const = 0;
  // That nothing more is written there than what is in the graph.
  [[nodiscard]] virtual bool is_final(LocationId location) const = 0;
  // That a read of the thread may leave the graph. `offset`: as below.
  [[nodiscard]] virtual bool may_leave(LocationId location, std::uint32_t offset) const = 0;
  // What the twin (symmetry.h) of a read of the thread has read, and then all that the read can
  // return if it does not read from the same write, but from one in the graph: of the thread's
  // event of an offset from where it goes on, if it has matched its twins so far.
  [[nodiscard]] virtual KnownValues twin_read(std::uint32_t offset) const = 0;
  // That a compare-and-swap of the thread whose write finds no place has nothing to revisit that
  // would make room for it. `offset`: as above, of the swap; NoOffset: it has no twin.
  [[nodiscard]] virtual bool is_without_revisit(LocationId location, Value expected,
                                                std::uint32_t offset) const = 0;
  static constexpr std::uint32_t NoOffset = static_cast<std::uint32_t>(-1);
  // That nobody else can see what the thread writes there, as long as it does nothing else that can
  // be seen.
  [[nodiscard]] virtual bool is_hidden(LocationId location) const = 0;
};

// What becomes of a thread before it does anything that others can see.
enum class Outlook : std::uint8_t {
  Open,     // anything, for all that is known
  Mixed,    // the same; but it may come to a compare-and-swap whose write finds no place
  Swap,     // it gives up, or comes to a compare-and-swap whose write finds no place; all that it
            // has read on its way there is in the graph
  Hopeless  // it gives up
};

// What is taken for granted.
enum class Premise : std::uint8_t {
  None,
  FirstReadIsNew,  // the first read returns what a write writes that is not in the graph yet
  Over,            // nobody writes any more that others could read from
  OverForAll  // the same; and all that is asked is whether the thread writes: one that finishes,
              // fails or waits is as good as one that gives up
};

// Follows the code of threads from nodes, on values that are not known. A way on which something
// may be an error, or may wait forever, is open.
class Prospects {
 public:
  // `automata` must outlive this.
  Prospects(ProgramAutomata& automata, GivenUpHelp help) : automata_(automata), help_(help) {}

  [[nodiscard]] Outlook outlook(ThreadId thread, NodeId node, Premise premise,
                                const Certainties& certainties);
  // What it is if all is certain that may be; but for the values that are read.
  [[nodiscard]] Outlook best_outlook(ThreadId thread, NodeId node) {
    if (thread.value < best_.size() && node.value < best_[thread.value].size()) {
      if (const auto& known = best_[thread.value][node.value]) return *known;
    }
    return find_best_outlook(thread, node);
  }

 private:
  // Something that is asked of Certainties.
  enum class Topic : std::uint8_t {
    IsSwappedAlready,
    IsNotToCome,
    Values,
    IsFinal,
    MayLeave,
    IsHidden,
    TwinRead,
    IsWithoutRevisit
  };
  struct Question {
    Topic topic = Topic::MayLeave;
    LocationId location;
    Value value = 0;
    std::uint32_t offset = 0;
  };
  using Answer = KnownValues;  // of the other topics: whether `count` is 1
  // What the code does depends on nothing but the answers: the questions are kept as a tree, so
  // that the code of a node is followed once for each series of answers.
  struct Inquiry {
    std::optional<Outlook> outlook;  // where nothing more is asked
    Question question;
    std::vector<std::pair<Answer, std::uint32_t>> next;  // by answer: which inquiry follows
  };
  class Recorder;

  using Roots = std::array<std::uint32_t, 4>;  // by premise, of a node

  Outlook find_best_outlook(ThreadId thread, NodeId node);

  [[nodiscard]] static Answer answer(const Certainties& certainties, const Question& question);
  // Where the inquiry of a node begins; what is asked there may not be known yet.
  std::uint32_t& root(ThreadId thread, NodeId node, Premise premise);
  std::uint32_t add_inquiry();

  static constexpr std::uint32_t NoInquiry = static_cast<std::uint32_t>(-1);

  ProgramAutomata& automata_;
  GivenUpHelp help_;
  std::vector<std::vector<std::optional<Outlook>>> best_;  // by thread and node
  std::vector<Inquiry> inquiries_;
  std::vector<std::vector<Roots>> roots_;  // by thread and node
};

}  // namespace drover::trust
