#include "explorer/cat/read_model.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <variant>

#include "explorer/cat/elaborate.h"
#include "explorer/cat/embedded.h"
#include "frontend/cat/parse_cat.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::cat {

namespace {

constexpr std::string_view Extension = ".cat";
// Computes dependencies from register events, which executions lack here: Drover's own file
// replaces it.
constexpr std::string_view OfRegisters = "aarch64deps.cat";

// Returns the file with the names that an architecture adds to the library.
std::string_view prelude_name(std::string_view architecture) {
  if (architecture.empty() || architecture == "C") return "prelude-c.cat";
  if (architecture == "X86" || architecture == "X86_64") return "prelude-x86.cat";
  if (architecture == "LKMM") return "prelude-lkmm.cat";
  if (architecture == "AArch64") return "prelude-aarch64.cat";
  if (architecture == "RISCV") return "prelude-riscv.cat";
  if (architecture == "PTX") return "prelude-ptx.cat";
  if (architecture == "VULKAN") return "prelude-vulkan.cat";
  if (architecture == "OPENCL") return "prelude-opencl.cat";
  return "prelude-machine.cat";
}

const EmbeddedText* find_embedded_file(std::string_view file) {
  return file.ends_with(Extension) ? find_embedded(file.substr(0, file.size() - Extension.size()))
                                   : nullptr;
}

std::size_t add_file(ModelFiles& files, SourceBuffer source, DiagnosticSink sink,
                     std::string folder) {
  auto file = std::make_shared<ModelFile>(
      ModelFile{std::move(source), std::move(sink), std::nullopt, std::move(folder)});
  file->ast = parse_cat(file->source, file->sink);
  files.push_back(std::move(file));
  return files.size() - 1;
}

// `name` is one of an embedded file. `folder` is where its includes are searched; empty: nowhere.
std::size_t add_embedded(ModelFiles& files, std::string_view name, std::string folder = "") {
  return add_file(
      files,
      SourceBuffer::from_text(std::string(name), std::string(find_embedded_file(name)->text)), {},
      std::move(folder));
}

// Reads a model and its includes. A short-lived worker.
class Reader {
 public:
  explicit Reader(const ModelOptions& options) : options_(options) {}

  ModelReading read(SourceBuffer source, DiagnosticSink sink, std::string folder) {
    add_embedded(reading_.files, prelude_name(options_.architecture));
    add_embedded(reading_.files, "stdlib.cat");
    std::optional<std::size_t> bell;
    if (!options_.bell.empty()) bell = read_file(options_.bell);
    reading_.own_file =
        add_file(reading_.files, std::move(source), std::move(sink), std::move(folder));
    const bool is_readable = std::ranges::none_of(
        reading_.files, [](const auto& file) { return file->sink.has_errors(); });
    const std::size_t given = reading_.files.size();
    std::vector<DiagnosticSink> sinks;
    for (const auto& file : reading_.files) sinks.push_back(file->sink);
    Elaborated elaborated = elaborate(reading_.files, finder(), options_.variants);
    if (elaborated.code) {
      reading_.code = std::make_shared<const Code>(*std::move(elaborated.code));
    }
    if (is_readable && elaborated.is_general) {
      // These diagnostics assumed a model of sets and relations only: drop them.
      for (std::size_t i = 0; i < given; ++i) reading_.files[i]->sink = sinks[i];
    }
    reading_.is_general = elaborated.is_general;
    if (is_readable && (elaborated.is_general || options_.wants_script)) write_script(bell);
    return std::move(reading_);
  }

 private:
  // Reads a file, with its diagnostics, also if it cannot be read.
  std::size_t read_file(const std::filesystem::path& path) {
    DiagnosticSink sink;
    std::optional<SourceBuffer> source = read_source(path.string(), sink);
    if (!source) source = SourceBuffer::from_text(path.string(), "");
    const std::string folder = path.parent_path().string();
    return add_file(reading_.files, *std::move(source), std::move(sink),
                    folder.empty() ? "." : folder);
  }
  // Returns the index of a file that was read before.
  template <typename IsWanted>
  [[nodiscard]] std::optional<std::size_t> find_known(const std::string& name,
                                                      const IsWanted& is_wanted) const {
    for (std::size_t i = 0; i < reading_.files.size(); ++i) {
      const ModelFile& file = *reading_.files[i];
      if (file.source.name() == name && is_wanted(file)) return i;
    }
    return std::nullopt;
  }

  IncludeFinder finder() {
    return [this](const std::string& name, std::size_t from) {
      const auto found = find_include(name, from);
      if (found) reading_.includes[{from, name}] = *found;
      return found;
    };
  }

  // Returns the file of that name in a folder, if it exists.
  std::optional<std::size_t> find_in(const std::string& folder, const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    const auto known =
        find_known(path.string(), [](const ModelFile& file) { return !file.folder.empty(); });
    if (known) return known;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    return read_file(path);
  }

