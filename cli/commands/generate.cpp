#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/memory_limit.h"
#include "cli/terminal.h"
#include "frontend/source.h"
#include "generate/inside.h"
#include "generate/names.h"
#include "generate/search.h"
#include "generate/test.h"
#include "input/subject.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "support/write_file.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// A cycle as it was given.
struct GivenCycle {
  std::string text;
  std::string name = {};  // empty: the cycle's
};

std::string complaint(const generate::CycleError& error, const std::string& text) {
  std::string out = format("drover: {}\n", error.message);
  out += format("  {}\n", text);
  if (error.end > error.begin) {
    out += format("  {}{}\n", std::string(error.begin, ' '),
                  std::string(error.end - error.begin, '^'));
  }
  return out;
}

// diyone7 takes the words of one cycle; several cycles are in quotes.
std::vector<GivenCycle> cycles_of(const std::vector<std::string>& words) {
  // An edge inside an instruction has a blank and is one word.
  const bool are_cycles = std::ranges::any_of(words, [](const std::string& each) {
    return each.find(' ') != std::string::npos &&
           !(generate::is_inside_instruction(each) && each.back() == ']');
  });
  if (!are_cycles) return {{joined(words, " ")}};
  std::vector<GivenCycle> out;
  for (const std::string& each : words) out.push_back({each});
  return out;
}

// Lines `CYCLE` or `NAME: CYCLE`; what begins with # is a comment.
std::vector<GivenCycle> cycles_of_lines(const std::string& text) {
  std::vector<GivenCycle> out;
  for (const std::string& line : split(text, '\n')) {
    const std::string_view rest = trimmed(line);
    if (rest.empty() || rest.front() == '#') continue;
    const std::size_t colon = rest.find(": ");
    if (colon == std::string_view::npos) {
      out.push_back({std::string(rest)});
    } else {
      out.push_back({std::string(trimmed(rest.substr(colon + 2))),
                     std::string(trimmed(rest.substr(0, colon)))});
    }
  }
  return out;
}

// Makes tests and delivers them: to standard output, to a folder, or to a run under a model.
class Delivery {
 public:
  explicit Delivery(const GenerateCommand& command) : command_(command) {}

  [[nodiscard]] const std::string& complaints() const { return complaints_; }
  [[nodiscard]] int status() const { return complaints_.empty() ? status_ : ExitBadInput; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }
  // The tests whose outcome has executions without the coherence of the cycle.
  [[nodiscard]] std::size_t with_open_order() const { return open_; }

