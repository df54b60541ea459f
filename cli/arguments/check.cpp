#include <algorithm>
#include <array>
#include <string_view>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/draw_command.h"
#include "drawing/execution_picture.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/error_kinds.h"
#include "explorer/plan/plan_search.h"
#include "support/format.h"
#include "support/text.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

// Arguments of `check` that `split` lacks: they concern the whole run.
constexpr std::array NotOfSplit{
    "--checkpoint", "--checkpoint-every", "--resume",  "--picture",  "--sarif",
    "--json",       "--count-duplicates", "-j,--jobs", "--simulate", "--max-executions",
    "--estimate",   "--sample",           "--seed",    "--progress", "-v,--verbose",
    "FILE",         "-m,--model"};

// Selects all models.
constexpr const char* AllModels = "all";

class CheckArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    arguments_ = {input_files(&command_.input.files, "programs to verify"),
                  models_of_check(),
                  mapping_option(command_.input.mapping, UsualMapping),
                  algorithm_option(command_.algorithm),
                  constants_.option(),
                  with_default(unroll_option(&command_.input.unroll)),
                  with_default(max_threads_option(&command_.input.max_threads))};
    for (Argument& each : constants_.compiler_options()) arguments_.push_back(std::move(each));
    add_reductions();
    add_rvf_switches();
    add_rest();
    for (Argument& each : state_.options()) arguments_.push_back(std::move(each));
    return std::move(arguments_);
  }

  [[nodiscard]] Command take() { return take_check(); }

  [[nodiscard]] CheckCommand take_check() {
    command_.input.constants = constants_.take(command_.input.files);
    command_.input.colour = colour_.take();
    command_.input.warnings = warnings_.take();
    take_models();
    for (const std::string& model : command_.models) require_algorithm(command_.algorithm, model);
    take_failing_kinds();
    if (command_.algorithm != "rvf" && !rvf_switches_.empty()) {
      throw WrongArgument(rvf_switches_.front(), "needs `--algo rvf`");
    }
    require_picture();
    if (!command_.sarif.empty()) {
      require_output_file("--sarif", command_.sarif, command_.input.files);
    }
    command_.state = state_.take(command_.input.files);
    if (const auto option = state_.given()) require_one_run(*option);
    require_sampling();
    require_simulation();
    command_.max_memory = memory_.take();
    command_.progress = progress_.take();
    if (is_json_) command_.format = ReportFormat::Json;
    if (has_all_errors_) command_.errors = ErrorLimit::All;
    if (counts_duplicates_) command_.count_duplicates = CountDuplicates::Yes;
    if (is_verbose_) command_.verbosity = Verbosity::Verbose;
    return command_;
  }

  // Sets one program and one model, as if given on the command line.
  void give(const std::string& file, const std::string& model) {
    command_.input.files = {file};
    models_ = {model};
  }

 private:
  [[nodiscard]] Argument models_of_check() {
    Argument option = models_option(models_, format(", or `all`: {} to {}; several give one table",
                                                    model_names().front(), model_names().back()));
    option.proposals.emplace_back(AllModels);
    option.usual = command_.models.front();
    return option;
  }

  // Keeps each model once, in command-line order.
  void take_models() {
    if (models_.empty()) return;
    command_.models.clear();
    const auto add = [this](const std::string& name) {
      if (std::ranges::find(command_.models, name) == command_.models.end()) {
        command_.models.push_back(name);
      }
    };
    for (const std::string& name : models_) {
      if (name == AllModels) {
        for (const std::string_view each : model_names()) add(std::string(each));
        continue;
      }
      require_model("--model", name);
      add(name);
    }
  }

  static std::vector<std::string> failing_words() {
    std::vector<std::string> words;
    words.reserve(AllErrorKinds.size() + 1);
    for (const ErrorKind kind : AllErrorKinds) words.emplace_back(error_kind_name(kind));
    words.emplace_back("none");
    return words;
  }

  void take_failing_kinds() {
    if (fail_on_.empty()) return;
    command_.fails = ErrorKindSet::none();
    for (const std::string& word : fail_on_) {
      if (word == "none") continue;
      const auto kind = find_error_kind(word);
      if (!kind) {
        const std::vector<std::string> known = failing_words();
        throw WrongArgument("--fail-on", format("there is no kind of error `{}`{} (there are: {})",
                                                word, suggestion(word, known), joined(known, " ")));
      }
      command_.fails.insert(*kind);
    }
  }

  void add_reductions() {
    for (const Reduction reduction : AllReductions) {
      const std::string_view name = reduction_name(reduction);
      arguments_.push_back(flag(
          format("--no-{}", name), [this, reduction] { command_.reductions.erase(reduction); },
          format("turn the reduction `{}` off", name)));
    }
    for (const Reduction pass : {Reduction::Plp, Reduction::Await}) {
      const std::string_view name = reduction_name(pass);
      arguments_.push_back(flag(
          format("--{}", name), [this, pass] { command_.asked_for.insert(pass); },
          format("run the pass `{}` before any algorithm, also before a reference", name)));
    }
  }

  void add_rvf_switches() {
    const auto turn_off = [this](const std::string& name, bool& part, const std::string& text) {
      const auto action = [this, name, &part] {
        part = false;
        rvf_switches_.push_back(name);
      };
      arguments_.push_back(flag(name, action, "rvf: " + text));
    };
    turn_off("--no-closure", command_.rvf.vsc.closure, "search without the closure");
    turn_off("--no-greedy", command_.rvf.vsc.greedy, "search without taking reads at once");
    turn_off("--no-guide", command_.rvf.vsc.use_guide, "search without the current trace");
    turn_off("--no-signals", command_.rvf.signals, "explore without backtrack signals");
  }

  void add_rest() {
    arguments_.insert(
        arguments_.end(),
        {flag("--json", &is_json_, "one JSON object per file and model"),
         {.names = "--sarif",
          .value = "FILE",
          .text = "write the errors into FILE, in SARIF 2.1.0",
          .target = &command_.sarif,
          .kind = ValueIs::File},
         {.names = "--fail-on",
          .value = "KIND,…",
          .text = "only errors of these kinds stop the run and make the status 1: " +
                  joined(failing_words(), " "),
          .target = &fail_on_,
          .proposals = failing_words(),
          .has_commas = true},
         flag("--all-errors", &has_all_errors_, "continue after the first error"),
         flag("--no-leaks", &command_.ignores_leaks,
              "C programs: do not look for memory that is lost at the end"),
         flag("--strict", &command_.is_strict,
              "a vacuous verdict, or an assertion that is never reached: status 1"),
         flag("--count-duplicates", &counts_duplicates_,
              "count executions that are explored more than once"),
         max_time_option(&command_.max_seconds, ", per file and model"),
         max_executions_option(&command_.max_executions),
         jobs_option(command_.jobs,
                     "threads: for files, models and parts of explorations (0: all processors)"),
         flag("--simulate", &command_.simulates,
              "one thread plays the threads of --jobs, all equally fast, and the report says how "
              "evenly the work was divided"),
         memory_.option(),
         flag("--estimate", &command_.estimates,
              "say how many executions to expect, and how long they will take; do not explore"),
         {.names = "--sample",
          .value = "N",
          .text = "look at N random executions instead of all",
          .target = &command_.samples,
          .limits = WholeRange{1, 1'000'000'000}},
         {.names = "--seed",
          .value = "S",
          .text = "the seed of the random numbers of --sample and --estimate",
          .target = &command_.seed,
          .usual = "1"},
         flag("--shortest", &command_.prefers_short,
              "explore everything, and show each error with as few events and changes of thread as "
              "possible"),
         progress_.option(),
         {.names = "--picture",
          .value = "FILE",
          .text = "draw the execution of an error into FILE.svg, .png, .pdf, .tex, .tikz or .dot",
          .target = &command_.picture,
          .kind = ValueIs::File},
         warnings_.option(),
         flag("-v,--verbose", &is_verbose_,
              "say more about the run, and show the execution of each error"),
         colour_.option()});
  }

  // Rejects --simulate for runs that use one thread anyway.
  void require_simulation() const {
    if (!command_.simulates) return;
    const auto refuse = [](const std::string& why) { throw WrongArgument("--simulate", why); };
    if (command_.jobs == 1) refuse("needs a number of threads to play: `--jobs N`");
    if (command_.samples || command_.estimates) {
      refuse("cannot be combined with --sample and --estimate, which use one thread");
    }
    if (command_.max_executions)
      refuse("cannot be combined with --max-executions, which uses one thread");
    if (counts_duplicates_)
      refuse("cannot be combined with --count-duplicates, which uses one thread");
    const auto algorithm = find_algorithm(command_.algorithm);
    if (algorithm == AlgorithmKind::Auto || is_splittable(*algorithm)) return;
    refuse(
        format("a run of `{}` uses one thread: its parts depend on each other (leave --algo out)",
               command_.algorithm));
  }

  void require_sampling() const {
    const bool is_random = command_.samples || command_.estimates;
    if (!is_random && command_.seed) {
      throw WrongArgument("--seed", "needs --sample or --estimate");
    }
    if (!is_random) return;
    if (command_.prefers_short) {
      throw WrongArgument("--shortest",
                          "cannot be combined with --sample and --estimate: it needs all");
    }
    const std::string option = command_.samples ? "--sample" : "--estimate";
    if (command_.samples && command_.estimates) {
      throw WrongArgument("--sample", "cannot be combined with --estimate: it estimates by itself");
    }
    if (command_.algorithm != "auto" && command_.algorithm != "spore") {
      throw WrongArgument(option, "needs `--algo spore`, whose explorations consist of paths");
    }
    if (!command_.state.are_none()) {
      throw WrongArgument(option, "cannot be combined with --checkpoint and --resume");
    }
  }

  // Requires one program and one model: a state belongs to one run.
  void require_one_run(const std::string& option) const {
    if (command_.models.size() > 1) throw WrongArgument(option, "works with one model only");
    const auto algorithm = find_algorithm(command_.algorithm);
    const bool is_possible = algorithm == AlgorithmKind::Auto || is_resumable(*algorithm);
    if (!is_possible) {
      throw WrongArgument(option, format("a run of `{}` cannot be interrupted and go on: it has to "
                                         "know all that it has seen (leave --algo out)",
                                         command_.algorithm));
    }
    if (counts_duplicates_)
      throw WrongArgument(option, "cannot be combined with --count-duplicates");
  }

  void require_picture() const {
    if (command_.picture.empty()) return;
    if (command_.input.files.size() > 1) {
      throw WrongArgument("--picture", "works with one program only");
    }
    if (command_.models.size() > 1) throw WrongArgument("--picture", "works with one model only");
    const auto picture_format = drawing::format_of_file(command_.picture);
    if (picture_format && *picture_format != drawing::PictureFormat::Text) return;
    throw WrongArgument(
        "--picture",
        format("`{}` does not end in .svg, .png, .pdf, .tex, .tikz or .dot", command_.picture));
  }

  CheckCommand command_;
  ConstantOptions constants_;
  MemoryOption memory_;
  ColourOption colour_;
  WarningOptions warnings_;
  StateOptions state_{"run"};
  std::vector<Argument> arguments_;  // the list under construction
  std::vector<std::string> models_;  // as given on the command line
  std::vector<std::string> fail_on_;
  std::vector<std::string> rvf_switches_;  // options given on the command line
  ProgressOption progress_;
  bool is_json_ = false;
  bool has_all_errors_ = false;
  bool counts_duplicates_ = false;
  bool is_verbose_ = false;
};

class SplitArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    std::vector<Argument> arguments = check_.list();
    std::erase_if(arguments, [](const Argument& each) {
      return std::ranges::find(NotOfSplit, each.names) != NotOfSplit.end();
    });
    const auto max_time = std::ranges::find(arguments, "--max-time", &Argument::names);
    max_time->text =
        "stop after S seconds; `work` without --max-time: after S seconds of each piece";
    arguments.insert(arguments.begin(), with_default(model_option(model_)));
    arguments.insert(arguments.begin(), required_files(&file_, "the program to verify"));
    arguments.push_back(with_default({.names = "--items",
                                      .value = "N",
                                      .text = "about how many pieces to make",
                                      .target = &command_.items,
                                      .limits = WholeRange{1, 1'000'000}}));
    arguments.push_back({.names = "-o,--output",
                         .value = "DIR",
                         .text = "a folder for the pieces, which must be new or empty",
                         .target = &command_.output_folder,
                         .kind = ValueIs::Folder,
                         .is_required = true});
    return arguments;
  }

  [[nodiscard]] Command take() {
    if (model_ == AllModels) {
      throw WrongArgument("--model", "works with one model only: split the run once for each");
    }
    check_.give(file_, model_);
    command_.check = check_.take_check();
    return command_;
  }

 private:
  CheckArguments check_;
  std::string file_;
  std::string model_ = CheckCommand().models.front();
  SplitCommand command_;
};

class WorkArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {{.names = "PIECE",
             .text = "files that `drover split` made: DIR/0001 …",
             .target = &command_.pieces,
             .kind = ValueIs::File,
             .is_required = true},
            jobs_option(command_.jobs, "threads (0: all processors)"),
            max_time_option(&command_.max_seconds, ", per piece; another call continues"),
            memory_.option(),
            with_default({.names = "--checkpoint-every",
                          .value = "S",
                          .text = "seconds after which the state of a piece is kept",
                          .target = &command_.checkpoint_every,
                          .limits = RealRange{1e-2, 1e9}})};
  }
  [[nodiscard]] Command take() {
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  WorkCommand command_;
  MemoryOption memory_;
};

class MergeArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {{.names = "DIR",
             .text = "the folder that `drover split` made",
             .target = &command_.folder,
             .kind = ValueIs::Folder,
             .is_required = true},
            flag("--json", &is_json_, "one JSON object"),
            flag("-v,--verbose", &is_verbose_,
                 "say more about the run, and show the execution of each error"),
            colour_.option()};
  }
  [[nodiscard]] Command take() {
    command_.colour = colour_.take();
    if (is_json_) command_.format = ReportFormat::Json;
    if (is_verbose_) command_.verbosity = Verbosity::Verbose;
    return command_;
  }

 private:
  MergeCommand command_;
  ColourOption colour_;
  bool is_json_ = false;
  bool is_verbose_ = false;
};

}  // namespace