  std::optional<std::size_t> find_include(const std::string& name, std::size_t from) {
    const std::string folder = reading_.files[from]->folder;
    if (name == OfRegisters) {
      const auto known = find_known(name, [](const ModelFile& /*file*/) { return true; });
      return known ? known : add_embedded(reading_.files, name, folder);
    }
    if (!folder.empty()) {
      if (const auto found = find_in(folder, name)) return found;
      for (const std::string& other : options_.folders) {
        if (const auto found = find_in(other, name)) return found;
      }
    }
    if (find_embedded_file(name) == nullptr) return std::nullopt;
    const auto known = find_known(name, [](const ModelFile& file) { return file.folder.empty(); });
    return known ? known : add_embedded(reading_.files, name);
  }

  // Finds all included files, whether their instructions run or not.
  void find_includes(const std::vector<Instruction>& instructions, std::size_t file) {
    for (const Instruction& each : instructions) {
      if (const auto* include = std::get_if<Include>(&each.body)) {
        (void)finder()(include->file.text, file);
      } else if (const auto* procedure = std::get_if<Procedure>(&each.body)) {
        find_includes(procedure->body, file);
      } else if (const auto* all = std::get_if<ForAll>(&each.body)) {
        find_includes(all->body, file);
      } else if (const auto* conditional = std::get_if<Conditional>(&each.body)) {
        find_includes(conditional->then, file);
        find_includes(conditional->otherwise, file);
      } else if (const auto* match = std::get_if<MatchBlock>(&each.body)) {
        for (const auto& block : match->blocks) find_includes(block, file);
      }
    }
  }

  void write_script(std::optional<std::size_t> bell) {
    auto script = std::make_shared<Script>();
    const std::size_t library = add_embedded(reading_.files, "general.cat");
    script->order.push_back(library);
    if (bell) script->order.push_back(*bell);
    script->order.push_back(reading_.own_file);
    for (std::size_t i = 0; i < reading_.files.size(); ++i) {
      if (reading_.files[i]->ast) find_includes(reading_.files[i]->ast->instructions, i);
    }
    script->files = reading_.files;
    script->includes = reading_.includes;
    script->architecture = options_.architecture;
    script->variants = options_.variants;
    reading_.script = std::move(script);
  }

  const ModelOptions& options_;
  ModelReading reading_;
};

// Returns a file that has only diagnostics.
ModelReading unreadable(SourceBuffer source, DiagnosticSink sink, const std::string& folder) {
  ModelReading reading;
  reading.files.push_back(std::make_shared<ModelFile>(
      ModelFile{std::move(source), std::move(sink), std::nullopt, folder}));
  return reading;
}

}  // namespace

std::string ModelReading::whole_text() const {
  std::string out;
  std::vector<bool> is_written(files.size(), false);
  const std::function<void(std::size_t)> write = [&](std::size_t index) {
    is_written[index] = true;
    const ModelFile& file = *files[index];
    const std::string& text = file.source.text();
    std::size_t at = 0;
    for (const Instruction& instruction :
         file.ast ? file.ast->instructions : std::vector<Instruction>{}) {
      const auto* include = std::get_if<Include>(&instruction.body);
      if (include == nullptr) continue;
      const auto found = includes.find({index, include->file.text});
      if (found == includes.end()) continue;
      out += text.substr(at, instruction.range.begin - at);
      at = instruction.range.end;
      if (code && is_coherence_file(include->file.text)) {
        out += "with co from generate_cos(co0)";
        continue;
      }
      if (is_written[found->second]) {
        out += format("(* {}: see above *)", include->file.text);
        continue;
      }
      out += format("(* ---- {} *)\n", include->file.text);
      write(found->second);
      out += format("(* ---- end of {} *)", include->file.text);
    }
    out += text.substr(at);
  };
  write(own_file);
  return out;
}

ModelReading read_model(const std::string& path, const ModelOptions& options) {
  if (const auto given = options.texts.find(path); given != options.texts.end()) {
    SourceBuffer text = SourceBuffer::from_text(path, given->second);
    DiagnosticSink complaints;
    if (check_text(text, complaints) == TextCheck::IsText) {
      return Reader(options).read(std::move(text), {}, "");
    }
    return unreadable(std::move(text), std::move(complaints), "");
  }
  DiagnosticSink sink;
  std::optional<SourceBuffer> source = read_source(path, sink);
  if (!source) {
    return unreadable(SourceBuffer::from_text(path, ""), std::move(sink), "");
  }
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return Reader(options).read(*std::move(source), std::move(sink), folder.empty() ? "." : folder);
}

ModelReading read_model_source(SourceBuffer source, const std::string& folder,
                               const ModelOptions& options) {
  DiagnosticSink sink;
  if (check_text(source, sink) == TextCheck::IsNotText) {
    return unreadable(std::move(source), std::move(sink), folder);
  }
  return Reader(options).read(std::move(source), std::move(sink), folder);
}

ModelReading read_model_text(std::string name, std::string text, const Variants& variants) {
  ModelOptions options;
  options.variants = variants;
  return Reader(options).read(SourceBuffer::from_text(std::move(name), std::move(text)), {}, "");
}

}  // namespace drover::cat
