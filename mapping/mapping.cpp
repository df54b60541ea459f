#include "mapping/mapping.h"

#include <algorithm>

#include "frontend/diagnostic_printer.h"
#include "frontend/suggestion.h"
#include "support/check.h"
#include "support/format.h"
#include "support/placed_json.h"
#include "support/text.h"

namespace drover::mapping {

namespace {

constexpr std::array LoadModes{Mode::Na, Mode::Rlx, Mode::Acq, Mode::Sc};
constexpr std::array StoreModes{Mode::Na, Mode::Rlx, Mode::Rel, Mode::Sc};
constexpr std::array UpdateModes{Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc};
constexpr std::array FenceModes{Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc};
constexpr std::array FailureModes{Mode::Acq, Mode::Sc};

constexpr std::array Kinds{
    AccessKindInfo{.kind = AccessKind::Load, .key = "load", .noun = "a load", .modes = LoadModes},
    AccessKindInfo{
        .kind = AccessKind::Store, .key = "store", .noun = "a store", .modes = StoreModes},
    AccessKindInfo{.kind = AccessKind::Update,
                   .key = "rmw",
                   .noun = "a read-modify-write",
                   .modes = UpdateModes},
    AccessKindInfo{.kind = AccessKind::CompareAndSwap,
                   .key = "cas",
                   .noun = "a compare-and-swap",
                   .modes = UpdateModes},
    AccessKindInfo{
        .kind = AccessKind::Fence, .key = "fence", .noun = "a fence", .modes = FenceModes},
    AccessKindInfo{.kind = AccessKind::FailedSwap,
                   .key = "cas-failed",
                   .noun = "a compare-and-swap that fails",
                   .modes = FailureModes}};

bool has_rows_for(const Machine& machine, AccessKind kind) {
  return kind != AccessKind::FailedSwap || machine.failed_swap == FailedSwap::Unordered;
}
bool has_access(AccessKind kind) {
  return kind != AccessKind::Fence && kind != AccessKind::FailedSwap;
}

// True if the instruction can implement an access of this kind.
bool is_access_of(AccessKind kind, const Step& step, const Machine& machine) {
  switch (kind) {
    case AccessKind::Load: return step.kind == StepKind::Load;
    case AccessKind::Store: return step.kind == StepKind::Store;
    case AccessKind::Update: return step.kind == StepKind::Update || step.kind == StepKind::Pair;
    case AccessKind::CompareAndSwap:
      return step.kind == StepKind::Pair || (step.kind == StepKind::Update && machine.compares);
    case AccessKind::Fence:
    case AccessKind::FailedSwap: return false;
  }
  return false;
}

bool is_access(const Step& step) {
  return step.kind != StepKind::Barrier && step.kind != StepKind::Branch;
}

std::string listed_words(const std::vector<std::string>& words) {
  return joined(words, ", ", [](const std::string& word) { return "`" + word + "`"; });
}

// Builds a mapping from its JSON. A short-lived worker: holds references.
class MappingReader {
 public:
  MappingReader(const SourceBuffer& source, Mapping& mapping, DiagnosticSink& sink)
      : source_(source), mapping_(mapping), sink_(sink) {}

  void run() {
    const auto [whole, problem] = parse_placed_json(source_.text());
    if (!problem.empty()) {
      refuse(problem, whole);
      return;
    }
    if (whole.kind != PlacedJson::Kind::Object) {
      refuse("a mapping is an object: `{\"machine\": …, \"load\": {…}, …}`", whole);
      return;
    }
    read_machine(whole);
    if (mapping_.machine == nullptr) return;
    for (std::size_t i = 0; i < whole.keys.size(); ++i) {
      const PlacedJson& key = whole.keys[i];
      const PlacedJson& value = whole.items[i];
      if (key.text == "machine") continue;
      if (key.text == "description") {
        if (is_string(value)) mapping_.description = value.text;
        continue;
      }
      const auto* kind = std::ranges::find(Kinds, key.text, &AccessKindInfo::key);
      if (kind == Kinds.end() || !has_rows_for(*mapping_.machine, kind->kind)) {
        refuse_word("a mapping has no", key, keys());
      } else {
        read_rows(*kind, value);
      }
    }
  }

