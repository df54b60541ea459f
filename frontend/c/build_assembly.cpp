// Assembly that is understood: barriers, pauses, values that pass through, and single instructions
// that access one scalar. Anything else is refused.
//
// A machine's instruction is at least as strong as its meaning here. Locked x86 instructions are
// full barriers; `ldar` and `stlr` are what compilers make of sequentially consistent accesses.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <utility>

#include "frontend/c/unit_builder.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::c {

namespace {

// A barrier: its meaning in C, and whether it orders something that no fence of C does.
struct BarrierRow {
  std::string_view instructions;  // separated by `|`
  MemoryOrder order;
};
constexpr std::array Barriers{
    BarrierRow{"mfence|sync|dmb ish|dmb sy|dmb osh|dsb ish|dsb sy|dsb osh|fence rw,rw|"
               "fence iorw,iorw",
               MemoryOrder::SeqCst},
    BarrierRow{"lwsync|fence.tso", MemoryOrder::AcqRel},
    BarrierRow{"lfence|dmb ishld|dmb ld|dmb oshld|dsb ishld|dsb ld|fence r,rw",
               MemoryOrder::Acquire},
    BarrierRow{"sfence|fence rw,w", MemoryOrder::Release},
    // No fence of C orders stores, loads or instructions as these do.
    BarrierRow{"dmb ishst|dmb st|dmb oshst|dsb ishst|dsb st|isb|isync|eieio|fence r,r|fence r,w|"
               "fence w,w|fence w,rw|fence rw,r",
               MemoryOrder::Relaxed}};
// Instructions that only take time, or wait for a hint.
constexpr std::array<std::string_view, 9> Pauses{"nop", "pause", "rep nop", "rep; nop", "yield",
                                                 "wfe", "sev",   "sevl",    "hint 1"};

std::optional<MemoryOrder> order_of_barrier(std::string_view instruction) {
  for (const BarrierRow& row : Barriers) {
    const std::vector<std::string> names = split(row.instructions, '|');
    if (std::ranges::find(names, instruction) != names.end()) return row.order;
  }
  return std::nullopt;
}

// Returns the instructions of a template, in lower case, with single blanks; a prefix is part of
// its instruction.
std::vector<std::string> instructions_of(std::string_view text) {
  std::vector<std::string> all;
  std::string one;
  const auto end = [&] {
    while (one.ends_with(' ')) one.pop_back();
    if (one == "lock" || one == "rep") {
      one += ' ';
      return;
    }
    if (!one.empty()) all.push_back(one);
    one.clear();
  };
  for (const char c : text) {
    if (c == ';' || c == '\n') {
      end();
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      one += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!one.empty() && !one.ends_with(' ') && !one.ends_with(',')) {
      one += ' ';
    }
  }
  end();
  return all;
}

// An instruction: its name, and its operands as written.
struct Written {
  bool is_locked = false;
  std::string name = {};
  std::vector<std::string> operands = {};
};
Written parts_of(std::string text) {
  constexpr std::string_view Lock = "lock ";
  Written out{.is_locked = text.starts_with(Lock)};
  if (out.is_locked) text.erase(0, Lock.size());
  const std::size_t blank = std::min(text.find(' '), text.size());
  out.name = text.substr(0, blank);
  std::string operand;
  int depth = 0;
  for (const char c : text.substr(blank)) {
    depth += c == '(' || c == '[' ? 1 : 0;
    depth -= c == ')' || c == ']' ? 1 : 0;
    if (c == ',' && depth == 0) {
      out.operands.push_back(std::exchange(operand, ""));
    } else if (c != ' ') {
      operand += c;
    }
  }
  if (!operand.empty()) out.operands.push_back(operand);
  return out;
}

// The bytes of an access, by the last letter of an x86 instruction; 0: not given.
std::uint64_t bytes_of_suffix(char letter) {
  switch (letter) {
    case 'b': return 1;
    case 'w': return 2;
    case 'l': return 4;
    case 'q': return 8;
    default: return 0;
  }
}

}  // namespace

