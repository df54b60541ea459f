#include "words/thread_endings.h"

#include <cstddef>
#include <string>

#include "support/format.h"

namespace drover::words {

namespace {

drawing::ThreadEnding ending_of(const Label& label, ThreadEnd end) {
  const std::string where = label.source.line == 0 ? "" : format(": line {}", label.source.line);
  switch (end) {
    case ThreadEnd::Finished: return {};
    case ThreadEnd::NotStarted: return {"not started", false};
    case ThreadEnd::Blocked: return {"blocked" + where, false};
    case ThreadEnd::StuckAtAwait: return {"waits for ever" + where, true};
    case ThreadEnd::Error: return {"fails" + where, true};
    case ThreadEnd::Cut: return {"cut at the loop bound" + where, false};
  }
  return {};
}

}  // namespace

std::vector<drawing::ThreadEnding> thread_endings(const ProgramAutomata& automata,
                                                  std::span<const NodeId> nodes,
                                                  std::span<const ThreadEnd> ends) {
  std::vector<drawing::ThreadEnding> endings;
  endings.reserve(ends.size());
  for (std::size_t t = 0; t < ends.size(); ++t) {
    endings.push_back(ending_of(automata.thread(ThreadId(t)).label(nodes[t]), ends[t]));
  }
  return endings;
}

}  // namespace drover::words
