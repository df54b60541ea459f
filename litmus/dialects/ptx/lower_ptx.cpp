// Lowers PTX instructions to Program, after the PTX ISA, "Memory Consistency Model", in the
// spelling of litmus tests: `ld.acquire.gpu r0, x`, `atom.acq_rel.gpu.cas r0, x, 0, 1`,
// `fence.sc.sys`.
#include "litmus/dialects/gpu/gpu_writer.h"

namespace drover::litmus {

namespace {

class PtxWriter : public GpuWriter {
 public:
  using GpuWriter::GpuWriter;

  [[nodiscard]] static std::vector<std::string> levels() { return {"sys", "gpu", "cta"}; }
  [[nodiscard]] static std::string barrier_level() { return "cta"; }

 private:
  enum class Kind : std::uint8_t { Load, Store, Update, Reduction };
  struct AccessWord {
    std::string_view name;
    Kind kind;
    Tag proxy;
  };
  struct OrderWord {
    std::string_view name;
    Mode mode;
  };
  static constexpr std::array Accesses{AccessWord{"ld", Kind::Load, Tag::GenericProxy},
                                       AccessWord{"tld", Kind::Load, Tag::TextureProxy},
                                       AccessWord{"suld", Kind::Load, Tag::SurfaceProxy},
                                       AccessWord{"cold", Kind::Load, Tag::ConstantProxy},
                                       AccessWord{"st", Kind::Store, Tag::GenericProxy},
                                       AccessWord{"sust", Kind::Store, Tag::SurfaceProxy},
                                       AccessWord{"atom", Kind::Update, Tag::GenericProxy},
                                       AccessWord{"suatom", Kind::Update, Tag::SurfaceProxy},
                                       AccessWord{"red", Kind::Reduction, Tag::GenericProxy},
                                       AccessWord{"sured", Kind::Reduction, Tag::SurfaceProxy}};
  static constexpr std::array Scopes{TagWord{"cta", TagSet::of(Tag::CtaScope)},
                                     TagWord{"gpu", TagSet::of(Tag::GpuScope)},
                                     TagWord{"sys", TagSet::of(Tag::SysScope)}};
  static constexpr std::array Proxies{TagWord{"generic", TagSet::of(Tag::GenericProxy)},
                                      TagWord{"texture", TagSet::of(Tag::TextureProxy)},
                                      TagWord{"surface", TagSet::of(Tag::SurfaceProxy)},
                                      TagWord{"constant", TagSet::of(Tag::ConstantProxy)},
                                      TagWord{"alias", TagSet::of(Tag::AliasProxy)}};

  [[nodiscard]] const Dialect& dialect() const override { return PtxDialect; }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return with_local_mnemonics({"ld.weak", "ld.relaxed.gpu", "ld.acquire.gpu", "st.weak",
                                 "st.relaxed.gpu", "st.release.gpu", "atom.acq_rel.gpu.add",
                                 "atom.acq_rel.gpu.cas", "atom.acq_rel.gpu.exch",
                                 "red.relaxed.gpu.add", "fence.sc.gpu", "fence.acq_rel.gpu",
                                 "fence.proxy.alias", "bar.cta.sync", "bar.cta.arrive"});
  }

  bool lower_known() override {
    if (lower_local()) return true;
    if (mnemonic() == "ld") {
      takes("a register and a value");
      move();
      return true;
    }
    Words words(mnemonic());
    if (words.take("fence")) return lower_fence(words);
    if (words.take("bar")) return lower_barrier(words);
    const AccessWord* access = words.take_row(std::span<const AccessWord>(Accesses));
    return access != nullptr && lower_access(*access, words);
  }

  bool lower_fence(Words& words) {
    TagSet tags;
    Mode mode = Mode::Na;
    if (words.take("proxy")) {
      const TagWord* proxy = words.take_row(std::span<const TagWord>(Proxies));
      if (proxy == nullptr) return false;
      tags = proxy->tags;
    } else {
      if (words.take("sc")) {
        mode = Mode::Sc;
      } else if (words.take("acq_rel")) {
        mode = Mode::AcqRel;
      } else {
        return false;
      }
      const TagWord* scope = words.take_row(std::span<const TagWord>(Scopes));
      if (scope == nullptr) return false;
      tags = scope->tags.with(TagSet::of(Tag::GenericProxy));
    }
    if (!words.is_at_end()) return false;
    takes("nothing");
    expect(0);
    emit(FenceInstruction{.mode = mode, .tags = tags});
    return true;
  }

