#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "analysis/compare/shape_source.h"
#include "analysis/shapes/candidate.h"
#include "cli/models_report.h"
#include "cli/suite_report.h"
#include "support/format.h"
#include "support/text.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// The number of tests by number of events; the last column counts all of them.
std::string table_of(const SuiteReport& report) {
  std::set<std::string> axioms;
  std::map<std::size_t, std::map<std::string, std::size_t>> counts;
  std::map<std::size_t, std::size_t> all;
  for (const suite::SuiteTest& test : report.suite.tests) {
    ++all[test.events];
    for (const std::string& axiom : test.axioms) {
      axioms.insert(axiom);
      ++counts[test.events][axiom];
    }
  }
  std::string out = "  events";
  for (const std::string& axiom : axioms) out += "  " + axiom;
  out += "  all\n";
  for (const auto& [events, count] : all) {
    out += format("  {:>6}", events);
    for (const std::string& axiom : axioms) {
      out += format("  {:>{}}", counts[events][axiom], axiom.size());
    }
    out += format("  {:>3}\n", count);
  }
  return out;
}

std::string_view notion_words(const SuiteCommand& command) {
  if (command.side == suite::Side::Allowed) return "allowed test";
  switch (command.notion) {
    case suite::Notion::Outcomes: return "minimal test";
    case suite::Notion::Executions: return "program with a minimal execution";
    case suite::Notion::OrderedExecutions: break;
  }
  return "program with a minimal execution that keeps its order";
}

std::string count_words(const SuiteReport& report) {
  std::string noun(notion_words(report.command));
  const std::size_t count = report.suite.tests.size();
  if (count != 1 && report.command.notion != suite::Notion::Outcomes) noun.insert(7, "s");
  return count == 1 || report.command.notion != suite::Notion::Outcomes
             ? format("{} {}", count, noun)
             : words::plural(count, noun);
}

}  // namespace

std::string suite_text(const SuiteReport& report) {
  const suite::Suite& suite = report.suite;
  const bool is_whole = suite.end == shapes::SearchEnd::Complete;
  std::string out = format("{}: {}", report.model, count_words(report));
  out += is_whole ? format(" up to {} events\n", report.command.max_events)
                  : format(" so far: {} programs of {} events are searched\n",
                           suite.position.shapes, suite.position.events);
  if (!report.mapping.empty()) out += format("  compiled by the mapping {}\n", report.mapping);
  if (!suite.is_monotone) {
    out +=
        report.has_scopes()
            ? "  stronger modes or wider scopes may allow more under this model: all were tried\n"
            : "  stronger modes may allow more under this model: all modes were tried\n";
  }
  if (!suite.tests.empty()) out += "\n" + table_of(report);
  out += "\n";
  std::string axiom;
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const suite::SuiteTest& test = suite.tests[i];
    const std::string axioms = joined(test.axioms, ", ");
    if (axioms != axiom) out += format("{}`{}`:\n", i == 0 ? "" : "\n", axioms);
    axiom = axioms;
    out += format("  {:12} {}", report.files[i].name, compare::shape_text(test.shape, test.modes));
    out += format("   {}\n", compare::outcome_text({test.shape, test.modes, &test.outcome}));
  }
  out += format("\n{} programs without modes, {} {}, {:.2f} s\n", suite.programs, suite.outcomes,
                report.command.notion == suite::Notion::Outcomes ? "outcomes" : "executions",
                suite.seconds);
  if (!is_whole) out += end_text(suite.end) + "\n";
  return out;
}

