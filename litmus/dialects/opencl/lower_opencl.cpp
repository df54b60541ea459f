// Lowers OpenCL's C to Program, after the OpenCL specification 3.0, section 3.3.4 to 3.3.6, "Memory
// Model". Accesses are those of C11 with a scope; a barrier has a label, `B1: barrier(…)`.
#include <array>

#include "litmus/dialects/c/c_primitives.h"
#include "litmus/dialects/c/statement_writer.h"
#include "litmus/dialects/dialect.h"

namespace drover::litmus {

namespace {

using namespace c;

struct ScopeName {
  std::string_view name;
  TagSet tags;
};
// A work-item's scope reaches no other.
constexpr std::array ScopeNames{
    ScopeName{"memory_scope_work_item", {}},
    ScopeName{"memory_scope_work_group", TagSet::of(Tag::WorkgroupScope)},
    ScopeName{"memory_scope_device", TagSet::of(Tag::DeviceScope)},
    ScopeName{"memory_scope_all_svm_devices", TagSet::of(Tag::AllScope)}};

std::vector<std::string> names_of_scopes() {
  std::vector<std::string> names;
  for (const ScopeName& scope : ScopeNames) names.emplace_back(scope.name);
  return names;
}

// Writes the code of one thread. A short-lived worker: holds references.
class OpenClWriter : public StatementWriter {
 public:
  using StatementWriter::StatementWriter;

 private:
  bool is_ignored(std::string_view /*word*/) override { return false; }
  [[nodiscard]] TagSet plain_store_tags() const override { return TagSet::of(Tag::WorkItem); }
  [[nodiscard]] bool takes_label(const Expression& call) const override {
    return call.name == "barrier";
  }
  [[nodiscard]] bool is_without_value(const Expression& call) const override {
    const Primitive* primitive = find_primitive(call.name);
    return primitive == nullptr || !primitive->returns_value();
  }

  std::optional<ExprId> lower_call(const Expression& call) override {
    if (call.name == "barrier") return lower_barrier(call);
    if (call.name == "atomic_work_item_fence") return lower_fence(call);
    const Primitive* primitive = find_primitive(call.name);
    if (primitive == nullptr || primitive->kind == PrimitiveKind::Lock ||
        primitive->kind == PrimitiveKind::Unlock) {
      std::vector<std::string> names = primitive_names();
      names.insert(names.end(), {"barrier", "atomic_work_item_fence"});
      sink_.report(DiagnosticKind::LitmusUnknownFunction, here_, {call.name})
          .with_hint(did_you_mean(call.name, names));
      return std::nullopt;
    }
    const std::size_t least = primitive->operands + primitive->orders;
    const bool has_scope = primitive->orders > 0 && call.operands.size() == least + 1;
    if (!has_scope && !check_arguments(call, least)) return std::nullopt;
    const Mode order = primitive->orders > 0
                           ? memory_order_of(call.operands[primitive->operands], sink_)
                           : Mode::Sc;
    const TagSet scope = has_scope ? scope_of(call.operands.back()) : TagSet::of(Tag::DeviceScope);
    if (primitive->kind == PrimitiveKind::Fence) {
      emit(FenceInstruction{.mode = order});
      return std::nullopt;
    }
    const ExprId address = pointer(call.operands[0]);
    const auto given = [&] { return value(call.operands[1]); };
    switch (primitive->kind) {
      case PrimitiveKind::Load: return load(address, read_half(order), scope);
      case PrimitiveKind::Store: return store(address, given(), write_half(order), scope);
      case PrimitiveKind::Initialise: return store(address, given(), Mode::Na, plain_store_tags());
      case PrimitiveKind::Clear: return store(address, constant(0), write_half(order), scope);
      case PrimitiveKind::Exchange: return exchange(address, given(), primitive->op, order, scope);
      case PrimitiveKind::TestAndSet:
        return exchange(address, constant(1), RmwOperator::Exchange, order, scope);
      case PrimitiveKind::StrongCompareExchange:
      case PrimitiveKind::WeakCompareExchange: return compare_exchange(call, address, order, scope);
      case PrimitiveKind::Fence:
      case PrimitiveKind::Lock:
      case PrimitiveKind::Unlock: break;
    }
    return std::nullopt;
  }

  // ---- Arguments

  TagSet scope_of(const Expression& given) {
    const auto known = std::ranges::find(ScopeNames, given.name, &ScopeName::name);
    if (given.kind == ExpressionKind::Name && known != ScopeNames.end()) return known->tags;
    sink_.report(DiagnosticKind::LitmusUnsupported, given.range, {"this memory scope"})
        .with_hint(did_you_mean(given.name, names_of_scopes()));
    return {};
  }
  // `CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE`
  TagSet memories_of(const Expression& given) {
    if (given.kind == ExpressionKind::Binary && given.op == Operator::BitOr) {
      return memories_of(given.operands[0]).with(memories_of(given.operands[1]));
    }
    if (given.kind == ExpressionKind::Name && given.name == "CLK_GLOBAL_MEM_FENCE") {
      return TagSet::of(Tag::GlobalMemory);
    }
    if (given.kind == ExpressionKind::Name && given.name == "CLK_LOCAL_MEM_FENCE") {
      return TagSet::of(Tag::LocalMemory);
    }
    sink_.report(DiagnosticKind::LitmusUnsupported, given.range, {"this flag"})
        .with_hint(Hint("the flags are CLK_GLOBAL_MEM_FENCE and CLK_LOCAL_MEM_FENCE, joined by |"));
    return {};
  }

