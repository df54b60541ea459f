#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/arguments/options.h"
#include "cli/check_run.h"
#include "cli/commands/commands.h"
#include "cli/draw_selection.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "drawing/execution_picture.h"
#include "drawing/find_executions.h"
#include "drawing/history_picture.h"
#include "explorer/algorithms/stop_request.h"
#include "explorer/algorithms/trust/symmetry_relation.h"
#include "explorer/plan/algorithm_table.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "input/question.h"
#include "input/state_selection.h"
#include "semantics/passes/symmetry.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "support/write_file.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path.ends_with('/') || std::filesystem::is_directory(path, ignored);
}

// symb comes from the program. A model may define another relation of that name.
constexpr std::string_view SymmetryName = "symb";

struct ShownRelations {
  std::vector<std::string> names;
  std::vector<std::string> asked_for;  // named by the user; here or in the model
  std::string complaint;
};

// `rf,co`: only these; `+hb,+sw` or `+hb,sw`: these and the usual relations.
ShownRelations shown_relations(const std::string& text, const MemoryModel& model) {
  ShownRelations out;
  if (text.empty() || text.front() == '+') {
    out.names = drawing::usual_relations(model);
    out.asked_for = drawing::relations_of_model(model);
  }
  std::vector<std::string> known = model.relation_names();
  if (std::ranges::find(known, SymmetryName) == known.end()) known.emplace_back(SymmetryName);
  for (std::string& name : split(text, ',')) {
    if (name.starts_with('+')) name.erase(0, 1);
    if (name.empty()) continue;
    if (std::ranges::find(known, name) == known.end()) {
      out.complaint = format("--show: model {} has no relation `{}`{} (there are: {})",
                             model.name(), name, suggestion(name, known), joined(known, " "));
      return out;
    }
    if (std::ranges::find(out.names, name) == out.names.end()) out.names.push_back(name);
    // An empty symb is reported with the program.
    if (name != SymmetryName) out.asked_for.push_back(name);
  }
  return out;
}

// Draws the executions found. Lives during one command.
class Drawer {
 public:
  Drawer(const DrawCommand& command, const input::StateSelection& states,
         const drawing::Selection& selection, const MemoryModel& model, ShownRelations shown)
      : command_(command),
        states_(states),
        name_(name_of(states.subject)),
        selection_(selection),
        model_(model),
        relations_(std::move(shown.names)),
        asked_for_(std::move(shown.asked_for)) {}

  int run() {
    const std::optional<drawing::PictureFormat> by_name =
        is_folder(command_.output) ? std::nullopt : drawing::format_of_file(command_.output);
    if (!command_.format && !by_name && !command_.output.empty() && !is_folder(command_.output)) {
      return refuse(
          format("-o `{}`: the extension does not say which format it should have: add "
                 "`-f svg`, `-f png`, `-f pdf`, `-f tikz`, `-f dot` or `-f text`",
                 command_.output));
    }
    format_ = command_.format.value_or(by_name.value_or(
        is_folder(command_.output) ? drawing::PictureFormat::Svg : drawing::PictureFormat::Text));
    found_ = drawing::find_executions(search());
    if (const auto complaint = model_.complaint()) {
      write(Stream::Error, *complaint);
      return refuse(
          format("{}: not drawn: something is wrong with the model", states_.subject.path));
    }
    limit_ = limit_text();
    find_symmetry();
    if (const auto missing = missing_numbers(); !missing.empty()) return refuse(missing);
    if (found_.executions.empty()) return report_nothing();
    const int status = deliver();
    tell_left_out();
    return status;
  }

 private:
  [[nodiscard]] const std::string& file() const { return command_.input.files.front(); }

  // Returns the litmus test's name, or the file name without its ending.
  [[nodiscard]] static std::string name_of(const input::Subject& subject) {
    return subject.is_litmus() ? subject.name : std::filesystem::path(subject.name).stem().string();
  }

  [[nodiscard]] std::vector<Value> mentioned_values() const {
    std::vector<Value> values;
    for (const input::Question& question : input::questions_of(states_.subject)) {
      std::ranges::copy(question.outcome.constants, std::back_inserter(values));
    }
    return values;
  }

  [[nodiscard]] drawing::FindRequest search() const {
    drawing::FindRequest request{.program = *states_.subject.program,
                                 .model = model_,
                                 .selection = selection_,
                                 .is_selected = states_.is_selected,
                                 .is_witness = states_.is_witness,
                                 .mentioned = mentioned_values(),
                                 .algorithm = *find_algorithm(command_.algorithm),
                                 .unroll = states_.subject.unroll,
                                 .max_seconds = command_.max_seconds,
                                 .max_executions = command_.max_executions,
                                 .max_found = command_.max_pictures};
    // Without reductions, a litmus test has the executions that herd counts.
    if (states_.subject.is_litmus()) return request;
    request.reductions.insert(Reduction::Plp);
    request.reductions.insert(Reduction::Await);
    return request;
  }

