#include "editing/word_meanings.h"

#include <algorithm>
#include <array>
#include <map>

#include "litmus/dialects/c/c_primitives.h"
#include "litmus/dialects/kernel/primitives.h"
#include "support/check.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::editing {

namespace {

// Reads the lines of a vocabulary: word, form and meaning, separated by tabs.
std::vector<WordMeaning> read_meanings(std::string_view text) {
  const auto take_up_to = [&](char end) {
    const std::string_view part = text.substr(0, text.find(end));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
  };
  std::vector<WordMeaning> meanings;
  while (!text.empty()) {
    meanings.push_back(
        {.word = take_up_to('\t'), .form = take_up_to('\t'), .text = take_up_to('\n')});
  }
  return meanings;
}

bool is_same_word(std::string_view a, std::string_view b) { return upper_case(a) == upper_case(b); }

const WordMeaning* find_instruction(std::span<const WordMeaning> words, std::string_view mnemonic) {
  const auto found = std::ranges::find_if(
      words, [&](const WordMeaning& each) { return is_same_word(each.word, mnemonic); });
  return found == words.end() ? nullptr : &*found;
}

std::string shown(const WordMeaning& meaning) {
  return format("`{}`\n\n{}", meaning.form, meaning.text);
}

using Ending = std::pair<std::string_view, std::string_view>;  // with what it means

// `LDADDAL` is `LDADD` with acquire and release; `LDRB` is `LDR` of a byte. One of the first two.
constexpr std::array<Ending, 4> Aarch64Endings{{{"B", " Of a byte."},
                                                {"H", " Of a half word."},
                                                {"L", " Its write is a release."},
                                                {"A", " Its read is an acquire."}}};
// As in `amoadd.w.aq.rl`.
constexpr std::array<Ending, 4> RiscvEndings{{{".aqrl", " It is an acquire and a release."},
                                              {".aq.rl", " It is an acquire and a release."},
                                              {".aq", " It is an acquire."},
                                              {".rl", " It is a release."}}};

std::optional<std::string> described(const WordMeaning* meaning, const std::string& remark) {
  return meaning == nullptr ? std::nullopt : std::optional(shown(*meaning) + remark);
}

std::optional<std::string> describe_aarch64(std::string_view word) {
  const std::span<const WordMeaning> words = vocabulary("aarch64");
  std::string remark;
  for (const auto& [ending, text] : Aarch64Endings) {
    const bool has_size = ending == "H" && !remark.empty();
    if (has_size || find_instruction(words, word) != nullptr || !upper_case(word).ends_with(ending))
      continue;
    remark += text;
    word.remove_suffix(1);
  }
  return described(find_instruction(words, word), remark);
}

std::optional<std::string> describe_riscv(std::string_view mnemonic) {
  const std::span<const WordMeaning> words = vocabulary("riscv");
  std::string word(mnemonic);
  const auto* ending = std::ranges::find_if(
      RiscvEndings, [&](const Ending& each) { return word.ends_with(each.first); });
  const bool is_ordered = ending != RiscvEndings.end();
  if (is_ordered) word.erase(word.size() - ending->first.size());
  if (find_instruction(words, word) == nullptr && word.ends_with(".d")) word.back() = 'w';
  return described(find_instruction(words, word), std::string(is_ordered ? ending->second : ""));
}

// `st.release.gpu`: the longest known beginning, and what its suffixes mean.
std::optional<std::string> describe_gpu(std::span<const WordMeaning> words,
                                        std::string_view mnemonic) {
  std::string_view base = mnemonic;
  while (find_word(words, base) == nullptr) {
    const std::size_t dot = base.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    base = base.substr(0, dot);
  }
  std::string remark;
  for (const std::string& suffix : split(mnemonic.substr(base.size()), '.')) {
    const WordMeaning* meaning = find_word(vocabulary("gpu_suffixes"), suffix);
    if (meaning != nullptr) remark += format("\n- `.{}`: {}", suffix, meaning->text);
  }
  if (!remark.empty()) remark = "\n" + remark;
  return described(find_word(words, base), remark);
}

std::string_view meaning_of(litmus::PrimitiveKind kind) {
  switch (kind) {
    case litmus::PrimitiveKind::Load: return "Loads.";
    case litmus::PrimitiveKind::Store: return "Stores.";
    case litmus::PrimitiveKind::Exchange:
      return "An atomic read-modify-write; gives the old value.";
    case litmus::PrimitiveKind::StrongCompareExchange:
      return "Compares and writes if equal; else what was found is put where the expected value "
             "is. Gives whether it wrote.";
    case litmus::PrimitiveKind::WeakCompareExchange:
      return "Compares and writes if equal; it may fail although it finds what it expects. Gives "
             "whether it wrote.";
    case litmus::PrimitiveKind::Fence: return "A fence.";
    case litmus::PrimitiveKind::Lock: return "Takes a lock; waits until it is free.";
    case litmus::PrimitiveKind::Unlock: return "Releases a lock.";
    case litmus::PrimitiveKind::TestAndSet: return "Sets a flag, and gives whether it was set.";
    case litmus::PrimitiveKind::Clear: return "Clears a flag.";
    case litmus::PrimitiveKind::Initialise:
      return "Gives an atomic variable its first value, non-atomically.";
  }
  return "";
}

std::string_view meaning_of(litmus::kernel::Kind kind) {
  using litmus::kernel::Kind;
  switch (kind) {
    case Kind::ReadPlace: return "A marked read of a place.";
    case Kind::WritePlace: return "A marked write of a place.";
    case Kind::Read: return "A marked read.";
    case Kind::Write: return "A marked write.";
    case Kind::WriteAndFence: return "A marked write, and a full barrier after it.";
    case Kind::Fence: return "A barrier, or the beginning or end of a critical section of RCU.";
    case Kind::Exchange: return "An atomic exchange; gives the old value.";
    case Kind::CompareExchange: return "Compare-and-exchange; gives the value found.";
    case Kind::Operate: return "An atomic operation without a result, and without order.";
    case Kind::OperateReturn: return "An atomic operation; gives the new value.";
    case Kind::Fetch: return "An atomic operation; gives the old value.";
    case Kind::OperateIsZero: return "An atomic operation; gives whether the new value is 0.";
    case Kind::OperateIsNegative:
      return "An atomic addition; gives whether the new value is negative.";
    case Kind::AddUnless: return "Adds unless the value is the given one; gives whether it did.";
    case Kind::Lock: return "Takes a lock; waits until it is free.";
    case Kind::Unlock: return "Releases a lock.";
    case Kind::TryLock: return "Takes a lock if it is free; gives whether it did.";
    case Kind::IsLocked: return "Whether a lock is taken.";
    case Kind::SynchronizeSrcu:
      return "Waits until the critical sections of SRCU that have begun are over.";
  }
  return "";
}

}  // namespace

