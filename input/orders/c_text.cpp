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
using c::is_blank;
using c::is_digit;
using c::is_word_character;

constexpr std::string_view Pin = "/*!*/";

// Returns the end of a comment, string or character literal that begins at `at`; `at` if none does.
std::size_t behind_literal(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("/*")) {
    const std::size_t end = rest.find("*/", 2);
    return end == std::string_view::npos ? text.size() : at + end + 2;
  }
  if (rest.starts_with("//")) {
    std::size_t end = at;
    while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) ++end;
    return end;
  }
  if (text[at] != '"' && text[at] != '\'') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

// Returns the text with blanks for comments and literals.
std::string code_only(std::string_view text) {
  std::string out(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = behind_literal(text, at);
    for (std::size_t i = at; i < end; ++i) {
      if (out[i] != '\n') out[i] = ' ';
    }
    at = std::max(end, at + 1);
  }
  return out;
}

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

CFiles::CFiles(const Subject& subject) : source_(*subject.source) {
  const std::vector<SourcePart> files = source_.files();
  // For a text preprocessed elsewhere, only the text itself is searched.
  const bool is_whole = subject.path.ends_with(".i") || subject.c()->read_with.c_text.has_value();
  std::size_t begin = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const TextSpan span{begin, begin + files[i].text.size()};
    begin = span.end;
    code_ += code_only(files[i].text);
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

std::vector<TextSpan> CFiles::words_in(TextSpan at) const {
  std::vector<TextSpan> out;
  const std::size_t end = std::min(at.end, code_.size());
  for (std::size_t i = at.begin; i < end;) {
    if (!is_word_character(code_[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < end && is_word_character(code_[i])) ++i;
    if (!is_digit(code_[begin])) out.push_back({begin, i});
  }
  return out;
}

std::vector<OrderWord> CFiles::orders_in(TextSpan at) const {
  std::vector<OrderWord> out;
  for (const TextSpan& word : words_in(at)) {
    const std::optional<Mode> mode = order_of_word(text(word));
    if (!mode) continue;
    std::size_t behind = word.end;
    const std::string& all = source_.text();
    while (behind < all.size() && is_blank(all[behind])) ++behind;
    out.push_back({word, *mode, all.compare(behind, Pin.size(), Pin) == 0});
  }
  return out;
}

std::size_t CFiles::close_of(std::size_t open) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < code_.size(); ++i) {
    const char c = code_[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) return i;
  }
  return code_.size();
}

std::optional<CallText> CFiles::call_at(std::size_t at) const {
  CallText call;
  call.name_end = at;
  while (call.name_end < code_.size() && is_word_character(code_[call.name_end])) ++call.name_end;
  call.name = text({at, call.name_end});
  std::size_t open = call.name_end;
  while (open < code_.size() && is_blank(code_[open])) ++open;
  if (call.name.empty() || open >= code_.size() || code_[open] != '(') return std::nullopt;
  call.close = close_of(open);
  if (call.close >= code_.size() || code_[call.close] != ')') return std::nullopt;
  const std::string_view inside(code_.data() + open + 1, call.close - open - 1);
  if (inside.find_first_of("#;") != std::string_view::npos) return std::nullopt;
  std::size_t begin = open + 1;
  std::size_t depth = 0;
  const auto add = [&](std::size_t end) {
    const auto is_left_out = [&](std::size_t i) { return is_blank(code_[i]) || code_[i] == '\\'; };
    TextSpan span{begin, end};
    while (span.begin < span.end && is_left_out(span.begin)) ++span.begin;
    while (span.end > span.begin && is_left_out(span.end - 1)) --span.end;
    call.arguments.push_back(span);
  };
  for (std::size_t i = begin; i < call.close; ++i) {
    const char c = code_[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth > 0) continue;
    add(i);
    begin = i + 1;
  }
  if (begin < call.close || !call.arguments.empty()) add(call.close);
  return call;
}

std::size_t CFiles::end_of_call(std::size_t at) const {
  std::size_t open = at;
  while (open < code_.size() && is_word_character(code_[open])) ++open;
  if (open == at) return at;
  const std::size_t behind = open;
  while (open < code_.size() && is_blank(code_[open])) ++open;
  if (open >= code_.size() || code_[open] != '(') return behind;
  return std::min(close_of(open) + 1, code_.size());
}

TextSpan CFiles::call_around(TextSpan at) const {
  std::size_t depth = 0;
  for (std::size_t i = at.begin; i-- > 0 && code_[i] != ';' && code_[i] != '\n';) {
    if (code_[i] == ')') ++depth;
    if (code_[i] != '(') continue;
    if (depth-- > 0) continue;
    std::size_t begin = i;
    while (begin > 0 && is_blank(code_[begin - 1])) --begin;
    const std::size_t name_end = begin;
    while (begin > 0 && is_word_character(code_[begin - 1])) --begin;
    if (begin == name_end) return at;
    return {begin, std::min(close_of(i) + 1, code_.size())};
  }
  return at;
}

// ---- Macros

std::size_t CFiles::logical_line_end(std::size_t at, std::size_t end) const {
  const std::string& all = source_.text();
  while (at < end) {
    if (all[at] == '\n' && (at == 0 || all[at - 1] != '\\')) return at;
    ++at;
  }
  return end;
}

void CFiles::find_macros(TextSpan file) {
  constexpr std::string_view Define = "define";
  for (std::size_t line = file.begin; line < file.end;) {
    const std::size_t end = logical_line_end(line, file.end);
    std::size_t at = line;
    const auto skip = [&] {
      while (at < end && is_blank(code_[at])) ++at;
    };
    skip();
    const std::size_t begin = at;
    line = end + 1;
    if (at >= end || code_[at] != '#') continue;
    ++at;
    skip();
    if (code_.compare(at, Define.size(), Define) != 0) continue;
    at += Define.size();
    skip();
    const std::size_t name = at;
    while (at < end && is_word_character(code_[at])) ++at;
    const std::size_t name_end = at;
    if (name == name_end) continue;
    if (at < end && code_[at] == '(') at = std::min(close_of(at) + 1, end);
    macros_[source_.text().substr(name, name_end - name)].push_back({{begin, end}, {at, end}});
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
