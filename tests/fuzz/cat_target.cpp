#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/every_graph.h"
#include "explorer/models/general_model.h"
#include "frontend/desugar.h"
#include "semantics/lower/lower_ast.h"
#include "tests/fuzz/outcome.h"

namespace drover::fuzz {

namespace {

// Reads, writes, a read-modify-write, fences and dependencies: all that models mention.
const char* const World =
    "shared x, y; init { x := 1; } thread a { x@rel := 2; fence@sc; r := y@acq; y@rlx := r; } "
    "thread b { s := faa@acqrel(y, 1); if (s == 0) { t := x@rlx; } } final { u := x; }";

// Asks a model everything that can be asked about the candidates of a small program.
std::string fault_in_use(const CatModel& model) {
  const Reread world = reread(World);
  if (!world.program) return world.fault;
  ExplorerOptions options;
  const EveryGraph every;
  options.model = &model;
  options.algorithm = AlgorithmKind::Enumerate;
  options.max_executions = 20;
  DiagnosticSink sink;
  const std::optional<Program> lowered =
      lowering::lower(desugar(*world.program), SourceBuffer::from_text("world.drv", World), sink);
  if (!lowered) return "the world is not a program";
  const Program& program = *lowered;
  (void)explore(program, options);
  std::string fault;
  options.model = &every;
  options.on_final_state = [&](const Execution& execution, const std::vector<Value>&) {
    const ExecutionGraph& graph = execution.graph();
    const std::vector<Violation> violations = model.find_violations(graph);
    if (violations.empty() != model.is_consistent(graph)) fault = "two verdicts on one graph";
    (void)model.raised_flags(graph);
    (void)model.happens_before(graph);
  };
  (void)explore(program, options);
  return fault;
}

// The same of one that is run as it is written. Whether something is wrong with it shows then.
Outcome try_general(const cat::ModelReading& reading) {
  const auto model = make_general_model("fuzz.cat", "", "", reading.script, nullptr);
  const Reread world = reread(World);
  if (!world.program) return {false, world.fault};
  DiagnosticSink sink;
  const std::optional<Program> program =
      lowering::lower(desugar(*world.program), SourceBuffer::from_text("world.drv", World), sink);
  if (!program) return {false, "the world is not a program"};
  ExplorerOptions options;
  options.model = model.get();
  options.algorithm = AlgorithmKind::Enumerate;
  options.max_executions = 5;
  options.max_seconds = 2;
  options.on_final_state = [&](const Execution& execution, const std::vector<Value>&) {
    (void)model->raised_flags(execution.graph());
    (void)model->happens_before(execution.graph());
    (void)model->find_violation(execution.graph());
  };
  (void)explore(*program, options);
  (void)model->axioms();
  (void)model->shown_relations();
  const auto complaint = model->complaint();
  if (complaint && complaint->empty()) return {false, "refused without a reason"};
  return {!complaint, ""};
}

}  // namespace

Outcome try_cat(const std::string& text) {
  const cat::ModelReading reading = cat::read_model_text("fuzz.cat", text);
  const cat::ModelFile& own = *reading.files[reading.own_file];
  Outcome outcome{reading.code != nullptr, fault_in(own.sink, own.source)};
  if (!outcome.fault.empty()) return outcome;
  if (reading.is_general && reading.script) return try_general(reading);
  if (!reading.code) {
    const bool has_reason = std::ranges::any_of(
        reading.files, [](const auto& file) { return file->sink.has_errors(); });
    if (!has_reason) outcome.fault = "refused without a reason";
    return outcome;
  }
  const CatModel model({.name = "fuzz.cat", .text = reading.whole_text()}, reading.code);
  outcome.fault = fault_in_use(model);
  const cat::ModelReading again = cat::read_model_text("again.cat", reading.whole_text());
  if (!again.code) outcome.fault = "the whole text of a model is not a model";
  return outcome;
}

}  // namespace drover::fuzz
