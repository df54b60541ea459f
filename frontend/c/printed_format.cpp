#include "frontend/c/printed_format.h"

namespace drover::c {

namespace {

bool contains(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

Asked asked_by(char letter, std::string_view length) {
  if (contains("diouxX", letter)) return Asked::Integer;
  if (letter == 'c' && length.empty()) return Asked::Integer;
  const bool is_floating = contains("aAeEfFgG", letter);
  if (is_floating && (length.empty() || length == "l" || length == "L")) return Asked::Floating;
  if (letter == 's' && length.empty()) return Asked::Text;
  if (letter == 'p' && length.empty()) return Asked::Pointer;
  if (letter == '%' && length.empty()) return Asked::Nothing;
  return Asked::Unknown;
}

// Arguments shorter than an int are promoted.
unsigned bits_of_length(std::string_view length, bool are_printed) {
  if (length == "l" || length == "ll" || length == "z" || length == "j" || length == "t") return 64;
  if (are_printed && length == "h") return 16;
  return are_printed && length == "hh" ? 8 : 32;
}

}  // namespace

std::vector<Conversion> conversions_of(std::string_view format) {
  std::vector<Conversion> out;
  for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at)) {
    Conversion one;
    one.begin = at++;
    const auto skip = [&](std::string_view letters) {
      const std::size_t from = at;
      while (at < format.size() && contains(letters, format[at])) ++at;
      return format.substr(from, at - from);
    };
    const auto size = [&]() -> PrintedSize {
      if (at < format.size() && format[at] == '*') {
        ++at;
        return {.is_argument = true};
      }
      PrintedSize read;
      constexpr int Most = 100'000;
      for (const char digit : skip("0123456789")) {
        if (read.value < Most) read.value = read.value * 10 + (digit - '0');
      }
      return read;
    };
    one.flags = skip("-+ #0'");
    if (at < format.size() && contains("123456789*", format[at])) one.width = size();
    if (at < format.size() && format[at] == '.') {
      ++at;
      one.precision = size();
    }
    const std::string_view length = skip("hlzjtL");
    if (at < format.size()) {
      one.letter = format[at];
      one.asked = asked_by(format[at++], length);
    }
    one.bits = bits_of_length(length, false);
    one.printed_bits = bits_of_length(length, true);
    one.text = std::string(format.substr(one.begin, at - one.begin));
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace drover::c
