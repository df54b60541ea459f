// `drover models suite`.

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "analysis/compare/mapped_model.h"
#include "analysis/compare/shape_source.h"
#include "analysis/orders/model_orders.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/suite/families.h"
#include "analysis/suite/find_suite.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/found_program.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/models_report.h"
#include "cli/state_keeper.h"
#include "cli/suite_report.h"
#include "cli/terminal.h"
#include "explorer/cat/code.h"
#include "input/load_mapping.h"
#include "litmus/convert/convert.h"
#include "mapping/compile.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "support/write_file.h"

namespace drover::cli {

namespace {

// The modes that a built-in model tells apart. A store of mode sc is two instructions on x86.
suite::Vocabulary vocabulary_of(const MemoryModel& model) {
  using enum Mode;
  const auto orders = orders::find_model_orders(model);
  switch (orders ? orders->tells_apart : TellsApart::Everything) {
    case TellsApart::NoModes: return {{Rlx}, {Rlx}, {Rlx}, {Rlx}};
    case TellsApart::ScStores:
    case TellsApart::ScFences: return {{Rlx}, {Rlx}, {Rlx}, {Rlx, Sc}};
    case TellsApart::Releases: return {{Rlx}, {Rlx, Rel}, {Rlx}, {Rlx, Rel, Sc}};
    case TellsApart::Everything: break;
  }
  return suite::Vocabulary::all();
}

// The modes that a mapping to a machine with scopes tells apart. An access that is compiled to
// several instructions is not one access of the machine.
suite::Vocabulary vocabulary_of(const mapping::Mapping& mapping) {
  const auto modes_of = [&](mapping::AccessKind kind, shapes::InstructionKind of) {
    std::vector<Mode> modes;
    std::vector<std::string> words;
    for (const Mode mode : shapes::modes_of(of)) {
      const mapping::Row* row = mapping.find(kind, mode);
      const bool is_fence = kind == mapping::AccessKind::Fence;
      if (row == nullptr || (!is_fence && row->steps.size() > 1)) continue;
      const std::string word = joined(
          row->steps, "; ", [](const mapping::Step& step) { return std::string(step.word); });
      // Of modes that are compiled to the same, the strongest.
      const auto same = std::ranges::find(words, word);
      if (same != words.end()) {
        modes[static_cast<std::size_t>(same - words.begin())] = mode;
        continue;
      }
      modes.push_back(mode);
      words.push_back(word);
    }
    return modes;
  };
  suite::Vocabulary out{modes_of(mapping::AccessKind::Load, shapes::InstructionKind::Read),
                        modes_of(mapping::AccessKind::Store, shapes::InstructionKind::Write),
                        modes_of(mapping::AccessKind::Update, shapes::InstructionKind::Update),
                        modes_of(mapping::AccessKind::Fence, shapes::InstructionKind::Fence)};
  out.fences.insert(out.fences.begin(), Mode::Rlx);  // none
  return out;
}

// Makes the files of the tests; runs each again. Short-lived: holds references.
class Files {
 public:
  // `mapping` is null for models that know modes.
  Files(const SuiteCommand& command, const MemoryModel& model, const mapping::Mapping* mapping)
      : command_(command), model_(model), mapping_(mapping) {}

  // Returns the file of a test, without a text if none is asked for.
  SuiteFile file_of(const suite::SuiteTest& test) {
    SuiteFile file;
    file.family = suite::family_name(test);
    file.name = format("{}-{:03}", file.family, ++counts_[file.family]);
    if (command_.output_folder.empty()) return file;
    const std::string axioms = joined(test.axioms, ", ");
    const std::string_view noun = test.axioms.size() == 1 ? "axiom" : "axioms";
    const bool is_allowed = command_.side == suite::Side::Allowed;
    const std::string comment =
        is_allowed ? format("Allowed by {}; once anything is stronger it is forbidden, {}: {}",
                            model_.name(), noun, axioms)
                   : format("Forbidden by {}, {}: {}", model_.name(), noun, axioms);
    std::string core = compare::core_source({test.shape, test.modes, &test.outcome}, comment + ".");
    const bool is_core = test.shape.machine != nullptr || command_.dialect == "core";
    if (is_core && !is_allowed) core.replace(core.rfind("exists ("), 6, "forbid");
    const std::shared_ptr<const Program> program = found_program(core);
    DiagnosticSink sink;
    std::shared_ptr<const Program> run = program;
    file.ending = ".litmus";
    if (mapping_ != nullptr) {
      auto compiled = mapping::compile(*program, *mapping_, sink);
      if (!compiled) throw std::logic_error("a program that is found cannot be compiled");
      run = std::make_shared<const Program>(*std::move(compiled));
    }
    if (is_core) {
      file.text = core;
      file.ending = ".drv";
    } else if (mapping_ != nullptr) {
      file.text = printed(litmus::to_machine_litmus(*run, *mapping_, file.name, sink));
    } else if (command_.dialect == "x86") {
      file.text = x86_litmus(test, file.name);
      if (file.text.empty()) return file;
      file.text.insert(file.text.find('\n') + 1, format("\"{}\"\n", comment));
    } else {
      file.text = printed(litmus::to_c_litmus(*program, file.name, sink));
      file.text.insert(file.text.find('\n') + 1, format("\"{}\"\n", comment));
    }
    const bool is_reached = is_core ? reaches(*run, model_) : litmus_reaches(file.text, model_);
    confirm(is_reached == is_allowed, file.name);
    return file;
  }

