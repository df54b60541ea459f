// `drover models cover`: which changes of a model do tests notice?

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "analysis/compare/compare_models.h"
#include "analysis/compare/mapped_model.h"
#include "analysis/compare/shape_source.h"
#include "analysis/mutants/joint_search.h"
#include "cli/commands/commands.h"
#include "cli/cover_report.h"
#include "cli/file_runner.h"
#include "cli/litmus_files.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/cat/code.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/choice.h"
#include "explorer/plan/program_features.h"
#include "input/question.h"
#include "input/subject.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::cli {

namespace {

using Model = std::shared_ptr<const MemoryModel>;

// Reads a text as a model; null if it is none.
Model model_of_text(const std::string& text) {
  const std::string name = "mutant.cat";
  cat::ModelOptions options;
  options.texts[name] = text;
  return read_model_file(name, nullptr, options).model;
}

// The verdict of a test under a model: whether some execution satisfies its proposition, and
// whether some does not.
struct TestVerdict {
  bool is_known = false;
  bool has_satisfying = false;
  bool has_others = false;

  bool operator==(const TestVerdict&) const = default;
};

// Short-lived: holds references.
class Cover {
 public:
  Cover(const CoverCommand& command, const MemoryModel& asked, const mapping::Mapping* mapping)
      : command_(command), asked_(asked), mapping_(mapping), report_{.command = command} {
    report_.model = asked.name();
    report_.has_scopes = mapping != nullptr
                             ? mapping->machine->scopes != nullptr
                             : asked.code() != nullptr && asked.code()->uses(Base::ScopesReach);
  }

  CoverReport run(const std::vector<std::string>& files) {
    base_ = model_of_text(std::string(asked_.text()));
    for (mutants::Mutant& mutant : mutants::mutants_of(asked_.text())) {
      Model model = model_of_text(mutant.text);
      if (model == nullptr) {
        ++report_.unreadable;
        continue;
      }
      models_.push_back(std::move(model));
      report_.mutants.push_back({format("{} (line {})", mutant.what, mutant.line), {}, {}, 0});
    }
    run_tests(files);
    if (report_.tests > 0) find_distinctions();
    if (!may_go_on() || was_cut_) report_.is_complete = false;
    report_.seconds = seconds();
    return std::move(report_);
  }

 private:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] bool may_go_on() const {
    return !was_interrupted() && !(command_.max_seconds && seconds() > *command_.max_seconds);
  }

  // Calls `work` in each thread; the argument is true in one of them.
  void work_together(const std::function<void(bool)>& work) const {
    std::vector<std::jthread> threads;
    for (std::size_t w = 1; w < thread_count(command_.jobs); ++w) {
      threads.emplace_back([&] { work(false); });
    }
    work(true);
  }

  // ---- Tests

  struct Tested {
    std::string complaints = {};  // of a test that cannot be read
    bool is_left_out = false;
    bool is_unknown = false;
    std::string name;
    std::vector<std::size_t> kills;
  };

  void run_tests(const std::vector<std::string>& files) {
    std::vector<Tested> tested(files.size());
    std::atomic<std::size_t> next = 0;
    ProgressLine line;
    const auto work = [&](bool shows) {
      for (std::size_t i = next++; i < files.size(); i = next++) {
        if (shows && line.is_due()) line.show(format("{} of {} tests", i, files.size()));
        if (!may_go_on()) {
          tested[i].is_unknown = true;
          continue;
        }
        tested[i] = test(files[i]);
      }
    };
    work_together(work);
    for (const Tested& each : tested) {
      if (!each.complaints.empty()) {
        write(Stream::Error, each.complaints);
        ++report_.unread;
        continue;
      }
      if (each.is_left_out) {
        ++report_.left_out;
        continue;
      }
      ++report_.tests;
      if (each.is_unknown) ++report_.unfinished;
      for (const std::size_t mutant : each.kills) {
        report_.mutants[mutant].killers.push_back(each.name);
      }
    }
  }

