#pragma once

#include <memory>
#include <optional>
#include <string>

#include "explorer/cat/environment.h"
#include "explorer/cat/model_file.h"
#include "explorer/models/memory_model.h"

namespace drover {

// Returns a memory model in full cat, interpreted as herd does. It chooses coherence and other
// values itself (`with … from`): graphs have only the final writes of observed locations, and an
// execution of the program counts once for each choice that passes the checks
// (ExecutionGraph::choice).
[[nodiscard]] std::unique_ptr<const MemoryModel> make_general_model(
    std::string name, std::string title, std::string text,
    std::shared_ptr<const cat::Script> script, const ModelFamily* family);

// Returns the failure of such a model on an execution, if any.
[[nodiscard]] std::optional<cat::Failure> try_on(const std::shared_ptr<const cat::Script>& script,
                                                 const ExecutionGraph& graph);

// Adds a failure to the diagnostics of its file.
void report_failure(const cat::Failure& failure, DiagnosticSink& sink);

}  // namespace drover
