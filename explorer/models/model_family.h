#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "explorer/cat/read_model.h"
#include "explorer/models/memory_model.h"

namespace drover {

// A model from a file, for all programs that it applies to. The meaning of its names and the events
// depend on the dialect of a program. Members are created on first use.
class ModelFamily {
 public:
  ModelFamily(std::string path, cat::ModelOptions options, ModelAuditor auditor);

  // Returns the member for such programs; null if there is none, which `misfit` explains.
  [[nodiscard]] const MemoryModel* fitted(const ProgramKind& kind) const;
  [[nodiscard]] std::optional<ModelMisfit> misfit(const ProgramKind& kind) const;
  // The mapping of the machine that its first word names; empty: none.
  [[nodiscard]] std::string_view usual_mapping() const;

  // The member to display, and its files: for the core language, or else for the first architecture
  // that the model supports.
  struct Shown {
    const MemoryModel* model = nullptr;
    cat::ModelFiles files;
  };
  [[nodiscard]] Shown shown() const;

 private:
  struct Member {
    std::unique_ptr<const MemoryModel> model = {};
    cat::ModelFiles files = {};
    std::optional<ModelMisfit> misfit = {};  // set if there is no model
    std::string restriction = {};            // the architecture named by its first word
  };
  const Member& member(const ProgramKind& kind) const;
  [[nodiscard]] Member make(const ProgramKind& kind) const;

  std::string path_;
  cat::ModelOptions options_;
  ModelAuditor auditor_;
  mutable std::mutex mutex_;
  mutable std::map<ProgramKind, Member> members_;
};

}  // namespace drover