 private:
  Diagnostic& refuse(const std::string& what, const PlacedJson& at) {
    return sink_.report(DiagnosticKind::MappingText, source_.range(at.begin, at.end), {what});
  }
  void refuse_word(std::string_view what, const PlacedJson& word,
                   const std::vector<std::string>& known) {
    Diagnostic& complaint =
        refuse(format("{} `{}`: there are {}", what, word.text, listed_words(known)), word);
    if (const Hint hint = did_you_mean(word.text, known); !hint.empty()) complaint.with_hint(hint);
  }
  bool is_string(const PlacedJson& value) {
    if (value.kind == PlacedJson::Kind::String) return true;
    refuse("a string is expected here", value);
    return false;
  }
  [[nodiscard]] std::vector<std::string> keys() const {
    std::vector<std::string> out{"machine", "description"};
    for (const AccessKindInfo& kind : Kinds) {
      if (has_rows_for(*mapping_.machine, kind.kind)) out.emplace_back(kind.key);
    }
    return out;
  }

  void read_machine(const PlacedJson& whole) {
    std::vector<std::string> known;
    for (const Machine& each : machines()) known.emplace_back(each.architecture);
    const auto key = std::ranges::find(whole.keys, "machine", &PlacedJson::text);
    if (key == whole.keys.end()) {
      refuse(format("the mapping does not say for which machine it is: `\"machine\"` is one of {}",
                    listed_words(known)),
             whole);
      return;
    }
    const PlacedJson& name = whole.items[static_cast<std::size_t>(key - whole.keys.begin())];
    if (!is_string(name)) return;
    mapping_.machine = find_machine(name.text);
    if (mapping_.machine == nullptr) refuse_word("there is no machine", name, known);
  }

  void read_rows(const AccessKindInfo& kind, const PlacedJson& rows) {
    if (rows.kind != PlacedJson::Kind::Object) {
      refuse(format("`{}` has an object of rows, one per mode", kind.key), rows);
      return;
    }
    std::vector<std::string> known;
    for (const Mode mode : kind.modes) known.emplace_back(mode_name(mode));
    for (std::size_t i = 0; i < rows.keys.size(); ++i) {
      const auto mode = std::ranges::find(kind.modes, rows.keys[i].text, mode_name);
      if (mode == kind.modes.end()) {
        refuse_word(format("{} has no mode", kind.noun), rows.keys[i], known);
      } else {
        read_row(kind, *mode, rows.items[i]);
      }
    }
  }

  void read_row(const AccessKindInfo& kind, Mode mode, const PlacedJson& given) {
    Row row;
    std::size_t accesses = 0;
    const bool is_one = given.kind == PlacedJson::Kind::String;
    if (!is_one && given.kind != PlacedJson::Kind::Array) {
      refuse("a row is an instruction, or a list of instructions", given);
      return;
    }
    for (const PlacedJson& item : is_one ? std::span(&given, 1) : std::span(given.items)) {
      if (!read_step(kind, item, row, accesses)) return;
    }
    if (has_access(kind.kind) && accesses != 1) {
      refuse(format("the row of {}@{} has {}: one of its instructions does what {} does", kind.key,
                    mode_name(mode), accesses == 0 ? "no access" : "two accesses", kind.noun),
             given);
      return;
    }
    mapping_.rows[{kind.kind, mode}] = std::move(row);
  }