  // Returns why executions may be missing. Empty if no message is needed.
  [[nodiscard]] std::string limit_text() const {
    switch (found_.end) {
      case drawing::SearchEnd::All:
      case drawing::SearchEnd::LastNumber: return "";
      case drawing::SearchEnd::Full:
        return format("there are more; --max-pictures is {}", command_.max_pictures);
      case drawing::SearchEnd::Interrupted: return words::stop_text(requested_stop());
      case drawing::SearchEnd::Limit: return words::stop_text(found_.result.stop_reason);
      case drawing::SearchEnd::Cut:
        return "a loop was cut (--unroll): there may be other executions";
    }
    return "";
  }

  [[nodiscard]] bool has_all() const { return found_.end == drawing::SearchEnd::All; }
  // True for loop cuts in litmus tests, which are usual.
  [[nodiscard]] bool is_usual_end() const {
    return found_.end == drawing::SearchEnd::Cut && states_.subject.is_litmus();
  }

  [[nodiscard]] std::string missing_numbers() const {
    if (selection_.last_number() <= found_.matching || !has_all()) return "";
    return format("--select {}: there {} only {} such {} of {} under {}", selection_.last_number(),
                  found_.matching == 1 ? "is" : "are", found_.matching,
                  selection_.is_forbidden ? "candidates" : "executions", file(), model_.name());
  }

  [[nodiscard]] int report_nothing() const {
    const std::string_view what = selection_.is_forbidden ? "candidate" : "execution";
    write(Stream::Error, format("drover: {}: no {} under {} matches --select{}\n", file(), what,
                                model_.name(), limit_.empty() ? "" : "; " + limit_));
    return limit_.empty() ? ExitViolation : ExitIncomplete;
  }

  [[nodiscard]] std::string title_of(const drawing::FoundExecution& execution) const {
    const bool is_only = has_all() && found_.matching == 1;
    const std::string_view what = selection_.is_forbidden ? "candidate"
                                  : selection_.is_error   ? "error"
                                                          : "execution";
    const std::string which = is_only ? ""
                              : has_all()
                                  ? format(": {} {} of {}", what, execution.number, found_.matching)
                                  : format(": {} {}", what, execution.number);
    const std::string_view comma = selection_.is_forbidden ? "," : "";
    return format("{}{}{} {}", name_, which, comma,
                  selection_.is_forbidden ? format("forbidden by {}", model_.name())
                                          : format("under {}", model_.name()));
  }

  // Notes undrawn errors of the same kind on the same line as a drawn error.
  void tell_left_out() const {
    for (const std::size_t i : found_.left_out) {
      const ReportedError& error = found_.result.errors[i];
      const SourceRange& at = error.place.source;
      write(Stream::Error,
            format("{}:{}:{}: not drawn (--verbose): {} [{}]\n", file(), at.line, at.column,
                   words::brief_error_text(error, *found_.result.names.places),
                   error_kind_name(error.kind)));
    }
  }

  void find_symmetry() {
    const std::vector<std::string> of_model = model_.relation_names();
    is_symmetry_shown_ = std::ranges::find(relations_, SymmetryName) != relations_.end() &&
                         std::ranges::find(of_model, SymmetryName) == of_model.end();
    if (!is_symmetry_shown_) return;
    symmetric_ = passes::find_symmetric_threads(*found_.result.program);
    if (!symmetric_.empty()) return;
    write(Stream::Error,
          format("drover: {}: no two threads are symmetric: symb is empty\n", file()));
  }

  void add_symmetry(const ExecutionGraph& graph, drawing::PictureRequest& request) const {
    const LocationTable& locations = found_.result.automata->locations();
    Relation symb = trust::symmetry_before(graph, locations, symmetric_);
    if (model_.has_coherence() && trust::contradicts_eco(graph, locations, symb)) {
      request.captions.push_back(
          {"symb contradicts eco: symmetry reduction explores another one instead", false});
    }
    request.own.push_back({std::string(SymmetryName), std::move(symb)});
  }

  // Draws the calls of all objects, one below the other.
  [[nodiscard]] drawing::WrittenPicture draw_calls(const ExecutionGraph& graph) const {
    std::vector<drawing::HistoryPicture> pictures;
    for (std::size_t i = 0; i < found_.result.automata->program().specified.size(); ++i) {
      auto picture = drawing::picture_of_calls(graph, found_.result, model_, i);
      if (picture) pictures.push_back(*std::move(picture));
    }
    if (pictures.empty()) {
      return {"",
              format("--calls: {} has no calls of objects that {} orders", file(), model_.name())};
    }
    return drawing::draw_calls(pictures, format_);
  }

  [[nodiscard]] drawing::WrittenPicture draw(const drawing::FoundExecution& execution) const {
    if (command_.shows_calls) return draw_calls(execution.graph);
    drawing::PictureRequest request = drawing::captions_of(execution, found_.result, model_);
    request.title = title_of(execution);
    request.relations = relations_;
    request.asked_for = asked_for_;
    request.parts = command_.parts;
    if (is_symmetry_shown_) add_symmetry(execution.graph, request);
    request.initial = command_.initial;
    return drawing::draw_execution(execution.graph, found_.result.names, model_, request, format_,
                                   command_.theme);
  }

