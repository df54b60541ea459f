#include "explorer/graph/graph_names.h"

#include "support/format.h"

namespace drover {

namespace {

std::string with_mode(const char* kind, Mode mode) {
  return mode == Mode::Plain ? kind : format("{}@{}", kind, mode_name(mode));
}

}  // namespace

std::string describe_event(const Event& event, const GraphNames& names) {
  const Label& label = event.label;
  switch (label.kind) {
    case LabelKind::Read: {
      const char* name = event.is_exclusive_read     ? "RMW-R"
                         : event.is_failed_exclusive ? "CAS-R"
                                                     : "R";
      const std::string kind = with_mode(name, label.mode);
      const std::string value = event.reads_from.is_none() ? "?" : names.value(event.value);
      return format("{} {} → {}", kind, names.location(label.location), value);
    }
    case LabelKind::Write:
      return format("{} {} = {}", with_mode(label.is_exclusive_write ? "RMW-W" : "W", label.mode),
                    names.location(label.location), names.value(event.value));
    case LabelKind::Fence: return with_mode("F", label.mode);
    case LabelKind::Alloc: return format("alloc({}) → {}", label.size, names.value(label.value));
    case LabelKind::Free: return format("free({})", names.value(label.value));
    case LabelKind::Call: return label.is_main_call ? "main call" : "help call";
    case LabelKind::Finished: return "finished";
    case LabelKind::Block: return "block";
    case LabelKind::Error: return "error";
    case LabelKind::Cut: return "cut";
  }
  return "?";
}

std::string describe_place(const Event& event, const GraphNames& names) {
  if (event.is_initial()) return "init";
  const std::string& thread = names.threads[event.thread.value];
  if (event.label.source.line == 0) return format("{}#{}", thread, event.index);
  return format("{}:{}", thread, event.label.source.line);
}

}  // namespace drover
