#include "frontend/source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "support/format.h"

namespace drover {

namespace {

constexpr std::size_t BlockSize = 128;

std::size_t expected_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// The second byte reveals overlong forms, surrogates, and values beyond U+10FFFF.
bool is_second_byte_legal(unsigned char lead, unsigned char second) {
  if (lead == 0xE0) return second >= 0xA0;
  if (lead == 0xED) return second < 0xA0;
  if (lead == 0xF0) return second >= 0x90;
  if (lead == 0xF4) return second < 0x90;
  return true;
}

// Counts the characters of valid text; an invalid byte counts as one.
std::uint32_t count_characters(std::string_view text) {
  return static_cast<std::uint32_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::size_t character_length(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  const std::size_t length = expected_length(byte(0));
  if (length == 0 || offset + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  if (length > 1 && !is_second_byte_legal(byte(0), byte(1))) return 0;
  return length;
}

SourceBuffer SourceBuffer::from_text(std::string name, std::string text) {
  constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(ByteOrderMark)) text.erase(0, ByteOrderMark.size());
  SourceBuffer buffer;
  buffer.name_ = std::move(name);
  buffer.text_ = std::move(text);
  buffer.line_begins_.push_back(0);
  for (std::size_t i = 0; i < buffer.text_.size(); ++i) {
    if (buffer.text_[i] == '\n') buffer.line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
  }
  std::uint32_t characters = 0;
  for (std::size_t block = 0; block <= buffer.text_.size(); block += BlockSize) {
    buffer.characters_before_block_.push_back(characters);
    characters += count_characters(std::string_view(buffer.text_).substr(block, BlockSize));
  }
  // If every character is one byte, no counts are needed.
  if (characters == buffer.text_.size()) buffer.characters_before_block_.clear();
  return buffer;
}

SourceBuffer SourceBuffer::from_parts(std::vector<SourcePart> parts) {
  std::string text;
  std::vector<PartBegin> begins;
  std::uint32_t lines = 0;
  for (SourcePart& part : parts) {
    if (!part.text.ends_with('\n')) part.text += '\n';
    begins.push_back({part.name, static_cast<std::uint32_t>(text.size()), lines});
    lines += static_cast<std::uint32_t>(std::ranges::count(part.text, '\n'));
    text += part.text;
  }
  SourceBuffer buffer = from_text(begins.empty() ? "" : begins.front().name, std::move(text));
  buffer.parts_ = std::move(begins);
  return buffer;
}

std::vector<SourcePart> SourceBuffer::files() const {
  if (parts_.empty()) return {{name_, text_}};
  std::vector<SourcePart> all;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::size_t begin = parts_[i].begin;
    const std::size_t end = i + 1 < parts_.size() ? parts_[i + 1].begin : text_.size();
    all.push_back({parts_[i].name, text_.substr(begin, end - begin)});
  }
  return all;
}

std::size_t SourceBuffer::line_index(std::size_t offset) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(line_begins_, offset) -
                                  line_begins_.begin()) -
         1;
}

const SourceBuffer::PartBegin* SourceBuffer::part_of(std::size_t offset) const {
  if (parts_.empty()) return nullptr;
  const auto after = std::ranges::upper_bound(parts_, offset, {}, &PartBegin::begin);
  return &*std::prev(after);
}

const std::string& SourceBuffer::file_of(const SourceRange& range) const {
  const PartBegin* part = range.line == 0 ? nullptr : part_of(range.begin);
  return part == nullptr ? name_ : part->name;
}

std::string_view SourceBuffer::line_text_of(const SourceRange& range) const {
  return line_text(static_cast<std::uint32_t>(line_index(range.begin) + 1));
}

std::size_t SourceBuffer::line_begin_of(const SourceRange& range) const {
  return line_begins_[line_index(range.begin)];
}

std::uint32_t SourceBuffer::characters_before(std::size_t offset) const {
  if (characters_before_block_.empty()) return static_cast<std::uint32_t>(offset);
  const std::size_t block = offset / BlockSize * BlockSize;
  return characters_before_block_[offset / BlockSize] +
         count_characters(std::string_view(text_).substr(block, offset - block));
}