  [[nodiscard]] Tested test(const std::string& file) const {
    Tested out;
    const input::Subject subject = input::read_subject(file, {.as = input::SubjectKind::Litmus});
    if (!subject.program || subject.test() == nullptr) {
      out.complaints = subject.complaints(colour_for(Stream::Error, command_.colour));
      return out;
    }
    out.name = subject.name;
    const MemoryModel* const fitted = base_->fitted(kind_of(*subject.program));
    if (fitted == nullptr) {
      out.is_left_out = true;
      return out;
    }
    const Fitted& all = fitted_models(kind_of(*subject.program));
    const std::vector<TestVerdict> joint = joint_verdicts(subject, all.search);
    const auto verdict_of = [&](std::size_t index) {
      const bool is_taken = !joint.empty() && all.search.takes(index);
      return is_taken ? joint[index] : verdict(subject, *all.models[index]);
    };
    const TestVerdict expected = verdict_of(0);
    if (!expected.is_known) {
      out.is_unknown = true;
      return out;
    }
    for (std::size_t i = 1; i < all.models.size(); ++i) {
      const TestVerdict got = verdict_of(i);
      if (!got.is_known) {
        out.is_unknown = true;
      } else if (got != expected) {
        out.kills.push_back(all.mutants[i]);
      }
    }
    return out;
  }

  // The model and its mutants, as they are for programs of a kind.
  struct Fitted {
    std::vector<const MemoryModel*> models;  // the model comes first
    std::vector<std::size_t> mutants;        // by model, from the second on
    mutants::JointSearch search;
  };
  [[nodiscard]] const Fitted& fitted_models(const ProgramKind& kind) const {
    const std::lock_guard lock(fitted_mutex_);
    const auto known = fitted_.find(kind);
    if (known != fitted_.end()) return *known->second;
    std::vector<const MemoryModel*> models{base_->fitted(kind)};
    std::vector<std::size_t> numbers{models_.size()};
    for (std::size_t i = 0; i < models_.size(); ++i) {
      const MemoryModel* const mutant = models_[i]->fitted(kind);
      if (mutant == nullptr) continue;
      models.push_back(mutant);
      numbers.push_back(i);
    }
    mutants::JointSearch search(models);
    auto fitted =
        std::make_unique<Fitted>(Fitted{std::move(models), std::move(numbers), std::move(search)});
    return *fitted_.emplace(kind, std::move(fitted)).first->second;
  }

  // Returns what the models say that are explored together; nothing if that cannot be said.
  [[nodiscard]] std::vector<TestVerdict> joint_verdicts(const input::Subject& subject,
                                                        const mutants::JointSearch& search) const {
    litmus::FinalCondition satisfying = subject.test()->condition;
    satisfying.quantifier = litmus::Quantifier::Exists;
    litmus::FinalCondition others = satisfying;
    others.quantifier = litmus::Quantifier::Forall;
    mutants::JointLimits limits{.executions = command_.max_executions,
                                .interrupt = &interrupt_flag()};
    if (command_.max_seconds) {
      limits.seconds = std::max(0.01, *command_.max_seconds - seconds());
    }
    const auto reached =
        search.run(*subject.program, subject.unroll,
                   {input::outcome_of(satisfying), input::outcome_of(others)}, limits);
    if (!reached) return {};
    std::vector<TestVerdict> out;
    for (const auto& [has_satisfying, has_others] : *reached) {
      out.push_back({true, has_satisfying, has_others});
    }
    return out;
  }

  [[nodiscard]] TestVerdict verdict(const input::Subject& subject, const MemoryModel& model) const {
    const std::shared_ptr<const MemoryModel> own = model.instance();
    ExplorerOptions options = litmus::herd_options(*subject.test(), own ? *own : model);
    options.unfold.unroll = subject.unroll;
    options.interrupt = &interrupt_flag();
    options.max_executions = command_.max_executions;
    if (find_refusal(*subject.program, options)) return {};
    const ExplorationResult result = explore(*subject.program, options);
    if (own && own->complaint()) return {};
    const litmus::LitmusVerdict verdict = litmus::judge(*subject.test(), result);
    return {verdict.is_complete, verdict.satisfying > 0, verdict.others > 0};
  }

  // ---- Mutants that no test kills

