// C with the primitives of the Linux kernel. Accesses have tags instead of modes; an access without
// a call is plain. A lock is a cell that is 1 while the lock is held. Taking it reads 0 and writes
// 1 in one step; executions in which this would wait forever are discarded.
//
// As in herd, a control dependency ends where the branches meet.
#include "litmus/dialects/dialect.h"

#include <limits>
#include <optional>

#include "litmus/dialects/c/statement_writer.h"
#include "litmus/dialects/kernel/primitives.h"
#include "semantics/program/rmw_operator.h"

namespace drover::litmus {

namespace {

using namespace c;
using kernel::Kind;

// Writes the code of one thread. A short-lived worker: holds references.
class KernelWriter : public StatementWriter {
 public:
  using StatementWriter::StatementWriter;

 private:
  [[nodiscard]] Flow flow() const override { return Flow::Scoped; }
  [[nodiscard]] Mode plain_mode() const override { return Mode::Plain; }
  [[nodiscard]] bool is_without_value(const Expression& call) const override {
    const kernel::Primitive* primitive = kernel::find(call.name);
    return primitive != nullptr && !primitive->returns_value();
  }
  [[nodiscard]] bool takes_place(const Expression& call) const override {
    const kernel::Primitive* primitive = kernel::find(call.name);
    return primitive != nullptr && primitive->takes_place();
  }
  bool is_ignored(std::string_view word) override {
    sink_.report(DiagnosticKind::LitmusMeaning, here_,
                 {format("`{}` does nothing here, as in herd", word)});
    return true;
  }

  std::optional<ExprId> lower_call(const Expression& call) override {
    const kernel::Primitive* primitive = kernel::find(call.name);
    if (primitive == nullptr) {
      sink_.report(DiagnosticKind::LitmusUnknownFunction, here_, {call.name})
          .with_hint(did_you_mean(call.name, kernel::names()));
      return std::nullopt;
    }
    if (!check_arguments(call, primitive->arguments)) return std::nullopt;
    return lower_primitive(*primitive, call);
  }

  std::optional<ExprId> lower_primitive(const kernel::Primitive& primitive,
                                        const Expression& call) {
    const TagSet tags = TagSet::of(primitive.tag);
    switch (primitive.kind) {
      case Kind::ReadPlace: {
        const std::optional<ExprId> address = place_in(call);
        return address ? std::optional(read(*address, tags)) : std::nullopt;
      }
      case Kind::Read: return read(pointer(call.operands[0]), tags);
      case Kind::WritePlace:
      case Kind::WriteAndFence: {
        const std::optional<ExprId> address = place_in(call);
        if (address) write(*address, value(call.operands[1]), tags);
        if (primitive.kind == Kind::WriteAndFence) fence(Tag::Mb);
        return std::nullopt;
      }
      case Kind::Write: {
        const ExprId address = pointer(call.operands[0]);
        write(address, value(call.operands[1]), tags);
        return std::nullopt;
      }
      case Kind::Fence: fence(primitive.tag); return std::nullopt;
      case Kind::SynchronizeSrcu:
        emit(FenceInstruction{Mode::Sc, tags, pointer(call.operands[0])});
        return std::nullopt;
      case Kind::Lock:
      case Kind::Unlock:
      case Kind::TryLock:
      case Kind::IsLocked: return lock_operation(primitive.kind, pointer(call.operands[0]));
      default: return update(primitive, call);
    }
  }

  // `*x` in READ_ONCE(*x): the macro takes the location, not its address.
  std::optional<ExprId> place_in(const Expression& call) {
    const Expression& given = call.operands[0];
    if (given.kind == ExpressionKind::Dereference || given.kind == ExpressionKind::Index) {
      return place_of(given);
    }
    sink_.report(DiagnosticKind::LitmusNotAssignable, given.range)
        .with_hint(given.kind == ExpressionKind::Name
                       ? format("write `{}(*{}…)`", call.name, given.name)
                       : format("`{}` is given the place, `*x`", call.name));
    return std::nullopt;
  }

  ExprId read(ExprId address, TagSet tags) { return load(address, Mode::Plain, tags); }
  void write(ExprId address, ExprId given, TagSet tags) {
    emit(Store{address, given, Mode::Plain, tags});
  }
  void fence(Tag tag) {
    const bool is_full = tag == Tag::Mb || tag == Tag::SyncRcu;
    emit(FenceInstruction{is_full ? Mode::Sc : Mode::Rlx, TagSet::of(tag)});
  }

  // Writes two pieces of code, of which a thread runs either: each choice is an execution.
  template <typename First, typename Second>
  void choose(const First& first, const Second& second) {
    const RegisterId way = temporary();
    emit(Choose{way, 2});
    if_else(value_of(way), Flow::Silent, first, second);
  }

  // ---- Read-modify-writes

