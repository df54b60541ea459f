#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drawing/compose.h"
#include "drawing/picture.h"
#include "drawing/svg_writer.h"
#include "explorer/exploration_result.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

enum class PictureFormat : std::uint8_t { Text, Dot, Svg, Png };

// The format that the ending of a file's name stands for.
[[nodiscard]] std::optional<PictureFormat> format_of_file(const std::string& path);

// The relations that are drawn where nothing is said: rf, co and fr, as far as the model has
// them.
[[nodiscard]] std::vector<std::string> usual_relations(const MemoryModel& model);

// What a picture of the execution that shows an error says besides its relations: the error, and
// the events and threads that it is about.
[[nodiscard]] PictureRequest request_of(const ReportedError& error, const GraphNames& names);

struct WrittenPicture {
  std::string text;       // or the bytes of a PNG
  std::string complaint;  // empty if all went well
};
// A picture in any format but text.
[[nodiscard]] WrittenPicture write_picture(const Picture& picture, PictureFormat format,
                                           Theme theme);

// More nodes than this are not drawn: nobody could read it.
inline constexpr std::size_t MaxPictureNodes = 1000;
[[nodiscard]] std::string why_too_large(const Picture& picture);

}  // namespace drover::drawing