 private:
  const SuiteCommand& command_;
  const MemoryModel& model_;
  const mapping::Mapping* mapping_;
  std::map<std::string, std::size_t> counts_;
};

// Writes the folder. False, and a message, if that fails.
bool write_folder(const SuiteReport& report) {
  const std::filesystem::path folder = report.command.output_folder;
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  std::string list;
  std::string expected;
  std::vector<std::pair<std::string, std::string>> files;
  for (const SuiteFile& file : report.files) {
    files.emplace_back(file.name + file.ending, file.text);
    list += file.name + file.ending + "\n";
    const bool is_allowed = report.command.side == suite::Side::Allowed;
    expected += file.name + (is_allowed ? " Sometimes\n" : " Never\n");
  }
  // Core programs have their expectations in them.
  if (!report.has_core_files()) {
    files.emplace_back("@all", list);
    files.emplace_back("expected.txt", expected);
  }
  files.emplace_back("README.md", suite_readme(report));
  for (const auto& [name, text] : files) {
    const std::string complaint = write_whole_file(folder / name, text);
    if (complaint.empty()) continue;
    write(Stream::Error, format("drover: {}\n", complaint));
    return false;
  }
  return true;
}

// Tests of one axiom together, and in these those of one family.
void sort_by_axiom(suite::Suite& suite) {
  std::map<std::string, std::size_t> first;  // where the family begins
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    first.try_emplace(suite::family_name(suite.tests[i]), i);
  }
  std::ranges::stable_sort(suite.tests, {}, [&](const suite::SuiteTest& test) {
    return std::pair(test.axioms, first.at(suite::family_name(test)));
  });
}

}  // namespace

int run(const SuiteCommand& command) {
  const RunGuard guard(command.max_memory);
  const auto asked = model_of_argument(command.model, command.colour);
  if (asked == nullptr) return ExitBadInput;
  const std::string usual(asked->usual_mapping());
  const auto mapping =
      mapping_of_argument(command.mapping.empty() ? usual : command.mapping, command.colour);
  if (!mapping) return ExitBadInput;
  std::optional<compare::MappedModel> mapped;
  const MemoryModel* target = asked.get();
  if (*mapping == nullptr && asked->misfit({})) {
    return refuse(
        "models suite: the model is about a machine's programs: `--mapping` says how programs are "
        "compiled for it");
  }
  if (*mapping != nullptr) {
    if (const std::string misfit = input::mapping_misfit(**mapping, *asked); !misfit.empty()) {
      write(Stream::Error, misfit);
      return ExitBadInput;
    }
    target = asked->fitted({std::string((*mapping)->machine->architecture)});
    mapped.emplace(*target, **mapping);
  }
  const MemoryModel& model = mapped ? static_cast<const MemoryModel&>(*mapped) : *asked;
  suite::SuiteOptions options;
  options.vocabulary = vocabulary_of(*asked);
  if (*mapping != nullptr && (*mapping)->machine->scopes != nullptr) {
    options.machine = (*mapping)->machine->scopes;
    options.vocabulary = vocabulary_of(**mapping);
  } else if (*mapping == nullptr && asked->code() != nullptr &&
             asked->code()->uses(Base::ScopesReach)) {
    options.machine = &ScopeMachines.front();
  }
  if (options.machine != nullptr) {
    if (!command.dialect.empty() && command.dialect != "core") {
      return refuse("--dialect: tests with scopes are programs of the core language");
    }
    if (command.notion != suite::Notion::Outcomes) {
      return refuse("--of: suites with scopes are of outcomes");
    }
  } else if (*mapping != nullptr && !command.dialect.empty()) {
    return refuse("--dialect: a suite of a machine's model is in its own dialect");
  }
  if (command.dialect == "x86" &&
      std::ranges::any_of(options.vocabulary.reads, [](Mode mode) { return mode != Mode::Rlx; })) {
    return refuse("--dialect: x86 has no modes, and this model tells them apart");
  }
  if (command.notion != suite::Notion::Outcomes && !model.has_coherence()) {
    return refuse("--of: executions of this model have no coherence order: only --of outcomes");
  }
  options.notion = command.notion;
  options.side = command.side;
  options.jobs = thread_count(command.jobs);
  StateKeeper<suite::SuiteState> keeper(command.state, identity_of(command, asked->text()));
  if (!keeper.prepare({})) {
    write(Stream::Error, keeper.complaint());
    return ExitBadInput;
  }
  options.resume = keeper.resumed();
  options.keep = keeper.keeping();
  suite::Suite suite;
  {
    ProgressLine line;
    options.limits = {
        .max_events = command.max_events,
        .max_seconds = command.max_seconds,
        .interrupt = &interrupt_flag(),
        .progress = [&](const shapes::SearchProgress& progress) { show_search(line, progress); }};
    suite = suite::find_suite(model, options);
  }
  write(Stream::Error, keeper.complaint());
  sort_by_axiom(suite);
  SuiteReport report{command,
                     std::string(asked->name()),
                     *mapping == nullptr ? "" : (*mapping)->name,
                     suite,
                     options.machine,
                     {}};
  Files files(command, *target, mapping->get());
  for (const suite::SuiteTest& test : suite.tests) report.files.push_back(files.file_of(test));
  const bool is_written = command.output_folder.empty() || write_folder(report);
  write(Stream::Output,
        command.format == ReportFormat::Json ? suite_json(report) : suite_text(report));
  if (!is_written || !keeper.complaint().empty()) return ExitBadInput;
  return suite.end == shapes::SearchEnd::Complete ? ExitVerified : ExitIncomplete;
}

}  // namespace drover::cli