  bool read_step(const AccessKindInfo& kind, const PlacedJson& item, Row& row,
                 std::size_t& accesses) {
    if (!is_string(item)) return false;
    const Machine& machine = *mapping_.machine;
    const Step* step = find_step(machine, item.text);
    const auto fits = [&](const Step& each) {
      return !is_access(each) || is_access_of(kind.kind, each, machine);
    };
    std::vector<std::string> known;
    for (const Step& each : machine.steps) {
      const bool reads = kind.kind != AccessKind::Store && has_access(kind.kind);
      if (fits(each) && (reads || each.kind != StepKind::Branch)) known.emplace_back(each.word);
    }
    if (step == nullptr) {
      refuse_word(format("{} has no instruction", machine.architecture), item, known);
      return false;
    }
    if (!fits(*step)) {
      refuse(format("`{}` does not do what {} does: there are {}", item.text, kind.noun,
                    listed_words(known)),
             item);
      return false;
    }
    const bool reads_before = accesses == 1 && kind.kind != AccessKind::Store;
    if (step->kind == StepKind::Branch && !reads_before) {
      refuse("`branch` depends on the value that was read: it stands behind what reads", item);
      return false;
    }
    if (is_access(*step)) ++accesses;
    row.steps.push_back(*step);
    return true;
  }

  const SourceBuffer& source_;
  Mapping& mapping_;
  DiagnosticSink& sink_;
};

}  // namespace

std::span<const AccessKindInfo> access_kinds() { return Kinds; }

const Row* Mapping::find(AccessKind kind, Mode mode) const {
  const auto found = rows.find({kind, mode == Mode::Plain ? Mode::Sc : mode});
  return found == rows.end() ? nullptr : &found->second;
}

std::vector<std::string> Mapping::missing_rows() const {
  std::vector<std::string> out;
  for (const AccessKindInfo& kind : Kinds) {
    if (!has_rows_for(*machine, kind.kind)) continue;
    for (const Mode mode : kind.modes) {
      if (find(kind.kind, mode) == nullptr)
        out.push_back(format("{}@{}", kind.key, mode_name(mode)));
    }
  }
  return out;
}

std::vector<std::string> mapping_names() {
  std::vector<std::string> names;
  for (const EmbeddedMapping& each : embedded_mappings()) names.emplace_back(each.name);
  return names;
}

std::string_view mapping_text(std::string_view name) {
  const auto texts = embedded_mappings();
  const auto found = std::ranges::find(texts, name, &EmbeddedMapping::name);
  return found == texts.end() ? std::string_view() : found->text;
}

std::optional<Mapping> read_mapping(const SourceBuffer& source, std::string name,
                                    DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  Mapping mapping;
  mapping.text = source.text();
  mapping.name = std::move(name);
  MappingReader(source, mapping, sink).run();
  if (sink.error_count() != errors_before) return std::nullopt;
  return mapping;
}

std::shared_ptr<const Mapping> find_mapping(std::string_view name) {
  const std::string_view text = mapping_text(name);
  if (text.empty()) return nullptr;
  DiagnosticSink sink;
  const SourceBuffer source = SourceBuffer::from_text(format("{}.json", name), std::string(text));
  std::optional<Mapping> mapping = read_mapping(source, std::string(name), sink);
  DROVER_CHECK(mapping.has_value(), render(sink, source.name(), &source).c_str());
  return std::make_shared<const Mapping>(*std::move(mapping));
}

Mode joined_mode(Mode success, Mode failure) {
  if (success == Mode::Plain) return Mode::Sc;
  if (failure == Mode::Sc || failure == Mode::Plain) return Mode::Sc;
  if (failure != Mode::Acq || at_least(success, Mode::Acq)) return success;
  return success == Mode::Rel ? Mode::AcqRel : Mode::Acq;
}

Mode swap_mode(const Machine& machine, Mode success, Mode failure) {
  if (machine.failed_swap == FailedSwap::Ordered) return joined_mode(success, failure);
  const bool is_sc = success == Mode::Plain || failure == Mode::Plain || failure == Mode::Sc;
  return is_sc ? Mode::Sc : success;
}

}  // namespace drover::mapping
