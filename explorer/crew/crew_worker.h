#pragma once

// The workers of a crew, and their shared data.

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

namespace drover {

// True if several workers may share the work: it can be split, executions are not reported one by
// one (that needs their order), and counting does not depend on earlier executions.
[[nodiscard]] bool may_have_helpers(const Plan& plan, const ExplorerOptions& options);

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

  work::SimulatedTime time;  // for workers simulated by one thread
  LocalDesk local{plan, options, options.simulated_workers > 0 ? &time : nullptr};
  Desk* desk = &local;                  // the desk of all workers
  std::atomic<std::uint32_t> width{0};  // the smallest width at which items start
  std::mutex mutex;                     // protects the following members
  std::vector<std::unique_ptr<Worker>> idle_workers;
  std::optional<work::Place> examined;  // the item with enough examined blocked executions

  // Only the first blocked executions are examined: those of items after one that has enough are
  // not.
  [[nodiscard]] Judge::Examination examination_of(const work::Place& place);
  void note_examined(const work::Place& place);
};

// A worker of a crew; used by one thread at a time.
class Crew::Worker {
 public:
  enum class Stretch : std::uint8_t { Unfinished, Done, Dropped };

  // `automata`: if null, the worker makes its own.
  Worker(Crew& crew, ProgramAutomata* automata);

  // Works on the items of the desk, until it has waited for the next one for `patience`.
  void work(std::chrono::milliseconds patience);
  // Explores a little of the first waiting item, and gives the rest back.
  void work_briefly();

  // The same in steps, for a simulation of several workers: an item, stretches of it while it is
  // unfinished, and its end. With `set_short_stretches` every stretch has about the same number of
  // events.
  void set_short_stretches() { has_short_stretches_ = true; }
  void start(work::Item item);
  [[nodiscard]] Stretch advance();
  void finish(Stretch last);
  [[nodiscard]] work::Board::Call& call() { return call_; }

  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
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
  std::uint64_t told_ = 0;                         // reported executions
  std::uint64_t events_ = 0;
  vsc::VscCounters counted_;
  std::optional<std::uint32_t> looks_left_;  // until the current item is given back
  bool has_short_stretches_ = false;

  work::Place place_;
  std::vector<std::uint32_t> active_;  // widths: each explores the overflow of the one before
  std::vector<Rest> rest_;             // further parts, in order
  std::size_t overflows_ = 0;
  bool has_told_ = false;  // enough blocked executions have been examined, and this was reported
};

}  // namespace drover
