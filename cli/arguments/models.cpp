#include <algorithm>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// A search of all programs with more events would take weeks.
constexpr std::size_t MaxSearchedEvents = 12;

// Makes a positional argument that names one or several models.
Argument model_argument(std::string name, Target target, std::string text) {
  return {.names = std::move(name),
          .text = std::move(text),
          .target = std::move(target),
          .proposals = {model_names().begin(), model_names().end()},
          .kind = ValueIs::File,
          .is_required = true};
}

Argument max_events_option(std::size_t& max_events) {
  return with_default({.names = "--max-events",
                       .value = "N",
                       .text = "programs of up to N events",
                       .target = &max_events,
                       .limits = WholeRange{1, MaxSearchedEvents}});
}

class CompareArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {
        model_argument("A", &command_.first, "the first model: " + names_of_core_models()),
        model_argument("B", &command_.second, "the second model; with --mapping one of a machine"),
        mapping_option(command_.mapping,
                       ": search for programs that, compiled, do under B what A forbids"),
        max_events_option(command_.max_events),
        max_time_option(&command_.max_seconds),
        memory_.option(),
        {.names = "-o",
         .value = "DIR",
         .text = "write the programs into DIR",
         .target = &command_.output_folder,
         .kind = ValueIs::Folder},
        flag("--json", &is_json_, "as JSON"),
        colour_.option()};
  }

  [[nodiscard]] Command take() {
    require_core_model("models compare", command_.first);
    if (command_.mapping.empty()) {
      require_core_model("models compare", command_.second);
    } else {
      require_model("models compare", command_.second);
    }
    if (is_json_) command_.format = ReportFormat::Json;
    command_.colour = colour_.take();
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  CompareCommand command_;
  MemoryOption memory_;
  ColourOption colour_;
  bool is_json_ = false;
};

class AuditArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {model_argument("MODEL", &command_.models, "models: " + names_of_core_models()),
            max_events_option(command_.max_events),
            max_time_option(&command_.max_seconds),
            memory_.option(),
            with_default({.names = "--random",
                          .value = "N",
                          .text = "larger graphs to try, at random",
                          .target = &command_.random_graphs}),
            with_default({.names = "--seed",
                          .value = "N",
                          .text = "the seed of the random graphs",
                          .target = &command_.seed}),
            flag("--json", &is_json_, "as JSON, one object per model"),
            colour_.option()};
  }

  [[nodiscard]] Command take() {
    for (const std::string& name : command_.models) require_core_model("models audit", name);
    if (is_json_) command_.format = ReportFormat::Json;
    command_.colour = colour_.take();
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  AuditCommand command_;
  MemoryOption memory_;
  ColourOption colour_;
  bool is_json_ = false;
};

class ModelsArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    Argument words = model_argument("WORDS", &words_, "`show NAME…`: models as cat files");
    words.proposals.insert(words.proposals.begin(), "show");
    words.is_required = false;
    return {std::move(words), flag("--json", &is_json_, "as JSON"), colour_.option()};
  }

  [[nodiscard]] Command take() {
    if (is_json_) command_.format = ReportFormat::Json;
    command_.colour = colour_.take();
    if (words_.empty()) return command_;
    if (words_.front() != "show") {
      throw WrongArgument("models", format("unknown word `{}`: write `drover models`, `drover "
                                           "models show NAME…`, `drover models compare A B` or "
                                           "`drover models audit NAME…`",
                                           words_.front()));
    }
    command_.show.assign(words_.begin() + 1, words_.end());
    if (command_.show.empty()) {
      throw WrongArgument("models show", format("which? ({})", names_of_models()));
    }
    for (const std::string& name : command_.show) require_model("models show", name);
    return command_;
  }

 private:
  ModelsCommand command_;
  ColourOption colour_;
  std::vector<std::string> words_;
  bool is_json_ = false;
};

}  // namespace

CommandDescription describe_models() {
  auto models =
      describe<ModelsArguments>("models", "the built-in memory models, and models in cat files",
                                {{ExitVerified, "listed or shown"}, BadInputMeaning, FaultMeaning});
  models.commands = {
      describe<CompareArguments>(
          "compare", "the smallest programs that one of two models allows and the other forbids",
          {{ExitVerified, "compared, whether or not they differ"},
           BadInputMeaning,
           IncompleteMeaning,
           FaultMeaning}),
      describe<AuditArguments>(
          "audit", "whether a model has the properties that exploration algorithms need",
          {{ExitVerified, "no counterexample was found"},
           {ExitViolation, "a model lacks a property"},
           BadInputMeaning,
           IncompleteMeaning,
           FaultMeaning})};
  return models;
}

}  // namespace drover::cli
