#include "litmus/dialects/kernel/primitives.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <utility>

#include "litmus/dialects/c/c_primitives.h"
#include "support/format.h"

namespace drover::litmus::kernel {

namespace {

using Table = std::map<std::string, Primitive, std::less<>>;

// Fills the table with the families of functions.
class TableWriter {
 public:
  Table write() {
    accesses();
    fences();
    exchanges();
    operations();
    locks();
    return std::move(table_);
  }

 private:
  struct Order {
    std::string_view suffix;
    Tag tag;
  };
  static constexpr std::array<Order, 4> Orders{{{"", Tag::Mb},
                                                {"_relaxed", Tag::Once},
                                                {"_acquire", Tag::LkAcquire},
                                                {"_release", Tag::LkRelease}}};

  Primitive& put(const std::string& name, Kind kind, Tag tag, std::size_t arguments) {
    Primitive& out = table_[name];
    out.name = name;
    out.kind = kind;
    out.tag = tag;
    out.arguments = arguments;
    return out;
  }

  void accesses() {
    put("READ_ONCE", Kind::ReadPlace, Tag::Once, 1);
    put("WRITE_ONCE", Kind::WritePlace, Tag::Once, 2);
    put("rcu_dereference", Kind::ReadPlace, Tag::Once, 1);
    put("rcu_assign_pointer", Kind::WritePlace, Tag::LkRelease, 2);
    put("smp_store_mb", Kind::WriteAndFence, Tag::Once, 2);
    put("smp_load_acquire", Kind::Read, Tag::LkAcquire, 1);
    put("smp_store_release", Kind::Write, Tag::LkRelease, 2);
    put("atomic_read", Kind::Read, Tag::Once, 1);
    put("atomic_read_acquire", Kind::Read, Tag::LkAcquire, 1);
    put("atomic_set", Kind::Write, Tag::Once, 2);
    put("atomic_set_release", Kind::Write, Tag::LkRelease, 2);
    for (const char* name : {"srcu_read_lock", "srcu_down_read"}) {
      put(name, Kind::Read, Tag::SrcuLock, 1);
    }
    for (const char* name : {"srcu_read_unlock", "srcu_up_read"}) {
      put(name, Kind::Write, Tag::SrcuUnlock, 2);
    }
    for (const char* name : {"synchronize_srcu", "synchronize_srcu_expedited"}) {
      put(name, Kind::SynchronizeSrcu, Tag::SyncSrcu, 1);
    }
  }

  void fences() {
    constexpr std::array<std::pair<const char*, Tag>, 13> Fences{
        {{"smp_mb", Tag::Mb},
         {"smp_rmb", Tag::Rmb},
         {"smp_wmb", Tag::Wmb},
         {"smp_mb__before_atomic", Tag::BeforeAtomic},
         {"smp_mb__after_atomic", Tag::AfterAtomic},
         {"smp_mb__after_spinlock", Tag::AfterSpinlock},
         {"smp_mb__after_unlock_lock", Tag::AfterUnlockLock},
         {"smp_mb__after_srcu_read_unlock", Tag::AfterSrcuReadUnlock},
         {"barrier", Tag::Barrier},
         {"rcu_read_lock", Tag::RcuLock},
         {"rcu_read_unlock", Tag::RcuUnlock},
         {"synchronize_rcu", Tag::SyncRcu},
         {"synchronize_rcu_expedited", Tag::SyncRcu}}};
    for (const auto& [name, tag] : Fences) put(name, Kind::Fence, tag, 0);
  }

  void exchanges() {
    for (const auto& [suffix, tag] : Orders) {
      for (const char* prefix : {"", "atomic_"}) {
        const std::string end(suffix);
        put(prefix + ("xchg" + end), Kind::Exchange, tag, 2);
        put(prefix + ("cmpxchg" + end), Kind::CompareExchange, tag, 3);
      }
    }
    put("atomic_add_unless", Kind::AddUnless, Tag::Mb, 3);
  }

