#include "semantics/program/thread_builder.h"

#include <utility>

namespace drover {

ThreadBuilder::ThreadBuilder(std::string name, ThreadRole role, SourceRange source) {
  thread_.name = std::move(name);
  thread_.role = role;
  thread_.source = source;
}

RegisterId ThreadBuilder::named_register(const std::string& name, bool is_visible) {
  thread_.registers.push_back({name, is_visible});
  return RegisterId(thread_.registers.size() - 1);
}

RegisterId ThreadBuilder::temporary() {
  if (temporaries_in_use_ == temporaries_.size()) {
    temporaries_.push_back(named_register("", false));
  }
  return temporaries_[temporaries_in_use_++];
}

void ThreadBuilder::jump(Target target, SourceRange source) { emit(Jump{target.index}, source); }

void ThreadBuilder::branch(ExprId condition, Target if_true, Target if_false, SourceRange source,
                           Flow flow) {
  // Only `break` ends `while (1)`: the code after it must not look reachable.
  const ExpressionNode& node = thread_.expressions[condition];
  if (node.op == Operator::Constant && flow != Flow::Scoped) {
    jump(node.value != 0 ? if_true : if_false, source);
    return;
  }
  emit(Branch{condition, if_true.index, if_false.index, flow}, source);
}

void ThreadBuilder::call_marker(CallMarker marker, Target end, SourceRange source) {
  marker.end = end.index;
  emit(std::move(marker), source);
}

Thread ThreadBuilder::finish(SourceRange source) {
  emit(Finish{}, source);
  thread_.code = CodeWriter::finish();
  return std::move(thread_);
}

}  // namespace drover
