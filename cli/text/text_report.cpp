#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>

#include "cli/report.h"
#include "cli/terminal.h"
#include "explorer/findings/error_places.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

using words::Bold;
using words::Green;
using words::Red;
using words::Yellow;

// Final states beyond this number are counted, not listed.
constexpr std::size_t MaxListedOutcomes = 50;
// Other errors of a line, and unreached assertions, beyond this number are counted, not listed.
constexpr std::size_t MaxListedPlaces = 10;
// Lines that block threads, and loops that were not cut, beyond this number: likewise.
constexpr std::size_t MaxListedLines = 4;
// Maximal number of error places shown with executions.
constexpr std::size_t MaxShownPlaces = 20;

bool has_failure(const ExplorationResult& result, const CheckCommand& command) {
  return std::ranges::any_of(result.errors, [&](const ReportedError& error) {
    return command.fails.contains(error.kind);
  });
}

// "1 error of kind race, 2 errors of kind memory".
std::string kinds_text(const ExplorationResult& result) {
  std::map<ErrorKind, std::uint64_t> counts;
  for (const ReportedError& error : result.errors) ++counts[error.kind];
  return joined(counts, ", ", [](const auto& each) {
    return format("{} of kind {}", words::plural(each.second, "error"),
                  error_kind_name(each.first));
  });
}

// Returns why --strict fails a run: it is vacuous, or has unreached assertions. Else empty.
std::string strict_remark(const ExplorationResult& result) {
  if (result.verdict == Verdict::Vacuous) return ", which --strict counts as a failure";
  if (result.verdict != Verdict::Safe || result.unreached.empty()) return "";
  return ", but not all assertions are reached, which --strict counts as a failure";
}

// Messages contain program text, and begin a line that editors parse.
std::string on_one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text;
}

class TextReport {
 public:
  TextReport(const CheckReport& report, Colour colour) : report_(report), colour_(colour) {}

  [[nodiscard]] std::string write() {
    write_errors();
    for (const words::PlacedSentence& warning : words::vacuity_sentences(result())) {
      write_warning(warning, "vacuous");
    }
    for (const words::PlacedSentence& warning : words::leak_sentences(result())) {
      write_warning(warning, "leak");
    }
    for (const words::PlacedSentence& warning : words::open_order_sentences(result())) {
      write_warning(warning, "open-order");
    }
    write_verdict();
    write_counts();
    write_workers();
    write_sample();
    write_unreached();
    write_blocked();
    write_reductions();
    write_stop();
    write_loops();
    write_assumptions();
    if (report_.progress) {
      line(format("progress {}: {}", report_.progress->model,
                  progress_sentence(*report_.progress, report_.program)));
    }
    write_conditions();
    write_outcomes();
    if (report_.command.verbosity == Verbosity::Verbose) write_details();
    return std::move(out_);
  }

 private:
  [[nodiscard]] const ExplorationResult& result() const { return report_.result; }
  [[nodiscard]] const std::string& file() const { return report_.program.file; }
  // Returns the file of a place; the file may be an included one.
  [[nodiscard]] const std::string& file(const SourceRange& at) const {
    return report_.source.parts().empty() ? file() : report_.source.file_of(at);
  }

