// Commands that make litmus tests from cycles.
#include <charconv>
#include <memory>
#include <system_error>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "generate/architecture.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

std::vector<std::string> architecture_names() {
  std::vector<std::string> names;
  for (const generate::Architecture& each : generate::architectures()) {
    names.emplace_back(each.name);
  }
  return names;
}

std::vector<Argument> condition_options(generate::TestOptions& test) {
  using enum generate::Observation;
  return {
      choice("--cond", "FORM",
             "cycle: exists, for the cycle; observe: no condition, but all that is observed; "
             "unicond: forall, with all outcomes that are coherent",
             test.condition,
             {{"cycle", generate::ConditionForm::Cycle},
              {"observe", generate::ConditionForm::Observe},
              {"unicond", generate::ConditionForm::Coherent}},
             "cycle"),
      choice("--obs", "HOW",
             "where three or more writes to a location have an order: avoid: refuse; accept: a "
             "thread that reads them; force: such a thread already for two; local: more reads at "
             "the ends of threads; three, four, oo: the final value, for so many writes",
             test.observation,
             {{"avoid", Avoid},
              {"accept", Accept},
              {"force", Force},
              {"local", Local},
              {"three", Three},
              {"four", Four},
              {"oo", Any}},
             "avoid"),
      choice("--obstype", "HOW",
             "the loads of an observer: straight; fenced: with the strongest fence; loop: each "
             "waits for a change, at most 200 rounds (machines)",
             test.observer,
             {{"straight", generate::Observer::Straight},
              {"fenced", generate::Observer::Fenced},
              {"loop", generate::Observer::Loop}},
             "straight"),
      choice("--values", "HOW",
             "distinct: an addition has an operand that makes a new value; numbered: writes get "
             "1, 2, 3, … as in diy7, even if two of them then leave the same value",
             test.values,
             {{"distinct", generate::Values::Distinct}, {"numbered", generate::Values::Numbered}},
             "distinct"),
      flag("--neg", &test.negates, "~exists instead of exists"),
      flag("--nooptcond", &test.has_all_reads, "all reads in the condition"),
      flag("--check", &test.checks_reads,
           "C: a thread goes on only if its reads get the values of the cycle"),
  };
}

std::vector<Argument> search_options(GenerateCommand& command) {
  generate::SearchOptions& search = command.search;
  const auto list = [&](std::string name, std::string text, std::vector<std::string>& target) {
    return Argument{.names = std::move(name),
                    .value = "LIST",
                    .text = std::move(text),
                    .target = OnWords([&command, &target](const std::vector<std::string>& words) {
                      target = words;
                      command.source = CycleSource::Search;
                    })};
  };
  return {
      setting("--products", command.source, CycleSource::Products,
              "all combinations: each CYCLE is a list, for one place of the cycle (diycross7)"),
      setting("--inside", command.source, CycleSource::Instructions,
              "AArch64: LB and MP for each way through one instruction (diymicro7)"),
      list("--safe", "search: cycles of these relaxations (diy7)", command.safe),
      list("--relax", "search: each of these, at least once, with --safe", command.relax),
      list("--reject", "search: no cycle has one of these sequences", command.reject),
      list("--prefix", "search: each cycle has one of these sequences", command.prefix),
      option("--no", "FILE", "search: leave out the cycles of FILE", &command.without,
             ValueIs::File),
      choice("--mode", "MODE",
             "search: which edges may stand side by side: default, critical, free, or uni for "
             "cycles at one location",
             search.mode,
             {{"default", generate::Mode::Default},
              {"critical", generate::Mode::Critical},
              {"free", generate::Mode::Free},
              {"uni", generate::Mode::Uni}},
             "default"),
      with_default(
          option("--size", "N", "search: at most N relaxations", &search.size, Limits{.least = 2})),
      setting("--exact", search.is_exact_size, true, "search: exactly as many"),
      with_default(option("--ins", "N", "search: fewer than N edges in a thread", &search.inside,
                          Limits{.least = 1})),
      setting("--mix", search.mixes, true, "search: several of --relax in one cycle"),
      choice("--cumul", "WORD", "search: false: no fence beside Rfe", search.cumulates,
             {{"true", true}, {"false", false}}, "true"),
      flag("--unfold-only", &command.prints_lists, "search: print the lists, expanded"),
      flag("--num", &command.numbers, "names are the family and a number"),
      with_default(option("--fmt", "N", "digits of such numbers", &command.digits,
                          Limits{.least = 1, .most = 9})),
  };
}

}  // namespace

