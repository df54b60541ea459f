// Lowers the instructions of Vulkan's litmus tests to Program, after the Vulkan specification,
// "Memory Model": `ld.atom.acq.dv.sc0.semsc0 r0, x`. The suffixes stand in one order: atomic,
// order, scope, storage class, semantics, availability, visibility, operation.
#include "litmus/dialects/gpu/gpu_writer.h"

namespace drover::litmus {

namespace {

class VulkanWriter : public GpuWriter {
 public:
  using GpuWriter::GpuWriter;

  [[nodiscard]] static std::vector<std::string> levels() { return {"dv", "qf", "wg", "sg"}; }
  [[nodiscard]] static std::string barrier_level() { return "wg"; }

 private:
  static constexpr std::array Scopes{TagWord{"sg", TagSet::of(Tag::SubgroupScope)},
                                     TagWord{"wg", TagSet::of(Tag::WorkgroupScope)},
                                     TagWord{"qf", TagSet::of(Tag::QueueFamilyScope)},
                                     TagWord{"dv", TagSet::of(Tag::DeviceScope)}};
  static constexpr std::array Classes{TagWord{"sc0", TagSet::of(Tag::StorageClass0)},
                                      TagWord{"sc1", TagSet::of(Tag::StorageClass1)},
                                      TagWord{"sc2", TagSet::of(Tag::StorageClass2)},
                                      TagWord{"sc3", TagSet::of(Tag::StorageClass3)}};
  static constexpr std::array Semantics{TagWord{"semsc0", TagSet::of(Tag::Semantics0)},
                                        TagWord{"semsc1", TagSet::of(Tag::Semantics1)},
                                        TagWord{"semsc2", TagSet::of(Tag::Semantics2)},
                                        TagWord{"semsc3", TagSet::of(Tag::Semantics3)}};

  // The order that an atomic access, or a barrier, asks for.
  struct Order {
    bool acquires = false;
    bool releases = false;
    TagSet semantics;  // storage classes
    bool is_available = false;
    bool is_visible = false;

    [[nodiscard]] Mode mode() const {
      return acquires && releases ? Mode::AcqRel
             : acquires           ? Mode::Acq
             : releases           ? Mode::Rel
                                  : Mode::Rlx;
    }
  };

  [[nodiscard]] const Dialect& dialect() const override { return VulkanDialect; }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return with_local_mnemonics({"ld.sc0",
                                 "ld.nonpriv.sc0",
                                 "ld.vis.dv.sc0",
                                 "ld.atom.dv.sc0",
                                 "ld.atom.acq.dv.sc0.semsc0",
                                 "st.sc0",
                                 "st.nonpriv.sc0",
                                 "st.av.dv.sc0",
                                 "st.atom.dv.sc0",
                                 "st.atom.rel.dv.sc0.semsc0",
                                 "rmw.atom.dv.sc0",
                                 "rmw.atom.dv.sc0.add",
                                 "rmw.atom.acq_rel.dv.sc0.semsc0.add",
                                 "membar.acq.dv.semsc0",
                                 "membar.rel.dv.semsc0",
                                 "membar.acq_rel.dv.semsc0",
                                 "cbar.wg",
                                 "cbar.acq_rel.wg.semsc0",
                                 "avdevice",
                                 "visdevice"});
  }

  bool lower_known() override {
    if (lower_local()) return true;
    Words words(mnemonic());
    if (words.take("ld")) return lower_load(words);
    if (words.take("st")) return lower_store(words);
    if (words.take("rmw")) return lower_update(words);
    if (words.take("membar")) return lower_fence(words);
    if (words.take("cbar")) return lower_barrier(words);
    if (words.take("avdevice")) return lower_device(Tag::AvailableDevice, words);
    if (words.take("visdevice")) return lower_device(Tag::VisibleDevice, words);
    return false;
  }

  // ---- Suffixes

