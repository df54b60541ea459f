#include "litmus/dialects/instruction_writer.h"

#include <algorithm>
#include <utility>

#include "frontend/suggestion.h"
#include "semantics/program/address.h"

namespace drover::litmus {

namespace {

constexpr unsigned WordBits = 64;

std::string hidden_label(std::size_t at) { return format(".{}", at); }

}  // namespace

std::optional<int> register_number(std::string_view text, char letter, int last) {
  const std::string_view digits = text.substr(std::min<std::size_t>(text.size(), 1));
  const bool is_number = !digits.empty() && digits.size() <= 2 && text[0] == letter &&
                         digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_number) return std::nullopt;
  const int number = std::stoi(std::string(digits));
  return number <= last ? std::optional(number) : std::nullopt;
}

std::optional<StateRegister> numbered_register(const std::string& name, char letter,
                                               std::optional<int> number) {
  constexpr int Last = 100;
  if (number) return StateRegister{format("{}{}", letter, *number), *number};
  const bool is_symbolic = name.size() > 1 && name[0] == '%';
  return is_symbolic ? std::optional(StateRegister{name, Last}) : std::nullopt;
}

InstructionWriter::InstructionWriter(const SourceBuffer& source,
                                     const std::vector<table::Thread>& threads, std::size_t column,
                                     Assembly& assembly, DiagnosticSink& sink)
    : ThreadWriter(threads[column].number, threads[column].range, assembly, sink),
      source_(source),
      threads_(threads),
      thread_(threads[column]) {}

void InstructionWriter::run() {
  if (uses_types()) assembly_.use_types();
  assembly_.open_memory();
  ends_ = {thread_.code.size()};
  add_code_of_others();
  set_initial_registers();
  collect_labels();
  start_loops();
  for (std::size_t i = 0; i < thread_.code.size(); ++i) {
    at_ = i;
    here_ = thread_.code[i].range;
    if (std::ranges::find(ends_, i) != ends_.end()) go_to(end_);
    place_labels(i);
    const std::size_t mark = builder_.temporaries_mark();
    if (!thread_.code[i].mnemonic.empty()) lower(thread_.code[i]);
    builder_.release_temporaries(mark);
  }
  place_labels(thread_.code.size());
  finish();
}

void InstructionWriter::place_labels(std::size_t at) {
  for (const auto& [name, label] : labels_) {
    if (label.at == at) place(label.target);
  }
}

// ---- Diagnostics

void InstructionWriter::complain(const std::string& what, SourceRange at, const Hint& hint) {
  Diagnostic& diagnostic = sink_.report(DiagnosticKind::LitmusOperands, at, {what});
  if (!hint.empty()) diagnostic.with_hint(hint);
}

void InstructionWriter::lower(const table::Instruction& instruction) {
  instruction_ = &instruction;
  mnemonic_ = spelled(instruction.mnemonic);
  operands_ = "nothing";
  try {
    refuse_scaled();
    if (!lower_known()) report_missing();
  } catch (const Refused&) {
    // Already reported.
  }
}

void InstructionWriter::refuse_scaled() {
  if (has_scaled_addresses()) return;
  for (const Operand& each : instruction_->operands) {
    if (each.index_name.empty() && !each.has_segment) continue;
    refuse("an address is one register and a number", each.range);
  }
}

void InstructionWriter::report_missing() {
  const std::string_view what = extension();
  const SourceRange at = instruction_->mnemonic_range;
  if (!what.empty()) return report_unsupported(format("`{}`, of {},", mnemonic_, what), at);
  sink_.report(DiagnosticKind::LitmusInstruction, at, {instruction_->mnemonic})
      .with_hint(did_you_mean(instruction_->mnemonic, known_mnemonics()));
}

// ---- Registers and expressions

RegisterId InstructionWriter::hidden_register(const std::string& name) {
  const auto known = hidden_.find(name);
  if (known != hidden_.end()) return known->second;
  const RegisterId made = builder_.named_register("", false);
  hidden_.emplace(name, made);
  return made;
}

Value InstructionWriter::mask_of(unsigned bits) {
  return bits >= WordBits ? Value{-1} : static_cast<Value>((std::uint64_t{1} << bits) - 1);
}

