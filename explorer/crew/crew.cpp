#include "explorer/crew/crew.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>

#include "explorer/crew/crew_worker.h"
#include "explorer/crew/headquarters.h"

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

}  // namespace

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
