#include "report/orders_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "analysis/robust/robust.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "input/orders/order_trials.h"
#include "mapping/compile.h"
#include "support/check.h"
#include "support/format.h"
#include "support/text.h"
#include "support/unified_diff.h"
#include "words/fact_words.h"

namespace drover::report {

namespace {

// Statuses of the command line.
constexpr int OrdersFound = 0;
constexpr int OrdersImpossible = 1;
constexpr int OrdersRefused = 2;
constexpr int OrdersCut = 3;

}  // namespace

std::optional<orders::SiteCost> named_cost(bool repairs, std::string_view name) {
  if (name == "all") return orders::SiteCost();
  if (name == "changes" && !repairs) return std::nullopt;
  if (name.empty() || name == "changes") {
    return repairs ? orders::number_of_changes() : orders::SiteCost();
  }
  const auto table = orders::CostTable::of_machine(name);
  return table ? std::optional(table->cost()) : std::nullopt;
}

std::string orders_misfit(const OrdersQuestion& question, const input::Subject& subject) {
  const bool is_litmus = subject.kind() == input::SubjectKind::Litmus;
  if (is_litmus && subject.program->topology != nullptr) {
    if (!question.repairs && question.keeps_outcomes) return "";
    return format(
        "of litmus tests, --same-outcomes of `relax` finds the narrowest scopes with the same "
        "final states (`drover explain {}` names scopes that are too narrow)",
        subject.path);
  }
  if (is_litmus) {
    return format(
        "modes are looked for in programs, and this is a litmus test (`drover convert {}` makes a "
        "program of it)",
        subject.path);
  }
  if (subject.kind() != input::SubjectKind::C) return "";
  if (question.groups_functions) {
    return "--group function goes with core programs: of C, each call is for itself";
  }
  if (question.keeps_outcomes) {
    return "--same-outcomes goes with core programs: those of C have no final states";
  }
  return "";
}

std::optional<OrdersReport> find_orders(const OrdersQuestion& question,
                                        const input::Subject& subject,
                                        const std::shared_ptr<const MemoryModel>& asked,
                                        std::string& complaint) {
  const std::optional<orders::ModelOrders> known = orders::find_model_orders(*asked);
  if (!known) {
    complaint = format(
        "drover: --model: for `{}` it is not known that weaker modes allow all that stronger ones "
        "allow; it is known for {}\n",
        asked->name(), orders::names_of_model_orders());
    return std::nullopt;
  }
  const input::FittedProgram compiled = input::fit_program(subject.program, &*subject.source,
                                                           std::array{asked}, nullptr, Colour::Off);
  complaint = compiled.complaint;
  if (compiled.program == nullptr) return std::nullopt;
  const input::FittedModel fitted = input::fit_model(asked, kind_of(*compiled.program));
  complaint += fitted.complaint;
  if (fitted.model == nullptr) return std::nullopt;
  const input::FittedModel fitted_sc =
      input::fit_model(builtin_model("sc"), kind_of(*compiled.program));
  const auto sc = fitted_sc.model;
  if (question.is_robustness && sc == nullptr) {
    complaint += fitted_sc.complaint;
    return std::nullopt;
  }
  if (question.is_robustness && !robust::can_compare(*fitted.model, robust::Behaviour::Traces)) {
    complaint += format("drover: --robust: executions of `{}` show no coherence order\n",
                        fitted.model->name());
    return std::nullopt;
  }
  const auto start = std::chrono::steady_clock::now();
  input::OrderSites sites = input::order_sites(
      subject, *known,
      question.repairs ? input::OrderChanges::AndFences : input::OrderChanges::Modes);
  orders::ModedProgram program(
      question.keeps_outcomes ? orders::with_all_observables(sites.program) : sites.program,
      sites.sites);
  if (compiled.mapping != nullptr) {
    program.compile_by([mapping = compiled.mapping](const Program& source) {
      DiagnosticSink sink;
      std::optional<Program> made = mapping::compile(source, *mapping, sink);
      DROVER_CHECK(made.has_value(), "what is compiled with some modes is so with others");
      return *std::move(made);
    });
  }
  OrdersReport report{.question = question,
                      .subject = &subject,
                      .model = fitted.model,
                      .orders = *known,
                      .mapping = compiled.mapping == nullptr ? "" : compiled.mapping->name,
                      .sites = std::move(sites),
                      .program = std::move(program),
                      .result = {}};
  orders::SearchOptions options;
  options.explorer = question.explorer;
  options.explorer.model = report.model.get();
  options.explorer.unfold.unroll = question.unroll;
  options.grouping = question.groups_functions ? orders::Atoms::Grouping::Functions
                                               : orders::Atoms::Grouping::Sites;
  options.cost = question.cost;
  options.same_outcomes = question.keeps_outcomes;
  if (question.is_robustness) options.robust_against = sc.get();
  options.resume = question.resume;
  options.keep = question.keep;
  report.result = question.repairs ? orders::repair(report.program, options)
                                   : orders::relax(report.program, options);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

std::vector<SourcePart> OrdersReport::new_files(const orders::Answer& answer) const {
  return input::files_with_modes(*subject, sites, result.before, answer.assignment);
}

std::string OrdersReport::patch(const orders::Answer& answer) const {
  const std::vector<SourcePart> before = subject->source->files();
  std::string out;
  for (const SourcePart& file : new_files(answer)) {
    const auto old = std::ranges::find(before, file.name, &SourcePart::name);
    out += unified_diff(file.name, old->text, file.text);
  }
  return out;
}

std::string OrdersReport::file_of(const SourceRange& at) const {
  const std::string& file = subject->source->file_of(at);
  return file == subject->path ? "" : file;
}

std::string OrdersReport::place_text(const SourceRange& at) const {
  const std::string file = file_of(at);
  return format("{}{}{}:{}", file, file.empty() ? "" : ":", at.line, at.column);
}

std::string OrdersReport::source_text(std::size_t site) const {
  constexpr std::size_t Most = 50;
  std::string text(subject->source->text(sites.places[site].front().whole));
  const std::size_t end = text.find('\n');
  const bool is_long = end != std::string::npos || text.size() > Most;
  if (end != std::string::npos) text.resize(end);
  if (text.size() > Most) {
    std::size_t cut = Most;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    text.resize(cut);
  }
  return is_long ? text + "…" : text;
}

std::string refusal_text(const OrdersReport& report) {
  const std::string& path = report.subject->path;
  const bool is_robustness = report.question.is_robustness;
  if (report.question.repairs && is_robustness) {
    return format("drover: {}: the program is robust under {}: there is nothing to repair\n", path,
                  report.model->name());
  }
  if (is_robustness) {
    return format(
        "drover: {}: the program is not robust under {}, so it is not relaxed (`drover robust -m "
        "{} "
        "{}` shows an execution that sc has not)\n",
        path, report.model->name(), report.model->name(), path);
  }
  if (report.question.repairs) {
    return format(
        "drover: {}: the program is right under {}: there is nothing to repair (`drover relax -m "
        "{} "
        "{}` looks for weaker modes)\n",
        path, report.model->name(), report.model->name(), path);
  }
  const ReportedError& error = report.result.shown->error;
  const SourceRange at = error.place.source;
  return format(
      "{}{} error: {} [{}]\ndrover: {}: the program is wrong under {}, so it is not relaxed "
      "(`drover "
      "repair -m {} {}` looks for modes with which it is right, `drover check -m {} {}` shows the "
      "execution)\n",
      at.line == 0 ? path : report.subject->source->file_of(at),
      at.line == 0 ? ":" : format(":{}:{}:", at.line, at.column), words::error_text(error),
      error_kind_name(error.kind), path, report.model->name(), report.model->name(), path,
      report.model->name(), path);
}

std::vector<std::string> fence_remarks(const OrdersReport& report) {
  if (!report.question.repairs) return {};
  const auto listed = [&](const std::vector<SourceRange>& places) {
    return joined(places, ", ", [&](const SourceRange& at) { return report.place_text(at); });
  };
  std::vector<std::string> out;
  if (report.sites.are_fences_too_many) {
    out.emplace_back(
        "no fences were inserted: they would change more of the program, or make it too large");
    return out;
  }
  if (!report.sites.without_room.empty()) {
    out.push_back(
        "no fence was inserted before these accesses, which a macro makes, or which are in a file "
        "that stays as it is: " +
        listed(report.sites.without_room));
  }
  if (!report.sites.without_room_inside.empty()) {
    out.push_back("no fence was inserted between the accesses of one statement: " +
                  listed(report.sites.without_room_inside));
  }
  return out;
}

namespace {

struct LeftAloneWords {
  input::LeftAlone why;
  std::string_view name;
  std::string_view text;
};
constexpr std::array LeftAloneTexts{
    LeftAloneWords{input::LeftAlone::NotWritten, "not-written",
                   "no mode can be written there, or it is not known whether they are atomic"},
    LeftAloneWords{input::LeftAlone::NotFound, "not-found",
                   "their orders are not written as `memory_order_…` or `__ATOMIC_…`"},
    LeftAloneWords{input::LeftAlone::CommandLine, "command-line",
                   "the command line defines a macro that they use"},
    LeftAloneWords{input::LeftAlone::OtherFile, "other-file",
                   "their orders are in a file that stays as it is"},
    LeftAloneWords{
        input::LeftAlone::Entangled, "entangled",
        "several orders decide their modes, or an order decides more than modes, or is read when "
        "the program runs"},
    LeftAloneWords{input::LeftAlone::Compiler, "compiler",
                   "their orders are in included files that only a compiler's preprocessor reads"},
    LeftAloneWords{input::LeftAlone::TooMany, "too-many",
                   "there are too many orders that could be theirs"}};

}  // namespace

bool has_tried_all(const OrdersReport& report) {
  const auto is_pinned = [](const orders::Site& each) { return each.is_pinned; };
  return report.sites.left_alone.empty() && std::ranges::none_of(report.sites.sites, is_pinned) &&
         fence_remarks(report).empty();
}

std::vector<std::string> left_alone_remarks(const OrdersReport& report) {
  std::vector<std::string> out;
  for (const LeftAloneWords& each : LeftAloneTexts) {
    std::string places;
    for (const input::LeftAlonePlace& place : report.sites.left_alone) {
      if (place.why != each.why) continue;
      places += (places.empty() ? "" : ", ") + report.place_text(place.at);
    }
    if (!places.empty()) out.push_back(format("left as they are, since {}: {}", each.text, places));
  }
  return out;
}

std::string_view left_alone_name(input::LeftAlone why) {
  return std::ranges::find(LeftAloneTexts, why, &LeftAloneWords::why)->name;
}

std::string client_remark(const OrdersReport& report) {
  const bool is_asked = !report.question.repairs && report.subject->kind() == input::SubjectKind::C;
  if (!is_asked || report.sites.sites.empty()) return "";
  return "for this client: another program that uses the same code may need stronger modes";
}

std::string nothing_weaker_text(const OrdersReport& report) {
  if (has_tried_all(report)) return "no mode can be weaker";
  const bool is_none = std::ranges::all_of(report.sites.sites,
                                           [](const orders::Site& each) { return each.is_pinned; });
  return is_none ? "no mode was tried" : "of the modes that were tried, none can be weaker";
}

std::string impossible_text(const OrdersReport& report) {
  // An error under sc occurs with all modes.
  const bool is_known = report.result.is_shown_under_sc || has_tried_all(report);
  const std::string_view what = report.question.is_robustness ? "robust" : "right";
  return format("{} under {}",
                is_known ? format("no modes and fences can make it {}", what)
                         : format("none of the changes that were tried makes it {}", what),
                report.model->name());
}

bool is_text_of(const OrdersReport& report, const orders::Answer& answer,
                const input::Subject& again) {
  return again.program != nullptr &&
         input::is_same_code(*again.program, *report.program.source_with(answer.assignment));
}

int status_of(const OrdersReport& report) {
  switch (report.result.ending) {
    case orders::Ending::Found: return OrdersFound;
    case orders::Ending::NotAsked: return OrdersRefused;
    case orders::Ending::Impossible:
    case orders::Ending::Lost: return OrdersImpossible;
    case orders::Ending::Cut: break;
  }
  return OrdersCut;
}

}  // namespace drover::report
