#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "semantics/program/code_writer.h"
#include "semantics/program/program.h"

namespace drover {

// Builds one thread, its registers and its code; used by every front end.
class ThreadBuilder : public CodeWriter {
 public:
  ThreadBuilder(std::string name, ThreadRole role, SourceRange source);

  RegisterId named_register(const std::string& name, bool is_visible);
  RegisterId temporary();
  // Temporaries can be reused: take the mark first, release to it afterwards. Keeps states small,
  // and liveness analysis fast on long programs.
  [[nodiscard]] std::size_t temporaries_mark() const { return temporaries_in_use_; }
  void release_temporaries(std::size_t mark) { temporaries_in_use_ = mark; }

  void jump(Target target, SourceRange source);
  void branch(ExprId condition, Target if_true, Target if_false, SourceRange source,
              Flow flow = Flow::Onward);
  // A CallMarker whose body ends where `end` will be placed.
  void call_marker(CallMarker marker, Target end, SourceRange source);

  ExpressionPool& expressions() { return thread_.expressions; }

  // Adds Finish, resolves all targets (every used one must have been placed) and returns the
  // thread.
  Thread finish(SourceRange source);

 private:
  Thread thread_;
  std::vector<RegisterId> temporaries_;
  std::size_t temporaries_in_use_ = 0;
};

}  // namespace drover
