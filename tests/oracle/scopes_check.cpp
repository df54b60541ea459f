#include "tests/oracle/scopes_check.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "analysis/audit/audit_cache.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "mapping/compile.h"
#include "semantics/program/address.h"
#include "semantics/program/instruction_tags.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "tests/oracle/run_lines.h"

namespace drover::oracle {

namespace {

const MemoryModel& scoped_model() {
  static const std::shared_ptr<const MemoryModel> model =
      read_model_file(DROVER_TEST_DIR "/../examples/gpu/scoped-rc11.cat", audit::audited_properties)
          .model;
  DROVER_CHECK(model != nullptr, "the example is a model");
  return *model->fitted({});
}

struct Report {
  std::string text;
  std::set<std::vector<Value>> states;
  std::uint64_t executions = 0;
  bool is_wrong = false;
  bool is_whole = false;
};

Report report_of(const Program& program, const MemoryModel& model, AlgorithmKind algorithm,
                 bool has_reductions) {
  Report out;
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = algorithm;
  options.after_error = AfterError::GoOn;
  options.reductions = has_reductions ? ReductionSet::all() : ReductionSet::none();
  options.max_executions = 5000;
  options.max_seconds = 3;
  const auto note = [&](const Execution& /*execution*/, const std::vector<Value>& state) {
    out.states.insert(state);
  };
  options.on_final_state = note;
  const ExplorationResult result = explore(program, options);
  out.is_whole = result.stop_reason == StopReason::Exhausted;
  out.executions = result.executions;
  out.is_wrong = result.verdict == drover::Verdict::Violation;
  out.text = format("wrong {} executions {} blocked {} erroneous {}\n", out.is_wrong,
                    result.executions, result.blocked, result.erroneous);
  out.text += outcome_lines(result);
  for (const std::string& error : error_lines(result, [](const ReportedError& at) {
         return format("{}:{}", at.place.source.line, at.place.source.column);
       })) {
    out.text += error;
  }
  return out;
}

bool is_in_one_place(const Program& program) {
  return program.topology == nullptr ||
         std::ranges::all_of(program.topology->places, [&](const auto& place) {
           return place == program.topology->places.front();
         });
}

}  // namespace

Program without_scopes(Program program) {
  program.topology = nullptr;
  for (std::vector<Thread>* threads : {&program.threads, &program.routines}) {
    for (Thread& thread : *threads) {
      for (Instruction& each : thread.code) {
        for_each_tags(each, [](TagSet& tags) { tags = {}; });
      }
    }
  }
  return program;
}

CrossCheckResult check_scopes(const Program& program) {
  const MemoryModel& scoped = scoped_model();
  const Report reference = report_of(program, scoped, AlgorithmKind::Enumerate, false);
  const Report found = report_of(program, scoped, AlgorithmKind::Spore, false);
  if (!reference.is_whole || !found.is_whole) return {Agreement::TooLarge, "", 0};
  CrossCheckResult out{Agreement::Agrees, "", reference.executions, {"scoped-rc11"}};
  const auto compare = [&](const std::string& what, const std::string& a, const std::string& b) {
    if (a == b) return;
    out.agreement = Agreement::Disagrees;
    out.what += format("{}:\n{}---\n{}", what, a, b);
  };
  compare("enumerate and spore differ", reference.text, found.text);
  // Reductions keep verdicts and states.
  const Report reduced = report_of(program, scoped, AlgorithmKind::Spore, true);
  if (reduced.is_whole && reduced.is_wrong != found.is_wrong) {
    compare("spore and spore with reductions differ", found.text, reduced.text);
  }
  const Report wide =
      report_of(without_scopes(program), *find_model("rc11"), AlgorithmKind::Spore, false);
  if (!wide.is_whole) return out;
  if (is_in_one_place(program)) compare("in one place, rc11 differs", found.text, wide.text);
  if (!found.is_wrong && !std::ranges::includes(found.states, wide.states)) {
    compare("rc11 has outcomes that scopes do not have", found.text, wide.text);
  }
  return out;
}

namespace {

enum class Sc : std::uint8_t { Kept, Weakened };
enum class Relaxed : std::uint8_t { Kept, Strengthened };

// Changes the modes of all operations but those on cells that are declared `na`.
Program with_modes(Program program, Sc sc, Relaxed relaxed) {
  const auto changed = [&](Mode mode, Mode ordered) {
    if (mode == Mode::Na) return mode;
    const bool is_sc = mode == Mode::Sc || mode == Mode::Plain;
    if (is_sc) return sc == Sc::Kept ? Mode::Sc : ordered;
    return relaxed == Relaxed::Kept ? mode : ordered;
  };
  const auto is_plain = [&](const ExpressionPool& pool, ExprId address) {
    const ExpressionNode& node = pool[address];
    const std::size_t object = node.op == Operator::Constant && address::is_address(node.value)
                                   ? address::object(node.value)
                                   : node.index;
    const bool is_known = node.op == Operator::Constant || node.op == Operator::ElementAddress;
    return is_known && object < program.objects.size() && program.objects[object].is_non_atomic;
  };
  for (std::vector<Thread>* threads : {&program.threads, &program.routines}) {
    for (Thread& thread : *threads) {
      for (Instruction& each : thread.code) {
        std::visit(overloaded{
                       [&](Load& i) {
                         if (is_plain(thread.expressions, i.address)) return;
                         i.mode = changed(i.mode, Mode::Acq);
                       },
                       [&](Store& i) {
                         if (is_plain(thread.expressions, i.address)) return;
                         i.mode = changed(i.mode, Mode::Rel);
                       },
                       [&](ReadModifyWrite& i) { i.mode = changed(i.mode, Mode::AcqRel); },
                       [&](CompareAndSwap& i) {
                         i.mode = changed(i.mode, Mode::AcqRel);
                         i.failure_mode = changed(i.failure_mode, Mode::Acq);
                       },
                       [&](Await& i) { i.mode = changed(i.mode, Mode::Acq); },
                       [&](AwaitExchange& i) {
                         i.mode = changed(i.mode, Mode::AcqRel);
                         i.failure_mode = changed(i.failure_mode, Mode::Acq);
                       },
                       [&](FenceInstruction& i) { i.mode = changed(i.mode, Mode::AcqRel); },
                       [](auto&) {},
                   },
                   each.body);
      }
    }
  }
  return program;
}

enum class States : std::uint8_t { Equal, NoMore, NoFewer };

// Compares the final states under the model of a machine with those under a model of C.
void compare_states(const Program& program, const std::string& machine, const std::string& of_c,
                    States states, CrossCheckResult& out) {
  const Report expected = report_of(program, *find_model(of_c), AlgorithmKind::Spore, false);
  if (!expected.is_whole || expected.is_wrong) return;
  DiagnosticSink sink;
  const auto compiled = mapping::compile(program, *mapping::find_mapping("c11-" + machine), sink);
  if (!compiled) return;
  const Report found = report_of(*compiled, *find_model(machine), AlgorithmKind::Enumerate, false);
  if (!found.is_whole) return;
  out.executions += found.executions;
  out.models.push_back(machine + " beside " + of_c);
  const bool is_right =
      (states == States::NoFewer || std::ranges::includes(expected.states, found.states)) &&
      (states == States::NoMore || std::ranges::includes(found.states, expected.states));
  if (is_right) return;
  out.agreement = Agreement::Disagrees;
  out.what += format("{} and {} differ:\n{}---\n{}", machine, of_c, found.text, expected.text);
}

}  // namespace

CrossCheckResult check_machines(const Program& scoped) {
  const Program program = without_scopes(scoped);
  CrossCheckResult out{Agreement::Agrees, "", 0};
  const Program without_sc = with_modes(program, Sc::Weakened, Relaxed::Strengthened);
  compare_states(without_sc, "opencl", "rc11", States::Equal, out);
  compare_states(without_sc, "vulkan", "rc20", States::Equal, out);
  compare_states(with_modes(program, Sc::Kept, Relaxed::Strengthened), "ptx", "rc11",
                 States::NoMore, out);
  compare_states(with_modes(program, Sc::Weakened, Relaxed::Kept), "opencl", "rc11",
                 States::NoFewer, out);
  if (out.models.empty()) out.agreement = Agreement::TooLarge;
  return out;
}

}  // namespace drover::oracle