ExprId InstructionWriter::select(ExprId condition, ExprId if_true, ExprId if_false) {
  ExpressionNode node;
  node.op = Operator::Select;
  node.a = condition;
  node.b = if_true;
  node.c = if_false;
  node.source = here_;
  return pool().add(node);
}

ExprId InstructionWriter::low_bits(ExprId value, unsigned bits) {
  if (bits >= WordBits) return value;
  // Equal expressions must stay equal: x ^ x is recognised.
  const ExpressionNode& node = pool()[value];
  const auto mask = node.op == Operator::BitAnd ? pool().known(node.b) : std::nullopt;
  const bool is_cut = mask && (*mask & ~mask_of(bits)) == 0;
  return is_cut ? value : bit_and(value, constant(mask_of(bits)));
}

ExprId InstructionWriter::signed_bits(ExprId value, unsigned bits) {
  if (bits >= WordBits) return value;
  const ExprId count = constant(WordBits - bits);
  return binary(Operator::ShiftRight, binary(Operator::ShiftLeft, value, count), count);
}

ExprId InstructionWriter::part(ExprId value, unsigned bits, bool is_signed) {
  if (const std::optional<Value> known = pool().known(value)) {
    return constant(viewed(view_of(bits, !is_signed), *known));
  }
  const auto cut = [&](ExprId whole) {
    return is_signed ? signed_bits(whole, bits) : low_bits(whole, bits);
  };
  constexpr unsigned Word = 32;
  if (bits != Word) return cut(value);
  const bool is_register = pool()[value].op == Operator::Register;
  const ExprId given = is_register ? value : kept(value);
  const auto is_below = [&](Value bound) { return binary(Operator::Less, given, constant(bound)); };
  const ExprId number = cut(given);
  const ExprId above = select(is_below(address::of_object(address::MaxObjects)), given, number);
  return select(is_below(address::of_object(0)), number, above);
}

ExprId InstructionWriter::unsigned_less(ExprId a, ExprId b) {
  const ExprId sign = constant(static_cast<Value>(std::uint64_t{1} << (WordBits - 1)));
  return binary(Operator::Less, bit_xor(a, sign), bit_xor(b, sign));
}

// The arithmetic shift without the copies of the sign. The copies are the shifted sign bit without
// its own place.
ExprId InstructionWriter::shift_right(ExprId value, ExprId count) {
  const ExprId sign = constant(static_cast<Value>(std::uint64_t{1} << (WordBits - 1)));
  const ExprId copies =
      binary(Operator::ShiftLeft, binary(Operator::ShiftRight, sign, count), constant(1));
  return bit_and(binary(Operator::ShiftRight, value, count), unary(Operator::Complement, copies));
}

ExprId InstructionWriter::shift_left(ExprId value, unsigned count) {
  return count == 0 ? value : binary(Operator::ShiftLeft, value, constant(count));
}

ExprId InstructionWriter::applied(Operation op, ExprId a, ExprId b, unsigned bits) {
  const auto inverted = [&](ExprId value) { return unary(Operator::Complement, value); };
  const auto count = [&] { return bit_and(b, constant(bits - 1)); };
  switch (op) {
    case Operation::Add: return add(a, b);
    case Operation::Subtract: return binary(Operator::Subtract, a, b);
    case Operation::SubtractFrom: return binary(Operator::Subtract, b, a);
    case Operation::And: return bit_and(a, b);
    case Operation::AndNot: return bit_and(a, inverted(b));
    case Operation::Or: return bit_or(a, b);
    case Operation::OrNot: return bit_or(a, inverted(b));
    case Operation::Xor: return bit_xor(a, b);
    case Operation::XorNot: return bit_xor(a, inverted(b));
    case Operation::Nor: return inverted(bit_or(a, b));
    case Operation::Multiply: return binary(Operator::Multiply, a, b);
    case Operation::SignedMax:
    case Operation::SignedMin: {
      const Operator is_first = op == Operation::SignedMax ? Operator::Greater : Operator::Less;
      return select(binary(is_first, signed_bits(a, bits), signed_bits(b, bits)), a, b);
    }
    case Operation::UnsignedMax: return select(unsigned_less(b, a), a, b);
    case Operation::UnsignedMin: return select(unsigned_less(a, b), a, b);
    case Operation::ShiftLeft: return low_bits(binary(Operator::ShiftLeft, a, count()), bits);
    case Operation::ShiftRight: return shift_right(low_bits(a, bits), count());
    case Operation::ShiftArithmetic:
      return binary(Operator::ShiftRight, signed_bits(a, bits), count());
    case Operation::None:
    case Operation::Other: return a;
  }
  return a;
}