  // Finds all errors before writing anything.
  int deliver() {
    const bool is_one_file = found_.executions.size() == 1 || drawing::is_stream(format_);
    if (command_.output.empty() && !is_one_file) {
      return refuse(
          format("{} executions do not fit into one {}: name a file or a folder with -o, "
                 "or choose one with `--select 1`",
                 found_.executions.size(), drawing::name_of(format_)));
    }
    const bool is_binary =
        format_ == drawing::PictureFormat::Png || format_ == drawing::PictureFormat::Pdf;
    if (command_.output.empty() && is_binary && is_terminal(Stream::Output)) {
      return refuse(format("a {} cannot be shown on a terminal: name a file with -o",
                           drawing::name_of(format_)));
    }
    std::vector<std::string> texts;
    for (const drawing::FoundExecution& execution : found_.executions) {
      drawing::WrittenPicture drawn = draw(execution);
      if (!drawn.complaint.empty()) return refuse(drawn.complaint);
      texts.push_back(std::move(drawn.text));
    }
    if (is_one_file) texts = {joined(texts, "\n")};
    if (command_.output.empty()) {
      write(Stream::Output, texts.front());
    } else if (const int status = write_files(texts); status != ExitVerified) {
      return status;
    }
    if (limit_.empty()) return ExitVerified;
    write(Stream::Error, format("drover: {}: {}\n", file(), limit_));
    return is_usual_end() ? ExitVerified : ExitIncomplete;
  }

  [[nodiscard]] int write_files(const std::vector<std::string>& texts) const {
    std::string target = command_.output;
    if (is_folder(target)) {
      std::error_code error;
      std::filesystem::create_directories(target, error);
      if (error) return refuse(format("cannot make the folder `{}`: {}", target, error.message()));
      target = (std::filesystem::path(target) / (name_ + std::string(drawing::ending_of(format_))))
                   .string();
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string path =
          texts.size() == 1 ? target : drawing::numbered(target, found_.executions[i].number);
      const std::string complaint = write_whole_file(path, texts[i]);
      if (!complaint.empty()) return refuse(complaint);
    }
    return ExitVerified;
  }

  const DrawCommand& command_;
  const input::StateSelection& states_;
  std::string name_;
  const drawing::Selection& selection_;
  const MemoryModel& model_;
  std::vector<std::string> relations_;
  std::vector<std::string> asked_for_;
  drawing::PictureFormat format_ = drawing::PictureFormat::Text;
  bool is_symmetry_shown_ = false;
  std::vector<passes::SymmetricThreads> symmetric_;
  drawing::FoundExecutions found_;
  std::string limit_;
};

}  // namespace

int run(const DrawCommand& command) {
  const RunGuard guard(command.max_memory);
  ParsedSelection parsed = parse_selection(command.select);
  if (!parsed.complaint.empty()) return refuse(parsed.complaint);
  drawing::Selection& selection = parsed.selection;
  selection.errors = command.errors;
  const ColourChoice colour = command.input.colour;
  input::StateSelection states = input::read_selection(
      command.input.files.front(), subject_options(command.input, command.unroll, {command.model}),
      {.option = "--select", .text = selection.outcome}, colour_for(Stream::Error, colour));
  write(Stream::Error, states.complaints);
  if (!states.subject.program) return ExitBadInput;
  const auto chosen =
      model_of_argument(command.model.empty() ? states.subject.default_model : command.model,
                        colour, command.input.model_options);
  if (chosen == nullptr) return ExitBadInput;
  const auto mapping = mapping_of_argument(command.input.mapping, colour);
  if (!mapping) return ExitBadInput;
  const FittedRun fitted = fit_run(states.subject, chosen, *mapping, colour);
  write(Stream::Error, fitted.complaint);
  if (fitted.program == nullptr) return ExitBadInput;
  // `--select` refers to the program as read, so keep it.
  const std::shared_ptr<const Program> read = std::exchange(states.subject.program, fitted.program);
  write(Stream::Error, input::compilation_note({fitted.program, fitted.mapping, ""}));
  const MemoryModel& model = *fitted.model;
  if (const auto misfit = find_misfit(*find_algorithm(command.algorithm), model)) {
    return refuse(words::misfit_text(*misfit));
  }
  if (const std::string complaint = check_axiom(selection, model); !complaint.empty()) {
    return refuse(complaint);
  }
  if (selection.is_witness && !states.is_witness) {
    return refuse(format("--select witness: {} has no condition", states.subject.path));
  }
  ShownRelations shown = shown_relations(command.show, model);
  if (!shown.complaint.empty()) return refuse(shown.complaint);
  return Drawer(command, states, selection, model, std::move(shown)).run();
}

}  // namespace drover::cli
