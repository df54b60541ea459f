#include "explorer/crew.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>

#include "explorer/headquarters.h"
#include "explorer/judge.h"
#include "explorer/local_desk.h"
#include "explorer/plan_search.h"
#include "explorer/program_names.h"
#include "support/check.h"
#include "support/memory_in_use.h"

namespace drover {

namespace {

using Clock = RunControl::Clock;

// An item that has been too large for its graphs so often is explored in larger ones altogether.
constexpr std::size_t MaxOverflows = 8;
// A guest looks elsewhere if there is nothing to do for so long.
constexpr std::chrono::milliseconds GuestPatience{20};
constexpr std::chrono::hours HostPatience{24 * 365};

// Who looks at executions one by one sees them in order, and counting needs to know how many there
// were before.
bool may_have_helpers(const Plan& plan, const ExplorerOptions& options) {
  return is_splittable(plan.algorithm) && !options.on_execution && !options.on_final_state &&
         !plan.max_executions && !plan.counts_duplicates;
}

}  // namespace

// What the workers of a crew share.
struct Crew::Shared {
  Shared(const Program& its_program, const Plan& its_plan, const ExplorerOptions& its_options,
         ProgramAutomata& first_automata)
      : program(its_program), plan(its_plan), options(its_options), automata(first_automata) {}

  const Program& program;
  const Plan& plan;
  const ExplorerOptions& options;
  ProgramAutomata& automata;
  Clock::time_point start = Clock::now();

  LocalDesk local{options};
  Desk* desk = &local;                  // where everybody works
  std::atomic<std::uint32_t> width{0};  // items begin with graphs of this size, or larger
  std::mutex mutex;                     // of what follows
  std::vector<std::unique_ptr<Worker>> idle_workers;
  std::optional<work::Place> examined;  // enough blocked executions, in that item

  // Of blocked executions, the first are examined: those of items behind one that has enough are
  // not among them.
  [[nodiscard]] Judge::Examination examination_of(const work::Place& place) {
    const std::lock_guard lock(mutex);
    return examined && *examined < place ? Judge::Examination::Done : Judge::Examination::Due;
  }
  void note_examined(const work::Place& place) {
    const std::lock_guard lock(mutex);
    if (!examined || place < *examined) examined = place;
  }
};

// One at a time: works for a crew.
class Crew::Worker {
 public:
  Worker(Crew& crew, ProgramAutomata* automata)
      : shared_(*crew.shared_),
        // Nobody else may keep what belongs to the caller.
        automata_(automata != nullptr
                      ? std::shared_ptr<ProgramAutomata>(std::shared_ptr<void>(), automata)
                      : std::make_shared<ProgramAutomata>(shared_.automata.program(),
                                                          shared_.plan.unfold)),
        judge_(shared_.program, *automata_, shared_.options, shared_.plan, names_of(automata_),
               control_) {
    set_limits();
  }

  void work(std::chrono::milliseconds patience) {
    while (auto item = shared_.desk->take(call_, patience)) run(std::move(*item));
  }

  // Explores a little of the first item that waits, and gives the rest back.
  void work_briefly() {
    constexpr std::uint32_t Looks = 1;
    looks_left_ = Looks;
    if (auto item = shared_.desk->take(call_, {})) run(std::move(*item));
    looks_left_.reset();
  }

  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  // A part of the item at hand that is still to be loaded.
  struct Rest {
    Bytes bytes;
    std::uint32_t width = 0;
  };

  void set_limits() {
    const ExplorerOptions& options = shared_.options;
    if (options.max_seconds) {
      control_.set_deadline(shared_.start +
                            std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(*options.max_seconds)));
    }
    control_.set_interrupt_flag(options.interrupt);
    control_.set_attention_flag(&call_);
    control_.set_heartbeat([this] { look_around(); });
  }

  // Now and then: tells how far the run has come.
  void look_around() {
    const std::uint64_t seen = judge_.seen();
    shared_.desk->note({seen - std::exchange(told_, seen), control_.depth()});
    if (takes_too_much()) control_.stop(StopReason::MaxMemory);
    if (judge_.has_examined_enough() && !has_told_) {
      has_told_ = true;
      shared_.note_examined(place_);
    }
    if (looks_left_.value_or(0) > 0 && --*looks_left_ == 0) call_ = true;
  }

  // To ask takes time: not at every look.
  bool takes_too_much() {
    constexpr std::uint32_t Interval = 1024;
    if (!shared_.options.max_memory || ++looks_ % Interval != 0) return false;
    return memory_in_use() > *shared_.options.max_memory;
  }

