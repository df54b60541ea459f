#include <algorithm>
#include <limits>

#include "frontend/check_context.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using namespace ast;

using Result = std::optional<std::int64_t>;
constexpr std::int64_t Min = std::numeric_limits<std::int64_t>::min();

// Evaluates constant expressions, with or without diagnostics.
class ConstantEvaluator {
 public:
  enum class Complaints : std::uint8_t { Silent, Reported };
  ConstantEvaluator(const CheckContext& context, Complaints complaints,
                    const FamilyValue* family = nullptr)
      : context_(context), complaints_(complaints), family_(family) {}

  Result value(ExprId id) {
    return std::visit(overloaded{
                          [](const IntegerLiteral& n) -> Result { return n.value; },
                          [&](const Name& n) { return name_value(n, id); },
                          [&](const Unary& n) { return unary_value(n); },
                          [&](const Binary& n) { return binary_value(n, id); },
                          [&](const Conditional& n) { return conditional_value(n); },
                          [&](const auto& /*other*/) {
                            return fail(DiagnosticKind::NotConstant, id, {describe(context_, id)});
                          },
                      },
                      context_.ast[id].node);
  }

 private:
  Result fail(DiagnosticKind kind, ExprId id, std::initializer_list<std::string> arguments = {},
              const Hint& hint = {}) {
    if (complaints_ == Complaints::Silent) return std::nullopt;
    context_.sink.report(kind, context_.ast[id].range, arguments).with_hint(hint);
    return std::nullopt;
  }

  Result name_value(const Name& n, ast::ExprId id) {
    if (family_ != nullptr && n.name == family_->variable && n.mode.is_absent()) {
      context_.resolution(id).kind = NameKind::FamilyVariable;
      return family_->value;
    }
    // Outside constant expressions, a register or a parameter may have this name.
    if (complaints_ == Complaints::Silent && context_.resolution(id).kind != NameKind::Constant) {
      return std::nullopt;
    }
    const Global* global = context_.find_global(n.name);
    if (global == nullptr) {
      const auto constants = context_.global_names({GlobalKind::Constant});
      Hint hint = did_you_mean(n.name, constants);
      if (hint.empty()) hint = "a constant is declared before it is used";
      return fail(DiagnosticKind::UndefinedName, id, {n.name}, hint);
    }
    if (global->kind != GlobalKind::Constant) {
      return fail(DiagnosticKind::NotConstant, id,
                  {format("{} `{}`", word_for(global->kind), n.name)});
    }
    if (!n.mode.is_absent()) return fail(DiagnosticKind::ModeOnNonPlace, id, {"a constant"});
    context_.resolution(id) = {.kind = NameKind::Constant, .index = global->index};
    if (!context_.is_constant_known[global->index]) return std::nullopt;
    return context_.program.constants[global->index].value;
  }

  Result unary_value(const Unary& n) {
    const Result operand = value(n.operand);
    return operand ? Result(apply_unary(n.op, *operand)) : std::nullopt;
  }

  Result conditional_value(const Conditional& n) {
    const Result condition = value(n.condition);
    if (!condition) return std::nullopt;
    return value(*condition != 0 ? n.if_true : n.if_false);
  }

  Result binary_value(const Binary& n, ast::ExprId id) {
    const Result left = value(n.left);
    const bool is_decided =
        left && ((n.op == Operator::And && *left == 0) || (n.op == Operator::Or && *left != 0));
    if (is_decided) return *left != 0 ? 1 : 0;
    const Result right = value(n.right);
    if (!left || !right) return std::nullopt;
    return apply(n, id, *left, *right);
  }

