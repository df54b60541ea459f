#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "frontend/c/unit.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "semantics/lower/c/c_callees.h"
#include "semantics/lower/c/c_lifetimes.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/program/program.h"

// Private to lowering.
namespace drover::lowering {

// The lifetime of memory: that of its function or thread; the same, but read-only after its
// initialization (Constant); or until the program frees it.
enum class Lifetime : std::uint8_t { Function, Constant, UntilFreed };

// Effects of evaluating a node besides its value.
struct NodeEffects {
  bool is_known = false;
  bool touches = false;  // needs instructions of its own
  bool changes = false;  // may change a variable in a register
};

// Code that is refused if a thread can reach it.
struct UnsupportedCode {
  DiagnosticKind kind{};
  std::string text;
  std::string hint;
  std::vector<DiagnosticNote> calls;  // that lead to it
};

// State shared by the threads of a C program during lowering. Holds references.
class CContext {
 public:
  CContext(const c::Unit& unit, const SourceBuffer& source, DiagnosticSink& sink, Program& out,
           std::uint32_t max_recursion);

  const c::Unit& unit;
  const SourceBuffer& source;
  DiagnosticSink& sink;
  Program& out;
  std::uint32_t max_recursion = 0;
  bool is_limited_by_code = false;  // a deeper recursion was tried before, and was too large
  std::size_t code_size = 0;        // number of instructions so far
  std::size_t max_code = MaxCInstructions;
  bool is_too_large = false;
  bool fails_spuriously = false;  // for a weak compare-exchange
  MergedLoads* merged_loads = nullptr;
  bool wakes_spuriously = true;  // for waits at a condition variable
  std::span<const SpecifiedObject> objects = {};
  // True if a function is an operation of one of them.
  [[nodiscard]] bool is_operation(const std::string& function) const {
    return std::ranges::any_of(objects, [&](const SpecifiedObject& object) {
      return std::ranges::find(object.operations, function,
                               &SpecifiedObject::Operation::function) != object.operations.end();
    });
  }

  // A number may be an address: by a cast, or as a member of a union.
  bool has_pointers_as_numbers = false;
  bool creates_threads = false;
  bool reallocates = false;  // then blocks are preceded by their size
  bool has_buffers = false;  // pointers to bytes become pointers to other types
  // Thread-local variables are one block per thread: their offsets, by global.
  std::map<std::uint32_t, Value> thread_locals;
  Value thread_local_size = 0;
  CLifetimes lifetimes;
  UnwrittenReads unwritten;
  std::vector<UnsupportedCode> unsupported;

  [[nodiscard]] Value address_of_global(std::uint32_t global) const {
    return global_addresses_[global];
  }
  [[nodiscard]] Value address_of_function(std::uint32_t function) const {
    return function_addresses_[function];
  }
  // True if an access of `size` bytes at a known address is to one cell.
  [[nodiscard]] bool is_cell(Value address, std::uint32_t size) const;

  // Returns the index in Program::structs for allocated memory; -1 if there are too many.
  std::int32_t layout_of(c::TypeId type, const std::string& name, bool is_unwritten,
                         Lifetime lifetime);
  std::int32_t layout_of_bytes(bool is_unwritten, Lifetime lifetime, std::uint32_t hidden = 0);

  [[nodiscard]] std::optional<Value> thread_local_offset(std::uint32_t global) const;
  std::int32_t thread_local_layout();
  [[nodiscard]] Value value_of(const c::StaticValue& value) const;

  // Returns the index in Program::routines, and schedules the function for lowering.
  std::uint32_t routine_of(std::uint32_t function, SourceRange created);
  [[nodiscard]] std::optional<std::uint32_t> next_routine();  // the next one to lower
  [[nodiscard]] std::uint32_t function_of_routine(std::uint32_t routine) const {
    return routines_[routine];
  }
  // Returns the place where a thread that runs this function is created; none: not a routine.
  [[nodiscard]] std::optional<SourceRange> creation_of(std::uint32_t function) const;
  // Warns that the time, which is read here, is always the same.
  void note_clock(SourceRange at);

  // Returns the index in Program::loops of the loop of a statement, of one over a block (memcpy and
  // the like), or of a recursive function; adds it on first use.
  using LoopKey = std::variant<c::StatementId, SourceRange, std::uint32_t>;
  std::uint32_t loop_of(LoopKey key, const LoopInfo& loop);
  std::uint32_t recursion_of(std::uint32_t function, SourceRange at);
  // Returns how often a `for` repeats at most that counts its own variable from one constant to
  // another; nothing for other loops, and if it repeats too often.
  [[nodiscard]] std::optional<std::uint32_t> repetitions_of(const c::Statement& loop) const;