  void line(std::string_view text) { out_ += format("  {}\n", text); }
  void lines(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) line(text);
  }

  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    return words::painted(colour_, code, text);
  }

  // Errors of one kind on one line have similar executions: only the first is shown. Errors of one
  // execution stand together, and it is shown once.
  void write_errors() {
    const std::vector<ErrorsOfPlace> places = shown_places();
    std::map<const ExecutionGraph*, std::size_t> known;  // lookup only: its order does not matter
    std::vector<std::vector<const ErrorsOfPlace*>> groups;
    for (const ErrorsOfPlace& place : places) {
      const SharedGraph& graph = result().errors[place.first].graph;
      const auto [group, is_new] = known.try_emplace(graph.identity(), groups.size());
      const bool is_alone = is_new || graph.size() == 0;  // without an execution
      if (is_alone) groups.emplace_back();
      if (is_alone) group->second = groups.size() - 1;
      groups[group->second].push_back(&place);
    }
    for (const std::vector<const ErrorsOfPlace*>& group : groups) {
      for (const ErrorsOfPlace* place : group) write_error(result().errors[place->first]);
      write_execution(group);
      for (const ErrorsOfPlace* place : group) write_others(*place);
    }
    std::size_t shown = 0;
    for (const ErrorsOfPlace& place : places) shown += 1 + place.others.size();
    const std::size_t left_out = result().errors.size() - shown;
    if (left_out == 0) return;
    out_ += format("… and {} more at other places (all of them with --verbose and --json)\n\n",
                   words::plural(left_out, "error"));
  }

  [[nodiscard]] std::vector<ErrorsOfPlace> shown_places() const {
    if (report_.command.verbosity != Verbosity::Verbose) {
      std::vector<ErrorsOfPlace> places = errors_by_place(result().errors);
      places.resize(std::min(places.size(), MaxShownPlaces));
      return places;
    }
    std::vector<ErrorsOfPlace> places(result().errors.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i].first = i;
    return places;
  }

  void write_others(const ErrorsOfPlace& place) {
    if (place.others.empty()) return;
    const std::size_t shown = std::min(place.others.size(), MaxListedPlaces);
    for (std::size_t i = 0; i < shown; ++i) {
      const ReportedError& other = result().errors[place.others[i]];
      write_heading(other, words::brief_error_text(other, report_.program.places));
    }
    const std::size_t left_out = place.others.size() - shown;
    if (left_out > 0) out_ += format("  … and {} more\n", words::plural(left_out, "error"));
    out_ += format("  (--verbose shows {})\n\n", place.others.size() == 1
                                                     ? "the execution of this one, too"
                                                     : "the executions of these, too");
  }

  void write_heading(const ReportedError& error, const std::string& text) {
    const std::string place = error.place.source.line == 0
                                  ? format("{}:", file())
                                  : format("{}:{}:{}:", file(error.place.source),
                                           error.place.source.line, error.place.source.column);
    out_ += format("{} {} {} [{}]\n", paint(Bold, place), paint(Red, "error:"), text,
                   error_kind_name(error.kind));
  }

  void write_error(const ReportedError& error) {
    write_heading(error, on_one_line(words::error_text(error)));
    out_ += render_place(report_.source, error.place.source, colour_);
    for (const ErrorPlace& other : error.others) {
      if (other.source.line == 0) continue;
      out_ += format("{}:{}:{}: {}{}\n", file(other.source), other.source.line, other.source.column,
                     words::fact_text(other.fact),
                     other.thread.empty() ? "" : format(" (thread {})", other.thread));
      out_ += render_place(report_.source, other.source, colour_);
      const std::string calls = report_.program.places.calls_text(other.source);
      if (!calls.empty()) line("in " + calls);
    }
    const std::string calls = report_.program.places.calls_text(error.place.source);
    if (!error.place.thread.empty()) {
      line(format("in thread {}{}{}", error.place.thread, calls.empty() ? "" : ": ", calls));
    }
    if (const std::string count = words::count_text(error); !count.empty()) line(count);
  }

  void write_execution(const std::vector<const ErrorsOfPlace*>& group) {
    const ReportedError& error = result().errors[group.front()->first];
    if (error.graph.size() > 0) {
      std::vector<EventRemark> remarks;
      for (const ErrorsOfPlace* place : group) {
        for (EventRemark& remark : words::event_remarks(result().errors[place->first])) {
          const bool is_known = std::ranges::any_of(remarks, [&](const EventRemark& known) {
            return known.event == remark.event && known.text == remark.text;
          });
          if (!is_known) remarks.push_back(std::move(remark));
        }
      }
      constexpr std::size_t Margin = 4;
      out_ += group.size() == 1 ? "  the execution:\n"
                                : format("  the execution of these {} errors:\n", group.size());
      out_ += indented(
          print_text(error.graph, result().names, remarks, {.columns = output_columns() - Margin}),
          "    ");
    }
    out_ += "\n";
  }

  void write_warning(const words::PlacedSentence& warning, std::string_view kind) {
    const SourceRange source = warning.place.source;
    if (source.line == 0) {  // no source position
      out_ += format("{} {} {} [{}]\n\n", paint(Bold, file() + ":"), paint(Yellow, "warning:"),
                     warning.text, kind);
      return;
    }
    out_ += format("{} {} {} [{}]\n",
                   paint(Bold, format("{}:{}:{}:", file(source), source.line, source.column)),
                   paint(Yellow, "warning:"), warning.text, kind);
    out_ += render_place(report_.source, source, colour_);
    if (!warning.place.thread.empty()) out_ += format("  in thread {}\n", warning.place.thread);
    out_ += "\n";
  }

  void write_verdict() {
    const Headline headline = headline_of(result(), report_.command);
    const std::string_view code =
        headline.word == words::verdict_name(Verdict::Safe) && headline.remark.empty() ? Green
        : headline.word == words::verdict_name(Verdict::Violation)                     ? Red
                                                                                       : Yellow;
    // A sample of executions allows no further conclusion.
    const bool is_open = result().sample && result().errors.empty();
    const std::string text =
        is_open ? format("no error in {}", words::plural(result().sample->samples, "sample"))
                : headline.word;
    out_ += format("{} {} under {}{}\n", paint(Bold, file() + ":"), paint(code, text),
                   report_.model.name(), headline.remark);
  }

  void write_sample() {
    if (result().sample) lines(words::sample_sentences(result()));
  }

  // Writes unreached assertions, if the verdict has no errors.
  void write_unreached() {
    const std::vector<words::PlacedSentence> unreached = words::unreached_sentences(result());
    if (unreached.empty()) return;
    std::string places;
    for (std::size_t i = 0; i < std::min(unreached.size(), MaxListedPlaces); ++i) {
      const SourceRange& at = unreached[i].place.source;
      places += format("{}{}:{}:{}", i == 0 ? "" : ", ", file(at), at.line, at.column);
    }
    out_ += format(
        "  {} never reached: {}{}\n",
        unreached.size() == 1 ? "1 assertion is" : format("{} assertions are", unreached.size()),
        places, unreached.size() > MaxListedPlaces ? ", … (all of them with --json)" : "");
  }

  void write_counts() {
    std::string counts = words::plural(result().executions, "execution");
    if (result().blocked > 0) counts += format(", {} blocked", result().blocked);
    if (result().deadlocks > 0) counts += format(" ({} of them deadlocked)", result().deadlocks);
    if (result().erroneous > 0) counts += format(", {} with a failed thread", result().erroneous);
    if (result().cut > 0) counts += format(", {} cut at a loop bound", result().cut);
    counts += duplicates_text();
    out_ += format("  {}; {} in {:.3f} s ({})\n", counts, words::plural(result().events, "event"),
                   result().seconds, result().algorithm);
    if (report_.mapping == nullptr) return;
    out_ += format("  compiled for {} by the mapping {}\n", report_.mapping->machine->architecture,
                   report_.mapping->name);
  }

  void write_workers() {
    const std::vector<std::uint64_t>& events = result().events_of_workers;
    if (!report_.command.simulates) return;
    if (events.size() < 2) {
      out_ += "  work: one thread explored it alone, there was nothing to divide\n";
      return;
    }
    const std::uint64_t all = std::accumulate(events.begin(), events.end(), std::uint64_t{0});
    const double mean = static_cast<double>(all) / static_cast<double>(events.size());
    const auto percent = [mean](std::uint64_t part) {
      return mean > 0 ? 100 * static_cast<double>(part) / mean : 0;
    };
    out_ += format(
        "  work: {} threads, played by one: the least busy explored {:.1f} % of the mean, the "
        "busiest "
        "{:.1f} %; {} changed hands\n",
        events.size(), percent(*std::ranges::min_element(events)),
        percent(*std::ranges::max_element(events)), words::plural(result().items_given, "part"));
  }

  void write_blocked() {
    const std::vector<std::string> sentences = words::blocked_sentences(result());
    const bool are_all_shown =
        report_.command.verbosity == Verbosity::Verbose || sentences.size() <= MaxListedLines;
    const std::size_t shown = are_all_shown ? sentences.size() : MaxListedLines - 1;
    for (std::size_t i = 0; i < shown; ++i) line(sentences[i]);
    if (are_all_shown) return;
    out_ += format("  … and {} more lines that block threads (all of them with --verbose)\n",
                   sentences.size() - shown);
  }

  void write_reductions() {
    for (const std::vector<std::string>& group : result().symmetric) {
      line(format("symmetric threads: {} (one execution per permutation is explored)",
                  joined(group, ", ")));
    }
    if (std::ranges::count(result().reductions, Reduction::Helping) > 0) {
      line("`help` calls are left out: the `main` calls do their work");
    }
    if (result().vsc) {
      line(
          "executions in which threads read the same values are explored as one, as far as "
          "possible");
    }
    for (const PlanRemark& remark : result().remarks) line(words::remark_text(remark));
    for (const auto& [flag, count] : result().flags) {
      out_ += format("  flag {}: in {}\n", flag, words::plural(count, "execution"));
    }
  }

  [[nodiscard]] std::string duplicates_text() const {
    if (result().duplicates) return ", " + words::plural(*result().duplicates, "duplicate");
    if (report_.command.count_duplicates == CountDuplicates::Yes) {
      return format(" ({} explores none twice)", result().algorithm);
    }
    return result().may_repeat ? " (duplicates included, see --count-duplicates)" : "";
  }

  void write_stop() {
    const std::string reason = words::stop_text(result().stop_reason);
    if (!reason.empty()) line(reason);
    if (result().reaches_unsupported()) {
      line("what is not supported is reached: executions end there, without an answer");
    }
    if (result().has_unchecked_histories) {
      line(
          "calls of objects were not all checked: there are too many of them, or the model does "
          "not say what one knows of another");
    }
    if (result().has_more_errors) {
      out_ += format("  there are more errors: only {} are kept\n", result().errors.size());
    }
  }

  // Loops that were cut are named. Others are counted, if there are many.
  void write_loops() {
    std::vector<LoopReport> others;
    std::ranges::copy_if(result().loops, std::back_inserter(others),
                         [](const LoopReport& loop) { return loop.fate != LoopFate::Cut; });
    const bool are_counted =
        report_.command.verbosity != Verbosity::Verbose && others.size() > MaxListedLines;
    for (const LoopReport& loop : result().loops) {
      if (are_counted && loop.fate != LoopFate::Cut) continue;
      lines(words::loop_sentences(loop, result(), report_.program, report_.command.unroll));
    }
    if (are_counted) {
      line(words::loops_sentence(others, report_.command.unroll) + " (--verbose lists them)");
    }
    lines(words::thread_limit_sentences(result()));
  }

  // Names everything that an option leaves out.
  void write_assumptions() {
    for (const Assumption each : report_.program.assumptions) {
      const bool is_chosen = each == Assumption::NeverWakesSpuriously;
      if (!is_chosen && report_.command.verbosity != Verbosity::Verbose) continue;
      line(words::assumption_sentence(each));
    }
    if (const std::string range = nondet_range(report_.command.input.constants); !range.empty()) {
      line(format("explored: random numbers and the like from {} only (--nondet)", range));
    }
  }

  void write_conditions() {
    for (const ConditionResult& condition : result().conditions) {
      out_ += format("  {} ({}): {}\n", words::condition_word(*condition.condition),
                     condition.condition->text, words::condition_answer(condition, result()));
    }
  }

  void write_outcomes() {
    if (result().outcomes.empty()) return;
    out_ += format("  {}:\n", words::plural(result().outcomes.size(), "final state"));
    std::size_t listed = 0;
    for (const auto& [state, count] : result().outcomes) {
      if (listed++ == MaxListedOutcomes) {
        out_ += format("    … and {} more (all of them with --json)\n",
                       result().outcomes.size() - MaxListedOutcomes);
        return;
      }
      const std::string text = words::final_state_text(report_.program, state, result().names);
      out_ += format("    {:>6} × {}\n", count, text.empty() ? "(nothing observed)" : text);
    }
  }

  void write_details() {
    if (const auto& reason = result().algorithm_reason) {
      out_ += format("  algorithm {}: {}\n", result().algorithm, words::choice_text(*reason));
    }
    for (const ReductionUse& use : result().reduction_uses) {
      line(words::reduction_text(use, result().algorithm));
    }
    if (result().stale > 0) {
      out_ += format("  {} explored in vain: a thread in them waits, since it reads an old write\n",
                     words::plural(result().stale, "graph"));
    }
    if (result().dead_ends > 0) {
      out_ += format("  {} given up before the end: no source of the next read leads on\n",
                     words::plural(result().dead_ends, "graph"));
    }
    if (result().vsc) {
      const vsc::VscCounters& vsc = *result().vsc;
      out_ += format("  VerifySC: {}, {} refuted by the closure, {}, {:.3f} s ({:.0f} %)\n",
                     words::plural(vsc.instances, "instance"), vsc.refuted_by_closure,
                     words::plural(vsc.states, "witness state"), vsc.seconds,
                     100 * vsc.seconds / std::max(result().seconds, 1e-9));
    }
    const std::uint64_t total =
        result().executions + result().blocked + result().erroneous + result().cut;
    struct rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    out_ += format("  {:.0f} executions per second, peak memory {} KiB\n",
                   static_cast<double>(total) / std::max(result().seconds, 1e-9), usage.ru_maxrss);
  }

  const CheckReport& report_;
  Colour colour_;
  std::string out_;
};

}  // namespace

