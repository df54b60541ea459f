#include "input/orders/c_text.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "input/read_c.h"
#include "support/format.h"

namespace drover::input {

namespace {

struct OrderName {
  Mode mode;
  std::string_view name;      // after memory_order_
  std::string_view compiler;  // after __ATOMIC_
};
constexpr std::array OrderNames{
    OrderName{Mode::Rlx, "relaxed", "RELAXED"}, OrderName{Mode::Acq, "acquire", "ACQUIRE"},
    OrderName{Mode::Rel, "release", "RELEASE"}, OrderName{Mode::AcqRel, "acq_rel", "ACQ_REL"},
    OrderName{Mode::Sc, "seq_cst", "SEQ_CST"},  OrderName{Mode::Acq, "consume", "CONSUME"}};
constexpr std::string_view StandardOrder = "memory_order_";
constexpr std::string_view CompilerOrder = "__ATOMIC_";
constexpr std::string_view Pin = "/*!*/";

bool is_of_system(const std::string& name) {
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::weakly_canonical(name, ignored);
  return path.string().starts_with("/usr/");
}

}  // namespace

std::optional<Mode> order_of_word(std::string_view word) {
  const bool is_compiler = word.starts_with(CompilerOrder);
  if (!is_compiler && !word.starts_with(StandardOrder)) return std::nullopt;
  word.remove_prefix(is_compiler ? CompilerOrder.size() : StandardOrder.size());
  for (const OrderName& each : OrderNames) {
    if ((is_compiler ? each.compiler : each.name) == word) return each.mode;
  }
  return std::nullopt;
}

bool is_compiler_order(std::string_view word) { return word.starts_with(CompilerOrder); }

std::string c_order_name(Mode mode, bool is_compiler) {
  for (const OrderName& each : OrderNames) {
    if (each.mode != mode) continue;
    return is_compiler ? format("{}{}", CompilerOrder, each.compiler)
                       : format("{}{}", StandardOrder, each.name);
  }
  return "";
}

CFiles::CFiles(const Subject& subject)
    : source_(*subject.source), tokens_(c::tokens_of(source_.text())) {
  const std::vector<SourcePart> files = source_.files();
  // For a text preprocessed elsewhere, only the text itself is searched.
  const bool is_whole = subject.path.ends_with(".i") || subject.c()->read_with.c_text.has_value();
  std::size_t begin = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const TextSpan span{begin, begin + files[i].text.size()};
    begin = span.end;
    const std::string& name = files[i].name;
    const bool is_known =
        i == 0 || (!is_whole && !name.starts_with('<') && span.end > span.begin + 1);
    if (!is_known || (i > 0 && is_of_system(name))) continue;
    std::error_code ignored;
    const auto is_same = [&](std::size_t other) {
      return std::filesystem::equivalent(files[other].name, name, ignored);
    };
    std::size_t first = 0;
    while (first < i && !is_same(first)) ++first;
    if (first < i) aliases_.emplace_back(span, source_.part_begin(first));
    editable_.push_back(span);
  }
  for (const TextSpan& file : editable_) find_macros(file);
}

bool CFiles::is_editable(std::size_t offset) const {
  return std::ranges::any_of(
      editable_, [&](const TextSpan& file) { return file.begin <= offset && offset < file.end; });
}

TextSpan CFiles::canonical(TextSpan at) const {
  for (const auto& [file, first] : aliases_) {
    if (at.begin < file.begin || at.begin >= file.end) continue;
    return {at.begin - file.begin + first, at.end - file.begin + first};
  }
  return at;
}

std::string_view CFiles::text(TextSpan at) const {
  return std::string_view(source_.text()).substr(at.begin, at.end - at.begin);
}

// ---- Words and calls

std::size_t CFiles::token_at(std::size_t offset) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(tokens_, offset, {}, &TextSpan::begin) -
                                  tokens_.begin());
}

bool CFiles::is_token(std::size_t index, std::string_view wanted) const {
  return index < tokens_.size() && text(tokens_[index]) == wanted;
}

bool CFiles::is_word(std::size_t index) const {
  if (index >= tokens_.size()) return false;
  const char first = source_.text()[tokens_[index].begin];
  return c::is_word_character(first) && !c::is_digit(first);
}

std::vector<TextSpan> CFiles::words_in(TextSpan at) const {
  std::vector<TextSpan> out;
  for (std::size_t i = token_at(at.begin); i < tokens_.size() && tokens_[i].end <= at.end; ++i) {
    if (is_word(i)) out.push_back(tokens_[i]);
  }
  return out;
}