  // Returns Function, or Constant for a `const` variable (except for a copy of another struct).
  [[nodiscard]] Lifetime lifetime_of(std::uint32_t function, std::uint32_t variable) const;
  NodeEffects effects(c::NodeId node);
  // True if a variable in a register keeps its initial value.
  [[nodiscard]] bool is_never_assigned(std::uint32_t function, std::uint32_t variable) const {
    return !is_assigned_[function][variable];
  }
  // Functions called before `main`, and after it, in order.
  [[nodiscard]] std::vector<std::uint32_t> constructors() const {
    return by_priority(&c::Function::constructor);
  }
  [[nodiscard]] std::vector<std::uint32_t> final_functions() const;
  [[nodiscard]] bool is_mentioned(std::string_view function) const {
    return helper(function).has_value();
  }
  // True if memory is accessed both as signed and as unsigned integers of this width: such cells
  // hold signed values (CThreadLowering::to_cell).
  [[nodiscard]] bool has_both_signs(unsigned bits) const {
    return std::has_single_bit(bits) && bits < 64 && (signs_[bits / 16] & 3U) == 3U;
  }
  // True if an object of this type holds bytes that the program uses as memory for other types: the
  // first access determines each cell.
  [[nodiscard]] bool holds_buffer(c::TypeId type) const;
  [[nodiscard]] bool is_reached(std::uint32_t function) const {
    return is_reached_function_[function];
  }
  // Returns a function of Drover's headers, if the program uses it.
  [[nodiscard]] std::optional<std::uint32_t> helper(std::string_view name) const {
    const auto function = function_named(name);
    return function && is_reached_function_[*function] ? function : std::nullopt;
  }
  // Returns the functions that a call through this value, in this function, may reach.
  [[nodiscard]] Callees::Functions callees(std::uint32_t function, c::NodeId value) const {
    return callees_->of(function, value);
  }
  void assume(Assumption assumption);
  // True if the program may test whether a mutex is held.
  [[nodiscard]] bool tries_locks() const {
    return is_mentioned("pthread_mutex_trylock") || is_mentioned("mtx_trylock");
  }
  // Returns the address of the lock of sections; creates it on first use.
  [[nodiscard]] Value section_lock();

 private:
  void find_reached();
  void reach(c::StatementId statement);
  void reach(c::NodeId node);
  void reach_function(std::uint32_t function);
  void reach_global(std::uint32_t global);
  void add_objects();
  [[nodiscard]] std::vector<bool> used_globals() const;  // by what is reached
  // True if an object of this type is read-only; for an array, if its elements are.
  [[nodiscard]] bool is_const(c::TypeId type) const;
  void add_globals(const std::vector<bool>& is_used);
  void find_signs();
  void note_signs(c::TypeId type);
  [[nodiscard]] Value cell_value(const c::StaticValue& value) const;
  void find_assigned();
  // True if a statement or an expression may change a variable.
  template <typename Id>
  [[nodiscard]] bool changes(Id id, std::uint32_t variable) const;
  [[nodiscard]] static bool changes_itself(const c::Statement& statement, std::uint32_t variable);
  [[nodiscard]] bool changes_itself(const c::Node& node, std::uint32_t variable) const;
  void note_assigned(std::uint32_t function, c::StatementId statement);
  void note_assigned(std::uint32_t function, c::NodeId node);
  using Priority = decltype(c::Function::constructor);
  [[nodiscard]] std::vector<std::uint32_t> by_priority(Priority c::Function::*priority) const;
  [[nodiscard]] std::optional<std::uint32_t> function_named(std::string_view name) const;
  // Adds the scalars of an object to a layout.
  void add_flexible_array(StructLayout& layout, c::TypeId type) const;
  void add_fields(StructLayout& layout, c::TypeId type, const std::string& name,
                  std::uint32_t offset) const;
  StructLayout make_layout(c::TypeId type, const std::string& name, bool is_unwritten) const;
  using LayoutKey = std::tuple<std::string, c::TypeId, bool, Lifetime>;
  std::int32_t add_layout(const LayoutKey& key, StructLayout layout);
  // In a program that retires memory (hazard pointers), other threads free it at some time: no
  // block counts as leaked.
  [[nodiscard]] bool is_owned(Lifetime lifetime) const {
    return lifetime == Lifetime::UntilFreed && !is_mentioned("__drover_retire");
  }

  std::vector<Value> global_addresses_;
  std::vector<Value> function_addresses_;
  std::optional<std::int32_t> thread_local_layout_;
  std::map<LayoutKey, std::int32_t> layouts_;
  std::vector<std::uint32_t> routines_;  // their functions
  std::vector<SourceRange> creations_;   // by routine
  std::size_t lowered_routines_ = 0;
  std::map<LoopKey, std::uint32_t> loops_;
  std::vector<NodeEffects> effects_;
  std::vector<std::vector<bool>> is_assigned_;
  std::vector<std::vector<bool>> is_copied_;  // its first value is (part of) another struct
  std::array<std::uint8_t, 3> signs_{};       // by bits / 16: 1 signed, 2 unsigned
  std::vector<bool> are_signs_noted_;         // by type
  // Code reachable from `main`.
  std::vector<bool> is_reached_;           // by node
  std::vector<bool> is_reached_function_;  // by function
  std::vector<bool> is_reached_global_;    // by global
  std::vector<std::uint32_t> to_be_read_;  // functions
  // Branches of `if (__drover_is_mentioned(f))`, by f, which is not reached yet.
  std::multimap<std::uint32_t, c::StatementId> for_mentioned_;
  std::optional<Callees> callees_;
  std::optional<Value> section_lock_;
};

// A hint for what is declared, but not defined.
extern const std::string OtherFile;

// Returns the size of a scalar in bytes.
[[nodiscard]] std::uint32_t scalar_size(const c::TypeTable& types, c::TypeId type);

}  // namespace drover::lowering
