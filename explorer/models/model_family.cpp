#include "explorer/models/model_family.h"

#include <algorithm>
#include <array>
#include <utility>

#include "explorer/models/cat_model.h"
#include "explorer/models/general_model.h"
#include "explorer/models/model_table.h"
#include "frontend/diagnostic_printer.h"

namespace drover {

namespace {

constexpr std::array<std::string_view, 16> Architectures{
    "C",    "X86",  "X86_64", "AArch64", "RISCV", "PPC", "LKMM",   "ARM",
    "MIPS", "LISA", "BPF",    "ASL",     "CPP",   "PTX", "VULKAN", "OPENCL"};

// Returns the architecture that a model is for by its first word; empty: any.
std::string restriction_of(const cat::ModelReading& reading) {
  const auto& ast = reading.files[reading.own_file]->ast;
  if (!ast) return "";
  // Models of OpenCL spell it so.
  const std::string word = ast->architecture == "OpenCL" ? "OPENCL" : ast->architecture;
  return std::ranges::find(Architectures, word) == Architectures.end() ? "" : word;
}

bool is_for(const std::string& restriction, const std::string& architecture) {
  if (restriction.empty() || architecture.empty() || restriction == architecture) return true;
  return restriction == "C" && architecture == "LKMM";
}

// Returns a small execution that every sensible model allows, to reveal failures of a model.
ExecutionGraph small_execution() {
  ExecutionGraph graph({ThreadRole::Worker, ThreadRole::Worker});
  const LocationId x(0);
  graph.ensure_initial_write(x, 0);
  Label write;
  write.kind = LabelKind::Write;
  write.mode = Mode::Sc;
  write.location = x;
  write.value = 1;
  const EventId first = graph.add(ThreadId(0), NodeId(0), write);
  graph.insert_coherence(first, 1);
  Label read;
  read.kind = LabelKind::Read;
  read.mode = Mode::Sc;
  read.location = x;
  graph.set_reads_from(graph.add(ThreadId(1), NodeId(0), read), first);
  return graph;
}

// PTX orders dependencies; the models of Vulkan and OpenCL have none.
Candidates candidates_of(const std::string& architecture) {
  if (architecture.empty() || architecture == "PTX") return Candidates::Supported;
  const bool is_open = architecture == "VULKAN" || architecture == "OPENCL";
  return is_open ? Candidates::FromNowhere : Candidates::SelfSupporting;
}

// In herd, final writes are only those of the locations that a test observes.
bool asks_for_final_writes(const cat::Code& code, bool is_litmus) {
  return is_litmus && code.uses(cat::Base::FinalWrites);
}

std::string errors_of(const cat::ModelFiles& files) {
  std::string out;
  for (const auto& file : files) {
    if (file->sink.has_errors()) out += render(file->sink, file->source.name(), &file->source);
  }
  return out;
}

// True if the files have fewer errors than others, or as many, of which one is further behind.
bool reads_more(const cat::ModelFiles& files, const cat::ModelFiles& others) {
  const auto count = [](const cat::ModelFiles& all) {
    std::size_t errors = 0;
    for (const auto& file : all) errors += file->sink.error_count();
    return errors;
  };
  if (count(files) != count(others)) return count(files) < count(others);
  for (const auto& file : files) {
    for (const auto& other : others) {
      if (!file->sink.has_errors() || !other->sink.has_errors()) continue;
      if (file->source.name() != other->source.name()) continue;
      return file->sink.sorted().back().range.begin > other->sink.sorted().back().range.begin;
    }
  }
  return false;
}

}  // namespace

ModelFamily::ModelFamily(std::string path, cat::ModelOptions options, ModelAuditor auditor)
    : path_(std::move(path)), options_(std::move(options)), auditor_(std::move(auditor)) {}

ModelFamily::Member ModelFamily::make(const ProgramKind& kind) const {
  cat::ModelOptions options = options_;
  options.architecture = kind.architecture;
  if (kind.has_parts) options.variants.insert(std::string(cat::MixedSizes));
  cat::ModelReading reading = cat::read_model(path_, options);
  Member out{.restriction = restriction_of(reading)};
  if (!is_for(out.restriction, kind.architecture)) {
    out.misfit = ModelMisfit{.why = ModelMisfit::Why::FirstWord, .detail = out.restriction};
    return out;
  }
  const bool is_litmus = !kind.architecture.empty();
  if (reading.code && !asks_for_final_writes(*reading.code, is_litmus)) {
    auto code = std::make_shared<cat::Code>(*reading.code);
    // In herd's models, a read-modify-write of C is one event.
    code->fuses_updates = kind.architecture == "C";
    out.model =
        std::make_unique<const CatModel>(ModelInfo{.name = path_,
                                                   .text = reading.whole_text(),
                                                   .auditor = auditor_,
                                                   .candidates = candidates_of(kind.architecture),
                                                   .family = this},
                                         std::move(code));
    out.files = std::move(reading.files);
    return out;
  }
  if (reading.code) {
    options.wants_script = true;
    reading = cat::read_model(path_, options);
  }
  out.files = reading.files;
  const bool is_readable = reading.script && (reading.code || reading.is_general);
  if (is_readable) {
    if (const auto failure = try_on(reading.script, small_execution())) {
      report_failure(*failure, reading.files[failure->file]->sink);
    }
  }
  // Includes errors of included files.
  std::string errors = errors_of(out.files);
  if (is_readable && errors.empty()) {
    const auto& ast = reading.files[reading.own_file]->ast;
    out.model = make_general_model(path_, ast ? ast->title : "", reading.whole_text(),
                                   reading.script, this);
  } else {
    out.misfit = ModelMisfit{.why = ModelMisfit::Why::Errors, .detail = std::move(errors)};
  }
  return out;
}

const ModelFamily::Member& ModelFamily::member(const ProgramKind& kind) const {
  const std::lock_guard lock(mutex_);
  auto found = members_.find(kind);
  if (found == members_.end()) found = members_.emplace(kind, make(kind)).first;
  return found->second;
}

std::string_view ModelFamily::usual_mapping() const {
  const std::string& restriction = member({}).restriction;
  if (restriction.empty()) return "";
  const auto machine = std::ranges::find_if(model_table(), [&](const ModelTraits& each) {
    return !each.mapping.empty() && is_about(each, restriction);
  });
  return machine == model_table().end() ? std::string_view() : machine->mapping;
}

const MemoryModel* ModelFamily::fitted(const ProgramKind& kind) const {
  return member(kind).model.get();
}

std::optional<ModelMisfit> ModelFamily::misfit(const ProgramKind& kind) const {
  return member(kind).misfit;
}

ModelFamily::Shown ModelFamily::shown() const {
  // The first that has a model; if it fits no programs, the one that it fits best, with its
  // mistakes.
  const Member* best = &member({});
  for (const std::string_view architecture : Architectures) {
    if (best->model != nullptr) break;
    const Member& other = member({std::string(architecture)});
    const bool is_better =
        other.model != nullptr || best->files.empty() || reads_more(other.files, best->files);
    if (!other.files.empty() && is_better) best = &other;
  }
  return {best->model.get(), best->files};
}

}  // namespace drover