std::vector<OrderWord> CFiles::orders_in(TextSpan at) const {
  std::vector<OrderWord> out;
  const std::string& all = source_.text();
  for (const TextSpan& word : words_in(at)) {
    const std::optional<Mode> mode = order_of_word(text(word));
    if (!mode) continue;
    std::size_t behind = word.end;
    while (behind < all.size() && c::is_blank(all[behind])) ++behind;
    out.push_back({word, *mode, all.compare(behind, Pin.size(), Pin) == 0});
  }
  return out;
}

std::size_t CFiles::close_of(std::size_t open) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    if (is_token(i, "(") || is_token(i, "[") || is_token(i, "{")) ++depth;
    if (is_token(i, ")") || is_token(i, "]") || is_token(i, "}")) --depth;
    if (depth == 0) return i;
  }
  return tokens_.size();
}

std::optional<CallText> CFiles::call_at(std::size_t at) const {
  const std::size_t name = token_at(at);
  const std::size_t close = close_of(name + 1);
  if (!is_word(name) || tokens_[name].begin != at || !is_token(name + 1, "(") ||
      !is_token(close, ")")) {
    return std::nullopt;
  }
  CallText call{.name = text(tokens_[name]),
                .name_end = tokens_[name].end,
                .close = tokens_[close].begin,
                .arguments = {}};
  std::size_t first = name + 2;
  for (std::size_t i = first; i < close; ++i) {
    if (is_token(i, "#") || is_token(i, ";")) return std::nullopt;
  }
  const auto add = [&](std::size_t end) {
    while (first < end && is_token(first, "\\")) ++first;
    while (first < end && is_token(end - 1, "\\")) --end;
    const std::size_t begin = tokens_[first].begin;
    call.arguments.push_back({begin, first < end ? tokens_[end - 1].end : begin});
  };
  for (std::size_t i = first; i < close; i = close_of(i) + 1) {
    if (!is_token(i, ",")) continue;
    add(i);
    first = i + 1;
  }
  if (first < close || !call.arguments.empty()) add(close);
  return call;
}

std::size_t CFiles::end_of_call(std::size_t at) const {
  const std::size_t name = token_at(at);
  if (!is_word(name) || tokens_[name].begin != at) return at;
  const std::size_t close = is_token(name + 1, "(") ? close_of(name + 1) : name;
  return close < tokens_.size() ? tokens_[close].end : source_.text().size();
}

TextSpan CFiles::call_around(TextSpan at) const {
  std::size_t depth = 0;
  const std::size_t line = source_.text().rfind('\n', at.begin) + 1;
  for (std::size_t i = token_at(at.begin); i-- > 0 && tokens_[i].begin >= line;) {
    if (is_token(i, ";")) break;
    if (is_token(i, ")")) ++depth;
    if (!is_token(i, "(") || depth-- > 0) continue;
    if (i == 0 || !is_word(i - 1)) break;
    return {tokens_[i - 1].begin, end_of_call(tokens_[i - 1].begin)};
  }
  return at;
}

// ---- Macros

void CFiles::find_macros(TextSpan file) {
  const std::string& all = source_.text();
  for (std::size_t i = token_at(file.begin); i + 2 < tokens_.size(); ++i) {
    const TextSpan name = tokens_[i + 2];
    if (name.end > file.end) return;
    const std::size_t before = i == 0 ? 0 : tokens_[i - 1].end;
    const bool is_first =
        before <= file.begin || text({before, tokens_[i].begin}).find('\n') != std::string::npos;
    if (!is_first || !is_token(i, "#") || !is_token(i + 1, "define") || !is_word(i + 2)) continue;
    std::size_t end = std::min(all.find('\n', name.end), file.end);
    while (end < file.end && all[end - 1] == '\\') {
      end = std::min(all.find('\n', end + 1), file.end);
    }
    const bool has_parameters = all[name.end] == '(';
    const std::size_t body = has_parameters ? std::min(end_of_call(name.begin), end) : name.end;
    macros_[std::string(text(name))].push_back({{tokens_[i].begin, end}, {body, end}});
  }
}

const std::vector<MacroText>& CFiles::macros(std::string_view name) const {
  static const std::vector<MacroText> None;
  const auto found = macros_.find(name);
  return found == macros_.end() ? None : found->second;
}

std::optional<MacroText> CFiles::macro_around(TextSpan at) const {
  for (const auto& [name, all] : macros_) {
    for (const MacroText& each : all) {
      if (each.body.begin <= at.begin && at.end <= each.body.end) return each;
    }
  }
  return std::nullopt;
}

}  // namespace drover::input
