#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/memory_model.h"

namespace drover {

// A model from a file, for all programs that it may be run on. What its names mean depends on the
// dialect of a program, and so does what its events are. Members are made when they are first asked
// for.
class ModelFamily {
 public:
  ModelFamily(std::string path, cat::ModelOptions options, ModelAuditor auditor);

  // The member for such programs; nullptr where there is none, which `misfit` explains.
  [[nodiscard]] const MemoryModel* fitted(const ProgramKind& kind) const;
  [[nodiscard]] std::optional<ModelMisfit> misfit(const ProgramKind& kind) const;
  // That of the machine that its first word names; empty: none.
  [[nodiscard]] std::string_view usual_mapping() const;

  // The member to show, and the files it was read from: for the core language, or else for the
  // first architecture that it is for.
  struct Shown {
    const MemoryModel* model = nullptr;
    cat::ModelFiles files;
  };
  [[nodiscard]] Shown shown() const;

 private:
  struct Member {
    std::unique_ptr<const MemoryModel> model;
    cat::ModelFiles files;
    std::optional<ModelMisfit> misfit;  // why there is no model
    std::string restriction = {};       // the architecture that its first word names
  };
  const Member& member(const ProgramKind& kind) const;
  [[nodiscard]] Member make(const ProgramKind& kind) const;
  [[nodiscard]] Member make(const ProgramKind& kind, std::string& restriction) const;
  [[nodiscard]] Member make_general(const cat::ModelReading& reading) const;

  std::string path_;
  cat::ModelOptions options_;
  ModelAuditor auditor_;
  mutable std::mutex mutex_;
  mutable std::map<ProgramKind, Member> members_;
};

}  // namespace drover