ExprId InstructionWriter::kept(ExprId value) {
  const RegisterId copy = temporary();
  assign(copy, value);
  return value_of(copy);
}

// ---- Labels

void InstructionWriter::add_code_of_others() {
  const auto jumps = [&](const table::Instruction& each) { return jumps_to_address(each); };
  if (std::ranges::none_of(thread_.code, jumps)) return;
  for (const table::Thread& other : threads_) {
    const auto calls = [&](const table::Instruction& each) { return takes_address(each); };
    const bool may_be_known = assembly_.has_code_values() || std::ranges::any_of(other.code, calls);
    if (other.number != thread_.number && may_be_known && !other.is_lost) add_code_of(other);
  }
}

void InstructionWriter::add_code_of(const table::Thread& other) {
  const auto renamed = [&](const std::string& label) {
    return format("P{}:{}", other.number, label);
  };
  std::vector<std::string> labels;
  for (const table::Instruction& each : other.code) {
    labels.insert(labels.end(), each.labels.begin(), each.labels.end());
  }
  if (labels.empty()) return;
  for (table::Instruction copy : other.code) {
    for (std::string& label : copy.labels) label = renamed(label);
    for (table::Operand& operand : copy.operands) {
      const bool is_label = operand.kind == table::OperandKind::Name &&
                            std::ranges::find(labels, operand.name) != labels.end();
      if (is_label) operand.name = renamed(operand.name);
    }
    thread_.code.push_back(std::move(copy));
  }
  ends_.push_back(thread_.code.size());
}

std::size_t InstructionWriter::behind(std::size_t at) const {
  return std::ranges::find(ends_, at) == ends_.end() ? at : thread_.code.size();
}

std::string InstructionWriter::code_name_of(const std::string& label) const {
  const std::size_t colon = label.find(':');
  if (colon == std::string::npos) return code_name(format("P{}", thread_.number), label);
  return code_name(label.substr(0, colon), label.substr(colon + 1));
}

void InstructionWriter::collect_labels() {
  for (std::size_t i = 0; i < thread_.code.size(); ++i) {
    for (const std::string& label : thread_.code[i].labels) {
      const bool is_new =
          labels_.emplace(label, LabelInfo{i, builder_.make_target(), std::nullopt}).second;
      assembly_.add_label(code_name_of(label));
      if (i < ends_.front()) add_code_behind(label, i);
      if (is_new || i >= ends_.front()) continue;
      sink_.report(DiagnosticKind::LitmusLabel, thread_.code[i].range, {"a second", label});
    }
  }
  for (std::size_t i = 0; i < thread_.code.size(); ++i) {
    for (const table::Operand& operand : thread_.code[i].operands) {
      if (operand.kind != table::OperandKind::Relative) continue;
      // Cells with labels only do not count.
      Value left = operand.number / instruction_size();
      std::size_t at = i;
      const auto is_code = [&](std::size_t k) { return !thread_.code[k].mnemonic.empty(); };
      for (; left > 0 && at < thread_.code.size(); ++at) left -= is_code(at) ? 1 : 0;
      for (; left < 0 && at > 0; --at) left += is_code(at - 1) ? 1 : 0;
      if (left != 0 || operand.number % instruction_size() != 0) {
        complain("the jump leads out of the thread", operand.range);
        continue;
      }
      labels_.emplace(label_name(operand, i),
                      LabelInfo{behind(at), builder_.make_target(), std::nullopt});
    }
    if (takes_own_address(thread_.code[i])) add_hidden_label(i);
    if (is_call(thread_.code[i])) add_hidden_label(i + 1);
  }
}