// Builds one `asm`. A short-lived worker: holds references.
class AssemblyBuilder {
 public:
  AssemblyBuilder(UnitBuilder& unit, Grammar::AssemblyContext& tree, SourceRange at)
      : unit_(unit), tree_(tree), at_(at) {}

  // Returns the statements; nothing if the text is not understood.
  std::optional<std::vector<NodeId>> run() {
    std::string text;
    for (auto* part : tree_.STRING()) text += decoded_text(part->getText()).value_or("?");
    std::vector<std::string> instructions = instructions_of(text);
    std::erase_if(instructions, [](const std::string& each) {
      return std::ranges::find(Pauses, each) != Pauses.end();
    });
    if (tree_.assemblyPart().size() > 3) return std::nullopt;  // jumps
    if (instructions.empty()) return take_operands() && pass_values() ? done() : std::nullopt;
    if (instructions.size() == 1) {
      if (const auto order = barrier(instructions[0])) {
        fence(*order, instructions[0]);
        return done();
      }
    }
    if (!take_operands() || !unit_.function_) return std::nullopt;
    for (const std::string& each : instructions) {
      if (!follow(parts_of(each))) return std::nullopt;
    }
    if (!assign_accumulator()) return std::nullopt;
    return done();
  }

 private:
  struct Operand {
    std::string name = {};
    std::string constraint = {};
    NodeId node = {};
    bool is_output = false;
    [[nodiscard]] bool has(char letter) const {
      return constraint.find(letter) != std::string::npos;
    }
    [[nodiscard]] bool is_memory() const {
      return (has('m') || has('Q') || has('o')) && !has('r') && !has('q') && !has('g');
    }
  };

  // ---- Pieces

  std::optional<std::vector<NodeId>> done() { return std::move(effects_); }
  const Node& node(NodeId id) const { return unit_.unit_.nodes[id.value]; }
  TypeTable& types() { return unit_.types_; }

  static std::optional<MemoryOrder> barrier(const std::string& instruction) {
    if (const auto order = order_of_barrier(instruction)) return order;
    // `lock addl $0,0(%rsp)`: an update of the stack, for its order alone.
    const Written written = parts_of(instruction);
    const bool is_idle = written.is_locked && written.operands.size() == 2 &&
                         (written.name.starts_with("add") || written.name.starts_with("or")) &&
                         written.operands[0].starts_with("$0") &&
                         written.operands[1].ends_with("sp)") &&
                         written.operands[1].find('%') != std::string::npos;
    return is_idle ? std::optional(MemoryOrder::SeqCst) : std::nullopt;
  }
  void fence(MemoryOrder order, const std::string& instruction) {
    if (order == MemoryOrder::Relaxed && instruction != "isb") {
      unit_.sink_.report(DiagnosticKind::CBarrier, at_, {instruction});
    }
    Node fence{
        .kind = NodeKind::Builtin, .type = unit_.void_type(), .place = at_, .text = instruction};
    fence.builtin.builtin = Builtin::Fence;
    fence.builtin.order = order;
    effects_.push_back(unit_.add(std::move(fence)));
  }