  // ---- Calls

  std::nullopt_t lower_barrier(const Expression& call) {
    if (call.operands.empty() || call.operands.size() > 2) {
      check_arguments(call, 1);
      return std::nullopt;
    }
    if (label_.empty()) {
      sink_.report(DiagnosticKind::LitmusOperands, here_,
                   {"barriers that belong together have one label, `B1: barrier(…)`"});
    }
    if (call.operands.size() == 2) scope_of(call.operands[1]);
    const TagSet tags = memories_of(call.operands[0]).with(TagSet::of(Tag::WorkgroupScope));
    pass_barrier({.instance = label_, .thread = ThreadId(number_)}, std::nullopt, Mode::AcqRel,
                 tags);
    return std::nullopt;
  }

  std::nullopt_t lower_fence(const Expression& call) {
    if (!check_arguments(call, 3)) return std::nullopt;
    const TagSet tags = memories_of(call.operands[0]).with(scope_of(call.operands[2]));
    emit(FenceInstruction{.mode = memory_order_of(call.operands[1], sink_), .tags = tags});
    return std::nullopt;
  }

  std::nullopt_t store(ExprId address, ExprId given, Mode mode, TagSet tags) {
    emit(Store{address, given, mode, tags});
    return std::nullopt;
  }

  ExprId exchange(ExprId address, ExprId operand, RmwOperator op, Mode mode, TagSet scope) {
    const RegisterId target = temporary();
    emit(ReadModifyWrite{.target = target,
                         .op = op,
                         .address = address,
                         .operand = operand,
                         .mode = mode,
                         .read_tags = scope,
                         .write_tags = scope});
    return value_of(target);
  }

  // The expected value is read non-atomically; if the exchange fails, the value found is written
  // there. The order of a failure is that of a success. Exchanges do not fail spuriously.
  ExprId compare_exchange(const Expression& call, ExprId address, Mode mode, TagSet scope) {
    const ExprId expected = pointer(call.operands[1]);
    const RegisterId wanted = temporary();
    emit(Load{wanted, expected, Mode::Na, scope});
    const ExprId desired = value(call.operands[2]);
    const RegisterId found = temporary();
    const RegisterId result = temporary();
    emit(CompareAndSwap{.target = found,
                        .result = CasResult::OldValue,
                        .address = address,
                        .expected = value_of(wanted),
                        .desired = desired,
                        .mode = mode,
                        .failure_mode = read_half(mode),
                        .read_tags = scope,
                        .write_tags = scope,
                        .failure_tags = scope});
    const Target fails = make_target();
    const Target end = make_target();
    assign(result, constant(1));
    branch(equal(value_of(found), value_of(wanted)), end, fails);
    place(fails);
    assign(result, constant(0));
    store(expected, value_of(found), Mode::Na, scope);
    place(end);
    return value_of(result);
  }
};

// A location is what the parameters of all threads say of it.
void add_memories(const Thread& thread, Assembly& assembly, DiagnosticSink& sink) {
  for (const Parameter& parameter : thread.parameters) {
    if (!parameter.is_pointer) continue;  // reported later
    TagSet tags;
    const bool is_atomic =
        parameter.type.find("atomic") != std::string::npos || parameter.type == "spinlock_t";
    if (!is_atomic) tags.insert(Tag::NonAtomicPointee);
    if (parameter.space == "global") {
      tags.insert(Tag::GlobalMemory);
    } else if (parameter.space == "local") {
      tags.insert(Tag::LocalMemory);
    } else if (!parameter.space.empty()) {
      sink.report(DiagnosticKind::LitmusUnsupported, parameter.range,
                  {format("the memory `{}`", parameter.space)})
          .with_hint(Hint("memory is `global` or `local`"));
    }
    assembly.add_initial_tags(parameter.name, tags);
  }
}

bool compile(const SourceBuffer& source, Section section, Assembly& assembly,
             DiagnosticSink& sink) {
  const std::optional<c::Program> program =
      parse_c(source, section, assembly.options().strictness, sink);
  if (!program) return false;
  const std::vector<std::string> levels{"all", "dev", "wg"};
  for (const Thread& thread : program->threads) {
    if (thread.is_lost) continue;
    add_place(thread.number, thread.range, thread.place, levels, assembly, sink);
    add_memories(thread, assembly, sink);
  }
  assembly.set_levels(levels, "wg");
  c::write_threads<OpenClWriter>(*program, assembly, sink);
  return program->is_whole;
}

}  // namespace

const Dialect OpenClDialect{.architecture = "OPENCL",
                            .default_model = "opencl",
                            .compile = compile,
                            .counts_elements = true};

}  // namespace drover::litmus