std::span<const WordMeaning> vocabulary(std::string_view name) {
  static const auto all = [] {
    std::map<std::string_view, std::vector<WordMeaning>> read;
    for (const auto& [file, text] : embedded_vocabularies()) read[file] = read_meanings(text);
    return read;
  }();
  const auto found = all.find(name);
  DROVER_CHECK(found != all.end(), "there is a file of that name in editing/meanings");
  return found->second;
}

const WordMeaning* find_word(std::span<const WordMeaning> words, std::string_view word) {
  const auto found = std::ranges::find(words, word, &WordMeaning::word);
  return found == words.end() ? nullptr : &*found;
}

std::span<const WordMeaning> instructions_of(std::string_view architecture) {
  if (architecture == "X86" || architecture == "X86_64") return vocabulary("x86");
  if (architecture == "AArch64") return vocabulary("aarch64");
  if (architecture == "RISCV") return vocabulary("riscv");
  if (architecture == "PPC") return vocabulary("ppc");
  if (is_same_word(architecture, "PTX")) return vocabulary("ptx");
  if (is_same_word(architecture, "VULKAN")) return vocabulary("vulkan");
  return {};
}

std::optional<std::string> describe_instruction(std::string_view architecture,
                                                std::string_view mnemonic) {
  if (architecture == "AArch64") return describe_aarch64(mnemonic);
  if (architecture == "RISCV") return describe_riscv(mnemonic);
  const std::span<const WordMeaning> words = instructions_of(architecture);
  if (is_same_word(architecture, "PTX") || is_same_word(architecture, "VULKAN")) {
    return describe_gpu(words, mnemonic);
  }
  const WordMeaning* meaning = find_instruction(words, mnemonic);
  // `movl`, `movq`: the size is the last letter.
  const bool is_sized = architecture == "X86_64" && mnemonic.size() > 2;
  if (meaning == nullptr && is_sized) {
    meaning = find_instruction(words, mnemonic.substr(0, mnemonic.size() - 1));
  }
  return described(meaning, "");
}

std::optional<std::string> describe_function(std::string_view architecture, std::string_view name) {
  if (architecture == "LKMM") {
    const auto* primitive = litmus::kernel::find(name);
    if (primitive == nullptr) return std::nullopt;
    return format("`{}`\n\n{}", name, meaning_of(primitive->kind));
  }
  const litmus::Primitive* primitive = litmus::find_primitive(name);
  if (primitive == nullptr) return std::nullopt;
  std::string text = format("`{}`\n\n{}", name, meaning_of(primitive->kind));
  const bool has_order = primitive->kind != litmus::PrimitiveKind::Lock &&
                         primitive->kind != litmus::PrimitiveKind::Unlock &&
                         primitive->kind != litmus::PrimitiveKind::Initialise;
  if (primitive->orders == 0 && has_order) text += " It is seq_cst.";
  return text;
}

std::vector<std::string> functions_of(std::string_view architecture) {
  if (architecture == "LKMM") return litmus::kernel::names();
  if (architecture == "C" || architecture == "OPENCL") return litmus::primitive_names();
  return {};
}

}  // namespace drover::editing
