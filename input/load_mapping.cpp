#include "input/load_mapping.h"

#include <algorithm>
#include <utility>

#include "explorer/models/model_registry.h"
#include "explorer/models/model_table.h"
#include "frontend/suggestion.h"
#include "mapping/compile.h"
#include "semantics/program/control_barriers.h"
#include "semantics/program/instruction_tags.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::input {

namespace {

// True if the model is of a machine: core programs are compiled for it.
bool is_of_machine(const MemoryModel& model) { return !model.usual_mapping().empty(); }

// Null if no model is of a machine, or, with a complaint, if the models disagree.
std::shared_ptr<const mapping::Mapping> usual_mapping(
    std::span<const std::shared_ptr<const MemoryModel>> models, std::string& complaint) {
  const auto machine =
      std::ranges::find_if(models, [](const auto& model) { return is_of_machine(*model); });
  if (machine == models.end()) return nullptr;
  const auto other = std::ranges::find_if(models, [&](const auto& model) {
    return model->usual_mapping() != (*machine)->usual_mapping();
  });
  if (other != models.end()) {
    complaint = format(
        "drover: `{}` and `{}` cannot be asked together about a core program, which is compiled "
        "for the machine of `{}`; ask them one by one\n",
        (*machine)->name(), (*other)->name(), (*machine)->name());
    return nullptr;
  }
  return mapping::find_mapping((*machine)->usual_mapping());
}

// True if the model reads scopes, or another such relation, of events.
bool speaks_of(const MemoryModel& model, bool (*asked)(Base)) {
  const MemoryModel* fitted = model.fitted({});
  const cat::Code* code = fitted == nullptr ? nullptr : fitted->code();
  if (code == nullptr) return false;
  // Names that no check uses do not count.
  std::vector<cat::NodeIndex> checked;
  for (const cat::CodeCheck& check : code->checks) checked.push_back(check.node);
  return std::ranges::any_of(cat::reachable_nodes(*code, checked), [&](cat::NodeIndex index) {
    const cat::Node& node = code->nodes[index];
    return node.operation == cat::Operation::Base && asked(node.base);
  });
}

// Reports the first scope of a program, or its first place, if the model has no scopes.
void refuse_scopes(const Program& program, const MemoryModel& model, DiagnosticSink& sink) {
  if (program.topology == nullptr) return;
  std::vector<std::string> others;
  for (const ModelTraits& each : model_table()) {
    const auto mapping = mapping::find_mapping(each.mapping);
    if (mapping != nullptr && mapping->machine->scopes != nullptr) others.emplace_back(each.name);
  }
  const auto is_of_barriers = [](Base base) { return base == Base::BarrierSync; };
  const std::vector<BarrierChoice> barriers = barrier_choices(program);
  if (!barriers.empty() && !speaks_of(model, is_of_barriers)) {
    const Thread& thread = program.threads[barriers.front().thread.value];
    sink.report(DiagnosticKind::MisplacedScope, thread.code[barriers.front().at].source,
                {format("the model `{}` knows no control barriers", model.name())})
        .with_hint(format("models with control barriers are {}, and models from files that use "
                          "`syncbar`",
                          quoted_list(others)));
    return;
  }
  if (speaks_of(model, is_scoped)) return;
  SourceRange at = program.threads.front().source;
  bool is_found = false;
  for (const Thread& thread : program.threads) {
    for (const Instruction& each : thread.code) {
      if (is_found || scope_of(each).is_empty()) continue;
      is_found = true;
      at = each.source;
    }
  }
  sink.report(DiagnosticKind::ModelWithoutScopes, at, {std::string(model.name())})
      .with_hint(format("models with scopes are {}, and models from files that use `sr`",
                        quoted_list(others)));
}

}  // namespace

std::string mapping_misfit(const mapping::Mapping& mapping, const MemoryModel& model) {
  const std::string architecture(mapping.machine->architecture);
  if (model.fitted({architecture}) != nullptr) return "";
  std::vector<std::string> others;
  for (const MemoryModel* other : models_for({architecture})) others.emplace_back(other->name());
  return format(
      "drover: --mapping: `{}` makes programs for {}, to which the model `{}` does not apply ({} "
      "{})\n",
      mapping.name, architecture, model.name(), quoted_list(others),
      others.size() == 1 ? "does" : "do");
}

LoadedMapping load_mapping(const std::string& name, Colour colour) {
  const bool is_file = name.ends_with(".json") || name.find('/') != std::string::npos;
  if (!is_file) {
    std::shared_ptr<const mapping::Mapping> found = mapping::find_mapping(name);
    if (found != nullptr) return {std::move(found), ""};
    const std::vector<std::string> names = mapping::mapping_names();
    const std::string similar = did_you_mean(name, names);
    return {nullptr, format("drover: --mapping: there is no mapping `{}`{} (there are: {}, and "
                            "files FILE.json)\n",
                            name, similar.empty() ? "" : "; " + similar, joined(names, ", "))};
  }
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read_source(name, sink);
  LoadedMapping out;
  if (source && check_text(*source, sink) == TextCheck::IsText) {
    std::optional<mapping::Mapping> mapping = mapping::read_mapping(*source, name, sink);
    if (mapping) out.mapping = std::make_shared<const mapping::Mapping>(*std::move(mapping));
  }
  out.complaints = render(sink, name, source ? &*source : nullptr, colour);
  return out;
}

std::string compilation_note(const FittedProgram& fitted) {
  if (fitted.mapping == nullptr || fitted.program == nullptr) return "";
  return format("{}: compiled for {} by the mapping {}\n", fitted.program->file,
                fitted.mapping->machine->architecture, fitted.mapping->name);
}

FittedProgram fit_program(const std::shared_ptr<const Program>& program, const SourceBuffer* source,
                          std::span<const std::shared_ptr<const MemoryModel>> models,
                          const std::shared_ptr<const mapping::Mapping>& given, Colour colour) {
  FittedProgram out;
  if (!program->architecture.empty()) {
    if (given == nullptr) return {program, nullptr, ""};
    out.complaint =
        format("drover: --mapping: compiles core programs and C; {} is a litmus test of {}\n",
               program->file, program->architecture);
    return out;
  }
  out.mapping = given != nullptr ? given : usual_mapping(models, out.complaint);
  if (!out.complaint.empty()) return out;
  if (out.mapping == nullptr) {
    DiagnosticSink sink;
    for (const auto& model : models) refuse_scopes(*program, *model, sink);
    if (sink.error_count() == 0) return {program, nullptr, ""};
    out.complaint = render(sink, program->file, source, colour);
    return out;
  }
  for (const auto& model : models) out.complaint += mapping_misfit(*out.mapping, *model);
  if (!out.complaint.empty()) return out;
  DiagnosticSink sink;
  std::optional<Program> compiled = mapping::compile(*program, *out.mapping, sink);
  out.complaint = render(sink, program->file, source, colour);
  if (compiled) out.program = std::make_shared<const Program>(*std::move(compiled));
  return out;
}

}  // namespace drover::input
