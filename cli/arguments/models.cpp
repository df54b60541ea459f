#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// Searches through all programs of more events take weeks.
constexpr std::size_t MaxSearchedEvents = 12;

// `models`, with the commands `compare` and `audit` within it.
class ModelsArguments : public CommandArguments {
 public:
  explicit ModelsArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("WORDS", words_, "`show NAME…`: models as cat files")->type_name("");
    app.add_flag("--json", is_json_, "as JSON");
    add_compare();
    add_audit();
  }

  [[nodiscard]] const CLI::App* parsed() const override {
    for (const CLI::App* inner : {compare_app_, audit_app_}) {
      if (inner->parsed()) return inner;
    }
    return CommandArguments::parsed();
  }

  [[nodiscard]] Command take() override {
    if (compare_app_->parsed()) return take_compare();
    if (audit_app_->parsed()) return take_audit();
    if (is_json_) models_.format = ReportFormat::Json;
    if (words_.empty()) return models_;
    if (words_.front() != "show") {
      throw CLI::ValidationError("models",
                                 format("unknown word `{}`: write `drover models`, `drover "
                                        "models show NAME…`, `drover models compare A B` or "
                                        "`drover models audit NAME…`",
                                        words_.front()));
    }
    models_.show.assign(words_.begin() + 1, words_.end());
    if (models_.show.empty()) {
      throw CLI::ValidationError("models show", format("which? ({})", names_of_models()));
    }
    for (const std::string& name : models_.show) require_model("models show", name);
    return models_;
  }

 private:
  void add_compare() {
    compare_app_ = app().add_subcommand(
        "compare", "the smallest programs that one of two models allows and the other forbids");
    compare_app_->add_option("A", compare_.first, "a model: " + names_of_models())
        ->required()
        ->type_name("");
    compare_app_->add_option("B", compare_.second, "another")->required()->type_name("");
    add_max_events(*compare_app_, compare_.max_events);
    add_max_time(*compare_app_, compare_.max_seconds);
    compare_app_->add_option("-o", compare_.output_folder, "write the programs into DIR")
        ->type_name("DIR");
    compare_app_->add_flag("--json", is_json_, "as JSON");
  }

  void add_audit() {
    audit_app_ = app().add_subcommand(
        "audit", "whether a model has the properties that exploration algorithms need");
    audit_app_->add_option("MODEL", audit_.models, "models: " + names_of_models())
        ->required()
        ->type_name("");
    add_max_events(*audit_app_, audit_.max_events);
    add_max_time(*audit_app_, audit_.max_seconds);
    audit_app_->add_option("--random", audit_.random_graphs, "greater graphs to try, at random")
        ->type_name("N")
        ->capture_default_str();
    audit_app_->add_option("--seed", audit_.seed, "of the random graphs")
        ->type_name("N")
        ->capture_default_str();
    audit_app_->add_flag("--json", is_json_, "as JSON, one object per model");
  }

  static void add_max_events(CLI::App& app, std::size_t& max_events) {
    app.add_option("--max-events", max_events, "programs of up to N events")
        ->check(CLI::Range(std::size_t{1}, MaxSearchedEvents).description(""))
        ->type_name("N")
        ->capture_default_str();
  }

  [[nodiscard]] Command take_compare() {
    require_model("models compare", compare_.first);
    require_model("models compare", compare_.second);
    if (is_json_) compare_.format = ReportFormat::Json;
    return compare_;
  }

  [[nodiscard]] Command take_audit() {
    for (const std::string& name : audit_.models) require_model("models audit", name);
    if (is_json_) audit_.format = ReportFormat::Json;
    return audit_;
  }

  CLI::App* compare_app_ = nullptr;
  CLI::App* audit_app_ = nullptr;
  ModelsCommand models_;
  CompareCommand compare_;
  AuditCommand audit_;
  std::vector<std::string> words_;
  bool is_json_ = false;
};

}  // namespace

std::unique_ptr<CommandArguments> add_models(CLI::App& whole) {
  return std::make_unique<ModelsArguments>(
      *whole.add_subcommand("models", "the built-in memory models, and models in cat files"));
}

}  // namespace drover::cli
