#include "explorer/models/herd_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "explorer/cat/embedded.h"
#include "explorer/models/model_table.h"
#include "support/check.h"
#include "support/format.h"

namespace drover {

namespace {

// Returns the file with what herd lacks; empty if there is no such file.
std::string_view prelude_name(const ModelTraits& traits) {
  const std::vector<std::string_view> programs = programs_of(traits);
  const bool is_of_one_machine = programs.size() == 1;
  if (is_of_one_machine && programs[0] == "LKMM") return "";
  if (is_of_one_machine) {
    return programs[0] == "AArch64" ? "for-herd-aarch64" : "for-herd-machine";
  }
  const bool has_buffers =
      traits.machine == StoreBuffers::Fifo || traits.machine == StoreBuffers::PerLocation;
  return has_buffers ? "for-herd-x86" : "for-herd-c";
}

}  // namespace

std::optional<std::string> herd_text(const MemoryModel& model) {
  const std::string_view prelude = prelude_name(model.traits());
  if (prelude.empty()) return std::nullopt;
  std::string text(model.text());
  constexpr std::string_view Coherence = "with co from generate_cos(co0)";
  const std::size_t coherence = text.find(Coherence);
  const std::string_view own = prelude == "for-herd-aarch64" ? "" : "include \"cos.cat\"";
  if (coherence != std::string::npos) text.replace(coherence, Coherence.size(), own);
  // The title is the first line; the option says that the text computes dependencies.
  const std::string_view option = prelude == "for-herd-aarch64" ? " catdep" : "";
  text.insert(text.find('\n'), format("{}\n\n{}", option, cat::embedded_text(prelude)));
  // One event for both halves: what would come between them comes between it and itself.
  if (prelude == "for-herd-c") text += "\nirreflexive ((rf | co | fr) \\ id)+ as halves\n";
  if (coherence == std::string::npos) {
    // An update comes after the write that it reads, but not after itself.
    constexpr std::string_view FromReads = "let fr = rf^-1; co\n";
    const std::size_t found = text.find(FromReads);
    DROVER_CHECK(found != std::string::npos, "a model without coherence order defines fr");
    text.replace(found, FromReads.size(), "let fr = (rf^-1; co) \\ id\n");
    // herd lets memory end in any write.
    text += "\nempty [FW]; co as final-writes\n";
  }
  return text;
}

}  // namespace drover