  struct Operation {
    std::string_view name;
    RmwOperator op;
    bool complements_operand = false;
    bool is_step = false;
  };

  void put_operation(const std::string& name, Kind kind, Tag tag, const Operation& operation) {
    Primitive& out = put(name, kind, tag, operation.is_step ? 1 : 2);
    out.op = operation.op;
    out.complements_operand = operation.complements_operand;
    out.is_step = operation.is_step;
  }

  void operations() {
    constexpr std::array<Operation, 8> Operations{{{"add", RmwOperator::Add},
                                                   {"sub", RmwOperator::Subtract},
                                                   {"and", RmwOperator::And},
                                                   {"or", RmwOperator::Or},
                                                   {"xor", RmwOperator::Xor},
                                                   {"andnot", RmwOperator::And, true},
                                                   {"inc", RmwOperator::Add, false, true},
                                                   {"dec", RmwOperator::Subtract, false, true}}};
    for (const Operation& operation : Operations) {
      const std::string name(operation.name);
      put_operation("atomic_" + name, Kind::Operate, Tag::NoReturnOp, operation);
      const bool is_sum = operation.op == RmwOperator::Add || operation.op == RmwOperator::Subtract;
      for (const auto& [suffix, tag] : Orders) {
        const std::string end(suffix);
        put_operation(format("atomic_fetch_{}{}", name, end), Kind::Fetch, tag, operation);
        if (!is_sum) continue;
        put_operation(format("atomic_{}_return{}", name, end), Kind::OperateReturn, tag, operation);
        if (name == "add") {
          put_operation("atomic_add_negative" + end, Kind::OperateIsNegative, tag, operation);
        }
      }
      if (is_sum && name != "add") {
        put_operation("atomic_" + name + "_and_test", Kind::OperateIsZero, Tag::Mb, operation);
      }
    }
  }

  void locks() {
    put("spin_lock", Kind::Lock, Tag::LockRead, 1);
    put("spin_unlock", Kind::Unlock, Tag::Unlock, 1);
    put("spin_trylock", Kind::TryLock, Tag::LockRead, 1);
    put("spin_is_locked", Kind::IsLocked, Tag::ReadLocked, 1);
  }

  Table table_;
};

const Table& table() {
  static const Table primitives = TableWriter().write();
  return primitives;
}

constexpr std::array<std::string_view, 17> KernelNames{
    "READ_ONCE",        "WRITE_ONCE",
    "ACCESS_ONCE",      "spin_lock",
    "spin_unlock",      "spin_trylock",
    "spin_is_locked",   "synchronize_rcu",
    "synchronize_srcu", "synchronize_rcu_expedited",
    "atomic_read",      "atomic_set",
    "atomic_inc",       "atomic_dec",
    "atomic_add",       "atomic_sub",
    "cmpxchg"};

constexpr std::array<std::string_view, 14> KernelBeginnings{
    "smp_",         "rcu_",        "srcu_",          "xchg_",           "cmpxchg_",
    "atomic_read_", "atomic_set_", "atomic_inc_",    "atomic_dec_",     "atomic_add_",
    "atomic_sub_",  "atomic_xchg", "atomic_cmpxchg", "atomic_fetch_inc"};

bool is_kernel_word(std::string_view word) {
  // C11 has some of these names as well: they decide nothing.
  if (find(word) != nullptr && find_primitive(word) == nullptr) return true;
  return std::ranges::find(KernelNames, word) != KernelNames.end() ||
         std::ranges::any_of(KernelBeginnings,
                             [&](std::string_view start) { return word.starts_with(start); });
}

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

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

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const auto& [name, primitive] : table()) out.push_back(name);
  return out;
}

std::optional<SourceRange> find_word(const SourceBuffer& source, Section section) {
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
    if (is_call && is_kernel_word(rest.substr(0, length))) return source.range(at, at + length);
    at += std::max<std::size_t>(length, 1);
  }
  return std::nullopt;
}

}  // namespace drover::litmus::kernel
