#include <algorithm>
#include <cstddef>
#include <vector>

#include "explorer/graph/text_printer.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/reason_words.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::words {

namespace {

// Writes the text of one error. Short-lived: holds references.
class ErrorText {
 public:
  ErrorText(const explain::ErrorExplanation& explanation, const Program& program, Colour colour,
            std::size_t columns)
      : explanation_(explanation),
        error_(explanation.reported()),
        names_(explanation.run->names),
        program_(program),
        colour_(colour),
        columns_(columns) {}

  std::string write() {
    out_ += "  Execution A shows it:\n";
    out_ += indented(
        print_text(error_.graph, names_, event_remarks(error_), {.columns = columns_ - 4}), "    ");
    if (explanation_.order) write_order(*explanation_.order);
    for (std::size_t i = 0; i < explanation_.waits.size(); ++i) write_wait(i);
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string wrap(std::string_view text, std::size_t first,
                                 std::size_t others) const {
    return wrapped(text, first, others, columns_);
  }

  [[nodiscard]] std::string event(EventId id) const {
    return event_words(error_.graph, id, names_);
  }

  // ---- Two events

  void write_order(const explain::MissingOrder& order) {
    const EventId from = order.is_forward ? order.first : order.second;
    const EventId to = order.is_forward ? order.second : order.first;
    if (order.is_ordered) {
      out_ += wrap(
          format("{} comes too late: {} happens before it.", capitalised(event(to)), event(from)),
          2, 2);
      write_path(order);
      return;
    }
    out_ += wrap(format("Nothing orders {} and {}: neither happens before the other.",
                        event(order.first), event(order.second)),
                 2, 2);
    if (order.path.empty()) {
      out_ += wrap(
          "No thread reads what was written after one of them before it comes to the other, so no "
          "release and acquire would order them in this execution: that takes a lock, or a flag "
          "that is written after the one and awaited before the other.",
          2, 2);
    } else {
      out_ += format("  Through what threads read, {} leads to {}:\n",
                     order.is_forward ? "the first" : "the second",
                     order.is_forward ? "the second" : "the first");
      write_path(order);
    }
    for (const CycleEdge& gap : order.gaps) {
      out_ += wrap(format("That {} reads from {} does not synchronise them.", event(gap.to),
                          event(gap.from)),
                   2, 2);
    }
    if (order.repair) write_repair(*order.repair);
  }

  void write_path(const explain::MissingOrder& order) {
    for (std::size_t i = 0; i < order.path.size(); ++i) {
      const CycleEdge& edge = order.path[i];
      const std::string sentence = pair_words(error_.graph, edge.from, edge.edge, edge.to, names_);
      out_ += wrap(
          format("{}. {} {}", i + 1, sentence, painted(colour_, Dim, "[" + edge.edge + "]")), 4, 7);
    }
  }

  void write_repair(const explain::TriedRepair& repair) {
    const std::string_view end = repair.is_safe   ? "it is gone, and so is every other error"
                                 : repair.is_gone ? "it is gone, but there are other errors"
                                                  : "it is still there";
    const auto words_of = [this](const explain::ModeChange& change) {
      return format("`{}` for `{}` at {}", mode_name(change.to), mode_name(change.from),
                    names_.places->place(change.source));
    };
    out_ +=
        wrap(format("Tried: with {}, {}.", joined(repair.changes, " and ", words_of), end), 2, 2);
  }

  // ---- Waits

  void write_wait(std::size_t index) {
    const explain::EndlessWait& wait = explanation_.waits[index];
    const std::string reason =
        fact_text(index == 0 ? error_.place.fact : error_.others[index - 1].fact);
    out_ += wrap(format("{} ({}).", reason, names_.place(wait.source)), 2, 2);
    if (wait.read.is_none()) return;
    std::vector<const explain::WaitedWrite*> told;
    for (const explain::WaitedWrite& write : wait.writes) {
      if (write.would_end != false) told.push_back(&write);
    }
    const std::string cell = names_.location(error_.graph.event(wait.read).label.location);
    if (told.empty() && wait.is_shared) {
      out_ += wrap(wait.writes.empty()
                       ? format("Nothing else in the program writes {}.", cell)
                       : format("No other write of {} in the program would end it.", cell),
                   4, 4);
    }
    if (told.empty()) return;
    out_ += "    What could end it:\n";
    for (const explain::WaitedWrite* write : told) {
      out_ += wrap(format("- {}.", waited_write_words(*write, explanation_, wait, program_)), 4, 6);
    }
  }

  const explain::ErrorExplanation& explanation_;
  const ReportedError& error_;
  const GraphNames& names_;
  const Program& program_;
  Colour colour_;
  std::size_t columns_;
  std::string out_;
};

}  // namespace

std::string waited_write_words(const explain::WaitedWrite& write,
                               const explain::ErrorExplanation& explanation,
                               const explain::EndlessWait& wait, const Program& program) {
  const ReportedError& error = explanation.reported();
  const GraphNames& names = explanation.run->names;
  const std::string& thread = program.threads[write.thread.value].name;
  const std::string cell = names.location(error.graph.event(wait.read).label.location);
  const std::string what = write.value ? format("{} = {}", cell, names.value(*write.value)) : cell;
  const std::string at = names.place(write.source);
  const std::string place = write.may_be_elsewhere && write.event.is_none()
                                ? format("{}'s write at {}, if it is of {},", thread, at, what)
                                : format("{}'s write of {} at {}", thread, what, at);
  if (!write.event.is_none()) {
    return place + (write.would_end == true ? " has taken place, but was overwritten"
                                            : " has taken place, and did not end it");
  }
  const auto own = error.graph.events_of(write.thread);
  const bool failed = std::ranges::any_of(own, [&](EventId id) {
    const Event& event = error.graph.event(id);
    return event.is_failed_exclusive && event.label.source == write.source;
  });
  if (failed) return place + " was not made: the compare-and-swap failed";
  const bool waits = std::ranges::any_of(explanation.waits, [&](const explain::EndlessWait& other) {
    return other.thread == write.thread;
  });
  if (waits) return format("{} is not reached: {} waits itself", place, thread);
  const bool is_final = program.threads[write.thread.value].role == ThreadRole::Final;
  if (is_final) return place + " comes only when all threads have ended";
  return format("{} is not reached: {} ends without coming there", place, thread);
}

std::string error_text(const explain::ErrorExplanation& explanation, const Program& program,
                       Colour colour, std::size_t columns) {
  return ErrorText(explanation, program, colour, columns).write();
}

}  // namespace drover::words
