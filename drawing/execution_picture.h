#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/compose.h"
#include "drawing/picture.h"
#include "drawing/picture_options.h"
#include "drawing/svg_writer.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// The format that the ending of a file's name stands for.
[[nodiscard]] std::optional<PictureFormat> format_of_file(const std::string& path);
// The ending that stands for a format, with its dot.
[[nodiscard]] std::string_view ending_of(PictureFormat format);
// Whether several pictures fit into one file.
[[nodiscard]] bool is_stream(PictureFormat format);
// `a.svg` as `a-3.svg`.
[[nodiscard]] std::string numbered(const std::string& path, std::size_t number);

// The relations that are drawn if none are asked for: rf, co and fr, as far as the model has them,
// with what it adds by `show` and without what it takes away by `unshow`.
[[nodiscard]] std::vector<std::string> usual_relations(const MemoryModel& model);
// Those of them that are the model's own: what it says in `show`.
[[nodiscard]] std::vector<std::string> relations_of_model(const MemoryModel& model);

// What a picture of the execution that shows an error says besides its relations: the error, and
// the events and threads that it is about.
[[nodiscard]] PictureRequest request_of(const ReportedError& error, const std::string& caption,
                                        const GraphNames& names);

struct WrittenPicture {
  std::string text;       // or the bytes of a PNG or PDF
  std::string complaint;  // empty if all went well
};
// More nodes than this are not drawn, except as text: nobody could read it.
inline constexpr std::size_t MaxPictureNodes = 1000;
// An execution as a picture, from the composition to the text of a file.
[[nodiscard]] WrittenPicture draw_execution(const ExecutionGraph& graph, const GraphNames& names,
                                            const MemoryModel& model, const PictureRequest& request,
                                            PictureFormat format, Theme theme);

}  // namespace drover::drawing