  void find_distinctions() {
    if (command_.max_events == 0) return;
    std::vector<std::size_t> alive;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (report_.mutants[i].killers.empty()) alive.push_back(i);
    }
    std::atomic<std::size_t> next = 0;
    ProgressLine line;
    work_together([&](bool shows) {
      for (std::size_t i = next++; i < alive.size() && may_go_on(); i = next++) {
        if (shows && line.is_due()) {
          line.show(format("{} of {} mutants that no test kills", i, alive.size()));
        }
        find_distinction(alive[i]);
      }
    });
  }

  void find_distinction(std::size_t index) {
    const std::string architecture =
        mapping_ == nullptr ? "" : std::string(mapping_->machine->architecture);
    if (asked_.misfit({architecture})) return;  // a machine for which no programs are made
    // The programs that are compared have no scopes.
    if (report_.has_scopes) return;
    const MemoryModel* const model = base_->fitted({architecture});
    const MemoryModel* const mutant = models_[index]->fitted({architecture});
    if (model == nullptr || mutant == nullptr) return;
    shapes::SearchLimits limits;
    limits.max_events = command_.max_events;
    limits.interrupt = &interrupt_flag();
    if (command_.max_seconds)
      limits.max_seconds = std::max(0.01, *command_.max_seconds - seconds());
    if (mapping_ == nullptr) {
      settle(index, compare::compare_models(*model, *mutant, limits));
      return;
    }
    const compare::MappedModel mapped_model(*model, *mapping_);
    const compare::MappedModel mapped_mutant(*mutant, *mapping_);
    settle(index, compare::compare_models(mapped_model, mapped_mutant, limits));
  }

  void settle(std::size_t index, const compare::ModelComparison& comparison) {
    CoveredMutant& out = report_.mutants[index];
    out.searched_events = comparison.searched_events;
    if (comparison.end != shapes::SearchEnd::Complete) was_cut_ = true;
    // Outcomes that only the mutant allows come first: mutants are mostly weaker.
    for (const std::size_t allowing : {1U, 0U}) {
      if (!comparison.only[allowing]) continue;
      const compare::Difference& found = *comparison.only[allowing];
      const compare::ShapeSource source{found.shape, found.modes, &found.outcome};
      const bool is_by_mutant = allowing == 1;
      out.distinction = {
          compare::core_source(source, format("{} under {}, {} under the mutant: {}.",
                                              is_by_mutant ? "Never" : "Sometimes", report_.model,
                                              is_by_mutant ? "Sometimes" : "Never", out.what)),
          std::string(compare::known_test_name(source)), is_by_mutant};
      return;
    }
  }

  const CoverCommand& command_;
  const MemoryModel& asked_;
  const mapping::Mapping* mapping_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Model base_;
  std::vector<Model> models_;  // by mutant
  mutable std::mutex fitted_mutex_;
  mutable std::map<ProgramKind, std::unique_ptr<const Fitted>> fitted_;
  std::atomic<bool> was_cut_ = false;  // some search for a program
  CoverReport report_;
};

// A mutant that can be told from the model, and that no test tells from it.
bool is_missed(const CoveredMutant& mutant) {
  return mutant.killers.empty() && mutant.distinction.has_value();
}

}  // namespace

int run(const CoverCommand& command) {
  const RunGuard guard(command.max_memory);
  const auto asked = model_of_argument(command.model, command.colour);
  if (asked == nullptr) return ExitBadInput;
  if (asked->text().empty()) {
    return refuse(format("models cover: the text of `{}` is not known", command.model));
  }
  const auto mapping = mapping_of_argument(std::string(asked->usual_mapping()), command.colour);
  if (!mapping) return ExitBadInput;
  LitmusCommand litmus;
  litmus.input.files = command.tests;
  const LitmusFiles files = files_of(litmus);
  write(Stream::Error, files.complaints);
  if (files.files.empty()) return ExitBadInput;
  const CoverReport report = Cover(command, *asked, mapping->get()).run(files.files);
  if (report.tests == 0) {
    return refuse(format("models cover: none of these tests can be run under `{}`", asked->name()));
  }
  write(Stream::Output,
        command.format == ReportFormat::Json ? cover_json(report) : cover_text(report));
  if (!files.complaints.empty() || report.unread > 0) return ExitBadInput;
  if (std::ranges::any_of(report.mutants, is_missed)) return ExitViolation;
  const bool is_open =
      report.has_scopes && command.max_events > 0 &&
      std::ranges::any_of(report.mutants, [](const auto& each) { return each.killers.empty(); });
  if (is_open) return ExitIncomplete;
  return report.is_complete && report.unfinished == 0 ? ExitVerified : ExitIncomplete;
}

}  // namespace drover::cli