  static bool take_tags(Words& words, std::span<const TagWord> rows, TagSet& tags) {
    const TagWord* found = words.take_row(rows);
    if (found != nullptr) tags = tags.with(found->tags);
    return found != nullptr;
  }
  static Order take_order(Words& words) {
    Order order;
    if (words.take("acq")) {
      order.acquires = true;
    } else if (words.take("rel")) {
      order.releases = true;
    } else if (words.take("acq_rel")) {
      order.acquires = order.releases = true;
    }
    return order;
  }
  // The suffixes of an order. At least one storage class, exactly if there is an order.
  static bool take_semantics(Words& words, Order& order) {
    if (!order.acquires && !order.releases) return true;
    bool is_any = false;
    while (take_tags(words, Semantics, order.semantics)) is_any = true;
    if (order.releases) order.is_available = words.take("semav");
    if (order.acquires) order.is_visible = words.take("semvis");
    return is_any;
  }
  static TagSet with_tag(TagSet tags, Tag tag) {
    tags.insert(tag);
    return tags;
  }
  // Tags of an atomic read, and of an atomic write.
  static TagSet read_tags(TagSet common, const Order& order) {
    TagSet tags = with_tag(common, Tag::Visibility);
    if (order.acquires) tags = tags.with(order.semantics);
    return order.is_visible ? with_tag(tags, Tag::SemanticsVisible) : tags;
  }
  static TagSet write_tags(TagSet common, const Order& order) {
    TagSet tags = with_tag(common, Tag::Availability);
    if (order.releases) tags = tags.with(order.semantics);
    return order.is_available ? with_tag(tags, Tag::SemanticsAvailable) : tags;
  }
  static bool take_atomic(Words& words, Order& order, TagSet& common) {
    order = take_order(words);
    common = TagSet::of(Tag::AtomicAccess, Tag::NonPrivate);
    return take_tags(words, Scopes, common) && take_tags(words, Classes, common) &&
           take_semantics(words, order);
  }
  // `.sc0`, `.nonpriv.sc0`, `.vis.dv.sc0`
  static bool take_plain(Words& words, std::string_view word, Tag tag, TagSet& tags) {
    if (words.take("nonpriv")) {
      tags.insert(Tag::NonPrivate);
    } else if (words.take(word)) {
      tags = tags.with(TagSet::of(Tag::NonPrivate, tag));
      if (!take_tags(words, Scopes, tags)) return false;
    }
    return take_tags(words, Classes, tags) && words.is_at_end();
  }

  // ---- Instructions

  bool lower_load(Words& words) {
    TagSet tags;
    Mode mode = Mode::Na;
    if (words.take("atom")) {
      Order order;
      TagSet common;
      if (!take_atomic(words, order, common) || order.releases || !words.is_at_end()) return false;
      tags = read_tags(common, order);
      mode = order.mode();
    } else if (!take_plain(words, "vis", Tag::Visibility, tags)) {
      return false;
    }
    takes("a register and a location");
    expect(2);
    load(target(0), location(1), mode, tags);
    return true;
  }

  bool lower_store(Words& words) {
    TagSet tags;
    Mode mode = Mode::Na;
    if (words.take("atom")) {
      Order order;
      TagSet common;
      if (!take_atomic(words, order, common) || order.acquires || !words.is_at_end()) return false;
      tags = write_tags(common, order);
      mode = order.mode();
    } else if (!take_plain(words, "av", Tag::Availability, tags)) {
      return false;
    }
    takes("a location and a value");
    expect(2);
    store(location(0), value(1), mode, tags);
    return true;
  }

  // Without an operation, an exchange.
  bool lower_update(Words& words) {
    Order order;
    TagSet common;
    if (!words.take("atom") || !take_atomic(words, order, common)) return false;
    const OperatorWord* op = words.take_row(std::span<const OperatorWord>(Arithmetic));
    if (!words.is_at_end()) return false;
    takes("a register, a location and a value");
    expect(3);
    const RegisterId old = target(0);
    const std::string& at = location(1);
    const ExprId given = kept(value(2));
    const RegisterId before = temporary();
    std::optional<ExprId> desired;
    if (op != nullptr) desired = binary(op->op, value_of(before), given);
    update(before, at, given, desired, order.mode(), read_tags(common, order),
           write_tags(common, order));
    assign(old, value_of(before));
    return true;
  }

