#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/draw_command.h"
#include "drawing/compose.h"
#include "drawing/picture.h"
#include "explorer/exploration_result.h"
#include "explorer/models/memory_model.h"

namespace drover {

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

// `check --picture FILE`: the first error's execution; those of further errors go to FILE-2, ….
struct ErrorPictures {
  std::string note;       // for the report: where they are
  std::string complaint;  // empty if all went well
};
[[nodiscard]] ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                                        const std::string& program, const std::string& path);

// `a.svg` as `a-3.svg`.
[[nodiscard]] std::string numbered(const std::string& path, std::size_t number);

// More nodes than this are not drawn: nobody could read it.
inline constexpr std::size_t MaxPictureNodes = 1000;
[[nodiscard]] std::string why_too_large(const Picture& picture);

}  // namespace drover
