#include "explorer/crew/crew.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/crew/headquarters.h"
#include "explorer/crew/local_desk.h"
#include "explorer/findings/judge.h"
#include "explorer/findings/program_names.h"
#include "explorer/plan/plan_search.h"
#include "support/check.h"

namespace drover {

namespace {

// A guest without work for this long leaves.
constexpr std::chrono::milliseconds GuestPatience{20};
constexpr std::chrono::hours HostPatience{24 * 365};

// Registers `host` with the pool during its own lifetime, also if work ends with an exception, such
// as lack of memory.
class Membership {
 public:
  Membership(work::Pool* pool, work::Host& host) : pool_(pool), host_(host) {
    if (pool_ != nullptr) pool_->add(host_);
  }
  ~Membership() {
    if (pool_ != nullptr) pool_->remove(host_);
  }
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

 private:
  work::Pool* pool_;
  work::Host& host_;
};

// An item that overflows its graphs this often is explored in larger ones altogether.
constexpr std::size_t MaxOverflows = 8;

// True if several workers may share the work: it can be split, executions are not reported one by
// one (that needs their order), and counting does not depend on earlier executions.
bool may_have_helpers(const Plan& plan, const ExplorerOptions& options) {
  return is_splittable(plan.algorithm) && !options.on_execution && !options.on_final_state &&
         !plan.max_executions && !plan.knows_executions();
}

}  // namespace

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
  [[nodiscard]] Judge::Examination examination_of(const work::Place& place) {
    const std::lock_guard lock(mutex);
    return examined && *examined < place ? Judge::Examination::Done : Judge::Examination::Due;
  }
  void note_examined(const work::Place& place) {
    const std::lock_guard lock(mutex);
    if (!examined || place < *examined) examined = place;
  }
};

// A worker of a crew; used by one thread at a time.
class Crew::Worker {
 public:
  enum class Stretch : std::uint8_t { Unfinished, Done, Dropped };

  // `automata`: if null, the worker makes its own.
  Worker(Crew& crew, ProgramAutomata* automata)
      : shared_(*crew.shared_),
        // Aliasing pointer: does not own the caller's automata.
        automata_(automata != nullptr
                      ? std::shared_ptr<ProgramAutomata>(std::shared_ptr<void>(), automata)
                      : std::make_shared<ProgramAutomata>(shared_.automata.program(),
                                                          shared_.plan.unfold)),
        judge_(shared_.program, *automata_, shared_.options, shared_.plan, names_of(automata_),
               control_) {
    set_limits();
  }

  // Works on the items of the desk, until it has waited for the next one for `patience`.
  void work(std::chrono::milliseconds patience) {
    while (auto item = shared_.desk->take(call_, patience)) run(std::move(*item));
  }
  // Explores a little of the first waiting item, and gives the rest back.
  void work_briefly() {
    constexpr std::uint32_t Looks = 1;
    looks_left_ = Looks;
    if (auto item = shared_.desk->take(call_, {})) run(std::move(*item));
    looks_left_.reset();
  }

  // The same in steps, for a simulation of several workers: an item, stretches of it while it is
  // unfinished, and its end. With `set_short_stretches` every stretch has about the same number of
  // events.
  void set_short_stretches() { has_short_stretches_ = true; }
  void start(work::Item item) {
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
  }
  // Explores the current item until there is an order, and carries it out.
  [[nodiscard]] Stretch advance() {
    if (!load_next()) return Stretch::Done;
    control_.go_on();
    switch (search(active_.back()).run()) {
      case SearchEnd::Done: active_.pop_back(); break;
      case SearchEnd::TooManyEvents: widen(); break;
      case SearchEnd::Paused: break;
    }
    if (control_.has_stopped()) {
      const bool is_decided =
          control_.reason() == StopReason::FirstError || control_.reason() == StopReason::Void;
      if (!is_decided && is_rest_wanted()) give_all();
      return Stretch::Done;
    }
    if (!call_.load(std::memory_order_relaxed)) return Stretch::Unfinished;
    switch (looks_left_ == 0 ? work::Order::Park : shared_.desk->order_for(place_)) {
      case work::Order::GoOn: break;
      case work::Order::Split: give_one(); break;
      case work::Order::Park: give_all(); return Stretch::Done;
      case work::Order::Drop: return Stretch::Dropped;
    }
    return Stretch::Unfinished;
  }
  void finish(Stretch last) {
    Findings findings = judge_.finish();
    findings.vsc = counters_since();
    events_ += findings.events;
    ItemEnd end;
    if (last != Stretch::Dropped) end.findings = std::move(findings);
    if (control_.has_stopped()) end.stopped_by = control_.reason();
    shared_.desk->finish(place_, std::move(end));
  }
  [[nodiscard]] work::Board::Call& call() { return call_; }

  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  struct Rest {
    Bytes bytes;
    std::uint32_t width = 0;
  };

