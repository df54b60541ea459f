#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace drover {

// Serialized data for another process or another run.
using Bytes = std::string;

// Writes numbers and texts. Small numbers take one byte.
class ByteWriter {
 public:
  void put(std::uint64_t number) {
    while (number >= 0x80) {
      bytes_.push_back(static_cast<char>(number | 0x80));
      number >>= 7;
    }
    bytes_.push_back(static_cast<char>(number));
  }
  // Writes a signed number; small numbers of either sign are short.
  void put_signed(std::int64_t number) {
    const auto shifted = static_cast<std::uint64_t>(number) << 1;
    put(number < 0 ? ~shifted : shifted);
  }
  void put(std::string_view text) {
    put(text.size());
    bytes_.append(text);
  }

  [[nodiscard]] const Bytes& bytes() const { return bytes_; }
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

// Reads the output of a ByteWriter, or untrusted bytes. After the first missing or invalid item the
// reader has failed, and returns zeros and empty texts.
class ByteReader {
 public:
  // `bytes` must outlive the reader.
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t get() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) return fail();
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return number;
    }
    return fail();
  }
  // Reads a number below `limit`.
  std::uint64_t get_below(std::uint64_t limit) {
    const std::uint64_t number = get();
    return number < limit ? number : fail();
  }
  std::int64_t get_signed() {
    const std::uint64_t shifted = get();
    const std::uint64_t half = shifted >> 1;
    return static_cast<std::int64_t>((shifted & 1) != 0 ? ~half : half);
  }
  // Reads the number of items that follow; each item takes at least one byte.
  std::size_t get_count() {
    const std::uint64_t count = get();
    return static_cast<std::size_t>(count <= rest_.size() ? count : fail());
  }
  std::string get_text() {
    const std::size_t size = get_count();
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }

  // True if every read succeeded and no bytes are left.
  [[nodiscard]] bool has_ended_well() const { return !has_failed_ && rest_.empty(); }
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  std::uint64_t fail() {
    has_failed_ = true;
    rest_ = {};
    return 0;
  }

 private:
  std::string_view rest_;
  bool has_failed_ = false;
};

}  // namespace drover