  Search& search(std::uint32_t width) {
    if (searches_.size() <= width) searches_.resize(width + std::size_t{1});
    if (!searches_[width]) {
      searches_[width] =
          make_search(shared_.plan, *shared_.options.model, width, *automata_, control_, judge_);
    }
    return *searches_[width];
  }

  void run(work::Item item) {
    place_ = item.place;
    control_.restart();
    judge_.start(place_, shared_.examination_of(place_));
    active_.clear();
    rest_.clear();
    overflows_ = 0;
    has_told_ = false;
    const std::uint32_t width = std::max(item.width, shared_.width.load(std::memory_order_relaxed));
    if (item.is_whole) {
      search(width).begin();
      active_.push_back(width);
    } else {
      rest_.push_back({std::move(item.bytes), width});
    }
    const bool is_kept = explore();
    Findings findings = judge_.finish();
    findings.vsc = counters_since();
    events_ += findings.events;
    ItemEnd end;
    if (is_kept) end.findings = std::move(findings);
    if (control_.has_stopped()) end.stopped_by = control_.reason();
    shared_.desk->finish(place_, std::move(end));
  }

  // What VerifySC had to do since this was asked last: searches count through all items.
  std::optional<vsc::VscCounters> counters_since() {
    std::optional<vsc::VscCounters> all;
    for (const auto& each : searches_) {
      if (each && !all) all = counters_of(*each);
    }
    if (!all) return std::nullopt;
    const vsc::VscCounters before = std::exchange(counted_, *all);
    return vsc::VscCounters{
        .instances = all->instances - before.instances,
        .refuted_by_closure = all->refuted_by_closure - before.refuted_by_closure,
        .states = all->states - before.states,
        .seconds = all->seconds - before.seconds};
  }

  // Explores the item at hand; false if it is dropped.
  bool explore() {
    while (load_next()) {
      control_.go_on();
      switch (search(active_.back()).run()) {
        case SearchEnd::Done: active_.pop_back(); break;
        case SearchEnd::TooManyEvents: widen(); break;
        case SearchEnd::Paused: break;
      }
      if (control_.has_stopped()) {
        if (control_.reason() != StopReason::FirstError) give_all();
        return true;
      }
      if (!call_.load(std::memory_order_relaxed)) continue;
      switch (looks_left_ == 0 ? work::Order::Park : shared_.desk->order_for(place_)) {
        case work::Order::GoOn: break;
        case work::Order::Split: give_one(); break;
        case work::Order::Park: give_all(); return true;
        case work::Order::Drop: return false;
      }
    }
    return true;
  }

  // Whether there is something to run: a search that is not done, or else a part that waits.
  bool load_next() {
    if (!active_.empty()) return true;
    if (rest_.empty()) return false;
    const Rest next = std::move(rest_.front());
    rest_.erase(rest_.begin());
    // Who reads items from outside has loaded each of them once.
    const bool is_good = search(next.width).load(next.bytes);
    DROVER_CHECK(is_good, "a work item can be read again");
    active_.push_back(next.width);
    return true;
  }