  void open() {
    if (command_.output.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(command_.output, error);
    if (error) complaints_ = format("drover: {}: {}\n", command_.output, error.message());
  }

  // Makes the test of a cycle that was given.
  void add(const generate::Cycle& cycle, const GivenCycle& given) {
    generate::TestOptions options = command_.test;
    if (!given.name.empty()) options.name = given.name;
    if (options.name.empty()) options.name = generate::name_of(cycle).name;
    if (auto error = make(cycle, std::move(options))) complaints_ = complaint(*error, given.text);
  }
  // Makes a test for the order inside an instruction.
  void add_inside(const GivenCycle& given) {
    generate::TestOptions options = command_.test;
    if (!given.name.empty()) options.name = given.name;
    const auto made = generate::generate_inside(given.text, options);
    if (const auto* error = std::get_if<generate::CycleError>(&made)) {
      complaints_ = complaint(*error, given.text);
    } else {
      deliver(given.text, std::get<generate::GeneratedTest>(made));
    }
  }
  // Makes the test of a cycle that a search found. What is refused is left out.
  void add_found(const generate::Cycle& cycle) {
    if (!complaints_.empty() || was_interrupted()) return;
    const generate::Name name = generate::name_of(cycle);
    generate::TestOptions options = command_.test;
    const std::string family = options.name.empty() ? name.family : options.name;
    options.name = family + name.name.substr(name.family.size());
    if (command_.numbers) {
      options.name = format("{}{:0{}}", family, numbers_[family]++, command_.digits);
    }
    if (make(cycle, std::move(options))) ++left_out_;
  }

  void close() {
    if (!complaints_.empty()) return;
    run_tests();
    if (was_interrupted()) {
      write(Stream::Error,
            format("drover: interrupted: {} so far\n", words::plural(made_, "test")));
    }
    if (command_.output.empty() || command_.prints_cycles) return;
    write_file("@all", list_);
  }

 private:
  std::optional<generate::CycleError> make(const generate::Cycle& cycle,
                                           generate::TestOptions options) {
    const std::string wanted = options.name;
    const std::size_t before = times_[wanted];
    // Different tests have different names.
    if (before > 0) options.name = format("{}{:03}", wanted, before);
    const auto made = generate::generate(cycle, options);
    if (const auto* error = std::get_if<generate::CycleError>(&made)) return *error;
    ++times_[wanted];
    deliver(command_.prints_cycles ? print(generate::normal_form(cycle)) : "",
            std::get<generate::GeneratedTest>(made));
    return std::nullopt;
  }

  void deliver(const std::string& cycle, const generate::GeneratedTest& test) {
    ++made_;
    if (test.is_open) ++open_;
    if (command_.prints_cycles) {
      write(Stream::Output, format("{}: {}\n", test.name, cycle));
    } else if (!command_.model.empty()) {
      litmus_.texts.push_back(test.text);
      litmus_.input.files.push_back(test.name);
      if (litmus_.texts.size() == Batch) run_tests();
    } else if (command_.output.empty()) {
      write(Stream::Output, is_first_ ? test.text : "\n" + test.text);
      is_first_ = false;
    } else {
      const std::string file = test.name + ".litmus";
      list_ += file + "\n";
      write_file(file, test.text);
    }
  }

  void write_file(const std::string& name, const std::string& text) {
    const std::string why = write_whole_file(std::filesystem::path(command_.output) / name, text);
    if (!why.empty()) complaints_ = format("drover: {}\n", why);
  }

  void run_tests() {
    if (was_interrupted()) status_ = ExitIncomplete;
    if (litmus_.texts.empty() || was_interrupted()) return;
    litmus_.model = command_.model;
    litmus_.format = command_.format;
    litmus_.jobs = command_.jobs;
    litmus_.progress = ProgressFormat::None;
    status_ = std::max(status_, run(litmus_));
    litmus_.texts.clear();
    litmus_.input.files.clear();
  }

  static constexpr std::size_t Batch = 1000;

  const GenerateCommand& command_;
  std::string complaints_;
  int status_ = ExitVerified;
  std::size_t left_out_ = 0;
  std::size_t made_ = 0;
  std::size_t open_ = 0;
  std::map<std::string, std::size_t> times_;    // how often a name was given
  std::map<std::string, std::size_t> numbers_;  // --num, by family
  std::string list_;
  bool is_first_ = true;
  LitmusCommand litmus_;
};

// The lists of a call. A short-lived worker: holds references.
class Lists {
 public:
  Lists(const generate::Architecture& architecture, std::string& complaints)
      : architecture_(architecture), complaints_(complaints) {}

  std::vector<generate::Relaxation> read(const std::string& text) {
    auto found = generate::read_relaxations(text, architecture_, generate::Separator::Choice);
    if (const auto* error = std::get_if<generate::CycleError>(&found)) {
      if (complaints_.empty()) complaints_ = complaint(*error, text);
      return {};
    }
    return std::get<std::vector<generate::Relaxation>>(std::move(found));
  }
  std::vector<generate::Relaxation> read_all(const std::vector<std::string>& texts) {
    std::vector<generate::Relaxation> out;
    for (const std::string& each : texts) {
      for (generate::Relaxation& found : read(each)) {
        if (std::ranges::find(out, found) == out.end()) out.push_back(std::move(found));
      }
    }
    return out;
  }

 private:
  const generate::Architecture& architecture_;
  std::string& complaints_;
};

// One run of the command. A short-lived worker: holds references.
class Generation {
 public:
  explicit Generation(const GenerateCommand& command)
      : command_(command),
        architecture_(*generate::find_architecture(command.architecture)),
        delivery_(command) {}

  int run() {
    const RunGuard guard(std::nullopt);
    delivery_.open();
    complaints_ = delivery_.complaints();
    if (complaints_.empty()) {
      switch (command_.source) {
        case CycleSource::Given: make_given(); break;
        case CycleSource::Products: make_products(); break;
        case CycleSource::Search: make_search(); break;
        case CycleSource::Instructions: make_inside(); break;
      }
    }
    if (complaints_.empty()) {
      delivery_.close();
      complaints_ = delivery_.complaints();
    }
    if (delivery_.with_open_order() > 0 && command_.is_verbose) {
      write(Stream::Error,
            format("drover: {} whose outcome leaves the order of writes to a location open "
                   "(`Open=` in the header)\n",
                   words::plural(delivery_.with_open_order(), "test")));
    }
    write(Stream::Error, complaints_);
    return complaints_.empty() ? delivery_.status() : ExitBadInput;
  }

