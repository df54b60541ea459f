#include <string>

#include "cli/linearize_report.h"
#include "explorer/graph/text_printer.h"
#include "frontend/source.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

std::string verdict_line(const LinearizeReport& report) {
  const std::string what =
      report.kind == "specification" ? "what its specification says" : "a " + report.kind;
  switch (report.verdict) {
    case LinearizeVerdict::Linearizable:
      return format("{}: `{}` is {} for its clients under {}", report.path, report.object, what,
                    report.model);
    case LinearizeVerdict::Violation:
      return report.fault ? format("{}: `{}` is not {} under {}", report.path, report.object, what,
                                   report.model)
                          : format("{}: violation under {}", report.path, report.model);
    case LinearizeVerdict::Incomplete:
      return format("{}: incomplete under {}", report.path, report.model);
  }
  return "";
}

std::string scope_line(const LinearizeReport& report) {
  const std::string executions = words::plural(report.executions, "execution");
  std::string out;
  if (report.is_given_client) {
    out = format("  the client of the file, {}, in every order that a client may impose",
                 words::plural(report.operations, "call"));
  } else if (report.verdict == LinearizeVerdict::Violation) {
    out = format("  the first such client has {}", words::plural(report.operations, "call"));
  } else {
    out = format("  all {} with up to {}, in every order that a client may impose",
                 words::plural(report.clients, "client"), words::plural(report.operations, "call"));
  }
  out += format("; {}", executions);
  if (report.blocked > 0) out += format(", {} blocked", report.blocked);
  return out + format("; {:.3f} s\n", report.seconds);
}

std::string promise_line(const LinearizeReport& report) {
  if (report.kind == "specification" || report.promise == "none") return "";
  return format("  promised synchronisation: {}\n", report.promise);
}

}  // namespace

std::string text_report(const LinearizeReport& report, Colour /*colour*/) {
  std::string out = verdict_line(report) + "\n" + scope_line(report) + promise_line(report);
  if (report.verdict == LinearizeVerdict::Linearizable && report.executions == 0) {
    out += "  no execution completes: calls that return are not compared\n";
  }
  if (report.has_store_buffers && report.verdict == LinearizeVerdict::Linearizable) {
    out +=
        "  orders between threads: calls that one thread makes in turn need a client of their "
        "own\n";
  }
  if (!report.run) return out;
  const ReportedError& error = report.run->errors[report.error];
  out += format("  {} [{}]\n", words::error_text(error), error_kind_name(error.kind));
  for (const ErrorPlace& other : error.others) {
    out += format("    {}\n", words::fact_text(other.fact));
  }
  if (report.picture) {
    out += "  the calls, time from left to right:\n" +
           indented(drawing::history_as_text(*report.picture), "    ");
  }
  out += "  the execution:\n";
  out += indented(
      print_text(error.graph, report.run->names, words::event_remarks(error), {.columns = 96}),
      "    ");
  if (!report.client.empty()) {
    out += "  the client, as a program:\n" + indented(report.client, "    ");
  }
  return out;
}

}  // namespace drover::cli
