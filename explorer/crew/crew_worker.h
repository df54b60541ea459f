#pragma once

// The workers of a crew, and what they share.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "explorer/crew/crew.h"
#include "explorer/crew/local_desk.h"
#include "explorer/findings/judge.h"
#include "explorer/plan/plan_search.h"
#include "explorer/work/simulated_time.h"

namespace drover {

// Looking at executions one by one is done in order, and counting needs to know how many there
// were before.
[[nodiscard]] bool may_have_helpers(const Plan& plan, const ExplorerOptions& options);

// Data shared by the workers of a crew.
struct Crew::Shared {
  using Clock = RunControl::Clock;

  Shared(const Program& its_program, const Plan& its_plan, const ExplorerOptions& its_options,
         ProgramAutomata& first_automata)
      : program(its_program), plan(its_plan), options(its_options), automata(first_automata) {}

  const Program& program;
  const Plan& plan;
  const ExplorerOptions& options;
  ProgramAutomata& automata;
  Clock::time_point start = Clock::now();

  work::SimulatedTime time;  // where the workers are played by one thread
  LocalDesk local{plan, options, options.simulated_workers > 0 ? &time : nullptr};
  Desk* desk = &local;                  // where everybody works
  std::atomic<std::uint32_t> width{0};  // items begin with graphs of this size, or larger
  std::mutex mutex;                     // of what follows
  std::vector<std::unique_ptr<Worker>> idle_workers;
  std::optional<work::Place> examined;  // enough blocked executions, in that item

  // Of blocked executions, the first are examined: those of items after one that has enough are
  // not among them.
  [[nodiscard]] Judge::Examination examination_of(const work::Place& place);
  void note_examined(const work::Place& place);
};

// One at a time: works for a crew.
class Crew::Worker {
 public:
  // How far it is with an item.
  enum class Stretch : std::uint8_t { Unfinished, Done, Dropped };

  // `automata`: of its own if there are none.
  Worker(Crew& crew, ProgramAutomata* automata);

  // On the items of the desk, until it has waited for the next one for so long.
  void work(std::chrono::milliseconds patience);
  // Explores a little of the first item that waits, and gives the rest back.
  void work_briefly();

  // The same in steps, for somebody who plays several workers: an item, stretches of it while it
  // is unfinished, and its end. With `set_short_stretches` a stretch has about the same number of
  // events for everybody.
  void set_short_stretches() { has_short_stretches_ = true; }
  void start(work::Item item);
  [[nodiscard]] Stretch advance();
  void finish(Stretch last);
  [[nodiscard]] work::Board::Call& call() { return call_; }

  // Events of the items that are done.
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  // A part of the current item that is still to be loaded.
  struct Rest {
    Bytes bytes;
    std::uint32_t width = 0;
  };

  void run(work::Item item);
  void set_limits();
  void look_around();
  Search& search(std::uint32_t width);
  std::optional<vsc::VscCounters> counters_since();
  [[nodiscard]] bool is_rest_wanted() const;
  bool load_next();
  void widen();
  void give_one();
  void give_all();

  Shared& shared_;
  std::shared_ptr<ProgramAutomata> automata_;
  RunControl control_;
  Judge judge_;
  work::Board::Call call_{false};
  std::vector<std::unique_ptr<Search>> searches_;  // by width
  std::uint64_t told_ = 0;                         // executions
  std::uint64_t events_ = 0;
  vsc::VscCounters counted_;
  std::optional<std::uint32_t> looks_left_;  // until the current item is given back
  bool has_short_stretches_ = false;

  // Members about the current item.
  work::Place place_;
  std::vector<std::uint32_t> active_;  // widths: each explores what did not fit into the one before
  std::vector<Rest> rest_;             // what comes after that, in order
  std::size_t overflows_ = 0;
  bool has_told_ = false;  // that enough blocked executions have been examined
};

}  // namespace drover
