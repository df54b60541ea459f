#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "frontend/diagnostic.h"
#include "support/json.h"
#include "words/words.h"

// JSON that several commands, reports and the server print.
namespace drover::report {

// Returns the diagnostics of a rejected file.
[[nodiscard]] Json diagnostics_json(std::span<const Diagnostic> diagnostics);
// Returns the JSON object for a rejected file, on one line.
[[nodiscard]] std::string refusal_line(const std::string& file,
                                       std::span<const Diagnostic> diagnostics);

// Returns a model and its axioms, as printed by `drover models --json`.
[[nodiscard]] Json model_json(const MemoryModel& model);
// Returns all built-in models, machines last.
[[nodiscard]] Json built_in_models_json();
// Returns the axioms of a model, with the definitions of their names.
[[nodiscard]] Json axioms_json(const MemoryModel& model);

// Meaning of a graph's coherence order: arbitrary under models without coherence.
enum class CoherenceIs : std::uint8_t { Meant, Arbitrary };

// Adds the calls that lead to a place of C code, as `stack`: the innermost function first. Adds
// nothing in the function of a thread itself.
void add_stack(const SourceRange& at, const CodePlaces& places, Json& place);
// The same, and the file if there are several.
void add_file_and_stack(const SourceRange& at, const CodePlaces& places, Json& place);

// Prints an address by its name: its number is meaningless to readers.
[[nodiscard]] Json value_json(Value value, const GraphNames& names);

// Returns an execution: its events by number, po and co as lists, rf as pairs, and the order in
// which print_text shows the events.
[[nodiscard]] Json execution_json(const ExecutionGraph& graph, const GraphNames& names,
                                  std::span<const EventRemark> remarks, CoherenceIs coherence);

// Returns a line of the account of a cycle, without its pairs.
[[nodiscard]] Json step_json(const words::AccountLine& line);
// Returns the account of a violation's cycle.
[[nodiscard]] Json cycle_json(const Violation& violation, const ExecutionGraph& graph,
                              const GraphNames& names);

}  // namespace drover::report