CommandDescription describe_generate() {
  const auto given = std::make_shared<GenerateCommand>();
  GenerateCommand& command = *given;
  const auto take = [given] {
    const auto* found = generate::find_architecture(given->architecture);
    refuse_if(found == nullptr, "--arch",
              format("there is no architecture `{}`{} (there are: {})", given->architecture,
                     suggestion(given->architecture, architecture_names()),
                     joined(architecture_names(), ", ")));
    refuse_if(given->source == CycleSource::Search && !given->words.empty(), "CYCLE",
              "a search takes its relaxations from --safe and --relax");
    refuse_if(given->source == CycleSource::Products && given->words.empty(), "--products",
              "needs a list for each place of the cycle");
    refuse_if(given->source == CycleSource::Instructions &&
                  (!given->words.empty() || given->architecture != "AArch64"),
              "--inside", "makes all its cycles itself, for AArch64");
    refuse_if(!given->model.empty() && (given->prints_cycles || !given->output.empty()), "--model",
              "runs the tests: it goes with neither -o nor --cycleonly");
    if (!given->model.empty()) require_model("--model", given->model);
    if (given->search.mode == generate::Mode::Uni) {
      given->test.locations = generate::Locations::One;
    }
    return *given;
  };
  // Searches have 4 threads, cycles that are given as many as they like.
  const auto limit_threads = [&command](const std::string& word) {
    std::uint32_t threads = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, threads);
    refuse_if(error != std::errc() || stop != end || threads == 0, "--threads",
              format("`{}` is not a number of threads", word));
    command.test.max_threads = command.search.threads = threads;
  };
  return {
      .name = "generate",
      .summary = "litmus tests from cycles of relaxations, as diy7 makes them",
      .arguments = in_order(
          {{{.names = "CYCLE",
             .text = "cycles, each in quotes, or the words of one: PodWW Rfe DpAddrdR Fre; none: "
                     "the lines of standard input, CYCLE or NAME: CYCLE",
             .target = &command.words},
            {.names = "-a,--arch",
             .value = "ARCH",
             .text = joined(architecture_names(), ", "),
             .target = &command.architecture,
             .usual = "AArch64",
             .proposals = architecture_names()},
            option("-o", "DIR", "one file for each test, and @all, a list of them", &command.output,
                   ValueIs::Folder),
            option("-m,--model", "NAME",
                   "run the tests under a model, as `litmus -m`, without files", &command.model),
            jobs_option(command.jobs, "with -m: threads (0: all processors)"),
            json_flag(command.format, "with -m: one JSON object per test"),
            option("--name", "NAME", "of the test; of a search: instead of the family",
                   &command.test.name),
            setting("--oneloc", command.test.locations, generate::Locations::One,
                    "cycles at one location"),
            {.names = "--nprocs,--threads",
             .value = "N",
             .text = "at most N threads; a search has at most 4 without it",
             .target = OnWord(limit_threads)},
            {.names = "--eprocs",
             .value = "N",
             .text = "search: exactly N threads",
             .target = OnWord([&command, limit_threads](const std::string& word) {
               limit_threads(word);
               command.search.are_exact_threads = true;
             })}},
           search_options(command),
           condition_options(command.test),
           {{.names = "--ua",
             .value = "N",
             .text = "0: a conditional store is tried once, and the condition asks for its "
                     "success; without the option a loop tries it until it succeeds",
             .target = OnWord([&command](const std::string&) {
               command.test.attempts = generate::Attempts::One;
             }),
             .choices = {"0"}},
            {.names = "--variant",
             .value = "NAME",
             .text = "AsAmo: on RISC-V, annotated accesses are atomic instructions",
             .target = OnWords([&command](const std::vector<std::string>&) {
               command.test.orders_are_updates = true;
             }),
             .choices = {"AsAmo"}},
            flag("--cycleonly", &command.prints_cycles, "NAME: CYCLE instead of tests"),
            setting("--no-metadata", command.test.has_metadata, false,
                    "without the lines below the name"),
            flag("-v", &command.is_verbose, "how many combinations were left out")}}),
      .exits = {{ExitVerified, "the tests are written, or ran"}},
      .take = take};
}

CommandDescription describe_classify() {
  const auto given = std::make_shared<ClassifyCommand>();
  ClassifyCommand& command = *given;
  return {.name = "classify",
          .summary = "the cycles that litmus tests show, their names and families",
          .arguments = {input_files(command.input.files, "litmus tests, or names of the library"),
                        flag("--all", &command.shows_all,
                             "every cycle of a test, not only the one with the fewest detours"),
                        json_flag(command.format, "one JSON object per test"),
                        colour_option(command.input.colour)},
          .exits = {{ExitVerified, "each test has a cycle"}, {ExitViolation, "a test has none"}},
          .take = [given] { return *given; }};
}

}  // namespace drover::cli