  // The graph at hand does not fit: goes on with it in a larger one. If that happens often, with
  // all that is left.
  void widen() {
    const std::uint32_t width = active_.back();
    Bytes overflow = search(width).take_overflow();
    if (!has_width(shared_.plan.algorithm, width + 1)) {
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    if (++overflows_ < MaxOverflows) {
      const bool is_good = search(width + 1).load(overflow);
      DROVER_CHECK(is_good, "a work item fits into a larger graph");
      active_.push_back(width + 1);
      return;
    }
    overflows_ = 0;
    std::vector<Rest> rest{{std::move(overflow), width + 1}};
    for (auto at = active_.rbegin(); at != active_.rend(); ++at) {
      for (Bytes& part : take_all(search(*at))) rest.push_back({std::move(part), width + 1});
    }
    rest_.insert(rest_.begin(), std::make_move_iterator(rest.begin()),
                 std::make_move_iterator(rest.end()));
    active_.clear();
    std::uint32_t known = shared_.width.load(std::memory_order_relaxed);
    while (known < width + 1 && !shared_.width.compare_exchange_weak(known, width + 1)) {
    }
  }

  // The oldest open choices: they come last.
  void give_one() {
    if (!rest_.empty()) {
      shared_.desk->give(place_, std::move(rest_.back().bytes), rest_.back().width);
      rest_.pop_back();
      return;
    }
    for (const std::uint32_t width : active_) {
      if (auto part = search(width).split()) {
        shared_.desk->give(place_, std::move(*part), width);
        return;
      }
    }
    shared_.desk->refuse(place_);
  }
  void give_all() {
    while (!rest_.empty()) give_one();
    for (const std::uint32_t width : active_) {
      while (auto part = search(width).split()) {
        shared_.desk->give(place_, std::move(*part), width);
      }
    }
    active_.clear();
  }

  Shared& shared_;
  std::shared_ptr<ProgramAutomata> automata_;
  RunControl control_;
  Judge judge_;
  work::Board::Call call_{false};
  std::vector<std::unique_ptr<Search>> searches_;  // by width
  std::uint64_t told_ = 0;                         // executions
  std::uint64_t events_ = 0;
  vsc::VscCounters counted_;
  std::uint32_t looks_ = 0;
  std::optional<std::uint32_t> looks_left_;  // until the item at hand is given back

  // Of the item at hand.
  work::Place place_;
  std::vector<std::uint32_t> active_;  // widths: each explores what did not fit into the one before
  std::vector<Rest> rest_;             // what comes after that, in order
  std::size_t overflows_ = 0;
  bool has_told_ = false;  // that enough blocked executions have been examined
};

Crew::Crew(const Program& program, const Plan& plan, const ExplorerOptions& options,
           ProgramAutomata& automata)
    : shared_(std::make_unique<Shared>(program, plan, options, automata)) {}

Crew::~Crew() = default;

CrewReport Crew::run(ExplorationState state) {
  Shared& shared = *shared_;
  const cluster::Round round{.is_fallback = state.is_fallback, .obstacle = state.obstacle};
  shared.local.put(std::move(state));
  CrewReport report;
  if (shared.options.cluster != nullptr && may_have_helpers(shared.plan, shared.options)) {
    cluster::Headquarters headquarters(*shared.options.cluster, shared.local, round);
    report.events_of_workers = work_together();
    std::ranges::copy(headquarters.finish(), std::back_inserter(report.events_of_workers));
  } else {
    report.events_of_workers = work_together();
  }
  report.reason = shared.local.reason();
  report.left = shared.local.state();
  report.items_given = shared.local.board().given();
  report.findings = report.left.findings;
  for (const auto& [place, findings] : report.left.finished) report.findings.merge(findings);
  return report;
}

std::vector<std::uint64_t> Crew::run_at(Desk& desk) {
  shared_->desk = &desk;
  return work_together();
}

std::vector<std::uint64_t> Crew::work_together() {
  Shared& shared = *shared_;
  const bool has_helpers =
      shared.options.pool != nullptr && may_have_helpers(shared.plan, shared.options);
  if (has_helpers) shared.options.pool->add(*this);
  Worker worker(*this, &shared.automata);
  worker.work(HostPatience);
  if (has_helpers) shared.options.pool->remove(*this);
  std::vector<std::uint64_t> events{worker.events()};
  for (const auto& idle : shared.idle_workers) events.push_back(idle->events());
  return events;
}

ExplorationState Crew::split(ExplorationState state, std::size_t wanted) {
  work::Board& board = shared_->local.board();
  // The oldest are the largest: they are split first.
  std::deque<work::Item> items(std::make_move_iterator(state.items.begin()),
                               std::make_move_iterator(state.items.end()));
  state.items.clear();
  shared_->local.put(std::move(state));
  Worker worker(*this, &shared_->automata);
  while (!items.empty() && items.size() < wanted && !board.is_stopped()) {
    board.put(std::move(items.front()));
    items.pop_front();
    worker.work_briefly();
    for (const work::Item& item : board.take_items()) items.push_back(item);
  }
  ExplorationState split = shared_->local.state();
  split.items.assign(std::make_move_iterator(items.begin()), std::make_move_iterator(items.end()));
  return split;
}

void Crew::help() {
  Shared& shared = *shared_;
  std::unique_ptr<Worker> worker;
  {
    const std::lock_guard lock(shared.mutex);
    if (!shared.idle_workers.empty()) {
      worker = std::move(shared.idle_workers.back());
      shared.idle_workers.pop_back();
    }
  }
  if (!worker) worker = std::make_unique<Worker>(*this, nullptr);
  worker->work(GuestPatience);
  const std::lock_guard lock(shared.mutex);
  shared.idle_workers.push_back(std::move(worker));
}

}  // namespace drover
