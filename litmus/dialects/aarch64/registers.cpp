#include "litmus/dialects/aarch64/registers.h"

#include "support/format.h"
#include "support/text.h"

namespace drover::litmus::aarch64 {

bool is_decimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Register> parse_register(const std::string& text) {
  const std::string name = upper_case(text);
  if (name == "SP") return Register{"SP", 64};
  if (name == "WSP") return Register{"SP", 32};
  if (name == "LR") return Register{"X30", 64};
  if (name == "FP") return Register{"X29", 64};
  if (name[0] == '%' && name.size() > 1) return Register{"X" + text, 64};
  if (name.size() < 2 || (name[0] != 'X' && name[0] != 'W')) return std::nullopt;
  const unsigned bits = name[0] == 'X' ? 64 : 32;
  const std::string number = name.substr(1);
  if (number == "ZR") return Register{"", bits};
  if (number[0] == '%') return Register{"X" + text.substr(1), bits};
  if (!is_decimal(number) || number.size() > 2 || std::stoi(number) > 30) return std::nullopt;
  return Register{"X" + std::to_string(std::stoi(number)), bits};
}

Hint hint_on_register(const std::string& name) {
  const std::optional<Register> found = parse_register(name);
  if (found && found->bits == 32) {
    return format("states refer to whole registers: write `{}`", found->name);
  }
  return "the registers are X0 … X30, SP, and W0 … W30 for their low halves";
}

const std::vector<std::string>& extension_names() {
  static const std::vector<std::string> names{"SXTW", "UXTW", "SXTH", "UXTH", "SXTB", "UXTB",
                                              "SXTX", "UXTX", "LSL",  "LSR",  "ASR",  "ROR"};
  return names;
}

}  // namespace drover::litmus::aarch64
