#include "semantics/program/code_edit.h"

#include <variant>

#include "semantics/program/code_writer.h"
#include "support/overloaded.h"

namespace drover {

// Writes the new code. The first targets of the writer have the numbers of the old instructions, so
// that references to the old code can be written unchanged.
class CodeEdit::Writing {
 public:
  explicit Writing(const CodeEdit& edit) : edit_(edit) {}

  Result run() {
    for (std::size_t i = 0; i < edit_.code_.size(); ++i) writer_.make_target();
    for (InstructionIndex at = 0; at < edit_.code_.size(); ++at) {
      writer_.place({at});
      append(edit_.before_, at, at);
      write_instruction(at);
      if (goes_on_) append(edit_.between_, Way{at, at + 1}, at);
      append(edit_.after_, at, at);
      for (const auto& [to, target] : detours_) write_detour({at, to}, target);
      detours_.clear();
    }
    return {writer_.finish(), std::move(origins_)};
  }

 private:
  void write_instruction(InstructionIndex at) {
    const Instruction& old = edit_.code_[at];
    const auto replaced = edit_.replaced_.find(at);
    goes_on_ = true;
    if (replaced == edit_.replaced_.end()) {
      write(old.body, old.source, at);
      return;
    }
    for (const InstructionBody& body : replaced->second) write(body, old.source, at);
  }
  void write(const InstructionBody& body, SourceRange source, InstructionIndex at) {
    emit(with_detours(body, at), source, at);
    goes_on_ = !is_one_of<Jump, Branch>(body);
  }

  // If something was inserted on the edge of a jump, the jump leads to it first.
  InstructionBody with_detours(InstructionBody body, InstructionIndex at) {
    if (std::holds_alternative<CallMarker>(body)) return body;  // a marker does not jump to its end
    for_each_target(body, [&](InstructionIndex& to) {
      if (edit_.between_.contains({at, to})) to = detour_to(to).index;
    });
    return body;
  }
  CodeWriter::Target detour_to(InstructionIndex to) {
    for (const auto& [known, target] : detours_) {
      if (known == to) return target;
    }
    return detours_.emplace_back(to, writer_.make_target()).second;
  }
  void write_detour(Way way, CodeWriter::Target target) {
    writer_.place(target);
    append(edit_.between_, way, way.first);
    emit(Jump{way.second}, edit_.code_[way.first].source, way.first);
  }

  template <typename Key>
  void append(const std::map<Key, Instructions>& inserted, Key key, InstructionIndex at) {
    const auto found = inserted.find(key);
    if (found == inserted.end()) return;
    for (const Instruction& each : found->second) emit(each.body, each.source, at);
  }
  void emit(InstructionBody body, SourceRange source, InstructionIndex at) {
    writer_.emit(std::move(body), source);
    origins_.push_back(at);
  }

  const CodeEdit& edit_;
  CodeWriter writer_;
  std::vector<InstructionIndex> origins_;
  // State of the current instruction:
  std::vector<std::pair<InstructionIndex, CodeWriter::Target>> detours_;
  bool goes_on_ = true;  // control continues to the next instruction
};

void CodeEdit::replace(InstructionIndex at, std::vector<InstructionBody> bodies) {
  replaced_.insert_or_assign(at, std::move(bodies));
}
void CodeEdit::insert_before(InstructionIndex at, Instruction instruction) {
  before_[at].push_back(std::move(instruction));
}
void CodeEdit::insert_after(InstructionIndex at, Instruction instruction) {
  after_[at].push_back(std::move(instruction));
}
void CodeEdit::insert_between(InstructionIndex from, InstructionIndex to, Instruction instruction) {
  between_[{from, to}].push_back(std::move(instruction));
}

bool CodeEdit::is_empty() const {
  return replaced_.empty() && before_.empty() && after_.empty() && between_.empty();
}

CodeEdit::Result CodeEdit::apply() const { return Writing(*this).run(); }

}  // namespace drover
