#include "explorer/cat/read_model.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/cat/elaborate.h"
#include "explorer/cat/embedded.h"
#include "frontend/cat/parse_cat.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::cat {

namespace {

constexpr std::string_view Extension = ".cat";

const EmbeddedText* find_embedded(std::string_view file) {
  if (!file.ends_with(Extension)) return nullptr;
  const std::string_view name = file.substr(0, file.size() - Extension.size());
  const auto texts = embedded_texts();
  const auto found = std::ranges::find(texts, name, &EmbeddedText::name);
  return found == texts.end() ? nullptr : &*found;
}

std::size_t add_file(ModelFiles& files, SourceBuffer source, DiagnosticSink sink,
                     std::string folder) {
  auto file = std::make_unique<ModelFile>(
      ModelFile{std::move(source), std::move(sink), std::nullopt, std::move(folder)});
  file->ast = parse_cat(file->source, file->sink);
  files.push_back(std::move(file));
  return files.size() - 1;
}

// Coherence is given, however another library asks for it.
constexpr std::string_view AlwaysOurs = "cos.cat";

std::optional<std::size_t> find_include(ModelFiles& files, const std::string& name,
                                        std::size_t from) {
  const std::string folder = files[from]->folder;
  const EmbeddedText* embedded = find_embedded(name);
  if (!folder.empty() && !(embedded != nullptr && name == AlwaysOurs)) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!files[i]->folder.empty() && files[i]->source.name() == path.string()) return i;
    }
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) {
      DiagnosticSink sink;
      std::optional<SourceBuffer> source = read_source(path.string(), sink);
      if (!source) source = SourceBuffer::from_text(path.string(), "");
      return add_file(files, *std::move(source), std::move(sink), path.parent_path().string());
    }
  }
  if (embedded == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i]->folder.empty() && files[i]->source.name() == name) return i;
  }
  return add_file(files, SourceBuffer::from_text(name, std::string(embedded->text)), {}, "");
}

ModelReading read(SourceBuffer source, DiagnosticSink sink, std::string folder) {
  ModelReading reading;
  const EmbeddedText* library = find_embedded("stdlib.cat");
  DROVER_CHECK(library != nullptr, "the library is part of the program");
  add_file(reading.files, SourceBuffer::from_text("stdlib.cat", std::string(library->text)), {},
           "");
  reading.own_file = add_file(reading.files, std::move(source), std::move(sink), std::move(folder));
  std::optional<Code> code =
      elaborate(reading.files, [&](const std::string& name, std::size_t from) {
        const auto found = find_include(reading.files, name, from);
        if (found) reading.includes[{from, name}] = *found;
        return found;
      });
  if (code) reading.code = std::make_shared<const Code>(*std::move(code));
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

ModelReading read_model(const std::string& path) {
  DiagnosticSink sink;
  std::optional<SourceBuffer> source = read_source(path, sink);
  if (!source) {
    ModelReading reading;
    reading.files.push_back(std::make_unique<ModelFile>(
        ModelFile{SourceBuffer::from_text(path, ""), std::move(sink), std::nullopt, ""}));
    return reading;
  }
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return read(*std::move(source), std::move(sink), folder.empty() ? "." : folder);
}

ModelReading read_model_text(std::string name, std::string text) {
  return read(SourceBuffer::from_text(std::move(name), std::move(text)), {}, "");
}

}  // namespace drover::cat