 private:
  void make_given() {
    const std::vector<GivenCycle> cycles = command_.words.empty()
                                               ? cycles_of_lines(input::read_standard_input())
                                               : cycles_of(command_.words);
    if (cycles.empty())
      complaints_ = "drover: there is no cycle: none is given, and no line has one\n";
    for (const GivenCycle& each : cycles) {
      if (was_interrupted()) return;
      if (generate::is_inside_instruction(each.text)) {
        add_inside(each);
        if (!complaints_.empty()) return;
        continue;
      }
      const auto cycle = generate::read_cycle(each.text, architecture_);
      if (const auto* error = std::get_if<generate::CycleError>(&cycle)) {
        complaints_ = complaint(*error, each.text);
      } else {
        delivery_.add(std::get<generate::Cycle>(cycle), each);
        complaints_ = delivery_.complaints();
      }
      if (!complaints_.empty()) return;
    }
  }

  void add_inside(const GivenCycle& given) {
    if (architecture_.name != "AArch64") {
      complaints_ = complaint({"edges inside an instruction are for AArch64"}, given.text);
      return;
    }
    delivery_.add_inside(given);
    complaints_ = delivery_.complaints();
  }
  void make_inside() {
    for (const std::string& each : generate::cycles_inside_instructions()) {
      if (was_interrupted() || !complaints_.empty()) return;
      add_inside({each});
    }
  }

  void make_products() {
    Lists lists(architecture_, complaints_);
    std::vector<std::vector<generate::Relaxation>> places;
    for (const std::string& each : command_.words) places.push_back(lists.read(each));
    if (!complaints_.empty()) return;
    report(generate::products(places, architecture_, command_.test.locations,
                              [&](const generate::Cycle& cycle) { delivery_.add_found(cycle); }));
  }

  void make_search() {
    Lists lists(architecture_, complaints_);
    generate::SearchOptions options = command_.search;
    options.safe = lists.read_all(command_.safe);
    options.relax = lists.read_all(command_.relax);
    options.reject = lists.read_all(command_.reject);
    options.prefix = lists.read_all(command_.prefix);
    if (complaints_.empty() && !command_.without.empty()) leave_out(options);
    if (!complaints_.empty()) return;
    if (command_.prints_lists) {
      print_list("relax", options.relax);
      print_list("safe", options.safe);
      print_list("reject", options.reject);
      return;
    }
    report(generate::search(options, architecture_,
                            [&](const generate::Cycle& cycle) { delivery_.add_found(cycle); }));
  }
  void leave_out(generate::SearchOptions& options) {
    DiagnosticSink sink;
    const std::optional<SourceBuffer> source = read_source(command_.without, sink);
    if (!source) {
      complaints_ = format("drover: --no: cannot read `{}`\n", command_.without);
      return;
    }
    for (const GivenCycle& each : cycles_of_lines(std::string(source->text()))) {
      const auto cycle = generate::read_cycle(each.text, architecture_);
      if (const auto* error = std::get_if<generate::CycleError>(&cycle)) {
        complaints_ = complaint(*error, each.text);
        return;
      }
      options.without.push_back(std::get<generate::Cycle>(cycle));
    }
  }
  void print_list(std::string_view name, const std::vector<generate::Relaxation>& list) const {
    const auto text = [&](const generate::Relaxation& each) { return print(each, architecture_); };
    write(Stream::Output, format("***{}***\n{}\n", name, joined(list, " ", text)));
  }

  // Says why there is no test: what was left out is otherwise told with -v.
  void report(const generate::SearchCount& count) {
    complaints_ = delivery_.complaints();
    if (count.found > 0 && !command_.is_verbose) return;
    write(Stream::Error,
          format("drover: {} cycles; {} combinations were rotations of these, {} make no test, and "
                 "of {} cycles the condition was refused\n",
                 count.found, count.repeated, count.refused, delivery_.left_out()));
  }

  const GenerateCommand& command_;
  const generate::Architecture& architecture_;
  Delivery delivery_;
  std::string complaints_;
};

}  // namespace

int run(const GenerateCommand& command) { return Generation(command).run(); }

}  // namespace drover::cli