  bool lower_barrier(Words& words) {
    if (!words.take("cta")) return false;
    const bool waits = words.take("sync");
    if (!waits && !words.take("arrive")) return false;
    if (!words.is_at_end()) return false;
    control_barrier(waits, Mode::Na, {});
    return true;
  }

  bool lower_access(const AccessWord& access, Words& words) {
    constexpr std::array OfLoads{OrderWord{"relaxed", Mode::Rlx}, OrderWord{"acquire", Mode::Acq}};
    constexpr std::array OfStores{OrderWord{"relaxed", Mode::Rlx}, OrderWord{"release", Mode::Rel}};
    constexpr std::array OfUpdates{OrderWord{"relaxed", Mode::Rlx}, OrderWord{"acquire", Mode::Acq},
                                   OrderWord{"release", Mode::Rel},
                                   OrderWord{"acq_rel", Mode::AcqRel}};
    TagSet tags = TagSet::of(access.proxy);
    const bool is_load = access.kind == Kind::Load;
    const bool is_store = access.kind == Kind::Store;
    Mode mode = Mode::Na;
    if ((is_load || is_store) && words.take("weak")) {
      tags.insert(Tag::WeakAccess);
    } else {
      const std::span<const OrderWord> orders = is_load    ? std::span<const OrderWord>(OfLoads)
                                                : is_store ? std::span<const OrderWord>(OfStores)
                                                           : OfUpdates;
      const OrderWord* order = words.take_row(orders);
      const TagWord* scope = words.take_row(std::span<const TagWord>(Scopes));
      if (order == nullptr || scope == nullptr) return false;
      mode = order->mode;
      tags = tags.with(scope->tags);
    }
    if (!is_load && !is_store) return lower_update(access.kind, mode, tags, words);
    if (!words.is_at_end()) return false;
    takes(is_load ? "a register and a location" : "a location and a value");
    expect(2);
    if (is_load) {
      load(target(0), location(1), mode, tags);
    } else {
      store(location(0), value(1), mode, tags);
    }
    return true;
  }

  bool lower_update(Kind kind, Mode mode, TagSet tags, Words& words) {
    const bool is_reduction = kind == Kind::Reduction;
    const std::size_t first = is_reduction ? 0 : 1;
    const auto old = [&] { return is_reduction ? temporary() : target(0); };
    if (!is_reduction && words.take("exch")) {
      if (!words.is_at_end()) return false;
      takes("a register, a location and a value");
      expect(3);
      const ExprId given = value(2);
      update(old(), location(1), given, std::nullopt, mode, tags, tags);
      return true;
    }
    if (!is_reduction && words.take("cas")) {
      if (!words.is_at_end()) return false;
      takes("a register, a location, the expected and the new value");
      expect(4);
      // Always writes: the old value if it is not the expected one.
      const ExprId expected = kept(value(2));
      const ExprId wanted = kept(value(3));
      const RegisterId before = temporary();
      const ExprId found = value_of(before);
      update(before, location(1), add(expected, wanted),
             select(equal(found, expected), wanted, found), mode, tags, tags);
      assign(old(), value_of(before));
      return true;
    }
    const OperatorWord* op = words.take_row(std::span<const OperatorWord>(Arithmetic));
    if (op == nullptr || !words.is_at_end()) return false;
    takes(is_reduction ? "a location and a value" : "a register, a location and a value");
    expect(first + 2);
    const ExprId given = kept(value(first + 1));
    const RegisterId before = temporary();
    update(before, location(first), given, binary(op->op, value_of(before), given), mode, tags,
           tags);
    if (!is_reduction) assign(old(), value_of(before));
    return true;
  }
};

}  // namespace

const Dialect PtxDialect{
    .architecture = "PTX",
    .default_model = "ptx",
    .compile = compile_places<PtxWriter>,
    .find_register = find_gpu_register,
    .hint_on_register =
        [](const std::string& name) {
          return Hint(format("registers are r0, r1, …; `{}` is a location", name));
        },
    .copies_initial_values = true};

}  // namespace drover::litmus
