#include "explorer/plan/short_run.h"

#include <memory>
#include <vector>

#include "explorer/plan/plan_search.h"
#include "support/check.h"

namespace drover {

namespace {

class ShortRun : private ExecutionObserver {
 public:
  ShortRun(const Plan& plan, const MemoryModel& model)
      : plan_(plan), model_(model), automata_(plan.reduced.program, plan.unfold) {
    control_.set_heartbeat([this] { control_.pause(); });
  }

  bool ends_within(std::uint64_t moments) {
    add_search();
    searches_[0]->begin();
    for (std::uint64_t i = 0; i < moments; ++i) {
      control_.go_on();
      switch (searches_.back()->run()) {
        case SearchEnd::Done:
          searches_.pop_back();
          if (searches_.empty()) return true;
          break;
        case SearchEnd::Paused: break;
        case SearchEnd::TooManyEvents:
          if (!go_on_wider(searches_.back()->take_overflow())) return false;
          break;
      }
      if (control_.has_stopped()) return false;
    }
    return false;
  }

 private:
  void on_execution(const Execution& /*execution*/) override {}

  void add_search() {
    const auto width = static_cast<std::uint32_t>(searches_.size());
    searches_.push_back(make_search(plan_, model_, width, automata_, control_, *this));
  }
  bool go_on_wider(const Bytes& item) {
    if (!has_width(plan_.algorithm, static_cast<std::uint32_t>(searches_.size()))) return false;
    add_search();
    const bool is_good = searches_.back()->load(item);
    DROVER_CHECK(is_good, "a work item fits into a larger graph");
    return true;
  }

  const Plan& plan_;
  const MemoryModel& model_;
  ProgramAutomata automata_;
  RunControl control_;
  std::vector<std::unique_ptr<Search>> searches_;  // by width; the last is active
};

}  // namespace

bool ends_within(const Plan& plan, const MemoryModel& model, std::uint64_t moments) {
  return ShortRun(plan, model).ends_within(moments);
}

}  // namespace drover
