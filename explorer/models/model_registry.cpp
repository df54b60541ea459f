#include "explorer/models/model_registry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>

#include "explorer/cat/embedded.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "frontend/diagnostic_printer.h"
#include "support/check.h"

namespace drover {

namespace {

constexpr std::array<std::string_view, 8> Names{"sc", "tso",  "pso",  "sra",
                                                "ra", "rc11", "rc20", "wrc11"};

// Reads a model the first time that it is asked for.
class BuiltinModel {
 public:
  const MemoryModel& get(std::string_view name) {
    std::call_once(is_read_, [&] { model_ = read(name); });
    return *model_;
  }

 private:
  static std::unique_ptr<const MemoryModel> read(std::string_view name) {
    const auto texts = cat::embedded_texts();
    const auto found = std::ranges::find(texts, name, &cat::EmbeddedText::name);
    DROVER_CHECK(found != texts.end(), "every built-in model is part of the program");
    const cat::ModelReading reading =
        cat::read_model_text(std::string(name) + ".cat", std::string(found->text));
    for (const auto& file : reading.files) {
      DROVER_CHECK(!file->sink.has_errors(),
                   render(file->sink, file->source.name(), &file->source).c_str());
    }
    return std::make_unique<const CatModel>(
        CatModelInfo{.name = std::string(name), .text = reading.whole_text(), .is_builtin = true},
        reading.code);
  }

  std::once_flag is_read_;
  std::unique_ptr<const MemoryModel> model_;
};

const MemoryModel& builtin(std::size_t index) {
  static std::array<BuiltinModel, Names.size()> models;
  return models[index].get(Names[index]);
}

}  // namespace

std::span<const std::string_view> model_names() { return Names; }

std::span<const MemoryModel* const> all_models() {
  static const std::array<const MemoryModel*, Names.size()> models = [] {
    std::array<const MemoryModel*, Names.size()> all{};
    for (std::size_t i = 0; i < Names.size(); ++i) all[i] = &builtin(i);
    return all;
  }();
  return models;
}

const MemoryModel* find_model(std::string_view name) {
  const auto found = std::ranges::find(Names, name);
  if (found == Names.end()) return nullptr;
  return &builtin(static_cast<std::size_t>(found - Names.begin()));
}

ModelFromFile read_model_file(const std::string& path, ModelAuditor auditor) {
  cat::ModelReading reading = cat::read_model(path);
  ModelFromFile out;
  if (reading.code) {
    out.model = std::make_shared<const CatModel>(CatModelInfo{.name = path,
                                                              .text = reading.whole_text(),
                                                              .is_builtin = false,
                                                              .auditor = std::move(auditor)},
                                                 reading.code);
  }
  out.files = std::move(reading.files);
  return out;
}

}  // namespace drover
