#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/compose.h"
#include "drawing/picture.h"
#include "drawing/selection.h"
#include "drawing/writers.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// Returns the format of a file name's ending.
[[nodiscard]] std::optional<PictureFormat> format_of_file(const std::string& path);
// Returns the file name ending of a format, with its dot.
[[nodiscard]] std::string_view ending_of(PictureFormat format);
// Returns "SVG", "TikZ picture".
[[nodiscard]] std::string_view name_of(PictureFormat format);
// True if one file can hold several pictures.
[[nodiscard]] bool is_stream(PictureFormat format);
// Returns `a-3.svg` for `a.svg`.
[[nodiscard]] std::string numbered(const std::string& path, std::size_t number);

// Returns the default relations: rf, co and fr, as far as the model has them, plus the model's
// `show`, minus its `unshow`.
[[nodiscard]] std::vector<std::string> usual_relations(const MemoryModel& model);
// Returns the relations of the model's `show`.
[[nodiscard]] std::vector<std::string> relations_of_model(const MemoryModel& model);

// Returns the request for an error's execution, without relations: the error, and its events and
// threads.
[[nodiscard]] PictureRequest request_of(const ReportedError& error, const std::string& caption,
                                        const GraphNames& names);

struct WrittenPicture {
  std::string text;       // or the bytes of a PNG or PDF
  std::string complaint;  // empty on success
};
// Larger executions are drawn as text only: their pictures are unreadable.
inline constexpr std::size_t MaxPictureNodes = 1000;
// Returns an execution as SVG within a page. The ids of its elements begin with `id_prefix`.
[[nodiscard]] std::string draw_in_page(const ExecutionGraph& graph, const GraphNames& names,
                                       const MemoryModel& model, const PictureRequest& request,
                                       const std::string& id_prefix = "");
// Draws an execution, from composition to the text of a file.
[[nodiscard]] WrittenPicture draw_execution(const ExecutionGraph& graph, const GraphNames& names,
                                            const MemoryModel& model, const PictureRequest& request,
                                            PictureFormat format, Theme theme);

struct ErrorPicture {
  ErrorKind kind{};
  std::string path;
};

struct ErrorPictures {
  std::vector<ErrorPicture> written;
  std::string complaint;  // empty on success
};

// The drawn errors of a result, and the errors that a drawn error represents. Both omit errors
// without an execution.
struct DrawnErrors {
  std::vector<std::size_t> drawn;
  std::vector<std::size_t> left_out;
};
[[nodiscard]] DrawnErrors errors_to_draw(std::span<const ReportedError> errors, ErrorChoice choice);

// Draws the execution of each error selected by `choice`. The first goes to `path`, whose ending
// gives the format, further errors to PATH-2, ….
[[nodiscard]] ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                                        const std::string& program, const std::string& path,
                                        ErrorChoice choice);

// Draws the execution of one error into `path`, whose ending gives the format. Returns why that
// failed. Empty on success.
[[nodiscard]] std::string draw_error(const ReportedError& error, const GraphNames& names,
                                     const MemoryModel& model, const std::string& program,
                                     const std::string& path);
// Returns the file of the picture with that number: `path` for the first, else PATH-2, ….
[[nodiscard]] std::string path_of_picture(const std::string& path, std::size_t number);

}  // namespace drover::drawing
