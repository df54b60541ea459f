#include "cli/text/vsc_report.h"

#include <algorithm>

#include "explorer/algorithms/stop_request.h"
#include "support/check.h"
#include "support/format.h"
#include "words/run_words.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

std::string reason_text(const VscReport& report, const vsc::OrderEdge& edge) {
  const std::string reader =
      edge.reader == vsc::NoOperation ? "" : operation_text(report, edge.reader);
  switch (edge.reason) {
    case vsc::OrderReason::InitialWrite: return "initial values come first";
    case vsc::OrderReason::ProgramOrder:
      return format("the order of thread {}",
                    report.history.threads[operation_of(report, edge.before).thread]);
    case vsc::OrderReason::Given: return "the order that is given";
    case vsc::OrderReason::FirstSource: {
      std::size_t sources = 0;
      for_each_bit(report.instance.good_writes(edge.reader), [&](std::size_t) { ++sources; });
      return sources == 1 ? "it reads from it" : "it reads from it, or from a write after it";
    }
    case vsc::OrderReason::LastSource:
      return format("it comes before {}, which reads from the other or an earlier write", reader);
    case vsc::OrderReason::AfterSources: return "it reads what the other overwrites";
    case vsc::OrderReason::ReadsFrom: return "it would read from it";
    case vsc::OrderReason::ReadsEarlier: return "it would read what the other overwrites";
  }
  DROVER_UNREACHABLE("every reason has a text");
}

std::string witness_text(const VscReport& report) {
  std::size_t width = 0;
  for (const std::string& name : report.history.threads) width = std::max(width, name.size());
  std::string out;
  for (const vsc::VscIndex index : report.trace) {
    const History::Operation& operation = operation_of(report, index);
    out += format("  {:{}}  {}  (line {})\n", report.history.threads[operation.thread], width,
                  report.source.text(operation.source), operation.source.line);
  }
  return out;
}

std::string cycle_text(const VscReport& report, const vsc::OrderCycle& cycle) {
  std::string out;
  for (const vsc::OrderEdge& edge : cycle) out += format("    {}\n", edge_text(report, edge));
  return out;
}

std::string conflict_text(const VscReport& report, const vsc::ConflictReason& conflict) {
  const std::string reader = operation_text(report, conflict.reader);
  const History::Operation& operation = operation_of(report, conflict.reader);
  const std::string variable = report.history.variables[operation.variable];
  if (conflict.attempts.empty()) {
    return format("  {}: nothing else writes {} to `{}`\n", reader, operation.read, variable);
  }
  std::string out;
  for (const vsc::ConflictReason::Attempt& attempt : conflict.attempts) {
    if (attempt.write == vsc::NoOperation) {
      out += "  these cannot all hold:\n";
    } else {
      out += format("  {} cannot read {}:\n", reader, operation_text(report, attempt.write));
    }
    out += cycle_text(report, attempt.cycle);
    const bool is_obvious = attempt.overwritten.empty() ||
                            attempt.overwritten.front().reason == vsc::OrderReason::InitialWrite;
    if (!is_obvious) {
      out += "  where the other overwrites it, because\n";
      out += cycle_text(report, attempt.overwritten);
    }
  }
  return out;
}

std::string search_text(const VscReport& report) {
  std::string out = format("  no order of the threads explains it ({} searched)\n",
                           words::plural(report.counters.states, "state"));
  out += format("  the longest attempt has {} of {} operations:\n", report.trace.size(),
                report.history.operations.size());
  out += witness_text(report);
  for (const StuckOperation& stuck : stuck_operations(report)) {
    out +=
        format("  {} cannot follow: {}\n", operation_text(report, stuck.operation), stuck.reason);
  }
  return out;
}

}  // namespace

const History::Operation& operation_of(const VscReport& report, vsc::VscIndex index) {
  return report.history.operations[index - report.instance.variable_count()];
}

std::string operation_text(const VscReport& report, vsc::VscIndex index) {
  if (report.instance.is_initial(index)) {
    return format("the initial value {} of `{}`", report.history.initial[index],
                  report.history.variables[index]);
  }
  const History::Operation& operation = operation_of(report, index);
  return format("line {} `{}`", operation.source.line, report.source.text(operation.source));
}

std::string edge_text(const VscReport& report, const vsc::OrderEdge& edge) {
  // Sentences about the read begin with the read.
  const bool is_turned =
      edge.reason == vsc::OrderReason::FirstSource || edge.reason == vsc::OrderReason::ReadsFrom;
  const vsc::VscIndex first = is_turned ? edge.after : edge.before;
  const vsc::VscIndex second = is_turned ? edge.before : edge.after;
  return format("{} comes {} {}: {}", operation_text(report, first), is_turned ? "after" : "before",
                operation_text(report, second), reason_text(report, edge));
}

std::vector<StuckOperation> stuck_operations(const VscReport& report) {
  const vsc::VscInstance& instance = report.instance;
  std::vector<std::size_t> position(instance.thread_count(), 0);
  std::vector<vsc::VscIndex> active(instance.variable_count());
  for (std::size_t x = 0; x < active.size(); ++x) active[x] = instance.initial_write(x);
  for (const vsc::VscIndex index : report.trace) {
    ++position[instance.operation(index).thread];
    if (instance.operation(index).writes()) active[instance.operation(index).variable] = index;
  }
  std::vector<StuckOperation> stuck;
  for (std::size_t thread = 0; thread < position.size(); ++thread) {
    const auto operations = instance.operations_of(thread);
    if (position[thread] == operations.size()) continue;
    const vsc::VscIndex next = operations[position[thread]];
    const vsc::VscIndex last = active[instance.operation(next).variable];
    if (instance.operation(next).reads() && !has_bit(instance.good_writes(next), last)) {
      stuck.push_back({next, format("the last write is {}", operation_text(report, last))});
    } else {
      stuck.push_back({next, format("a later operation needs {}", operation_text(report, last))});
    }
  }
  return stuck;
}

std::string text_report(const VscReport& report, Colour colour) {
  const auto painted = [&](std::string_view code, std::string_view text) {
    return words::painted(colour, code, text);
  };
  std::string out = report.source.name() + ": ";
  switch (report.answer) {
    case vsc::VscAnswer::Witness:
      out += painted(words::Green, "sequentially consistent") + ", for example in this order:\n";
      out += witness_text(report);
      break;
    case vsc::VscAnswer::NoWitness:
      out += painted(words::Red, "not sequentially consistent") + "\n";
      out += report.reason ? conflict_text(report, *report.reason) : search_text(report);
      break;
    case vsc::VscAnswer::Stopped:
      out += painted(words::Yellow, "not decided") +
             format(": {}\n",
                    words::stop_text(was_interrupted() ? requested_stop() : StopReason::MaxTime));
      break;
  }
  if (report.command.verbosity == Verbosity::Verbose) {
    out += format("  {}, {}, {}; {}, {:.3f} s\n",
                  words::plural(report.history.threads.size(), "thread"),
                  words::plural(report.history.variables.size(), "variable"),
                  words::plural(report.history.operations.size(), "operation"),
                  words::plural(report.counters.states, "state"), report.counters.seconds);
  }
  return out;
}

}  // namespace drover::cli