CommandDescription describe_check() {
  return describe<CheckArguments>(
      "check", "verify programs (.drv, .c)",
      {{ExitVerified, "verified: no property is violated"},
       {ExitViolation,
        "a property is violated, of a kind that --fail-on names; with --strict, also if the "
        "verdict is vacuous, or an assertion is never reached"},
       BadInputMeaning,
       {ExitIncomplete, "a limit was reached before the end, and nothing wrong was seen"},
       FaultMeaning});
}

CommandDescription describe_split() {
  return describe<SplitArguments>("split", "divide the verification of a program into pieces",
                                  {{ExitVerified, "the pieces were written"},
                                   BadInputMeaning,
                                   IncompleteMeaning,
                                   FaultMeaning});
}

CommandDescription describe_work() {
  return describe<WorkArguments>(
      "work", "explore pieces that `split` made",
      {{ExitVerified, "the pieces are done"},
       BadInputMeaning,
       {ExitIncomplete, "stopped before the end: another call continues"},
       FaultMeaning});
}

CommandDescription describe_merge() {
  return describe<MergeArguments>(
      "merge", "the report of pieces that are done",
      {{ExitVerified, "verified: no property is violated"},
       {ExitViolation, "a property is violated"},
       BadInputMeaning,
       {ExitIncomplete, "a piece is not done, or a limit was reached before the end"},
       FaultMeaning});
}

}  // namespace drover::cli