  static TagSet tags_of(const Order& order, TagSet scope) {
    TagSet tags = scope.with(order.semantics);
    if (order.is_available) tags.insert(Tag::SemanticsAvailable);
    if (order.is_visible) tags.insert(Tag::SemanticsVisible);
    return tags;
  }

  bool lower_fence(Words& words) {
    Order order = take_order(words);
    TagSet scope;
    const bool is_known = (order.acquires || order.releases) && take_tags(words, Scopes, scope) &&
                          take_semantics(words, order) && words.is_at_end();
    if (!is_known) return false;
    takes("nothing");
    expect(0);
    emit(FenceInstruction{.mode = order.mode(), .tags = tags_of(order, scope)});
    return true;
  }

  // Threads of a workgroup wait for each other, whatever the scope, which is that of the order.
  bool lower_barrier(Words& words) {
    Order order = take_order(words);
    TagSet scope = TagSet::of(Tag::ControlBarrier);
    if (!take_tags(words, Scopes, scope) || !take_semantics(words, order)) return false;
    if (!words.is_at_end()) return false;
    const bool has_order = order.acquires || order.releases;
    control_barrier(true, has_order ? order.mode() : Mode::Na, tags_of(order, scope));
    return true;
  }

  bool lower_device(Tag tag, Words& words) {
    if (!words.is_at_end()) return false;
    takes("nothing");
    expect(0);
    emit(FenceInstruction{.mode = Mode::Na, .tags = TagSet::of(tag)});
    return true;
  }
};

// Reads `{ ssw 0 1; }`, if the program begins with braces, and returns the rest of the section.
std::optional<Section> read_system_order(const SourceBuffer& source, Section section,
                                         Assembly& assembly, DiagnosticSink& sink) {
  const std::string& text = source.text();
  const std::size_t begin = text.find_first_not_of(" \t\r\n", section.begin);
  if (begin >= section.end || text[begin] != '{') return section;
  const std::size_t end = text.find('}', begin);
  if (end == std::string::npos || end > section.end) {
    sink.report(DiagnosticKind::LitmusOpenInit, source.range(begin, begin + 1));
    return std::nullopt;
  }
  for (std::size_t at = begin + 1; at < end;) {
    const std::size_t stop = std::min(text.find(';', at), end);
    std::vector<std::string> words = words_of(text.substr(at, stop - at));
    const auto number = [](std::string word) {
      if (word.starts_with('P')) word.erase(0, 1);
      return word.size() == 1 && word[0] >= '0' && word[0] <= '9'
                 ? std::optional<std::uint32_t>(word[0] - '0')
                 : std::nullopt;
    };
    const bool is_item =
        words.size() == 3 && words[0] == "ssw" && number(words[1]) && number(words[2]);
    if (is_item) {
      assembly.add_system_order(*number(words[1]), *number(words[2]));
    } else if (!words.empty()) {
      sink.report(DiagnosticKind::LitmusInitialiser, source.range(at, stop),
                  {"the order of threads by the system is written `ssw 0 1`"});
    }
    at = stop + 1;
  }
  return Section{end + 1, section.end};
}

bool compile(const SourceBuffer& source, Section section, Assembly& assembly,
             DiagnosticSink& sink) {
  const auto rest = read_system_order(source, section, assembly, sink);
  return rest && compile_places<VulkanWriter>(source, *rest, assembly, sink);
}

}  // namespace

const Dialect VulkanDialect{
    .architecture = "VULKAN",
    .default_model = "vulkan",
    .compile = compile,
    .find_register = find_gpu_register,
    .hint_on_register =
        [](const std::string& name) {
          return Hint(format("registers are r0, r1, …; `{}` is a location", name));
        },
    .copies_initial_values = true};

}  // namespace drover::litmus