  void run(work::Item item) {
    start(std::move(item));
    Stretch stretch = Stretch::Unfinished;
    while (stretch == Stretch::Unfinished) stretch = advance();
    finish(stretch);
  }
  void set_limits() {
    const ExplorerOptions& options = shared_.options;
    if (options.max_seconds) control_.set_time_limit(*options.max_seconds, shared_.start);
    control_.set_interrupt_flag(options.interrupt);
    control_.set_attention_flag(&call_);
    control_.set_heartbeat([this] { look_around(); });
  }
  // The heartbeat: reports progress.
  void look_around() {
    const std::uint64_t seen = judge_.seen();
    shared_.desk->note({seen - std::exchange(told_, seen), control_.depth()});
    if (judge_.has_examined_enough() && !has_told_) {
      has_told_ = true;
      shared_.note_examined(place_);
    }
    if (looks_left_.value_or(0) > 0 && --*looks_left_ == 0) call_ = true;
    if (has_short_stretches_) control_.pause();
  }
  Search& search(std::uint32_t width) {
    if (searches_.size() <= width) searches_.resize(width + std::size_t{1});
    if (!searches_[width]) {
      searches_[width] =
          make_search(shared_.plan, *shared_.options.model, width, *automata_, control_, judge_);
    }
    return *searches_[width];
  }
  // Returns VerifySC's counters since the last call: searches count across items.
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
  // True if the rest of a stopped run will be needed. Writing it takes long for executions of
  // thousands of events.
  [[nodiscard]] bool is_rest_wanted() const {
    const ExplorerOptions& options = shared_.options;
    return options.checkpoint != nullptr || options.parts == PartsKept::Apart ||
           options.cluster != nullptr;
  }
  // True if there is work: an unfinished search, or else a waiting part.
  bool load_next() {
    if (!active_.empty()) return true;
    if (rest_.empty()) return false;
    const Rest next = std::move(rest_.front());
    rest_.erase(rest_.begin());
    // Items from outside have been validated when they were read.
    const bool is_good = search(next.width).load(next.bytes);
    DROVER_CHECK(is_good, "a work item can be read again");
    active_.push_back(next.width);
    return true;
  }
  // The current graph does not fit: continues with it in a larger one. If that happens often, moves
  // all remaining work there.
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
    for (auto narrow = active_.rbegin(); narrow != active_.rend(); ++narrow) {
      for (Bytes& part : take_all(search(*narrow))) rest.push_back({std::move(part), width + 1});
    }
    rest_.insert(rest_.begin(), std::make_move_iterator(rest.begin()),
                 std::make_move_iterator(rest.end()));
    active_.clear();
    std::uint32_t known = shared_.width.load(std::memory_order_relaxed);
    while (known < width + 1 && !shared_.width.compare_exchange_weak(known, width + 1)) {
    }
  }
  // Gives away the oldest open choices, which come last.
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

Crew::Crew(const Program& program, const Plan& plan, const ExplorerOptions& options,
           ProgramAutomata& automata)
    : shared_(std::make_unique<Shared>(program, plan, options, automata)) {}

Crew::~Crew() = default;

CrewReport Crew::run(ExplorationState state) {
  Shared& shared = *shared_;
  const cluster::Round round{.is_fallback = shared.plan.is_fallback,
                             .obstacle = shared.plan.obstacle};
  shared.local.put(std::move(state));
  CrewReport report;
  if (shared.options.simulated_workers > 0 && may_have_helpers(shared.plan, shared.options)) {
    report.events_of_workers = simulate(shared.options.simulated_workers);
  } else if (shared.options.cluster != nullptr && may_have_helpers(shared.plan, shared.options)) {
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
  Worker worker(*this, &shared.automata);
  {
    const Membership membership(has_helpers ? shared.options.pool : nullptr, *this);
    worker.work(HostPatience);
  }
  std::vector<std::uint64_t> events{worker.events()};
  for (const auto& idle : shared.idle_workers) events.push_back(idle->events());
  return events;
}

std::vector<std::uint64_t> Crew::simulate(std::size_t count) {
  Shared& shared = *shared_;
  // About the time of 64 events: the interval between two polls of a worker.
  constexpr std::chrono::nanoseconds Round{2500};
  struct Player {
    std::unique_ptr<Worker> worker;
    bool is_busy = false;
  };
  std::vector<Player> players(count);
  for (Player& each : players) {
    ProgramAutomata* const first = &each == players.data() ? &shared.automata : nullptr;
    each.worker = std::make_unique<Worker>(*this, first);
    each.worker->set_short_stretches();
  }
  work::Board& board = shared.local.board();
  while (!board.is_done()) {
    std::size_t hungry = 0;
    for (Player& each : players) {
      if (!each.is_busy) {
        std::optional<work::Item> item = board.take_at_once(each.worker->call());
        each.is_busy = item.has_value();
        if (item) each.worker->start(std::move(*item));
      }
      if (!each.is_busy) {
        ++hungry;
        continue;
      }
      const Worker::Stretch stretch = each.worker->advance();
      if (stretch == Worker::Stretch::Unfinished) continue;
      each.worker->finish(stretch);
      each.is_busy = false;
    }
    board.wait_elsewhere(hungry);
    shared.time.pass(Round);
  }
  std::vector<std::uint64_t> events;
  for (const Player& each : players) events.push_back(each.worker->events());
  return events;
}

ExplorationState Crew::split(ExplorationState state, std::size_t wanted) {
  work::Board& board = shared_->local.board();
  // The oldest items are the largest: they are split first.
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
