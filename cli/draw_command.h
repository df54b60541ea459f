#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drawing/compose.h"
#include "drawing/svg_writer.h"
#include "frontend/check_program.h"

namespace drover {

enum class PictureFormat : std::uint8_t { Text, Dot, Svg, Png };

inline constexpr std::size_t DefaultMaxPictures = 100;

// `drover draw FILE`.
struct DrawCommand {
  std::string file;                         // a core program, a litmus test, or one of the library
  std::vector<ConstantOverride> constants;  // -D; core programs only
  std::optional<std::uint32_t> unroll;      // nothing: 100 for programs, 2 for litmus tests
  std::string model;                        // empty: rc11, or the dialect's
  std::string algorithm = "auto";
  std::optional<PictureFormat> format;  // nothing: by the ending of `output`, else text
  std::string output;                   // a file or a folder; empty: standard output
  std::string show;                     // `rf,co`, or `+hb` besides the usual ones
  std::vector<std::string> select;      // all of them must hold
  InitialWrites initial = InitialWrites::WhereRead;
  Theme theme = Theme::Viewer;
  std::size_t max_pictures = DefaultMaxPictures;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_executions;
  bool is_coloured = false;  // what goes to standard error
};

// The format that the ending of a file's name stands for.
[[nodiscard]] std::optional<PictureFormat> format_of_file(const std::string& path);

}  // namespace drover
