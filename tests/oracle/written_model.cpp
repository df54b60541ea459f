#include "tests/oracle/written_model.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"

namespace drover::oracle {

namespace {

// An auditor without complaints: the properties of a built-in model are known.
std::vector<ModelProperty> nothing_is_missing(const MemoryModel& /*model*/) { return {}; }

}  // namespace

const MemoryModel& written_model(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<CatModel>> models;
  const std::scoped_lock lock(mutex);
  std::unique_ptr<CatModel>& model = models[name];
  if (model == nullptr) {
    const std::string text(find_model(name)->text());
    model = std::make_unique<CatModel>(
        ModelInfo{.name = name + ".cat", .text = text, .auditor = nothing_is_missing},
        cat::read_model_text(name + ".cat", text).code);
  }
  return *model;
}

}  // namespace drover::oracle
