#include "lsp/frames.h"

#include <algorithm>
#include <charconv>

#include "support/format.h"
#include "support/text.h"

namespace drover::lsp {

namespace {

constexpr std::string_view LengthHeader = "content-length:";
constexpr std::string_view TypeHeader = "content-type:";

// Returns the position of the next header name.
std::size_t find_header(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size(); ++at) {
    const char first = text[at];
    if (first != 'C' && first != 'c') continue;
    const std::string word = lower_case(text.substr(at, LengthHeader.size()));
    if (word == LengthHeader || word.starts_with(TypeHeader)) return at;
  }
  return std::string_view::npos;
}

// Returns the value of Content-Length in a header.
std::optional<std::size_t> length_in(std::string_view header) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size());
    std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    if (!lower_case(line).starts_with(LengthHeader)) continue;
    line.remove_prefix(LengthHeader.size());
    while (line.starts_with(' ')) line.remove_prefix(1);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    std::size_t length = 0;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (error != std::errc() || rest != line.data() + line.size()) return std::nullopt;
    return length;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Frame> FrameReader::problem(std::string what) {
  return Frame{std::nullopt, std::move(what)};
}

bool FrameReader::skip_junk() {
  std::size_t at = find_header(buffer_, 0);
  // The buffer may end with the beginning of a header.
  if (at == std::string::npos) {
    at = buffer_.size() - std::min(buffer_.size(), LengthHeader.size());
    if (buffer_.size() <= LengthHeader.size()) return false;
  }
  const bool is_junk =
      std::string_view(buffer_).substr(0, at).find_first_not_of(" \t\r\n") != std::string::npos;
  buffer_.erase(0, at);
  return is_junk;
}

std::optional<Frame> FrameReader::next() {
  if (skip_junk()) return problem("bytes that belong to no message were dropped");
  const std::size_t end = buffer_.find("\r\n\r\n");
  const std::size_t plain_end = buffer_.find("\n\n");
  if (end == std::string::npos && plain_end == std::string::npos) return std::nullopt;
  const bool is_plain = plain_end < end;
  const std::size_t header_end = is_plain ? plain_end + 2 : end + 4;
  const auto length = length_in(std::string_view(buffer_).substr(0, header_end));
  if (!length || *length > MaxLength) {
    buffer_.erase(0, header_end);
    return problem(length ? format("a message of {} bytes is too long", *length)
                          : "a header without a readable Content-Length");
  }
  if (buffer_.size() - header_end < *length) return std::nullopt;
  const std::string body = buffer_.substr(header_end, *length);
  std::optional<Json> message = Json::parse(body);
  if (message) {
    buffer_.erase(0, header_end + *length);
    return Frame{std::move(message), ""};
  }
  // If the length was wrong, the next message begins inside this one.
  const std::size_t inner = find_header(buffer_, header_end);
  buffer_.erase(0, std::min(inner, header_end + *length));
  return problem("a message that is not JSON, or whose length is not the one given");
}

std::string framed(const Json& message) {
  const std::string body = message.dump();
  return format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace drover::lsp
