#include "cli/progress_search.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "explorer/algorithms/stop_request.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"

namespace drover::cli {

namespace {

using progress::StuckThread;
using progress::ThreadFate;

std::string_view fate_words(ThreadFate fate) {
  switch (fate) {
    case ThreadFate::Ends: return "ends";
    case ThreadFate::NotBegun: return "is never scheduled";
    case ThreadFate::Loops: return "loops forever";
    case ThreadFate::Halted: return "is not scheduled any more";
    case ThreadFate::Waits: return "waits forever";
  }
  return "";
}

}  // namespace

std::optional<ProgressOutcome> search_progress(const Program& program, const std::string& model,
                                               std::optional<double> max_seconds) {
  const auto asked = progress::find_progress_model(model);
  if (!asked) return std::nullopt;
  constexpr std::size_t MaxStates = 2'000'000;
  RunControl control;
  control.set_interrupt_flag(&interrupt_flag());
  if (max_seconds) control.set_time_limit(*max_seconds);
  return ProgressOutcome{.model = model,
                         .result = find_endless_run(program, *asked, control, MaxStates),
                         .deadlocks = 0,
                         .memory_model = {}};
}

std::string progress_sentence(const ProgressOutcome& outcome, const Program& program) {
  if (!outcome.result.endless) {
    std::string out =
        outcome.result.is_complete
            ? "every interleaving ends"
            : format("not decided after {} states of interleavings", outcome.result.states);
    if (outcome.deadlocks > 0) {
      out += format(", but {} {} under {} {} forever whatever the scheduler does",
                    outcome.deadlocks, outcome.deadlocks == 1 ? "execution" : "executions",
                    outcome.memory_model, outcome.deadlocks == 1 ? "waits" : "wait");
    }
    return out;
  }
  std::vector<std::string> threads;
  for (std::size_t t = 0; t < outcome.result.endless->size(); ++t) {
    const StuckThread& thread = (*outcome.result.endless)[t];
    if (thread.fate == ThreadFate::Ends) continue;
    const bool has_place = thread.fate != ThreadFate::NotBegun && thread.source.line > 0;
    threads.push_back(
        format("{} {}{}", program.threads[t].name, fate_words(thread.fate),
               has_place ? format(" at {}:{}", thread.source.line, thread.source.column) : ""));
  }
  return format("an interleaving does not end: {}", joined(threads, ", "));
}

Json progress_json(const ProgressOutcome& outcome, const Program& program) {
  const std::optional<bool> ends = outcome.every_one_ends();
  Json out{{"model", outcome.model},
           {"every_interleaving_ends", ends ? Json(*ends) : Json()},
           {"threads", Json::array()},
           {"deadlocks", outcome.deadlocks}};
  if (!outcome.result.endless) return out;
  for (std::size_t t = 0; t < outcome.result.endless->size(); ++t) {
    const StuckThread& thread = (*outcome.result.endless)[t];
    out["threads"].push_back({{"thread", program.threads[t].name},
                              {"fate", fate_words(thread.fate)},
                              {"line", thread.source.line},
                              {"column", thread.source.column}});
  }
  return out;
}

}  // namespace drover::cli
