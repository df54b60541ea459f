#include "explorer/histories/settled_histories.h"

#include <algorithm>

#include "explorer/models/model_traits.h"
#include "explorer/plan/program_features.h"

namespace drover::histories {

namespace {

// A cache to save work; its size is limited.
constexpr std::size_t MaxSettled = 500'000;

}  // namespace

SettledHistories::SettledHistories(const ProgramAutomata& automata, const MemoryModel& model)
    : automata_(automata),
      single_calls_(single_calls(automata.program())),
      marks_(automata.thread_count()) {
  const ModelTraits& traits = model.traits();
  const bool is_by_reads = traits.call_order == CallOrder::ReadsFrom;
  is_useful_ = model.is_builtin() && automata.program().specified.size() == 1 &&
               (is_by_reads || traits.call_order == CallOrder::HappensBefore);
  kind_of_mark_ = [this](std::size_t thread, NodeId node) { return mark_at(thread, node).kind; };
  question_ = {.knowledge = is_by_reads ? EventOrder::ReadsFrom : EventOrder::HappensBefore,
               .causes = traits.access_order == AccessOrder::Total ? EventOrder::HappensBefore
                                                                   : EventOrder::ReadsFrom,
               .kind_of_mark = kind_of_mark_};
}

const SettledHistories::Mark& SettledHistories::mark_at(std::size_t thread, NodeId node) {
  std::vector<Mark>& marks = marks_[thread];
  if (marks.size() <= node.value) marks.resize(node.value + std::size_t{1});
  Mark& mark = marks[node.value];
  if (mark.is_known) return mark;
  mark.is_known = true;
  const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
  const Label& label = automaton.label(node);
  const AnnotatedCall& said = automaton.call(label);
  const auto& operations = automata_.program().specified.front().operations;
  const auto operation =
      std::ranges::find(operations, said.function, &SpecifiedObject::Operation::function);
  if (operation == operations.end()) return mark;
  mark.kind = label.is_begin ? MarkKind::Begin : MarkKind::End;
  std::vector<Value> what{operation - operations.begin(), label.is_begin ? 1 : 0};
  what.insert(what.end(), said.arguments.begin(), said.arguments.end());
  mark.number = numbers_.try_emplace(std::move(what), numbers_.size() + 1).first->second;
  return mark;
}

bool SettledHistories::contains(const CallOrders& orders, const std::vector<ThreadId>& waiting) {
  last_.clear();
  for (std::size_t i = 0; i < orders.calls.size(); ++i) {
    const CallOrders::Place& place = orders.calls[i];
    const std::uint32_t end = place.end.is_none() ? 0 : mark_at(place.thread, place.end).number;
    const std::uint32_t begin = mark_at(place.thread, place.begin).number;
    const CallOrders::Rows& rows = orders.rows[i];
    last_.push_back(std::uint64_t{begin} << 32 | end);
    last_.push_back(std::uint64_t{place.thread});
    last_.push_back(std::uint64_t{rows.known} << 32 | rows.before);
    last_.push_back(std::uint64_t{rows.causes} << 32 | rows.clashes);
  }
  for (const ThreadId thread : waiting) last_.push_back(thread.value);
  return settled_.contains(last_);
}

void SettledHistories::add_last() {
  if (settled_.size() >= MaxSettled) settled_.clear();
  settled_.insert(last_);
}

}  // namespace drover::histories