std::string suite_readme(const SuiteReport& report) {
  const SuiteCommand& command = report.command;
  const bool is_allowed = command.side == suite::Side::Allowed;
  std::string out =
      format("# {} of {}\n\n", is_allowed ? "Allowed tests" : "Minimal tests", report.model);
  out += format("{}, up to {} events, made by `drover models suite {}{}{} --max-events {} -o …`. ",
                words::plural(report.suite.tests.size(), "test"), command.max_events, command.model,
                command.mapping.empty() ? "" : " --mapping " + command.mapping,
                is_allowed ? " --allowed" : "", command.max_events);
  out += is_allowed
             ? format(
                   "The model allows the\noutcome of each test, and forbids it once any mode is "
                   "one step stronger, {}a fence or a\ndependency is added, or a read and the "
                   "write after it are one read-modify-write. No\ninstruction can be left out. ",
                   report.has_scopes() ? "any scope is one level wider, " : "")
             : format(
                   "The model forbids the\noutcome of each test, and allows it once any "
                   "instruction is removed, any mode or fence is one step\nweaker, {}any "
                   "dependency is dropped, or any read-modify-write is two instructions. ",
                   report.has_scopes() ? "any scope is one level narrower, " : "");
  out += "Each is here once,\nup to the names of threads and locations.\n\n";
  if (report.suite.end != shapes::SearchEnd::Complete) {
    out += "The search was stopped: there may be more.\n\n";
  }
  out += table_of(report) + "\n";
  if (report.has_core_files()) {
    out += is_allowed ? "The files are core programs: `drover check -m MODEL FILE` counts the "
                        "executions with the outcome, `exists`.\n\n"
                      : "The files are core programs, in which the outcome is `forbid`:\n"
                        "`drover check -m MODEL *.drv` succeeds for a model that is as strong.\n\n";
  } else {
    out +=
        "`@all` lists the files, `expected.txt` has what the model says of each: `drover litmus -m "
        "MODEL "
        "--expect=expected.txt\n@all`, or `herd7 -model MODEL.cat @all`, or `litmus7 @all`.\n\n";
  }
  out += "| test | axioms |\n|---|---|\n";
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    out += format("| {}{} | {} |\n", report.files[i].name, report.files[i].ending,
                  joined(report.suite.tests[i].axioms, ", "));
  }
  return out;
}

std::string x86_litmus(const suite::SuiteTest& test, const std::string& name) {
  constexpr std::array Registers{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI"};
  const shapes::EventLayout layout(test.shape);
  const auto value_of = [&](std::uint8_t write) -> std::size_t {
    if (write == shapes::Candidate::Initial) return 0;
    const auto& writes = layout.writes[layout.events[write].location];
    return static_cast<std::size_t>(std::ranges::find(writes, write) - writes.begin()) + 1;
  };
  std::vector<std::vector<std::string>> columns;
  std::vector<std::string> parts;
  std::size_t event = 0;
  for (std::size_t t = 0; t < test.shape.threads.size(); ++t) {
    auto& column = columns.emplace_back();
    column.push_back(format("P{}", t));
    std::size_t used = 0;
    for (const shapes::ShapeInstruction& at : test.shape.threads[t]) {
      const std::string place = format("[{}]", shapes::location_name(at.location));
      if (shapes::is_read(at.kind) && used == Registers.size()) return "";
      const std::string reg = used < Registers.size() ? Registers[used] : "";
      if (shapes::is_read(at.kind)) {
        ++used;
        parts.push_back(format("{}:{}={}", t, reg, value_of(test.outcome.reads_from[event])));
      }
      const auto last = static_cast<std::uint8_t>(event + shapes::event_count(at.kind) - 1);
      switch (at.kind) {
        case shapes::InstructionKind::Write:
          column.push_back(format("MOV {},${}", place, value_of(last)));
          break;
        case shapes::InstructionKind::Read:
          column.push_back(format("MOV {},{}", reg, place));
          break;
        case shapes::InstructionKind::Update:
          column.push_back(format("MOV {},${}", reg, value_of(last)));
          column.push_back(format("XCHG {},{}", reg, place));
          break;
        case shapes::InstructionKind::Fence: column.emplace_back("MFENCE"); break;
        case shapes::InstructionKind::OpenUpdate:
        case shapes::InstructionKind::FailedUpdate: return "";
      }
      event += shapes::event_count(at.kind);
    }
  }
  for (std::size_t i = 0; i < layout.writes.size(); ++i) {
    if (test.outcome.is_last_free[i]) continue;
    parts.push_back(
        format("{}={}", shapes::location_name(i), value_of(test.outcome.last_writes[i])));
  }
  std::size_t rows = 0;
  for (const auto& column : columns) rows = std::max(rows, column.size());
  std::string out = format("X86 {}\n{{}}\n", name);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < columns.size(); ++t) {
      std::size_t width = 0;
      for (const std::string& cell : columns[t]) width = std::max(width, cell.size());
      out += format("{}{:{}}", t == 0 ? " " : " | ", row < columns[t].size() ? columns[t][row] : "",
                    width);
    }
    out += " ;\n";
  }
  return out + format("exists ({})\n", joined(parts, " /\\ "));
}

}  // namespace drover::cli