std::string nondet_range(const std::vector<ConstantOverride>& constants) {
  constexpr std::string_view Option = "--nondet=";
  for (const ConstantOverride& each : constants) {
    if (each.compiler_argument.starts_with(Option)) {
      return each.compiler_argument.substr(Option.size());
    }
  }
  return "";
}

Headline headline_of(const ExplorationResult& result, const CheckCommand& command) {
  Headline headline{.word = std::string(words::verdict_name(result.verdict)), .remark = {}};
  if (result.verdict == Verdict::Violation && !has_failure(result, command)) {
    headline.word = result.is_partial() ? words::verdict_name(Verdict::Incomplete) : "no failure";
    headline.remark = format(": {} found, no failure by --fail-on", kinds_text(result));
  } else if (command.is_strict) {
    headline.remark = strict_remark(result);
  }
  return headline;
}

int status_of(const ExplorationResult& result, const CheckCommand& command) {
  if (has_failure(result, command)) return ExitViolation;
  switch (result.verdict) {
    case Verdict::Safe:
    case Verdict::Vacuous:
      return command.is_strict && !strict_remark(result).empty() ? ExitViolation : ExitVerified;
    case Verdict::Violation: return result.is_partial() ? ExitIncomplete : ExitVerified;
    case Verdict::Incomplete: break;
  }
  return ExitIncomplete;
}

std::string text_report(const CheckReport& report, Colour colour) {
  return TextReport(report, colour).write();
}

}  // namespace drover::cli