SourceRange SourceBuffer::range(std::size_t begin, std::size_t end) const {
  begin = std::min(begin, text_.size());
  end = std::clamp(end, begin, text_.size());
  const std::size_t index = line_index(begin);
  const PartBegin* part = part_of(begin);
  const auto line =
      static_cast<std::uint32_t>(index + 1) - (part == nullptr ? 0 : part->first_line);
  const std::size_t line_begin = line_begins_[index];
  const bool is_near = !characters_before_block_.empty() && begin - line_begin < BlockSize;
  const std::uint32_t before =
      is_near ? count_characters(std::string_view(text_).substr(line_begin, begin - line_begin))
              : characters_before(begin) - characters_before(line_begin);
  return {.begin = static_cast<std::uint32_t>(begin),
          .end = static_cast<std::uint32_t>(end),
          .line = line,
          .column = before + 1};
}

std::string_view SourceBuffer::text(const SourceRange& range) const {
  const std::string_view all = text_;
  if (range.begin >= all.size()) return {};
  return all.substr(range.begin, range.end - range.begin);
}

std::uint32_t SourceBuffer::line_count() const {
  return static_cast<std::uint32_t>(line_begins_.size());
}

std::size_t SourceBuffer::line_begin(std::uint32_t line) const { return line_begins_.at(line - 1); }

std::string_view SourceBuffer::line_text(std::uint32_t line) const {
  if (line == 0 || line > line_begins_.size()) return {};
  const std::string_view rest = std::string_view(text_).substr(line_begins_[line - 1]);
  std::string_view text = rest.substr(0, rest.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

TextCheck check_text(const SourceBuffer& source, DiagnosticSink& sink) {
  const std::string& text = source.text();
  for (std::size_t i = 0; i < text.size();) {
    const bool is_ascii = static_cast<unsigned char>(text[i]) < 0x80;
    const std::size_t length = is_ascii ? 1 : character_length(text, i);
    if (length == 0 || text[i] == '\0') {
      const auto byte = static_cast<unsigned>(static_cast<unsigned char>(text[i]));
      sink.report(DiagnosticKind::NotText, source.range(i, i + 1),
                  {byte == 0 ? "NUL byte" : format("byte 0x{:02x}, which is not UTF-8,", byte)})
          .with_hint(byte == 0 ? "is this a text file?"
                               : "is this a text file? If it is, save it as UTF-8");
      return TextCheck::IsNotText;
    }
    i += length;
  }
  return TextCheck::IsText;
}

void report_too_large(std::optional<std::uintmax_t> size, DiagnosticSink& sink) {
  sink.report(DiagnosticKind::FileTooLarge, {},
              {size ? format("{} bytes, and the limit is {}", *size, MaxSourceSize)
                    : format("more than {} bytes, which is the limit", MaxSourceSize)});
}

std::optional<SourceBuffer> read_source(const std::string& path, DiagnosticSink& sink) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    Diagnostic& complaint = sink.report(DiagnosticKind::NoSuchFile, {}, {});
    if (path.empty()) complaint.with_hint("the name is empty");
    return std::nullopt;
  }
  if (status.type() == fs::file_type::directory) {
    sink.report(DiagnosticKind::IsDirectory, {}, {});
    return std::nullopt;
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  // One byte above the limit is enough to detect it; pipes and devices have no size. Most files are
  // small: memory grows only for large ones.
  constexpr std::size_t FirstPart = 16'384;
  std::string text;
  std::size_t length = 0;
  for (std::size_t size = FirstPart; file && length == text.size(); size *= 4) {
    if (length > MaxSourceSize) break;
    text.resize(std::min(size, MaxSourceSize + 1));
    file.read(text.data() + length, static_cast<std::streamsize>(text.size() - length));
    length += static_cast<std::size_t>(file.gcount());
  }
  if (!file.is_open() || file.bad()) {
    const int reason = errno;
    sink.report(DiagnosticKind::UnreadableFile, {},
                {reason != 0 ? std::strerror(reason) : "input error"});
    return std::nullopt;
  }
  text.resize(length);
  if (text.size() > MaxSourceSize) {
    const auto size = fs::file_size(path, error);
    report_too_large(error ? std::nullopt : std::optional(size), sink);
    return std::nullopt;
  }
  SourceBuffer source = SourceBuffer::from_text(path, std::move(text));
  if (check_text(source, sink) == TextCheck::IsNotText) return std::nullopt;
  return source;
}

}  // namespace drover
