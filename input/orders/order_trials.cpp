#include "input/orders/order_trials.h"

#include <algorithm>

#include "input/orders/c_order_sites.h"
#include "input/read_c.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/passes/spawned_threads.h"
#include "semantics/program/code_edit.h"
#include "semantics/program/program_printer.h"
#include "support/overloaded.h"

namespace drover::input {

namespace {

using orders::SiteKind;

std::optional<Program> with_all_fences(const Subject& subject) {
  c::Unit unit = subject.c()->unit;
  keep_relaxed_fences(unit);
  return lowered_again(subject, unit);
}

// Returns why a changed text could not be read.
LeftAlone fault_of(const Subject& subject) {
  const bool is_preprocessor = std::ranges::any_of(
      subject.sink.sorted(),
      [](const Diagnostic& each) { return each.kind == DiagnosticKind::CPreprocessorFailed; });
  return is_preprocessor ? LeftAlone::Compiler : LeftAlone::Entangled;
}

// Returns the instructions with modes that an order decides. Two orders may share a failure mode.
std::vector<std::size_t> accesses_in(const OrderTrials::Effect& effect) {
  std::vector<std::size_t> out;
  for (const ModeSlot& slot : effect.slots) {
    if (out.empty() || out.back() != slot.instruction) out.push_back(slot.instruction);
  }
  return out;
}

std::string code_of(Program program) {
  for (Thread& thread : program.threads) {
    CodeEdit edit(thread.code);
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      const auto* fence = std::get_if<FenceInstruction>(&thread.code[i].body);
      const bool is_nothing = fence != nullptr && fence->mode == Mode::Rlx &&
                              fence->tags == TagSet{} && !fence->address;
      if (is_nothing) edit.erase(static_cast<InstructionIndex>(i));
    }
    if (!edit.is_empty()) thread.code = edit.apply().code;
    for (Instruction& each : thread.code) each.source = {};
  }
  // Lowering joins adjacent instructions.
  lowering::tidy_again(program);
  return print_program(program);
}

// Prints the program with one mode for all atomic accesses and fences.
std::string code_without_modes(Program program) {
  for (Thread& thread : program.threads) {
    for (Instruction& each : thread.code) {
      const InstructionModes modes = modes_of(each);
      for (Mode* mode : {modes.mode, modes.failure_mode}) {
        if (mode != nullptr && *mode != Mode::Na) *mode = Mode::Rlx;
      }
    }
  }
  return print_program(program);
}

template <typename Programs, typename Out>
void collect(Programs& threads, Out& out) {
  for (auto& thread : threads) {
    for (auto& each : thread.code) out.push_back(&each);
  }
}

}  // namespace

InstructionModes modes_of(Instruction& instruction) {
  using Modes = InstructionModes;
  return std::visit(overloaded{[](Load& i) -> Modes {
                                 return {SiteKind::Load, &i.mode};
                               },
                               [](Await& i) -> Modes {
                                 return {SiteKind::Load, &i.mode};
                               },
                               [](Store& i) -> Modes {
                                 return {SiteKind::Store, &i.mode};
                               },
                               [](ReadModifyWrite& i) -> Modes {
                                 return {SiteKind::Update, &i.mode};
                               },
                               [](CompareAndSwap& i) -> Modes {
                                 return {SiteKind::Update, &i.mode, &i.failure_mode};
                               },
                               [](AwaitExchange& i) -> Modes {
                                 return {SiteKind::Update, &i.mode, &i.failure_mode};
                               },
                               [](FenceInstruction& i) -> Modes {
                                 return {SiteKind::Fence, &i.mode};
                               },
                               [](auto& /*has no mode*/) -> Modes { return {}; }},
                    instruction.body);
}

std::optional<ModedInstruction> moded(const Instruction& instruction) {
  Instruction copy = instruction;
  const InstructionModes modes = modes_of(copy);
  if (modes.mode == nullptr || *modes.mode == Mode::Na) return std::nullopt;
  ModedInstruction out{modes.kind, *modes.mode, std::nullopt};
  if (modes.failure_mode != nullptr) out.failure_mode = *modes.failure_mode;
  return out;
}

std::vector<const Instruction*> all_instructions(const Program& program) {
  std::vector<const Instruction*> out;
  collect(program.threads, out);
  collect(program.routines, out);
  return out;
}
std::vector<Instruction*> all_instructions(Program& program) {
  std::vector<Instruction*> out;
  collect(program.threads, out);
  collect(program.routines, out);
  return out;
}