void InstructionWriter::add_hidden_label(std::size_t at) {
  labels_.emplace(hidden_label(behind(at)),
                  LabelInfo{behind(at), builder_.make_target(), std::nullopt});
}

void InstructionWriter::add_code_behind(const std::string& label, std::size_t at) {
  // Cells with labels only do not count.
  while (at < ends_.front() && thread_.code[at].mnemonic.empty()) ++at;
  if (at >= ends_.front()) return;
  const std::string text = code_text(at);
  if (!text.empty()) assembly_.add_code(code_name_of(label), instruction_name(text));
}

std::string InstructionWriter::label_name(const table::Operand& operand, std::size_t at) const {
  if (operand.kind == table::OperandKind::Name) return operand.name;
  if (operand.kind == table::OperandKind::Relative) return format(".{}+{}", at, operand.number);
  return "";
}

// A backward jump is a loop: its counter starts here.
void InstructionWriter::start_loops() {
  for (std::size_t i = 0; i < thread_.code.size(); ++i) {
    for (const table::Operand& operand : thread_.code[i].operands) {
      start_loop(label_name(operand, i), i);
    }
    if (!jumps_to_address(thread_.code[i])) continue;
    for (const auto& [name, label] : labels_) start_loop(name, i);
  }
}

void InstructionWriter::start_loop(const std::string& name, std::size_t at) {
  const auto label = labels_.find(name);
  if (label == labels_.end() || label->second.at > at || label->second.loop) return;
  const SourceRange source = thread_.code[at].range;
  const std::uint32_t loop = assembly_.add_loop(source, "jump");
  const RegisterId counter = builder_.named_register("", false);
  builder_.emit(LoopStart{loop, counter}, source);
  label->second.loop = LoopIteration{loop, counter};
}

void InstructionWriter::report_unknown_label(const table::Operand& target) {
  if (target.kind == table::OperandKind::Relative) return;  // reported before
  if (target.kind != table::OperandKind::Name) {
    complain("a jump goes to a label", target.range);
    return;
  }
  std::vector<std::string> names;
  for (const auto& [name, info] : labels_) {
    if (!name.starts_with('.')) names.push_back(name);
  }
  sink_.report(DiagnosticKind::LitmusLabel, target.range, {"unknown", target.name})
      .with_hint(did_you_mean(target.name, names));
}

void InstructionWriter::go_to_label(const LabelInfo& label) {
  if (label.at <= at_ && label.loop) emit(*label.loop);
  go_to(label.target);
}

void InstructionWriter::jump_if(ExprId condition, const table::Operand& target) {
  const auto label = labels_.find(label_name(target, at_));
  if (label == labels_.end()) return report_unknown_label(target);
  const Target goes = make_target();
  const Target stays = make_target();
  branch(condition, goes, stays);
  place(goes);
  go_to_label(label->second);
  place(stays);
}

// ---- Addresses of code

ExprId InstructionWriter::code_address(const table::Operand& label) {
  const std::string name = label_name(label, at_);
  if (!labels_.contains(name)) {
    report_unknown_label(label);
    return constant(0);
  }
  return constant(assembly_.address_of_code(code_name_of(name)));
}

// Returns the address of the label at a place, or of a hidden label there.
ExprId InstructionWriter::address_of_place(std::size_t at) {
  const std::size_t place = behind(at);
  const bool has_label = place < thread_.code.size() && !thread_.code[place].labels.empty();
  const std::string label = has_label ? thread_.code[place].labels.front() : hidden_label(place);
  return constant(assembly_.address_of_code(code_name_of(label)));
}

void InstructionWriter::jump_to_address(ExprId address, bool is_return) {
  const ExprId target = kept(address);
  for (const auto& [name, label] : labels_) {
    const Target goes = make_target();
    const Target next = make_target();
    branch(equal(target, constant(assembly_.address_of_code(code_name_of(name)))), goes, next);
    place(goes);
    go_to_label(label);
    place(next);
  }
  if (is_return) {
    const Target is_lost = make_target();
    branch(equal(target, constant(0)), end_, is_lost, Flow::Silent);
    place(is_lost);
  }
  emit(BlockInstruction{.is_dropped = true});
}

}  // namespace drover::litmus
