// X86_64 as Unix assemblers write it, after Intel's Software Developer's Manual, volume 2: the
// source operand comes first, `movq $1,(x)`. A location is one cell; values are cut to the access
// size.
#include <array>
#include <optional>
#include <vector>

#include "litmus/dialects/x86/x86_writer.h"

namespace drover::litmus {

namespace {

using x86::Register;

// The registers, in the order of states, with their parts of 32, 16 and 8 bits. States name the
// last two; instructions do not.
constexpr std::array<std::array<std::string_view, 4>, 18> Registers{
    {{"rax", "eax", "ax", "al"},
     {"rbx", "ebx", "bx", "bl"},
     {"rcx", "ecx", "cx", "cl"},
     {"rdx", "edx", "dx", "dl"},
     {"rsi", "esi", "si", "sil"},
     {"rdi", "edi", "di", "dil"},
     {"rbp", "ebp", "bp", "bpl"},
     {"rsp", "esp", "sp", "spl"},
     {"r8", "r8d", "r8w", "r8b"},
     {"r9", "r9d", "r9w", "r9b"},
     {"r10", "r10d", "r10w", "r10b"},
     {"r11", "r11d", "r11w", "r11b"},
     {"r12", "r12d", "r12w", "r12b"},
     {"r13", "r13d", "r13w", "r13b"},
     {"r14", "r14d", "r14w", "r14b"},
     {"r15", "r15d", "r15w", "r15b"},
     {"rip", "", "", ""},
     {"cs", "", "", ""}}};

struct NamedRegister : Register {
  int rank = 0;
};
std::optional<NamedRegister> parse_register(const std::string& text) {
  std::string name = lower_case(text);
  if (name.starts_with('%')) name.erase(0, 1);
  if (name.empty()) return std::nullopt;
  for (std::size_t i = 0; i < Registers.size(); ++i) {
    const auto* part = std::ranges::find(Registers[i], name);
    if (part == Registers[i].end()) continue;
    const unsigned bits = name == "cs" ? 16 : 64U >> (part - Registers[i].begin());
    return NamedRegister{{std::string(Registers[i].front()), bits}, static_cast<int>(i)};
  }
  return std::nullopt;
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
  Register reg(const Operand& given) override {
    const std::string whole = register_name(given);
    return {whole, parse_register(given.name)->bits};
  }
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
    const std::optional<NamedRegister> index = parse_register(given.index_name);
    if (!index) refuse(format("unknown register `{}`", given.index_name), given.range);
    if (given.scale != 1 && given.scale != 2 && given.scale != 4 && given.scale != 8) {
      refuse(format("an index is multiplied by 1, 2, 4 or 8, not by {}", given.scale), given.range);
    }
    const ExprId distance =
        binary(Operator::Multiply, value_of(register_of(index->name)), constant(given.scale));
    return add(address_named(given.name, given.number), distance);
  }
  ExprId address_named(const std::string& name, Value offset) {
    const std::optional<NamedRegister> reg = parse_register(name);
    const ExprId base =
        reg ? value_of(register_of(reg->name)) : constant(assembly_.address_of(name));
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
    .find_register = [](const std::string& name) -> std::optional<StateRegister> {
      const std::optional<NamedRegister> found = parse_register(name);
      if (!found) return std::nullopt;
      return StateRegister{found->name, found->rank};
    },
    .hint_on_register =
        [](const std::string& name) {
          return Hint(
              format("the registers are rax … rdx, rsi, rdi, rbp, rsp, r8 … r15, and their parts; "
                     "memory is written `({})`",
                     name));
        },
    .takes_parts = true};

}  // namespace drover::litmus