  bool take_operands() {
    const auto parts = tree_.assemblyPart();
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 2); ++i) {
      for (auto* each : parts[i]->assemblyOperand()) {
        if (each->commaExpression() == nullptr) return false;
        Operand operand{.is_output = i == 0};
        for (auto* text : each->STRING()) {
          operand.constraint += decoded_text(text->getText()).value_or("?");
        }
        if (each->IDENTIFIER() != nullptr) operand.name = each->IDENTIFIER()->getText();
        operand.node = unit_.build_comma(*each->commaExpression());
        if (!operand.is_memory() && !operand.is_output) operand.node = unit_.value_of(operand.node);
        if (operand.is_output && !unit_.is_lvalue(operand.node)) return false;
        operands_.push_back(std::move(operand));
      }
    }
    return true;
  }

  // The operand that is in the place of an output before the instruction.
  [[nodiscard]] const Operand* input_of(std::size_t output) const {
    const auto found = std::ranges::find_if(operands_, [&](const Operand& each) {
      return !each.is_output && each.constraint == std::to_string(output);
    });
    return found == operands_.end() ? nullptr : &*found;
  }

  // ---- Without an instruction: values stay, or pass from an operand to a result.

  bool pass_values() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const Operand& operand = operands_[i];
      if (!operand.is_output) {
        if (!operand.is_memory() &&
            !std::isdigit(static_cast<unsigned char>(operand.constraint[0])))
          effects_.push_back(operand.node);
        continue;
      }
      // `"=m"(x)` says that x may change, and no instruction changes it.
      if (operand.has('+') || operand.is_memory()) continue;
      const Operand* input = input_of(i);
      if (input == nullptr) return false;
      effects_.push_back(unit_.assigned(operand.node, input->node, at_));
    }
    return true;
  }

  // ---- Operands of instructions

  // Finds the operand of `%0`, `%w0` or `%[name]`; its number, or nothing.
  std::optional<std::size_t> number_of(std::string_view text, char* modifier = nullptr) const {
    if (!text.starts_with('%')) return std::nullopt;
    text.remove_prefix(1);
    if (text.size() > 1 && std::isalpha(static_cast<unsigned char>(text[0])) != 0) {
      if (modifier != nullptr) *modifier = text[0];
      text.remove_prefix(1);
    }
    if (text.starts_with('[') && text.ends_with(']')) {
      text = text.substr(1, text.size() - 2);
      const auto is_named = [&](const Operand& each) { return lowered(each.name) == text; };
      const auto found = std::ranges::find_if(operands_, is_named);
      if (found == operands_.end()) return std::nullopt;
      return static_cast<std::size_t>(found - operands_.begin());
    }
    if (text.size() != 1 || std::isdigit(static_cast<unsigned char>(text[0])) == 0) {
      return std::nullopt;
    }
    const auto number = static_cast<std::size_t>(text[0] - '0');
    return number < operands_.size() ? std::optional(number) : std::nullopt;
  }
  static std::string lowered(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  }

  static bool is_accumulator(std::string_view text) {
    constexpr std::array<std::string_view, 4> Names{"%al", "%ax", "%eax", "%rax"};
    return std::ranges::find(Names, text) != Names.end();
  }

  [[nodiscard]] bool is_memory(std::string_view text) const {
    if (text.starts_with('(') || text.starts_with('[')) return true;
    const auto number = number_of(text);
    return number && operands_[*number].is_memory();
  }

  // Returns a pointer to the accessed scalar; none if the operand is no memory.
  NodeId pointer_of(std::string_view text, std::uint64_t bytes) {
    NodeId pointer;
    const bool is_indirect = text.starts_with('(') || text.starts_with('[');
    if (is_indirect) {
      const auto number = number_of(text.substr(1, text.size() - 2));
      if (!number || !types().is_pointer(unit_.type_of(operands_[*number].node))) return {};
      pointer = unit_.value_of(operands_[*number].node);
    } else {
      const auto number = number_of(text);
      if (!number || !operands_[*number].is_memory()) return {};
      const NodeId lvalue = operands_[*number].node;
      if (!unit_.is_lvalue(lvalue)) return {};
      pointer = node(lvalue).kind == NodeKind::Dereference ? node(lvalue).a
                                                           : unit_.address_of(lvalue, at_);
    }
    const TypeId target = types()[unit_.type_of(pointer)].target;
    const bool is_scalar = types().is_scalar(target);
    if (is_scalar && (bytes == 0 || types().size_of(target) == bytes)) return pointer;
    if (bytes == 0) return {};
    const TypeKind kind = bytes == 1   ? TypeKind::UnsignedChar
                          : bytes == 2 ? TypeKind::UnsignedShort
                          : bytes == 4 ? TypeKind::UnsignedInt
                                       : TypeKind::UnsignedLong;
    return unit_.converted(pointer, types().pointer_to(types().basic(kind)), at_);
  }

  // Returns the value that an operand has before the instruction; none if it has none.
  NodeId value_before(std::string_view text) {
    if (is_accumulator(text) && accumulator_)
      return unit_.value_of(unit_.local(*accumulator_, at_));
    if (text.starts_with('$')) {
      const std::string digits(text.substr(1));
      char* end = nullptr;
      const long long number = std::strtoll(digits.c_str(), &end, 0);
      const bool is_number = !digits.empty() && *end == '\0';
      if (is_number) return unit_.integer(number, types().basic(TypeKind::Long), at_);
    }
    const auto number = number_of(text.starts_with('$') ? text.substr(1) : text);
    if (!number) return {};
    const Operand& operand = operands_[*number];
    if (!operand.is_output) return unit_.value_of(operand.node);
    if (operand.has('+')) return unit_.value_of(operand.node);
    const Operand* input = input_of(*number);
    return input == nullptr ? NodeId() : input->node;
  }

  bool set_result(std::string_view text, NodeId value) {
    const auto number = number_of(text);
    if (!number || !operands_[*number].is_output || operands_[*number].is_memory()) return false;
    is_set_.insert(*number);
    effects_.push_back(unit_.assigned(operands_[*number].node, value, at_));
    return true;
  }

  std::uint32_t kept(NodeId value) {
    const std::uint32_t variable = unit_.add_variable("", unit_.type_of(value), at_);
    effects_.push_back(unit_.assigned(unit_.local(variable, at_), value, at_));
    return variable;
  }
  NodeId kept_value(std::uint32_t variable) { return unit_.value_of(unit_.local(variable, at_)); }

  // ---- Accesses

  // Calls a builtin of atomic accesses, which has no order among its arguments.
  NodeId access(std::string_view name, std::vector<NodeId> arguments, MemoryOrder order,
                bool is_full_barrier = false) {
    const BuiltinInfo& info = *find_builtin(name);
    Node call{
        .kind = NodeKind::Builtin, .type = unit_.int_type(), .place = at_, .builtin = info.use};
    call.builtin.order = order;
    call.builtin.is_full_barrier |= is_full_barrier;
    return unit_.atomic_access(info, std::move(arguments), std::move(call));
  }

  bool follow(const Written& written) {
    return follow_x86(written) || (!written.is_locked && follow_aarch64(written));
  }

  // Splits `xaddl` into the instruction and the bytes of its suffix.
  static std::optional<std::uint64_t> is_named(const std::string& written, std::string_view name) {
    if (written == name) return 0;
    const bool has_suffix = written.size() == name.size() + 1 && written.starts_with(name) &&
                            bytes_of_suffix(written.back()) != 0;
    return has_suffix ? std::optional(bytes_of_suffix(written.back())) : std::nullopt;
  }

  bool follow_x86(const Written& written) {
    const auto& given = written.operands;
    const auto named = [&](std::string_view name, std::size_t operands) {
      bytes_ = is_named(written.name, name).value_or(99);
      return bytes_ != 99 && given.size() == operands;
    };
    if (named("mov", 2) && !written.is_locked) return move(given[0], given[1]);
    if (named("xchg", 2)) {
      const bool is_first = is_memory(given[0]);
      return exchange(given[is_first ? 0 : 1], given[is_first ? 1 : 0]);
    }
    constexpr std::array<std::string_view, 4> Conditions{"sete", "setz", "setne", "setnz"};
    for (const std::string_view name : Conditions) {
      if (written.name == name && given.size() == 1) {
        return set_condition(given[0], name.ends_with("ne") || name.ends_with("nz"));
      }
    }
    const bool is_clock = written.name == "rdtsc" || (written.name == "mrs" && given.size() == 2 &&
                                                      given[1].starts_with("cnt"));
    if (is_clock) return read_clock();
    if (!written.is_locked) return false;
    if (named("xadd", 2)) return exchange_and_add(given[1], given[0]);
    if (named("cmpxchg", 2)) return compare_exchange(given[1], given[0]);
    if (named("inc", 1)) return update("__sync_add_and_fetch", given[0], one());
    if (named("dec", 1)) return update("__sync_sub_and_fetch", given[0], one());
    struct Update {
      std::string_view name, function;
    };
    constexpr std::array Updates{
        Update{"add", "__sync_add_and_fetch"}, Update{"sub", "__sync_sub_and_fetch"},
        Update{"and", "__sync_and_and_fetch"}, Update{"or", "__sync_or_and_fetch"},
        Update{"xor", "__sync_xor_and_fetch"}};
    return std::ranges::any_of(Updates, [&](const Update& each) {
      return named(each.name, 2) && update(each.function, given[1], value_before(given[0]));
    });
  }

  // All results are the time.
  bool read_clock() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const Operand& operand = operands_[i];
      if (!operand.is_output || operand.is_memory()) return false;
      const BuiltinInfo& info = *find_builtin("__drover_time");
      Node time{.kind = NodeKind::Builtin,
                .type = types().basic(TypeKind::Long),
                .place = at_,
                .builtin = info.use};
      is_set_.insert(i);
      const NodeId now = unit_.options_.nondet ? unit_.any_number(info, {}, std::move(time))
                                               : unit_.add(std::move(time));
      effects_.push_back(unit_.assigned(operand.node, now, at_));
    }
    return true;
  }

  NodeId one() { return unit_.int_node(1, at_); }

  bool move(const std::string& from, const std::string& to) {
    if (is_memory(to)) {
      const NodeId place = pointer_of(to, bytes_);
      const NodeId value = value_before(from);
      if (place.is_none() || value.is_none()) return false;
      effects_.push_back(access("__atomic_store_n", {place, value}, MemoryOrder::Relaxed));
      return true;
    }
    if (!is_memory(from)) {
      const NodeId value = value_before(from);
      return !value.is_none() && set_result(to, value);
    }
    const NodeId place = pointer_of(from, bytes_);
    return !place.is_none() &&
           set_result(to, access("__atomic_load_n", {place}, MemoryOrder::Relaxed));
  }

  bool exchange(const std::string& memory, const std::string& other) {
    const NodeId place = pointer_of(memory, bytes_);
    const NodeId value = value_before(other);
    if (place.is_none() || value.is_none()) return false;
    return set_result(other, access("atomic_exchange", {place, value}, MemoryOrder::SeqCst, true));
  }

  bool exchange_and_add(const std::string& memory, const std::string& other) {
    const NodeId place = pointer_of(memory, bytes_);
    const NodeId value = value_before(other);
    if (place.is_none() || value.is_none()) return false;
    return set_result(other, access("__sync_fetch_and_add", {place, value}, MemoryOrder::SeqCst));
  }

  // Keeps the new value, which later instructions may test.
  bool update(std::string_view function, const std::string& memory, NodeId value) {
    const NodeId place = pointer_of(memory, bytes_);
    if (place.is_none() || value.is_none()) return false;
    const std::uint32_t result = kept(access(function, {place, value}, MemoryOrder::SeqCst));
    is_zero_ = unit_.comparison(Operator::Equal, kept_value(result), unit_.int_node(0, at_), at_);
    return set_flags();
  }

  // The expected value is in the register a, and so is the value found.
  bool compare_exchange(const std::string& memory, const std::string& desired) {
    const NodeId place = pointer_of(memory, bytes_);
    const NodeId value = value_before(desired);
    if (place.is_none() || value.is_none()) return false;
    NodeId expected;
    for (std::size_t i = 0; i < operands_.size() && expected.is_none(); ++i) {
      const Operand& operand = operands_[i];
      if (!operand.has('a')) continue;
      if (!operand.is_output) expected = operand.node;
      if (operand.is_output && operand.has('+')) expected = unit_.value_of(operand.node);
      if (operand.is_output && input_of(i) != nullptr) expected = input_of(i)->node;
    }
    if (expected.is_none()) return false;
    const TypeId type = types().unqualified(types()[unit_.type_of(place)].target);
    const std::uint32_t wanted = kept(unit_.converted(expected, type, at_));
    accumulator_ = kept(access("__sync_val_compare_and_swap", {place, kept_value(wanted), value},
                               MemoryOrder::SeqCst));
    is_zero_ =
        unit_.comparison(Operator::Equal, kept_value(*accumulator_), kept_value(wanted), at_);
    return set_flags();
  }

  // Results that are conditions: "=@ccz".
  bool set_flags() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const Operand& operand = operands_[i];
      if (!operand.is_output || !operand.constraint.starts_with("=@cc")) continue;
      const std::string condition = operand.constraint.substr(4);
      const bool is_negated = condition.starts_with('n');
      if (condition.substr(is_negated ? 1 : 0) != "z" &&
          condition.substr(is_negated ? 1 : 0) != "e") {
        return false;
      }
      is_set_.insert(i);
      effects_.push_back(unit_.assigned(operand.node, condition_value(is_negated), at_));
    }
    return true;
  }

  NodeId condition_value(bool is_negated) {
    if (!is_negated) return is_zero_;
    return unit_.add(
        Node{.kind = NodeKind::Not, .type = unit_.int_type(), .place = at_, .a = is_zero_});
  }
  bool set_condition(const std::string& result, bool is_negated) {
    return !is_zero_.is_none() && set_result(result, condition_value(is_negated));
  }

  // The result in the register a is the value found, unless a later instruction has changed it.
  bool assign_accumulator() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const Operand& operand = operands_[i];
      if (!operand.is_output || operand.is_memory() || is_set_.contains(i)) continue;
      if (operand.has('a') && accumulator_) {
        effects_.push_back(unit_.assigned(operand.node, kept_value(*accumulator_), at_));
      } else if (!operand.has('+')) {
        return false;  // no instruction gives it a value
      }
    }
    return true;
  }

  // `ldar w0, [x1]` and the like: an access of one scalar.
  bool follow_aarch64(const Written& written) {
    struct Row {
      std::string_view name;
      bool is_load;
      MemoryOrder order;
    };
    constexpr std::array Rows{
        Row{"ldapr", true, MemoryOrder::Acquire}, Row{"ldar", true, MemoryOrder::SeqCst},
        Row{"ldaxr", true, MemoryOrder::Acquire}, Row{"ldxr", true, MemoryOrder::Relaxed},
        Row{"ldr", true, MemoryOrder::Relaxed},   Row{"stlr", false, MemoryOrder::SeqCst},
        Row{"str", false, MemoryOrder::Relaxed}};
    if (written.operands.size() != 2) return false;
    for (const Row& row : Rows) {
      if (!written.name.starts_with(row.name)) continue;
      const std::string suffix = written.name.substr(row.name.size());
      char modifier = ' ';
      if (!number_of(written.operands[0], &modifier)) return false;
      if (!suffix.empty() && suffix != "b" && suffix != "h") return false;
      const std::uint64_t bytes = suffix == "b" ? 1 : suffix == "h" ? 2 : modifier == 'w' ? 4 : 8;
      const NodeId place = pointer_of(written.operands[1], bytes);
      if (place.is_none()) return false;
      if (row.is_load) {
        return set_result(written.operands[0], access("__atomic_load_n", {place}, row.order));
      }
      const NodeId value = value_before(written.operands[0]);
      if (value.is_none()) return false;
      effects_.push_back(access("__atomic_store_n", {place, value}, row.order));
      return true;
    }
    return false;
  }

  UnitBuilder& unit_;
  Grammar::AssemblyContext& tree_;
  SourceRange at_;
  std::vector<Operand> operands_;
  std::vector<NodeId> effects_;
  std::uint64_t bytes_ = 0;                   // of the x86 instruction; 0: not given
  std::optional<std::uint32_t> accumulator_;  // the variable with the value found
  NodeId is_zero_;                            // the condition of the last update
  std::set<std::size_t> is_set_;              // the results that have a value
};

StatementId UnitBuilder::build_assembly(Grammar::AssemblyContext& tree, SourceRange at) {
  Statement out{.kind = StatementKind::Block, .place = at};
  const auto effects = AssemblyBuilder(*this, tree, at).run();
  if (!effects) {
    unsupported(at, "this `asm` is",
                "write it in C, for example with <stdatomic.h>; barriers, pauses and single "
                "accesses are accepted");
    return add(Statement{.place = at});
  }
  for (const NodeId each : *effects) out.list.push_back(expression_statement(each, at));
  return add(std::move(out));
}

}  // namespace drover::c