std::optional<Program> lowered_again(const Subject& subject, const c::Unit& unit) {
  DiagnosticSink sink;
  std::optional<Program> program =
      lowering::lower_c(unit, *subject.source, sink, subject.c()->options);
  if (!program) return std::nullopt;
  program->file = subject.path;
  passes::add_spawned_threads(*program, subject.max_threads);
  return program;
}

void keep_relaxed_fences(c::Unit& unit) {
  for (c::Node& node : unit.nodes) {
    const bool is_fence =
        node.kind == c::NodeKind::Builtin && node.builtin.builtin == c::Builtin::Fence;
    if (is_fence) node.builtin.is_room = true;
  }
}

lowering::MergedLoads merged_loads_of(const Subject& subject) {
  lowering::MergedLoads merged;
  lowering::CLoweringOptions options = subject.c()->options;
  options.merged_loads = &merged;
  DiagnosticSink sink;
  [[maybe_unused]] const auto program =
      lowering::lower_c(subject.c()->unit, *subject.source, sink, options);
  return merged;
}

bool is_same_code(const Program& a, const Program& b) { return code_of(a) == code_of(b); }

bool is_same_but_modes(const Program& a, const Program& b) {
  return code_without_modes(a) == code_without_modes(b);
}

OrderTrials::OrderTrials(const Subject& subject)
    : subject_(subject), program_(with_all_fences(subject)) {}

OrderTrials::Effect OrderTrials::effect_of(const OrderCandidate& candidate) {
  if (!can_try()) return {LeftAlone::TooMany, {}};
  ++trials_;
  // Every kind of access accepts rlx and sc.
  const Mode first = candidate.now == Mode::Rlx ? Mode::Sc : Mode::Rlx;
  Effect effect = effect_of(candidate, first);
  if (effect.fault || effect.slots.empty()) return effect;
  // The program may transform an order before an access uses it: one more mode is tried.
  const orders::Strength common = common_to(effect);
  for (const Mode each : {Mode::AcqRel, Mode::Acq, Mode::Rel, Mode::Sc}) {
    const orders::Strength strength = orders::strength_of(each, SiteKind::Update);
    const bool is_allowed = each == Mode::Sc || orders::is_weaker_or_same(strength, common);
    if (!is_allowed || each == candidate.now || each == first) continue;
    const Effect again = effect_of(candidate, each);
    if (again.fault || accesses_in(again) != accesses_in(effect)) {
      effect.fault = LeftAlone::Entangled;
    }
    break;
  }
  return effect;
}

// Returns the strengths that one mode can give to all slots of an effect.
orders::Strength OrderTrials::common_to(const Effect& effect) const {
  orders::Strength common = orders::all_of(SiteKind::Update);
  const std::vector<const Instruction*> all = all_instructions(*program_);
  for (const ModeSlot& slot : effect.slots) {
    const SiteKind kind = slot.is_failure ? SiteKind::Failure : moded(*all[slot.instruction])->kind;
    common = static_cast<orders::Strength>(common & orders::all_of(kind));
  }
  return common;
}

OrderTrials::Effect OrderTrials::effect_of(const OrderCandidate& candidate, Mode mode) const {
  const std::vector<TextEdit> edits = c_edits(subject_.source->text(), candidate.place,
                                              orders::strength_of(mode, SiteKind::Update));
  const Subject again = read_again(subject_, edited_files(*subject_.source, edits));
  if (!again.program) return {fault_of(again), {}};
  const std::optional<Program> changed = with_all_fences(again);
  if (!changed || !is_same_but_modes(*program_, *changed)) return {LeftAlone::Entangled, {}};
  const std::vector<const Instruction*> before = all_instructions(*program_);
  const std::vector<const Instruction*> after = all_instructions(*changed);
  if (before.size() != after.size()) return {LeftAlone::Entangled, {}};
  Effect effect;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::optional<ModedInstruction> a = moded(*before[i]);
    const std::optional<ModedInstruction> b = moded(*after[i]);
    if (!a || !b) continue;
    const auto note = [&](Mode was, Mode is, bool is_failure) {
      if (was == is) return;
      effect.slots.push_back({i, is_failure});
      const Mode had = is_failure ? default_failure_mode(candidate.now) : candidate.now;
      const Mode gets = is_failure ? default_failure_mode(mode) : mode;
      if (was != had || is != gets) effect.fault = LeftAlone::Entangled;
    };
    note(a->mode, b->mode, false);
    if (a->failure_mode && b->failure_mode) note(*a->failure_mode, *b->failure_mode, true);
  }
  return effect;
}

}  // namespace drover::input