  Result apply(const Binary& n, ExprId id, std::int64_t a, std::int64_t b) {
    switch (n.op) {
      case Operator::Multiply: return checked(Operator::MultiplyChecked, id, a, b);
      case Operator::Add: return checked(Operator::AddChecked, id, a, b);
      case Operator::Subtract: return checked(Operator::SubtractChecked, id, a, b);
      default: break;
    }
    if (const Result result = applied(n.op, a, b)) return result;
    const bool is_shift = n.op == Operator::ShiftLeft || n.op == Operator::ShiftRight;
    if (is_shift) return fail(DiagnosticKind::ConstantShift, id, {std::to_string(b)});
    return fail(DiagnosticKind::ConstantDivisionByZero, id);
  }
  Result checked(Operator op, ExprId id, std::int64_t a, std::int64_t b) {
    const Result result = applied(op, a, b);
    return result ? result : fail(DiagnosticKind::ConstantOverflow, id);
  }

  const CheckContext& context_;
  Complaints complaints_;
  const FamilyValue* family_;
};

}  // namespace

const char* word_for(GlobalKind kind) {
  switch (kind) {
    case GlobalKind::Constant: return "constant";
    case GlobalKind::Shared: return "shared variable";
    case GlobalKind::Function: return "function";
    case GlobalKind::Struct: return "struct";
  }
  return "?";
}

std::vector<std::string> CheckContext::global_names(std::initializer_list<GlobalKind> kinds) const {
  std::vector<std::string> names;
  for (const auto& [name, global] : globals) {
    if (std::find(kinds.begin(), kinds.end(), global.kind) != kinds.end()) names.push_back(name);
  }
  return names;
}

std::string describe(const CheckContext& context, ast::ExprId id) {
  return std::visit(
      overloaded{
          [](const IntegerLiteral&) { return std::string("an integer"); },
          [&](const Name& n) {
            if (const Global* global = context.find_global(n.name)) {
              return format("{} `{}`", word_for(global->kind), n.name);
            }
            return format("register `{}`", n.name);
          },
          [](const Index&) { return std::string("an element of an array"); },
          [](const Field&) { return std::string("a field"); },
          [](const Dereference&) { return std::string("an access through a pointer"); },
          [](const AddressOf&) { return std::string("an address"); },
          [](const Unary&) { return std::string("a computed value"); },
          [](const Binary&) { return std::string("a computed value"); },
          [](const Conditional&) { return std::string("a computed value"); },
          [](const Call&) { return std::string("a call"); },
          [](const Load&) { return std::string("`load`"); },
          [](const ReadModifyWrite& n) { return format("`{}`", names_of(n.op).core); },
          [](const CompareAndSwap& n) {
            return std::string(n.result == CasResult::Success ? "`cas`" : "`cmpxchg`");
          },
          [](const Await&) { return std::string("`await`"); },
          [](const AwaitExchange&) { return std::string("`xchgawait`"); },
          [](const AllocateStruct&) { return std::string("`alloc`"); },
          [](const AllocateCells&) { return std::string("`alloc`"); },
          [](const Spawn&) { return std::string("`spawn`"); },
          [](const Join&) { return std::string("`join`"); },
          [](const ThreadRegister&) { return std::string("a register of a thread"); },
      },
      context.ast[id].node);
}

std::string counted(std::uint64_t count, const std::string& thing) {
  return format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::optional<std::int64_t> evaluate_constant(CheckContext& context, ExprId id,
                                              const std::optional<FamilyValue>& family) {
  return ConstantEvaluator(context, ConstantEvaluator::Complaints::Reported,
                           family ? &*family : nullptr)
      .value(id);
}

std::optional<std::int64_t> constant_value(const CheckContext& context, ast::ExprId id) {
  return ConstantEvaluator(context, ConstantEvaluator::Complaints::Silent).value(id);
}

void check_bounds(CheckContext& context, ast::ExprId index, std::uint32_t array) {
  const std::optional<std::int64_t> value = constant_value(context, index);
  const SharedInfo& info = context.program.shared[array];
  // An array with an invalid declaration has no cells and was reported.
  if (!value || info.initial.empty()) return;
  const auto size = static_cast<std::int64_t>(info.initial.size());
  if (*value >= 0 && *value < size) return;
  context.sink
      .report(DiagnosticKind::IndexOutOfBounds, context.ast[index].range,
              {std::to_string(*value), info.name, counted(info.initial.size(), "cell")})
      .with_note(info.range, "declared here");
}

}  // namespace drover
