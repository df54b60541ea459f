// X86_64 as Unix assemblers write it, after Intel's Software Developer's Manual, volume 2: the
// source operand comes first, `movq $1,(x)`. A location is one cell; values are cut to the access
// size.
#include <map>
#include <optional>
#include <vector>

#include "litmus/dialects/x86/x86_writer.h"

namespace drover::litmus {

namespace {

using x86::Register;

const std::map<std::string, Register, std::less<>>& registers() {
  static const std::map<std::string, Register, std::less<>> table = [] {
    std::map<std::string, Register, std::less<>> all;
    const auto put = [&](const std::string& whole, const std::string& half,
                         const std::string& quarter, const std::string& byte) {
      all[whole] = {whole, 64};
      all[half] = {whole, 32};
      all[quarter] = {whole, 16};
      all[byte] = {whole, 8};
    };
    for (const std::string letter : {"a", "b", "c", "d"}) {
      put("r" + letter + "x", "e" + letter + "x", letter + "x", letter + "l");
    }
    for (const std::string name : {"si", "di", "bp", "sp"}) {
      put("r" + name, "e" + name, name, name + "l");
    }
    for (int i = 8; i < 16; ++i) {
      const std::string name = "r" + std::to_string(i);
      put(name, name + "d", name + "w", name + "b");
    }
    // States name these registers; instructions do not.
    all["rip"] = {"rip", 64};
    all["cs"] = {"cs", 16};
    return all;
  }();
  return table;
}

constexpr std::array<std::string_view, 18> Order{"rax", "rbx", "rcx", "rdx", "rsi", "rdi",
                                                 "rbp", "rsp", "r8",  "r9",  "r10", "r11",
                                                 "r12", "r13", "r14", "r15", "rip", "cs"};

std::optional<Register> parse_register(const std::string& text) {
  std::string name = lower_case(text);
  if (name.starts_with('%')) name.erase(0, 1);
  const auto found = registers().find(name);
  return found == registers().end() ? std::nullopt : std::optional(found->second);
}

const InstructionTable<x86::Info>& x86_64_instructions() {
  static const InstructionTable<x86::Info> all = x86::table(&x86::Row::x86_64);
  return all;
}

class X8664Writer : public x86::Writer {
 public:
  using Writer::Writer;

 private:
  [[nodiscard]] const Dialect& dialect() const override { return X8664Dialect; }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    std::vector<std::string> names;
    for (const std::string& name : x86_64_instructions().names()) {
      names.push_back(name);
      if (!x86_64_instructions().find(name)->is_sized) continue;
      for (const char* size : {"b", "w", "l", "q"}) names.push_back(name + size);
    }
    return names;
  }

  // ---- Operands

  const Operand& target() override { return operand(1); }
  const Operand& source() override { return operand(0); }
  Register reg(const Operand& given) override { return *parse_register(register_name(given)); }
  RegisterId flag(const std::string& name) override { return hidden_register(name); }
  [[nodiscard]] std::string accumulator_name() const override { return "rax"; }
  // The size of the mnemonic, of a register operand, or of an int.
  [[nodiscard]] unsigned bits() const override {
    if (bits_ != 0) return bits_;
    for (const Operand& each : instruction().operands) {
      const auto found = each.kind == OperandKind::Name ? parse_register(each.name) : std::nullopt;
      if (found) return found->bits;
    }
    return 32;
  }
  // `(x)`, `[x]`, `(%rax)`, `4(%rax)`, `x(%rip)`, `0(%rax,%rbx,8)`.
  ExprId address(const Operand& given) override {
    if (given.has_segment) refuse("a segment is not supported in an address", given.range);
    if (!given.index_name.empty()) return scaled_address(given);
    if (given.kind == OperandKind::Memory) {
      if (given.parts.size() != 1 || given.parts[0].kind != OperandKind::Name) refuse_operands();
      return address_named(given.parts[0].name, 0);
    }
    const bool is_relative = lower_case(given.name) == "%rip" || lower_case(given.name) == "rip";
    if (is_relative && !given.offset_name.empty()) return address_named(given.offset_name, 0);
    if (!given.offset_name.empty()) refuse_operands();
    return address_named(given.name, given.number);
  }
  ExprId scaled_address(const Operand& given) {
    const std::optional<Register> index = parse_register(given.index_name);
    if (!index) refuse(format("unknown register `{}`", given.index_name), given.range);
    if (given.scale != 1 && given.scale != 2 && given.scale != 4 && given.scale != 8) {
      refuse(format("an index is multiplied by 1, 2, 4 or 8, not by {}", given.scale), given.range);
    }
    const ExprId distance =
        binary(Operator::Multiply, value_of(register_of(index->name)), constant(given.scale));
    return add(address_named(given.name, given.number), distance);
  }
  ExprId address_named(const std::string& name, Value offset) {
    const std::optional<Register> reg = parse_register(name);
    const ExprId base =
        reg ? value_of(register_of(reg->name)) : constant(assembly().address_of(name));
    return offset == 0 ? base : add(base, constant(offset));
  }

  // ---- Instructions

  [[nodiscard]] const x86::Info* find() {
    bits_ = 0;
    const std::string& name = mnemonic();
    if (const x86::Info* exact = x86_64_instructions().find(name)) return exact;
    constexpr std::string_view Sizes = "bwlq";
    const std::size_t size = Sizes.find(name.back());
    if (name.size() < 3 || size == std::string_view::npos) return nullptr;
    const x86::Info* sized = x86_64_instructions().find(name.substr(0, name.size() - 1));
    if (sized == nullptr || !sized->is_sized) return nullptr;
    bits_ = 8U << size;
    return sized;
  }

  bool lower_known() override {
    const x86::Info* found = find();
    if (found == nullptr) return false;
    info_ = *found;
    takes(info_.operands);
    if (instruction().has_lock && !(info_.may_lock && has_memory())) refuse_lock();
    if (info_.lower != nullptr) expect(info_.count);
    lower();
    return true;
  }
};

}  // namespace

const Dialect X8664Dialect{
    .architecture = "X86_64",
    .default_model = "tso",
    .compile = compile_table<X8664Writer>,
    .register_name =
        [](const std::string& name) {
          const std::optional<Register> found = parse_register(name);
          return found ? found->name : name;
        },
    .is_register = [](const std::string& name) { return parse_register(name).has_value(); },
    .hint_on_register =
        [](const std::string& name) {
          return Hint(
              format("the registers are rax … rdx, rsi, rdi, rbp, rsp, r8 … r15, and their parts; "
                     "memory is written `({})`",
                     name));
        },
    .register_rank =
        [](const std::string& name) {
          return static_cast<int>(std::ranges::find(Order, name) - Order.begin());
        }};

}  // namespace drover::litmus
