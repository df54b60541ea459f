#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "explorer/algorithms/reference/promising_machine.h"
#include "explorer/algorithms/run_control.h"

namespace drover::reference {

// A run of a thread to its end.
struct ThreadRun {
  std::vector<DoneEvent> done;
  NodeId node;  // of a thread that waits at an await: the await's
  ThreadEnd end = ThreadEnd::Finished;
};

// Threads whose runs depend on each other by spawns and joins; mostly one thread.
using ThreadGroup = std::vector<PromisingThread>;
using GroupRun = std::vector<ThreadRun>;

// The runs of a group of threads, one thread after the other. A short-lived worker.
//
// Differs from [PARM]: to be certified, a thread may assume that others will write what its
// compare-and-swaps compare with (or something else). The machines of the paper branch on the
// comparison; by the axioms, no event depends on the value that a compare-and-swap has read unless
// it uses that value. So all steps of runs that end are certified (Lemma 90).
class ThreadRuns {
 public:
  // `may_write`: by thread and instruction, whether the thread may write from there on.
  ThreadRuns(ProgramAutomata& automata, const PromisingMachine& machine,
             const std::vector<std::vector<bool>>& may_write, RunControl& control)
      : automata_(automata), machine_(machine), may_write_(may_write), control_(control) {}

  // Returns the runs in which every write fulfils a promise and every promise is fulfilled.
  [[nodiscard]] std::vector<GroupRun> whole_runs(const ThreadGroup& group,
                                                 const MessageList& memory);
  // Returns the messages that a thread may promise next: writes that need to have seen no more than
  // `memory`, in runs that fulfil all its promises. Other threads only fulfil theirs.
  [[nodiscard]] std::set<Message> possible_promises(const ThreadGroup& group, std::size_t thread,
                                                    const MessageList& memory);
  // True if the thread can fulfil all its promises (certification).
  [[nodiscard]] bool can_fulfil(const ThreadGroup& group, std::size_t thread,
                                const MessageList& memory);

 private:
  enum class Goal : std::uint8_t { WholeRuns, Promises, Certificate };
  enum class Halt : std::uint8_t {
    No,
    Suspended,  // another thread than the promising one comes to a write
    Waits,      // its last event is a read that does not satisfy its await
    Ended
  };
  struct State {
    ThreadGroup threads;
    std::vector<Halt> halts;
    std::vector<ThreadEnd> ends;
  };

  void begin(Goal goal, const ThreadGroup& group, std::size_t thread, const MessageList& memory);
  void go(State state);
  void step(State state, std::size_t thread);
  void read(const State& state, std::size_t thread);
  void read_at(const State& state, std::size_t thread, Timestamp at);
  void read_unwritten(const State& state, std::size_t thread);
  [[nodiscard]] std::set<Value> compared_values(const PromisingThread& thread) const;
  void write(State state, std::size_t thread);
  void append(const State& state, std::size_t thread);
  void spawn(State& state, std::size_t thread) const;
  void join(State& state, std::size_t thread) const;
  void confirm();
  void end_run(const State& state);
  [[nodiscard]] bool may_go_on(const State& state, std::size_t thread) const;
  [[nodiscard]] bool is_hopeless(const PromisingThread& thread) const;

  ProgramAutomata& automata_;  // whose code the machine runs
  const PromisingMachine& machine_;
  const std::vector<std::vector<bool>>& may_write_;
  RunControl& control_;
  Goal goal_ = Goal::WholeRuns;
  std::size_t promising_ = 0;  // in the group; of goals other than WholeRuns
  MessageList memory_;         // with the writes of this run
  Timestamp given_ = 0;        // the size of the given memory
  std::vector<Message> open_;  // writes of this run that could be promises
  std::set<Message> found_;
  std::vector<GroupRun> runs_;
  bool is_certified_ = false;
};

// Returns the values of the registers, and others: what a compare-and-swap that compares with one
// of them may read to succeed, and to fail.
[[nodiscard]] std::set<Value> values_beside(const ThreadState& state);

// By instruction of a thread: whether it may write from there on.
[[nodiscard]] std::vector<bool> may_write_from(const Thread& thread);

}  // namespace drover::reference
