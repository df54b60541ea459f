#include "litmus/dialects/kernel/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "litmus/dialects/c/c_primitives.h"
#include "litmus/dialects/kernel/primitives.h"

namespace drover::litmus {

namespace {

constexpr std::array<std::string_view, 17> KernelNames{
    "READ_ONCE",        "WRITE_ONCE",
    "ACCESS_ONCE",      "spin_lock",
    "spin_unlock",      "spin_trylock",
    "spin_is_locked",   "synchronize_rcu",
    "synchronize_srcu", "synchronize_rcu_expedited",
    "atomic_read",      "atomic_set",
    "atomic_inc",       "atomic_dec",
    "atomic_add",       "atomic_sub",
    "cmpxchg"};

constexpr std::array<std::string_view, 14> KernelBeginnings{
    "smp_",         "rcu_",        "srcu_",          "xchg_",           "cmpxchg_",
    "atomic_read_", "atomic_set_", "atomic_inc_",    "atomic_dec_",     "atomic_add_",
    "atomic_sub_",  "atomic_xchg", "atomic_cmpxchg", "atomic_fetch_inc"};

bool is_kernel_word(std::string_view word) {
  // C11 has some of these names as well: they decide nothing.
  if (kernel::find(word) != nullptr && find_primitive(word) == nullptr) return true;
  return std::ranges::find(KernelNames, word) != KernelNames.end() ||
         std::ranges::any_of(KernelBeginnings,
                             [&](std::string_view start) { return word.starts_with(start); });
}

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::optional<SourceRange> find_kernel_word(const SourceBuffer& source, Section section) {
  const std::string_view text = std::string_view(source.text()).substr(0, section.end);
  for (std::size_t at = section.begin; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool is_line_comment = rest.starts_with("//");
    if (is_line_comment || rest.starts_with("/*")) {
      const std::string_view close = is_line_comment ? "\n" : "*/";
      at = std::min(text.find(close, at + 2), text.size() - close.size()) + close.size();
      continue;
    }
    const auto* const word_end = std::ranges::find_if_not(rest, is_part_of_word);
    const auto length = static_cast<std::size_t>(word_end - rest.begin());
    const std::size_t behind = text.find_first_not_of(" \t", at + length);
    const bool is_call = behind != std::string_view::npos && text[behind] == '(';
    if (is_call && is_kernel_word(rest.substr(0, length))) return source.range(at, at + length);
    at += std::max<std::size_t>(length, 1);
  }
  return std::nullopt;
}

}  // namespace drover::litmus
