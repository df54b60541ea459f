#include "drawing/thread_endings.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "explorer/findings/stop_finder.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

// Final memory decides between waiting and being cut. Only a deadlock makes a thread wait forever.
std::string_view stop_word(StopKind kind, bool is_deadlock) {
  switch (kind) {
    case StopKind::None: return "";
    case StopKind::Assumption: return "assumption fails";
    case StopKind::Block: return "blocked";
    case StopKind::LooksAgain: return "cut, would go on";
    case StopKind::Waits: return is_deadlock ? "waits forever" : "waits";
    case StopKind::Undecided: return "cut";
    case StopKind::Joins: return is_deadlock ? "waits forever" : "waits";
  }
  return "";
}

std::string place_text(SourceRange source) {
  return source.line == 0 ? "" : format(": line {}", source.line);
}

// Returns "waits forever: line 4, x = 0".
std::string stop_text(const ThreadStop& stop, bool is_deadlock, const GraphNames& names) {
  std::string text(stop_word(stop.kind, is_deadlock));
  text += place_text(stop.source);
  if (stop.joined) text += format(", for the end of {}", names.threads[stop.joined->value]);
  for (const auto& [name, value] : stop.values) {
    text += format(", {} = {}", name, names.value(value));
  }
  return text;
}

}  // namespace

std::vector<ThreadEnding> thread_endings(const ExplorationResult& result, const MemoryModel& model,
                                         const Execution& execution) {
  const std::vector<ThreadStop> stops = result.stops->find(execution, model, WaitText::Included);
  const bool has_deadlock = is_deadlock(execution, stops);
  std::vector<ThreadEnding> endings;
  endings.reserve(stops.size());
  for (std::size_t t = 0; t < stops.size(); ++t) {
    const Label& label = result.automata->thread(ThreadId(t)).label(execution.nodes[t]);
    switch (execution.ends[t]) {
      case ThreadEnd::Finished: endings.emplace_back(); break;
      case ThreadEnd::NotStarted: endings.push_back({"not started", false}); break;
      case ThreadEnd::Error: endings.push_back({"fails" + place_text(label.source), true}); break;
      case ThreadEnd::Cut:
        endings.push_back(
            {(label.value == static_cast<Value>(CutReason::Threads) ? "cut at the limit of threads"
                                                                    : "cut at the loop bound") +
                 place_text(label.source),
             false});
        break;
      case ThreadEnd::Blocked:
      case ThreadEnd::StuckAtAwait:
      case ThreadEnd::StuckAtJoin:
        endings.push_back({stop_text(stops[t], has_deadlock, result.names), has_deadlock});
        break;
    }
  }
  return endings;
}

}  // namespace drover::drawing