  std::optional<ExprId> update(const kernel::Primitive& primitive, const Expression& call) {
    if (primitive.kind == Kind::CompareExchange) return compare_exchange(primitive, call);
    if (primitive.kind == Kind::AddUnless) return add_unless(primitive, call);
    const bool is_exchange = primitive.kind == Kind::Exchange;
    const std::size_t place_at = is_exchange || primitive.is_step ? 0 : 1;
    ExprId given = primitive.is_step ? constant(1) : value(call.operands[is_exchange ? 1 : 0]);
    if (primitive.complements_operand) given = unary(Operator::Complement, given);
    const ExprId address = pointer(call.operands[place_at]);
    const RegisterId old = temporary();
    const TagSet tags = TagSet::of(primitive.tag);
    emit(ReadModifyWrite{.target = old,
                         .op = is_exchange ? RmwOperator::Exchange : primitive.op,
                         .address = address,
                         .operand = given,
                         .read_tags = tags,
                         .write_tags = tags});
    if (is_exchange || primitive.kind == Kind::Fetch) return value_of(old);
    if (primitive.kind == Kind::Operate) return std::nullopt;
    const ExprId result = binary(*operator_of(primitive.op), value_of(old), given);
    if (primitive.kind == Kind::OperateIsZero) return equal(result, constant(0));
    if (primitive.kind == Kind::OperateIsNegative)
      return binary(Operator::Less, result, constant(0));
    return result;
  }

  void compare_and_swap(RegisterId found, ExprId address, ExprId expected, ExprId desired,
                        Tag tag) {
    const TagSet tags = TagSet::of(tag);
    emit(CompareAndSwap{.target = found,
                        .result = CasResult::OldValue,
                        .address = address,
                        .expected = expected,
                        .desired = desired,
                        .read_tags = tags,
                        .write_tags = tags,
                        .failure_tags = tags});
  }

  std::optional<ExprId> compare_exchange(const kernel::Primitive& primitive,
                                         const Expression& call) {
    const ExprId address = pointer(call.operands[0]);
    const ExprId expected = value(call.operands[1]);
    const ExprId desired = value(call.operands[2]);
    const RegisterId found = temporary();
    compare_and_swap(found, address, expected, desired, primitive.tag);
    return value_of(found);
  }

  // Adds if the value is not `unless`; the result depends on both.
  std::optional<ExprId> add_unless(const kernel::Primitive& primitive, const Expression& call) {
    constexpr Value Impossible = std::numeric_limits<Value>::min();
    const ExprId address = pointer(call.operands[0]);
    const ExprId given = value(call.operands[1]);
    const ExprId unless = value(call.operands[2]);
    const TagSet tags = TagSet::of(primitive.tag);
    const RegisterId found = temporary();
    const RegisterId result = temporary();
    const auto finish = [&](Value outcome) {
      const ExprId sources = bit_and(bit_or(value_of(found), unless), constant(0));
      assign(result, bit_or(sources, constant(outcome)));
    };
    choose(
        [&] {
          emit(ReadModifyWrite{.target = found,
                               .op = RmwOperator::Add,
                               .address = address,
                               .operand = given,
                               .read_tags = tags,
                               .write_tags = tags});
          require(binary(Operator::NotEqual, value_of(found), unless));
          finish(1);
        },
        [&] {
          // A failure is the read of a compare-and-swap that never finds its expected value.
          compare_and_swap(found, address, constant(Impossible), constant(0), primitive.tag);
          require(equal(value_of(found), unless));
          finish(0);
        });
    return value_of(result);
  }

  // ---- Locks

  void take(ExprId address) {
    const RegisterId found = temporary();
    emit(ReadModifyWrite{.target = found,
                         .address = address,
                         .operand = constant(1),
                         .read_tags = TagSet::of(Tag::LockRead),
                         .write_tags = TagSet::of(Tag::LockWrite)});
    require(equal(value_of(found), constant(0)));
  }

  // Reads `wanted`. The result is `outcome` and depends on the read.
  void find(ExprId address, Tag tag, Value wanted, Value outcome, RegisterId result) {
    const ExprId found = read(address, TagSet::of(tag));
    require(equal(found, constant(wanted)));
    const ExprId source = bit_and(found, constant(0));
    assign(result, bit_or(source, constant(outcome)));
  }

  std::optional<ExprId> lock_operation(Kind kind, ExprId address) {
    if (kind == Kind::Lock) {
      take(address);
      return std::nullopt;
    }
    if (kind == Kind::Unlock) {
      write(address, constant(0), TagSet::of(Tag::Unlock));
      return std::nullopt;
    }
    const RegisterId result = temporary();
    if (kind == Kind::TryLock) {
      choose(
          [&] {
            take(address);
            assign(result, constant(1));
          },
          [&] { find(address, Tag::LockFailed, 1, 0, result); });
    } else {
      choose([&] { find(address, Tag::ReadLocked, 1, 1, result); },
             [&] { find(address, Tag::ReadUnlocked, 0, 0, result); });
    }
    return value_of(result);
  }
};

}  // namespace

const Dialect KernelDialect{
    .architecture = "LKMM", .default_model = "lkmm", .compile = c::compile_threads<KernelWriter>};

}  // namespace drover::litmus
