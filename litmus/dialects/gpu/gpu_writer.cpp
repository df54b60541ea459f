#include "litmus/dialects/gpu/gpu_writer.h"

namespace drover::litmus {

std::optional<StateRegister> find_gpu_register(const std::string& name) {
  constexpr std::size_t MaxDigits = 4;
  const bool is_register = name.size() > 1 && name.size() <= 1 + MaxDigits && name[0] == 'r' &&
                           name.find_first_not_of("0123456789", 1) == std::string::npos;
  if (!is_register) return std::nullopt;
  return StateRegister{name, std::stoi(name.substr(1))};
}

std::vector<std::string> GpuWriter::with_local_mnemonics(std::vector<std::string> mnemonics) {
  mnemonics.emplace_back("goto");
  for (const OperatorWord& each : Branches) mnemonics.emplace_back(each.name);
  for (const OperatorWord& each : Arithmetic) mnemonics.emplace_back(each.name);
  return mnemonics;
}

bool GpuWriter::lower_local() {
  Words words(mnemonic());
  const OperatorWord* word = words.take_row(std::span<const OperatorWord>(Arithmetic));
  if (word != nullptr && words.is_at_end()) {
    compute(word->op);
    return true;
  }
  if (word != nullptr) return false;
  word = words.take_row(std::span<const OperatorWord>(Branches));
  if (word != nullptr && words.is_at_end()) {
    branch_if(word->op);
    return true;
  }
  if (word != nullptr || mnemonic() != "goto") return false;
  go();
  return true;
}

void GpuWriter::control_barrier(bool waits, Mode mode, TagSet tags) {
  takes("a number, and optionally a value (the barrier) and a number (the quorum)");
  if (operand_count() < 1 || operand_count() > 3) refuse_operands();
  (void)number(0);
  BarrierSite site{.instance = std::string(source_text(operand(0).range)),
                   .thread = ThreadId(number_),
                   .waits = waits};
  std::optional<ExprId> resource;
  if (operand_count() > 1) {
    resource = value(1);
    site.has_resource = true;
    if (operand(1).kind == OperandKind::Number) site.resource = operand(1).number;
  }
  if (operand_count() > 2) {
    const Value quorum = number(2);
    if (quorum < 1) refuse("a quorum is at least 1", operand(2).range);
    site.quorum = static_cast<std::uint32_t>(quorum);
  }
  pass_barrier(std::move(site), resource, mode, tags);
}

}  // namespace drover::litmus
