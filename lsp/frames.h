#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "support/json.h"

namespace drover::lsp {

// What was found in the stream.
struct Frame {
  std::optional<Json> message;  // nothing: it was not a message
  std::string problem;          // then, why
};

// Cuts a stream of bytes into the messages of the protocol. After something that is not a message,
// goes on with the next header that it finds.
class FrameReader {
 public:
  // A longer message is none of an editor's.
  static constexpr std::size_t MaxLength = std::size_t{64} << 20;

  void feed(std::string_view bytes) { buffer_ += bytes; }
  // The next message, or problem; nothing if more bytes are needed.
  [[nodiscard]] std::optional<Frame> next();

 private:
  std::optional<Frame> problem(std::string what);
  // Drops what is before the next header. Whether there was something else than white space.
  bool skip_junk();

  std::string buffer_;
};

// A message with its header.
[[nodiscard]] std::string framed(const Json& message);

}  // namespace drover::lsp
