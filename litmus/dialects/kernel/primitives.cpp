#include "litmus/dialects/kernel/primitives.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <utility>

#include "litmus/dialects/assembly.h"
#include "litmus/dialects/c/c_primitives.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::litmus::kernel {

namespace {

using Table = std::map<std::string, Primitive, std::less<>>;

constexpr std::array<std::pair<std::string_view, Tag>, 4> Orders{{{"", Tag::Mb},
                                                                  {"_relaxed", Tag::Once},
                                                                  {"_acquire", Tag::LkAcquire},
                                                                  {"_release", Tag::LkRelease}}};

struct Operation {
  std::string_view name;
  RmwOperator op;
  bool complements_operand = false;
  bool is_step = false;
};
constexpr std::array<Operation, 8> Operations{{{"add", RmwOperator::Add},
                                               {"sub", RmwOperator::Subtract},
                                               {"and", RmwOperator::And},
                                               {"or", RmwOperator::Or},
                                               {"xor", RmwOperator::Xor},
                                               {"andnot", RmwOperator::And, true},
                                               {"inc", RmwOperator::Add, false, true},
                                               {"dec", RmwOperator::Subtract, false, true}}};

// Adds functions. Blanks separate the names.
void put(Table& all, std::string_view names, Kind kind, Tag tag, std::size_t arguments,
         const Operation& operation = {"", RmwOperator::Add}) {
  for (const std::string& name : words_of(names)) {
    all[name] = {.name = name,
                 .kind = kind,
                 .tag = tag,
                 .op = operation.op,
                 .complements_operand = operation.complements_operand,
                 .is_step = operation.is_step,
                 .arguments = arguments};
  }
}

void put_operations(Table& all, const Operation& operation) {
  const auto put_one = [&](const std::string& name, Kind kind, Tag tag) {
    put(all, name, kind, tag, operation.is_step ? 1 : 2, operation);
  };
  const std::string_view name = operation.name;
  const bool is_sum = operation.op == RmwOperator::Add || operation.op == RmwOperator::Subtract;
  put_one(format("atomic_{}", name), Kind::Operate, Tag::NoReturnOp);
  for (const auto& [suffix, tag] : Orders) {
    put_one(format("atomic_fetch_{}{}", name, suffix), Kind::Fetch, tag);
    if (is_sum) put_one(format("atomic_{}_return{}", name, suffix), Kind::OperateReturn, tag);
    if (name == "add")
      put_one(format("atomic_add_negative{}", suffix), Kind::OperateIsNegative, tag);
  }
  if (is_sum && name != "add") {
    put_one(format("atomic_{}_and_test", name), Kind::OperateIsZero, Tag::Mb);
  }
}

Table make_table() {
  Table all;
  put(all, "READ_ONCE rcu_dereference", Kind::ReadPlace, Tag::Once, 1);
  put(all, "WRITE_ONCE", Kind::WritePlace, Tag::Once, 2);
  put(all, "rcu_assign_pointer", Kind::WritePlace, Tag::LkRelease, 2);
  put(all, "smp_store_mb", Kind::WriteAndFence, Tag::Once, 2);
  put(all, "smp_load_acquire atomic_read_acquire", Kind::Read, Tag::LkAcquire, 1);
  put(all, "smp_store_release atomic_set_release", Kind::Write, Tag::LkRelease, 2);
  put(all, "atomic_read", Kind::Read, Tag::Once, 1);
  put(all, "atomic_set", Kind::Write, Tag::Once, 2);
  put(all, "srcu_read_lock srcu_down_read", Kind::Read, Tag::SrcuLock, 1);
  put(all, "srcu_read_unlock srcu_up_read", Kind::Write, Tag::SrcuUnlock, 2);
  put(all, "synchronize_srcu synchronize_srcu_expedited", Kind::SynchronizeSrcu, Tag::SyncSrcu, 1);
  put(all, "smp_mb", Kind::Fence, Tag::Mb, 0);
  put(all, "smp_rmb", Kind::Fence, Tag::Rmb, 0);
  put(all, "smp_wmb", Kind::Fence, Tag::Wmb, 0);
  put(all, "smp_mb__before_atomic", Kind::Fence, Tag::BeforeAtomic, 0);
  put(all, "smp_mb__after_atomic", Kind::Fence, Tag::AfterAtomic, 0);
  put(all, "smp_mb__after_spinlock", Kind::Fence, Tag::AfterSpinlock, 0);
  put(all, "smp_mb__after_unlock_lock", Kind::Fence, Tag::AfterUnlockLock, 0);
  put(all, "smp_mb__after_srcu_read_unlock", Kind::Fence, Tag::AfterSrcuReadUnlock, 0);
  put(all, "barrier", Kind::Fence, Tag::Barrier, 0);
  put(all, "rcu_read_lock", Kind::Fence, Tag::RcuLock, 0);
  put(all, "rcu_read_unlock", Kind::Fence, Tag::RcuUnlock, 0);
  put(all, "synchronize_rcu synchronize_rcu_expedited", Kind::Fence, Tag::SyncRcu, 0);
  for (const auto& [suffix, tag] : Orders) {
    put(all, format("xchg{0} atomic_xchg{0}", suffix), Kind::Exchange, tag, 2);
    put(all, format("cmpxchg{0} atomic_cmpxchg{0}", suffix), Kind::CompareExchange, tag, 3);
  }
  put(all, "atomic_add_unless", Kind::AddUnless, Tag::Mb, 3);
  for (const Operation& operation : Operations) put_operations(all, operation);
  put(all, "spin_lock", Kind::Lock, Tag::LockRead, 1);
  put(all, "spin_unlock", Kind::Unlock, Tag::Unlock, 1);
  put(all, "spin_trylock", Kind::TryLock, Tag::LockRead, 1);
  put(all, "spin_is_locked", Kind::IsLocked, Tag::ReadLocked, 1);
  return all;
}

const Table& table() {
  static const Table primitives = make_table();
  return primitives;
}

constexpr std::array<std::string_view, 14> KernelBeginnings{
    "smp_",         "rcu_",        "srcu_",          "xchg_",           "cmpxchg_",
    "atomic_read_", "atomic_set_", "atomic_inc_",    "atomic_dec_",     "atomic_add_",
    "atomic_sub_",  "atomic_xchg", "atomic_cmpxchg", "atomic_fetch_inc"};

bool is_kernel_word(std::string_view word) {
  // C11 has some of these names as well: they decide nothing, except for locks.
  if (find(word) != nullptr && find_primitive(word) == nullptr) return true;
  return word == "ACCESS_ONCE" || word == "spin_lock" || word == "spin_unlock" ||
         std::ranges::any_of(KernelBeginnings,
                             [&](std::string_view start) { return word.starts_with(start); });
}

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

bool Primitive::takes_place() const {
  return kind == Kind::ReadPlace || kind == Kind::WritePlace || kind == Kind::WriteAndFence;
}

bool Primitive::returns_value() const {
  switch (kind) {
    case Kind::WritePlace:
    case Kind::Write:
    case Kind::WriteAndFence:
    case Kind::Fence:
    case Kind::Operate:
    case Kind::Lock:
    case Kind::Unlock:
    case Kind::SynchronizeSrcu: return false;
    default: return true;
  }
}

const Primitive* find(std::string_view name) {
  const auto found = table().find(name);
  return found == table().end() ? nullptr : &found->second;
}

std::vector<std::string> names() { return keys_of(table()); }

std::optional<SourceRange> find_word(const SourceBuffer& source, Section section) {
  return find_call(source, section, is_kernel_word);
}

std::optional<SourceRange> find_call(const SourceBuffer& source, Section section,
                                     const std::function<bool(std::string_view)>& is_wanted) {
  const std::string_view text = std::string_view(source.text()).substr(0, section.end);
  for (std::size_t at = section.begin; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool is_line_comment = rest.starts_with("//");
    if (is_line_comment || rest.starts_with("/*")) {
      const std::string_view close = is_line_comment ? "\n" : "*/";
      at = std::min(text.find(close, at + 2), text.size() - close.size()) + close.size();
      continue;
    }
    const auto* const word_end = std::ranges::find_if_not(rest, is_part_of_word);
    const auto length = static_cast<std::size_t>(word_end - rest.begin());
    const std::size_t behind = text.find_first_not_of(" \t", at + length);
    const bool is_call = behind != std::string_view::npos && text[behind] == '(';
    if (is_call && is_wanted(rest.substr(0, length))) return source.range(at, at + length);
    at += std::max<std::size_t>(length, 1);
  }
  return std::nullopt;
}

}  // namespace drover::litmus::kernel
