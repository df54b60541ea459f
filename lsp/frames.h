#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "support/json.h"

namespace drover::lsp {

// A message or an error in the stream.
struct Frame {
  std::optional<Json> message;  // nothing: not a message
  std::string problem;          // why it is not a message
};

// Splits a stream of bytes into messages. After an invalid message, continues with the next header.
class FrameReader {
 public:
  // Longer messages are invalid.
  static constexpr std::size_t MaxLength = std::size_t{64} << 20;

  void feed(std::string_view bytes) { buffer_ += bytes; }
  // Returns the next message or problem. Nothing if more bytes are needed.
  [[nodiscard]] std::optional<Frame> next();

 private:
  std::optional<Frame> problem(std::string what);
  // Drops all before the next header. True if that was more than white space.
  bool skip_junk();

  std::string buffer_;
};

// Returns a message with its header.
[[nodiscard]] std::string framed(const Json& message);

}  // namespace drover::lsp
