#include "explorer/crew/crew_worker.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "explorer/findings/program_names.h"
#include "support/check.h"

namespace drover {

namespace {

// An item that overflows its graphs this often is explored in larger ones altogether.
constexpr std::size_t MaxOverflows = 8;

}  // namespace

bool may_have_helpers(const Plan& plan, const ExplorerOptions& options) {
  return is_splittable(plan.algorithm) && !options.on_execution && !options.on_final_state &&
         !plan.max_executions && !plan.knows_executions();
}

Judge::Examination Crew::Shared::examination_of(const work::Place& place) {
  const std::lock_guard lock(mutex);
  return examined && *examined < place ? Judge::Examination::Done : Judge::Examination::Due;
}

void Crew::Shared::note_examined(const work::Place& place) {
  const std::lock_guard lock(mutex);
  if (!examined || place < *examined) examined = place;
}

Crew::Worker::Worker(Crew& crew, ProgramAutomata* automata)
    : shared_(*crew.shared_),
      // Aliasing pointer: does not own the caller's automata.
      automata_(
          automata != nullptr
              ? std::shared_ptr<ProgramAutomata>(std::shared_ptr<void>(), automata)
              : std::make_shared<ProgramAutomata>(shared_.automata.program(), shared_.plan.unfold)),
      judge_(shared_.program, *automata_, shared_.options, shared_.plan, names_of(automata_),
             control_) {
  set_limits();
}

void Crew::Worker::work(std::chrono::milliseconds patience) {
  while (auto item = shared_.desk->take(call_, patience)) run(std::move(*item));
}

void Crew::Worker::work_briefly() {
  constexpr std::uint32_t Looks = 1;
  looks_left_ = Looks;
  if (auto item = shared_.desk->take(call_, {})) run(std::move(*item));
  looks_left_.reset();
}

void Crew::Worker::set_limits() {
  const ExplorerOptions& options = shared_.options;
  if (options.max_seconds) control_.set_time_limit(*options.max_seconds, shared_.start);
  control_.set_interrupt_flag(options.interrupt);
  control_.set_attention_flag(&call_);
  control_.set_heartbeat([this] { look_around(); });
}

// The heartbeat: reports progress.
void Crew::Worker::look_around() {
  const std::uint64_t seen = judge_.seen();
  shared_.desk->note({seen - std::exchange(told_, seen), control_.depth()});
  if (judge_.has_examined_enough() && !has_told_) {
    has_told_ = true;
    shared_.note_examined(place_);
  }
  if (looks_left_.value_or(0) > 0 && --*looks_left_ == 0) call_ = true;
  if (has_short_stretches_) control_.pause();
}

Search& Crew::Worker::search(std::uint32_t width) {
  if (searches_.size() <= width) searches_.resize(width + std::size_t{1});
  if (!searches_[width]) {
    searches_[width] =
        make_search(shared_.plan, *shared_.options.model, width, *automata_, control_, judge_);
  }
  return *searches_[width];
}

void Crew::Worker::run(work::Item item) {
  start(std::move(item));
  Stretch stretch = Stretch::Unfinished;
  while (stretch == Stretch::Unfinished) stretch = advance();
  finish(stretch);
}

void Crew::Worker::start(work::Item item) {
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

void Crew::Worker::finish(Stretch last) {
  Findings findings = judge_.finish();
  findings.vsc = counters_since();
  events_ += findings.events;
  ItemEnd end;
  if (last != Stretch::Dropped) end.findings = std::move(findings);
  if (control_.has_stopped()) end.stopped_by = control_.reason();
  shared_.desk->finish(place_, std::move(end));
}

// Returns VerifySC's counters since the last call: searches count across items.
std::optional<vsc::VscCounters> Crew::Worker::counters_since() {
  std::optional<vsc::VscCounters> all;
  for (const auto& each : searches_) {
    if (each && !all) all = counters_of(*each);
  }
  if (!all) return std::nullopt;
  const vsc::VscCounters before = std::exchange(counted_, *all);
  return vsc::VscCounters{.instances = all->instances - before.instances,
                          .refuted_by_closure = all->refuted_by_closure - before.refuted_by_closure,
                          .states = all->states - before.states,
                          .seconds = all->seconds - before.seconds};
}

// Explores the current item until there is an order, and carries it out.
Crew::Worker::Stretch Crew::Worker::advance() {
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

// True if the rest of a stopped run will be needed. Writing it takes long for executions of
// thousands of events.
bool Crew::Worker::is_rest_wanted() const {
  const ExplorerOptions& options = shared_.options;
  return options.checkpoint != nullptr || options.parts == PartsKept::Apart ||
         options.cluster != nullptr;
}

// True if there is work: an unfinished search, or else a waiting part.
bool Crew::Worker::load_next() {
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
void Crew::Worker::widen() {
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
void Crew::Worker::give_one() {
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

void Crew::Worker::give_all() {
  while (!rest_.empty()) give_one();
  for (const std::uint32_t width : active_) {
    while (auto part = search(width).split()) {
      shared_.desk->give(place_, std::move(*part), width);
    }
  }
  active_.clear();
}

}  // namespace drover
